/** What the player answers: counters taken in hand, and orders sent with what is in it. */

import type { AskView, Barred, OrderDone, Peeked } from "../../net/api";
import type { Point } from "../../map/geometry";
import type { Ask, Choice } from "../ask/offers";
import { refusedBy } from "../refusal";
import type { TableStore } from "../store.svelte";

export class Orders {
  /** What became of the last order, where it did not simply go: it waits, or its rest was left. */
  note = $state.raw<Barred | null>(null);
  /** What destroys something for good, pressed once: it is asked for again before it is done. */
  grave = $state.raw<{ choice: Choice; at: Point | null; ask: AskView | null } | null>(null);
  /** The Ask whose answer is under way. The one that follows can be answered before the reply is here. */
  private sent = $state.raw<AskView | null>(null);

  constructor(private readonly table: TableStore) {}

  get isSending(): boolean {
    return this.sent !== null && this.sent === this.table.liveOffer;
  }

  /** A choice was pressed: counters are taken in hand, everything else is answered with what is in it. */
  async act(choice: Choice, at: Point | null = null): Promise<void> {
    const ask = this.table.liveAsk;
    if (!ask || this.isSending) return;
    this.table.refusal = null;
    if (choice.manner === "grave") {
      this.grave = { choice, at, ask: this.table.liveOffer };
      return;
    }
    await this.carryOut(ask, choice, at);
  }

  /** The player means it. */
  async confirm(): Promise<void> {
    const { grave } = this;
    this.grave = null;
    const ask = this.table.liveAsk;
    if (grave && ask && grave.ask === this.table.liveOffer && !this.isSending)
      await this.carryOut(ask, grave.choice, grave.at);
  }

  private async carryOut(ask: Ask, choice: Choice, at: Point | null): Promise<void> {
    if (ask.is_secret && choice.role === "set") {
      await this.write(choice, at);
      return;
    }
    const isJoin = choice.role === "join" && this.table.hand.row.length > 0;
    if (ask.is_chance || ask.is_secret || (choice.role !== "pick" && !isJoin)) {
      await this.answer(choice, at);
      return;
    }
    try {
      const seen = await this.table.hand.take(choice);
      if (seen) await this.afterLook(seen, at);
    } catch (problem) {
      this.table.showProblem(problem, at);
    }
  }

  /** A line of a secret order. Where nothing can be written or taken back after it, it is the whole order and seals it. */
  private async write(choice: Choice, at: Point | null): Promise<void> {
    const asked = this.table.liveOffer;
    try {
      const { seen } = await this.table.hand.possible([choice]);
      if (asked !== this.table.liveOffer) return;
      const next = seen.ask ? this.table.optionsOf(seen.ask) : [];
      const isWhole = next.length === 1 && next[0].role === "seal";
      await this.send(isWhole ? [choice, next[0]] : [choice], at);
    } catch (problem) {
      this.table.showProblem(problem, at);
    }
  }

  /** Why a counter cannot be taken; where taking it leads to no question of this side, it is the whole order. */
  private async afterLook(seen: Peeked, at: Point | null): Promise<void> {
    if (seen.refused) this.table.refusal = refusedBy(seen.refused, at);
    else if (!seen.ask) await this.send(this.table.hand.row, at);
  }

  /** Gives an answer, after those in hand; what is begun afresh lets go of them. */
  async answer(choice: Choice, at: Point | null = null): Promise<void> {
    await this.send(choice.isFresh ? [choice] : [...this.table.hand.row, choice], at);
  }

  private async send(row: readonly Choice[], at: Point | null): Promise<void> {
    const ask = this.table.liveOffer;
    if (!ask || this.isSending) return;
    this.table.refusal = null;
    this.note = null;
    this.sent = ask;
    this.table.trails.begin();
    this.table.story.begin(this.table.isOwnTurn);
    const { number } = ask;
    const [{ do: choice, isFar, isFresh }] = row;
    const side = this.table.sideOfAsk();
    try {
      if (ask.is_chance) await this.table.socket.ask({ type: "typed_die", number, choice });
      else if (row.length === 1 && !isFar && !isFresh)
        await this.table.socket.ask({ type: "answer", number, choice, ...side });
      else {
        const choices = row.map((one) => one.do);
        const done = await this.table.socket.ask<OrderDone>({
          type: "order",
          number,
          choices,
          ...side,
        });
        this.noteOrder(done, at);
      }
    } catch (problem) {
      this.table.showProblem(problem, at);
    } finally {
      if (this.sent === ask) this.sent = null;
    }
  }

  private noteOrder({ waits, stopped }: OrderDone, at: Point | null): void {
    if (stopped) this.table.refusal = refusedBy(stopped, at);
    else if (waits)
      this.note = {
        rule: "core.order.waits",
        why: "The rest of your order goes on by itself unless something happens to it.",
      };
  }

  /** Takes a counter and those of these that can go with it; all of it waits for a hex. */
  async gather(pick: Choice, units: ReadonlySet<number>, at: Point | null): Promise<void> {
    if (!this.table.liveAsk || this.isSending) return;
    this.table.refusal = null;
    const joins = (ask: AskView) =>
      this.table
        .optionsOf(ask)
        .filter((one) => one.role === "join" && one.kind === "unit" && units.has(one.noun));
    try {
      const seen = await this.table.hand.gather(pick, joins);
      if (seen) await this.afterLook(seen, at);
    } catch (problem) {
      this.table.showProblem(problem, at);
    }
  }

  /** Takes a counter in hand that comes apart where it is let go. */
  async pull(split: Choice): Promise<void> {
    if (!this.table.liveAsk || this.isSending) return;
    this.table.refusal = null;
    try {
      const seen = await this.table.hand.gather(split, () => []);
      if (seen?.refused) this.table.refusal = refusedBy(seen.refused, null);
    } catch (problem) {
      this.table.showProblem(problem, null);
    }
  }

  /** Gives what is in hand as it is. */
  async give(at: Point | null): Promise<void> {
    if (this.table.hand.row.length) await this.send(this.table.hand.row, at);
  }

  /** All of these that can be answered one after the other, as one order: every attacker there is. */
  async giveAll(choices: readonly Choice[]): Promise<void> {
    if (!this.table.liveAsk || this.isSending) return;
    const [pick] = this.table.hand.row;
    if (pick) {
      const units = [...this.table.hand.row, ...choices].map((choice) => choice.noun);
      await this.gather(pick, new Set(units), null);
      return;
    }
    try {
      const { row, seen } = await this.table.hand.possible(choices);
      if (!seen.refused) await this.send(row, null);
    } catch (problem) {
      this.table.showProblem(problem, null);
    }
  }

  /** Gives these answers as one order, such as what was planned for this question. */
  async giveWords(choices: string[]): Promise<void> {
    const ask = this.table.liveOffer;
    if (!ask || this.isSending || !choices.length) return;
    this.table.refusal = null;
    this.sent = ask;
    try {
      const order = { type: "order" as const, number: ask.number, choices };
      const done = await this.table.socket.ask<OrderDone>({ ...order, ...this.table.sideOfAsk() });
      this.noteOrder(done, null);
    } catch (problem) {
      this.table.showProblem(problem, null);
    } finally {
      if (this.sent === ask) this.sent = null;
    }
  }

  /** Lets go: of what is chosen, or else of what the game has in hand, where it can be put back. True if there was something. */
  letGo(): boolean {
    if (this.table.hand.row.length) {
      this.table.hand.letGo();
      return true;
    }
    const drop = this.table.liveAsk?.options.find(
      ({ role, kind }) => role === "drop" && kind === "none",
    );
    if (drop) void this.answer(drop);
    return drop !== undefined;
  }
}
