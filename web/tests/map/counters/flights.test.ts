import { describe, expect, it } from "vitest";
import type { CounterOut, Line, Piece, Scene } from "../../../src/net/api";
import { Motions } from "../../../src/map/counters/flights";
import { Glides } from "../../../src/map/counters/glides";
import { Grid } from "../../../src/map/geometry";
import { sideCrossed } from "../../../src/map/markings";

const ROLES = {
  moved: ["unit", "to"],
  dropping: ["", "origin"],
  landed: ["unit", "landing"],
  lost: ["unit", "landing"],
};
const counters = [0, 1, 2, 3].map((n) => ({ side: n % 2 }) as CounterOut);

const piece = (unit: number, hex: number): Piece => ({
  hex,
  unit,
  side: counters[unit].side,
  face: 0,
  badges: [],
  text: "",
  steps: 0,
  amount: 0,
});
const scene = (...pieces: Piece[]): Scene => ({
  side: 0,
  number: 1,
  turn: 1,
  header: "",
  tracks: [],
  pieces,
  holder: [],
  marks: {},
  side_marks: {},
});
const line = (kind: string, ...facts: number[]): Line => ({ n: 1, kind, text: "", facts });

describe("how counters travel", () => {
  it("goes by every hex the events name", () => {
    const motions = new Motions(ROLES, counters);
    const lines = [line("moved", 0, 2), line("moved", 0, 3), line("fire", 0, 9)];
    const [flight] = motions.flights(scene(piece(0, 1)), scene(piece(0, 3)), lines);
    expect(flight.hexes).toEqual([1, 2, 3]);
    expect(flight.isLanding).toBe(false);
  });

  it("takes those along who moved with the one that was named", () => {
    const motions = new Motions(ROLES, counters);
    const before = scene(piece(0, 1), piece(1, 1), piece(2, 5));
    const after = scene(piece(0, 3), piece(1, 3), piece(2, 6));
    const lines = [line("moved", 0, 2), line("moved", 0, 3)];
    const found = motions.flights(before, after, lines);
    expect(found.map((one) => one.hexes)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [5, 6],
    ]);
  });

  it("lets those who land come from the origin told last, even in an earlier update", () => {
    const motions = new Motions(ROLES, counters);
    expect(motions.flights(scene(), scene(), [line("dropping", 3, 7)])).toEqual([]);
    const lines = [
      line("landed", 0, 7),
      line("landed", 1, 9),
      line("lost", 2, 8),
      line("lost", 3, -1),
    ];
    const found = motions.flights(scene(), scene(piece(0, 7), piece(1, 9)), lines);
    expect(found.map(({ piece, hexes, isLost }) => [piece.unit, hexes, isLost])).toEqual([
      [0, [7], false],
      [1, [7, 9], false],
      [2, [7, 8], true],
    ]);
    expect(found.every((one) => one.isLanding)).toBe(true);
  });

  it("shows who comes onto the map, where it comes", () => {
    const motions = new Motions(ROLES, counters);
    const [flight] = motions.flights(scene(), scene(piece(0, 4)), [line("moved", 0, 4)]);
    expect(flight).toMatchObject({ hexes: [4], isLanding: false, isLost: false });
  });

  it("flies nobody who stands still, is new, or has left", () => {
    const motions = new Motions(ROLES, counters);
    const found = motions.flights(
      scene(piece(0, 1), piece(1, 2)),
      scene(piece(0, 1), piece(2, 4)),
      [],
    );
    expect(found).toEqual([]);
  });
});

describe("counters in the air", () => {
  const grid = new Grid({ columns: 6, rows: 5, lower: "even", missing: [] });
  const flight = (unit: number, hexes: number[], isLanding = false, isLost = false) => ({
    piece: piece(unit, hexes[hexes.length - 1]),
    hexes,
    isLanding,
    isLost,
  });

  it("stands still who has only come onto the map", () => {
    const glides = new Glides(grid);
    glides.start([flight(0, [4])], 0);
    expect([...glides.flying(10)].map(([, spot]) => spot.at)).toEqual([grid.centre(4)]);
  });

  it("begins where it was and ends where it goes", () => {
    const glides = new Glides(grid);
    glides.start([flight(0, [0, 12])], 1000);
    const [[, first]] = [...glides.flying(1000)];
    expect(first.at).toEqual(grid.centre(0));
    const [[, later]] = [...glides.flying(1200)];
    expect(later.at[1]).toBeGreaterThan(first.at[1]);
    expect(later.at[1]).toBeLessThan(grid.y[12]);
    expect([...glides.flying(5000)]).toEqual([]);
    expect(glides.size).toBe(0);
  });

  it("lets the second jump after the first", () => {
    const glides = new Glides(grid);
    glides.start([flight(0, [0, 12], true), flight(1, [0, 18], true)], 1000);
    expect([...glides.flying(1050)]).toEqual([]);
    expect([...glides.flying(1500)].map(([p]) => p.unit)).toEqual([0]);
    expect([...glides.flying(1750)].map(([p]) => p.unit)).toEqual([0, 1]);
    // Higher up it looks larger.
    const [[, high]] = [...glides.flying(1500)];
    expect(high.size).toBeGreaterThan(1);
    // Until it has jumped it is nowhere, not on the ground either.
    expect(glides.isFlying(1, 1050)).toBe(true);
  });

  it("fades who is lost, and hurries when asked", () => {
    const glides = new Glides(grid);
    glides.start([flight(0, [0, 12], true, true)], 0, 0.1);
    const [[, spot]] = [...glides.flying(300)];
    expect(spot.alpha).toBeGreaterThan(0);
    expect(spot.alpha).toBeLessThan(1);
    glides.land();
    expect(glides.isFlying(0, 1)).toBe(false);
  });

  it("goes on from where it is when it is sent further", () => {
    const glides = new Glides(grid);
    glides.start([flight(0, [0, 12])], 0);
    const [[, before]] = [...glides.flying(200)];
    glides.start([flight(0, [12, 18])], 200);
    const [[, after]] = [...glides.flying(200)];
    expect(after.at[1]).toBeCloseTo(before.at[1], 6);
  });
});

describe("a line of sight", () => {
  it("crosses a side where it crosses it, or runs along it", () => {
    expect(sideCrossed([0, 0], [0, 84], [0, 0], [0, 84])).toEqual([0, 42]);
    const [x, y] = sideCrossed([0, 0], [40, 84], [0, 0], [0, 84]);
    expect([x, y]).toEqual([20, 42]);
    expect(sideCrossed([0, 0], [84, 0], [42, -42], [42, 42])).toEqual([42, 0]);
  });
});
