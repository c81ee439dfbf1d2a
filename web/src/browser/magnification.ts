/** How much larger than usual everything is: on a large screen the letters grow, and pictures and counters with them. */
export function magnification(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}
