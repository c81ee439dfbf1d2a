/** Terrain: muted washes with rounded edges and a texture of small strokes, as the Python drawings have them. */

import type { BoardOut } from "../api";
import { HEX, outline, scatter, type Grid } from "./geometry";

export const PAPER = "#f4ecd8";
export const MARGIN_PAPER = "#e9dfc6";
export const INK = "#3b352b";
export const SERIF = "'Source Serif 4', 'Source Serif Pro', Georgia, serif";
export const SANS = "'Source Sans 3', 'Source Sans Pro', Helvetica, Arial, sans-serif";

const VARIANTS = 6;

interface Wash {
  ground: string;
  ink: string;
  sign: Sign;
  count: number;
  weight: number;
  /** A kind whose wash goes on below this one, so that no gap opens between the two. */
  under?: string;
}

type Sign = "tuft" | "leaf" | "fir" | "reed" | "hachure" | "ditch" | "blocks" | "wave";

const WASHES: Record<string, Wash> = {
  clear: { ground: "", ink: "#b9a87c", sign: "tuft", count: 3, weight: 0.7 },
  "light-woods": { ground: "#dfe3bf", ink: "#8a9c66", sign: "leaf", count: 8, weight: 1.1 },
  woods: { ground: "#c9d6aa", ink: "#6b8355", sign: "leaf", count: 11, weight: 1.1 },
  "heavy-woods": {
    ground: "#c0cfa0",
    ink: "#587048",
    sign: "fir",
    count: 15,
    weight: 1.1,
    under: "light-woods",
  },
  swamp: { ground: "#d5e2da", ink: "#54858d", sign: "reed", count: 8, weight: 1.1 },
  marsh: { ground: "#d5e2da", ink: "#54858d", sign: "reed", count: 8, weight: 1.1 },
  town: { ground: "", ink: "#5b4a3e", sign: "blocks", count: 9, weight: 1 },
  village: { ground: "", ink: "#5b4a3e", sign: "blocks", count: 6, weight: 1 },
  city: { ground: "#ead9c4", ink: "#4d3b31", sign: "blocks", count: 20, weight: 1 },
  hill: { ground: "#eadfbd", ink: "#a98d57", sign: "hachure", count: 9, weight: 1.1 },
  slope: { ground: "#e6d9b2", ink: "#a98d57", sign: "hachure", count: 12, weight: 1.1 },
  rough: { ground: "#e4d8b8", ink: "#8d7a52", sign: "hachure", count: 10, weight: 1.1 },
  hilltop: { ground: "#d6bd86", ink: "#8a6a34", sign: "hachure", count: 4, weight: 1.1 },
  gully: { ground: "#cfcdb5", ink: "#67654a", sign: "ditch", count: 5, weight: 1.3 },
  ford: { ground: "#cfcdb5", ink: "#4f86ab", sign: "wave", count: 5, weight: 1.3 },
  pond: { ground: "#b9d3e2", ink: "#6f9fc0", sign: "wave", count: 4, weight: 0.9 },
  lake: { ground: "#b9d3e2", ink: "#6f9fc0", sign: "wave", count: 4, weight: 0.9 },
  sea: { ground: "#b9d3e2", ink: "#6f9fc0", sign: "wave", count: 4, weight: 0.9 },
};

/** A terrain nobody told us about looks like the one its name reminds of, or like rough ground. */
function washOf(kind: string): Wash {
  const known = WASHES[kind];
  if (known) return known;
  for (const [part, like] of [
    ["heavy", "heavy-woods"],
    ["forest", "heavy-woods"],
    ["wood", "woods"],
    ["swamp", "swamp"],
    ["marsh", "swamp"],
    ["city", "city"],
    ["urban", "city"],
    ["town", "town"],
    ["village", "village"],
    ["lake", "lake"],
    ["sea", "sea"],
    ["water", "lake"],
    ["hill", "hill"],
    ["open", "clear"],
    ["steppe", "clear"],
  ]) {
    if (kind.includes(part)) return WASHES[like];
  }
  return WASHES.rough;
}

type Dice = () => number;

const SIGNS: Record<Sign, (p: Path2D, x: number, y: number, dice: Dice) => void> = {
  tuft(p, x, y, dice) {
    p.moveTo(x, y);
    p.lineTo(x + 2 + 3 * dice(), y);
  },
  leaf(p, x, y, dice) {
    const r = 2.6 + 1.4 * dice();
    p.moveTo(x - r, y);
    p.arc(x, y, r, Math.PI, Math.PI * 2.02);
    p.moveTo(x + r * 0.4 - r * 0.5, y + r * 0.5);
    p.lineTo(x + r * 0.9, y + r * 0.5);
  },
  fir(p, x, y, dice) {
    const h = 6.5 + 2.5 * dice();
    const w = h * 0.36;
    p.moveTo(x - w, y);
    p.lineTo(x, y - h);
    p.lineTo(x + w, y);
    p.moveTo(x, y - h * 0.4);
    p.lineTo(x, y + h * 0.25);
  },
  reed(p, x, y, dice) {
    const w = 9 + 5 * dice();
    p.moveTo(x - w / 2, y);
    p.lineTo(x + w / 2, y);
    for (const lean of [-1, 0, 1]) {
      p.moveTo(x + lean * 2.4, y);
      p.lineTo(x + lean * 4, y - (lean ? 4 : 5.4));
    }
  },
  hachure(p, x, y, dice) {
    const far = Math.max(Math.hypot(x, y), 1);
    const reach = 7 + 5 * dice();
    p.moveTo(x, y);
    p.lineTo(x + (x / far) * reach, y + (y / far) * reach);
  },
  /** The two banks of a cut in the ground. */
  ditch(p, x, y, dice) {
    const w = 6 + 3 * dice();
    p.moveTo(x - w, y);
    p.quadraticCurveTo(x, y - 4, x + w, y);
    p.moveTo(x - w, y + 5);
    p.quadraticCurveTo(x, y + 1, x + w, y + 5);
  },
  wave(p, x, y, dice) {
    const w = 7 + 4 * dice();
    p.moveTo(x - w, y);
    p.quadraticCurveTo(x - w / 2, y - 2.4, x, y);
    p.quadraticCurveTo(x + w / 2, y + 2.4, x + w, y);
  },
  blocks(p, x, y, dice) {
    const w = 5 + 4 * dice();
    const h = 4 + 3 * dice();
    p.rect(x - w / 2, y - h / 2, w, h);
  },
};

/** Points in a hex around 0, 0, none close to another: the best of several tries for each. */
function spots(count: number, dice: Dice, reach: number): [number, number][] {
  const found: [number, number][] = [];
  for (let n = 0; n < count; n++) {
    let best: [number, number] = [0, 0];
    let widest = -1;
    for (let tries = 0; tries < 12; tries++) {
      const x = (dice() * 2 - 1) * reach * 1.15;
      const y = (dice() * 2 - 1) * reach;
      if (Math.abs(x) * 0.866 + Math.abs(y) * 0.5 > reach) continue;
      const gap = Math.min(1e6, ...found.map(([a, b]) => (x - a) ** 2 + (y - b) ** 2));
      if (gap > widest) {
        best = [x, y];
        widest = gap;
      }
    }
    found.push(best);
  }
  return found.sort((a, b) => a[1] - b[1]);
}

/** Draws the ground of any part of a board. */
export class TerrainPainter {
  private readonly textures = new Map<string, Path2D[]>();
  private readonly wash: Wash[];

  constructor(
    private readonly board: BoardOut,
    private readonly grid: Grid,
  ) {
    this.wash = board.terrain_kinds.map(washOf);
    board.terrain_kinds.forEach((kind, k) => this.textures.set(kind, this.texture(k)));
  }

  private texture(k: number): Path2D[] {
    const wash = this.wash[k];
    return Array.from({ length: VARIANTS }, (_, variant) => {
      const dice = scatter(k + 3, wash.count, variant);
      const path = new Path2D();
      const reach = HEX * (wash.sign === "blocks" ? 0.3 : 0.42);
      for (const [x, y] of spots(wash.count, dice, reach)) SIGNS[wash.sign](path, x, y, dice);
      return path;
    });
  }

  /** The washes and textures of `hexes`; `scale` is pixels per drawing unit, to leave out what is too small. */
  paint(ctx: CanvasRenderingContext2D, hexes: readonly number[], scale: number): void {
    // From far away nobody sees the unsettled hand.
    this.paintWashes(ctx, hexes, scale > 0.24 ? HEX * 0.07 : 0);
    if (scale > 0.24) this.paintTextures(ctx, hexes);
    else this.paintTowns(ctx, hexes);
  }

  private paintWashes(
    ctx: CanvasRenderingContext2D,
    hexes: readonly number[],
    reach: number,
  ): void {
    const regions = new Map<string, number[]>();
    const put = (ground: string, i: number) => {
      const list = regions.get(ground);
      if (list) list.push(i);
      else regions.set(ground, [i]);
    };
    // Unders first, so that the map keeps them below.
    for (const i of hexes) {
      const wash = this.wash[this.board.terrain[i]];
      if (wash.under) put(WASHES[wash.under].ground, i);
      else if (wash.ground) put(wash.ground, i);
    }
    for (const i of hexes) {
      const wash = this.wash[this.board.terrain[i]];
      if (wash.under) put(wash.ground, i);
    }
    for (const [ground, region] of regions) {
      ctx.fillStyle = ground;
      ctx.fill(outline(this.grid, region, reach), "evenodd");
    }
  }

  private paintTextures(ctx: CanvasRenderingContext2D, hexes: readonly number[]): void {
    ctx.lineCap = "round";
    for (const i of hexes) {
      const k = this.board.terrain[i];
      const wash = this.wash[k];
      const variants = this.textures.get(this.board.terrain_kinds[k])!;
      const variant = variants[Math.floor(scatter(i, 5)() * VARIANTS)];
      ctx.save();
      ctx.translate(this.grid.x[i], this.grid.y[i]);
      if (wash.sign === "blocks") {
        ctx.fillStyle = wash.ink;
        ctx.fill(variant);
      } else {
        ctx.strokeStyle = wash.ink;
        ctx.lineWidth = wash.weight;
        ctx.stroke(variant);
      }
      ctx.restore();
    }
  }

  private paintTowns(ctx: CanvasRenderingContext2D, hexes: readonly number[]): void {
    for (const i of hexes) {
      const wash = this.wash[this.board.terrain[i]];
      if (wash.sign !== "blocks") continue;
      const side = wash.count > 12 ? 34 : 22;
      ctx.fillStyle = wash.ink;
      ctx.fillRect(this.grid.x[i] - side / 2, this.grid.y[i] - side / 2, side, side);
    }
  }
}
