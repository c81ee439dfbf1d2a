/** What a browser keeps of the fair dice of a table: the key of its chain, and how far it has followed the lines. */

export interface Kept {
  /** Base64url; nothing before a chain was laid down here. */
  key: string;
  /** The last call that this browser gave a value for, and on which receipt. */
  given: [number, string];
  lines: number;
  receipt: string;
  /** The last line with a value of the server's. */
  last: string;
}

export const NONE: Kept = { key: "", given: [0, ""], lines: 0, receipt: "", last: "" };
const nameOf = (name: string) => `grognard.dice.${name}`;

export function keptFor(name: string): Kept {
  try {
    return {
      ...NONE,
      ...(JSON.parse(localStorage.getItem(nameOf(name)) ?? "{}") as Partial<Kept>),
    };
  } catch {
    return NONE;
  }
}

export function keep(name: string, kept: Kept): Kept {
  localStorage.setItem(nameOf(name), JSON.stringify(kept));
  return kept;
}
