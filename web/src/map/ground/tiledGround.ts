/** The ground of the map: tiles for each level of zoom, painted while there is time and then copied. */

import { Camera } from "../window/camera";
import { boxOf, HEX, meets, type Box, type Grid, type Point } from "../geometry";
import type { MapScene } from "../markings";
import type { BoardPainter, Looks } from "./boardPainter";
import { TileCache } from "./tileCache";

/** Milliseconds a frame may spend on painting tiles. */
const TILE_BUDGET = 7;
/** The longer side of the picture of the whole map, in pixels. */
const OVERVIEW = 720;

export class TiledGround {
  private readonly grid: Grid;
  private readonly tiles: TileCache<HTMLCanvasElement>;
  private looks: Looks = { holder: [], tint: null, showsControl: true, isDark: false };
  /** The level whose tiles were all on the screen last. */
  private shownLevel = 0;
  private small: { picture: HTMLCanvasElement; scale: number } | null = null;
  private origin: Point = [0, 0];
  private isUnfinished = false;

  constructor(
    private readonly ctx: CanvasRenderingContext2D,
    private readonly camera: Camera,
    private readonly painter: BoardPainter,
  ) {
    this.grid = painter.grid;
    this.tiles = new TileCache((box, scale, before) => this.paintTile(box, scale, before));
  }

  /** Everything is to be painted again. */
  spoil(): void {
    this.tiles.spoil();
    this.small = null;
  }

  /** Day or night. True if that is a change. */
  setDark(isDark: boolean): boolean {
    if (this.looks.isDark === isDark) return false;
    this.looks = { ...this.looks, isDark };
    this.spoil();
    return true;
  }

  /** What is printed on the ground has changed: spoils the tiles it touches. */
  reprint(scene: Pick<MapScene, "holder" | "tint" | "showsControl">): void {
    const looks = this.looks;
    if (scene.tint !== looks.tint || scene.showsControl !== looks.showsControl) {
      this.spoil();
    } else if (scene.holder !== looks.holder && scene.showsControl) {
      const changed: Box[] = [];
      scene.holder.forEach((side, i) => {
        if (looks.holder[i] !== side) changed.push(boxOf([this.grid.centre(i)], HEX * 1.8));
      });
      if (changed.length > 40) this.tiles.spoil();
      else if (changed.length) this.tiles.spoil(changed);
    }
    this.looks = {
      ...looks,
      holder: scene.holder,
      tint: scene.tint,
      showsControl: scene.showsControl,
    };
  }

  private paintTile(box: Box, scale: number, before: HTMLCanvasElement | null): HTMLCanvasElement {
    const canvas = before ?? document.createElement("canvas");
    const side = Math.round((box.right - box.left) * scale);
    if (!before) canvas.width = canvas.height = side;
    const ctx = canvas.getContext("2d", { alpha: false })!;
    ctx.setTransform(scale, 0, 0, scale, -box.left * scale, -box.top * scale);
    this.painter.paint(ctx, box, scale, this.looks);
    return canvas;
  }

  /** Draws what the window shows. True if it wants another frame to become complete. */
  draw(origin: Point): boolean {
    this.origin = origin;
    this.isUnfinished = false;
    this.drawTiles();
    return this.isUnfinished;
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
    else this.isUnfinished = true;
  }

  /** Are all tiles of a level there that the window shows? */
  private hasAll(level: number): boolean {
    if (!level) return false;
    const { columns, rows } = TileCache.covering(this.camera.box(), level);
    for (let row = rows[0]; row <= rows[1]; row++) {
      for (let column = columns[0]; column <= columns[1]; column++) {
        const at = TileCache.boxAt(level, column, row);
        if (!this.isOff(at) && !this.tiles.peek(level, column, row)) return false;
      }
    }
    return true;
  }

  /** Copies the tiles of a level and paints missing ones while there is time. Is it complete? */
  private drawLevel(level: number, paints: boolean): boolean {
    const { camera, ctx, tiles } = this;
    const [ox, oy] = this.origin;
    const s = camera.scale;
    const { columns, rows } = TileCache.covering(camera.box(), level);
    const started = performance.now();
    let isComplete = true;
    for (let row = rows[0]; row <= rows[1]; row++) {
      for (let column = columns[0]; column <= columns[1]; column++) {
        const at = TileCache.boxAt(level, column, row);
        const x = Math.round(at.left * s + ox);
        const y = Math.round(at.top * s + oy);
        const w = Math.round(at.right * s + ox) - x;
        const h = Math.round(at.bottom * s + oy) - y;
        if (this.isOff(at)) {
          ctx.fillStyle = this.margin;
          ctx.fillRect(x, y, w, h);
          continue;
        }
        let tile = tiles.peek(level, column, row);
        if (paints && (!tile || tile.stale)) {
          if (performance.now() - started < TILE_BUDGET) tile = tiles.fill(level, column, row);
          else if (tile) this.isUnfinished = true;
        }
        if (!tile) isComplete = false;
        else if (w === tile.picture.width) ctx.drawImage(tile.picture, x, y);
        else ctx.drawImage(tile.picture, x, y, w, h);
      }
    }
    return isComplete;
  }

  private get margin(): string {
    return this.painter.margin(this.looks.isDark);
  }

  /** Is there nothing of the map in this box? */
  private isOff(box: Box): boolean {
    return !meets(box, this.painter.printed.box);
  }

  /** The whole map in one small picture, for the ground of the minimap and of what is not painted yet. */
  get overview(): { picture: HTMLCanvasElement; scale: number } {
    if (!this.small) {
      const { box } = this.painter.printed;
      const wide = box.right - box.left;
      const high = box.bottom - box.top;
      const scale = OVERVIEW / Math.max(wide, high);
      const picture = document.createElement("canvas");
      picture.width = Math.ceil(wide * scale);
      picture.height = Math.ceil(high * scale);
      const ctx = picture.getContext("2d", { alpha: false })!;
      ctx.scale(scale, scale);
      ctx.translate(-box.left, -box.top);
      const looks = { ...this.looks, showsControl: false };
      this.painter.paint(ctx, box, scale, looks);
      this.small = { picture, scale };
    }
    return this.small;
  }

  private drawOverview(): void {
    const { camera, ctx } = this;
    const [ox, oy] = this.origin;
    const { picture, scale } = this.overview;
    ctx.fillStyle = this.margin;
    ctx.fillRect(0, 0, camera.wide, camera.high);
    const ratio = camera.scale / scale;
    const { left, top } = this.painter.printed.box;
    const x = ox + left * camera.scale;
    const y = oy + top * camera.scale;
    ctx.drawImage(picture, x, y, picture.width * ratio, picture.height * ratio);
  }
}
