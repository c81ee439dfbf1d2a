import { expect, test } from "vitest";
import { errorOf, fitGrid, keyOfNumber, type Mark } from "../../../src/pages/make/fit";
import { centre, keyOf, nameOf, type Counting, type GridShape } from "../../../src/pages/make/grid";

/** A picture of a grid: hexes so many pixels high, turned, and moved. */
function photo(
  grid: GridShape,
  counting: Counting,
  size: number,
  angle: number,
): (number: string) => Mark {
  return (number) => {
    const key = keyOfNumber(grid, counting, number);
    if (!key) throw new Error(`there is no ${number}`);
    const { x, y } = centre(grid, key);
    const [c, s] = [Math.cos(angle) * size, Math.sin(angle) * size];
    return { number, at: { x: 40 + x * c - y * s, y: 25 + x * s + y * c } };
  };
}

const COUNTINGS: [string, GridShape, Counting, string[]][] = [
  [
    "plain, even columns lower",
    { columns: 12, rows: 9, lower: "even" },
    { column: 1, row: 1, digits: 2, between: "", up: false, leads: "column" },
    ["0101", "1102", "0509", "0806"],
  ],
  [
    "odd columns lower",
    { columns: 12, rows: 9, lower: "odd" },
    { column: 1, row: 1, digits: 2, between: "", up: false, leads: "column" },
    ["0101", "1102", "0608", "0305"],
  ],
  [
    "rows counted to the north, with a dot",
    { columns: 12, rows: 9, lower: "even" },
    { column: 1, row: 1, digits: 2, between: ".", up: true, leads: "column" },
    ["01.01", "11.02", "06.08", "03.05"],
  ],
  [
    "hexes that stand on a point: the map lies turned",
    { columns: 12, rows: 9, lower: "even" },
    { column: 1, row: 1, digits: 2, between: "", up: true, leads: "row" },
    ["0101", "0211", "0806", "0503"],
  ],
  [
    "a map that begins at column 34",
    { columns: 12, rows: 9, lower: "odd" },
    { column: 34, row: 20, digits: 2, between: "", up: false, leads: "column" },
    ["3420", "4421", "3927", "3625"],
  ],
];

test.each(COUNTINGS)("three hexes say how the grid lies: %s", (_, grid, counting, numbers) => {
  const mark = photo(grid, counting, 60, 0.02);
  const fit = fitGrid(numbers.slice(0, 3).map(mark), 700, 620);
  if (typeof fit === "string") throw new Error(fit);
  expect(fit.error).toBeLessThan(0.01);
  expect(fit.counting.up).toBe(counting.up);
  expect(fit.counting.between).toBe(counting.between);
  for (const number of numbers) {
    const key = keyOfNumber(fit.grid, fit.counting, number);
    expect(key && nameOf(fit.grid, fit.counting, key)).toBe(number);
  }
  const fourth = mark(numbers[3]);
  const marks = numbers.slice(0, 3).map(mark);
  expect(errorOf(fourth, marks, fit.grid, fit.counting)).toBeLessThan(0.01);
  const off = { ...fourth, at: { x: fourth.at.x + 3, y: fourth.at.y + 4 } };
  expect(errorOf(off, marks, fit.grid, fit.counting)).toBeCloseTo(5, 3);
});

test("what fits no grid is refused with the reason", () => {
  const grid: GridShape = { columns: 12, rows: 9, lower: "even" };
  const mark = photo(grid, COUNTINGS[0][2], 60, 0);
  const fit = (...marks: Mark[]) => fitGrid(marks, 700, 620);
  expect(fit(mark("0101"), mark("0301"), mark("0501"))).toMatch(/on a line/);
  expect(fit(mark("0101"), mark("0101"), mark("0509"))).toMatch(/only once|on a line/);
  expect(fit({ ...mark("0101"), number: "here" }, mark("0501"), mark("0509"))).toMatch(
    /is no hex number/,
  );
  expect(fit({ ...mark("0101"), number: "0909" }, mark("1101"), mark("0509"))).toMatch(
    /do not fit/,
  );
});

test("keys and numbers go both ways", () => {
  const grid: GridShape = { columns: 5, rows: 4, lower: "even" };
  const up: Counting = { column: 10, row: 1, digits: 2, between: "", up: true, leads: "column" };
  expect(nameOf(grid, up, keyOf(1, 4))).toBe("1001");
  expect(keyOfNumber(grid, up, "1104")).toBe("2.1");
  expect(keyOfNumber(grid, up, "1601")).toBeNull();
});
