import { describe, expect, it } from "vitest";
import type { OfferView } from "../../../src/net/api";
import { lightsOf, placesOf } from "../../../src/table/ask/lights";
import {
  alike,
  capital,
  isDrafted,
  grouped,
  mainOf,
  optionsAtHex,
  optionsOfUnit,
  around,
  lightTone,
} from "../../../src/table/ask/options";
import { inPoints, NAMELESS, written, type Ask, type Choice } from "../../../src/table/ask/offers";

const option = (
  does: string,
  label: string,
  kind: Choice["kind"],
  noun: number,
  cost = "",
  tone = "plain",
  phrase = label,
): Choice => ({
  do: does,
  verb: does.split(" ")[0],
  label,
  phrase,
  name: does.split(" ")[1] ?? "",
  kind,
  noun,
  role: "act",
  tone,
  ...(cost ? { cost } : {}),
});

const ask = (...options: Choice[]): Ask => ({
  number: 3,
  side: 1,
  procedure: "p",
  step: "S",
  title: "t",
  sentence: "s",
  rules: [],
  offers: [],
  options,
});

describe("offers", () => {
  const names = {
    ...NAMELESS,
    hexId: (hex: number) => `03${hex}`,
    hexName: (hex: number) => `03${hex} Berezovo`,
    unitId: (unit: number) => `unit-${unit}`,
    unitName: (unit: number) => `${unit}th Corps`,
  };
  const offers: OfferView[] = [
    { verb: "to", kind: "hex", role: "go", phrase: "To {}", nouns: [12, 13], costs: [4, 5] },
    { verb: "with", kind: "unit", role: "join", phrase: "Together with {}", nouns: [6] },
    { verb: "load", kind: "number", role: "set", phrase: "Load {}", low: 1, high: 3 },
    {
      verb: "drop",
      kind: "number",
      role: "set",
      phrase: "Drop {}",
      nouns: [0],
      words: ["I-smg"],
      names: ["an SMG company"],
    },
    { verb: "blow", kind: "side", role: "act", phrase: "Blow {}", nouns: [73], tone: "harm" },
    { verb: "halt", kind: "none", role: "close", phrase: "Stop here" },
  ];

  it("are written out with names, prices and what to send", () => {
    const shown = written({ ...ask(), offers, cost_parts: 2 }, names).options;
    expect(shown.map((one) => one.do)).toEqual([
      "to 0312",
      "to 0313",
      "with unit-6",
      "load 1",
      "load 2",
      "load 3",
      "drop I-smg",
      "blow 0312/NE",
      "halt",
    ]);
    expect(shown.map((one) => one.label).slice(0, 3)).toEqual([
      "To 0312 Berezovo",
      "To 0313 Berezovo",
      "Together with 6th Corps",
    ]);
    expect(shown.map((one) => one.cost).slice(0, 3)).toEqual(["2", "2½", undefined]);
    expect(shown[6].label).toBe("Drop an SMG company");
  });

  it("count in parts of a point", () => {
    expect([inPoints(1, 2), inPoints(7, 4), inPoints(3, 1), inPoints(4, 3)]).toEqual([
      "½",
      "1¾",
      "3",
      "1 1/3",
    ]);
  });
});

describe("grouping", () => {
  const groups = grouped([
    option("done", "Done", "none", -1),
    option("move a", "Move 6th Corps", "unit", 1, "", "plain", "move {}"),
    option("move b", "Move 7th Corps", "unit", 2, "", "plain", "move {}"),
    option("rail a", "Rail move of 6th Corps", "unit", 1, "", "plain", "Rail move of {}"),
  ]);

  it("groups by verb, buttons last", () => {
    expect(groups.map((group) => group.verb)).toEqual(["move", "rail", "done"]);
  });

  it("says the words of the verb once", () => {
    expect(groups.map((group) => group.title)).toEqual(["Move …", "Rail move of …", "Done"]);
    expect(around("{} loses a step")).toEqual(["", "loses a step"]);
    expect(around("Done")).toEqual(["Done", ""]);
  });
});

describe("clicks", () => {
  const open = ask(
    option("to 0302", "To 0302", "hex", 7, "1"),
    option("to 0303", "To 0303", "hex", 12, "2½"),
    option("overrun 0304", "Overrun 0304", "hex", 17, "", "harm"),
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
    expect(lightTone("yield")).toBe("retreat");
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
    steps: 0,
    amount: 0,
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

describe("those who bear the same word", () => {
  const chit = (noun: number, note = ""): Choice => ({
    ...option(`chit hq-${noun}`, `Chit of ${noun}`, "unit", noun),
    role: "join",
    ...(note ? { note } : {}),
  });
  const fed = [
    chit(1, "in combat supply"),
    chit(2, "in combat supply"),
    chit(3, "in combat supply"),
  ];
  const secret = (draft: Choice[], ...options: Choice[]): Ask => ({
    ...ask(...options),
    is_secret: true,
    draft,
  });
  const taken = (one: Ask) => grouped(one.options).map((group) => alike(one, group));

  it("are taken with one press into a secret order, without those that are in it", () => {
    expect(taken(secret([], ...fed, chit(4)))).toEqual([[["in combat supply", fed]]]);
    expect(taken(secret([fed[0]], ...fed, chit(4)))).toEqual([
      [["in combat supply", fed.slice(1)]],
    ]);
  });

  it("have no button of their own where they are all there is, or one, or nothing is secret", () => {
    expect(taken(secret([], ...fed))).toEqual([[]]);
    expect(taken(secret(fed.slice(1), ...fed, chit(4)))).toEqual([[]]);
    expect(taken(ask(...fed, chit(4)))).toEqual([[]]);
  });
});

describe("the buttons that stand out", () => {
  const button = (does: string, role: string, tone = "plain"): Choice => ({
    ...option(does, does, "none", -1, "", tone),
    role,
  });

  it("do what the question is about; what declines or ends the step does so only alone", () => {
    const fight = button("fight", "act");
    const done = button("done", "end");
    expect(mainOf([fight, done], "done")).toEqual(["fight"]);
    expect(mainOf([done, button("back", "drop", "quiet")], "")).toEqual(["done"]);
    expect(mainOf([fight, button("wait", "act"), done], "wait")).toEqual(["wait"]);
    expect(mainOf([{ ...fight, manner: "grave" }, done], "")).toEqual(["done"]);
  });
});
