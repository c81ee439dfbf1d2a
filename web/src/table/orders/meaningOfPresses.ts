/** What a press, a drag or a tap on the map means, from the roles of what is offered alone. */

import type { Piece } from "../../net/api";
import type { Ask, Choice } from "../ask/offers";
import { optionsAtHex, optionsOfUnit } from "../ask/options";

export interface Pressed {
  hex: number;
  /** The counter under the pointer. */
  piece: Piece | null;
  /** All counters of the hex. */
  stack: readonly Piece[];
  /** The stack is spread, so that the counter is meant and no other. */
  isFanned: boolean;
  isMouse: boolean;
  /** Counters are chosen that wait for a hex: then a lit hex is gone to, whoever stands there. */
  isChosen: boolean;
}

/**
 * The choices that a press can mean: one is carried out, several make a menu, none is explained. What goes on with
 * what is in hand comes before what begins something else.
 */
export function meant(ask: Ask, pressed: Pressed): Choice[] {
  const found = withinPress(ask, pressed);
  // What is rarely done is not what a press means, unless nothing else is.
  const usual = found.filter(({ manner }) => !manner);
  return usual.length ? usual : found;
}

function withinPress(ask: Ask, pressed: Pressed): Choice[] {
  const { hex, piece, stack, isFanned, isMouse, isChosen } = pressed;
  const here = optionsAtHex(ask, hex);
  const exact = piece && (isFanned || stack.length === 1) ? optionsOfUnit(ask, piece.unit) : [];
  if (isFanned && exact.length) return goingOn(exact);
  if (here.length && isMouse && !piece) return goingOn(here);
  // Work in its hex does not stand between a counter and the hand: beside the counter it can be pressed.
  const isPicked = exact.some(({ role }) => role === "pick");
  if (isMouse && !isChosen && isPicked && here.every(({ role }) => role === "act"))
    return goingOn(exact);
  const units = exact.length ? exact : isFanned && piece ? [] : unitsOf(ask, stack);
  // Without counters chosen the one that is pressed is meant, though others could go on to its hex.
  if (piece && !isChosen && units.length && units.every((one) => one.isFresh))
    return exact.length ? exact : listed(here, units);
  return goingOn(listed(here, units));
}

/** What the hex offers, then its counters; work that could be done in the hex comes last, never under a hasty Enter. */
function listed(here: Choice[], units: Choice[]): Choice[] {
  const isWork = ({ role }: Choice): boolean => role === "act";
  return [...here.filter((one) => !isWork(one)), ...units, ...here.filter(isWork)];
}

function goingOn(choices: Choice[]): Choice[] {
  const own = choices.filter((choice) => !choice.isFresh);
  return own.length ? own : choices;
}

function unitsOf(ask: Ask, stack: readonly Piece[]): Choice[] {
  return stack.flatMap((one) => optionsOfUnit(ask, one.unit));
}

/** The pick, or the parting, by which a dragged counter is taken up; of a folded stack any that can, the top one first. */
export function pickFor(
  ask: Ask,
  piece: Piece,
  stack: readonly Piece[],
  isAlone: boolean,
): Choice | null {
  const units = [piece, ...(isAlone ? [] : [...stack].reverse())];
  const offered = units.flatMap((one) => optionsOfUnit(ask, one.unit));
  const taken = ["pick", "split"].flatMap((wanted) =>
    offered.filter(({ role }) => role === wanted),
  );
  return taken[0] ?? null;
}

/** Is what is in hand put upon other counters? Then their stack stays spread while it is dragged. */
export function isPutUpon(ask: Ask): boolean {
  const own = ask.options.filter((one) => !one.isFresh);
  const joins = own.some(({ role, kind }) => role === "join" && kind === "unit");
  return joining(ask).length > 0 || (joins && !own.some(({ kind }) => kind === "hex"));
}

/** What makes one counter of those in hand. */
export function joining(ask: Ask): Choice[] {
  return ask.options.filter(({ role }) => role === "merge");
}

/** Where a dragged counter may be put: going there comes before anything else that the hex offers. */
export function putting(ask: Ask, hex: number): Choice[] {
  const here = optionsAtHex(ask, hex).filter((one) => !one.isFresh);
  const goes = here.filter(({ role }) => role === "go");
  return goes.length ? goes.slice(0, 1) : here;
}

/** The throw of a typed die that a digit means: the one that begins with it, where no other does. */
export function pipsOf(ask: Ask | null, digit: string): Choice | null {
  if (!ask?.is_chance || !/^\d$/.test(digit)) return null;
  const found = ask.options.filter(({ do: words }) => words.split(" ")[1] === digit);
  return found.length === 1 ? found[0] : null;
}

/** What ends the step: the answer of the key for it. */
export function ending(ask: Ask | null): Choice | null {
  const ends = ask?.options.filter(({ role, kind }) => role === "end" && kind === "none") ?? [];
  return ends.find((one) => one.do === ask?.usual) ?? ends[0] ?? null;
}
