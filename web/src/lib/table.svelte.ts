/** The table as this seat sees it: what the server told, and the few things a player does with the hands. */

import type {
  AskView,
  Barred,
  BoardOut,
  BoardScene,
  CounterOut,
  Dice,
  Ending,
  GameInfo,
  HintShown,
  Line,
  OddsShown,
  OrderDone,
  OverlayShown,
  PathShown,
  Peeked,
  Person,
  Replayed,
  Ruling,
  Said,
  Scene,
  Seat,
  SightShown,
  ServerMessage,
  Sheet,
  Sprites,
  StandingShown,
  PlanShown,
  State,
  Thought,
  Update,
} from "../api";
import type { Arrow } from "../map/mapview";
import type { Point } from "../map/geometry";
import { BattleBook } from "./book.svelte";
import { hidesNothing } from "./hotseat";
import { http } from "./http";
import { browserKey } from "./key";
import { Motions, type Flight } from "./motion";
import { Hand } from "./hand.svelte";
import { asSeen, closing, NAMELESS, namesOf, written, type Ask, type Choice } from "./offers";
import { PathTool } from "./path.svelte";
import { applyChanges } from "./scene";
import { SightTool } from "./sight.svelte";
import { TableSocket, Turned, type Line as SocketLine } from "./socket";

/** What is printed and never changes during a game. */
export interface Setting {
  info: GameInfo;
  board: BoardOut;
  printed: BoardScene;
  counters: CounterOut[];
  sprites: Sprites;
}

export async function loadSetting(game: string, name: string): Promise<Setting> {
  const board = await http.board(game, name);
  const [info, printed, counters, sprites] = await Promise.all([
    http.game(game),
    http.printed(game, name, board.scene),
    http.counters(game, name),
    http.sprites(game, name),
  ]);
  return { info, board, printed, counters, sprites };
}

/** A refusal, shown where the player clicked. */
export interface Refusal {
  rule: string;
  why: string;
  fix: string;
  at: Point | null;
}

const MOST_LINES = 1500;
const MOST_ARROWS = 14;

export class TableStore {
  setting = $state.raw<Setting | null>(null);
  problem = $state("");
  line = $state<SocketLine>("connecting");
  game = $state("");
  scenario = $state("");
  /** What the scenario is called. */
  title = $state("");
  seat = $state.raw<Seat>({ kind: "watch", sides: [] });
  side = $state(-1);
  dice = $state<"rolled" | "typed">("rolled");
  scene = $state.raw<Scene | null>(null);
  /** The Ask as the server sent it; `ask` has its answers written out. */
  private offered = $state.raw<AskView | null>(null);
  private names = $derived(
    this.setting ? namesOf(this.setting.board, this.setting.counters) : NAMELESS,
  );
  /** What is chosen and not sent: the Ask is shown as it will be after it. */
  readonly hand = new Hand((choices) =>
    this.socket.ask<Peeked>({ type: "peek", choices, ...this.sideOfAsk() }),
  );
  ask = $derived.by<Ask | null>(() => {
    const named = (ask: AskView | null) => (ask ? written(ask, this.names) : null);
    const now = named(this.offered);
    return now && asSeen(now, named(this.hand.ahead), named(this.hand.beyond));
  });
  waiting = $state.raw<number[]>([]);
  waitingFor = $state("");
  place = $state.raw<string[]>([]);
  sheets = $state.raw<Sheet[]>([]);
  /** The hex of the attack that they are of. */
  target = $state(-1);
  /** Counts the times that everything was laid out anew. */
  laidOut = $state(0);
  log = $state.raw<Line[]>([]);
  chat = $state.raw<Said[]>([]);
  undoBarred = $state.raw<Barred | null>(null);
  people = $state.raw<Person[]>([]);
  watching = $state(0);
  pace = $state(600);
  paused = $state(false);
  /** The standing orders of this side: by step the policy that answers it. */
  standing = $state.raw<Readonly<Record<string, string>>>({});
  over = $state.raw<Ending | null>(null);
  rolls = $state.raw<Dice[]>([]);
  thought = $state.raw<Thought | null>(null);
  overlay = $state.raw<OverlayShown | null>(null);
  replay = $state.raw<Replayed | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** Where counters went since this side last answered. */
  trails = $state.raw<Arrow[]>([]);
  /** How counters came to be where the last update has them. */
  flights = $state.raw<readonly Flight[]>([]);
  readonly sight = new SightTool((here, there) =>
    this.socket.ask<SightShown>({ type: "sight", here, there }),
  );
  /** A hot seat was handed over: the curtain is down until the next player lifts it. */
  curtain = $state(false);
  /** The player whose side this is has lifted it, and nobody else looks. */
  private isAlone = false;
  /** The Ask whose answer is under way. The one that follows can be answered before the reply is here. */
  private sent = $state.raw<AskView | null>(null);
  /** What became of the last order, where it did not simply go: it waits, or its rest was left. */
  orderNote = $state.raw<Barred | null>(null);
  hint = $state.raw<HintShown | null>(null);
  readonly path = new PathTool((choice) =>
    this.socket.ask<PathShown>({
      type: "path",
      choice,
      after: this.hand.words,
      ...this.sideOfAsk(),
    }),
  );

  readonly book: BattleBook;
  readonly socket: TableSocket;
  private version = -1;
  private motions: Motions | null = null;
  private replayWanted = -1;
  private isReplayUnderWay = false;

  constructor(
    readonly table: string,
    readonly token: string,
  ) {
    this.book = new BattleBook(table, (n) => this.socket.ask<OddsShown>({ type: "odds", n }));
    const secret = token ? { token } : { key: browserKey() };
    this.socket = new TableSocket(
      table,
      secret,
      (message) => this.hear(message),
      (line, why) => this.lineIs(line, why),
    );
  }

  close(): void {
    this.socket.close();
  }

  /** The scene on the screen: a past one while the slider is moved back. */
  get shown(): Scene | null {
    return this.replay?.scene ?? this.scene;
  }

  get isReplaying(): boolean {
    return this.replay !== null;
  }

  /** The Ask, if it can be answered from what is on the screen. */
  get liveAsk(): Ask | null {
    return this.replay || this.curtain ? null : this.ask;
  }

  get isSending(): boolean {
    return this.sent !== null && this.sent === this.offered;
  }

  get sideNames(): string[] {
    return this.setting?.info.card.sides ?? [];
  }

  sideName(side: number): string {
    const name = this.people.find((person) => person.side === side)?.name ?? this.sideNames[side];
    return name
      ? name[0].toUpperCase() + name.slice(1)
      : side < 0
        ? "The dice"
        : `Side ${side + 1}`;
  }

  // -- what the server says ---------------------------------------------------------------------

  private lineIs(line: SocketLine, why: string): void {
    this.line = line;
    if (line === "closed") this.problem = why || "the table is closed";
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case "state":
        this.takeState(message);
        break;
      case "update":
        this.takeUpdate(message);
        break;
      case "chat":
        this.chat = [...this.chat, message];
        break;
      case "people":
        this.people = message.people;
        this.watching = message.watching;
        this.pace = message.pace;
        this.paused = message.paused;
        break;
      case "thought":
        this.thought = message;
        break;
      default:
    }
  }

  private takeState(state: State): void {
    const isSameSide = this.version >= 0 && state.side === this.side;
    const isOtherSide =
      this.version >= 0 && state.side !== this.side && state.seat.sides.length > 1;
    if (!this.setting && !this.game) void this.load(state.game, state.setting);
    this.game = state.game;
    this.title = state.title;
    this.scenario = state.scenario;
    this.dice = state.dice;
    this.seat = state.seat;
    if (isOtherSide) this.handOver(state.is_private);
    this.side = state.side;
    this.version = state.version;
    this.scene = state.scene;
    this.flights = [];
    this.askIs(state.ask);
    this.waiting = state.waiting;
    this.waitingFor = state.waiting_for;
    this.place = state.place;
    this.sheets = state.sheets;
    this.target = state.target;
    this.laidOut += 1;
    this.log = this.withOlder(state.log, isSameSide);
    this.book.open(state, this.log, this.attacked);
    this.chat = state.chat;
    this.undoBarred = state.undo_barred;
    this.people = state.people;
    this.pace = state.pace;
    this.paused = state.paused;
    this.standing = state.standing;
    this.over = state.over;
    this.trails = [];
    this.refusal = null;
    this.hint = null;
    this.socket.saw(state.scene.number);
    this.sight.again();
  }

  /** The hex under attack, also before anybody attacks it. */
  private get attacked(): number {
    return Math.max(this.target, this.offered?.target ?? -1);
  }

  /** A state brings the end of the log: lines that were told before it are still true. */
  private withOlder(lines: Line[], isSameSide: boolean): Line[] {
    const first = lines[0]?.n ?? Infinity;
    const older = isSameSide ? this.log.filter((line) => line.n < first) : [];
    return [...older, ...lines].slice(-MOST_LINES);
  }

  private async load(game: string, setting: string): Promise<void> {
    try {
      this.setting = await loadSetting(game, setting);
    } catch (problem) {
      this.problem = (problem as Error).message;
    }
  }

  private takeUpdate(update: Update): void {
    if (!this.scene || update.version !== this.version + 1) {
      this.socket.resync();
      return;
    }
    this.version = update.version;
    const before = this.scene;
    this.scene = applyChanges(before, update.changes);
    if (update.ask !== undefined) {
      this.askIs(update.ask);
      this.hint = null;
      if (update.ask?.is_secret && !this.isAlone) this.handOver(true);
    }
    if (update.waiting !== undefined) this.waiting = update.waiting;
    if (update.waiting_for !== undefined) this.waitingFor = update.waiting_for;
    if (update.place !== undefined) this.place = update.place;
    if (update.sheets !== undefined) this.sheets = update.sheets;
    if (update.target !== undefined) this.target = update.target;
    if (update.log?.length) this.log = [...this.log, ...update.log].slice(-MOST_LINES);
    if (update.dice?.length) this.rolls = update.dice;
    this.book.goOn(update, this.sheets, this.log, this.attacked);
    if (update.undo_barred !== undefined) this.undoBarred = update.undo_barred;
    if (update.over !== undefined) this.over = update.over;
    this.socket.saw(this.scene.number);
    this.trace(before, update.log ?? []);
    this.sight.again();
  }

  /** Another Ask: what is in hand, looked at or drawn for the old one goes. */
  private askIs(ask: AskView | null): void {
    this.offered = ask;
    this.path.forget();
    this.hand.forget();
    const close = ask ? closing(ask) : "";
    if (close) void this.hand.lookBeyond(close);
  }

  /** Notes where counters went: to let them glide there, and for arrows. */
  private trace(before: Scene, lines: readonly Line[]): void {
    if (!this.setting || !this.scene || (before.pieces === this.scene.pieces && !lines.length))
      return;
    this.motions ??= new Motions(this.setting.info.motions, this.setting.counters);
    const flights = this.motions.flights(before, this.scene, lines);
    if (!flights.length) return;
    this.flights = flights;
    const found: Arrow[] = [];
    const seen = new Set<string>();
    for (const { piece, hexes, isLanding } of flights) {
      const name = `${hexes[0]}/${piece.hex}`;
      if (!isLanding && !seen.has(name)) found.push({ hexes, tone: "move", side: piece.side });
      seen.add(name);
    }
    this.trails = [...this.trails, ...found].slice(-MOST_ARROWS);
  }

  /** Another player is to look at the screen: a curtain falls where something is for these eyes alone. */
  private handOver(isPrivate: boolean): void {
    this.isAlone = false;
    this.curtain = isPrivate && this.seat.sides.length > 1 && !hidesNothing(this.table);
  }

  liftCurtain(): void {
    this.curtain = false;
    this.isAlone = true;
  }

  // -- what the player does ---------------------------------------------------------------------

  /** A choice was pressed: counters are taken in hand, everything else is answered with what is in it. */
  async act(choice: Choice, at: Point | null = null): Promise<void> {
    const ask = this.liveAsk;
    if (!ask || this.isSending) return;
    this.refusal = null;
    const isJoin = choice.role === "join" && this.hand.row.length > 0;
    if (ask.is_chance || ask.is_secret || (choice.role !== "pick" && !isJoin)) {
      await this.answer(choice, at);
      return;
    }
    try {
      const seen = await this.hand.take(choice);
      if (seen) await this.afterLook(seen, at);
    } catch (problem) {
      this.showProblem(problem, at);
    }
  }

  /** Why a counter cannot be taken; where taking it leads to no question of this side, it is the whole order. */
  private async afterLook(seen: Peeked, at: Point | null): Promise<void> {
    if (seen.refused) this.refusal = { ...seen.refused, fix: seen.refused.fix ?? "", at };
    else if (!seen.ask) await this.send(this.hand.row, at);
  }

  /** Gives an answer, after those in hand; what is begun afresh lets go of them. */
  async answer(choice: Choice, at: Point | null = null): Promise<void> {
    await this.send(choice.isFresh ? [choice] : [...this.hand.row, choice], at);
  }

  private async send(row: readonly Choice[], at: Point | null): Promise<void> {
    const ask = this.replay || this.curtain ? null : this.offered;
    if (!ask || this.isSending) return;
    this.refusal = null;
    this.orderNote = null;
    this.sent = ask;
    this.trails = [];
    const { number } = ask;
    const [{ do: choice, isFar, isFresh }] = row;
    const side = this.sideOfAsk();
    try {
      if (ask.is_chance) await this.socket.ask({ type: "typed_die", number, choice });
      else if (row.length === 1 && !isFar && !isFresh)
        await this.socket.ask({ type: "answer", number, choice, ...side });
      else {
        const choices = row.map((one) => one.do);
        const done = await this.socket.ask<OrderDone>({ type: "order", number, choices, ...side });
        this.noteOrder(done, at);
      }
    } catch (problem) {
      this.showProblem(problem, at);
    } finally {
      if (this.sent === ask) this.sent = null;
    }
  }

  private noteOrder({ waits, stopped }: OrderDone, at: Point | null): void {
    if (stopped) this.refusal = { ...stopped, fix: stopped.fix ?? "", at };
    else if (waits)
      this.orderNote = {
        rule: "core.order.waits",
        why: "The rest of your order goes on by itself if nothing befalls it.",
      };
  }

  /** Takes a counter and those of these that can go with it; all of it waits for a hex. */
  async gather(pick: Choice, units: ReadonlySet<number>, at: Point | null): Promise<void> {
    if (!this.liveAsk || this.isSending) return;
    this.refusal = null;
    const joins = (ask: AskView) =>
      written(ask, this.names).options.filter(
        (one) => one.role === "join" && one.kind === "unit" && units.has(one.noun),
      );
    try {
      const seen = await this.hand.gather(pick, joins);
      if (seen) await this.afterLook(seen, at);
    } catch (problem) {
      this.showProblem(problem, at);
    }
  }

  /** Takes a counter in hand that comes apart where it is let go. */
  async pull(split: Choice): Promise<void> {
    if (!this.liveAsk || this.isSending) return;
    this.refusal = null;
    try {
      const seen = await this.hand.gather(split, () => []);
      if (seen?.refused) this.refusal = { ...seen.refused, fix: seen.refused.fix ?? "", at: null };
    } catch (problem) {
      this.showProblem(problem, null);
    }
  }

  /** Gives what is in hand as it is. */
  async give(at: Point | null): Promise<void> {
    if (this.hand.row.length) await this.send(this.hand.row, at);
  }

  /** All of these that can be answered one after the other, as one order: every attacker there is. */
  async giveAll(choices: readonly Choice[]): Promise<void> {
    if (!this.liveAsk || this.isSending) return;
    const [pick] = this.hand.row;
    if (pick) {
      const units = [...this.hand.row, ...choices].map((choice) => choice.noun);
      await this.gather(pick, new Set(units), null);
      return;
    }
    try {
      const { row, seen } = await this.hand.possible(choices);
      if (!seen.refused) await this.send(row, null);
    } catch (problem) {
      this.showProblem(problem, null);
    }
  }

  /** Lets go: of what is chosen, or else of what the game has in hand, where it can be put back. True if there was something. */
  letGo(): boolean {
    if (this.hand.row.length) {
      this.hand.letGo();
      return true;
    }
    const drop = this.liveAsk?.options.find(({ role, kind }) => role === "drop" && kind === "none");
    if (drop) void this.answer(drop);
    return drop !== undefined;
  }

  /** The side that is asked, where the seat plays several. */
  private sideOfAsk(): { side?: number } {
    return this.ask && this.seat.sides.length > 1 ? { side: this.ask.side } : {};
  }

  private showProblem(problem: unknown, at: Point | null): void {
    if (problem instanceof Turned) {
      const { reply } = problem;
      if (reply.type === "refused") {
        this.refusal = { rule: reply.rule, why: reply.why, fix: reply.fix ?? "", at };
      } else this.refusal = { rule: "", why: reply.what, fix: reply.fix ?? "", at };
    } else if (problem instanceof Error)
      this.refusal = { rule: "", why: problem.message, fix: "", at };
  }

  /** Asks the rules why a click chose nothing, and shows what they say where the player clicked. */
  async whyHere(hex: number, unit: number, at: Point | null): Promise<void> {
    try {
      const after = this.hand.words;
      const asked = { type: "why_here" as const, hex, unit, after, ...this.sideOfAsk() };
      const ruling = await this.socket.ask<Ruling>(asked);
      if (!ruling.allowed) {
        this.refusal = {
          rule: ruling.rule ?? "",
          why: ruling.why ?? "",
          fix: ruling.fix ?? "",
          at,
        };
      }
    } catch (problem) {
      this.showProblem(problem, at);
    }
  }

  async undo(): Promise<void> {
    this.refusal = null;
    if (this.hand.row.length) {
      this.hand.letGo();
      return;
    }
    try {
      await this.socket.ask({ type: "undo" });
    } catch (problem) {
      this.showProblem(problem, null);
    }
  }

  async showOverlay(name: string): Promise<void> {
    if (!name || this.overlay?.name === name) {
      this.overlay = null;
      return;
    }
    try {
      this.overlay = await this.socket.ask<OverlayShown>({ type: "ask_overlay", name });
    } catch (problem) {
      this.showProblem(problem, null);
    }
  }

  async askHint(level: string): Promise<void> {
    try {
      this.hint = await this.socket.ask<HintShown>({ type: "hint", level });
    } catch (problem) {
      this.showProblem(problem, null);
    }
  }

  /** The score, term by term; nothing where this side may not know it or the line is down. */
  async askStanding(): Promise<StandingShown | null> {
    try {
      return await this.socket.ask<StandingShown>({ type: "standing" });
    } catch {
      return null;
    }
  }

  async askPlan(name: string): Promise<readonly Sheet[]> {
    try {
      return (await this.socket.ask<PlanShown>({ type: "plan", name })).sheets;
    } catch {
      return [];
    }
  }

  async setPace(delay: number, paused: boolean): Promise<void> {
    this.pace = delay;
    this.paused = paused;
    await this.quietly({ type: "pace", delay, paused });
  }

  step(): Promise<void> {
    return this.quietly({ type: "step" });
  }

  say(text: string): Promise<void> {
    return this.quietly({ type: "chat", text });
  }

  look(side: number): Promise<void> {
    return this.quietly({ type: "look", side });
  }

  async setStanding(orders: Readonly<Record<string, string>>): Promise<void> {
    const before = this.standing;
    this.standing = orders;
    try {
      await this.socket.ask({ type: "set_standing", orders, ...this.sideOfAsk() });
    } catch (problem) {
      this.standing = before;
      this.showProblem(problem, null);
    }
  }

  /** What a step is called in the sequence of play. */
  stepTitle(step: string): string {
    const found: string[] = [];
    const walk = (items: GameInfo["called"]): void => {
      for (const item of items) {
        if (item.id.endsWith(`/${step}`)) found.push(item.title);
        walk(item.items);
      }
    };
    if (this.setting) walk([this.setting.info.outline, ...this.setting.info.called]);
    return found[0] ?? step;
  }

  private async quietly(body: Parameters<TableSocket["ask"]>[0]): Promise<void> {
    try {
      await this.socket.ask(body);
    } catch (problem) {
      this.showProblem(problem, null);
    }
  }

  /** How onlookers count the Ask that this side counts as `n`. */
  async onlookersNumber(n: number): Promise<number> {
    const found = this.replay ?? (await this.socket.ask<Replayed>({ type: "replay_at", n }));
    return found.onlooker;
  }

  /** One order back or on. */
  async replayBy(orders: 1 | -1): Promise<void> {
    const here = this.replay ?? (await this.lookAt(this.scene?.number ?? 0));
    if (!here) return;
    const there = orders < 0 ? here.before : here.after;
    await this.replayAt(there ?? (orders < 0 ? 0 : -1), true);
  }

  private async lookAt(n: number): Promise<Replayed | null> {
    try {
      return await this.socket.ask<Replayed>({ type: "replay_at", n });
    } catch (problem) {
      this.showProblem(problem, null);
      return null;
    }
  }

  /** Shows the position at an Ask number; -1 goes back to the game as it stands. Only the newest wish counts. */
  async replayAt(n: number, whole = false): Promise<void> {
    this.replayWanted = n;
    if (n < 0) {
      this.replay = null;
      return;
    }
    if (this.isReplayUnderWay) return;
    this.isReplayUnderWay = true;
    try {
      let shown = -2;
      while (this.replayWanted >= 0 && this.replayWanted !== shown) {
        shown = this.replayWanted;
        const replay = await this.socket.ask<Replayed>({ type: "replay_at", n: shown, whole });
        if (this.replayWanted >= 0) this.replay = replay;
      }
    } catch (problem) {
      this.showProblem(problem, null);
    } finally {
      this.isReplayUnderWay = false;
    }
  }
}
