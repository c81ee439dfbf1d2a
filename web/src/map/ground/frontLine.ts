/** Each side's ground lightly tinted, and a band along the front: plain for the first side, toothed for others. */

import type { BoardOut } from "../../net/api";
import { outline, type Grid, type Point } from "../geometry";

const BAND = 11;

export function paintControl(
  ctx: CanvasRenderingContext2D,
  grid: Grid,
  board: BoardOut,
  holder: readonly number[],
  hexes: readonly number[],
): void {
  if (holder.length < grid.size) return;
  const sides = [...new Set(hexes.map((i) => holder[i]).filter((side) => side >= 0))].sort();
  for (const side of sides) {
    const region = hexes.filter((i) => holder[i] === side);
    ctx.fillStyle = board.liveries[side]?.shade ?? "#555";
    ctx.globalAlpha = 0.07;
    ctx.fill(outline(grid, region), "evenodd");
  }
  ctx.lineCap = "butt";
  for (const i of hexes) {
    const side = holder[i];
    if (side < 0) continue;
    for (let d = 0; d < 6; d++) {
      const j = grid.step(i, d);
      if (j < 0 || holder[j] < 0 || holder[j] === side) continue;
      const a = grid.corner(i, d);
      const b = grid.corner(i, d + 1);
      band(ctx, grid.centre(i), a, b, board.liveries[side]?.shade ?? "#555", side > 0);
      if (i < j) line(ctx, a, b);
    }
  }
  ctx.globalAlpha = 1;
}

/** A strip on the own side of a hexside of the front, hexside by hexside so that tiles fit together. */
function band(
  ctx: CanvasRenderingContext2D,
  centre: Point,
  a: Point,
  b: Point,
  colour: string,
  isToothed: boolean,
): void {
  const shrink = (p: Point): Point => {
    const far = Math.hypot(centre[0] - p[0], centre[1] - p[1]);
    const by = (BAND * 1.16) / far;
    return [p[0] + (centre[0] - p[0]) * by, p[1] + (centre[1] - p[1]) * by];
  };
  const c = shrink(b);
  const d = shrink(a);
  ctx.fillStyle = colour;
  ctx.globalAlpha = 0.4;
  if (!isToothed) {
    quad(ctx, a, b, c, d);
    return;
  }
  const teeth = 5;
  const between = (p: Point, q: Point, t: number): Point => [
    p[0] + (q[0] - p[0]) * t,
    p[1] + (q[1] - p[1]) * t,
  ];
  for (let k = 0; k < teeth; k++) {
    const from = (k + 0.25) / teeth;
    const to = (k + 0.75) / teeth;
    quad(ctx, between(a, b, from), between(a, b, to), between(d, c, to), between(d, c, from));
  }
}

function quad(ctx: CanvasRenderingContext2D, ...points: Point[]): void {
  ctx.beginPath();
  ctx.moveTo(...points[0]);
  for (const p of points.slice(1)) ctx.lineTo(...p);
  ctx.closePath();
  ctx.fill();
}

function line(ctx: CanvasRenderingContext2D, a: Point, b: Point): void {
  ctx.globalAlpha = 0.9;
  ctx.strokeStyle = "#5a3a2c";
  ctx.lineWidth = 1.8;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(...a);
  ctx.lineTo(...b);
  ctx.stroke();
  ctx.lineCap = "butt";
}
