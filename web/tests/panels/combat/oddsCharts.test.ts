import { describe, expect, it } from "vitest";
import type { OddsShown, WayOdds } from "../../../src/net/api";
import { chartsOf, howFound, isExact, percent } from "../../../src/panels/combat/oddsCharts";

const exact = (shares: Record<number, number>): [number, number, number, number][] =>
  Object.entries(shares).map(([value, share]) => [Number(value), share, share, share]);

const way = (words: string, chances: WayOdds["chances"], more: Partial<WayOdds> = {}): WayOdds => ({
  way: words,
  chances,
  means: {},
  plays: 6,
  ...more,
});

const shown = (names: string[], ways: WayOdds[], more: Partial<OddsShown> = {}): OddsShown => ({
  type: "odds",
  id: "1",
  names,
  ways,
  sheets: [],
  yes_or_no: ["hex taken"],
  ...more,
});

describe("the charts of an attack", () => {
  const stands = way("if he stands", {
    "hex taken": exact({ 0: 0.6, 1: 0.4 }),
    "attacker hits": exact({ 0: 0.5, 1: 0.5 }),
  });
  const goes = way("if he goes", {
    "hex taken": exact({ 1: 1 }),
    "attacker hits": exact({ 0: 0.5, 1: 0.5 }),
  });

  it("fork where the answer to the open question makes a difference", () => {
    const [taken, hits] = chartsOf(shown(["attacker hits", "hex taken"], [stands, goes]));
    expect(taken.forks.map((fork) => [fork.way, fork.bars[0].text])).toEqual([
      ["if he stands", "40 %"],
      ["if he goes", "100 %"],
    ]);
    expect(taken.isYesNo).toBe(true);
    expect(hits.forks.map((fork) => fork.way)).toEqual([""]);
    expect(hits.forks[0].bars.map((bar) => bar.value)).toEqual([0, 1]);
  });

  it("tell of something that never happens if it does in another way", () => {
    const never = way("if he stands", { "hex taken": exact({ 0: 1 }) });
    const [taken] = chartsOf(shown(["hex taken"], [never, goes]));
    expect(taken.forks.map((fork) => fork.bars[0].text)).toEqual(["0 %", "100 %"]);
  });

  it("are left out for what cannot happen at all", () => {
    const nothing = way("", { "hex taken": exact({ 0: 1 }), losses: exact({ 0: 1 }) });
    expect(chartsOf(shown(["hex taken", "losses"], [nothing]))).toEqual([]);
  });
});

describe("how chances were come by", () => {
  it("is said in a few words", () => {
    const one = way("", { losses: exact({ 1: 1 }) });
    expect(isExact(shown(["losses"], [one]))).toBe(true);
    expect(howFound(shown(["losses"], [one]))).toBe("every line of play");
    const hidden = shown(["losses"], [one], { draws: 100 });
    expect(isExact(hidden)).toBe(false);
    expect(howFound(hidden)).toContain("100 positions of what you do not see");
    const long = shown(["losses"], [way("", one.chances, { sampled: 1000 })]);
    expect(howFound(long)).toContain("1,000 lines of play");
  });

  it("shows the interval of a chance in brackets", () => {
    const drawn = way("", { losses: [[1, 0.4, 0.352, 0.458]] }, { sampled: 1000 });
    expect(chartsOf(shown(["losses"], [drawn]))[0].forks[0].bars[0].text).toBe("40 % (35–46)");
    expect(percent(0.031)).toBe("3.1 %");
  });
});
