/** Chances and losses as a card says them: never "0" or "100" unless it is certain. */

import type { CardShown, OddsShown } from "../../net/api";
import type { Range } from "./cards.svelte";

/** A chance without its sign: "67", "over 99", "under 1". */
export function share(value: number, isExact: boolean): string {
  if (value >= 1) return isExact ? "100" : "over 99";
  if (value <= 0) return isExact ? "0" : "under 1";
  if (value > 0.995) return "over 99";
  if (value < 0.005) return "under 1";
  return String(Math.min(99, Math.max(1, Math.round(value * 100))));
}

/** "74–82", or one number where both are the same. */
export function shares([low, high]: Range, isExact: boolean): string {
  const [first, last] = [share(low, isExact), share(high, isExact)];
  return first === last ? first : `${first}–${last.replace("over ", ">")}`;
}

/** Losses on average, with one decimal. */
export function steps([low, high]: Range): string {
  const [first, last] = [low.toFixed(1), high.toFixed(1)];
  return first === last ? first : `${first}–${last}`;
}

export function isExactCard(card: CardShown): boolean {
  return !card.draws && !(card.ways ?? []).some((way) => way.sampled);
}

/** The same card as the chart of all outcomes wants it. */
export function oddsOf(card: CardShown): OddsShown {
  return {
    type: "odds",
    id: card.id,
    names: card.names ?? [],
    ways: card.ways ?? [],
    sheets: card.sheets ?? [],
    yes_or_no: card.yes_or_no ?? [],
    draws: card.draws ?? 0,
    note: card.note ?? "",
  };
}

/** How often dice fall so or worse: "1 in 6". */
export function oneIn(chance: number): string {
  return chance >= 0.5 ? `${Math.round(chance * 100)} %` : `1 in ${Math.round(1 / chance)}`;
}
