/** Hexes on paper: flat tops, numbered row by row as the engine numbers them, 84 drawing units high. */

import type { BoardOut, SceneBox } from "../net/api";

/** Height of a hex in drawing units, the same as in the Python drawings. */
export const HEX = 84;
/** The side of a counter on the map. */
export const CARD = HEX * 0.64;

export type Point = readonly [number, number];

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const COLUMN = (Math.sqrt(3) / 2) * HEX;
const RADIUS = HEX / Math.sqrt(3);

export const DIRECTIONS = [
  "north",
  "north-east",
  "south-east",
  "south",
  "south-west",
  "north-west",
];

/** The places of a board, hexes and then boxes beside the map: who is next to whom, and where on the paper. */
export class Grid {
  readonly columns: number;
  readonly rows: number;
  /** How many hexes there are, missing ones too: the boxes are numbered on from here. */
  readonly size: number;
  /** Centres in drawing units. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly present: number[];
  /** Six for each hex (N, NE, SE, S, SW, NW), -1 off the map. */
  readonly neighbours: Int32Array;
  private readonly lowered: number;
  private readonly missing: Set<number>;

  constructor(
    board: Pick<BoardOut, "columns" | "rows" | "lower" | "missing">,
    readonly boxes: readonly SceneBox[] = [],
  ) {
    this.columns = board.columns;
    this.rows = board.rows;
    this.size = board.columns * board.rows;
    // The parity, counted from 0, of the columns that lie half a hex lower.
    this.lowered = board.lower === "even" ? 1 : 0;
    this.missing = new Set(board.missing);
    const places = this.size + boxes.length;
    this.x = new Float64Array(places);
    this.y = new Float64Array(places);
    this.present = [];
    this.neighbours = new Int32Array(places * 6).fill(-1);
    for (const { index, cx, cy } of boxes) {
      this.x[index] = cx;
      this.y[index] = cy;
    }
    for (let i = 0; i < this.size; i++) {
      const column = i % this.columns;
      this.x[i] = RADIUS + column * COLUMN;
      this.y[i] = (Math.floor(i / this.columns) + (column % 2 === this.lowered ? 1 : 0.5)) * HEX;
      if (this.missing.has(i)) continue;
      this.present.push(i);
      for (let d = 0; d < 6; d++) this.neighbours[i * 6 + d] = this.beside(i, d);
    }
  }

  private beside(i: number, d: number): number {
    const column = i % this.columns;
    const row = Math.floor(i / this.columns);
    const low = column % 2 === this.lowered ? 1 : 0;
    const step = [
      [0, -1],
      [1, low - 1],
      [1, low],
      [0, 1],
      [-1, low],
      [-1, low - 1],
    ][d];
    return this.at(column + step[0], row + step[1]);
  }

  /** The hex in that column and row, counted from 0, or -1. */
  at(column: number, row: number): number {
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return -1;
    const i = row * this.columns + column;
    return this.missing.has(i) ? -1 : i;
  }

  step(i: number, d: number): number {
    return this.neighbours[i * 6 + d];
  }

  distance(a: number, b: number): number {
    const [aq, ar] = this.axial(a);
    const [bq, br] = this.axial(b);
    return Math.max(Math.abs(aq - bq), Math.abs(ar - br), Math.abs(aq - bq + ar - br));
  }

  private axial(i: number): Point {
    const column = i % this.columns;
    const lift = Math.floor((column + (this.lowered === 1 ? 0 : 1)) / 2);
    return [column, Math.floor(i / this.columns) - lift];
  }

  centre(i: number): Point {
    return [this.x[i], this.y[i]];
  }

  /** Corner k, clockwise from the top left: side d runs from corner d to corner d + 1. */
  corner(i: number, k: number): Point {
    const x = this.x[i];
    const y = this.y[i];
    switch (k % 6) {
      case 0:
        return [x - RADIUS / 2, y - HEX / 2];
      case 1:
        return [x + RADIUS / 2, y - HEX / 2];
      case 2:
        return [x + RADIUS, y];
      case 3:
        return [x + RADIUS / 2, y + HEX / 2];
      case 4:
        return [x - RADIUS / 2, y + HEX / 2];
      default:
        return [x - RADIUS, y];
    }
  }

  /** The box of that number; nothing for a hex. */
  boxOf(place: number): SceneBox | undefined {
    return place < this.size ? undefined : this.boxes[place - this.size];
  }

  /** The place nearest to another in a direction of the paper, those straight ahead first; -1 if there is none. */
  towards(place: number, dx: number, dy: number): number {
    let best = -1;
    let least = Infinity;
    for (const there of [...this.present, ...this.boxes.map((box) => box.index)]) {
      const x = this.x[there] - this.x[place];
      const y = this.y[there] - this.y[place];
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy - y * dx);
      if (ahead <= HEX / 4 || aside > ahead * 2) continue;
      if (ahead + 2 * aside < least) {
        least = ahead + 2 * aside;
        best = there;
      }
    }
    return best;
  }

  /** The hex or box under a point, or -1 where there is none. */
  hexAt(x: number, y: number): number {
    for (const box of this.boxes) {
      if (x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h) return box.index;
    }
    const near = Math.round((x - RADIUS) / COLUMN);
    let best = -1;
    let least = (HEX * HEX) / 2.9;
    for (let column = near - 1; column <= near + 1; column++) {
      const top = Math.abs(column % 2) === this.lowered ? 1 : 0.5;
      const row = Math.round(y / HEX - top);
      for (let r = row - 1; r <= row + 1; r++) {
        const i = this.at(column, r);
        if (i < 0) continue;
        const far = (this.x[i] - x) ** 2 + (this.y[i] - y) ** 2;
        if (far < least) {
          least = far;
          best = i;
        }
      }
    }
    return best;
  }

  /** The hexes whose centre lies in a box. */
  within(box: Box): number[] {
    const first = Math.max(0, Math.floor((box.left - RADIUS) / COLUMN));
    const last = Math.min(this.columns - 1, Math.ceil((box.right - RADIUS) / COLUMN));
    const top = Math.max(0, Math.floor(box.top / HEX) - 1);
    const bottom = Math.min(this.rows - 1, Math.ceil(box.bottom / HEX));
    const found: number[] = [];
    for (let row = top; row <= bottom; row++) {
      for (let column = first; column <= last; column++) {
        const i = this.at(column, row);
        if (i < 0) continue;
        const x = this.x[i];
        const y = this.y[i];
        if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) found.push(i);
      }
    }
    return found;
  }
}

/** A number for a corner, equal whichever of its three hexes it was computed from. */
export function cornerKey(p: Point): number {
  return Math.round(p[0]) * 100_003 + Math.round(p[1]);
}

export function boxOf(points: readonly Point[], margin = 0): Box {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin };
}

export function grown(box: Box, by: number): Box {
  return {
    left: box.left - by,
    top: box.top - by,
    right: box.right + by,
    bottom: box.bottom + by,
  };
}

export function meets(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The outline of some hexes, holes included. */
export function outline(grid: Grid, hexes: Iterable<number>): Path2D {
  const inside = new Set(hexes);
  const follow = new Map<number, [number, Point]>();
  for (const i of inside) {
    for (let d = 0; d < 6; d++) {
      if (inside.has(grid.neighbours[i * 6 + d])) continue;
      const a = grid.corner(i, d);
      follow.set(cornerKey(a), [cornerKey(grid.corner(i, d + 1)), a]);
    }
  }
  const path = new Path2D();
  for (const start of follow.keys()) {
    const loop: Point[] = [];
    let here = start;
    for (let edge = follow.get(here); edge; edge = follow.get(here)) {
      follow.delete(here);
      loop.push(edge[1]);
      here = edge[0];
    }
    if (loop.length < 3) continue;
    path.moveTo(...loop[0]);
    for (const p of loop.slice(1)) path.lineTo(...p);
    path.closePath();
  }
  return path;
}
