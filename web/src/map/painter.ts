/** The printed map below the counters, painted piece by piece into tiles. */

import type { BoardOut } from "../api";
import { paintControl } from "./control";
import { Grid, grown, HEX, outline, type Box } from "./geometry";
import { Names } from "./names";
import { Lines } from "./routes";
import { MARGIN_PAPER, PAPER, SERIF, TerrainPainter } from "./terrain";

const TINTS: Record<string, [string, number]> = {
  snow: ["#eef4fa", 0.34],
  frost: ["#eef4fa", 0.22],
  mud: ["#8a6a45", 0.16],
  rain: ["#5d7386", 0.14],
  night: ["#20305a", 0.3],
};

/** Pixels of a hex below which the map is seen from far away. */
const FAR = 34;

/** Everything that decides how the map is printed, beside the board itself. */
export interface Press {
  holder: readonly number[];
  /** A weather or a time of day, as the tracks name it. */
  tint: string;
  showsControl: boolean;
  isDark: boolean;
}

/** The tint that the game's own words for weather and time of day ask for. */
export function tintOf(words: string): string {
  const low = words.toLowerCase();
  return Object.keys(TINTS).find((name) => low.includes(name)) ?? "";
}

export class BoardPainter {
  readonly grid: Grid;
  private readonly terrain: TerrainPainter;
  private readonly lines: Lines;
  private readonly names: Names;

  constructor(readonly board: BoardOut) {
    this.grid = new Grid(board);
    this.terrain = new TerrainPainter(board, this.grid);
    this.lines = new Lines(board, this.grid);
    this.names = new Names(board, this.grid);
  }

  /** Paints what lies in `box`; the context already maps drawing units to pixels. */
  paint(ctx: CanvasRenderingContext2D, box: Box, scale: number, press: Press): void {
    // Outlines cut off at the edge of this margin end outside of the tile, where nobody sees them.
    const near = this.grid.within(grown(box, HEX * 2.5));
    const mine = this.grid.within(grown(box, HEX));
    ctx.fillStyle = press.isDark ? "#24211b" : MARGIN_PAPER;
    ctx.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    if (!mine.length) return;
    ctx.save();
    const edge = outline(this.grid, near, 0, false);
    ctx.clip(edge, "evenodd");
    ctx.fillStyle = PAPER;
    ctx.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    this.terrain.paint(ctx, near, scale);
    const tint = TINTS[press.tint];
    if (tint) {
      ctx.globalAlpha = tint[1];
      ctx.fillStyle = tint[0];
      ctx.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
      ctx.globalAlpha = 1;
    }
    if (press.showsControl) paintControl(ctx, this.grid, this.board, press.holder, near);
    this.lines.paint(ctx, box);
    this.paintGrid(ctx, mine, scale);
    ctx.restore();
    if (HEX * scale > 62) this.paintNumbers(ctx, mine);
    if (HEX * scale >= FAR) this.names.paint(ctx, box, scale);
    if (press.isDark) {
      ctx.fillStyle = "rgba(18, 20, 28, 0.24)";
      ctx.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    }
  }

  /** From far away names are larger than counters and stand above them, so they are no part of the tiles. */
  paintFarNames(ctx: CanvasRenderingContext2D, box: Box, scale: number): void {
    if (HEX * scale < FAR) this.names.paint(ctx, box, scale);
  }

  private paintGrid(ctx: CanvasRenderingContext2D, hexes: readonly number[], scale: number): void {
    ctx.beginPath();
    for (const i of hexes) {
      // Three sides each, the neighbours draw the others; on the rim all six.
      for (let d = 0; d < 6; d++) {
        if (d > 2 && this.grid.step(i, d) >= 0) continue;
        ctx.moveTo(...this.grid.corner(i, d));
        ctx.lineTo(...this.grid.corner(i, d + 1));
      }
    }
    ctx.strokeStyle = "rgba(107, 95, 73, 0.34)";
    ctx.lineWidth = Math.max(0.8, 0.7 / scale);
    ctx.stroke();
  }

  private paintNumbers(ctx: CanvasRenderingContext2D, hexes: readonly number[]): void {
    ctx.font = `8.5px ${SERIF}`;
    ctx.fillStyle = "#7d7057";
    ctx.textAlign = "center";
    ctx.textBaseline = "alphabetic";
    for (const i of hexes) {
      ctx.fillText(this.board.names[i], this.grid.x[i], this.grid.y[i] - HEX * 0.405);
    }
  }
}
