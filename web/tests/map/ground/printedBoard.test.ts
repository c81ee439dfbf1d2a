import { beforeAll, describe, expect, it } from "vitest";
import type { BoardScene } from "../../../src/net/api";
import { HEX } from "../../../src/map/geometry";
import { PrintedBoard } from "../../../src/map/ground/printedBoard";

/** Path data as text: node has no canvas. */
class FakePath {
  constructor(public d = "") {}
  addPath(other: FakePath, { e = 0, f = 0 } = {}): void {
    this.d += `${e},${f}:${other.d} `;
  }
}

beforeAll(() => {
  Object.assign(globalThis, { Path2D: FakePath });
});

const PLAIN: BoardScene = {
  hex: HEX,
  box: [-100, 0, 900, 900],
  margin: "#eee",
  styles: {
    paper: { fill: "#fff" },
    woods: { stroke: "#0a0", width: 2, cap: "round" },
    bank: { stroke: "#00a", width: 5 },
    water: { stroke: "#00f", width: 3, dash: [4, 2] },
    margin: { fill: "#eee" },
    grid: { stroke: "#333", width: 0.8, least: 0.7, alpha: 0.5 },
  },
  text_styles: {
    number: { ink: "#777", size: 8 },
    town: { ink: "#000", size: 14, floor: 10, halo: "#fff", halo_width: 3 },
  },
  symbols: { fir: "M0 0L1 1" },
  ground: [
    {
      styles: ["paper"],
      paths: [
        ["west", 0, 0, 400, 400],
        ["east", 350, 0, 800, 400],
      ],
    },
    { styles: ["woods"], placed: [["fir", [50, 50, 60, 60, 700, 50]]], least: 20 },
    { styles: ["woods"], placed: [["fir", [50, 50]]], most: 20 },
  ],
  lines: [
    { styles: ["bank", "water"], paths: [["river", 0, 0, 900, 50]] },
    { styles: ["margin"], paths: [["blank", -84, 0, 0, 400]] },
    { styles: ["grid"], placed: [["fir", [50, 50]]] },
  ],
  numbers: [["number", ["0101"], 50, 10, 0, 62]],
  names: [
    ["town", ["Long", "Name"], 50, 90, 0, 26],
    ["town", ["Far"], 800, 800, 30, 0],
  ],
  boxes: [],
};

/** A context that writes down what is painted, and how. */
function paper() {
  const done: string[] = [];
  const ctx = {
    globalAlpha: 1,
    fillStyle: "",
    strokeStyle: "",
    lineWidth: 1,
    font: "",
    save() {},
    restore() {},
    translate(x: number, y: number) {
      if (this.strokeStyle) done.push(`move ${x},${y}`);
    },
    rotate: (angle: number) => done.push(`turn ${angle.toFixed(2)}`),
    setLineDash() {},
    fill(path: FakePath) {
      done.push(`fill ${this.fillStyle} ${this.globalAlpha} ${path.d}`.trim());
    },
    stroke(path: FakePath) {
      done.push(`stroke ${this.strokeStyle} ${this.lineWidth} ${path.d}`.trim());
    },
    fillText(line: string, _x: number, y: number) {
      done.push(`write ${line} ${this.font.split(" ")[1]} at ${y.toFixed(1)}`);
    },
    strokeText: (line: string) => done.push(`halo ${line}`),
  };
  return { ctx: ctx as unknown as CanvasRenderingContext2D, done };
}

const WEST = { left: 0, top: 0, right: 100, bottom: 100 };

describe("the printed board", () => {
  it("paints what meets the box, symbols of a square as one path", () => {
    const { ctx, done } = paper();
    new PrintedBoard(PLAIN).paintGround(ctx, WEST, 0.5);
    expect(done).toEqual(["fill #fff 1 west", "stroke #0a0 2 50,50:M0 0L1 1 60,60:M0 0L1 1"]);
  });

  it("paints from near only those symbols that reach into the box", () => {
    const { ctx, done } = paper();
    const scene = { ...PLAIN, ground: [{ styles: ["woods"], placed: PLAIN.ground[1].placed }] };
    new PrintedBoard(scene).paintGround(ctx, { ...WEST, left: 108, right: 200 }, 1);
    expect(done).toEqual(["move 60,60", "stroke #0a0 2 M0 0L1 1", "move -60,-60"]);
  });

  it("leaves out what cannot be seen from so far, and shows what stands for it", () => {
    const { ctx, done } = paper();
    new PrintedBoard(PLAIN).paintGround(ctx, WEST, 0.2);
    expect(done).toEqual(["fill #fff 1 west", "stroke #0a0 2 50,50:M0 0L1 1"]);
  });

  it("draws a line with one pen after the other, and no pen too thin to be seen", () => {
    const { ctx, done } = paper();
    new PrintedBoard(PLAIN).paintLines(ctx, WEST, 0.125, "#111");
    expect(done).toEqual([
      "stroke #00a 5 river",
      "stroke #00f 3 river",
      "stroke #333 5.6 50,50:M0 0L1 1",
    ]);
  });

  it("has the margin of the screen, dark or light", () => {
    const { ctx, done } = paper();
    new PrintedBoard(PLAIN).paintLines(
      ctx,
      { ...WEST, left: -50, top: 200, bottom: 300 },
      1,
      "#111",
    );
    expect(done).toContain("fill #111 1 blank");
  });

  it("tints paper that lies upon itself only once", () => {
    const { ctx, done } = paper();
    new PrintedBoard(PLAIN).paintTint(ctx, { ...WEST, right: 500 }, "#234", 0.3);
    expect(done).toEqual(["fill #234 0.3 0,0:west 0,0:east"]);
  });

  it("writes line below line around the middle, with a rim", () => {
    const { ctx, done } = paper();
    new PrintedBoard(PLAIN).paintNames(ctx, WEST, 0.5);
    expect(done).toEqual([
      "halo Long",
      "write Long 20px at -4.0",
      "halo Name",
      "write Name 20px at 16.0",
    ]);
  });

  it("prints numbers only from near", () => {
    const { ctx, done } = paper();
    const board = new PrintedBoard(PLAIN);
    board.paintNumbers(ctx, WEST, 0.5);
    expect(done).toEqual([]);
    board.paintNumbers(ctx, WEST, 1);
    expect(done).toEqual(["write 0101 8px at 2.4"]);
  });

  it("turns names that run along a river", () => {
    const { ctx, done } = paper();
    const far = { left: 700, top: 700, right: 900, bottom: 900 };
    new PrintedBoard(PLAIN).paintNames(ctx, far, 1);
    expect(done[0]).toBe("turn 0.52");
  });
});
