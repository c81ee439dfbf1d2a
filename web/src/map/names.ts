/** Names of places and rivers, put where no counter and no other name can lie. */

import type { BoardOut } from "../api";
import { grown, HEX, meets, middle, type Box, type Grid, type Point } from "./geometry";
import { isDry } from "./routes";
import { INK, PAPER, SERIF } from "./terrain";

interface Name {
  lines: string[];
  at: Point;
  size: number;
  weight: number;
  angle: number;
  box: Box;
  /** Pixels a hex must have for the name to be written. */
  from: number;
  ink: string;
  italic: boolean;
}

/** Where a name may stand, best first, in hexes from the middle of its place: between the cards of two hexes. */
const SPOTS: Point[] = [
  [0, 0.43],
  [0, -0.43],
  [0.12, 0.45],
  [-0.12, 0.45],
  [0.3, 0.43],
  [-0.3, 0.43],
  [0.3, -0.43],
  [-0.3, -0.43],
];

function widthOf(text: string, size: number): number {
  return text.length * size * 0.5;
}

function around(at: Point, wide: number, high: number): Box {
  return {
    left: at[0] - wide / 2,
    top: at[1] - high / 2,
    right: at[0] + wide / 2,
    bottom: at[1] + high / 2,
  };
}

function covered(box: Box, taken: readonly Box[]): number {
  let area = 0;
  for (const other of taken) {
    if (!meets(box, other)) continue;
    const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    area += wide * high;
  }
  return area;
}

/** A long name of two words takes two lines. */
export function nameLines(name: string): string[] {
  if (name.length <= 13 || !name.includes(" ")) return [name];
  const words = name.split(" ");
  let cut = 1;
  for (let k = 1; k < words.length; k++) {
    const miss = (n: number) => Math.abs(words.slice(0, n).join(" ").length * 2 - name.length);
    if (miss(k) < miss(cut)) cut = k;
  }
  return [words.slice(0, cut).join(" "), words.slice(cut).join(" ")];
}

export class Names {
  private readonly names: Name[] = [];

  constructor(board: BoardOut, grid: Grid) {
    const taken: Box[] = [];
    const places = [...board.places].sort(
      (a, b) => Number(a.kind !== "city") - Number(b.kind !== "city") || a.hex - b.hex,
    );
    for (const place of places) {
      const isCity = place.kind === "city";
      const size = isCity ? 21 : 14.5;
      const lines = nameLines(place.name);
      const wide = Math.max(...lines.map((line) => widthOf(line, size)));
      const [x, y] = grid.centre(place.hex);
      let best = around([x, y], wide, size);
      let least = Infinity;
      SPOTS.forEach(([dx, dy], k) => {
        const box = around([x + dx * HEX, y + dy * HEX], wide, size * lines.length);
        const cost = covered(box, taken) + 12 * k;
        if (cost < least) {
          least = cost;
          best = box;
        }
      });
      taken.push(best);
      const at: Point = [(best.left + best.right) / 2, best.top];
      this.names.push({
        lines,
        at,
        size,
        weight: isCity ? 700 : 600,
        angle: 0,
        box: grown(best, 8),
        from: isCity ? 12 : 26,
        ink: INK,
        italic: false,
      });
    }
    this.addRivers(board, grid, taken);
  }

  private addRivers(board: BoardOut, grid: Grid, taken: Box[]): void {
    const sides = new Map<string, [number, number][]>();
    for (const river of board.rivers) {
      if (isDry(river.kind)) continue;
      const name = river.name.split(" (")[0];
      sides.set(name, [...(sides.get(name) ?? []), ...river.sides]);
    }
    for (const [name, list] of [...sides].sort((a, b) => b[1].length - a[1].length)) {
      const middles = list.map(([i, d]) => middle(grid.corner(i, d), grid.corner(i, d + 1)));
      const wide = widthOf(name, 14.5);
      let best: { cost: number; at: Point; angle: number } | undefined;
      for (let k = 1; k + 1 < middles.length; k++) {
        const [ax, ay] = middles[k - 1];
        const [bx, by] = middles[k + 1];
        const length = Math.hypot(bx - ax, by - ay);
        if (length < HEX * 0.7 || length > HEX * 1.6) continue;
        let angle = Math.atan2(by - ay, bx - ax);
        if (Math.cos(angle) < -0.01) angle = Math.atan2(ay - by, ax - bx);
        for (const off of [-10, 17]) {
          const at: Point = [
            middles[k][0] - Math.sin(angle) * off,
            middles[k][1] + Math.cos(angle) * off,
          ];
          const cost =
            covered(around(at, wide, 30), taken) + Math.abs(k * 2 - middles.length) * 0.2;
          if (!best || cost < best.cost) best = { cost, at, angle };
        }
      }
      if (!best || best.cost > 40) continue;
      taken.push(around(best.at, wide, 16));
      this.names.push({
        lines: [name],
        at: best.at,
        size: 13,
        weight: 400,
        angle: best.angle,
        box: around(best.at, wide * 1.2, wide * 1.2),
        from: 44,
        ink: "#2f6690",
        italic: true,
      });
    }
  }

  /** The names that reach into a box. At small scales they are written larger, and only the important ones. */
  paint(ctx: CanvasRenderingContext2D, box: Box, scale: number): void {
    const hexPixels = HEX * scale;
    ctx.textAlign = "center";
    ctx.textBaseline = "alphabetic";
    ctx.lineJoin = "round";
    for (const name of this.names) {
      if (hexPixels < name.from) continue;
      // Never smaller than ten pixels or so, whatever the zoom.
      const smallest = Math.max(1, (name.size > 20 ? 12 : 9.5) / (name.size * scale));
      // Close up, names need not grow as fast as the ground.
      const grow = scale > 1 ? scale ** -0.6 : smallest;
      if (!meets(grown(name.box, 40 * (grow - 1) + 4), box)) continue;
      const size = name.size * grow;
      ctx.save();
      ctx.translate(name.at[0], name.at[1]);
      if (name.angle) ctx.rotate(name.angle);
      ctx.font = `${name.italic ? "italic " : ""}${name.weight} ${size}px ${SERIF}`;
      name.lines.forEach((line, k) => {
        const y = name.italic ? 0 : size * (k + 0.8) + (name.size - size) * 0.3;
        ctx.strokeStyle = PAPER;
        ctx.globalAlpha = 0.88;
        ctx.lineWidth = 3.6 * grow;
        ctx.strokeText(line, 0, y);
        ctx.globalAlpha = 1;
        ctx.fillStyle = name.ink;
        ctx.fillText(line, 0, y);
      });
      ctx.restore();
    }
  }
}
