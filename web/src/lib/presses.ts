/** What a press, a drag or a tap on the map means, from the roles of what is offered alone. */

import type { Piece } from "../api";
import type { Ask, Choice } from "./offers";
import { optionsAtHex, optionsOfUnit } from "./options";

export interface Pressed {
  hex: number;
  /** The counter under the pointer. */
  piece: Piece | null;
  /** All counters of the hex. */
  stack: readonly Piece[];
  /** The stack is spread, so that the counter is meant and no other. */
  isFanned: boolean;
  isMouse: boolean;
}

/** The choices that a press can mean: one is carried out, several make a menu, none is explained. */
export function meant(ask: Ask, { hex, piece, stack, isFanned, isMouse }: Pressed): Choice[] {
  const here = optionsAtHex(ask, hex);
  const isExact = piece !== null && (isFanned || stack.length === 1);
  const exact = isExact ? optionsOfUnit(ask, piece.unit) : [];
  // A lit hex is where what is in hand goes, whoever stands there; one counter of a spread stack is that counter.
  if (here.length && exact.every((one) => one.isFresh) && !(isFanned && exact.length))
    return isMouse && !piece
      ? here
      : [...here, ...unitsOf(ask, stack).filter((one) => !one.isFresh)];
  if (exact.length) return [...here, ...exact];
  return isFanned && piece ? here : [...here, ...unitsOf(ask, stack)];
}

function unitsOf(ask: Ask, stack: readonly Piece[]): Choice[] {
  return stack.flatMap((one) => optionsOfUnit(ask, one.unit));
}

/** The pick by which a dragged counter is taken up; of a folded stack any that can go, the top one first. */
export function pickFor(
  ask: Ask,
  piece: Piece,
  stack: readonly Piece[],
  isAlone: boolean,
): Choice | null {
  const units = [piece, ...(isAlone ? [] : [...stack].reverse())];
  const picks = units.flatMap((one) =>
    optionsOfUnit(ask, one.unit).filter(({ role }) => role === "pick"),
  );
  return picks[0] ?? null;
}

/** Where a dragged counter may be put: going there comes before anything else that the hex offers. */
export function putting(ask: Ask, hex: number): Choice[] {
  const here = optionsAtHex(ask, hex).filter((one) => !one.isFresh);
  const goes = here.filter(({ role }) => role === "go");
  return goes.length ? goes.slice(0, 1) : here;
}

/** What ends the step: the answer of the key for it. */
export function ending(ask: Ask | null): Choice | null {
  const ends = ask?.options.filter(({ role, kind }) => role === "end" && kind === "none") ?? [];
  return ends.find((one) => one.do === ask?.usual) ?? ends[0] ?? null;
}
