import { expect, it } from "vitest";
import type { CounterOut, Piece } from "../../src/net/api";
import { describePiece, strengthOf, turnsOf } from "../../src/table/descriptions";
import type { Setting } from "../../src/table/setting";

it("a counter that is no unit is called by what stands on it, with its amount", () => {
  const setting = { counters: [], info: { card: { sides: ["aster", "boreal"] } } };
  const dump = { unit: -1, hex: 5, side: 0, face: 0, badges: [], text: "SP", steps: 0, amount: 4 };
  const said = (piece: Piece) => describePiece(setting as unknown as Setting, piece);
  expect(said(dump)).toBe("Aster SP 4");
  expect(said({ ...dump, side: 1, text: "", amount: 0 })).toBe("unknown Boreal unit");
});

it("faces are steps only on counters that have one for each", () => {
  const left = (steps: number, faces: number, face = 0) =>
    strengthOf({ steps, faces: Array.from({ length: faces }, () => [1]) } as CounterOut, {
      ...{ face, steps: 0, amount: 0 },
    });
  expect(left(2, 2)).toBe("2 of 2 steps");
  expect(left(2, 2, 1)).toBe("1 of 2 steps");
  expect(left(1, 2), "one step, and two modes").toBe("");
  expect(left(0, 2), "a leader has none").toBe("");
  expect(left(3, 2), "of an enemy they are not known").toBe("");
});

it("one turn is a turn", () => {
  expect([1, 3].map((turns) => turnsOf({ turns }))).toEqual(["1 turn", "3 turns"]);
});
