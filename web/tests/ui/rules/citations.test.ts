import { expect, it } from "vitest";
import { cited } from "../../../src/ui/rules/citations";

const named = (text: string) => cited(text).filter((piece) => piece.rule);
const read = (text: string) =>
  cited(text)
    .map((piece) => piece.text)
    .join("");

it("finds the rules that a reading names", () => {
  expect(named("Collected from rgw.stacking.6, rgw.zoc.14; the rest: rule:8.3.")).toEqual([
    { text: "rgw.stacking.6", rule: "rgw.stacking.6" },
    { text: "rgw.zoc.14", rule: "rgw.zoc.14" },
    { text: "house rule 8.3", rule: "rule:8.3" },
  ]);
});

it("says short names as players would", () => {
  expect(read("see rule:hq (such an HQ is displaced)")).toBe(
    "see house rule HQ (such an HQ is displaced)",
  );
  expect(read("See table:german-supply.")).toBe("See table of german supply.");
  expect(read("as rule:hidden-movement says")).toBe("as house rule hidden movement says");
});

it("opens the house rule of a refusal", () => {
  expect(named("0304 is nearer to the enemy (house rule 8.3).")).toEqual([
    { text: "house rule 8.3", rule: "rule:8.3" },
  ]);
  expect(named("its chit stays out (house rule HQ).")).toEqual([
    { text: "house rule HQ", rule: "rule:hq" },
  ]);
});

it("leaves plain words alone", () => {
  expect(cited("A unit may enter 2 hexes, e.g. 0304. Then it stops.")).toEqual([
    { text: "A unit may enter 2 hexes, e.g. 0304. Then it stops.", rule: "" },
  ]);
  expect(named("by a house rule that we made")).toEqual([]);
  expect(cited("")).toEqual([]);
});
