import { describe, expect, it } from "vitest";
import type { Scene } from "../../src/net/api";
import { applyChanges } from "../../src/table/changes";
import { tintOf } from "../../src/map/ground/boardPainter";

const piece = (hex: number, unit: number) => ({
  hex,
  side: 0,
  unit,
  face: 0,
  badges: [],
  text: "",
  steps: 0,
  amount: 0,
});
const scene: Scene = {
  side: 1,
  number: 4,
  turn: 1,
  header: "Turn 1",
  tracks: [{ label: "Turn", value: "1", rule: "", house: false, way: -1 }],
  pieces: [piece(1, 0), piece(2, 1), piece(3, 2)],
  holder: [0, 0, 1],
  marks: {},
  side_marks: {},
};

describe("changes", () => {
  it("patches by place and length", () => {
    const next = applyChanges(scene, {
      number: 5,
      pieces_length: 2,
      pieces: [[1, piece(9, 1)]],
      holder: [[2, 0]],
    });
    expect(next.pieces).toEqual([piece(1, 0), piece(9, 1)]);
    expect(next.holder).toEqual([0, 0, 0]);
    expect(next.number).toBe(5);
    expect(scene.pieces).toHaveLength(3);
  });

  it("keeps the lists that did not change, so that nothing is drawn twice", () => {
    const next = applyChanges(scene, { number: 5, header: "Turn 2", turn: 2 });
    expect(next.pieces).toBe(scene.pieces);
    expect(next.holder).toBe(scene.holder);
    expect(next.tracks).toBe(scene.tracks);
    expect(next.header).toBe("Turn 2");
  });

  it("appends", () => {
    const next = applyChanges(scene, { number: 5, pieces_length: 4, pieces: [[3, piece(5, 7)]] });
    expect(next.pieces[3].unit).toBe(7);
  });
});

it("finds the tint that a track asks for, by the game's own data", () => {
  const snow = { colour: "#fff", strength: 0.3, track: "Zbr", values: ["qlo", "qla"] };
  const dark = { colour: "#000", strength: 0.3, track: "Hour", values: ["wub"] };
  const track = (label: string, value: string) => ({
    label,
    value,
    rule: "",
    house: false,
    way: -1,
  });
  expect(tintOf([snow, dark], [track("Turn", "qlo"), track("Zbr", "qla")])).toBe(snow);
  expect(tintOf([snow, dark], [track("Hour", "wub")])).toBe(dark);
  expect(tintOf([snow, dark], [track("Hour", "Night"), track("Weather", "snow")])).toBe(null);
});
