/** A stack spread out so that each counter can be seen and clicked. */

import type { Piece } from "../../net/api";
import { CARD, HEX, type Box, type Point } from "../geometry";
import { lightColours } from "../palette";
import type { SpriteCache } from "./sprites";

/** How far each counter of a stack lies from the one below it. */
export function stackStep(count: number): number {
  return count < 2 ? 0 : Math.min(4.5, 10 / Math.min(count, 4));
}

/** Counters in a row, the shapes of a spread stack: a few rows, or a column where a row would lie over lit hexes. */
const SHAPES = [5, 3, 2, 1];
/** How many counters' widths from its stack a spread one may lie. */
const FARTHEST = 4;
/** The part of a lit hex that must be seen: its middle with the cost. */
const SEEN = HEX * 0.3;

/** The middle nearest to `at` of something that reaches `half` to either side and stays between two ends. */
function within(at: number, from: number, to: number, half: number): number {
  return from + half > to - half ? (from + to) / 2 : Math.min(to - half, Math.max(from + half, at));
}

interface Layout {
  at: Point;
  perRow: number;
}

export class Fan {
  private readonly card: number;
  private readonly spots: Point[];
  private readonly stack: Point;

  constructor(
    readonly hex: number,
    readonly pieces: readonly Piece[],
    centre: Point,
    scale: number,
    room: Box,
    /** Hexes that are lit with their cost: they stay in sight. */
    lit: readonly Point[] = [],
  ) {
    this.stack = centre;
    // Large enough to read, whatever the zoom.
    this.card = Math.max(CARD * 1.05, 58 / scale);
    this.spots = this.spotsOf(this.layout(room, lit));
  }

  private get pitch(): number {
    return this.card * 1.1;
  }

  /** Half the width and height of the ground of counters laid out so. */
  private halves(perRow: number): Point {
    const wide = Math.min(perRow, this.pieces.length);
    const high = Math.ceil(this.pieces.length / perRow);
    const pad = this.card * 0.66 - this.pitch / 2;
    return [(wide * this.pitch) / 2 + pad, (high * this.pitch) / 2 + pad];
  }

  /** The first place, from its hex outwards, where it lies over no lit hex; else where over the fewest. */
  private layout(room: Box, lit: readonly Point[]): Layout {
    const [x, y] = this.stack;
    let best: (Layout & { worst: number }) | null = null;
    for (let far = 0; far <= FARTHEST; far += 0.5) {
      for (const perRow of SHAPES) {
        if (perRow < SHAPES[0] && perRow >= this.pieces.length) continue;
        const [wide, high] = this.halves(perRow);
        const out = far * this.card;
        const ways = far
          ? [
              [0, -1],
              [0, 1],
              [-1, 0],
              [1, 0],
              [-1, -1],
              [1, -1],
              [-1, 1],
              [1, 1],
            ]
          : [[0, 0]];
        for (const [dx, dy] of ways) {
          const at: Point = [
            within(x + dx * (out + (dx ? wide : 0)), room.left, room.right, wide),
            within(y + dy * (out + (dy ? high : 0)), room.top, room.bottom, high),
          ];
          const worst = lit.filter(
            (one) =>
              Math.abs(one[0] - at[0]) < wide + SEEN && Math.abs(one[1] - at[1]) < high + SEEN,
          ).length;
          if (!best || worst < best.worst) best = { at, perRow, worst };
          if (!worst) return best;
        }
      }
    }
    return best!;
  }

  private spotsOf({ at, perRow }: Layout): Point[] {
    const { pitch, pieces } = this;
    const rows = Math.ceil(pieces.length / perRow);
    return pieces.map((_, k) => {
      const row = Math.floor(k / perRow);
      const inRow = Math.min(perRow, pieces.length - row * perRow);
      const x = at[0] + ((k % perRow) - (inRow - 1) / 2) * pitch;
      return [x, at[1] + (row - (rows - 1) / 2) * pitch];
    });
  }

  pieceAt(x: number, y: number): Piece | null {
    const half = this.card * 0.55;
    const k = this.spots.findIndex((s) => Math.abs(x - s[0]) <= half && Math.abs(y - s[1]) <= half);
    return k < 0 ? null : this.pieces[k];
  }

  /** Where a counter lies, in drawing units. */
  spotOf(unit: number): Point | null {
    const k = this.pieces.findIndex((piece) => piece.unit === unit);
    return k < 0 ? null : this.spots[k];
  }

  /** Is this at one of its counters, at the stack that it was spread from, or on the way between them? */
  holds(x: number, y: number): boolean {
    const reach = this.card * 0.75;
    const isNear = (s: Point) => Math.abs(x - s[0]) < reach && Math.abs(y - s[1]) < reach;
    return this.spots.some(isNear) || isNear(this.stack) || this.isOnTheWay(x, y);
  }

  private isOnTheWay(x: number, y: number): boolean {
    const [sx, sy] = this.stack;
    const gap = (s: Point) => Math.hypot(s[0] - sx, s[1] - sy);
    const near = this.spots.reduce((a, b) => (gap(b) < gap(a) ? b : a));
    const long = gap(near) ** 2 || 1;
    const along = ((x - sx) * (near[0] - sx) + (y - sy) * (near[1] - sy)) / long;
    if (along < 0 || along > 1) return false;
    const beside = Math.hypot(x - sx - along * (near[0] - sx), y - sy - along * (near[1] - sy));
    return beside < this.card * 0.75;
  }

  draw(
    ctx: CanvasRenderingContext2D,
    sprites: SpriteCache,
    scale: number,
    scene: { litUnits: ReadonlySet<number>; held: ReadonlySet<number>; isDark: boolean },
  ): void {
    const { litUnits: lit, held } = scene;
    const colours = lightColours(scene.isDark);
    const pad = this.card * 0.66;
    const xs = this.spots.map((s) => s[0]);
    const ys = this.spots.map((s) => s[1]);
    ctx.fillStyle = "rgba(47, 42, 34, 0.72)";
    ctx.beginPath();
    const left = Math.min(...xs) - pad;
    const top = Math.min(...ys) - pad;
    ctx.roundRect(left, top, Math.max(...xs) + pad - left, Math.max(...ys) + pad - top, 12);
    ctx.fill();
    const side = Math.round(this.card * scale);
    this.pieces.forEach((piece, k) => {
      const sprite = sprites.counter(piece, side);
      const [x, y] = this.spots[k];
      const wide = sprite.width / scale;
      ctx.drawImage(sprite, x - wide / 2, y - wide / 2, wide, wide);
      if (lit.has(piece.unit) || held.has(piece.unit)) {
        const r = this.card / 2 + 2.5;
        const isChosen = held.has(piece.unit);
        ctx.beginPath();
        ctx.roundRect(x - r, y - r, 2 * r, 2 * r, 8);
        ctx.strokeStyle = isChosen ? colours.edge : colours.ink;
        ctx.lineWidth = 6.4;
        ctx.stroke();
        ctx.strokeStyle = isChosen ? colours.chosen : colours.may;
        ctx.lineWidth = 4;
        ctx.stroke();
      }
    });
  }
}
