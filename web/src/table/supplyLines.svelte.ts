/** The line that supplies who stands under the pointer, or where it is cut; asked for while supply is on the map. */

import type { SupplyShown } from "../net/api";
import type { Arrow } from "../map/mapView";

export class SupplyLines {
  shown = $state.raw<SupplyShown | null>(null);
  readonly arrows = $derived<Arrow[]>(
    (this.shown?.lines ?? [])
      .filter((line) => (line.hexes?.length ?? 0) > 1)
      .map((line) => ({ hexes: line.hexes!, tone: "supply", side: -1 })),
  );
  /** The hexes where lines are cut. */
  readonly cut = $derived<number[]>([
    ...new Set((this.shown?.lines ?? []).flatMap((line) => line.cut ?? [])),
  ]);
  private wanted = -1;

  constructor(private readonly ask: (hex: number) => Promise<SupplyShown>) {}

  /** Only the newest hex counts; one without own units leaves what is shown. */
  async look(hex: number): Promise<void> {
    if (hex < 0 || hex === this.wanted) return;
    this.wanted = hex;
    const shown = await this.ask(hex).catch(() => null);
    if (shown?.lines?.length && this.wanted === hex) this.shown = shown;
  }

  clear(): void {
    this.wanted = -1;
    this.shown = null;
  }
}
