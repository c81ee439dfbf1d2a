/** The hexes of a map in the making: flat-topped, in columns, as the server's own grid. Lengths are hex heights. */

/** A hex by its column and row, counted from 1: "3.4". */
export type HexKey = string;

export interface GridShape {
  columns: number;
  rows: number;
  /** Which columns lie half a hex further south. */
  lower: "even" | "odd";
}

export interface Point {
  x: number;
  y: number;
}

const WIDE = Math.sqrt(3) / 2;
/** From the middle of a hex to a corner. */
export const RADIUS = 1 / Math.sqrt(3);
/** The six directions from north on, clockwise, as steps of columns. */
const ACROSS = [0, 1, 1, 0, -1, -1];

export const keyOf = (column: number, row: number): HexKey => `${column}.${row}`;

export function placeOf(key: HexKey): [number, number] {
  const [column, row] = key.split(".");
  return [Number(column), Number(row)];
}

export const isLow = (grid: GridShape, column: number) =>
  (column % 2 === 0) === (grid.lower === "even");

export const has = (grid: GridShape, key: HexKey): boolean => {
  const [column, row] = placeOf(key);
  return column >= 1 && column <= grid.columns && row >= 1 && row <= grid.rows;
};

export function centre(grid: GridShape, key: HexKey): Point {
  const [column, row] = placeOf(key);
  return { x: RADIUS + (column - 1) * WIDE, y: row - 1 + (isLow(grid, column) ? 1 : 0.5) };
}

/** The neighbour in one of the six directions; nothing off the map. */
export function step(grid: GridShape, key: HexKey, direction: number): HexKey | null {
  const [column, row] = placeOf(key);
  const low = isLow(grid, column);
  const down = [-1, low ? 0 : -1, low ? 1 : 0, 1, low ? 1 : 0, low ? 0 : -1][direction];
  const there = keyOf(column + ACROSS[direction], row + down);
  return has(grid, there) ? there : null;
}

export const neighbours = (grid: GridShape, key: HexKey): HexKey[] =>
  [0, 1, 2, 3, 4, 5].map((d) => step(grid, key, d)).filter((there) => there !== null);

/** The hex that a point lies in; nothing beside the map. */
export function hexAt(grid: GridShape, at: Point): HexKey | null {
  const near = Math.round((at.x - RADIUS) / WIDE) + 1;
  let best: HexKey | null = null;
  let least = Infinity;
  for (const column of [near - 1, near, near + 1]) {
    const row = Math.round(at.y - (isLow(grid, column) ? 1 : 0.5)) + 1;
    const key = keyOf(column, row);
    if (!has(grid, key)) continue;
    const middle = centre(grid, key);
    const far = Math.hypot(at.x - middle.x, at.y - middle.y);
    if (far < least) [best, least] = [key, far];
  }
  return least <= RADIUS ? best : null;
}

/** The direction of the hexside of this hex that lies nearest to a point. */
export function sideAt(grid: GridShape, key: HexKey, at: Point): number {
  const middle = centre(grid, key);
  const angle = Math.atan2(at.x - middle.x, middle.y - at.y);
  return (Math.round(angle / (Math.PI / 3)) + 6) % 6;
}

/** The corners of a hex, clockwise from the top left: side d runs from corner d to corner d + 1. */
export function corners(middle: Point): Point[] {
  const half = RADIUS / 2;
  return [
    { x: middle.x - half, y: middle.y - 0.5 },
    { x: middle.x + half, y: middle.y - 0.5 },
    { x: middle.x + RADIUS, y: middle.y },
    { x: middle.x + half, y: middle.y + 0.5 },
    { x: middle.x - half, y: middle.y + 0.5 },
    { x: middle.x - RADIUS, y: middle.y },
  ];
}

/** All hexes at most so far away. */
export function around(grid: GridShape, key: HexKey, radius: number): HexKey[] {
  const found = new Set([key]);
  let rim = [key];
  for (let ring = 0; ring < radius; ring++) {
    rim = rim.flatMap((one) => neighbours(grid, one)).filter((one) => !found.has(one));
    for (const one of rim) found.add(one);
  }
  return [...found];
}

/** The hexes that hang together with this one and are alike. */
export function filled(grid: GridShape, key: HexKey, isAlike: (key: HexKey) => boolean): HexKey[] {
  const found = new Set([key]);
  const open = [key];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    for (const there of neighbours(grid, one)) {
      if (!found.has(there) && isAlike(there)) {
        found.add(there);
        open.push(there);
      }
    }
  }
  return [...found];
}

/** Two neighbours as one name, the same from both. */
export const pairOf = (a: HexKey, b: HexKey): string => {
  const [ca, ra] = placeOf(a);
  const [cb, rb] = placeOf(b);
  return ca < cb || (ca === cb && ra <= rb) ? `${a} ${b}` : `${b} ${a}`;
};

export const directionTo = (grid: GridShape, a: HexKey, b: HexKey): number =>
  [0, 1, 2, 3, 4, 5].findIndex((d) => step(grid, a, d) === b);

export function allHexes(grid: GridShape): HexKey[] {
  const found: HexKey[] = [];
  for (let row = 1; row <= grid.rows; row++)
    for (let column = 1; column <= grid.columns; column++) found.push(keyOf(column, row));
  return found;
}

/** How printed numbers count: the first column and row, the digits of each, and which way rows go. */
export interface Counting {
  column: number;
  row: number;
  digits: number;
  between: string;
  up: boolean;
  /** Which part stands first. A map whose hexes stand on a point lies turned here, and its rows are our columns. */
  leads: "column" | "row";
}

export const PLAIN: Counting = {
  column: 1,
  row: 1,
  digits: 2,
  between: "",
  up: false,
  leads: "column",
};

/** The printed number of a hex. */
export function nameOf(grid: GridShape, counting: Counting, key: HexKey): string {
  const [column, row] = placeOf(key);
  const down = counting.up ? grid.rows - row : row - 1;
  const padded = (value: number) => String(value).padStart(counting.digits, "0");
  const across = padded(counting.column + column - 1);
  const along = padded(counting.row + down);
  return counting.leads === "column"
    ? across + counting.between + along
    : along + counting.between + across;
}

/** The column and row of a printed number, such as 0507 or 12.03; nothing if it is none. */
export function readNumber(
  text: string,
): { column: number; row: number; digits: number; between: string } | null {
  const parted = /^(\d{1,3})([.\-/ ])(\d{1,3})$/.exec(text.trim());
  if (parted)
    return {
      column: Number(parted[1]),
      row: Number(parted[3]),
      digits: Math.max(parted[1].length, parted[3].length),
      between: parted[2],
    };
  const plain = text.trim();
  if (!/^\d+$/.test(plain) || plain.length % 2 || plain.length > 6) return null;
  const half = plain.length / 2;
  return {
    column: Number(plain.slice(0, half)),
    row: Number(plain.slice(half)),
    digits: half,
    between: "",
  };
}
