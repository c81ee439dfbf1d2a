/** Lines of the map: rivers along hexsides, roads and railways through hexes, bridges where they meet. */

import type { BoardOut } from "../api";
import {
  boxOf,
  chains,
  cornerKey,
  HEX,
  meets,
  middle,
  smoothOpen,
  unsettled,
  type Box,
  type Grid,
  type Point,
} from "./geometry";

interface Water {
  ink: string;
  bank: string;
  width: number;
}

const WATERS: Record<string, Water> = {
  stream: { ink: "#8fb8d0", bank: "#8fb8d0", width: 2.2 },
  creek: { ink: "#86b3cf", bank: "#6c9ab8", width: 3.2 },
  river: { ink: "#7fb0d0", bank: "#4f82a6", width: 8 },
  "major-river": { ink: "#7fb0d0", bank: "#4f82a6", width: 11 },
};

/** How far a railway keeps from a road in the same hexes. */
const APART = 5;

function waterOf(kind: string): Water {
  if (WATERS[kind]) return WATERS[kind];
  return kind.includes("major")
    ? WATERS["major-river"]
    : kind.includes("river")
      ? WATERS.river
      : WATERS.creek;
}

/** Coloured hexsides of a line-of-sight chart: woods, town, crest and hilltop rim. Not water, so no bridges. */
const RIMS: Record<string, Water> = {
  green: { ink: "#5f7f45", bank: "#4a6636", width: 4 },
  gray: { ink: "#8b867e", bank: "#6a665f", width: 4 },
  brown: { ink: "#9a6a3a", bank: "#7a5129", width: 4 },
  orange: { ink: "#cf8a3a", bank: "#a86a22", width: 4 },
};

/** Hexsides that are not water: ridges and slopes are drawn as hachures, the rest as a plain brown line. */
export function isDry(kind: string): boolean {
  return kind in RIMS || /slope|ridge|hedge|hill|crest|cliff|escarp|wall|ford$/.test(kind);
}

interface Stroke {
  path: Path2D;
  box: Box;
  paint: (ctx: CanvasRenderingContext2D, path: Path2D) => void;
}

/** All lines of a board, each with the box it lies in, in the order of painting. */
export class Lines {
  private readonly strokes: Stroke[] = [];

  constructor(
    private readonly board: BoardOut,
    private readonly grid: Grid,
  ) {
    this.addWaters();
    this.addRoutes();
    this.addBridges();
  }

  paint(ctx: CanvasRenderingContext2D, box: Box): void {
    ctx.lineCap = "round";
    ctx.lineJoin = "round";
    for (const stroke of this.strokes) {
      if (meets(stroke.box, box)) stroke.paint(ctx, stroke.path);
    }
  }

  private add(points: readonly Point[], path: Path2D, paint: Stroke["paint"]): void {
    this.strokes.push({ path, box: boxOf(points, 14), paint });
  }

  private addWaters(): void {
    const points = new Map<number, Point>();
    const beside = new Map<number, number[]>();
    const kinds = new Map<string, number>();
    const edges = new Map<number, [number, number][]>();
    const name = (a: number, b: number) => (a < b ? `${a}/${b}` : `${b}/${a}`);
    for (const i of this.grid.present) {
      for (let d = 0; d < 3; d++) {
        const kind = this.board.sides[i * 6 + d];
        if (!kind) continue;
        const ends = [this.grid.corner(i, d), this.grid.corner(i, d + 1)];
        const [a, b] = ends.map(cornerKey);
        points.set(a, unsettled(ends[0], HEX * 0.035));
        points.set(b, unsettled(ends[1], HEX * 0.035));
        kinds.set(name(a, b), kind);
        beside.set(a, [...(beside.get(a) ?? []), b]);
        beside.set(b, [...(beside.get(b) ?? []), a]);
        edges.set(kind, [...(edges.get(kind) ?? []), [a, b]]);
      }
    }
    // Where waters meet they join on the curve of the two strongest, not on the corner that the curve cuts.
    const meeting = (corner: number): Point => {
      const here = points.get(corner)!;
      const around = [...beside.get(corner)!].sort(
        (p, q) => kinds.get(name(corner, q))! - kinds.get(name(corner, p))! || p - q,
      );
      if (around.length < 2) return here;
      const [a, b] = around.slice(0, 2).map((c) => middle(here, points.get(c)!));
      return middle(middle(a, here), middle(here, b));
    };
    for (const kind of [...edges.keys()].sort((a, b) => a - b)) {
      const rim = RIMS[this.board.side_kinds[kind]];
      const look = rim ?? waterOf(this.board.side_kinds[kind]);
      const dry = !rim && isDry(this.board.side_kinds[kind]);
      for (const run of chains(edges.get(kind)!, (c) => beside.get(c)!.length === 2)) {
        const line = run.map((c) => points.get(c)!);
        line[0] = meeting(run[0]);
        line[line.length - 1] = meeting(run[run.length - 1]);
        const path = new Path2D();
        smoothOpen(path, line);
        this.add(line, path, dry ? paintSlope : (ctx, p) => paintWater(ctx, p, look));
      }
    }
  }

  private addRoutes(): void {
    const road = this.board.link_kinds.findIndex((kind) => kind.includes("road"));
    this.board.link_kinds.forEach((name, kind) => {
      const isRail = name.includes("rail");
      const aside = isRail && road >= 0 ? 1 << road : 0;
      for (const run of this.runs(kind)) {
        const path = new Path2D();
        const points = this.runLine(path, run, aside);
        const paint = isRail
          ? paintRail
          : name.includes("track") || name.includes("trail")
            ? paintTrack
            : paintRoad;
        this.add(points, path, paint);
      }
    });
  }

  private runs(kind: number): number[][] {
    const edges: [number, number][] = [];
    for (const i of this.grid.present) {
      for (let d = 0; d < 6; d++) {
        const j = this.grid.step(i, d);
        if (j > i && (this.board.links[i * 6 + d] >> kind) & 1) edges.push([i, j]);
      }
    }
    const places = new Set(this.board.places.map((place) => place.hex));
    return chains(edges, (i) => !places.has(i));
  }

  /** A curve that crosses every hexside at its middle; `aside` is a link to keep away from. */
  private runLine(path: Path2D, run: number[], aside: number): Point[] {
    const points = run.map((i) => this.grid.centre(i));
    const shifts: Point[] = [];
    for (let k = 0; k + 1 < run.length; k++) {
      const [ax, ay] = points[k];
      const [bx, by] = points[k + 1];
      const shared = aside & this.board.links[run[k] * 6 + this.grid.direction(run[k], run[k + 1])];
      const scale = shared ? APART / HEX : 0;
      shifts.push([(ay - by) * scale, (bx - ax) * scale]);
    }
    const crossings = shifts.map((s, k): Point => {
      const m = middle(points[k], points[k + 1]);
      return [m[0] + s[0], m[1] + s[1]];
    });
    path.moveTo(...this.leaving(run[0], points[0], points[1]));
    path.quadraticCurveTo(...points[0], ...crossings[0]);
    for (let k = 1; k + 1 < run.length; k++) {
      const turn = middle(shifts[k - 1], shifts[k]);
      path.quadraticCurveTo(points[k][0] + turn[0], points[k][1] + turn[1], ...crossings[k]);
    }
    const last = run.length - 1;
    path.quadraticCurveTo(
      ...points[last],
      ...this.leaving(run[last], points[last], points[last - 1]),
    );
    return [...points, ...crossings];
  }

  /** Where a route ends: in the hex, or off the map when it comes to the edge and nothing stops it there. */
  private leaving(i: number, here: Point, before: Point): Point {
    let linked = 0;
    for (let d = 0; d < 6; d++) if (this.board.links[i * 6 + d]) linked++;
    if (linked !== 1 || this.board.places.some((place) => place.hex === i)) return here;
    let best = here;
    let ahead = HEX * HEX * 0.2;
    for (let d = 0; d < 6; d++) {
      if (this.grid.step(i, d) >= 0) continue;
      const edge = middle(this.grid.corner(i, d), this.grid.corner(i, d + 1));
      const score =
        (edge[0] - here[0]) * (here[0] - before[0]) + (edge[1] - here[1]) * (here[1] - before[1]);
      if (score > ahead) {
        best = edge;
        ahead = score;
      }
    }
    return best;
  }

  private addBridges(): void {
    for (const i of this.grid.present) {
      for (let d = 0; d < 3; d++) {
        const kind = this.board.sides[i * 6 + d];
        if (!kind || !this.board.links[i * 6 + d] || isDry(this.board.side_kinds[kind])) continue;
        const a = unsettled(this.grid.corner(i, d), HEX * 0.035);
        const b = unsettled(this.grid.corner(i, d + 1), HEX * 0.035);
        const path = new Path2D();
        bridge(
          path,
          middle(a, b),
          [b[0] - a[0], b[1] - a[1]],
          waterOf(this.board.side_kinds[kind]).width / 2 + 4,
        );
        this.add([a, b], path, (ctx, p) => {
          ctx.strokeStyle = "#3d3833";
          ctx.lineWidth = 1.8;
          ctx.stroke(p);
        });
      }
    }
  }
}

function paintWater(ctx: CanvasRenderingContext2D, path: Path2D, look: Water): void {
  ctx.strokeStyle = look.bank;
  ctx.lineWidth = look.width + 1.8;
  ctx.stroke(path);
  ctx.strokeStyle = look.ink;
  ctx.lineWidth = look.width;
  ctx.stroke(path);
}

function paintSlope(ctx: CanvasRenderingContext2D, path: Path2D): void {
  ctx.strokeStyle = "#9c7c44";
  ctx.lineWidth = 2;
  ctx.stroke(path);
  ctx.lineWidth = 9;
  ctx.lineCap = "butt";
  ctx.setLineDash([1.4, 4.6]);
  ctx.stroke(path);
  ctx.setLineDash([]);
  ctx.lineCap = "round";
}

function paintRoad(ctx: CanvasRenderingContext2D, path: Path2D): void {
  ctx.strokeStyle = "#8a5f42";
  ctx.lineWidth = 4.6;
  ctx.stroke(path);
  ctx.strokeStyle = "#f0d9a8";
  ctx.lineWidth = 2.6;
  ctx.stroke(path);
}

function paintTrack(ctx: CanvasRenderingContext2D, path: Path2D): void {
  ctx.strokeStyle = "#8a5f42";
  ctx.lineWidth = 2;
  ctx.setLineDash([7, 5]);
  ctx.stroke(path);
  ctx.setLineDash([]);
}

function paintRail(ctx: CanvasRenderingContext2D, path: Path2D): void {
  ctx.strokeStyle = "#3d3833";
  ctx.lineWidth = 1.5;
  ctx.stroke(path);
  ctx.lineWidth = 5.5;
  ctx.lineCap = "butt";
  ctx.setLineDash([1.4, 6.6]);
  ctx.stroke(path);
  ctx.setLineDash([]);
  ctx.lineCap = "round";
}

/** Two rails across the water with short wings at their ends. */
function bridge(path: Path2D, at: Point, along: Point, half: number): void {
  const length = Math.hypot(along[0], along[1]);
  const ux = along[0] / length;
  const uy = along[1] / length;
  for (const side of [-1, 1]) {
    const ox = at[0] + ux * 4.6 * side;
    const oy = at[1] + uy * 4.6 * side;
    const wx = ux * 2.4 * side;
    const wy = uy * 2.4 * side;
    const start: Point = [ox - uy * half, oy + ux * half];
    const end: Point = [ox + uy * half, oy - ux * half];
    path.moveTo(start[0] + wx, start[1] + wy);
    path.lineTo(...start);
    path.lineTo(...end);
    path.lineTo(end[0] + wx, end[1] + wy);
  }
}
