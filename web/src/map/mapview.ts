/** The map on the screen: tiles below, then lit hexes, counters, arrows and the cursor. Knows no rule. */

import type { BoardOut, Piece, Sprites } from "../api";
import { Camera } from "./camera";
import { boxOf, CARD, grown, HEX, type Box, type Grid, type Point } from "./geometry";
import { BoardPainter, type Press } from "./painter";
import { Fan, stackStep } from "./fan";
import { drawBadge, SpriteCache } from "./sprites";
import { MARGIN_PAPER, SANS } from "./terrain";
import { TileCache } from "./tiles";

/** How a hex is lit: what may be done there, and the word in it. */
export interface Light {
  tone: "choice" | "attack" | "retreat" | "overlay" | "good" | "bad";
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
  lit: ReadonlyMap<number, Light>;
  litUnits: ReadonlySet<number>;
  /** Units in hand, such as the stack being moved. */
  held: ReadonlySet<number>;
  arrows: readonly Arrow[];
  focus: number;
  tint: string;
  showsControl: boolean;
}

export interface MapEvents {
  /** A hex, or a counter in it, was clicked or tapped; the point is in CSS pixels of the map. */
  choose(hex: number, piece: Piece | null, at: Point): void;
  /** The pointer came over a hex, or left the map (-1). */
  hover(hex: number, piece: Piece | null, at: Point): void;
  /** A counter was dragged from its hex to another. */
  drop(piece: Piece, hex: number, at: Point): void;
  moved(): void;
}

const TONES: Record<Light["tone"], { fill: string; line: string }> = {
  choice: { fill: "rgba(242, 194, 48, 0.34)", line: "#b07f00" },
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

/** Milliseconds a frame may spend on painting tiles. */
const TILE_BUDGET = 7;
/** Milliseconds a frame may draw counters in a new size; the rest are stretched for now. */
const SPRITE_BUDGET = 5;
const GLIDE = 260;
/** The longer side of the picture of the whole map, in pixels. */
const OVERVIEW = 720;

interface Glide {
  from: Point;
  start: number;
}

export class MapView {
  readonly camera: Camera;
  readonly grid: Grid;
  readonly painter: BoardPainter;
  readonly sprites: SpriteCache;
  private readonly tiles: TileCache<HTMLCanvasElement>;
  private readonly ctx: CanvasRenderingContext2D;
  private press: Press;
  private scene: MapScene;
  private stacks = new Map<number, Piece[]>();
  private glides = new Map<number, Glide>();
  private fan: Fan | null = null;
  private dirty = true;
  private frame = 0;
  /** The level whose tiles were all on the screen last. */
  private shownLevel = 0;
  private small: { picture: HTMLCanvasElement; scale: number } | null = null;
  private last = 0;
  private ratio = 1;
  cursor = -1;
  hovered = -1;
  isCursorShown = false;
  /** A counter under way with the pointer. */
  dragged: { piece: Piece; at: Point } | null = null;
  isStill = false;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly board: BoardOut,
    sprites: Sprites,
    private readonly events: MapEvents,
  ) {
    this.painter = new BoardPainter(board);
    this.grid = this.painter.grid;
    this.camera = new Camera(this.grid.extent());
    this.sprites = new SpriteCache(sprites, board);
    this.ctx = canvas.getContext("2d", { alpha: false })!;
    this.press = { holder: [], tint: "", showsControl: true, isDark: false };
    this.scene = {
      pieces: [],
      holder: [],
      marks: {},
      lit: new Map(),
      litUnits: new Set(),
      held: new Set(),
      arrows: [],
      focus: -1,
      tint: "",
      showsControl: true,
    };
    this.tiles = new TileCache((box, scale, before) => this.paintTile(box, scale, before));
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
  }

  /** The fonts have arrived: what was written without them is painted again. */
  repaint(): void {
    this.sprites.clear();
    this.tiles.spoil();
    this.small = null;
    this.dirty = true;
  }

  redraw(): void {
    this.dirty = true;
  }

  resize(wide: number, high: number, ratio: number): void {
    this.ratio = ratio;
    this.canvas.width = Math.max(1, Math.round(wide * ratio));
    this.canvas.height = Math.max(1, Math.round(high * ratio));
    this.camera.resize(this.canvas.width, this.canvas.height);
    this.dirty = true;
  }

  setDark(isDark: boolean): void {
    if (this.press.isDark === isDark) return;
    this.press = { ...this.press, isDark };
    this.tiles.spoil();
    this.small = null;
    this.dirty = true;
  }

  show(scene: MapScene, animates: boolean): void {
    const before = this.scene;
    this.scene = scene;
    if (scene.pieces !== before.pieces) this.restack(before, animates);
    this.reprint(scene);
    this.dirty = true;
  }

  private restack(before: MapScene, animates: boolean): void {
    const now = performance.now();
    const old = new Map<number, number>();
    for (const piece of before.pieces)
      if (piece.unit >= 0 && piece.hex >= 0) old.set(piece.unit, piece.hex);
    this.stacks = new Map();
    for (const piece of this.scene.pieces) {
      if (piece.hex < 0) continue;
      const stack = this.stacks.get(piece.hex);
      if (stack) stack.push(piece);
      else this.stacks.set(piece.hex, [piece]);
      const was = old.get(piece.unit);
      if (animates && !this.isStill && was !== undefined && was !== piece.hex) {
        this.glides.set(piece.unit, { from: this.grid.centre(was), start: now });
      }
    }
    if (this.fan) this.openFan(this.fan.hex);
  }

  private reprint(scene: MapScene): void {
    const press = this.press;
    if (scene.tint !== press.tint || scene.showsControl !== press.showsControl) {
      this.tiles.spoil();
      this.small = null;
    } else if (scene.holder !== press.holder && scene.showsControl) {
      const changed: Box[] = [];
      scene.holder.forEach((side, i) => {
        if (press.holder[i] !== side) changed.push(boxOf([this.grid.centre(i)], HEX * 1.8));
      });
      if (changed.length > 40) this.tiles.spoil();
      else if (changed.length) this.tiles.spoil(changed);
    }
    this.press = {
      ...press,
      holder: scene.holder,
      tint: scene.tint,
      showsControl: scene.showsControl,
    };
  }

  stackAt(hex: number): readonly Piece[] {
    return this.stacks.get(hex) ?? [];
  }

  // -- pointing ---------------------------------------------------------------------------------

  /** The hex and counter under a point in CSS pixels. */
  under(px: number, py: number): { hex: number; piece: Piece | null } {
    const [x, y] = this.camera.toMap(px * this.ratio, py * this.ratio);
    if (this.fan) {
      const piece = this.fan.pieceAt(x, y);
      if (piece) return { hex: this.fan.hex, piece };
    }
    const hex = this.grid.hexAt(x, y);
    if (hex < 0) return { hex, piece: null };
    const stack = this.stackAt(hex);
    const reach = CARD / 2 + 4;
    const isOnCard =
      Math.abs(x - this.grid.x[hex]) < reach && Math.abs(y - this.grid.y[hex]) < reach;
    return { hex, piece: isOnCard && stack.length ? stack[stack.length - 1] : null };
  }

  /** Where a hex is, in CSS pixels of the map. */
  whereIs(hex: number): Point {
    const [x, y] = this.camera.toScreen(this.grid.x[hex], this.grid.y[hex]);
    return [x / this.ratio, y / this.ratio];
  }

  get fannedHex(): number {
    return this.fan?.hex ?? -1;
  }

  openFan(hex: number): void {
    const stack = this.stackAt(hex);
    this.fan =
      stack.length > 1 ? new Fan(hex, stack, this.grid.centre(hex), this.camera.scale) : null;
    this.dirty = true;
  }

  closeFan(): void {
    if (this.fan) this.dirty = true;
    this.fan = null;
  }

  /** Is the point, in CSS pixels, still at the fanned stack? */
  isAtFan(px: number, py: number): boolean {
    if (!this.fan) return false;
    const [x, y] = this.camera.toMap(px * this.ratio, py * this.ratio);
    return this.fan.holds(x, y);
  }

  choose(px: number, py: number): void {
    const { hex, piece } = this.under(px, py);
    if (hex >= 0) this.events.choose(hex, piece, [px, py]);
  }

  hover(px: number, py: number): void {
    const { hex, piece } = this.under(px, py);
    if (hex !== this.hovered) this.dirty = true;
    this.hovered = hex;
    this.events.hover(hex, piece, [px, py]);
  }

  leave(): void {
    this.hovered = -1;
    this.dirty = true;
    this.events.hover(-1, null, [0, 0]);
  }

  drop(px: number, py: number): void {
    const drag = this.dragged;
    this.dragged = null;
    this.dirty = true;
    if (!drag) return;
    const [x, y] = this.camera.toMap(px * this.ratio, py * this.ratio);
    const hex = this.grid.hexAt(x, y);
    if (hex >= 0 && hex !== drag.piece.hex) this.events.drop(drag.piece, hex, [px, py]);
  }

  /** Zoom to the whole map. */
  fit(glides = true): void {
    const [wide, high] = this.grid.extent();
    this.camera.show({ left: -8, top: -8, right: wide + 8, bottom: high + 8 }, glides, 1.7);
    this.dirty = true;
  }

  /** Begin where these hexes are, close enough to read counters. */
  openAt(hexes: readonly number[]): void {
    const box = grown(boxOf(hexes.map((i) => this.grid.centre(i))), HEX);
    this.camera.show(box, false, 1);
    const readable = Camera.level((48 * this.ratio) / HEX);
    if (this.camera.scale < readable) this.camera.scale = readable;
    this.camera.pan(0, 0);
    this.dirty = true;
  }

  /** Bring hexes into view. */
  reveal(hexes: readonly number[]): void {
    if (!hexes.length) return;
    const box = grown(boxOf(hexes.map((i) => this.grid.centre(i))), HEX);
    const view = this.camera.box();
    const isIn =
      box.left >= view.left &&
      box.right <= view.right &&
      box.top >= view.top &&
      box.bottom <= view.bottom;
    if (isIn) return;
    if (hexes.length === 1) this.camera.reveal(...this.grid.centre(hexes[0]));
    else this.camera.show(box, !this.isStill, this.camera.scale);
    this.dirty = true;
  }

  // -- drawing ----------------------------------------------------------------------------------

  private paintTile(box: Box, scale: number, before: HTMLCanvasElement | null): HTMLCanvasElement {
    const canvas = before ?? document.createElement("canvas");
    const side = Math.round((box.right - box.left) * scale);
    if (!before) canvas.width = canvas.height = side;
    const ctx = canvas.getContext("2d", { alpha: false })!;
    ctx.setTransform(scale, 0, 0, scale, -box.left * scale, -box.top * scale);
    this.painter.paint(ctx, box, scale, this.press);
    return canvas;
  }

  private tick(now: number): void {
    this.frame = requestAnimationFrame((next) => this.tick(next));
    const ms = Math.min(64, now - this.last);
    this.last = now;
    const isMoving = this.camera.isMoving;
    if (isMoving) this.camera.tick(ms, this.isStill);
    if (!this.dirty && !isMoving && !this.glides.size) return;
    this.dirty = false;
    this.draw(now);
    if (isMoving) this.events.moved();
  }

  /** One frame. */
  draw(now: number): void {
    this.ctx.setTransform(1, 0, 0, 1, 0, 0);
    this.drawTiles();
    const { camera, ctx } = this;
    const s = camera.scale;
    // Whole pixels: copies stay sharp and cost no filtering.
    ctx.setTransform(s, 0, 0, s, ...this.origin());
    this.drawLights();
    this.drawMarks();
    this.drawArrows();
    this.drawStacks(now);
    this.painter.paintFarNames(ctx, camera.box(), s);
    this.drawCosts();
    this.drawCursor();
    if (this.fan) this.fan.draw(ctx, this.sprites, s, this.scene.litUnits, this.scene.held);
    this.drawDragged();
  }

  private origin(): Point {
    const { camera } = this;
    return [
      Math.round(camera.wide / 2 - camera.x * camera.scale),
      Math.round(camera.high / 2 - camera.y * camera.scale),
    ];
  }

  private drawTiles(): void {
    const { camera } = this;
    const level = Camera.level(camera.scale);
    const isResting = camera.scale === level || !camera.isZooming;
    if (this.shownLevel === level && isResting && this.drawLevel(level, true)) return;
    // Not everything is there: below it lies the level seen last, and the whole map small where that ends.
    const isCovered = this.hasAll(this.shownLevel);
    if (!isCovered) this.drawOverview();
    if (this.shownLevel && this.shownLevel !== level) this.drawLevel(this.shownLevel, false);
    if (isCovered && !isResting) return;
    if (this.drawLevel(level, isResting)) this.shownLevel = level;
    else this.dirty = true;
  }

  /** Are all tiles of a level there that the window shows? */
  private hasAll(level: number): boolean {
    if (!level) return false;
    const { columns, rows } = TileCache.covering(this.camera.box(), level);
    const [wide, high] = this.grid.extent();
    for (let row = rows[0]; row <= rows[1]; row++) {
      for (let column = columns[0]; column <= columns[1]; column++) {
        const at = TileCache.boxAt(level, column, row);
        const isOff = at.left > wide || at.top > high || at.right < 0 || at.bottom < 0;
        if (!isOff && !this.tiles.peek(level, column, row)) return false;
      }
    }
    return true;
  }

  /** Copies the tiles of a level and paints missing ones while there is time. Is it complete? */
  private drawLevel(level: number, paints: boolean): boolean {
    const { camera, ctx, tiles } = this;
    const [ox, oy] = this.origin();
    const s = camera.scale;
    const { columns, rows } = TileCache.covering(camera.box(), level);
    const [wide, high] = this.grid.extent();
    const started = performance.now();
    let isComplete = true;
    for (let row = rows[0]; row <= rows[1]; row++) {
      for (let column = columns[0]; column <= columns[1]; column++) {
        const at = TileCache.boxAt(level, column, row);
        const x = Math.round(at.left * s + ox);
        const y = Math.round(at.top * s + oy);
        const w = Math.round(at.right * s + ox) - x;
        const h = Math.round(at.bottom * s + oy) - y;
        if (at.left > wide || at.top > high || at.right < 0 || at.bottom < 0) {
          ctx.fillStyle = this.margin;
          ctx.fillRect(x, y, w, h);
          continue;
        }
        let tile = tiles.peek(level, column, row);
        if (paints && (!tile || tile.stale)) {
          if (performance.now() - started < TILE_BUDGET) tile = tiles.fill(level, column, row);
          else if (tile) this.dirty = true;
        }
        if (!tile) isComplete = false;
        else if (w === tile.picture.width) ctx.drawImage(tile.picture, x, y);
        else ctx.drawImage(tile.picture, x, y, w, h);
      }
    }
    return isComplete;
  }

  private get margin(): string {
    return this.press.isDark ? "#24211b" : MARGIN_PAPER;
  }

  /** The whole map in one small picture, for the ground of the minimap and of what is not painted yet. */
  get overview(): { picture: HTMLCanvasElement; scale: number } {
    if (!this.small) {
      const [right, bottom] = this.grid.extent();
      const scale = OVERVIEW / Math.max(right, bottom);
      const picture = document.createElement("canvas");
      picture.width = Math.ceil(right * scale);
      picture.height = Math.ceil(bottom * scale);
      const ctx = picture.getContext("2d", { alpha: false })!;
      ctx.scale(scale, scale);
      const press = { ...this.press, showsControl: false };
      this.painter.paint(ctx, { left: 0, top: 0, right, bottom }, scale, press);
      this.small = { picture, scale };
    }
    return this.small;
  }

  private drawOverview(): void {
    const { camera, ctx } = this;
    const [ox, oy] = this.origin();
    const { picture, scale } = this.overview;
    ctx.fillStyle = this.margin;
    ctx.fillRect(0, 0, camera.wide, camera.high);
    const ratio = camera.scale / scale;
    ctx.drawImage(picture, ox, oy, picture.width * ratio, picture.height * ratio);
  }

  private hexPath(hex: number, inset = 0): void {
    const { ctx, grid } = this;
    const cx = grid.x[hex];
    const cy = grid.y[hex];
    const k = 1 - inset / (HEX / 2);
    ctx.beginPath();
    for (let corner = 0; corner < 6; corner++) {
      const [x, y] = grid.corner(hex, corner);
      if (corner) ctx.lineTo(cx + (x - cx) * k, cy + (y - cy) * k);
      else ctx.moveTo(cx + (x - cx) * k, cy + (y - cy) * k);
    }
    ctx.closePath();
  }

  private isInView(hex: number, box: Box): boolean {
    const x = this.grid.x[hex];
    const y = this.grid.y[hex];
    return x > box.left - HEX && x < box.right + HEX && y > box.top - HEX && y < box.bottom + HEX;
  }

  private drawLights(): void {
    const { ctx } = this;
    const box = this.camera.box();
    for (const [hex, light] of this.scene.lit) {
      if (!this.isInView(hex, box)) continue;
      const tone = TONES[light.tone];
      this.hexPath(hex, 1.5);
      ctx.fillStyle = tone.fill;
      ctx.fill();
      ctx.strokeStyle = tone.line;
      const isChoice = tone === TONES.choice || tone === TONES.attack || tone === TONES.retreat;
      ctx.lineWidth = hex === this.hovered ? 4 : isChoice ? 1.8 : 0.7;
      ctx.stroke();
    }
  }

  /** The words in lit hexes: in the middle of an empty hex, at the foot of a stack. */
  private drawCosts(): void {
    const { ctx, camera } = this;
    if (HEX * camera.scale < 24) return;
    const box = camera.box();
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    for (const [hex, light] of this.scene.lit) {
      if (!light.text || !this.isInView(hex, box)) continue;
      const isEmpty = !this.stacks.has(hex);
      const text = light.text.length > 14 ? `${light.text.slice(0, 13)}…` : light.text;
      const size = text.length > 4 ? 12.5 : isEmpty ? 19 : 14;
      ctx.font = `700 ${size}px ${SANS}`;
      const wide = Math.max(size * 1.5, ctx.measureText(text).width + 10);
      const x = this.grid.x[hex];
      const y = this.grid.y[hex] + (isEmpty ? 0 : HEX * 0.4);
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

  private drawMarks(): void {
    if (HEX * this.camera.scale < 24) return;
    const seen = new Map<number, number>();
    for (const [name, hexes] of Object.entries(this.scene.marks)) {
      for (const hex of hexes) {
        const k = seen.get(hex) ?? 0;
        seen.set(hex, k + 1);
        const [x, y] = this.grid.centre(hex);
        drawBadge(this.ctx, this.sprites.badge(name), x + HEX * 0.28 - 17 * k, y + HEX * 0.37, 8);
      }
    }
  }

  private drawStacks(now: number): void {
    const { ctx, camera, scene } = this;
    const box = camera.box();
    const [ox, oy] = this.origin();
    const s = camera.scale;
    const side = Math.max(6, Math.round(CARD * s));
    const wide = SpriteCache.width(side);
    const started = performance.now();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    const flying: [Piece, Glide][] = [];
    const isSmall = side < 26;
    for (const [hex, stack] of this.stacks) {
      if (!this.isInView(hex, box)) continue;
      const resting = this.glides.size ? stack.filter((p) => !this.glide(p, now, flying)) : stack;
      if (!resting.length) continue;
      const step = stackStep(resting.length) * s;
      // Of a high stack only the edges show: three cards below the top are enough to see depth.
      const shown = isSmall ? resting.slice(-1) : resting.slice(-4);
      const fromLow = shown.length;
      shown.forEach((piece, k) => {
        const shift = step * ((fromLow - 1) / 2 - k);
        const sprite = this.sprites.known(piece, side) ?? this.newSprite(piece, side, started);
        const x = Math.round(this.grid.x[hex] * s + ox - wide / 2 + shift);
        const y = Math.round(this.grid.y[hex] * s + oy - wide / 2 + shift);
        if (this.dragged?.piece === piece) ctx.globalAlpha = 0.35;
        if (sprite.width === wide) ctx.drawImage(sprite, x, y);
        else {
          ctx.drawImage(sprite, x, y, wide, wide);
          this.dirty = true;
        }
        ctx.globalAlpha = 1;
      });
      const litHere = resting.filter((p) => scene.litUnits.has(p.unit));
      const heldHere = resting.some((p) => scene.held.has(p.unit));
      if (litHere.length || heldHere) {
        const isTop = litHere.includes(resting[resting.length - 1]);
        this.glow(hex, side, step, fromLow, heldHere ? "#1f9cf0" : "#ffc400", heldHere || isTop);
      }
      if (resting.length > 1 && !isSmall) this.depth(hex, resting.length, side);
    }
    for (const [piece, glide] of flying) this.fly(piece, glide, now, side);
    ctx.setTransform(s, 0, 0, s, ox, oy);
  }

  /** A counter in a new size, or stretched from another while there is no time. */
  private newSprite(piece: Piece, side: number, started: number): HTMLCanvasElement {
    const isLate = this.camera.isZooming || performance.now() - started > SPRITE_BUDGET;
    return (
      (isLate ? this.sprites.standIn(piece, side) : undefined) ?? this.sprites.fresh(piece, side)
    );
  }

  /** Counts a counter that is still gliding among the flying ones. */
  private glide(piece: Piece, now: number, flying: [Piece, Glide][]): boolean {
    const glide = this.glides.get(piece.unit);
    if (!glide) return false;
    if (now - glide.start >= GLIDE) {
      this.glides.delete(piece.unit);
      this.dirty = true;
      return false;
    }
    flying.push([piece, glide]);
    return true;
  }

  private fly(piece: Piece, glide: Glide, now: number, side: number): void {
    const t = Math.min(1, Math.max(0, (now - glide.start) / GLIDE));
    const ease = t * t * (3 - 2 * t);
    const to = this.grid.centre(piece.hex);
    const [px, py] = this.camera.toScreen(
      glide.from[0] + (to[0] - glide.from[0]) * ease,
      glide.from[1] + (to[1] - glide.from[1]) * ease,
    );
    const sprite = this.sprites.counter(piece, side);
    this.ctx.drawImage(
      sprite,
      Math.round(px - sprite.width / 2),
      Math.round(py - sprite.height / 2),
    );
  }

  private glow(
    hex: number,
    side: number,
    step: number,
    cards: number,
    colour: string,
    isStrong: boolean,
  ): void {
    const { ctx } = this;
    const [ox, oy] = this.origin();
    const s = this.camera.scale;
    const lift = step * ((cards - 1) / 2 - (cards - 1));
    const x = this.grid.x[hex] * s + ox + lift;
    const y = this.grid.y[hex] * s + oy + lift;
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

  private depth(hex: number, count: number, side: number): void {
    const { ctx } = this;
    const [ox, oy] = this.origin();
    const s = this.camera.scale;
    const r = Math.max(6, side * 0.14);
    const x = this.grid.x[hex] * s + ox - side / 2 - 2;
    const y = this.grid.y[hex] * s + oy + side / 2 - r * 0.7;
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

  private drawArrows(): void {
    const { ctx } = this;
    for (const arrow of this.scene.arrows) {
      if (arrow.hexes.length < 2) continue;
      const points = arrow.hexes.map((i) => this.grid.centre(i));
      const look = ARROWS[arrow.tone];
      const [ax, ay] = points[points.length - 2];
      const [bx, by] = points[points.length - 1];
      const length = Math.hypot(bx - ax, by - ay) || 1;
      const ux = (bx - ax) / length;
      const uy = (by - ay) / length;
      // The head stops short of a counter that lies there, and points into an empty hex.
      const short = this.stacks.has(arrow.hexes[arrow.hexes.length - 1]) ? HEX * 0.4 : HEX * 0.12;
      const tip: Point = [bx - ux * short, by - uy * short];
      const neck: Point = [tip[0] - ux * 16, tip[1] - uy * 16];
      ctx.strokeStyle = ctx.fillStyle = this.board.liveries[arrow.side]?.shade ?? look.colour;
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

  private drawCursor(): void {
    const { ctx } = this;
    if (this.scene.focus >= 0) {
      this.hexPath(this.scene.focus, 3);
      ctx.strokeStyle = "#b3261e";
      ctx.lineWidth = 4;
      ctx.stroke();
    }
    if (this.hovered >= 0 && !this.scene.lit.has(this.hovered)) {
      this.hexPath(this.hovered, 1);
      ctx.strokeStyle = "rgba(59, 53, 43, 0.55)";
      ctx.lineWidth = 1.6;
      ctx.stroke();
    }
    if (this.cursor >= 0 && this.isCursorShown) {
      this.hexPath(this.cursor, 2);
      ctx.strokeStyle = "#fff";
      ctx.lineWidth = 7;
      ctx.stroke();
      ctx.strokeStyle = "#0b57d0";
      ctx.lineWidth = 4;
      ctx.stroke();
    }
  }

  private drawDragged(): void {
    const drag = this.dragged;
    if (!drag) return;
    const { ctx } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    const sprite = this.sprites.counter(drag.piece, Math.round(CARD * this.camera.scale * 1.12));
    ctx.globalAlpha = 0.92;
    const x = drag.at[0] * this.ratio - sprite.width / 2;
    const y = drag.at[1] * this.ratio - sprite.height / 2;
    ctx.drawImage(sprite, Math.round(x), Math.round(y));
    ctx.globalAlpha = 1;
  }
}
