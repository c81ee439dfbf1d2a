/** The options of an Ask, grouped as a player thinks of them: buttons, counters, hexes, numbers. */

import type { Ask, Choice } from "./offers";

export interface Group {
  verb: string;
  kind: Choice["kind"];
  role: string;
  tone: string;
  /** The words of its verb: "Move …". */
  title: string;
  /** It stands under More. */
  isRare: boolean;
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

/** Of a secret order those who bear the same word, such as being in supply: one press takes them all. */
export function alike(ask: Ask, group: Group): [string, Choice[]][] {
  if (!ask.is_secret || group.role !== "join") return [];
  const open = group.options.filter((option) => !isDrafted(ask, option));
  const words = new Set(open.flatMap(({ note }) => note ?? []));
  return [...words]
    .map((word): [string, Choice[]] => [word, open.filter(({ note }) => note === word)])
    .filter(([, some]) => some.length > 1 && some.length < open.length);
}

/** Groups by verb, in the order of first appearance; what takes back comes later, plain buttons last, as on a form. */
export function grouped(options: readonly Choice[]): Group[] {
  const groups = new Map<string, Group>();
  for (const option of options) {
    const { verb, kind, role, tone, phrase } = option;
    const group = groups.get(verb);
    if (group) group.options.push(option);
    else {
      const title = capital(phrase.replace("{}", "…"));
      const isRare = option.manner !== undefined;
      groups.set(verb, { verb, kind, role, tone, title, isRare, options: [option] });
    }
  }
  const rank = (g: Group) => (g.kind === "none" ? 2 : 0) + (takesBack(g) ? 1 : 0);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}

/**
 * The buttons that stand out: they do what the question is about. What declines or ends the step stands out only where
 * there is nothing else.
 */
export function mainOf(buttons: readonly Choice[], usual: string): string[] {
  const forward = buttons.filter((option) => !takesBack(option) && !option.manner);
  const acts = forward.filter(({ role }) => role !== "end");
  const found = acts.length ? acts : forward;
  return found.some((option) => option.do === usual) ? [usual] : found.map((option) => option.do);
}

/** With a capital letter, as at the head of a list. */
export function capital(words: string): string {
  return words && words[0].toUpperCase() + words.slice(1);
}

/** The words of a phrase before its noun, and those after. */
export function around(phrase: string): [string, string] {
  const [before, after = ""] = phrase.split("{}");
  return [before.trim(), after.trim()];
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
