/** What lies on the map beside board and counters: lights, costs, marks, arrows, lines of sight, the cursor. */

import type { BoardOut, Piece, SightShown, TintOut } from "../net/api";
import type { Camera } from "./window/camera";
import { HEX, outline, type Box, type Grid, type Point } from "./geometry";
import { drawBadge, type SpriteCache } from "./counters/sprites";
import { SANS } from "./canvasFonts";
import { lightColours } from "./palette";

/** How a hex is lit: what may be done there, and the word in it. */
export interface Light {
  tone: "choice" | "aside" | "attack" | "retreat" | "overlay" | "good" | "bad";
  text: string;
}

export interface Arrow {
  hexes: number[];
  /** `way`: one that is only looked at; the others have been gone, or are attacks being built. */
  tone: "move" | "way" | "attack" | "retreat" | "supply";
  side: number;
  /** How many counters went this way. */
  count?: number;
  /** The price at each of its hexes, where it is known. */
  costs?: string[];
}

/** Something that happened in a hex and is still shown. */
export interface Mark {
  hex: number;
  kind: "battle" | "air";
}

/** A place that counts. */
export interface Flag {
  hex: number;
  points: string;
  side: number;
  isHeld: boolean;
}

/** What lies on the map beside the board itself. */
export interface MapScene {
  pieces: readonly Piece[];
  holder: readonly number[];
  marks: Readonly<Record<string, readonly number[]>>;
  sideMarks: Readonly<Record<string, readonly number[]>>;
  lit: ReadonlyMap<number, Light>;
  litUnits: ReadonlySet<number>;
  /** Units in hand, such as the stack being moved. */
  held: ReadonlySet<number>;
  arrows: readonly Arrow[];
  flags: readonly Flag[];
  happened: readonly Mark[];
  /** Hexes that the log, the guide or a question points at. */
  pointed: readonly number[];
  /** The hex under attack. */
  target: number;
  isDark: boolean;
  /** Every price is written, not only those along the way. */
  showsCosts: boolean;
  /** The line of sight that is looked at. */
  sight: SightShown | null;
  /** A hex chosen as one end of a line, before there is one. */
  sightFrom: number;
  focus: number;
  tint: TintOut | null;
  showsControl: boolean;
}

/** The map as far as these layers know it. */
export interface Drawn {
  readonly ctx: CanvasRenderingContext2D;
  readonly grid: Grid;
  readonly camera: Camera;
  readonly board: BoardOut;
  readonly sprites: SpriteCache;
  readonly scene: MapScene;
  readonly stacks: ReadonlyMap<number, readonly Piece[]>;
  readonly hovered: number;
  readonly cursor: number;
  readonly isCursorShown: boolean;
  /** Device pixels for each CSS pixel. */
  readonly ratio: number;
}

/** Hexes of overlays: a tint says where, a thin line how far. */
const TONES: Record<Light["tone"], { fill: string; line: string }> = {
  choice: { fill: "", line: "" },
  aside: { fill: "", line: "" },
  attack: { fill: "", line: "" },
  retreat: { fill: "", line: "" },
  overlay: { fill: "rgba(63, 118, 173, 0.26)", line: "#2b5d8c" },
  good: { fill: "rgba(47, 143, 78, 0.26)", line: "#1f6b39" },
  bad: { fill: "rgba(192, 57, 43, 0.26)", line: "#8e1f14" },
};
const OVERLAYS: ReadonlySet<string> = new Set(["overlay", "good", "bad"]);

const SUPPLY = "#2c7a3f";

function hexPath(d: Drawn, hex: number, inset = 0): void {
  const { ctx, grid } = d;
  const cx = grid.x[hex];
  const cy = grid.y[hex];
  const k = 1 - inset / (HEX / 2);
  ctx.beginPath();
  const box = grid.boxOf(hex);
  if (box) {
    ctx.rect(box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset);
    return;
  }
  for (let corner = 0; corner < 6; corner++) {
    const [x, y] = grid.corner(hex, corner);
    if (corner) ctx.lineTo(cx + (x - cx) * k, cy + (y - cy) * k);
    else ctx.moveTo(cx + (x - cx) * k, cy + (y - cy) * k);
  }
  ctx.closePath();
}

export function isInView(grid: Grid, hex: number, box: Box): boolean {
  const x = grid.x[hex];
  const y = grid.y[hex];
  const place = grid.boxOf(hex);
  const w = Math.max(HEX, (place?.w ?? 0) / 2);
  const h = Math.max(HEX, (place?.h ?? 0) / 2);
  return x > box.left - w && x < box.right + w && y > box.top - h && y < box.bottom + h;
}

/** Overlays as tints, and the reach of what is in hand: one outline with a breath of tint below the counters. */
export function drawLights(d: Drawn): void {
  const { ctx } = d;
  const box = d.camera.box();
  const colours = lightColours(d.scene.isDark);
  const reach = new Set<number>();
  for (const [hex, light] of d.scene.lit) {
    if (!OVERLAYS.has(light.tone)) {
      if (light.tone !== "aside" && light.tone !== "attack") reach.add(hex);
      continue;
    }
    if (!isInView(d.grid, hex, box)) continue;
    hexPath(d, hex, 1.5);
    ctx.fillStyle = TONES[light.tone].fill;
    ctx.fill();
    ctx.strokeStyle = TONES[light.tone].line;
    ctx.lineWidth = 0.7;
    ctx.stroke();
  }
  if (!reach.size) return;
  // What is in hand stands within its own reach.
  for (const [hex, stack] of d.stacks)
    if (stack.some((piece) => d.scene.held.has(piece.unit))) reach.add(hex);
  drawReach(d, reach, colours, box);
}

function drawReach(
  d: Drawn,
  reach: ReadonlySet<number>,
  colours: ReturnType<typeof lightColours>,
  box: Box,
): void {
  const { ctx, grid } = d;
  // Where nearly every hex can be chosen an outline is the edge of the map: a tint would only dim the ground.
  const isEverywhere = reach.size > 0.75 * grid.present.length;
  const edges = outline(
    grid,
    [...reach].filter((hex) => !grid.boxOf(hex)),
  );
  for (const hex of reach) {
    if (!isInView(grid, hex, box)) continue;
    if (!isEverywhere) {
      hexPath(d, hex);
      ctx.globalAlpha = 0.07;
      ctx.fillStyle = colours.chosen;
      ctx.fill();
      ctx.globalAlpha = 1;
    }
    const place = grid.boxOf(hex);
    if (place) edges.rect(place.x + 2, place.y + 2, place.w - 4, place.h - 4);
  }
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  for (const [colour, wide] of [
    [colours.edge, 5.4],
    [colours.chosen, 3],
  ] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = wide;
    ctx.stroke(edges);
  }
}

/** Hexes that may be chosen one by one, targets and what is pointed at: each with its own shape, above the counters. */
export function drawRings(d: Drawn): void {
  const { scene } = d;
  const box = d.camera.box();
  const colours = lightColours(scene.isDark);
  for (const [hex, light] of scene.lit) {
    if (!isInView(d.grid, hex, box)) continue;
    if (light.tone === "aside") hexRing(d, hex, colours.may, colours.ink, 2.2);
    if (light.tone === "attack" && hex !== scene.target)
      hexRing(d, hex, colours.may, colours.ink, 3.6);
  }
  if (scene.target >= 0) {
    hexRing(d, scene.target, colours.target, colours.edge, 4.2);
    ticks(d, scene.target, colours.target, colours.edge);
  }
  for (const hex of scene.pointed)
    if (hex !== scene.target) hexRing(d, hex, colours.pointed, colours.ink, 4.6);
}

function hexRing(d: Drawn, hex: number, colour: string, edge: string, wide: number): void {
  const { ctx } = d;
  hexPath(d, hex, 3);
  ctx.lineJoin = "round";
  ctx.strokeStyle = edge;
  ctx.lineWidth = wide + 2.4;
  ctx.stroke();
  ctx.strokeStyle = colour;
  ctx.lineWidth = wide;
  ctx.stroke();
}

/** Six ticks outwards from the corners: the shape of a target, for eyes that do not see its colour. */
function ticks(d: Drawn, hex: number, colour: string, edge: string): void {
  const { ctx, grid } = d;
  if (grid.boxOf(hex)) return;
  const [cx, cy] = grid.centre(hex);
  ctx.lineCap = "round";
  for (const [style, wide] of [
    [edge, 7.4],
    [colour, 4.6],
  ] as const) {
    ctx.strokeStyle = style;
    ctx.lineWidth = wide;
    ctx.beginPath();
    for (let corner = 0; corner < 6; corner++) {
      const [x, y] = grid.corner(hex, corner);
      ctx.moveTo(cx + (x - cx) * 0.97, cy + (y - cy) * 0.97);
      ctx.lineTo(cx + (x - cx) * 1.2, cy + (y - cy) * 1.2);
    }
    ctx.stroke();
  }
}

/** The numbers of hexes that somebody speaks of, to be read at any zoom, above all else. */
export function drawNumbers(d: Drawn): void {
  const unit = d.ratio / d.camera.scale;
  for (const hex of d.scene.pointed) {
    if (hex >= d.grid.size) continue;
    const [x, y] = d.grid.centre(hex);
    tag(d, [x + HEX * 0.2, y - HEX / 2 - 12 - 10 * unit], d.board.names[hex], "#2f2a22");
  }
}

/** The words in lit hexes: in the middle of an empty hex, at the foot of a stack. Prices only where they are asked for. */
export function drawCosts(d: Drawn): void {
  const { camera, scene } = d;
  if (HEX * camera.scale < 24) return;
  const box = camera.box();
  const lines = lightColours(scene.isDark);
  const way = scene.arrows.find((arrow) => arrow.tone === "way");
  for (const [hex, light] of scene.lit) {
    if (!light.text || !isInView(d.grid, hex, box)) continue;
    const isPrice = /^[\d½¼¾ /]+$/.test(light.text);
    const isWanted = scene.showsCosts || hex === d.hovered || (way?.hexes.includes(hex) ?? false);
    if (isPrice && !isWanted) continue;
    label(d, hex, light.text, TONES[light.tone].line || lines.chosen);
  }
}

function label(d: Drawn, hex: number, words: string, line: string): void {
  const { ctx } = d;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const isEmpty = !d.stacks.has(hex);
  const text = words.length > 14 ? `${words.slice(0, 13)}…` : words;
  const size = text.length > 4 ? 12.5 : isEmpty ? 19 : 14;
  ctx.font = `700 ${size}px ${SANS}`;
  const wide = Math.max(size * 1.5, ctx.measureText(text).width + 10);
  const x = d.grid.x[hex];
  const y = d.grid.y[hex] + (isEmpty ? 0 : HEX * 0.4);
  ctx.fillStyle = "rgba(255, 252, 243, 0.94)";
  ctx.strokeStyle = line;
  ctx.lineWidth = 1.2;
  ctx.beginPath();
  ctx.roundRect(x - wide / 2, y - size * 0.72, wide, size * 1.44, size * 0.7);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = "#2f2a22";
  ctx.fillText(text, x, y + 0.8);
}

export function drawMarks(d: Drawn): void {
  if (HEX * d.camera.scale < 24) return;
  const seen = new Map<number, number>();
  for (const [name, hexes] of Object.entries(d.scene.marks)) {
    for (const hex of hexes) {
      const k = seen.get(hex) ?? 0;
      seen.set(hex, k + 1);
      const [x, y] = d.grid.centre(hex);
      const look = d.sprites.badge(name);
      // In an empty hex there is room to be read from afar.
      if (d.stacks.has(hex)) drawBadge(d.ctx, look, x + HEX * 0.28 - 17 * k, y + HEX * 0.37, 8);
      else drawBadge(d.ctx, look, x + 30 * k, y, 14);
    }
  }
}

/** What lies on hexsides, such as bridges: half way to the neighbour. */
export function drawSideMarks(d: Drawn): void {
  if (HEX * d.camera.scale < 24) return;
  for (const [name, sides] of Object.entries(d.scene.sideMarks)) {
    for (const side of sides) {
      const [x, y] = d.grid.centre(Math.floor(side / 6));
      const turn = (Math.PI / 3) * (side % 6);
      const far = HEX / 2;
      drawBadge(
        d.ctx,
        d.sprites.badge(name),
        x + far * Math.sin(turn),
        y - far * Math.cos(turn),
        9,
      );
    }
  }
}

/** Ways that are looked at, attacks that are built, and what has been gone: that in ink, thick for two or more. */
export function drawArrows(d: Drawn): void {
  const colours = lightColours(d.scene.isDark);
  for (const arrow of d.scene.arrows) {
    if (arrow.hexes.length < 2) continue;
    if (arrow.tone === "way" || arrow.tone === "attack")
      arrowOf(d, arrow, colours.chosen, colours.edge, 6, []);
    else if (arrow.tone === "supply") arrowOf(d, arrow, SUPPLY, "#fffcf3", 4, [3, 8]);
    else {
      const isRetreat = arrow.tone === "retreat";
      const colour = isRetreat
        ? (d.board.liveries[arrow.side]?.shade ?? colours.past)
        : colours.past;
      const wide = (arrow.count ?? 1) > 1 ? 5 : 3.2;
      arrowOf(d, arrow, colour, colours.edge, wide, isRetreat ? [10, 7] : []);
    }
  }
}

function arrowOf(
  d: Drawn,
  arrow: Arrow,
  colour: string,
  edge: string,
  wide: number,
  dash: number[],
): void {
  const { ctx } = d;
  const points = arrow.hexes.map((i) => d.grid.centre(i));
  const [ax, ay] = points[points.length - 2];
  const [bx, by] = points[points.length - 1];
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const ux = (bx - ax) / length;
  const uy = (by - ay) / length;
  // The head stops short of a counter that lies there, and points into an empty hex.
  const short = d.stacks.has(arrow.hexes[arrow.hexes.length - 1]) ? HEX * 0.4 : HEX * 0.12;
  const tip: Point = [bx - ux * short, by - uy * short];
  const head = 8 + wide * 1.6;
  const neck: Point = [tip[0] - ux * head, tip[1] - uy * head];
  const barb = head * 0.6;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  for (const [style, more] of [
    [edge, 2.4],
    [colour, 0],
  ] as const) {
    ctx.strokeStyle = ctx.fillStyle = style;
    ctx.lineWidth = wide + more;
    ctx.setLineDash(more ? [] : dash);
    ctx.globalAlpha = more ? 0.85 : 1;
    ctx.beginPath();
    ctx.moveTo(...points[0]);
    for (const p of points.slice(1, -1)) ctx.lineTo(...p);
    ctx.lineTo(...neck);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(...tip);
    ctx.lineTo(neck[0] - uy * barb, neck[1] + ux * barb);
    ctx.lineTo(neck[0] + uy * barb, neck[1] - ux * barb);
    ctx.closePath();
    if (more) {
      ctx.lineWidth = more * 1.6;
      ctx.stroke();
    }
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

export function drawCursor(d: Drawn): void {
  const { ctx } = d;
  const { focus, isDark, target } = d.scene;
  if (focus >= 0 && focus !== target) {
    const colours = lightColours(isDark);
    hexRing(d, focus, colours.chosen, colours.edge, 4);
  }
  if (d.hovered >= 0 && !d.scene.lit.has(d.hovered)) {
    hexPath(d, d.hovered, 1);
    ctx.strokeStyle = "rgba(59, 53, 43, 0.55)";
    ctx.lineWidth = 1.6;
    ctx.stroke();
  }
  if (d.cursor >= 0 && d.isCursorShown) {
    hexPath(d, d.cursor, 2);
    ctx.strokeStyle = "#fff";
    ctx.lineWidth = 7;
    ctx.stroke();
    ctx.strokeStyle = "#0b57d0";
    ctx.lineWidth = 4;
    ctx.stroke();
  }
}

const CLEAR = "#1f6b39";
const BLOCKED = "#b3261e";

/** What a line of sight crosses, up to the first obstacle: what lies beyond it changes nothing. */
function crossedBy(sight: SightShown): SightShown["crossed"] {
  const end = sight.crossed.findIndex((one) => one.blocks);
  return sight.crossed.slice(0, end < 0 ? undefined : end + 1);
}

/** The hexes a line of sight goes through; they lie below the counters. */
export function drawSightHexes(d: Drawn): void {
  const { ctx } = d;
  const { sight } = d.scene;
  if (!sight) return;
  for (const one of crossedBy(sight)) {
    if (one.second === sight.there && !one.blocks) continue;
    hexPath(d, one.second, 1.5);
    ctx.fillStyle = one.blocks ? TONES.bad.fill : TONES.good.fill;
    ctx.fill();
  }
}

/** A line of sight: where it goes, every hexside it crosses, and what ends it. */
export function drawSight(d: Drawn): void {
  const { ctx, grid, scene } = d;
  const { sight } = scene;
  if (!sight) {
    if (scene.sightFrom >= 0) ring(d, scene.sightFrom, CLEAR);
    return;
  }
  const from = grid.centre(sight.here);
  const to = grid.centre(sight.there);
  const places = sight.crossed.map((one) =>
    sideCrossed(from, to, grid.centre(one.first), grid.centre(one.second)),
  );
  const end = sight.crossed.findIndex((one) => one.blocks);
  const stop = end < 0 ? to : places[end];
  line(ctx, from, stop, CLEAR, []);
  if (end >= 0) line(ctx, stop, to, BLOCKED, [4, 9]);
  ring(d, sight.here, CLEAR);
  ring(d, sight.there, sight.is_clear ? CLEAR : BLOCKED);
  sight.crossed.forEach((one, k) => crossing(ctx, places[k], one.blocks));
  crossedBy(sight).forEach((one, k) => {
    if (one.what) tag(d, places[k], one.what, one.blocks ? BLOCKED : CLEAR);
  });
}

/** Where a line from a to b crosses the side between two hexes; its middle where the line runs along it. */
export function sideCrossed(a: Point, b: Point, first: Point, second: Point): Point {
  const middle: Point = [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2];
  const nx = second[0] - first[0];
  const ny = second[1] - first[1];
  const along = (b[0] - a[0]) * nx + (b[1] - a[1]) * ny;
  if (Math.abs(along) < 1e-6) return middle;
  const t = ((middle[0] - a[0]) * nx + (middle[1] - a[1]) * ny) / along;
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
}

function line(
  ctx: CanvasRenderingContext2D,
  a: Point,
  b: Point,
  colour: string,
  dash: number[],
): void {
  for (const [style, wide] of [
    ["rgba(255, 252, 243, 0.9)", 7],
    [colour, 3.6],
  ] as const) {
    ctx.strokeStyle = style;
    ctx.lineWidth = wide;
    ctx.lineCap = "round";
    ctx.setLineDash(dash);
    ctx.beginPath();
    ctx.moveTo(...a);
    ctx.lineTo(...b);
    ctx.stroke();
  }
  ctx.setLineDash([]);
}

function ring(d: Drawn, hex: number, colour: string): void {
  hexPath(d, hex, 3);
  d.ctx.strokeStyle = colour;
  d.ctx.lineWidth = 4;
  d.ctx.stroke();
}

function crossing(ctx: CanvasRenderingContext2D, [x, y]: Point, blocks: boolean): void {
  ctx.beginPath();
  ctx.arc(x, y, blocks ? 9 : 4.5, 0, Math.PI * 2);
  ctx.fillStyle = blocks ? BLOCKED : CLEAR;
  ctx.strokeStyle = "#fffcf3";
  ctx.lineWidth = 2;
  ctx.fill();
  ctx.stroke();
  if (!blocks) return;
  ctx.beginPath();
  ctx.moveTo(x - 3.6, y - 3.6);
  ctx.lineTo(x + 3.6, y + 3.6);
  ctx.moveTo(x + 3.6, y - 3.6);
  ctx.lineTo(x - 3.6, y + 3.6);
  ctx.stroke();
}

/** Words below a point, in the same size at any zoom. */
function tag(d: Drawn, [x, y]: Point, words: string, colour: string): void {
  const { ctx } = d;
  const unit = d.ratio / d.camera.scale;
  ctx.font = `600 ${13 * unit}px ${SANS}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const wide = ctx.measureText(words).width + 14 * unit;
  const top = y + 12;
  ctx.beginPath();
  ctx.roundRect(x - wide / 2, top, wide, 19 * unit, 9.5 * unit);
  ctx.fillStyle = "rgba(255, 252, 243, 0.94)";
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.2 * unit;
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = "#2f2a22";
  ctx.fillText(words, x, top + 10 * unit);
}
