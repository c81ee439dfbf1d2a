/** Counters drawn once for each size on screen and then copied. */

import type { BadgeOut, BoardOut, Piece, Sprites } from "../api";
import { drawSvg } from "./svgdraw";
import { SANS } from "./terrain";

export const UNKNOWN_BADGE: BadgeOut = { sign: "?", words: "", ground: "#5c6670", shape: "square" };

export class SpriteCache {
  private readonly cells = new Map<string, HTMLCanvasElement>();
  /** Room around the card for badges and the shadow, as a part of the card's side. */
  static readonly ROOM = 0.14;

  constructor(
    private readonly sprites: Sprites,
    private readonly board: BoardOut,
    private readonly most = 1600,
  ) {}

  badge(name: string): BadgeOut {
    return (
      this.board.badges[name] ?? {
        ...UNKNOWN_BADGE,
        sign: name[0]?.toUpperCase() ?? "?",
        words: name.replaceAll("-", " "),
      }
    );
  }

  /** A counter whose card is `side` pixels wide, with room around it. */
  counter(
    piece: Pick<Piece, "unit" | "face" | "side" | "badges">,
    side: number,
  ): HTMLCanvasElement {
    const badges = side < 20 ? "" : piece.badges.join(",");
    const key = `${piece.unit}/${piece.face}/${piece.side}/${badges}/${side}`;
    let cell = this.cells.get(key);
    if (!cell) {
      if (this.cells.size >= this.most) this.cells.clear();
      cell = this.draw(piece, side, badges !== "");
      this.cells.set(key, cell);
    }
    return cell;
  }

  /** Forgets everything, for when the fonts have arrived. */
  clear(): void {
    this.cells.clear();
  }

  private draw(
    piece: Pick<Piece, "unit" | "face" | "side" | "badges">,
    side: number,
    hasBadges: boolean,
  ): HTMLCanvasElement {
    const cell = document.createElement("canvas");
    const room = side * SpriteCache.ROOM;
    cell.width = cell.height = Math.ceil(side + 2 * room);
    const ctx = cell.getContext("2d")!;
    ctx.translate(room, room);
    ctx.scale(side / 100, side / 100);
    ctx.fillStyle = "rgba(0, 0, 0, 0.12)";
    round(ctx, 3, 5, 102, 102, 12);
    ctx.fillStyle = "rgba(0, 0, 0, 0.26)";
    round(ctx, 2, 3, 100, 100, 10);
    const faces = piece.unit >= 0 ? this.sprites.svg[piece.unit] : undefined;
    const source =
      faces?.[Math.min(piece.face, faces.length - 1)] ?? this.sprites.unknown[piece.side];
    if (source) drawSvg(ctx, source);
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

/** A small sign with its middle at x, y. */
export function drawBadge(
  ctx: CanvasRenderingContext2D,
  look: BadgeOut,
  x: number,
  y: number,
  r: number,
): void {
  ctx.beginPath();
  if (look.shape === "round") ctx.arc(x, y, r, 0, Math.PI * 2);
  else if (look.shape === "diamond") {
    const d = r * 1.2;
    ctx.moveTo(x, y - d);
    ctx.lineTo(x + d, y);
    ctx.lineTo(x, y + d);
    ctx.lineTo(x - d, y);
    ctx.closePath();
  } else ctx.roundRect(x - r * 0.92, y - r * 0.92, r * 1.84, r * 1.84, r / 4);
  ctx.fillStyle = look.ground;
  ctx.fill();
  ctx.strokeStyle = "#fff";
  ctx.lineWidth = r / 6;
  ctx.stroke();
  ctx.fillStyle = "#fff";
  ctx.font = `700 ${r * 1.35}px ${SANS}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillText(look.sign, x, y + r * 0.47);
}
