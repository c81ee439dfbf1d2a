/** Rules that a text names, so that they can be opened from it. */

import { words } from "../../table/descriptions";

export interface TextPart {
  text: string;
  /** The rule it names; nothing for plain words. */
  rule: string;
}

const NAMED =
  /\b([a-z]+\.[a-z-]+\.\d+[a-z]?|rule:[\w-]+(?:\.\d+)*|house rule (?:[A-Z]+|\d+\.\d+))\b/g;

/** The text in pieces: plain words, and names of rules as players say them. */
export function cited(text: string): TextPart[] {
  const found: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(NAMED)) {
    if (match.index > end) found.push({ text: plain(text.slice(end, match.index)), rule: "" });
    found.push(piece(match[0]));
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ text: plain(text.slice(end)), rule: "" });
  return found;
}

function piece(name: string): TextPart {
  const number = name.replace(/^(rule:|house rule )/, "");
  if (number === name) return { text: name, rule: name };
  return { text: `house rule ${words(number)}`, rule: `rule:${number.toLowerCase()}` };
}

/** Tables, maps and lists that the ledger names by a short word. */
function plain(text: string): string {
  return text.replace(/\b(table|map|oob):([\w-]+)/g, (_, kind: string, name: string) => {
    return `${kind === "oob" ? "list" : kind} of ${words(name)}`;
  });
}
