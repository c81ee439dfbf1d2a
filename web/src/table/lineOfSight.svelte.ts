/** The line-of-sight tool: two hexes in the player's hand, and what the server says about the line between them. */

import type { SightShown } from "../net/api";

export class LineOfSight {
  isOn = $state(false);
  from = $state(-1);
  /** The far end once it is chosen; until then the line follows the pointer. */
  to = $state(-1);
  shown = $state.raw<SightShown | null>(null);
  private wanted: [number, number] | null = null;
  private isAsking = false;

  constructor(private readonly ask: (here: number, there: number) => Promise<SightShown>) {}

  toggle(): void {
    this.isOn = !this.isOn;
    this.clear();
  }

  private clear(): void {
    this.from = this.to = -1;
    this.shown = null;
    this.wanted = null;
  }

  /** A hex was chosen: the near end, then the far end, then a new line. */
  pick(hex: number): void {
    if (this.from < 0 || this.to >= 0) {
      this.clear();
      this.from = hex;
    } else if (hex !== this.from) {
      this.to = hex;
      void this.look(hex);
    }
  }

  /** The pointer or the cursor came over a hex. */
  point(hex: number): void {
    if (this.from >= 0 && this.to < 0 && hex >= 0 && hex !== this.from) void this.look(hex);
  }

  /** The position has changed, and with it perhaps who spots. */
  again(): void {
    if (this.isOn && this.shown) void this.look(this.shown.there);
  }

  /** Only the newest line counts; one question is under way at a time. */
  private async look(hex: number): Promise<void> {
    this.wanted = [this.from, hex];
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.wanted) {
        const [here, there] = this.wanted;
        this.wanted = null;
        const shown = await this.ask(here, there);
        if (this.isOn && this.from === here) this.shown = shown;
      }
    } catch {
      // The connection is lost: the next pointing asks again.
    } finally {
      this.isAsking = false;
    }
  }
}
