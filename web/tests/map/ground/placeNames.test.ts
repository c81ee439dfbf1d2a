import { describe, expect, it } from "vitest";
import type { BoardScene, SceneText } from "../../../src/net/api";
import { HEX, meets, type Box } from "../../../src/map/geometry";
import { boxesOf, namesAt } from "../../../src/map/ground/placeNames";

const text_styles: BoardScene["text_styles"] = {
  city: { ink: "#000", size: 20, floor: 12 },
  river: { ink: "#00f", size: 13, floor: 9.5 },
};
const name = (word: string, x: number, y: number, angle = 0): SceneText =>
  [angle ? "river" : "city", [word], x, y, angle, 0] as SceneText;
const scene = {
  text_styles,
  names: [
    name("Andreevskoe", 0, 0),
    name("Novodugino", 150, 0),
    name("Rzhev", 0, -400),
    name("Vazuza", 10, -390, 80),
  ],
};

/** No two of these have ground in common. */
function areApart(groups: Box[][]): boolean {
  return groups.every((one, k) =>
    groups.slice(k + 1).every((other) => one.every((a) => other.every((b) => !meets(a, b)))),
  );
}

describe("names on the map", () => {
  it.each([2, 1, 0.5, 0.25, 0.12])("never stand over each other at scale %f", (scale) => {
    const found = namesAt(scene, scale, []);
    expect(areApart(found.map(({ text, size, shift }) => boxesOf(text, size, shift)))).toBe(true);
    expect(found.map(({ text }) => text[1][0])).toContain("Andreevskoe");
  });

  it("are left out one after the other the farther away one is", () => {
    // 11 letters of 20 end 59 beside the middle and 10 letters begin 54 before theirs: 150 apart is room enough.
    expect(namesAt(scene, 1, []).map(({ text }) => text[1][0])).toContain("Novodugino");
    // From so far away letters are 12 / 0.25 = 48 large: far more than there is room for.
    expect(namesAt(scene, 0.25, []).map(({ text }) => text[1][0])).not.toContain("Novodugino");
  });

  it("step aside for counters, or are not written", () => {
    const card = { left: -27, right: 27, top: -27, bottom: 27 };
    const [moved] = namesAt({ text_styles, names: [name("Belyi", 0, 0)] }, 1, [card]);
    // Letters of 20 reach 10 above and below their middle.
    expect(Math.abs(moved.shift)).toBeGreaterThanOrEqual(27 + 10);
    expect(Math.abs(moved.shift)).toBeLessThan(HEX);
    const wall = { left: -900, right: 900, top: -900, bottom: 900 };
    expect(namesAt({ text_styles, names: [name("Belyi", 0, 0)] }, 1, [wall])).toEqual([]);
  });
});
