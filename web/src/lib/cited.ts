/** Rules that a text names, so that they can be opened from it. */

export interface Piece {
  text: string;
  /** The rule it names; nothing for plain words. */
  rule: string;
}

const NAMED =
  /\b([a-z]+\.[a-z-]+\.\d+[a-z]?|rule:[\w-]+(?:\.\d+)*|house rule \d+\.\d+|house HQ rule)\b/g;

/** The text in pieces: plain words, and names of rules as players say them. */
export function cited(text: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(NAMED)) {
    if (match.index > end) found.push({ text: plain(text.slice(end, match.index)), rule: "" });
    found.push(piece(match[0]));
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ text: plain(text.slice(end)), rule: "" });
  return found;
}

function piece(name: string): Piece {
  if (name === "house HQ rule" || name === "rule:hq")
    return { text: "house HQ rule", rule: "rule:hq" };
  const number = name.replace(/^(rule:|house rule )/, "");
  return number === name
    ? { text: name, rule: name }
    : { text: `house rule ${number.replaceAll("-", " ")}`, rule: `rule:${number}` };
}

/** Tables, maps and lists that the ledger names by a short word. */
function plain(text: string): string {
  return text.replace(/\b(table|map|oob):([\w-]+)/g, (_, kind: string, name: string) => {
    const words = name.replaceAll("-", " ");
    return kind === "oob" ? `list of ${words}` : `${kind} of ${words}`;
  });
}
