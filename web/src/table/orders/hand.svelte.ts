/** The hand over the board: counters chosen to go together. Nothing of it is sent until it is said where to. */

import type { AskView, Peeked } from "../../net/api";
import type { Choice } from "../ask/offers";

/** More answers than this are never looked at ahead. */
const MOST = 60;

export class Hand {
  /** Answers chosen and not given yet: a pick, then those who join it. */
  row = $state.raw<readonly Choice[]>([]);
  /** The Ask after them, as soon as it is known. */
  ahead = $state.raw<AskView | null>(null);
  /** The Ask after putting down what the game has in hand: who could be taken up instead, what could be ended. */
  beyond = $state.raw<AskView | null>(null);
  /** The Ask after them is not known yet. */
  isLooking = $state(false);
  private looking: Promise<unknown> = Promise.resolve();
  private turn = 0;

  constructor(private readonly peek: (choices: string[]) => Promise<Peeked>) {}

  get words(): string[] {
    return this.row.map((choice) => choice.do);
  }

  get units(): number[] {
    return this.row.filter((choice) => choice.kind === "unit").map((choice) => choice.noun);
  }

  /** Once nothing is being looked at: a quick hand presses the next thing before the reach is known. */
  async settled(): Promise<void> {
    let seen: Promise<unknown> | null = null;
    while (seen !== this.looking) await (seen = this.looking);
  }

  letGo(): void {
    this.turn++;
    this.row = [];
    this.ahead = null;
    this.isLooking = false;
  }

  /** Another Ask: what was looked at belonged to the old one. */
  forget(): void {
    this.letGo();
    this.beyond = null;
  }

  /** Takes a counter up, or one more. What is told is the Ask after it, or why not; null if the hand moved on. */
  take(choice: Choice): Promise<Peeked | null> {
    return this.hold(choice.role === "pick" ? [choice] : [...this.row, choice]);
  }

  /** Takes one counter out of the hand; the first is picked by the same verb as before. */
  leave(unit: number, pickOf: (verb: string, unit: number) => Choice | undefined): void {
    const rest = this.row.filter((choice) => choice.noun !== unit);
    const first = rest.length ? pickOf(this.row[0].verb, rest[0].noun) : undefined;
    if (first) void this.hold([first, ...rest.slice(1)]);
    else this.letGo();
  }

  /** Takes a counter and all of these that can go with it: those that cannot are left out. */
  gather(pick: Choice, joinsIn: (ask: AskView) => Choice[]): Promise<Peeked | null> {
    return this.follow(async (turn) => {
      this.row = [pick];
      const first = await this.peek([pick.do]);
      if (turn !== this.turn || first.refused || !first.ask) return first;
      const joins = joinsIn(first.ask);
      if (!joins.length) return first;
      const { row, seen } = await this.possible([pick, ...joins]);
      if (turn === this.turn) this.row = row;
      return seen;
    });
  }

  /** Those of a row that may be given one after the other, and the Ask after them. */
  async possible(wanted: readonly Choice[]): Promise<{ row: Choice[]; seen: Peeked }> {
    const row = wanted.slice(0, MOST);
    for (;;) {
      const seen = await this.peek(row.map((choice) => choice.do));
      if (!seen.refused || row.length < 2) return { row, seen };
      let at = 0;
      for (const given of seen.given ?? []) if (given === row[at]?.do) at++;
      row.splice(Math.min(at, row.length - 1), 1);
    }
  }

  /** Looks what could be done if the hand of the game were put down with this verb. */
  async lookBeyond(close: string): Promise<void> {
    const { turn } = this;
    const seen = await this.peek([close]).catch(() => null);
    if (seen && !seen.refused && turn === this.turn) this.beyond = seen.ask ?? null;
  }

  private hold(row: readonly Choice[]): Promise<Peeked | null> {
    return this.follow(() => {
      this.row = row;
      return this.peek(this.words);
    });
  }

  private follow(look: (turn: number) => Promise<Peeked>): Promise<Peeked | null> {
    const turn = ++this.turn;
    const before = this.row;
    this.isLooking = true;
    const found = look(turn).then(
      (seen) => {
        if (turn !== this.turn) return null;
        this.isLooking = false;
        if (seen.refused) this.row = before;
        else this.ahead = seen.ask ?? null;
        return seen;
      },
      (problem: unknown) => {
        if (turn === this.turn) this.letGo();
        throw problem;
      },
    );
    this.looking = found.catch(() => null);
    return found;
  }
}
