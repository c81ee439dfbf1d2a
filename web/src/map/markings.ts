/** What lies on the map beside board and counters: lights, costs, marks, arrows, lines of sight, the cursor. */

import type { BoardOut, Piece, SightShown, TintOut } from "../api";
import type { Camera } from "./camera";
import { HEX, type Box, type Grid, type Point } from "./geometry";
import { drawBadge, type SpriteCache } from "./sprites";
import { SANS } from "./fonts";

/** How a hex is lit: what may be done there, and the word in it. */
export interface Light {
  tone: "choice" | "aside" | "attack" | "retreat" | "overlay" | "good" | "bad";
  text: string;
}

export interface Arrow {
  hexes: number[];
  tone: "move" | "attack" | "retreat" | "supply";
  side: number;
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

const TONES: Record<Light["tone"], { fill: string; line: string }> = {
  choice: { fill: "rgba(242, 194, 48, 0.34)", line: "#b07f00" },
  aside: { fill: "rgba(242, 194, 48, 0.07)", line: "#b07f00" },
  attack: { fill: "rgba(205, 58, 40, 0.34)", line: "#a3231a" },
  retreat: { fill: "rgba(150, 122, 84, 0.36)", line: "#6f5736" },
  overlay: { fill: "rgba(63, 118, 173, 0.26)", line: "#2b5d8c" },
  good: { fill: "rgba(47, 143, 78, 0.26)", line: "#1f6b39" },
  bad: { fill: "rgba(192, 57, 43, 0.26)", line: "#8e1f14" },
};

const ARROWS: Record<Arrow["tone"], { colour: string; dash: number[] }> = {
  move: { colour: "#2b5d8c", dash: [] },
  attack: { colour: "#b3261e", dash: [] },
  retreat: { colour: "#7a6a55", dash: [9, 6] },
  supply: { colour: "#2c7a3f", dash: [3, 5] },
};

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

export function drawLights(d: Drawn): void {
  const { ctx } = d;
  const box = d.camera.box();
  // Where nearly every hex can be chosen, colour would say nothing and hide the ground.
  const isEverywhere = d.scene.lit.size > 0.75 * d.grid.present.length;
  for (const [hex, light] of d.scene.lit) {
    if (isEverywhere && hex !== d.hovered) continue;
    if (!isInView(d.grid, hex, box)) continue;
    const tone = TONES[light.tone];
    hexPath(d, hex, 1.5);
    ctx.fillStyle = tone.fill;
    ctx.fill();
    ctx.strokeStyle = tone.line;
    const isChoice = tone === TONES.choice || tone === TONES.attack || tone === TONES.retreat;
    ctx.lineWidth = hex === d.hovered ? 4 : isChoice ? 1.8 : 0.7;
    ctx.stroke();
  }
}

/** The words in lit hexes: in the middle of an empty hex, at the foot of a stack. */
export function drawCosts(d: Drawn): void {
  const { ctx, camera } = d;
  if (HEX * camera.scale < 24) return;
  const box = camera.box();
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  for (const [hex, light] of d.scene.lit) {
    if (!light.text || !isInView(d.grid, hex, box)) continue;
    const isEmpty = !d.stacks.has(hex);
    const text = light.text.length > 14 ? `${light.text.slice(0, 13)}…` : light.text;
    const size = text.length > 4 ? 12.5 : isEmpty ? 19 : 14;
    ctx.font = `700 ${size}px ${SANS}`;
    const wide = Math.max(size * 1.5, ctx.measureText(text).width + 10);
    const x = d.grid.x[hex];
    const y = d.grid.y[hex] + (isEmpty ? 0 : HEX * 0.4);
    ctx.fillStyle = "rgba(255, 252, 243, 0.92)";
    ctx.strokeStyle = TONES[light.tone].line;
    ctx.lineWidth = 1.2;
    ctx.beginPath();
    ctx.roundRect(x - wide / 2, y - size * 0.72, wide, size * 1.44, size * 0.7);
    ctx.fill();
    ctx.stroke();
    ctx.fillStyle = "#2f2a22";
    ctx.fillText(text, x, y + 0.8);
  }
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

export function drawArrows(d: Drawn): void {
  const { ctx } = d;
  for (const arrow of d.scene.arrows) {
    if (arrow.hexes.length < 2) continue;
    const points = arrow.hexes.map((i) => d.grid.centre(i));
    const look = ARROWS[arrow.tone];
    const [ax, ay] = points[points.length - 2];
    const [bx, by] = points[points.length - 1];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const ux = (bx - ax) / length;
    const uy = (by - ay) / length;
    // The head stops short of a counter that lies there, and points into an empty hex.
    const short = d.stacks.has(arrow.hexes[arrow.hexes.length - 1]) ? HEX * 0.4 : HEX * 0.12;
    const tip: Point = [bx - ux * short, by - uy * short];
    const neck: Point = [tip[0] - ux * 16, tip[1] - uy * 16];
    ctx.strokeStyle = ctx.fillStyle = d.board.liveries[arrow.side]?.shade ?? look.colour;
    ctx.globalAlpha = 0.8;
    ctx.lineWidth = 5.5;
    ctx.lineCap = "round";
    ctx.lineJoin = "round";
    ctx.setLineDash(look.dash);
    ctx.beginPath();
    ctx.moveTo(...points[0]);
    for (const p of points.slice(1, -1)) ctx.lineTo(...p);
    ctx.lineTo(...neck);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(...tip);
    ctx.lineTo(neck[0] - uy * 10, neck[1] + ux * 10);
    ctx.lineTo(neck[0] + uy * 10, neck[1] - ux * 10);
    ctx.closePath();
    ctx.fill();
    ctx.globalAlpha = 1;
  }
}

export function drawCursor(d: Drawn): void {
  const { ctx } = d;
  if (d.scene.focus >= 0) {
    hexPath(d, d.scene.focus, 3);
    ctx.strokeStyle = "#b3261e";
    ctx.lineWidth = 4;
    ctx.stroke();
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
