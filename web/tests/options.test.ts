import { describe, expect, it } from "vitest";
import type { AskView, Option } from "../src/api";
import { hexNamed, lightsOf, pathTo } from "../src/lib/lights";
import {
  grouped,
  optionsAtHex,
  optionsOfUnit,
  refusedChoice,
  shortLabel,
  toneOf,
} from "../src/lib/options";
import { Grid } from "../src/map/geometry";

const option = (
  does: string,
  label: string,
  kind: Option["kind"],
  noun: number,
  cost = "",
): Option => ({
  do: does,
  verb: does.split(" ")[0],
  label,
  kind,
  noun,
  ...(cost ? { cost } : {}),
});

const ask = (...options: Option[]): AskView => ({
  number: 3,
  side: 1,
  procedure: "p",
  step: "S",
  title: "t",
  sentence: "s",
  rules: [],
  options,
});

describe("grouping", () => {
  const groups = grouped([
    option("done", "Done", "none", -1),
    option("move a", "Move 6th Corps", "unit", 1),
    option("move b", "Move 7th Corps", "unit", 2),
    option("rail a", "Rail move of 6th Corps", "unit", 1),
  ]);

  it("groups by verb, buttons last", () => {
    expect(groups.map((group) => group.verb)).toEqual(["move", "rail", "done"]);
  });

  it("says the common words once", () => {
    expect(groups[0].title).toBe("Move …");
    expect(groups[0].options.map((one) => shortLabel(one.label, groups[0].title))).toEqual([
      "6th Corps",
      "7th Corps",
    ]);
  });

  it("finds common words at the end", () => {
    const [group] = grouped([
      option("lose a", "6th Corps loses a step", "unit", 1),
      option("lose b", "93 RD loses a step", "unit", 2),
    ]);
    expect(group.title).toBe("… loses a step");
    expect(shortLabel("93 RD loses a step", group.title)).toBe("93 RD");
  });
});

describe("clicks", () => {
  const open = ask(
    option("to 0302", "To 0302", "hex", 7, "1"),
    option("to 0303", "To 0303", "hex", 12, "2½"),
    option("overrun 0304", "Overrun 0304", "hex", 17),
    option("with a", "Together with a", "unit", 4),
  );

  it("finds what can be done with a hex or a unit", () => {
    expect(optionsAtHex(open, 12).map((one) => one.do)).toEqual(["to 0303"]);
    expect(optionsOfUnit(open, 4).map((one) => one.do)).toEqual(["with a"]);
    expect(optionsAtHex(null, 12)).toEqual([]);
  });

  it("asks why with the verb that most options have", () => {
    expect(refusedChoice(open, "hex", "0505")).toBe("to 0505");
    expect(refusedChoice(open, "unit", "93-rd")).toBe("with 93-rd");
    expect(refusedChoice(ask(), "hex", "0505")).toBeNull();
  });

  it("lights hexes and units with their costs and tones", () => {
    const lights = lightsOf(open, null);
    expect(lights.hexes.get(12)).toEqual({ tone: "choice", text: "2½" });
    expect(lights.hexes.get(17)?.tone).toBe("attack");
    expect([...lights.units]).toEqual([4]);
    expect(toneOf("withdraw")).toBe("retreat");
  });

  it("shows an overlay below the options", () => {
    const overlay = {
      type: "overlay" as const,
      id: "",
      name: "supply",
      title: "",
      hexes: [
        [3, "supplied"],
        [12, "cut"],
      ] as [number, string][],
    };
    const lights = lightsOf(open, overlay);
    expect(lights.hexes.get(3)?.tone).toBe("good");
    expect(lights.hexes.get(12)?.tone).toBe("choice");
  });

  it("draws a way along ever cheaper hexes", () => {
    const grid = new Grid({ columns: 5, rows: 4, lower: "even", missing: [] });
    expect(pathTo(grid, open, 12, 2)).toEqual([2, 7, 12]);
    expect(pathTo(grid, open, 17, 2)).toEqual([]);
  });
});

it("points at the one hex that a sentence names", () => {
  const names = ["0101", "0303", "0402"];
  expect(hexNamed("Who attacks 0303 Berezovo?", names)).toBe(1);
  expect(hexNamed("Spend a supply point (1 left) for +1 on the attack on 0402?", names)).toBe(2);
  expect(hexNamed("From 0303 to 0402", names)).toBe(-1);
  expect(hexNamed("Name the hexes you attack.", names)).toBe(-1);
});
