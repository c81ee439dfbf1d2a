/** What part of the map is on the screen. Zoom rests on fixed levels, so that tiles and sprites are copied unscaled. */

import { HEX, type Box, type Point } from "../geometry";

/** Levels are quarter octaves. */
const STEP = 2 ** 0.25;
/** Nobody needs smaller hexes than this, unless the whole map is larger than the window. */
const SMALL_HEX = 11;
const SMALLEST_HEX = 3;
const LARGEST_HEX = 400;

export class Camera {
  /** The drawing unit at the middle of the window. */
  x = 0;
  y = 0;
  /** Device pixels per drawing unit. */
  scale = 1;
  wide = 1;
  high = 1;
  private target: { x: number; y: number; scale: number } | null = null;
  private anchor: { at: Point; on: Point } | null = null;
  private speed: Point = [0, 0];
  /** Device pixels at each edge that panels cover. */
  inset = { left: 0, top: 0, right: 0, bottom: 0 };

  constructor(private readonly extent: Box) {}

  get isMoving(): boolean {
    return (
      this.target !== null || this.anchor !== null || this.speed[0] !== 0 || this.speed[1] !== 0
    );
  }

  get isZooming(): boolean {
    return this.target !== null || this.anchor !== null;
  }

  static level(scale: number): number {
    const k = Math.round(Math.log(scale) / Math.log(STEP));
    return Camera.clampScale(STEP ** k);
  }

  static clampScale(scale: number): number {
    return Math.min(LARGEST_HEX / HEX, Math.max(SMALLEST_HEX / HEX, scale));
  }

  /** The smallest scale to zoom out to: small hexes, or the whole map. */
  private get least(): number {
    const { left, top, right, bottom } = this.extent;
    const fit = Math.min(this.wide / (right - left + 16), this.high / (bottom - top + 16));
    const whole = STEP ** Math.floor(Math.log(fit) / Math.log(STEP));
    return Camera.clampScale(Math.min(SMALL_HEX / HEX, whole));
  }

  /** The window has another size: what lies at its upper left corner stays there, and so does all the rest. */
  resize(wide: number, high: number): void {
    if (this.wide > 1) {
      const dx = (wide - this.wide) / 2 / this.scale;
      const dy = (high - this.high) / 2 / this.scale;
      this.x += dx;
      this.y += dy;
      if (this.target)
        this.target = { ...this.target, x: this.target.x + dx, y: this.target.y + dy };
    }
    this.wide = wide;
    this.high = high;
    this.clamp();
  }

  toMap(px: number, py: number): Point {
    return [this.x + (px - this.wide / 2) / this.scale, this.y + (py - this.high / 2) / this.scale];
  }

  toScreen(x: number, y: number): Point {
    return [(x - this.x) * this.scale + this.wide / 2, (y - this.y) * this.scale + this.high / 2];
  }

  /** The part of the map on screen, in drawing units. */
  box(): Box {
    const w = this.wide / 2 / this.scale;
    const h = this.high / 2 / this.scale;
    return { left: this.x - w, top: this.y - h, right: this.x + w, bottom: this.y + h };
  }

  /** The same without what panels cover. */
  room(): Box {
    const { left, top, right, bottom } = this.box();
    const s = this.scale;
    return {
      left: left + this.inset.left / s,
      top: top + this.inset.top / s,
      right: right - this.inset.right / s,
      bottom: bottom - this.inset.bottom / s,
    };
  }

  pan(dx: number, dy: number): void {
    this.target = null;
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.clamp();
  }

  /** Let go of a drag at this speed, in pixels per millisecond. */
  fling(vx: number, vy: number): void {
    if (Math.hypot(vx, vy) > 0.15) this.speed = [vx, vy];
  }

  halt(): void {
    this.speed = [0, 0];
    this.target = null;
    this.anchor = null;
  }

  private wanted = 1;

  /** One or more levels in or out, keeping the point under the pointer where it is. */
  zoomBy(levels: number, px: number, py: number): void {
    this.speed = [0, 0];
    const from = this.anchor ? this.wanted : this.scale;
    this.wanted = Math.max(this.least, Camera.level(Camera.level(from) * STEP ** levels));
    this.target = null;
    this.anchor = { at: [px, py], on: this.toMap(px, py) };
  }

  /** A pinch: free zoom while the fingers are down. */
  pinch(factor: number, px: number, py: number): void {
    const on = this.toMap(px, py);
    this.scale = Math.max(this.least, Camera.clampScale(this.scale * factor));
    this.keep(on, px, py);
  }

  /** The fingers are up: come to rest on the nearest level. */
  settle(): void {
    this.zoomBy(0, this.wide / 2, this.high / 2);
  }

  private keep(on: Point, px: number, py: number): void {
    this.x = on[0] - (px - this.wide / 2) / this.scale;
    this.y = on[1] - (py - this.high / 2) / this.scale;
    this.clamp();
  }

  /** The largest scale at which a box is free of the panels. */
  fitOf(box: Box): number {
    const { left, top, right, bottom } = this.inset;
    return Math.min(
      Math.max(80, this.wide - left - right) / (box.right - box.left),
      Math.max(80, this.high - top - bottom) / (box.bottom - box.top),
    );
  }

  /** Show a box, at once or in a glide; its middle, if it is too large for the smallest scale wanted. */
  show(box: Box, glides: boolean, largest = 1.2, smallest = 0): void {
    const fit = Math.min(this.fitOf(box), largest);
    let scale = Camera.level(fit);
    if (scale > fit) scale = Camera.level(fit / STEP);
    scale = Math.max(scale, smallest);
    const { left, top, right, bottom } = this.inset;
    const [x, y] = this.framed(
      (box.left + box.right) / 2 + (right - left) / 2 / scale,
      (box.top + box.bottom) / 2 + (bottom - top) / 2 / scale,
      scale,
    );
    this.halt();
    if (glides) this.target = { x, y, scale };
    else {
      this.scale = scale;
      this.x = x;
      this.y = y;
      this.clamp();
    }
  }

  /** Bring a point into the window if it is not well inside. */
  reveal(x: number, y: number, margin = HEX): void {
    const m = Math.min(margin, this.wide / this.scale / 4);
    this.bring({ left: x - m, top: y - m, right: x + m, bottom: y + m });
  }

  /** Bring a box into the window by the shortest way, at the scale there is. */
  bring(box: Box): void {
    const room = this.room();
    const over = (before: number, after: number) => Math.min(0, before) + Math.max(0, after);
    const dx = over(box.left - room.left, box.right - room.right);
    const dy = over(box.top - room.top, box.bottom - room.bottom);
    if (!dx && !dy) return;
    const scale = Camera.level(this.scale);
    const [x, y] = this.framed(this.x + dx, this.y + dy, scale);
    this.halt();
    this.target = { x, y, scale };
  }

  /** The place nearest to this one where no more ground beside the map is shown than need be. */
  private framed(x: number, y: number, scale: number): Point {
    const { left, top, right, bottom } = this.inset;
    const along = (
      at: number,
      size: number,
      [from, to]: Point,
      before: number,
      after: number,
    ): number => {
      const shift = (after - before) / 2 / scale;
      const half = (size - before - after) / scale / 2;
      const least = from + half - HEX / 2;
      const most = to + HEX / 2 - half;
      return shift + (least > most ? (from + to) / 2 : Math.min(most, Math.max(least, at - shift)));
    };
    const { extent } = this;
    return [
      along(x, this.wide, [extent.left, extent.right], left, right),
      along(y, this.high, [extent.top, extent.bottom], top, bottom),
    ];
  }

  /** Moves on by so many milliseconds. */
  tick(ms: number, isStill: boolean): void {
    const ease = isStill ? 1 : 1 - Math.exp(-ms / 70);
    if (this.anchor) {
      const { at, on } = this.anchor;
      const ratio = this.wanted / this.scale;
      this.scale = Math.abs(ratio - 1) < 0.004 ? this.wanted : this.scale * ratio ** ease;
      this.keep(on, at[0], at[1]);
      if (this.scale === this.wanted) this.anchor = null;
    } else if (this.target) {
      const { x, y, scale } = this.target;
      this.x += (x - this.x) * ease;
      this.y += (y - this.y) * ease;
      this.scale *= (scale / this.scale) ** ease;
      if (
        Math.hypot(x - this.x, y - this.y) * this.scale < 0.7 &&
        Math.abs(scale / this.scale - 1) < 0.004
      ) {
        this.x = x;
        this.y = y;
        this.scale = scale;
        this.target = null;
      }
      this.clamp();
    }
    if (this.speed[0] || this.speed[1]) {
      const [vx, vy] = this.speed;
      this.x -= (vx * ms) / this.scale;
      this.y -= (vy * ms) / this.scale;
      const slow = Math.exp(-ms / 180);
      this.speed = Math.hypot(vx, vy) < 0.02 ? [0, 0] : [vx * slow, vy * slow];
      this.clamp();
    }
  }

  /** The map never leaves the window altogether. */
  private clamp(): void {
    const { left, top, right, bottom } = this.extent;
    const w = Math.min(this.wide / this.scale / 2, (right - left) / 2 + HEX);
    const h = Math.min(this.high / this.scale / 2, (bottom - top) / 2 + HEX);
    const slackX = Math.max(HEX * 2, this.wide / this.scale / 3);
    const slackY = Math.max(HEX * 2, this.high / this.scale / 3);
    this.x = Math.min(right - w + slackX, Math.max(left + w - slackX, this.x));
    this.y = Math.min(bottom - h + slackY, Math.max(top + h - slackY, this.y));
  }
}
