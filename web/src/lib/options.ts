/** The options of an Ask, grouped as a player thinks of them: buttons, counters, hexes, numbers. */

import type { Ask, Choice } from "./offers";

export interface Group {
  verb: string;
  kind: Choice["kind"];
  role: string;
  tone: string;
  /** The common words of its labels: "Move …". */
  title: string;
  options: Choice[];
}

/** An option that takes an earlier choice back. A matter of order and colour only. */
export function takesBack({ role, tone }: Pick<Choice, "role" | "tone">): boolean {
  return role === "drop" || role === "leave" || tone === "quiet";
}

/** A counter that is in the secret order already: the same choice takes it out again. */
export function isDrafted(ask: Ask | null, option: Choice): boolean {
  return option.kind === "unit" && (ask?.draft ?? []).some((line) => line.do === option.do);
}

/** Groups by verb, in the order of first appearance; what takes back comes later, plain buttons last, as on a form. */
export function grouped(
  options: readonly Choice[],
  nameOf: (option: Choice) => string = () => "",
): Group[] {
  const groups = new Map<string, Group>();
  for (const option of options) {
    const group = groups.get(option.verb);
    if (group) group.options.push(option);
    else
      groups.set(option.verb, {
        verb: option.verb,
        kind: option.kind,
        role: option.role,
        tone: option.tone,
        title: "",
        options: [option],
      });
  }
  const list = [...groups.values()];
  for (const group of list)
    group.title = titleAround(group.options[0], nameOf) || commonTitle(group);
  const rank = (g: Group) => (g.kind === "none" ? 2 : 0) + (takesBack(g) ? 1 : 0);
  return list.sort((a, b) => rank(a) - rank(b));
}

/** The words around the name of the thing: "Fire with Panther 1" is "Fire with …". */
function titleAround(option: Choice, nameOf: (option: Choice) => string): string {
  const name = nameOf(option);
  const at = name ? option.label.indexOf(name) : -1;
  if (at < 0) return "";
  const before = option.label.slice(0, at).trim();
  return before ? `${before} …` : `… ${option.label.slice(name.length).trim()}`;
}

/** "Move 6th Corps", "Move 7th Corps" are both "Move …". */
export function commonTitle(group: Pick<Group, "verb" | "options">): string {
  const labels = group.options.map((option) => option.label.split(" "));
  let same = 0;
  const first = labels[0];
  if (labels.length > 1) {
    while (same < first.length && labels.every((words) => words[same] === first[same])) same++;
  } else {
    const noun = group.options[0].do.split(" ").slice(1).join(" ");
    same = noun
      ? Math.max(
          1,
          first.findIndex((word) => noun.startsWith(word)),
        )
      : first.length;
  }
  const words = first.slice(0, same).join(" ");
  if (words) return words === group.options[0].label ? words : `${words} …`;
  // Labels such as "6th Corps loses a step" share their end.
  let end = 0;
  while (
    end < first.length &&
    labels.every((l) => l[l.length - 1 - end] === first[first.length - 1 - end])
  )
    end++;
  if (end) return `… ${first.slice(first.length - end).join(" ")}`;
  return capital(group.verb).replaceAll("-", " ");
}

/** With a capital letter, as at the head of a list. */
export function capital(words: string): string {
  return words && words[0].toUpperCase() + words.slice(1);
}

/** A label without the words that its group already says. */
export function shortLabel(label: string, title: string): string {
  if (title.endsWith(" …") && label.startsWith(title.slice(0, -1)))
    return label.slice(title.length - 1);
  if (title.startsWith("… ") && label.endsWith(title.slice(1)))
    return label.slice(0, -(title.length - 1));
  return label;
}

export function optionsAtHex(ask: Ask | null, hex: number): Choice[] {
  return ask?.options.filter((option) => option.kind === "hex" && option.noun === hex) ?? [];
}

export function optionsOfUnit(ask: Ask | null, unit: number): Choice[] {
  return ask?.options.filter((option) => option.kind === "unit" && option.noun === unit) ?? [];
}

/** How a lit hex looks, by the tone of its verb. */
export function lightTone(tone: string): "choice" | "attack" | "retreat" {
  if (tone === "harm") return "attack";
  return tone === "yield" ? "retreat" : "choice";
}
