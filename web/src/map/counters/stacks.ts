/** Stacks of counters on the map, and those in the air above them. */

import type { Piece } from "../api";
import { CARD, type Point } from "./geometry";
import { stackStep } from "./fan";
import type { Glides } from "./glides";
import { isInView, type Drawn } from "./layers";
import { SpriteCache } from "./sprites";
import { SANS } from "./fonts";

/** Milliseconds a frame may draw counters in a new size; the rest are stretched for now. */
const SPRITE_BUDGET = 5;

export interface Stacked extends Drawn {
  readonly glides: Glides;
  readonly dragged: { piece: Piece } | null;
  origin(): Point;
}

/** Draws all stacks in view. True if some had to be stretched and want another frame. */
export function drawStacks(d: Stacked, now: number): boolean {
  const { ctx, camera, scene, glides } = d;
  const box = camera.box();
  const [ox, oy] = d.origin();
  const s = camera.scale;
  const side = Math.max(6, Math.round(CARD * s));
  const wide = SpriteCache.width(side);
  const started = performance.now();
  const isSmall = side < 26;
  let isStretched = false;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  for (const [hex, stack] of d.stacks) {
    if (!isInView(d.grid, hex, box)) continue;
    const resting = glides.size ? stack.filter((p) => !glides.isFlying(p.unit, now)) : stack;
    if (!resting.length) continue;
    const step = stackStep(resting.length) * s;
    // Of a high stack only the edges show: three cards below the top are enough to see depth.
    const shown = isSmall ? resting.slice(-1) : resting.slice(-4);
    const cards = shown.length;
    shown.forEach((piece, k) => {
      const shift = step * ((cards - 1) / 2 - k);
      const sprite = d.sprites.known(piece, side) ?? newSprite(d, piece, side, started);
      const x = Math.round(d.grid.x[hex] * s + ox - wide / 2 + shift);
      const y = Math.round(d.grid.y[hex] * s + oy - wide / 2 + shift);
      if (d.dragged?.piece === piece) ctx.globalAlpha = 0.35;
      if (sprite.width === wide) ctx.drawImage(sprite, x, y);
      else {
        ctx.drawImage(sprite, x, y, wide, wide);
        isStretched = true;
      }
      ctx.globalAlpha = 1;
    });
    const litHere = resting.filter((p) => scene.litUnits.has(p.unit));
    const heldHere = resting.some((p) => scene.held.has(p.unit));
    if (litHere.length || heldHere) {
      const isTop = litHere.includes(resting[resting.length - 1]);
      glow(d, hex, side, step, cards, heldHere ? "#1f9cf0" : "#ffc400", heldHere || isTop);
    }
    if (resting.length > 1 && !isSmall) depth(d, hex, resting.length, side);
  }
  drawFlying(d, now, side);
  ctx.setTransform(s, 0, 0, s, ox, oy);
  return isStretched;
}

function drawFlying(d: Stacked, now: number, side: number): void {
  const { ctx, camera } = d;
  for (const [piece, spot] of d.glides.flying(now)) {
    const [px, py] = camera.toScreen(...spot.at);
    const sprite = d.sprites.counter(piece, side);
    const wide = sprite.width * spot.size;
    // What is still high up throws its shadow well away from itself.
    const lift = (spot.size - 1) * side * 0.5;
    if (lift > 1) {
      ctx.fillStyle = "rgba(30, 22, 8, 0.2)";
      ctx.fillRect(px - side / 2 + lift, py - side / 2 + lift * 1.6, side, side);
    }
    ctx.globalAlpha = spot.alpha;
    ctx.drawImage(sprite, Math.round(px - wide / 2), Math.round(py - wide / 2 - lift), wide, wide);
    ctx.globalAlpha = 1;
  }
}

/** A counter in a new size, or stretched from another while there is no time. */
function newSprite(d: Stacked, piece: Piece, side: number, started: number): HTMLCanvasElement {
  const isLate = d.camera.isZooming || performance.now() - started > SPRITE_BUDGET;
  return (isLate ? d.sprites.standIn(piece, side) : undefined) ?? d.sprites.fresh(piece, side);
}

function glow(
  d: Stacked,
  hex: number,
  side: number,
  step: number,
  cards: number,
  colour: string,
  isStrong: boolean,
): void {
  const { ctx } = d;
  const [ox, oy] = d.origin();
  const s = d.camera.scale;
  const lift = step * ((cards - 1) / 2 - (cards - 1));
  const x = d.grid.x[hex] * s + ox + lift;
  const y = d.grid.y[hex] * s + oy + lift;
  const r = side / 2 + Math.max(1.5, side * 0.035);
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(2, side * 0.07);
  if (!isStrong) ctx.setLineDash([side * 0.16, side * 0.1]);
  ctx.beginPath();
  ctx.roundRect(x - r, y - r, 2 * r, 2 * r, side * 0.12);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.strokeStyle = "rgba(40, 26, 0, 0.75)";
  ctx.lineWidth = 1;
  const o = r + Math.max(1, side * 0.035);
  ctx.beginPath();
  ctx.roundRect(x - o, y - o, 2 * o, 2 * o, side * 0.14);
  ctx.stroke();
}

function depth(d: Stacked, hex: number, count: number, side: number): void {
  const { ctx } = d;
  const [ox, oy] = d.origin();
  const s = d.camera.scale;
  const r = Math.max(6, side * 0.14);
  const x = d.grid.x[hex] * s + ox - side / 2 - 2;
  const y = d.grid.y[hex] * s + oy + side / 2 - r * 0.7;
  ctx.fillStyle = "#2f2a22";
  ctx.strokeStyle = "#fff";
  ctx.lineWidth = Math.max(1, r / 7);
  ctx.beginPath();
  ctx.arc(x, y, r, 0, Math.PI * 2);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = "#fff";
  ctx.font = `700 ${Math.round(r * 1.5)}px ${SANS}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillText(String(count), x, y + r * 0.53);
}
