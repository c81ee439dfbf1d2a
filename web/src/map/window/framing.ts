/** What the camera brings into view: what is asked, what is replayed, where somebody acts. */

import { Camera } from "./camera";
import { boxOf, grown, HEX, type Box, type Grid } from "../geometry";

/** Milliseconds after the player's hand in which the map does not move by itself. */
const HANDS_OFF = 4000;
/** Pixels of a hex on which counters can be read. */
const READABLE = 48;
/** A window is looked for around as many places as this. */
const MOST_TRIED = 150;

export class Framing {
  /** When the player last moved the map. */
  handled = -HANDS_OFF;
  /** Device pixels for each CSS pixel. */
  ratio = 1;
  /** How much larger than usual things are to be. */
  magnification = 1;
  isStill = false;
  /** A finger or a button is down on the map, or a counter is under way: nothing moves the view but that hand. */
  isHeld = false;

  constructor(
    private readonly camera: Camera,
    private readonly grid: Grid,
    readonly extent: Box,
    /** The hexes alone: what is shown as the whole map. Boxes beside it are drawers. */
    readonly field: Box = extent,
  ) {}

  private get isHandsOff(): boolean {
    return !this.isHeld && performance.now() - this.handled >= HANDS_OFF;
  }

  /** The smallest scale at which counters can be read. */
  private get readable(): number {
    return Camera.level((READABLE * this.magnification * this.ratio) / HEX);
  }

  get whole(): Box {
    return grown(this.extent, 8);
  }

  /** Is every hex in view and free of panels? */
  get isWhole(): boolean {
    const { left, top, right, bottom } = this.camera.room();
    const all = this.field;
    return left <= all.left && top <= all.top && right >= all.right && bottom >= all.bottom;
  }

  fit(glides: boolean): void {
    this.camera.show(grown(this.field, 8), glides, 1.7 * this.magnification);
  }

  /** The box of these hexes and what is around them; beside the map there is nothing to see. */
  private around(hexes: readonly number[], room: number): Box {
    const box = grown(boxOf(hexes.map((i) => this.grid.centre(i))), room);
    const { left, top, right, bottom } = this.whole;
    return {
      left: Math.max(left, box.left),
      top: Math.max(top, box.top),
      right: Math.min(right, box.right),
      bottom: Math.min(bottom, box.bottom),
    };
  }

  /** The whole map where counters can be read on it, else the part where something is to be done. */
  open(hexes: readonly number[]): void {
    this.fit(false);
    if (this.camera.scale * HEX >= 30 * this.magnification * this.ratio || !hexes.length) return;
    const scale = Math.max(this.readable, this.camera.scale);
    if (this.camera.fitOf(this.around(hexes, HEX)) >= scale)
      this.camera.show(this.around(hexes, HEX), false, this.magnification, scale);
    else this.camera.show(this.around(this.most(hexes, scale), HEX), false, scale, scale);
  }

  /** Of places too far apart for one window those that fill one best. */
  private most(hexes: readonly number[], scale: number): readonly number[] {
    const { camera, grid } = this;
    const { left, top, right, bottom } = camera.inset;
    const wide = (camera.wide - left - right) / scale / 2 - HEX / 2;
    const high = (camera.high - top - bottom) / scale / 2 - HEX / 2;
    const far = (hex: number) => Math.hypot(grid.x[hex] - camera.x, grid.y[hex] - camera.y);
    const step = Math.ceil(hexes.length / MOST_TRIED);
    let best: number[] = [];
    for (let k = 0; k < hexes.length; k += step) {
      const [x, y] = grid.centre(hexes[k]);
      const near = hexes.filter(
        (hex) => Math.abs(grid.x[hex] - x) <= wide && Math.abs(grid.y[hex] - y) <= high,
      );
      const isNearer = near.length === best.length && far(hexes[k]) < far(best[0]);
      if (near.length > best.length || isNearer) best = [hexes[k], ...near];
    }
    return best;
  }

  /**
   * Brings what is asked into view: all of it where counters can still be read, else as much as a window holds if none
   * is to be seen. A hand that has just moved the map is left alone, unless this was wished for. With something in hand
   * the map stays as it is, wherever that can go: only what is in hand and out of view is gone to.
   */
  offer(hexes: readonly number[], inHand: readonly number[] = [], isWished = false): void {
    if (inHand.length && !isWished) {
      if (!this.isHeld && !inHand.some((hex) => this.isInWindow(hex))) this.reveal([inHand[0]]);
      return;
    }
    if (!hexes.length || this.isHeld || !(isWished || this.isHandsOff)) return;
    const { camera } = this;
    const box = this.around(hexes, HEX / 2);
    const fit = camera.fitOf(box);
    if (fit >= camera.scale) camera.bring(box);
    else if (fit >= this.readable) camera.show(box, !this.isStill, camera.scale);
    else if (!hexes.some((hex) => this.isSeen(hex)))
      this.reveal(this.most(hexes, Math.max(camera.scale, this.readable)));
  }

  /** Brings the hexes that a guide names into view, unless all of them are. */
  name(hexes: readonly number[]): void {
    if (this.isHandsOff && !hexes.every((hex) => this.isInWindow(hex))) this.reveal(hexes);
  }

  /** Brings flights into view: all that land, or of those that move the first if none is to be seen. */
  follow(ends: readonly number[], isLanding: boolean): void {
    if (!ends.length || !this.isHandsOff) return;
    if (isLanding) this.reveal(ends);
    else if (!ends.some((hex) => this.isSeen(hex))) this.reveal([ends[0]]);
  }

  /** Brings an attack well into the window before its die is rolled; one's own only if it is not to be seen. */
  watch(hex: number, isOwn = false): void {
    if (this.isHandsOff && !(isOwn && this.isInWindow(hex)))
      this.camera.reveal(...this.grid.centre(hex), 2.5 * HEX);
  }

  /** Goes to a hex that somebody looked for, close enough to read what lies there, and stays. */
  visit(hex: number): void {
    const { camera, grid } = this;
    if (camera.scale < this.readable)
      camera.show(this.around([hex], 4 * HEX), !this.isStill, this.readable, this.readable);
    else camera.reveal(...grid.centre(hex), 3 * HEX);
    this.handled = performance.now();
  }

  /** Is the middle of the hex in the window? */
  isInWindow(hex: number): boolean {
    const [x, y] = this.grid.centre(hex);
    const { left, top, right, bottom } = this.camera.room();
    return x > left && x < right && y > top && y < bottom;
  }

  /** Is the whole hex in the window? */
  isSeen(hex: number): boolean {
    const box = grown(this.camera.room(), -HEX / 2);
    const [x, y] = this.grid.centre(hex);
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
  }

  /** Bring hexes into view; the first alone where all of them could not be read. */
  reveal(hexes: readonly number[]): void {
    if (!hexes.length || this.isHeld) return;
    const box = this.around(hexes, HEX);
    const view = this.camera.box();
    const isIn =
      box.left >= view.left &&
      box.right <= view.right &&
      box.top >= view.top &&
      box.bottom <= view.bottom;
    if (isIn) return;
    const isTooWide = this.camera.fitOf(box) < Math.min(this.readable, this.camera.scale);
    if (hexes.length === 1 || isTooWide) this.camera.reveal(...this.grid.centre(hexes[0]));
    else this.camera.show(box, !this.isStill, this.camera.scale);
  }

  /** What of these lies beyond each edge of the window, the nearest first. */
  beyond(hexes: readonly number[]): OutOfView[] {
    const room = grown(this.camera.room(), -HEX / 4);
    const found: Record<Edge, [number, number][]> = { left: [], right: [], top: [], bottom: [] };
    for (const hex of hexes) {
      const [x, y] = this.grid.centre(hex);
      const over: [Edge, number][] = [
        ["left", room.left - x],
        ["right", x - room.right],
        ["top", room.top - y],
        ["bottom", y - room.bottom],
      ];
      const [edge, by] = over.reduce((a, b) => (b[1] > a[1] ? b : a));
      if (by > 0) found[edge].push([by, hex]);
    }
    return (Object.keys(found) as Edge[])
      .filter((edge) => found[edge].length)
      .map((edge) => ({
        edge,
        hexes: found[edge].sort((a, b) => a[0] - b[0]).map(([, hex]) => hex),
      }));
  }
}

export type Edge = "left" | "right" | "top" | "bottom";

export interface OutOfView {
  edge: Edge;
  hexes: number[];
}
