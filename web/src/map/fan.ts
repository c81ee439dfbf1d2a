/** A stack spread out so that each counter can be seen and clicked. */

import type { Piece } from "../api";
import { CARD, type Box, type Point } from "./geometry";
import type { SpriteCache } from "./sprites";

/** How far each counter of a stack lies from the one below it. */
export function stackStep(count: number): number {
  return count < 2 ? 0 : Math.min(4.5, 10 / Math.min(count, 4));
}

const PER_ROW = 5;

/** The middle nearest to `at` of something that reaches `half` to either side and stays between two ends. */
function within(at: number, from: number, to: number, half: number): number {
  return from + half > to - half ? (from + to) / 2 : Math.min(to - half, Math.max(from + half, at));
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
    /** Hexes that are lit with their cost: as few of them as can be are covered. */
    lit: readonly Point[] = [],
  ) {
    this.stack = centre;
    // Large enough to read, whatever the zoom.
    this.card = Math.max(CARD * 1.05, 58 / scale);
    const pitch = this.card * 1.1;
    const rows = Math.ceil(pieces.length / PER_ROW);
    // Over its hex, but inside the window: what lies beyond cannot be clicked.
    const half = (count: number) => (count * pitch) / 2;
    const x0 = within(centre[0], room.left, room.right, half(Math.min(PER_ROW, pieces.length)));
    const beside = half(rows) + CARD * 0.6;
    const wide = half(Math.min(PER_ROW, pieces.length)) + this.card * 0.2;
    const high = half(rows) + this.card * 0.2;
    const covered = (y: number) =>
      lit.filter((at) => Math.abs(at[0] - x0) < wide && Math.abs(at[1] - y) < high).length;
    const heights = [centre[1], centre[1] - beside, centre[1] + beside].map((y) =>
      within(y, room.top, room.bottom, half(rows)),
    );
    const y0 = heights.reduce((best, y) => (covered(y) < covered(best) ? y : best));
    this.spots = pieces.map((_, k) => {
      const row = Math.floor(k / PER_ROW);
      const inRow = Math.min(PER_ROW, pieces.length - row * PER_ROW);
      const x = x0 + ((k % PER_ROW) - (inRow - 1) / 2) * pitch;
      return [x, y0 + (row - (rows - 1) / 2) * pitch];
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

  /** Is this at one of its counters, or at the stack that it was spread from? */
  holds(x: number, y: number): boolean {
    const reach = this.card * 0.75;
    const isNear = (s: Point) => Math.abs(x - s[0]) < reach && Math.abs(y - s[1]) < reach;
    return this.spots.some(isNear) || isNear(this.stack);
  }

  draw(
    ctx: CanvasRenderingContext2D,
    sprites: SpriteCache,
    scale: number,
    lit: ReadonlySet<number>,
    held: ReadonlySet<number>,
  ): void {
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
        ctx.strokeStyle = held.has(piece.unit) ? "#4db5ff" : "#ffc400";
        ctx.lineWidth = 4;
        ctx.beginPath();
        ctx.roundRect(x - r, y - r, 2 * r, 2 * r, 8);
        ctx.stroke();
      }
    });
  }
}
