/** Counters under way between hexes: where each is drawn at a moment. */

import type { Piece } from "../../net/api";
import type { Flight } from "./flights";
import { HEX, type Grid, type Point } from "../geometry";

/** Milliseconds from hex to hex, for a whole way at most, and for coming down. */
const STEP = 230;
const LONGEST = 900;
const FALL = 420;
const DRIFT = 170;
/** Milliseconds between the starts of two that land, and of two that move. */
const NEXT_LANDING = 160;
const NEXT_MOVE = 40;
/** Milliseconds until the first jumps: the die is still rolling. */
const FIRST_LANDING = 450;
const FADE = 350;
/** How much larger a counter looks that is still high up. */
const HEIGHT = 0.7;

export interface Glide {
  piece: Piece;
  points: Point[];
  /** Length of the way up to each point. */
  marks: number[];
  start: number;
  ms: number;
  isLanding: boolean;
  isLost: boolean;
}

/** A place on the way: the point, the size of the counter as a factor, and how solid it is. */
export interface Spot {
  at: Point;
  size: number;
  alpha: number;
}

export class Glides {
  private readonly under = new Map<number, Glide>();

  constructor(private readonly grid: Grid) {}

  get size(): number {
    return this.under.size;
  }

  /** Takes off. `pace` stretches or shortens everything; one already under way goes on from where it is. */
  start(flights: readonly Flight[], now: number, pace = 1): void {
    let landings = 0;
    let moves = 0;
    for (const flight of flights) {
      const { piece, isLanding, isLost } = flight;
      const points = flight.hexes.map((hex) => this.grid.centre(hex));
      const before = this.under.get(piece.unit);
      if (before && !isLanding) points[0] = this.spot(before, now).at;
      const marks = lengths(points);
      const far = marks[marks.length - 1] / HEX;
      const wait = isLanding
        ? FIRST_LANDING + NEXT_LANDING * landings++
        : Math.min(400, NEXT_MOVE * moves++);
      const ms = isLanding ? FALL + DRIFT * far : Math.min(LONGEST, STEP * Math.max(1, far));
      const start = now + wait * pace;
      this.under.set(piece.unit, { piece, points, marks, start, ms: ms * pace, isLanding, isLost });
    }
  }

  /** Everybody is where they go: whoever looks wants to get on. */
  land(): void {
    this.under.clear();
  }

  /** Is this counter in the air? One that has arrived is not any more. */
  isFlying(unit: number, now: number): boolean {
    const glide = this.under.get(unit);
    if (!glide) return false;
    if (now < glide.start + glide.ms + (glide.isLost ? FADE : 0)) return true;
    this.under.delete(unit);
    return false;
  }

  /** All that are to be drawn now, in the order they took off. */
  *flying(now: number): Iterable<[Piece, Spot]> {
    for (const [unit, glide] of [...this.under]) {
      if (!this.isFlying(unit, now)) continue;
      // Who has not jumped yet is nowhere; who has not moved yet stands where it stood.
      if (glide.isLanding && now < glide.start) continue;
      yield [glide.piece, this.spot(glide, now)];
    }
  }

  private spot(glide: Glide, now: number): Spot {
    const t = Math.min(1, Math.max(0, (now - glide.start) / glide.ms));
    const over = glide.isLost ? Math.max(0, now - glide.start - glide.ms) / FADE : 0;
    const eased = glide.isLanding ? 1 - (1 - t) * (1 - t) : t * t * (3 - 2 * t);
    return {
      at: along(glide, eased),
      size: glide.isLanding ? 1 + HEIGHT * (1 - eased) : 1,
      alpha: Math.max(0, 1 - over),
    };
  }
}

function lengths(points: readonly Point[]): number[] {
  const marks = [0];
  for (let k = 1; k < points.length; k++) {
    const [ax, ay] = points[k - 1];
    const [bx, by] = points[k];
    marks.push(marks[k - 1] + Math.hypot(bx - ax, by - ay));
  }
  return marks;
}

/** The point after a part of the way, 0 to 1. */
function along({ points, marks }: Glide, part: number): Point {
  const far = part * marks[marks.length - 1];
  let k = 1;
  while (k < points.length - 1 && marks[k] < far) k++;
  if (points.length < 2) return points[0];
  const [ax, ay] = points[k - 1];
  const [bx, by] = points[k];
  const t = marks[k] > marks[k - 1] ? (far - marks[k - 1]) / (marks[k] - marks[k - 1]) : 1;
  return [ax + (bx - ax) * t, ay + (by - ay) * t];
}
