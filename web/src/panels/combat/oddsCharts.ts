/** The chances of an attack as charts: one for each thing measured, forked where an answer is open. */

import type { OddsShown, WayOdds } from "../../net/api";

export interface Bar {
  value: number;
  share: number;
  /** "40 %", and where it was drawn the numbers between which it lies: "40 % (35–46)". */
  text: string;
}

/** What is measured if the open question is answered in this way; "" where that changes nothing. */
export interface Fork {
  way: string;
  mean: number;
  bars: Bar[];
}

export interface Chart {
  name: string;
  /** Happens or does not: each fork has one bar, how likely it does. */
  isYesNo: boolean;
  forks: Fork[];
}

/** What happens or does not comes first: it is what an attack is for. */
export function chartsOf(odds: OddsShown): Chart[] {
  return odds.names
    .map((name) => {
      const isYesNo = odds.yes_or_no?.includes(name) ?? false;
      return { name, isYesNo, forks: forked(odds.ways.map((way) => fork(way, name, isYesNo))) };
    })
    .filter((chart) => chart.forks.some(({ bars }) => bars.some(isTelling)))
    .sort((a, b) => Number(b.isYesNo) - Number(a.isYesNo));
}

/** Nothing happens at all: no chart needed. */
function isTelling(bar: Bar): boolean {
  return bar.value !== 0 && bar.share > 0;
}

function fork({ way, chances, means }: WayOdds, name: string, isYesNo: boolean): Fork {
  const found = (chances[name] ?? []).map(([value, share, low, high]) => ({
    value,
    share,
    text: percent(share) + between(low, high),
  }));
  const yes = found.find((bar) => bar.value === 1) ?? { value: 1, share: 0, text: percent(0) };
  return { way, mean: means[name] ?? 0, bars: isYesNo ? [yes] : found };
}

/** Ways that do the same are told as one. */
function forked(forks: Fork[]): Fork[] {
  const [first] = forks;
  const isSame = forks.every((one) => JSON.stringify(one.bars) === JSON.stringify(first.bars));
  return isSame ? [{ ...first, way: "" }] : forks;
}

export function percent(share: number): string {
  const value = share * 100;
  // Nothing is called certain, or out of the question, that is not.
  if (share < 1 && value > 99.5) return "over 99 %";
  if (share > 0 && value < 0.05) return "under 0.1 %";
  return value >= 10 || value === 0 ? `${Math.round(value)} %` : `${value.toFixed(1)} %`;
}

function between(low: number, high: number): string {
  return low === high ? "" : ` (${Math.round(low * 100)}–${Math.round(high * 100)})`;
}

export function isExact(odds: OddsShown): boolean {
  return !odds.draws && !odds.ways.some((way) => way.sampled);
}

/** How the chances were come by, in a few words. */
export function howFound(odds: OddsShown): string {
  if (isExact(odds)) return "every line of play";
  const lines = Math.max(...odds.ways.map((way) => way.sampled ?? 0));
  const drawn = lines ? [`${lines.toLocaleString("en")} lines of play`] : [];
  if (odds.draws) drawn.push(`${odds.draws} positions of what you do not see`);
  return `from ${drawn.join(" in ")} drawn at random; in brackets the 95 % interval`;
}
