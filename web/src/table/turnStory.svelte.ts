/** The other side's last turn: what the server tells of it, until this side's next order. */

import type { SinceShown } from "../net/api";
import type { Arrow, Mark } from "../map/mapView";

export class TurnStory {
  /** What is told; nothing once the player has begun. */
  told = $state.raw<SinceShown | null>(null);
  /** The card is up. The arrows stay when it is put away. */
  isUp = $state(false);
  /** Arrows and marks are hidden for a while. */
  isHidden = $state(false);
  readonly arrows = $derived<Arrow[]>(
    (this.told?.arrows ?? []).map(({ hexes, side, count, retreat }) => ({
      hexes,
      side,
      count: count ?? 1,
      tone: retreat ? "retreat" : "move",
    })),
  );
  readonly happened = $derived<Mark[]>(
    (this.told?.happened ?? []).map(({ hex, kind }) => ({ hex, kind })),
  );
  private wanted = 0;
  private last = -1;
  /** Where the turn began after which the player has begun his own. */
  private done = -1;

  constructor(private readonly ask: () => Promise<SinceShown>) {}

  /** This side is asked again: what has the other done meanwhile? Each turn is told once. */
  async look(isOwnTurn: boolean): Promise<void> {
    const turn = ++this.wanted;
    const told = await this.ask().catch(() => null);
    if (!told || turn !== this.wanted || !told.title || told.n === this.done) return;
    this.told = told;
    // In the middle of the other's turn the arrows say enough.
    if (!isOwnTurn) return;
    if (told.n !== this.last) this.isUp = true;
    this.last = told.n;
  }

  /** An order was given: the past is no longer new. */
  begin(isOwnTurn = true): void {
    this.wanted++;
    if (isOwnTurn && this.told) this.done = this.told.n;
    this.told = null;
    this.isUp = false;
    this.isHidden = false;
  }

  close(): void {
    this.isUp = false;
  }

  forget(): void {
    this.begin();
    this.last = this.done = -1;
  }
}
