/** Paints a draft on a canvas: picture, grounds, hexsides, routes, names, numbers, counters. */

import type { WorkshopOut } from "../../net/api";
import type { Work } from "./draft";
import type { Affine } from "./fit";
import {
  centre,
  corners,
  directionTo,
  keyOf,
  nameOf,
  RADIUS,
  type HexKey,
  type Point,
} from "./grid";

export interface View {
  /** Pixels of a hex's height. */
  scale: number;
  /** What of the map lies at the left and top edge, in hex heights. */
  left: number;
  top: number;
}

export interface Shown {
  picture: CanvasImageSource | null;
  overMap: Affine;
  /** How much of the grounds covers the picture, 0 to 1. */
  ground: number;
  numbers: boolean;
  counters: boolean;
  cursor: HexKey | null;
  faults: ReadonlySet<HexKey>;
  /** The area that is being painted. */
  area: string;
  tool: string;
  /** Only the picture, while no grid lies over it. */
  isBare: boolean;
}

export interface Inks {
  ink: string;
  paper: string;
  lit: string;
  bad: string;
}

export function paint(
  pen: CanvasRenderingContext2D,
  work: Work,
  shop: WorkshopOut,
  view: View,
  shown: Shown,
  inks: Inks,
): void {
  const { width, height } = pen.canvas;
  const { grid } = work;
  const ratio = devicePixelRatio || 1;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.fillStyle = inks.paper;
  pen.fillRect(0, 0, width, height);
  const unit = view.scale * ratio;
  pen.setTransform(unit, 0, 0, unit, -view.left * unit, -view.top * unit);
  if (shown.picture) {
    pen.save();
    pen.transform(...shown.overMap);
    pen.drawImage(shown.picture, 0, 0);
    pen.restore();
  }
  if (shown.isBare) return;
  const seen = inSight(work, view, width / unit, height / unit);
  const tables = work.draft.tables;
  const colours = new Map(shop.terrain.map((one) => [one.kind, one.colour]));
  const shades = new Map(shop.sides.map((side, k) => [side, shop.shades[k]]));
  const plain = shop.terrain[0]?.colour ?? inks.paper;
  pen.globalAlpha = shown.picture ? shown.ground : 1;
  for (const key of seen) {
    const kind = tables.terrain[key] as string | undefined;
    if (!kind && shown.picture) continue;
    hexagon(pen, centre(grid, key));
    pen.fillStyle = colours.get(kind ?? "") ?? plain;
    pen.fill();
  }
  pen.globalAlpha = 0.25;
  for (const key of seen) {
    const holder = tables.holders[key] as string | undefined;
    const inArea = shown.area && `${key} ${shown.area}` in tables.areas;
    if (!inArea && !(holder && shown.tool === "holder")) continue;
    hexagon(pen, centre(grid, key));
    pen.fillStyle = inArea ? inks.lit : (shades.get(holder ?? "") ?? inks.lit);
    pen.fill();
  }
  pen.globalAlpha = 0.4;
  pen.strokeStyle = inks.ink;
  pen.lineWidth = Math.max(0.012, 0.7 / unit);
  pen.beginPath();
  for (const key of seen) trace(pen, centre(grid, key));
  pen.stroke();
  pen.globalAlpha = 1;
  lines(pen, work, shop, seen);
  words(pen, work, shop, shown, seen, view.scale, inks);
  for (const key of seen) if (shown.faults.has(key)) ring(pen, centre(grid, key), inks.bad, true);
  if (shown.cursor) ring(pen, centre(grid, shown.cursor), inks.lit, false);
}

/** The hexes that are on the screen. */
function inSight(work: Work, view: View, wide: number, high: number): HexKey[] {
  const { grid } = work;
  const across = Math.sqrt(3) / 2;
  const [west, east] = [
    Math.max(1, Math.floor(view.left / across)),
    Math.min(grid.columns, Math.ceil((view.left + wide) / across) + 1),
  ];
  const [north, south] = [
    Math.max(1, Math.floor(view.top)),
    Math.min(grid.rows, Math.ceil(view.top + high) + 1),
  ];
  const found: HexKey[] = [];
  for (let row = north; row <= south; row++)
    for (let column = west; column <= east; column++) found.push(keyOf(column, row));
  return found;
}

function trace(pen: CanvasRenderingContext2D, middle: Point): void {
  corners(middle).forEach((corner, k) =>
    k ? pen.lineTo(corner.x, corner.y) : pen.moveTo(corner.x, corner.y),
  );
  pen.closePath();
}

function hexagon(pen: CanvasRenderingContext2D, middle: Point): void {
  pen.beginPath();
  trace(pen, middle);
}

function ring(
  pen: CanvasRenderingContext2D,
  middle: Point,
  colour: string,
  isDashed: boolean,
): void {
  hexagon(pen, middle);
  pen.strokeStyle = colour;
  pen.lineWidth = 0.07;
  pen.setLineDash(isDashed ? [0.12, 0.08] : []);
  pen.stroke();
  pen.setLineDash([]);
}

function lines(
  pen: CanvasRenderingContext2D,
  work: Work,
  shop: WorkshopOut,
  seen: readonly HexKey[],
): void {
  const { grid } = work;
  const near = new Set(seen);
  pen.lineCap = "round";
  const inkOf = (kinds: { kind: string; colour: string }[], kind: string) =>
    kinds.find((one) => one.kind === kind)?.colour ?? "#000";
  for (const [pair, kind] of Object.entries(work.draft.tables.hexsides)) {
    const [a, b] = pair.split(" ");
    const direction = directionTo(grid, a, b);
    if (direction < 0 || !near.has(a)) continue;
    const ends = corners(centre(grid, a));
    const [from, to] = [ends[direction], ends[(direction + 1) % 6]];
    pen.strokeStyle = inkOf(shop.hexsides, String(kind));
    pen.lineWidth = 0.1;
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    pen.lineTo(to.x, to.y);
    pen.stroke();
  }
  for (const entry of Object.keys(work.draft.tables.routes)) {
    const [kind, a, b] = entry.split(" ");
    if (!near.has(a) && !near.has(b)) continue;
    const [from, to] = [centre(grid, a), centre(grid, b)];
    pen.strokeStyle = inkOf(shop.routes, kind);
    pen.lineWidth = 0.06;
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    pen.lineTo(to.x, to.y);
    pen.stroke();
  }
}

function words(
  pen: CanvasRenderingContext2D,
  work: Work,
  shop: WorkshopOut,
  shown: Shown,
  seen: readonly HexKey[],
  scale: number,
  inks: Inks,
): void {
  const { grid, counting } = work;
  const tables = work.draft.tables;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const write = (text: string, at: Point, size: number, weight = 400) => {
    pen.font = `${weight} ${size}px "Source Sans 3", sans-serif`;
    pen.fillStyle = inks.ink;
    pen.strokeStyle = inks.paper;
    pen.lineWidth = size / 4;
    pen.lineJoin = "round";
    pen.strokeText(text, at.x, at.y);
    pen.fillText(text, at.x, at.y);
  };
  if (shown.numbers && scale > 34)
    for (const key of seen) {
      const middle = centre(grid, key);
      write(nameOf(grid, counting, key), { x: middle.x, y: middle.y - 0.38 }, 0.15);
    }
  for (const key of seen) {
    const middle = centre(grid, key);
    const place = tables.places[key] as { name: string } | undefined;
    if (place && scale > 18) write(place.name, { x: middle.x, y: middle.y + 0.34 }, 0.22, 600);
    const worth = tables.objectives[key];
    if (worth !== undefined && scale > 14) {
      const text =
        typeof worth === "object" ? Object.values(worth ?? {}).join(" · ") : String(worth);
      write(`★ ${text}`, { x: middle.x, y: middle.y - 0.2 }, 0.2, 700);
    }
  }
  if (!shown.counters) return;
  const stacks = new Map<HexKey, string[]>();
  for (const [id, key] of Object.entries(tables.setup))
    stacks.set(String(key), [...(stacks.get(String(key)) ?? []), id]);
  for (const key of seen) {
    const ids = stacks.get(key);
    if (!ids) continue;
    const middle = centre(grid, key);
    ids.slice(0, 4).forEach((id, k) => {
      const side = sideOf(work, shop, id);
      const [x, y] = [middle.x - 0.24 + k * 0.05, middle.y - 0.22 - k * 0.05];
      pen.fillStyle = shop.shades[shop.sides.indexOf(side)] ?? "#777";
      pen.fillRect(x, y, 0.48, 0.48);
      pen.strokeStyle = inks.ink;
      pen.lineWidth = 0.02;
      pen.strokeRect(x, y, 0.48, 0.48);
    });
    if (scale > 34) write(ids.length > 1 ? `${ids.length}` : ids[0].slice(0, 9), middle, 0.13, 600);
  }
}

/** Whose counter it is: a row of one's own, or one of the game's. */
export function sideOf(work: Work, shop: WorkshopOut, id: string): string {
  const own = work.draft.tables.counters[id] as { side: string } | undefined;
  return own?.side ?? shop.counters.find((one) => one.id === id)?.side ?? "";
}

/** A point of the screen on the map. */
export const onMap = (view: View, x: number, y: number): Point => ({
  x: view.left + x / view.scale,
  y: view.top + y / view.scale,
});

/** A view that shows all of the map. */
export function wholeMap(work: Work, wide: number, high: number): View {
  const { grid } = work;
  const w = ((grid.columns - 1) * Math.sqrt(3)) / 2 + 2 * RADIUS;
  const h = grid.rows + 0.5;
  const scale = Math.max(6, Math.min(110, wide / (w + 0.6), high / (h + 0.6)));
  return { scale, left: w / 2 - wide / scale / 2, top: h / 2 - high / scale / 2 };
}
