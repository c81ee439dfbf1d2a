/** Where counters went: to let them glide there, and for arrows. */

import type { Line, Scene } from "../net/api";
import type { Arrow } from "../map/mapView";
import { Motions, type Flight } from "../map/counters/flights";
import type { Setting } from "./setting";

const MOST_ARROWS = 60;

export class Trails {
  /** Since this side last answered. */
  arrows = $state.raw<Arrow[]>([]);
  /** How counters came to be where the last update has them. */
  flights = $state.raw<readonly Flight[]>([]);
  private motions: Motions | null = null;

  /** Notes what moved between two scenes. */
  trace(setting: Setting, before: Scene, now: Scene, lines: readonly Line[]): void {
    if (before.pieces === now.pieces && !lines.length) return;
    this.motions ??= new Motions(setting.info.motions, setting.counters);
    const flights = this.motions.flights(before, now, lines);
    if (!flights.length) return;
    this.flights = flights;
    const found: Arrow[] = [];
    const seen = new Set<string>();
    for (const { piece, hexes, isLanding } of flights) {
      const name = `${hexes[0]}/${piece.hex}`;
      if (!isLanding && !seen.has(name)) found.push({ hexes, tone: "move", side: piece.side });
      seen.add(name);
    }
    this.arrows = [...this.arrows, ...found].slice(-MOST_ARROWS);
  }

  /** This side answers: what went before is no longer new. */
  begin(): void {
    this.arrows = [];
  }

  /** Everything is laid out anew. */
  forget(): void {
    this.arrows = [];
    this.flights = [];
  }
}
