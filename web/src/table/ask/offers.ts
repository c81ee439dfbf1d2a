/** The offers of an Ask written out: what each answer is called, what to send for it, what it costs. */

import type { AskView, BoardOut, CounterOut, OfferView, Option } from "../../net/api";

/** One answer, as buttons, counters and hexes need it. */
export interface Choice extends Option {
  role: string;
  tone: string;
  /** How readily it is offered: at once, under More, or under More and asked for once again. */
  manner?: "rare" | "grave";
  /** The words of its verb, with {} where the name goes. */
  phrase: string;
  /** What its noun is called; "" without one. */
  name: string;
  cost?: string;
  /** What it comes to, in a few words: odds, steps lost. */
  note?: string;
  share?: number;
  /** Several answers come there: it is always an order. */
  isFar?: boolean;
  /** What is in hand is put down before it. */
  isFresh?: boolean;
}

/** An Ask with its answers one by one. */
export interface Ask extends AskView {
  options: Choice[];
}

/** What things are called: printed on the board and on the counters. */
export interface Names {
  hexId(hex: number): string;
  hexName(hex: number): string;
  unitId(unit: number): string;
  unitName(unit: number): string;
}

const DIRECTIONS = ["N", "NE", "SE", "S", "SW", "NW"];

export function namesOf(board: BoardOut, counters: readonly CounterOut[]): Names {
  const places = new Map(board.places.map((place) => [place.hex, place.name]));
  const boxes = new Map(board.boxes.map((box) => [box.place, box.name]));
  const hexId = (hex: number) => board.names[hex] ?? `#${hex}`;
  return {
    hexId,
    hexName: (hex) => boxes.get(hex) ?? [hexId(hex), places.get(hex)].filter(Boolean).join(" "),
    unitId: (unit) => counters[unit]?.id ?? `#${unit}`,
    unitName: (unit) => counters[unit]?.name ?? `#${unit}`,
  };
}

/** While nothing is loaded yet, numbers stand for names. */
export const NAMELESS: Names = {
  hexId: (hex) => `#${hex}`,
  hexName: (hex) => `#${hex}`,
  unitId: (unit) => `#${unit}`,
  unitName: (unit) => `#${unit}`,
};

export function written(ask: AskView, names: Names): Ask {
  const parts = ask.cost_parts ?? 1;
  const options = ask.offers.flatMap((offer) => choices(offer, names, parts));
  const far = ask.reach ? choices(ask.reach, names, parts) : [];
  const all = [...options, ...far.map((choice) => ({ ...choice, isFar: true }))];
  // Where nothing else can be answered it is what the question is about.
  return { ...ask, options: all.some(({ manner }) => !manner) ? all : all.map(plainly) };
}

function plainly(choice: Choice): Choice {
  return { ...choice, manner: undefined };
}

/** What may be done in place of what is in hand: with another counter, against another hex, or to end the step. */
const isNew = ({ role, kind }: Choice) =>
  ["pick", "split", "aim", "end"].includes(role) || (role === "act" && kind === "unit");
/** Roles of what puts down what is in hand. */
const PUTS_DOWN = ["close", "drop"];

/**
 * The Ask as the hand sees it. With counters chosen and not sent it is the one ahead, and what puts them down is no
 * answer; in both cases what else could be begun is there too. While they are in hand nothing ends the step: it would
 * throw the choice away without a word.
 */
export function asSeen(
  now: Ask,
  ahead: Ask | null,
  beyond: Ask | null,
  isInHand = ahead !== null,
): Ask {
  const first = ahead ?? now;
  const isKept = ({ role }: Choice) => !isInHand || role !== "end";
  const options = (ahead ? goingOn(first.options) : first.options).filter(isKept);
  const known = new Set(options.map((choice) => choice.do));
  const begun = [...(ahead ? now.options : []), ...(beyond?.options ?? [])].filter(isKept);
  const others = begun.filter((choice) => isNew(choice) && !known.has(choice.do));
  const fresh = new Map(others.map((choice) => [choice.do, { ...choice, isFresh: true }]));
  return fresh.size
    ? { ...first, options: [...options, ...fresh.values()] }
    : { ...first, options };
}

/** What goes on with the counters chosen; where nothing does, putting them down is what was meant. */
function goingOn(options: Choice[]): Choice[] {
  const own = options.filter(({ role }) => !PUTS_DOWN.includes(role));
  return own.length ? own : options.filter(({ role }) => role !== "drop");
}

/** The verb that puts down what the game has in hand, and keeps it. */
export function closing(ask: AskView): string {
  return ask.offers.find((offer) => offer.role === "close" && offer.kind === "none")?.verb ?? "";
}

export function nounsOf(offer: OfferView): number[] {
  if (offer.nouns?.length) return offer.nouns;
  const low = offer.low ?? 0;
  const high = offer.high ?? -1;
  return high < low ? [] : Array.from({ length: high - low + 1 }, (_, i) => low + i);
}

function choices(offer: OfferView, names: Names, parts: number): Choice[] {
  const { verb, kind, role, phrase } = offer;
  const tone = offer.tone ?? "plain";
  const manner = offer.manner ? { manner: offer.manner } : {};
  const notes = new Map(offer.notes ?? []);
  const note = (noun: number) => (notes.has(noun) ? { note: notes.get(noun) } : {});
  const share = (i: number) => (offer.shares?.length ? { share: offer.shares[i] } : {});
  if (kind === "none")
    return [
      {
        ...{ do: verb, verb, kind, role, tone, phrase, name: "", label: phrase, noun: -1 },
        ...note(-1),
        ...share(0),
        ...manner,
      },
    ];
  return nounsOf(offer).map((noun, i) => {
    const word = offer.words?.[i] ?? idOf(kind, noun, names);
    const name = offer.names?.[i] ?? nameOf(kind, noun, names);
    const cost = offer.costs?.length ? { cost: inPoints(offer.costs[i], parts) } : {};
    const label = phrase.replace("{}", name);
    const words = { do: `${verb} ${word}`, verb, phrase, name, label };
    return { ...words, kind, role, tone, noun, ...cost, ...note(noun), ...share(i), ...manner };
  });
}

function idOf(kind: Option["kind"], noun: number, names: Names): string {
  if (kind === "hex") return names.hexId(noun);
  if (kind === "unit") return names.unitId(noun);
  return kind === "side" ? sideName(noun, names) : `${noun}`;
}

function nameOf(kind: Option["kind"], noun: number, names: Names): string {
  if (kind === "hex") return names.hexName(noun);
  return kind === "unit" ? names.unitName(noun) : idOf(kind, noun, names);
}

/** A hexside by one of its hexes and a direction: "0303/NE". */
function sideName(side: number, names: Names): string {
  return `${names.hexId(Math.floor(side / 6))}/${DIRECTIONS[side % 6]}`;
}

const FRACTIONS: Record<string, string> = { "1/2": "½", "1/4": "¼", "2/4": "½", "3/4": "¾" };

/** A cost counted in parts of a point, as players write it: 5 halves are 2½. */
export function inPoints(cost: number, parts: number): string {
  const whole = Math.floor(cost / parts);
  const rest = cost % parts;
  if (!rest) return `${whole}`;
  const fraction = FRACTIONS[`${rest}/${parts}`] ?? ` ${rest}/${parts}`;
  return whole ? `${whole}${fraction}` : fraction.trim();
}
