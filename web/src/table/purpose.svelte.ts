/** What the battle is for: how it stands, the objectives, and the briefing, as the server tells them to this seat. */

import type { BriefingShown, ScoreShown } from "../net/api";
import type { Flag } from "../map/mapView";

export class Purpose {
  score = $state.raw<ScoreShown | null>(null);
  briefing = $state.raw<BriefingShown | null>(null);
  isOpen = $state(false);
  /** It opened by itself, before the first answer. */
  isFirst = $state(false);
  /** The objectives, as flags on the map. */
  readonly flags = $derived<Flag[]>(
    (this.score?.objectives ?? []).map(({ hex, points, side, held }) => ({
      hex,
      points,
      side,
      isHeld: held ?? false,
    })),
  );
  private wanted = 0;

  constructor(
    private readonly ask: {
      score: () => Promise<ScoreShown>;
      briefing: () => Promise<BriefingShown>;
    },
  ) {}

  /** The position has changed, and with it perhaps the score. Only the newest answer counts. */
  async look(): Promise<void> {
    const turn = ++this.wanted;
    const shown = await this.ask.score().catch(() => null);
    if (shown && turn === this.wanted) this.score = shown;
  }

  async open(isFirst = false): Promise<void> {
    this.isOpen = true;
    this.isFirst = isFirst;
    const told = await this.ask.briefing().catch(() => null);
    if (told) this.briefing = told;
    else this.isOpen = this.briefing !== null;
  }

  close(): void {
    this.isOpen = false;
  }

  /** Another side looks at the screen: it is briefed anew. */
  forget(): void {
    this.score = null;
    this.briefing = null;
    this.isOpen = false;
  }
}
