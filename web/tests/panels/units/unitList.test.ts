import { expect, it } from "vitest";
import {
  CAN_ACT,
  filtersOf,
  passes,
  pressed,
  says,
  type Row,
} from "../../../src/panels/units/unitList";

const row = (name: string, states: string[], can = 0): Row => ({
  name,
  of: "41A",
  where: "0302",
  states,
  can: Array(can).fill({}) as Row["can"],
  piece: { unit: 0 } as Row["piece"],
});
const rows = [
  row("17 Gds RD", ["has moved"]),
  row("65 TB", [], 1),
  row("93 RD", ["out of supply"]),
];

it("the list of units is narrowed to who can act, and to every state that somebody is in", () => {
  expect(filtersOf(rows).map(({ name, count }) => `${name} ${count}`)).toEqual([
    "can act now 1",
    "has moved 1",
    "out of supply 1",
  ]);
  expect(filtersOf([row("1", [])])).toEqual([]);
});

it("a filter that is pressed again means all others, and then nothing", () => {
  const once = pressed("", "has moved");
  const twice = pressed(once, "has moved");
  expect(rows.filter((one) => passes(one, once)).map(({ name }) => name)).toEqual(["17 Gds RD"]);
  expect(rows.filter((one) => passes(one, twice)).map(({ name }) => name)).toEqual([
    "65 TB",
    "93 RD",
  ]);
  expect(pressed(twice, "has moved")).toBe("");
  expect(rows.every((one) => passes(one, ""))).toBe(true);
  expect(rows.filter((one) => passes(one, CAN_ACT))).toHaveLength(1);
  expect(pressed(twice, CAN_ACT)).toBe(CAN_ACT);
});

it("a unit is found by name, formation, hex and state", () => {
  expect(rows.filter((one) => says(one, "41a supply")).map(({ name }) => name)).toEqual(["93 RD"]);
  expect(says(rows[0], "")).toBe(true);
});
