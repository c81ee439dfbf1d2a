import { describe, expect, it } from "vitest";
import type { Dice, Line, Sheet } from "../src/api";
import { foughtOn, newLines, type Battle } from "../src/lib/battle";

const sheet = (title: string, total: string): Sheet => ({ title, total, terms: [] });
const line = (text: string): Line => ({ n: 1, kind: "told", text });
const roll: Dice = { n: 1, title: "Roll", label: "Roll 5", do: "roll 5", share: 1 / 6 };

function after(...news: Parameters<typeof foughtOn>[1][]): Battle | null {
  return news.reduce<Battle | null>(foughtOn, null);
}

describe("an attack", () => {
  const weak = { sheets: [sheet("Attack on 0303", "4")], lines: [], rolls: [] };
  const strong = { sheets: [sheet("Attack on 0303", "9")], lines: [], rolls: [] };
  const rolled = { sheets: [sheet("Attack on 0303", "9")], lines: [line("Die 5")], rolls: [roll] };

  it("has the newest sheets while it is built", () => {
    expect(after({ ...weak, lines: [line("a move before it")] }, strong)).toMatchObject({
      sheets: strong.sheets,
      lines: [],
      isRolled: false,
    });
  });

  it("that is taken back leaves nothing", () => {
    expect(after(weak, { sheets: [], lines: [], rolls: [] })).toBeNull();
  });

  it("keeps the sheets it was fought with when losses change them", () => {
    const loss = { sheets: [sheet("Attack on 0303", "2")], lines: [line("A step")], rolls: [] };
    expect(after(strong, rolled, loss)).toMatchObject({
      sheets: strong.sheets,
      lines: [line("Die 5"), line("A step")],
      isOver: false,
    });
  });

  it("stays to be read when it is over, and gives way to the next one", () => {
    const end = { sheets: [], lines: [line("Advance")], rolls: [] };
    const quiet = { sheets: [], lines: [line("another's move")], rolls: [] };
    const over = after(strong, rolled, end, quiet);
    expect(over).toMatchObject({ isOver: true, rolls: [roll] });
    expect(over!.lines).toHaveLength(2);
    const next = { sheets: [sheet("Attack on 0404", "1")], lines: [], rolls: [] };
    expect(foughtOn(over, next)).toMatchObject({ sheets: next.sheets, lines: [], isOver: false });
  });

  it("that is rolled and over in one update has its story", () => {
    expect(after(strong, { sheets: [], lines: [line("Die 1")], rolls: [roll] })).toMatchObject({
      sheets: strong.sheets,
      lines: [line("Die 1")],
      isOver: true,
    });
  });
});

it("finds what a whole state has that the log before had not", () => {
  const log = [line("a"), line("b"), line("a")];
  expect(newLines(log.slice(0, 2), log)).toEqual([line("a")]);
  expect(newLines(log, log)).toEqual([]);
  expect(newLines([], log)).toEqual([]);
});
