/** The map below the counters, painted piece by piece into tiles: the printed board, tint and control. */

import type { BoardOut, BoardScene, TintOut, Track } from "../../net/api";
import { paintControl } from "./frontLine";
import { Grid, grown, HEX, type Box } from "../geometry";
import { PrintedBoard } from "./printedBoard";

/** Pixels of a hex below which the map is seen from far away. */
const FAR = 34;
/** Around the map on a dark screen; in the tiles the shade that lies over everything makes it so. */
const DARK_MARGIN = "#201e1b";
const UNSHADED_MARGIN = "#24211b";
const SHADE = "rgba(18, 20, 28, 0.24)";

/** Everything that decides how the map is painted, beside the board itself. */
export interface Looks {
  holder: readonly number[];
  tint: TintOut | null;
  showsControl: boolean;
  isDark: boolean;
}

/** The tint that the tracks ask for: weather, time of day. */
export function tintOf(tints: readonly TintOut[], tracks: readonly Track[]): TintOut | null {
  const isOn = ({ track, values }: TintOut) =>
    tracks.some((one) => one.label === track && values.includes(one.value));
  return tints.find(isOn) ?? null;
}

/** What tints the map, in a word: storm, night. */
export function namedTint(tints: readonly TintOut[], tracks: readonly Track[]): string {
  const tint = tintOf(tints, tracks);
  return tracks.find((one) => one.label === tint?.track)?.value ?? "";
}

export class BoardPainter {
  readonly grid: Grid;
  readonly printed: PrintedBoard;

  constructor(
    readonly board: BoardOut,
    scene: BoardScene,
  ) {
    this.grid = new Grid(board, scene.boxes);
    this.printed = new PrintedBoard(scene);
  }

  /** The colour of what lies around the map. */
  margin(isDark: boolean): string {
    return isDark ? DARK_MARGIN : this.printed.margin;
  }

  /** Paints what lies in `box`; the context already maps drawing units to pixels. */
  paint(ctx: CanvasRenderingContext2D, box: Box, scale: number, looks: Looks): void {
    const { printed } = this;
    const margin = looks.isDark ? UNSHADED_MARGIN : printed.margin;
    ctx.fillStyle = margin;
    ctx.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    printed.paintGround(ctx, box, scale);
    if (looks.tint) printed.paintTint(ctx, box, looks.tint.colour, looks.tint.strength);
    if (looks.showsControl) {
      // Outlines cut off at the edge of this margin end outside of the tile, where nobody sees them.
      const near = this.grid.within(grown(box, HEX * 2.5));
      paintControl(ctx, this.grid, this.board, looks.holder, near);
    }
    printed.paintLines(ctx, box, scale, margin);
    printed.paintNumbers(ctx, box, scale);
    if (HEX * scale >= FAR) printed.paintNames(ctx, box, scale);
    if (looks.isDark) {
      ctx.fillStyle = SHADE;
      ctx.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    }
  }

  /** The names of the tiles once more, over what has been drawn on these. */
  paintNearNames(ctx: CanvasRenderingContext2D, box: Box, scale: number): void {
    if (HEX * scale >= FAR) this.printed.paintNames(ctx, box, scale);
  }

  /** From far away names are as large as counters and stand between them, so they are no part of the tiles. */
  paintFarNames(
    ctx: CanvasRenderingContext2D,
    box: Box,
    scale: number,
    counters: readonly Box[],
  ): void {
    if (HEX * scale < FAR) this.printed.paintNames(ctx, box, scale, counters);
  }
}
