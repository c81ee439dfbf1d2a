import { describe, expect, it } from "vitest";
import type { AskView, Option } from "../src/api";
import { lightsOf, placesOf } from "../src/lib/lights";
import {
  capital,
  isDrafted,
  grouped,
  optionsAtHex,
  optionsOfUnit,
  shortLabel,
  toneOf,
} from "../src/lib/options";

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
    const lights = lightsOf(open, overlay, { supply: "good", threat: "bad" });
    expect(lights.hexes.get(3)?.tone).toBe("good");
    expect(lights.hexes.get(12)?.tone).toBe("choice");
  });
});

describe("where an Ask is", () => {
  const piece = (unit: number, hex: number) => ({
    unit,
    hex,
    side: 0,
    face: 0,
    badges: [],
    text: "",
  });

  it("is where its hexes, its counters and those in hand are, once each", () => {
    const asked = ask(
      option("to 0101", "to 0101", "hex", 7),
      option("with a", "Together with A", "unit", 1),
      option("with b", "Together with B", "unit", 2),
      option("halt", "Stop here", "none", -1),
    );
    const pieces = [piece(1, 4), piece(2, -1), piece(3, 9), piece(5, 7)];
    expect(placesOf({ ...asked, held: [3] }, pieces).sort()).toEqual([4, 7, 9]);
    expect(placesOf(null, pieces)).toEqual([]);
  });

  it("begins its lists with a capital letter", () => {
    expect(capital("to …")).toBe("To …");
    expect(capital("")).toBe("");
  });
});

describe("a secret order", () => {
  it("marks the counters that are in it, not what may be ordered again", () => {
    const chit = option("chit a", "Chit of A", "unit", 1);
    const other = option("chit b", "Chit of B", "unit", 2);
    const drop = option("drop I-rifle", "Drop a rifle company", "number", 0);
    const writing = { ...ask(chit, other, drop), is_secret: true, draft: [chit, drop] };
    expect(writing.options.map((one) => isDrafted(writing, one))).toEqual([true, false, false]);
    expect([...lightsOf(writing, null).units]).toEqual([2]);
    expect([...lightsOf(writing, null).taken]).toEqual([1]);
  });
});
