/** The table as this seat sees it: what the server told, and the few things a player does with the hands. */

import type {
  AskView,
  Barred,
  BriefingShown,
  CardShown,
  Dice,
  Ending,
  HintShown,
  Line,
  OddsShown,
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
  SinceShown,
  ServerMessage,
  Sheet,
  ScoreShown,
  PlanShown,
  State,
  SupplyShown,
  Thought,
  Update,
} from "../net/api";
import type { Point } from "../map/geometry";
import { BattleBook } from "./combat/battleBook.svelte";
import { Cards } from "./combat/cards.svelte";
import { hidesNothing } from "../browser/hotSeat";
import { browserKey } from "../net/seats";
import { FairPage } from "../dice/fairPage.svelte";
import { Hand } from "./orders/hand.svelte";
import { asSeen, closing, NAMELESS, namesOf, written, type Ask, type Choice } from "./ask/offers";
import { Orders } from "./orders/orders.svelte";
import { PathPreview } from "./orders/pathPreview.svelte";
import { refusalOf, refusedBy, type Refusal } from "./refusal";
import { Purpose } from "./purpose.svelte";
import { Replay } from "./replay.svelte";
import { applyChanges } from "./changes";
import { loadSetting, type Setting } from "./setting";
import { LineOfSight } from "./lineOfSight.svelte";
import { SupplyLines } from "./supplyLines.svelte";
import { TableSocket, type Connection } from "../net/socket";
import { TurnStory } from "./turnStory.svelte";
import { Trails } from "./trails.svelte";

const MOST_LINES = 1500;
/** Roles of what a side begins in a turn of its own. */
const OWN = ["pick", "aim", "end"];

export class TableStore {
  setting = $state.raw<Setting | null>(null);
  problem = $state("");
  connection = $state<Connection>("connecting");
  game = $state("");
  scenario = $state("");
  /** What the scenario is called. */
  title = $state("");
  seat = $state.raw<Seat>({ kind: "watch", sides: [] });
  side = $state(-1);
  /** What names board, counters and tables. */
  settingName = $state("");
  dice = $state<State["dice"]>("rolled");
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
    const isInHand = this.hand.row.length > 0;
    return now && asSeen(now, named(this.hand.ahead), named(this.hand.beyond), isInHand);
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
  standingOrders = $state.raw<Readonly<Record<string, string>>>({});
  over = $state.raw<Ending | null>(null);
  rolls = $state.raw<Dice[]>([]);
  thought = $state.raw<Thought | null>(null);
  overlay = $state.raw<OverlayShown | null>(null);
  readonly replay = new Replay(
    (n, whole) => this.socket.ask<Replayed>({ type: "replay_at", n, whole }),
    (problem) => this.showProblem(problem, null),
  );
  refusal = $state.raw<Refusal | null>(null);
  /** Why the counters of a hex that was only looked at cannot be chosen. */
  aside = $state.raw<(Refusal & { hex: number }) | null>(null);
  /** Where counters went since this side last answered. */
  readonly trails = new Trails();
  readonly sight = new LineOfSight((here, there) =>
    this.socket.ask<SightShown>({ type: "sight", here, there }),
  );
  /** A hot seat was handed over: the curtain is down until the next player lifts it. */
  curtain = $state(false);
  /** The player whose side this is has lifted it, and nobody else looks. */
  private isAlone = false;
  readonly orders = new Orders(this);
  /** The computer's hint, and what was in hand when it was asked for. */
  private hinted = $state.raw<{ shown: HintShown; after: string } | null>(null);
  /** Is the guide of the lesson on? */
  isGuided = $state(false);
  readonly path = new PathPreview((choice) =>
    this.socket.ask<PathShown>({
      type: "path",
      choice,
      after: this.hand.words,
      ...this.sideOfAsk(),
    }),
  );

  /** What the battle is for. */
  readonly purpose = new Purpose({
    score: () => this.socket.ask<ScoreShown>({ type: "score" }),
    briefing: () => this.socket.ask<BriefingShown>({ type: "briefing" }),
  });
  /** The other side's last turn. */
  readonly story = new TurnStory(() => this.socket.ask<SinceShown>({ type: "since" }));
  /** The supply lines of the units in a hex, while the supply of the map is looked at. */
  readonly supply = new SupplyLines((hex) => this.socket.ask<SupplyShown>({ type: "supply", hex }));
  /** Hexes that the log or the guide points at. */
  pointed = $state.raw<readonly number[]>([]);

  readonly book: BattleBook;
  /** The card of the roll that is about to be chosen. */
  readonly cards = new Cards((wish) =>
    this.socket.ask<CardShown>({
      type: "card",
      ...wish,
      // Before dice that are typed in it is the card of whoever looks.
      ...(this.ask?.is_chance ? {} : this.sideOfAsk()),
    }),
  );
  readonly socket: TableSocket;
  /** This page's part in fair dice. */
  readonly fair: FairPage;
  private version = $state(-1);
  /** How many questions to the server are open that may change what can be pressed. */
  private pending = $state(1);

  constructor(
    readonly table: string,
    readonly token: string,
    diceKey = "",
  ) {
    this.fair = new FairPage(
      `${table}/${token}`,
      { ask: (message) => this.socket.ask(message), again: () => this.socket.resync() },
      diceKey,
    );
    this.book = new BattleBook(
      table,
      (n) => this.socket.ask<OddsShown>({ type: "odds", n }),
      () => this.cards.shown,
      () => this.setting?.info.headings ?? null,
    );
    const secret = token ? { token } : { key: browserKey() };
    this.socket = new TableSocket(
      table,
      secret,
      (message) => this.hear(message),
      (connection, why) => this.connectionIs(connection, why),
      undefined,
      () => this.fair.hello(),
    );
    this.socket.pendingIs = (count) => (this.pending = count);
  }

  close(): void {
    this.socket.close();
  }

  /** The scene on the screen: a past one while the slider is moved back. */
  get shown(): Scene | null {
    return this.replay.shown?.scene ?? this.scene;
  }

  /** Is something under way that may still change what can be pressed? While not, the page stays as it is. */
  get isBusy(): boolean {
    return this.pending > 0 || this.orders.isSending || this.hand.isLooking || !this.setting;
  }

  get isReplaying(): boolean {
    return this.replay.shown !== null;
  }

  /** The Ask, if it can be answered from what is on the screen. */
  get liveAsk(): Ask | null {
    return this.replay.shown || this.curtain ? null : this.ask;
  }

  /** The position that is on the screen, by a name that no other has. */
  get position(): string {
    return `${this.side}/${this.version}/${this.laidOut}/${this.scene?.number ?? -1}`;
  }

  /** The computer's hint, as long as the same is in hand. */
  get hint(): HintShown | null {
    return this.hinted?.after === this.hand.words.join() ? this.hinted.shown : null;
  }

  /** The answer that the computer's hint means, or the guide. */
  get meant(): string {
    return this.hint?.option.do ?? (this.isGuided ? this.liveAsk?.tip?.try : "") ?? "";
  }

  /** The same as the server sent it. */
  get liveOffer(): AskView | null {
    return this.replay.shown || this.curtain ? null : this.offered;
  }

  /** A choice as the player reads it, of an Ask that is looked at. */
  optionsOf(ask: AskView): readonly Choice[] {
    return written(ask, this.names).options;
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

  private connectionIs(connection: Connection, why: string): void {
    this.connection = connection;
    if (connection === "closed") this.problem = why || "the table is closed";
  }

  private hear(message: ServerMessage): void {
    if (this.fair.hear(message)) return;
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
    this.settingName = state.setting;
    this.scenario = state.scenario;
    this.dice = state.dice;
    this.seat = state.seat;
    if (isOtherSide) this.handOver(state.is_private);
    if (this.side !== state.side) {
      this.purpose.forget();
      this.story.forget();
    }
    this.side = state.side;
    this.version = state.version;
    this.scene = state.scene;
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
    this.standingOrders = state.standing;
    this.over = state.over;
    this.trails.forget();
    this.refusal = this.aside = null;
    this.hinted = null;
    this.socket.saw(state.scene.number);
    this.sight.again();
    void this.purpose.look();
    if (this.isOwnAsk) void this.story.look(this.isOwnTurn);
  }

  /** Is it asked what it begins, and not only how it answers what the other does? */
  get isOwnTurn(): boolean {
    const offers = this.offered?.offers ?? [];
    return !this.offered?.is_secret && offers.some(({ role }) => OWN.includes(role));
  }

  /** Is this side asked something, and not the dice? */
  private get isOwnAsk(): boolean {
    return this.offered !== null && !this.offered.is_chance && this.seat.kind === "player";
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
    const wasAsked = this.isOwnAsk;
    const wasTurn = this.isOwnTurn;
    this.scene = applyChanges(before, update.changes);
    if (update.ask !== undefined) {
      this.askIs(update.ask);
      this.hinted = null;
      if (update.ask?.is_secret && !this.isAlone) this.handOver(true);
    }
    if (update.waiting !== undefined) this.waiting = update.waiting;
    if (update.waiting_for !== undefined) this.waitingFor = update.waiting_for;
    if (update.place !== undefined) this.place = update.place;
    if (update.sheets !== undefined) this.sheets = update.sheets;
    if (update.target !== undefined) this.target = update.target;
    if (update.log?.length) this.log = [...this.log, ...update.log].slice(-MOST_LINES);
    if (update.dice?.length) {
      this.fair.check(update.dice);
      this.rolls = update.dice;
    }
    this.book.goOn(update, this.sheets, this.log, this.attacked);
    if (update.undo_barred !== undefined) this.undoBarred = update.undo_barred;
    if (update.over !== undefined) this.over = update.over;
    this.socket.saw(this.scene.number);
    if (this.setting) this.trails.trace(this.setting, before, this.scene, update.log ?? []);
    this.sight.again();
    if (this.scene.number !== before.number || update.over !== undefined) void this.purpose.look();
    if (this.isOwnAsk && (!wasAsked || this.isOwnTurn !== wasTurn))
      void this.story.look(this.isOwnTurn);
  }

  /** Another Ask: what is in hand, looked at or drawn for the old one goes. */
  private askIs(ask: AskView | null): void {
    this.offered = ask;
    this.path.forget();
    this.hand.forget();
    const close = ask ? closing(ask) : "";
    if (close) void this.hand.lookBeyond(close);
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

  /** The side that is asked, where the seat plays several. */
  sideOfAsk(): { side?: number } {
    return this.ask && this.seat.sides.length > 1 ? { side: this.ask.side } : {};
  }

  showProblem(problem: unknown, at: Point | null): void {
    this.refusal = refusalOf(problem, at) ?? this.refusal;
  }

  /** Asks the rules why a click chose nothing, and shows what they say where the player clicked; after a look
   * with the counters, where nobody was refused anything. */
  async whyHere(hex: number, unit: number, at: Point | null, isLook = false): Promise<void> {
    try {
      const after = this.hand.words;
      const asked = { type: "why_here" as const, hex, unit, after, ...this.sideOfAsk() };
      const ruling = await this.socket.ask<Ruling>(asked);
      if (ruling.allowed) return;
      if (isLook) this.aside = { ...refusedBy(ruling, at), hex };
      else this.refusal = refusedBy(ruling, at);
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
      const after = this.hand.words;
      const shown =
        this.guideHint() ?? (await this.socket.ask<HintShown>({ type: "hint", level, after }));
      this.hinted = { shown, after: after.join() };
    } catch (problem) {
      this.showProblem(problem, null);
    }
  }

  /** In a lesson the adviser says what the guide says, where that names one answer. */
  private guideHint(): HintShown | null {
    const tip = this.isGuided ? this.liveAsk?.tip : null;
    const option = this.liveAsk?.options.find((one) => one.do === tip?.try);
    return tip && option ? { type: "hint", id: "", option, reason: tip.why } : null;
  }

  /** The score, term by term; nothing where this side may not know it or the line is down. */
  async askScore(): Promise<ScoreShown | null> {
    try {
      return await this.socket.ask<ScoreShown>({ type: "score" });
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

  /** At the beginning of a game against computers: what is rarely done is not asked for unless that is wished. */
  async leaveOutTheRare(): Promise<void> {
    const rare = this.setting?.info.rare ?? {};
    const isAlone = this.people.every(
      ({ by, side }) => by === "computer" || this.seat.sides.includes(side),
    );
    if (!isAlone || this.seat.sides.length !== 1 || Object.keys(this.standingOrders).length) return;
    if (Object.keys(rare).length) await this.setStandingOrders(rare);
  }

  async setStandingOrders(orders: Readonly<Record<string, string>>): Promise<void> {
    const before = this.standingOrders;
    this.standingOrders = orders;
    try {
      await this.socket.ask({ type: "set_standing", orders, ...this.sideOfAsk() });
    } catch (problem) {
      this.standingOrders = before;
      this.showProblem(problem, null);
    }
  }

  private async quietly(body: Parameters<TableSocket["ask"]>[0]): Promise<void> {
    try {
      await this.socket.ask(body);
    } catch (problem) {
      this.showProblem(problem, null);
    }
  }
}
