/** Looking back at the game, order by order or at an Ask number. */

import type { Replayed } from "../net/api";

/** Milliseconds from order to order. */
const PACE = 450;

type LookAt = (n: number, whole: boolean) => Promise<Replayed>;

export class Replay {
  /** The moment on the screen; nothing while it shows the game as it stands. */
  shown = $state.raw<Replayed | null>(null);
  isPlaying = $state(false);
  private timer = 0;
  private wanted = -1;
  private isUnderWay = false;

  constructor(
    private readonly lookAt: LookAt,
    private readonly fail: (problem: unknown) => void,
  ) {}

  /** Plays on from an Ask number, order by order, until the game as it stands is back on the screen. */
  play(from: number): void {
    this.stop();
    this.isPlaying = true;
    const begun = this.at(from, true);
    this.timer = window.setInterval(() => void begun.then(() => this.goOn()), PACE);
  }

  stop(): void {
    clearInterval(this.timer);
    this.isPlaying = false;
  }

  private goOn(): void {
    if (!this.shown) this.stop();
    else if (!this.isUnderWay) void this.by(1, this.shown.n);
  }

  /** How onlookers count the Ask that this side counts as `n`. */
  async onlookersNumber(n: number): Promise<number> {
    return (this.shown ?? (await this.lookAt(n, false))).onlooker;
  }

  /** One order back or on, from `now` where nothing is shown yet. */
  async by(orders: 1 | -1, now: number): Promise<void> {
    let here = this.shown;
    try {
      here ??= await this.lookAt(now, false);
    } catch (problem) {
      this.fail(problem);
      return;
    }
    const there = orders < 0 ? here.before : here.after;
    await this.at(there ?? (orders < 0 ? 0 : -1), true);
  }

  /** Shows the position at an Ask number; -1 goes back to the game as it stands. Only the newest wish counts. */
  async at(n: number, whole = false): Promise<void> {
    this.wanted = n;
    if (n < 0) {
      this.shown = null;
      return;
    }
    if (this.isUnderWay) return;
    this.isUnderWay = true;
    try {
      let seen = -2;
      while (this.wanted >= 0 && this.wanted !== seen) {
        seen = this.wanted;
        const replay = await this.lookAt(seen, whole);
        if (this.wanted >= 0) this.shown = replay;
      }
    } catch (problem) {
      this.fail(problem);
    } finally {
      this.isUnderWay = false;
    }
  }
}
