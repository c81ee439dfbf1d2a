/** A grid over a picture: from three hexes whose printed numbers are typed, how it lies and how it counts. */

import {
  centre,
  keyOf,
  RADIUS,
  readNumber,
  type Counting,
  type GridShape,
  type Point,
} from "./grid";

/** A hex of the picture: its printed number, and where its middle is in pixels. */
export interface Mark {
  number: string;
  at: Point;
}

export interface Fit {
  grid: GridShape;
  counting: Counting;
  /** How far the marks lie from where the grid has them, in pixels: of the farthest. */
  error: number;
}

/** x' = a x + c y + e, y' = b x + d y + f. */
export type Affine = [number, number, number, number, number, number];

export const apply = ([a, b, c, d, e, f]: Affine, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

export function inverse([a, b, c, d, e, f]: Affine): Affine {
  const det = a * d - b * c;
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det];
}

/** The map that brings three points to three others; nothing where they lie on a line. */
export function throughThree(from: Point[], to: Point[]): Affine | null {
  const [p, q, r] = from;
  const det = (q.x - p.x) * (r.y - p.y) - (r.x - p.x) * (q.y - p.y);
  const size = Math.hypot(q.x - p.x, q.y - p.y) * Math.hypot(r.x - p.x, r.y - p.y);
  if (Math.abs(det) < 0.02 * size || det === 0) return null;
  const solve = (value: (point: Point) => number): [number, number, number] => {
    const [u, v, w] = to.map(value);
    const x = ((v - u) * (r.y - p.y) - (w - u) * (q.y - p.y)) / det;
    const y = ((w - u) * (q.x - p.x) - (v - u) * (r.x - p.x)) / det;
    return [x, y, u - x * p.x - y * p.y];
  };
  const [a, c, e] = solve((point) => point.x);
  const [b, d, f] = solve((point) => point.y);
  return [a, b, c, d, e, f];
}

/** Turned, scaled and moved so that points come as near to others as can be; and how far off the farthest is. */
export function alike(from: Point[], to: Point[]): { map: Affine; error: number } {
  const mean = (points: Point[]) => ({
    x: points.reduce((sum, one) => sum + one.x, 0) / points.length,
    y: points.reduce((sum, one) => sum + one.y, 0) / points.length,
  });
  const [m, n] = [mean(from), mean(to)];
  let [same, turned, size] = [0, 0, 0];
  from.forEach((one, k) => {
    const [x, y] = [one.x - m.x, one.y - m.y];
    const [u, v] = [to[k].x - n.x, to[k].y - n.y];
    same += x * u + y * v;
    turned += x * v - y * u;
    size += x * x + y * y;
  });
  const [a, b] = size ? [same / size, turned / size] : [1, 0];
  const map: Affine = [a, b, -b, a, n.x - a * m.x + b * m.y, n.y - b * m.x - a * m.y];
  const error = Math.max(
    ...from.map((one, k) => {
      const there = apply(map, one);
      return Math.hypot(there.x - to[k].x, there.y - to[k].y);
    }),
  );
  return { map, error };
}

/** Where a printed number lies if columns count from 0 and rows from 0: the shape of the grid, not its place. */
function lies(column: number, row: number, lowParity: number, up: boolean): Point {
  const low = Math.abs(column % 2) === lowParity;
  return { x: (column * Math.sqrt(3)) / 2, y: (up ? -row : row) + (low ? 0.5 : 0) };
}

interface Lie {
  error: number;
  map: Affine;
  parity: number;
  up: boolean;
  leads: "column" | "row";
}

/** The stagger and direction of rows that fit best. */
function bestLie(
  known: { column: number; row: number }[],
  points: Point[],
  leads: "column" | "row",
): Lie {
  let best: Lie | null = null;
  for (const up of [false, true]) {
    for (const parity of [0, 1]) {
      const model = known.map((one) =>
        leads === "column"
          ? lies(one.column, one.row, parity, up)
          : lies(one.row, one.column, parity, up),
      );
      const { map, error } = alike(model, points);
      if (!best || error < best.error - 1e-6) best = { error, map, parity, up, leads };
    }
  }
  return best as Lie;
}

/** The grid under a picture of this size; a text says why there is none. */
export function fitGrid(marks: Mark[], width: number, height: number): Fit | string {
  const read = marks.map((mark) => readNumber(mark.number));
  const bad = marks.find((_, k) => !read[k]);
  if (bad) return `"${bad.number}" is no hex number such as 0507 or 12.03`;
  const known = read.filter((one) => one !== null);
  if (known.length < 3) return "three hexes are needed";
  if (new Set(marks.map((mark) => mark.number)).size < known.length)
    return "each hex only once, please";
  const points = marks.map((mark) => mark.at);
  if (!throughThree(points.slice(0, 3), points.slice(0, 3)))
    return "the three hexes lie on a line: take three far apart";
  let best: Lie | null = null;
  for (const leads of ["column", "row"] as const) {
    // The other reading of the numbers has to fit much better: most maps count columns first.
    const least: number = best ? (leads === "row" ? best.error / 2 - 0.5 : best.error) : Infinity;
    const found = bestLie(known, points, leads);
    if (found.error < least) best = found;
  }
  if (!best) return "three hexes are needed";
  const hex = Math.hypot(best.map[0], best.map[1]);
  if (!(hex > 4)) return "the hexes would be smaller than four pixels: are the numbers right?";
  if (best.error > hex * 0.35)
    return "these three do not fit a hex grid: are they the middles, and the numbers right?";
  return extent(best, known[0].digits, known[0].between, width, height);
}

/** How many columns and rows have their middles in the picture. */
function extent(
  best: Lie,
  digits: number,
  between: string,
  width: number,
  height: number,
): Fit | string {
  const back = inverse(best.map);
  const edges = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: 0, y: height },
    { x: width, y: height },
  ].map((corner) => apply(back, corner));
  const xs = edges.map((one) => (one.x * 2) / Math.sqrt(3));
  const ys = edges.map((one) => (best.up ? -one.y : one.y));
  const first = Math.max(0, Math.ceil(Math.min(...xs) + 0.2));
  const last = Math.floor(Math.max(...xs) - 0.2);
  const top = Math.max(0, Math.ceil(Math.min(...ys) + 0.05));
  const bottom = Math.floor(Math.max(...ys) - 0.3);
  const [columns, rows] = [last - first + 1, bottom - top + 1];
  if (columns < 1 || rows < 1 || columns > 400 || rows > 400)
    return `a map of ${columns} by ${rows} hexes cannot be: are the numbers right?`;
  const lower = (best.parity === 0) === (first % 2 === 1) ? "even" : "odd";
  return {
    grid: { columns, rows, lower },
    counting: { column: first, row: top, digits, between, up: best.up, leads: best.leads },
    error: best.error,
  };
}

/** The hex of a grid that has a printed number. */
export function keyOfNumber(grid: GridShape, counting: Counting, number: string): string | null {
  const found = readNumber(number);
  if (!found) return null;
  const isTurned = counting.leads === "row";
  const column = (isTurned ? found.row : found.column) - counting.column + 1;
  const down = (isTurned ? found.column : found.row) - counting.row;
  const row = counting.up ? grid.rows - down : down + 1;
  const inside = column >= 1 && column <= grid.columns && row >= 1 && row <= grid.rows;
  return inside ? keyOf(column, row) : null;
}

/** How a picture lies over the map, pixels to hex heights: by its first three marks; before that, as wide as the map. */
export function overMap(
  marks: Mark[],
  grid: GridShape,
  counting: Counting,
  picture: { width: number; height: number },
): Affine {
  const keys = marks.map((mark) => keyOfNumber(grid, counting, mark.number));
  if (marks.length >= 3 && keys.every((key) => key !== null)) {
    const from = marks.slice(0, 3).map((mark) => mark.at);
    const to = keys.slice(0, 3).map((key) => centre(grid, key));
    const map = throughThree(from, to);
    if (map) return map;
  }
  const wide = ((grid.columns - 1) * Math.sqrt(3)) / 2 + 2 * RADIUS;
  const scale = Math.min(
    wide / Math.max(1, picture.width),
    (grid.rows + 0.5) / Math.max(1, picture.height),
  );
  return [scale, 0, 0, scale, 0, 0];
}

/** How far a fourth hex of the picture lies from where the grid has it, in pixels. */
export function errorOf(
  mark: Mark,
  marks: Mark[],
  grid: GridShape,
  counting: Counting,
): number | null {
  const key = keyOfNumber(grid, counting, mark.number);
  if (!key || marks.length < 3) return null;
  const there = apply(
    inverse(overMap(marks, grid, counting, { width: 1, height: 1 })),
    centre(grid, key),
  );
  return Math.hypot(there.x - mark.at.x, there.y - mark.at.y);
}
