import { describe, expect, it } from "vitest";
import type { Piece } from "../../../src/net/api";
import { Fan } from "../../../src/map/counters/spreadStack";

const stack = (count: number): Piece[] =>
  Array.from({ length: count }, (_, unit) => ({
    unit,
    face: 0,
    side: 0,
    badges: [],
    hex: 7,
    text: "",
    steps: 0,
    amount: 0,
  }));
const window = { left: 0, top: 0, right: 900, bottom: 700 };

describe("a spread stack", () => {
  it("lies over its hex", () => {
    const fan = new Fan(7, stack(3), [400, 300], 1, window);
    expect(fan.spotOf(1)).toEqual([400, 300]);
    expect(fan.pieceAt(400, 300)?.unit).toBe(1);
    expect(fan.spotOf(9)).toBeNull();
  });

  it.each([
    [5, 5],
    [895, 5],
    [5, 695],
    [895, 695],
  ])("stays inside the window at its corner %i, %i", (x, y) => {
    for (const count of [2, 5, 12]) {
      const fan = new Fan(7, stack(count), [x, y], 1, window);
      for (let unit = 0; unit < count; unit++) {
        const [px, py] = fan.spotOf(unit)!;
        expect(px > 25 && px < 875 && py > 25 && py < 675).toBe(true);
        expect(fan.pieceAt(px, py)?.unit).toBe(unit);
      }
    }
  });

  it("covers no lit hex where there is room beside it", () => {
    const lit: [number, number][] = [
      [330, 300],
      [470, 300],
      [400, 220],
    ];
    const fan = new Fan(7, stack(3), [400, 300], 1, window, lit);
    expect(fan.spotOf(1)![1]).toBeGreaterThan(330);
    expect(fan.holds(400, 300)).toBe(true);
    for (const [x, y] of lit) expect(fan.pieceAt(x, y)).toBeNull();
  });

  it.each([2, 3, 4, 6])("of %i leaves every neighbour of its hex in sight", (count) => {
    // The six hexes around it are lit, and no others: 84 high, 72.7 from column to column.
    const lit = [0, 60, 120, 180, 240, 300].map((degrees): [number, number] => [
      400 + 84 * Math.sin((degrees * Math.PI) / 180),
      300 - 84 * Math.cos((degrees * Math.PI) / 180),
    ]);
    const fan = new Fan(7, stack(count), [400, 300], 1, window, lit);
    const spots = stack(count).map((one) => fan.spotOf(one.unit)!);
    for (const [x, y] of lit)
      for (const [px, py] of spots)
        expect(
          Math.abs(x - px) > 40 || Math.abs(y - py) > 40,
          `${px}, ${py} lies over ${x}, ${y}`,
        ).toBe(true);
    // The pointer comes from the stack to the counters without losing them.
    const near = spots.reduce((a, b) =>
      Math.hypot(a[0] - 400, a[1] - 300) < Math.hypot(b[0] - 400, b[1] - 300) ? a : b,
    );
    for (let k = 0; k <= 10; k++)
      expect(fan.holds(400 + ((near[0] - 400) * k) / 10, 300 + ((near[1] - 300) * k) / 10)).toBe(
        true,
      );
  });

  it("is in the middle of a window that is too small for it", () => {
    const fan = new Fan(7, stack(5), [5, 50], 1, { ...window, right: 200 });
    expect(fan.spotOf(2)).toEqual([100, 50]);
  });
});
