/** The faces of everything that is written on a canvas. */

export const SERIF = "'Source Serif 4', 'Source Serif Pro', Georgia, serif";
export const SANS = "'Source Sans 3', 'Source Sans Pro', Helvetica, Arial, sans-serif";
