/** The map on the screen: tiles below, then lit hexes, counters, arrows and the cursor. Knows no rule. */

import type { BoardOut, BoardScene, Piece, Sprites } from "../net/api";
import type { Flight } from "./counters/flights";
import { Camera } from "./window/camera";
import { Framing } from "./window/framing";
import { boxOf, CARD, grown, HEX, type Box, type Grid, type Point } from "./geometry";
import { TiledGround } from "./ground/tiledGround";
import { BoardPainter } from "./ground/boardPainter";
import { Fan } from "./counters/spreadStack";
import { Glides } from "./counters/glides";
import {
  drawArrows,
  drawCosts,
  drawCursor,
  drawLights,
  drawMarks,
  drawNumbers,
  drawRings,
  drawSideMarks,
  drawSight,
  drawSightHexes,
  type MapScene,
} from "./markings";
import { drawFlags, drawHappened, drawObjectives } from "./flags";
import { SpriteCache } from "./counters/sprites";
import { drawStacks } from "./counters/stacks";

export type { Arrow, Flag, Light, Mark } from "./markings";

export interface MapEvents {
  /** A hex, or a counter in it, was clicked or tapped; the point is in CSS pixels of the map. */
  choose(hex: number, piece: Piece | null, at: Point, isTouch: boolean): void;
  /** The pointer came over a hex, or left the map (-1). */
  hover(hex: number, piece: Piece | null, at: Point): void;
  /** A counter is dragged from its hex: alone out of a spread stack, else with those below it. */
  lift(piece: Piece, isAlone: boolean): void;
  /** It was let go over a hex, and upon a counter of a spread stack; -1: over none, or where it came from. */
  drop(hex: number, at: Point, upon: Piece | null): void;
  moved(): void;
}

export class MapView {
  readonly camera: Camera;
  readonly grid: Grid;
  readonly painter: BoardPainter;
  readonly sprites: SpriteCache;
  private readonly ground: TiledGround;
  readonly ctx: CanvasRenderingContext2D;
  readonly glides: Glides;
  scene: MapScene;
  stacks = new Map<number, Piece[]>();
  /** The ground that counters cover. */
  private cards: readonly Box[] = [];
  private flown: readonly Flight[] = [];
  readonly framing: Framing;
  private fan: Fan | null = null;
  private dirty = true;
  private ticking = 0;
  private last = 0;
  cursor = -1;
  hovered = -1;
  isCursorShown = false;
  /** A counter under way with the pointer. */
  dragged: { piece: Piece; at: Point } | null = null;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly board: BoardOut,
    printed: BoardScene,
    sprites: Sprites,
    private readonly events: MapEvents,
  ) {
    this.painter = new BoardPainter(board, printed);
    this.grid = this.painter.grid;
    this.camera = new Camera(this.extent);
    const hexes = this.grid.present.filter((hex) => !this.grid.boxOf(hex));
    const field = grown(boxOf(hexes.map((hex) => this.grid.centre(hex))), HEX * 0.6);
    this.framing = new Framing(this.camera, this.grid, this.extent, field);
    this.sprites = new SpriteCache(sprites, board);
    this.glides = new Glides(this.grid);
    this.ctx = canvas.getContext("2d", { alpha: false })!;
    this.ground = new TiledGround(this.ctx, this.camera, this.painter);
    this.scene = {
      pieces: [],
      holder: [],
      marks: {},
      sideMarks: {},
      lit: new Map(),
      litUnits: new Set(),
      held: new Set(),
      arrows: [],
      flags: [],
      happened: [],
      pointed: [],
      target: -1,
      isDark: false,
      showsCosts: false,
      sight: null,
      sightFrom: -1,
      focus: -1,
      tint: null,
      showsControl: true,
    };
    this.ticking = requestAnimationFrame((now) => this.tick(now));
  }

  /** Device pixels for each CSS pixel. */
  get ratio(): number {
    return this.framing.ratio;
  }

  get isStill(): boolean {
    return this.framing.isStill;
  }

  set isStill(is: boolean) {
    this.framing.isStill = is;
  }

  destroy(): void {
    cancelAnimationFrame(this.ticking);
  }

  /** The fonts have arrived: what was written without them is painted again. */
  repaint(): void {
    this.sprites.clear();
    this.ground.spoil();
    this.dirty = true;
  }

  redraw(): void {
    this.dirty = true;
  }

  /** The window has another size; a map that was whole in view stays so. */
  resize(wide: number, high: number, ratio: number): void {
    const { isWhole } = this.framing;
    const isInUse = this.framing.isHeld || this.scene.held.size > 0;
    this.framing.ratio = ratio;
    this.canvas.width = Math.max(1, Math.round(wide * ratio));
    this.canvas.height = Math.max(1, Math.round(high * ratio));
    this.camera.resize(this.canvas.width, this.canvas.height);
    if (isWhole && !isInUse) this.fit(false);
    this.dirty = true;
  }

  /** Day or night. True if that is a change. */
  setDark(isDark: boolean): boolean {
    const isNew = this.ground.setDark(isDark);
    if (isNew) this.dirty = true;
    return isNew;
  }

  /** Shows a scene. Flights are how counters came to be where they are; each list of them is flown once. */
  show(scene: MapScene, flights: readonly Flight[] = [], pace = 1): void {
    const before = this.scene;
    this.scene = scene;
    if (scene.pieces !== before.pieces) this.restack();
    else if (scene.lit !== before.lit && this.fan) this.openFan(this.fan.hex);
    if (flights !== this.flown) {
      this.flown = flights;
      if (!this.isStill) this.glides.start(flights, performance.now(), pace);
      const ends = flights.map(({ hexes }) => hexes[hexes.length - 1]);
      const isLanding = flights.some((one) => one.isLanding);
      this.framing.follow(isLanding ? [flights[0].hexes[0], ...ends] : ends, isLanding);
    }
    this.ground.reprint(scene);
    this.dirty = true;
  }

  /** Ends all flights: a hurried player need not wait. */
  land(): void {
    if (this.glides.size) this.dirty = true;
    this.glides.land();
  }

  private restack(): void {
    this.stacks = new Map();
    for (const piece of this.scene.pieces) {
      if (piece.hex < 0) continue;
      const stack = this.stacks.get(piece.hex);
      if (stack) stack.push(piece);
      else this.stacks.set(piece.hex, [piece]);
    }
    this.cards = [...this.stacks.keys()].map((hex) => boxOf([this.grid.centre(hex)], CARD / 2));
    if (this.fan) this.openFan(this.fan.hex);
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
    return this.onScreen(this.grid.centre(hex));
  }

  /** Where a counter lies, in CSS pixels of the map: in its stack, or apart where that is spread. */
  whereLies(piece: Piece): Point {
    return this.onScreen(this.fan?.spotOf(piece.unit) ?? this.grid.centre(piece.hex));
  }

  private onScreen(spot: Point): Point {
    const [x, y] = this.camera.toScreen(...spot);
    return [x / this.ratio, y / this.ratio];
  }

  get fannedHex(): number {
    return this.fan?.hex ?? -1;
  }

  openFan(hex: number): void {
    const stack = this.stackAt(hex);
    const { camera, framing, grid } = this;
    const lit = [...this.scene.lit.keys()]
      .filter((one) => one !== hex)
      .map((one) => grid.centre(one));
    this.fan =
      stack.length > 1
        ? new Fan(
            hex,
            stack,
            grid.centre(hex),
            camera.scale / framing.magnification,
            camera.room(),
            lit,
          )
        : null;
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

  /** A click or a tap; one that spreads a stack means none of its counters yet. */
  choose(px: number, py: number, isTouch = false, spreads = false): void {
    const { hex, piece } = this.under(px, py);
    if (hex >= 0) this.events.choose(hex, spreads ? null : piece, [px, py], isTouch);
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
    const upon = this.fan?.pieceAt(x, y) ?? null;
    const isBack = hex === drag.piece.hex || upon !== null;
    this.events.drop(isBack ? -1 : hex, [px, py], upon?.unit === drag.piece.unit ? null : upon);
  }

  lift(piece: Piece): void {
    this.events.lift(piece, this.fan !== null);
  }

  /** The finger was taken away by something else: nothing was dropped. */
  putBack(): void {
    const drag = this.dragged;
    this.dragged = null;
    this.dirty = true;
    if (drag) this.events.drop(-1, drag.at, null);
  }

  /** Zoom to the whole map. */
  fit(glides = true): void {
    this.framing.fit(glides);
    this.dirty = true;
  }

  /** The map and what is drawn beside it, in drawing units. */
  get extent(): Box {
    return this.painter.printed.box;
  }

  /** Lets the camera do something, and draws what it shows then. */
  look(how: (framing: Framing) => void): void {
    how(this.framing);
    this.dirty = true;
  }

  // -- drawing ----------------------------------------------------------------------------------

  private tick(now: number): void {
    this.ticking = requestAnimationFrame((next) => this.tick(next));
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
    if (this.ground.draw(this.origin())) this.dirty = true;
    const { camera, ctx } = this;
    const s = camera.scale;
    // Whole pixels: copies stay sharp and cost no filtering.
    ctx.setTransform(s, 0, 0, s, ...this.origin());
    drawLights(this);
    drawObjectives(this);
    // Names that a ring would cut are written over it.
    if (this.scene.lit.size || this.scene.flags.length)
      this.painter.paintNearNames(ctx, camera.box(), s);
    drawSightHexes(this);
    drawMarks(this);
    drawSideMarks(this);
    drawArrows(this);
    if (drawStacks(this, now)) this.dirty = true;
    drawRings(this);
    drawFlags(this);
    drawHappened(this);
    drawNumbers(this);
    drawSight(this);
    this.painter.paintFarNames(ctx, camera.box(), s, this.cards);
    drawCursor(this);
    drawCosts(this);
    if (this.fan) this.fan.draw(ctx, this.sprites, s, this.scene);
    this.drawDragged();
  }

  origin(): Point {
    const { camera } = this;
    return [
      Math.round(camera.wide / 2 - camera.x * camera.scale),
      Math.round(camera.high / 2 - camera.y * camera.scale),
    ];
  }

  /** The whole map in one small picture. */
  get overview(): { picture: HTMLCanvasElement; scale: number } {
    return this.ground.overview;
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
    // Those that go along lie below it.
    const along = this.stackAt(drag.piece.hex).filter(
      (piece) => piece !== drag.piece && this.scene.held.has(piece.unit),
    );
    along.forEach((piece, k) => {
      const below = (along.length - k) * 4 * this.ratio;
      const one = this.sprites.counter(piece, Math.round(CARD * this.camera.scale * 1.12));
      ctx.drawImage(one, Math.round(x + below), Math.round(y + below));
    });
    ctx.drawImage(sprite, Math.round(x), Math.round(y));
    ctx.globalAlpha = 1;
  }
}
