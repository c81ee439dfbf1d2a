/** How far this browser has seen each of its games, so that it can show what happened meanwhile. */

const SEEN = "grognard.seen";
const MOST = 100;

function all(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(SEEN) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

/** The Ask number that was on the screen last; -1 for a table that was never looked at. */
export function lastSeen(table: string): number {
  return all()[table] ?? -1;
}

export function keepSeen(table: string, number: number): void {
  const others = Object.entries(all()).filter(([one]) => one !== table);
  const newest = [...others, [table, number] as const].slice(-MOST);
  localStorage.setItem(SEEN, JSON.stringify(Object.fromEntries(newest)));
}
