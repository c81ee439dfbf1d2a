/** A cache of painted squares of the map, each level of zoom apart, so that panning only copies pixels. */

import type { Box } from "../geometry";

export const TILE = 256;

export interface Tile<Picture> {
  picture: Picture;
  box: Box;
  stale: boolean;
  used: number;
}

/** How a tile is painted: the box is in drawing units, `scale` is pixels per unit. */
export type PaintTile<Picture> = (box: Box, scale: number, before: Picture | null) => Picture;

export class TileCache<Picture> {
  private readonly tiles = new Map<string, Tile<Picture>>();
  private clock = 0;

  constructor(
    private readonly paint: PaintTile<Picture>,
    private readonly most = 480,
  ) {}

  get size(): number {
    return this.tiles.size;
  }

  static boxAt(scale: number, column: number, row: number): Box {
    const span = TILE / scale;
    return {
      left: column * span,
      top: row * span,
      right: (column + 1) * span,
      bottom: (row + 1) * span,
    };
  }

  /** The columns and rows of tiles that cover a box at a scale. */
  static covering(box: Box, scale: number): { columns: [number, number]; rows: [number, number] } {
    const span = TILE / scale;
    return {
      columns: [Math.floor(box.left / span), Math.ceil(box.right / span) - 1],
      rows: [Math.floor(box.top / span), Math.ceil(box.bottom / span) - 1],
    };
  }

  private static key(scale: number, column: number, row: number): string {
    return `${scale.toFixed(4)}/${column}/${row}`;
  }

  /** The tile as it is, possibly stale, or nothing if it was never painted. */
  peek(scale: number, column: number, row: number): Tile<Picture> | undefined {
    const tile = this.tiles.get(TileCache.key(scale, column, row));
    if (tile) tile.used = ++this.clock;
    return tile;
  }

  /** Paints a tile that is missing or stale. */
  fill(scale: number, column: number, row: number): Tile<Picture> {
    const key = TileCache.key(scale, column, row);
    const known = this.tiles.get(key);
    if (known && !known.stale) return known;
    const box = TileCache.boxAt(scale, column, row);
    const picture = this.paint(box, scale, known?.picture ?? null);
    const tile = { picture, box, stale: false, used: ++this.clock };
    this.tiles.set(key, tile);
    if (this.tiles.size > this.most) this.dropOldest();
    return tile;
  }

  /** Marks every tile that touches one of the boxes; all when none are given. */
  spoil(boxes?: readonly Box[]): void {
    for (const tile of this.tiles.values()) {
      const { left, right, top, bottom } = tile.box;
      if (
        !boxes ||
        boxes.some((b) => b.left < right && left < b.right && b.top < bottom && top < b.bottom)
      ) {
        tile.stale = true;
      }
    }
  }

  private dropOldest(): void {
    const order = [...this.tiles].sort((a, b) => a[1].used - b[1].used);
    for (const [key] of order.slice(0, Math.ceil(this.most / 4))) this.tiles.delete(key);
  }
}
