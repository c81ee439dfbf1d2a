/** What counts and what has happened: flags with their points, crossed swords, aircraft. */

import { SANS } from "./canvasFonts";
import { HEX, type Point } from "./geometry";
import { isInView, type Drawn, type Mark } from "./markings";
import { lightColours } from "./palette";

/** The points on a flag and the signs beside it are never smaller than this, in CSS pixels. */
const SMALLEST = 10.5;
const LETTERS = 14;

/** How much larger than usual a sign is drawn, so that it can be read from afar. */
function growth(d: Drawn): number {
  return Math.max(1, (SMALLEST * d.ratio) / (LETTERS * d.camera.scale));
}

/** The rings of objectives lie below the counters: solid where the place counts, dashed where it is still to take. */
export function drawObjectives(d: Drawn): void {
  const { ctx, grid, scene } = d;
  const box = d.camera.box();
  for (const flag of scene.flags) {
    if (!isInView(grid, flag.hex, box) || grid.boxOf(flag.hex)) continue;
    ctx.lineJoin = "round";
    for (const [colour, wide] of [
      ["rgba(255, 252, 243, 0.9)", 4.6],
      ["#2f2a22", 2.4],
    ] as const) {
      ctx.strokeStyle = colour;
      ctx.lineWidth = wide;
      ctx.setLineDash(flag.isHeld ? [] : [7, 5]);
      ctx.beginPath();
      // The name of a town stands at the foot of its hex: the ring leaves it room.
      for (let k = 4; k <= 9; k++) {
        const [x, y] = grid.corner(flag.hex, k % 6);
        const cx = grid.x[flag.hex];
        const cy = grid.y[flag.hex];
        const at: Point = [cx + (x - cx) * 0.93, cy + (y - cy) * 0.93];
        if (k > 4) ctx.lineTo(...at);
        else ctx.moveTo(...at);
      }
      if (!d.board.places.some((place) => place.hex === flag.hex)) ctx.closePath();
      ctx.stroke();
    }
    ctx.setLineDash([]);
  }
}

/** Flags stand at the upper left of their hex, above the counters: in the colour of who holds it, white if nobody does. */
export function drawFlags(d: Drawn): void {
  const { ctx, grid, scene, board } = d;
  const box = d.camera.box();
  const grow = growth(d);
  for (const flag of scene.flags) {
    if (!isInView(grid, flag.hex, box)) continue;
    const [x, y] = grid.centre(flag.hex);
    ctx.save();
    ctx.translate(x - HEX * 0.4, y - HEX * 0.18);
    ctx.scale(grow, grow);
    const livery = board.liveries[flag.side];
    const wide = 18 + 6 * flag.points.length;
    ctx.lineJoin = "round";
    ctx.strokeStyle = "#fffcf3";
    ctx.lineWidth = 5;
    pole(ctx);
    banner(ctx, wide);
    ctx.stroke();
    ctx.strokeStyle = "#2f2a22";
    ctx.lineWidth = 2.4;
    pole(ctx);
    banner(ctx, wide);
    ctx.fillStyle = flag.isHeld ? (livery?.shade ?? "#8c4a24") : "#fffcf3";
    ctx.fill();
    ctx.lineWidth = 1.6;
    ctx.stroke();
    ctx.fillStyle = flag.isHeld ? "#fffcf3" : "#2f2a22";
    ctx.font = `700 ${LETTERS}px ${SANS}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(flag.points, (wide - 5) / 2, -15.5);
    ctx.restore();
  }
}

function pole(ctx: CanvasRenderingContext2D): void {
  ctx.beginPath();
  ctx.moveTo(0, -26);
  ctx.lineTo(0, 8);
  ctx.stroke();
}

function banner(ctx: CanvasRenderingContext2D, wide: number): void {
  ctx.beginPath();
  ctx.moveTo(0, -26);
  ctx.lineTo(wide, -26);
  ctx.lineTo(wide - 6, -16);
  ctx.lineTo(wide, -6);
  ctx.lineTo(0, -6);
  ctx.closePath();
}

/** Where it was fought, or bombed: a disc at the upper right of the hex, in ink. */
export function drawHappened(d: Drawn): void {
  const { grid, scene } = d;
  const box = d.camera.box();
  const seen = new Map<number, number>();
  for (const mark of scene.happened) {
    if (!isInView(grid, mark.hex, box)) continue;
    const k = seen.get(mark.hex) ?? 0;
    seen.set(mark.hex, k + 1);
    const [x, y] = grid.centre(mark.hex);
    disc(d, mark, [x + HEX * 0.36 - 22 * k, y - HEX * 0.34]);
  }
}

function disc(d: Drawn, mark: Mark, [x, y]: Point): void {
  const { ctx } = d;
  const colours = lightColours(d.scene.isDark);
  const grow = growth(d);
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(grow, grow);
  ctx.beginPath();
  ctx.arc(0, 0, 13, 0, Math.PI * 2);
  ctx.fillStyle = mark.kind === "battle" ? colours.past : colours.edge;
  ctx.strokeStyle = mark.kind === "battle" ? colours.edge : colours.past;
  ctx.lineWidth = 2;
  ctx.fill();
  ctx.stroke();
  ctx.strokeStyle = ctx.fillStyle = mark.kind === "battle" ? colours.edge : colours.past;
  ctx.lineWidth = 2.2;
  ctx.lineCap = "round";
  ctx.beginPath();
  if (mark.kind === "battle") {
    for (const way of [-1, 1]) {
      ctx.moveTo(-6.5 * way, -6.5);
      ctx.lineTo(6 * way, 6);
      ctx.moveTo(2 * way, 6.5);
      ctx.lineTo(6.5 * way, 2);
    }
  } else {
    ctx.moveTo(0, -8);
    ctx.lineTo(0, 8);
    ctx.moveTo(-8, 1);
    ctx.lineTo(0, -3);
    ctx.lineTo(8, 1);
    ctx.moveTo(-3.5, 7.5);
    ctx.lineTo(0, 5);
    ctx.lineTo(3.5, 7.5);
  }
  ctx.stroke();
  ctx.restore();
}
