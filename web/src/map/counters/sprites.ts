/** Counters drawn once for each size on screen and then copied. */

import type { BadgeOut, BoardOut, Piece, Sprites } from "../../net/api";
import { SANS } from "../canvasFonts";
import { drawSvg, strengthOn, type Detail } from "./svgDrawing";

/** A badge that the game has no look for. */
const UNKNOWN_BADGE: BadgeOut = {
  words: "",
  svg: '<svg xmlns="http://www.w3.org/2000/svg"><circle r="10" fill="#5c6670" stroke="#fff"/></svg>',
};

/** What of a piece is drawn on it; of one that is no counter its text. */
export type Face = Pick<Piece, "unit" | "face" | "side" | "badges" | "steps" | "amount"> &
  Partial<Pick<Piece, "text">>;

/** Badges are left off cards smaller than this. */
const BADGES_FROM = 20;

export class SpriteCache {
  private readonly cells = new Map<string, Map<number, HTMLCanvasElement>>();
  private count = 0;
  private lastOf = new WeakMap<object, { side: number; detail: Detail; cell: HTMLCanvasElement }>();
  /** Room around the card for badges and the shadow, as a part of the card's side. */
  static readonly ROOM = 0.14;

  /** Pixels of a whole sprite whose card is `side` wide. */
  static width(side: number): number {
    return Math.ceil(side + 2 * side * SpriteCache.ROOM);
  }

  constructor(
    private readonly sprites: Sprites,
    private readonly board: BoardOut,
    private readonly most = 1600,
  ) {}

  badge(name: string): BadgeOut {
    return this.board.badges[name] ?? UNKNOWN_BADGE;
  }

  /**
   * For the map, where pieces keep their identity from frame to frame: the sprite found last time.
   * Thousands of counters are looked up in each frame, and even building their keys would show.
   */
  known(piece: Piece, side: number, detail: Detail): HTMLCanvasElement | undefined {
    const last = this.lastOf.get(piece);
    return last?.side === side && last.detail === detail ? last.cell : undefined;
  }

  /** The sprite in its right size, kept for `known`. */
  fresh(piece: Piece, side: number, detail: Detail): HTMLCanvasElement {
    const cell = this.counter(piece, side, detail);
    this.lastOf.set(piece, { side, detail, cell });
    return cell;
  }

  /** A counter whose card is `side` pixels wide, with room around it. */
  counter(piece: Face, side: number, detail: Detail = "near"): HTMLCanvasElement {
    const sizes = this.sizes(piece, side, detail);
    let cell = sizes.get(side);
    if (!cell) {
      const hasBadges = detail !== "far" && side >= BADGES_FROM && piece.badges.length > 0;
      cell = this.draw(piece, side, hasBadges, detail);
      sizes.set(side, cell);
      if (++this.count > this.most) this.clear();
    }
    return cell;
  }

  /** The counter in any size that is there already, the nearest first: better stretched than late. */
  standIn(piece: Face, side: number, detail: Detail): HTMLCanvasElement | undefined {
    const sizes = this.sizes(piece, side, detail);
    let best = sizes.get(side);
    if (best) return best;
    let least = Infinity;
    for (const [size, cell] of sizes) {
      const off = Math.abs(Math.log(size / side));
      if (off < least) {
        least = off;
        best = cell;
      }
    }
    return best;
  }

  private sizes(piece: Face, side: number, detail: Detail): Map<number, HTMLCanvasElement> {
    const badges = side < BADGES_FROM ? "" : piece.badges.join(",");
    const key = `${detail}/${piece.unit}/${piece.face}/${piece.side}/${piece.steps}/${piece.amount}/${piece.text ?? ""}/${badges}`;
    let sizes = this.cells.get(key);
    if (!sizes) {
      sizes = new Map();
      this.cells.set(key, sizes);
    }
    return sizes;
  }

  /** Forgets everything, for when the fonts have arrived. */
  clear(): void {
    this.cells.clear();
    this.lastOf = new WeakMap();
    this.count = 0;
  }

  private draw(piece: Face, side: number, hasBadges: boolean, detail: Detail): HTMLCanvasElement {
    const cell = document.createElement("canvas");
    const room = side * SpriteCache.ROOM;
    cell.width = cell.height = SpriteCache.width(side);
    const ctx = cell.getContext("2d")!;
    ctx.translate(room, room);
    ctx.scale(side / 100, side / 100);
    ctx.fillStyle = "rgba(0, 0, 0, 0.12)";
    round(ctx, 3, 5, 102, 102, 12);
    ctx.fillStyle = "rgba(0, 0, 0, 0.26)";
    round(ctx, 2, 3, 100, 100, 10);
    const faces = piece.unit >= 0 ? this.sprites.svg[piece.unit] : undefined;
    const source =
      faces?.[Math.min(piece.face, faces.length - 1)] ??
      this.sprites.goods[piece.text ?? ""]?.[piece.side] ??
      this.sprites.unknown[piece.side];
    if (source) drawSvg(ctx, source, detail);
    const strength = detail === "far" && source && !piece.amount ? strengthOn(source) : "";
    if (strength) drawStrength(ctx, strength, source!);
    const pips = this.sprites.pips[piece.unit]?.[piece.steps - 1];
    if (pips && detail === "near") drawSvg(ctx, pips);
    if (piece.amount) drawAmount(ctx, piece.amount);
    if (hasBadges) {
      piece.badges
        .slice(0, 4)
        .forEach((name, k) => drawBadge(ctx, this.badge(name), 89 - 24 * k, 1, 11.5));
    }
    return cell;
  }
}

function round(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  w: number,
  h: number,
  r: number,
): void {
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, r);
  ctx.fill();
}

/** The one value that is shown from far away, as large as it will go. */
function drawStrength(ctx: CanvasRenderingContext2D, text: string, source: string): void {
  const ink =
    /class="row"[^>]*fill="([^"]+)"/.exec(source) ??
    /class="corner"[^>]*fill="([^"]+)"/.exec(source);
  ctx.font = `700 44px ${SANS}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillStyle = ink?.[1] ?? "#2f2a22";
  ctx.fillText(text, 50, 95);
}

/** How much there is, over the foot of the card. */
function drawAmount(ctx: CanvasRenderingContext2D, amount: number): void {
  ctx.beginPath();
  ctx.roundRect(18, 66, 64, 31, 15.5);
  ctx.fillStyle = "#2f2a22";
  ctx.fill();
  ctx.strokeStyle = "#fff";
  ctx.lineWidth = 2;
  ctx.stroke();
  ctx.fillStyle = "#fff";
  ctx.font = `700 25px ${SANS}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillText(String(amount), 50, 90);
}

/** A small sign with its middle at x, y, its edge at `r` from there. */
export function drawBadge(
  ctx: CanvasRenderingContext2D,
  look: BadgeOut,
  x: number,
  y: number,
  r: number,
): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(r / 10, r / 10);
  drawSvg(ctx, look.svg);
  ctx.restore();
}
