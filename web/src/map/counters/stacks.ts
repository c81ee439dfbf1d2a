/** Stacks of counters on the map, and those in the air above them. */

import type { Piece } from "../../net/api";
import { CARD, HEX, type Point } from "../geometry";
import { stackStep } from "./spreadStack";
import type { Glides } from "./glides";
import { isInView, type Drawn } from "../markings";
import { SpriteCache } from "./sprites";
import type { Detail } from "./svgDrawing";
import { SANS } from "../canvasFonts";
import { lightColours } from "../palette";

/** Milliseconds a frame may draw counters in a new size; the rest are stretched for now. */
const SPRITE_BUDGET = 5;

/** Pixels of a hex from which a counter shows its row, and all of it. */
const FAR = 40;
const NEAR = 80;
/** A counter is not smaller than this, in CSS pixels, as long as it does not cover the next hex. */
const SMALLEST = 24;

export function detailOf(hex: number): Detail {
  if (hex < FAR) return "far";
  return hex < NEAR ? "middle" : "near";
}

/** The side of a counter on the screen, in device pixels. */
export function cardSide(scale: number, ratio: number): number {
  const most = Math.min(SMALLEST * ratio, HEX * scale * 1.1);
  return Math.round(Math.max(6, CARD * scale, most));
}

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
  const hex = (HEX * s) / d.ratio;
  const detail = detailOf(hex);
  const side = cardSide(s, d.ratio);
  const wide = SpriteCache.width(side);
  const started = performance.now();
  const isSmall = hex < FAR;
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
      const sprite =
        d.sprites.known(piece, side, detail) ?? newSprite(d, piece, side, detail, started);
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
      glow(d, hex, side, step, cards, heldHere, heldHere || isTop);
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
    const sprite = d.sprites.counter(piece, side, detailOf((HEX * camera.scale) / d.ratio));
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
function newSprite(
  d: Stacked,
  piece: Piece,
  side: number,
  detail: Detail,
  started: number,
): HTMLCanvasElement {
  const isLate = d.camera.isZooming || performance.now() - started > SPRITE_BUDGET;
  return (
    (isLate ? d.sprites.standIn(piece, side, detail) : undefined) ??
    d.sprites.fresh(piece, side, detail)
  );
}

/** A ring around a stack: thin with a dark edge where it may act, thick with a light one where it is chosen. */
function glow(
  d: Stacked,
  hex: number,
  side: number,
  step: number,
  cards: number,
  isChosen: boolean,
  isStrong: boolean,
): void {
  const { ctx } = d;
  const [ox, oy] = d.origin();
  const s = d.camera.scale;
  const colours = lightColours(d.scene.isDark);
  const lift = step * ((cards - 1) / 2 - (cards - 1));
  const x = d.grid.x[hex] * s + ox + lift;
  const y = d.grid.y[hex] * s + oy + lift;
  const unit = Math.max(0.45, side / CARD);
  const wide = (isChosen ? 4 : 3.6) * unit;
  const r = side / 2 + wide / 2 + unit;
  const ring = (): void => {
    ctx.beginPath();
    ctx.roundRect(x - r, y - r, 2 * r, 2 * r, side * 0.14);
    ctx.stroke();
  };
  ctx.strokeStyle = isChosen ? colours.edge : colours.ink;
  ctx.lineWidth = wide + 2.4 * unit;
  ring();
  ctx.strokeStyle = isChosen ? colours.chosen : colours.may;
  ctx.lineWidth = wide;
  // Somebody further down may act: the ring is broken.
  if (!isStrong) ctx.setLineDash([side * 0.16, side * 0.1]);
  ring();
  ctx.setLineDash([]);
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
