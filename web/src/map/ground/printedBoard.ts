/** The printed board: paints the scene that the drawing program made of it, and knows nothing about it. */

import type { BoardScene, PaintStyle, SceneLayer, SceneText, TextStyle } from "../../net/api";
import { SERIF } from "../canvasFonts";
import { grown, HEX, meets, type Box } from "../geometry";
import { namesAt, sizeOf, type Written } from "./placeNames";

/** The side of the squares that placed symbols are gathered in, to be painted as one path. */
const SQUARE = HEX * 4;
/** Pixels of a hex from which on a tile shows so little of a square that its symbols are painted one by one. */
const NEAR = 60;
/** How far a symbol reaches from where it is placed. */
const REACH = HEX * 0.65;
/** How far below its middle the foot of a line of words lies, in sizes of the letters. */
const RISE = 0.3;
const NOTHING_TAKEN: readonly Box[] = [];

interface Placed {
  symbol: Path2D;
  x: number;
  y: number;
}

/** Something to paint: path data, or symbols in a square. Made into a path when it is first seen. */
class Item {
  private made: Path2D | null = null;

  constructor(
    readonly box: Box,
    private readonly data: string,
    readonly placed: readonly Placed[] = [],
  ) {}

  get path(): Path2D {
    if (!this.made) {
      this.made = new Path2D(this.data);
      for (const { symbol, x, y } of this.placed) this.made.addPath(symbol, { e: x, f: y });
    }
    return this.made;
  }
}

interface Layer {
  pens: PaintStyle[];
  items: Item[];
  least: number;
  most: number;
}

export class PrintedBoard {
  /** All there is to see, in drawing units. */
  readonly box: Box;
  readonly margin: string;
  private readonly ground: Layer[];
  private readonly lines: Layer[];
  private readonly symbols = new Map<string, Path2D>();
  /** The names as they were written last. */
  private named: { scale: number; taken: readonly Box[]; all: Written[] } | null = null;

  constructor(private readonly scene: BoardScene) {
    const [left, top, right, bottom] = scene.box;
    this.box = { left, top, right, bottom };
    this.margin = scene.margin;
    this.ground = scene.ground.map((layer) => this.layer(layer));
    this.lines = scene.lines.map((layer) => this.layer(layer));
  }

  private layer(layer: SceneLayer): Layer {
    const items = (layer.paths ?? []).map(
      ([d, left, top, right, bottom]) => new Item({ left, top, right, bottom }, d),
    );
    return {
      pens: layer.styles.map((name) => this.scene.styles[name]),
      items: [...items, ...this.gathered(layer)],
      least: layer.least ?? 0,
      most: layer.most || Infinity,
    };
  }

  /** The symbols of a layer, square by square. */
  private gathered(layer: SceneLayer): Item[] {
    const squares = new Map<string, Placed[]>();
    for (const [name, at] of layer.placed ?? []) {
      const symbol = this.symbol(name);
      for (let k = 0; k < at.length; k += 2) {
        const placed = { symbol, x: at[k], y: at[k + 1] };
        const key = `${Math.floor(placed.x / SQUARE)}/${Math.floor(placed.y / SQUARE)}`;
        const square = squares.get(key);
        if (square) square.push(placed);
        else squares.set(key, [placed]);
      }
    }
    return [...squares].map(([key, placed]) => {
      const [column, row] = key.split("/").map(Number);
      const left = column * SQUARE;
      const top = row * SQUARE;
      const box = { left, top, right: left + SQUARE, bottom: top + SQUARE };
      return new Item(grown(box, REACH), "", placed);
    });
  }

  private symbol(name: string): Path2D {
    let path = this.symbols.get(name);
    if (!path) {
      path = new Path2D(this.scene.symbols[name]);
      this.symbols.set(name, path);
    }
    return path;
  }

  /** What tint and control are laid upon; the context maps drawing units to pixels, `scale` of them for each. */
  paintGround(ctx: CanvasRenderingContext2D, box: Box, scale: number): void {
    for (const layer of this.ground) paintLayer(ctx, layer, box, scale);
  }

  /** What lies above them; `margin` is the colour around the map. */
  paintLines(ctx: CanvasRenderingContext2D, box: Box, scale: number, margin: string): void {
    for (const layer of this.lines)
      paintLayer(ctx, layer, box, scale, this.scene.styles.margin, margin);
  }

  /** A wash over the paper. Its squares lie upon each other, so they are filled as one. */
  paintTint(ctx: CanvasRenderingContext2D, box: Box, colour: string, strength: number): void {
    const paper = new Path2D();
    for (const item of this.ground[0].items) if (meets(item.box, box)) paper.addPath(item.path);
    ctx.globalAlpha = strength;
    ctx.fillStyle = colour;
    ctx.fill(paper);
    ctx.globalAlpha = 1;
  }

  paintNumbers(ctx: CanvasRenderingContext2D, box: Box, scale: number): void {
    this.write(ctx, this.scene.numbers, box, scale);
  }

  /** The names, none over another nor over what is taken. */
  paintNames(
    ctx: CanvasRenderingContext2D,
    box: Box,
    scale: number,
    taken: readonly Box[] = NOTHING_TAKEN,
  ): void {
    const { named } = this;
    if (named?.scale !== scale || named.taken !== taken)
      this.named = { scale, taken, all: namesAt(this.scene, scale, taken) };
    for (const { text, size, shift } of this.named!.all) this.writeIn(ctx, text, size, shift, box);
  }

  /** Words that reach into a box, as far as they are to be read from this far. */
  private write(
    ctx: CanvasRenderingContext2D,
    texts: readonly SceneText[],
    box: Box,
    scale: number,
  ): void {
    for (const text of texts) {
      if (HEX * scale < text[5]) continue;
      this.writeIn(ctx, text, sizeOf(this.scene.text_styles[text[0]], scale), 0, box);
    }
  }

  private writeIn(
    ctx: CanvasRenderingContext2D,
    text: SceneText,
    size: number,
    shift: number,
    box: Box,
  ): void {
    const [name, lines, x, y] = text;
    const reach = size * (0.35 * Math.max(...lines.map((line) => line.length)) + 1);
    if (x + reach < box.left || x - reach > box.right) return;
    if (y + shift + reach < box.top || y + shift - reach > box.bottom) return;
    writeOne(ctx, text, this.scene.text_styles[name], size, shift);
  }
}

function paintLayer(
  ctx: CanvasRenderingContext2D,
  layer: Layer,
  box: Box,
  scale: number,
  replaced?: PaintStyle,
  fill = "",
): void {
  const pixels = HEX * scale;
  if (pixels < layer.least || pixels >= layer.most) return;
  const seen = layer.items.filter((item) => meets(item.box, box));
  if (!seen.length) return;
  for (const pen of layer.pens) {
    ctx.globalAlpha = pen.alpha ?? 1;
    if (pen.fill) {
      ctx.fillStyle = pen === replaced ? fill : pen.fill;
      each(ctx, seen, box, pixels, (path) => ctx.fill(path));
    } else {
      ctx.strokeStyle = pen.stroke!;
      ctx.lineWidth = Math.max(pen.width ?? 1, (pen.least ?? 0) / scale);
      ctx.lineCap = (pen.cap ?? "butt") as CanvasLineCap;
      ctx.lineJoin = pen.cap === "round" ? "round" : "miter";
      ctx.setLineDash(pen.dash ?? []);
      each(ctx, seen, box, pixels, (path) => ctx.stroke(path));
    }
  }
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

/** Paints items, from near only those of their symbols that reach into the box. */
function each(
  ctx: CanvasRenderingContext2D,
  items: readonly Item[],
  box: Box,
  pixels: number,
  paint: (path: Path2D) => void,
): void {
  for (const item of items) {
    if (!item.placed.length || pixels < NEAR) {
      paint(item.path);
      continue;
    }
    for (const { symbol, x, y } of item.placed) {
      if (x < box.left - REACH || x > box.right + REACH) continue;
      if (y < box.top - REACH || y > box.bottom + REACH) continue;
      ctx.translate(x, y);
      paint(symbol);
      ctx.translate(-x, -y);
    }
  }
}

function writeOne(
  ctx: CanvasRenderingContext2D,
  [, lines, x, y, angle]: SceneText,
  style: TextStyle,
  size: number,
  shift: number,
): void {
  ctx.save();
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.lineJoin = "round";
  ctx.translate(x, y + shift);
  if (angle) ctx.rotate((angle * Math.PI) / 180);
  ctx.font = `${style.italic ? "italic " : ""}${style.weight ?? 400} ${size}px ${SERIF}`;
  if (style.spacing) ctx.letterSpacing = `${(style.spacing * size) / style.size}px`;
  lines.forEach((line, k) => {
    const foot = size * (k + 0.5 - lines.length / 2 + RISE);
    if (style.halo) {
      ctx.strokeStyle = style.halo;
      ctx.globalAlpha = 0.88;
      ctx.lineWidth = ((style.halo_width ?? 0) * size) / style.size;
      ctx.strokeText(line, 0, foot);
      ctx.globalAlpha = 1;
    }
    ctx.fillStyle = style.ink;
    ctx.fillText(line, 0, foot);
  });
  ctx.restore();
}
