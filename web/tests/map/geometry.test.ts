import { describe, expect, it } from "vitest";
import { cornerKey, Grid } from "../../src/map/geometry";

const grid = (lower: "even" | "odd", missing: number[] = []) =>
  new Grid({ columns: 5, rows: 4, lower, missing });

describe("the grid", () => {
  it("numbers hexes row by row and puts even columns half a hex lower", () => {
    const g = grid("even");
    expect(g.x[1]).toBeGreaterThan(g.x[0]);
    expect(g.y[1] - g.y[0]).toBeCloseTo(42);
    expect(g.y[5] - g.y[0]).toBeCloseTo(84);
  });

  it.each(["even", "odd"] as const)("has neighbours that look back at each other (%s)", (lower) => {
    const g = grid(lower);
    for (const i of g.present) {
      for (let d = 0; d < 6; d++) {
        const j = g.step(i, d);
        if (j >= 0) expect(g.step(j, (d + 3) % 6)).toBe(i);
      }
    }
  });

  it.each(["even", "odd"] as const)("has neighbours one hex away on the paper (%s)", (lower) => {
    const g = grid(lower);
    for (const i of g.present) {
      for (let d = 0; d < 6; d++) {
        const j = g.step(i, d);
        if (j < 0) continue;
        expect(Math.hypot(g.x[i] - g.x[j], g.y[i] - g.y[j])).toBeCloseTo(84);
        expect(g.distance(i, j)).toBe(1);
      }
    }
  });

  it("knows the neighbours the engine knows", () => {
    // 0303 of the teaching map: N 0302, NE 0402, SE 0403, S 0304, SW 0203, NW 0202.
    const g = grid("even");
    const at = (name: string) => (Number(name.slice(2)) - 1) * 5 + Number(name.slice(0, 2)) - 1;
    const around = [0, 1, 2, 3, 4, 5].map((d) => g.step(at("0303"), d));
    expect(around).toEqual(["0302", "0402", "0403", "0304", "0203", "0202"].map(at));
  });

  it("finds the hex under every centre and near its corners", () => {
    const g = grid("odd");
    for (const i of g.present) {
      expect(g.hexAt(g.x[i], g.y[i])).toBe(i);
      for (let k = 0; k < 6; k++) {
        const [x, y] = g.corner(i, k);
        expect(g.hexAt(g.x[i] + (x - g.x[i]) * 0.95, g.y[i] + (y - g.y[i]) * 0.95)).toBe(i);
      }
    }
  });

  it("finds no hex off the map or where one is missing", () => {
    const g = grid("even", [7]);
    expect(g.hexAt(-200, -200)).toBe(-1);
    expect(g.hexAt(g.x[7], g.y[7])).not.toBe(7);
    expect(g.present).not.toContain(7);
    for (let d = 0; d < 6; d++) expect(g.step(7, d)).toBe(-1);
  });

  it("gives a corner the same key from all three hexes", () => {
    const g = grid("even");
    const here = 12;
    for (let d = 0; d < 6; d++) {
      const j = g.step(here, d);
      const shared = cornerKey(g.corner(here, d));
      expect([0, 1, 2, 3, 4, 5].map((k) => cornerKey(g.corner(j, k)))).toContain(shared);
    }
  });

  it("finds the hexes in a box", () => {
    const g = grid("even");
    expect(g.within({ left: 0, top: 0, right: 500, bottom: 500 })).toEqual(g.present);
    expect(
      g.within({ left: g.x[6] - 1, top: g.y[6] - 1, right: g.x[6] + 1, bottom: g.y[6] + 1 }),
    ).toEqual([6]);
  });
});

describe("boxes beside the map", () => {
  const boxes = [
    { index: 20, name: "Reserve", x: 500, y: 100, w: 168, h: 84, cx: 584, cy: 152 },
    { index: 21, name: "Lost", x: -200, y: 100, w: 150, h: 84, cx: -125, cy: 152 },
  ];
  const g = new Grid({ columns: 5, rows: 4, lower: "even", missing: [] }, boxes);

  it("are places like hexes, numbered on after the last", () => {
    expect(g.size).toBe(20);
    expect(g.centre(20)).toEqual([584, 152]);
    expect(g.boxOf(21)?.name).toBe("Lost");
    expect(g.boxOf(19)).toBeUndefined();
    expect(g.step(20, 0)).toBe(-1);
    expect(g.present).not.toContain(20);
  });

  it("are found under the pointer", () => {
    expect(g.hexAt(510, 180)).toBe(20);
    expect(g.hexAt(-60, 110)).toBe(21);
    expect(g.hexAt(490, 60)).toBe(-1);
    expect(g.hexAt(g.x[7], g.y[7])).toBe(7);
  });

  it("are reached by arrows from the edge of the map, and lead back onto it", () => {
    expect(g.towards(9, 1, 0)).toBe(20);
    expect(g.towards(5, -1, 0)).toBe(21);
    expect(g.towards(20, 1, 0)).toBe(-1);
    expect(g.present).toContain(g.towards(20, -1, 0));
    expect(g.x[g.towards(21, 1, 0)]).toBe(g.x[0]);
  });
});
