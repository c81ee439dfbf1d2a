import { expect, it } from "vitest";
import type { Piece } from "../../src/net/api";
import { describePiece, turnsOf } from "../../src/table/descriptions";
import type { Setting } from "../../src/table/setting";

it("a counter that is no unit is called by what stands on it, with its amount", () => {
  const setting = { counters: [], info: { card: { sides: ["aster", "boreal"] } } };
  const dump = { unit: -1, hex: 5, side: 0, face: 0, badges: [], text: "SP", steps: 0, amount: 4 };
  const said = (piece: Piece) => describePiece(setting as unknown as Setting, piece);
  expect(said(dump)).toBe("Aster SP 4");
  expect(said({ ...dump, side: 1, text: "", amount: 0 })).toBe("unknown Boreal unit");
});

it("one turn is a turn", () => {
  expect([1, 3].map((turns) => turnsOf({ turns }))).toEqual(["1 turn", "3 turns"]);
});
