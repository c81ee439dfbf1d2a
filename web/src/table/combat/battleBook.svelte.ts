/** The book of battles: a page for each attack that was rolled for, and last the one that is being built. */

import type {
  Battle,
  CardShown,
  ChartCell,
  Dice,
  Line,
  OddsShown,
  Sheet,
  State,
  Update,
} from "../../net/api";
import { building, FOR_YOU, isOn, storyOf, withNews, type Story } from "./battleStory";
import { oddsOf } from "./inWords";

const MOST_BATTLES = 40;
const MOST_DICE = 400;
const READ = "grognard.read";

export class BattleBook {
  private battles = $state.raw<readonly Battle[]>([]);
  private dice = $state.raw<readonly Dice[]>([]);
  private log = $state.raw<readonly Line[]>([]);
  private sheets = $state.raw<readonly Sheet[]>([]);
  /** The hex under attack; also while nobody attacks it yet. */
  private target = $state(-1);
  /** The page turned to, by the beginning of its battle; -1: the newest. */
  private page = $state(-1);
  /** The last battle that was put away when it was over. */
  private read = $state(-1);
  private oddsOf = $state.raw<Readonly<Record<string, OddsShown | null>>>({});
  private side = $state(-1);

  /**
   * `ask` tells the chances of the attack that lay on the table at an Ask number; `card` is that of now; `headings` are
   * the lines of the log that begin a turn or phase, null until they are known: no story is told before.
   */
  constructor(
    private readonly table: string,
    private readonly ask: (n: number) => Promise<OddsShown>,
    private readonly card: () => CardShown | null,
    private readonly headings: () => readonly string[] | null = () => [],
  ) {}

  /** Everything anew, for somebody who comes, comes back, or takes the other seat. */
  open(
    state: Pick<State, "side" | "battles" | "rolls" | "sheets">,
    log: readonly Line[],
    target = -1,
  ): void {
    const isSame = state.side === this.side;
    if (!isSame) this.oddsOf = {};
    this.side = state.side;
    // A state tells the last battles only. What was rolled cannot be taken back: older pages stay.
    const [first] = state.battles;
    const older = isSame
      ? this.battles.filter((battle) => !isOn(battle) && battle.begin < (first?.begin ?? Infinity))
      : [];
    const [die] = state.rolls;
    const rolled = isSame ? this.dice.filter(({ n }) => n < (die?.n ?? Infinity)) : [];
    this.battles = [...older, ...state.battles].slice(-MOST_BATTLES);
    this.dice = [...rolled, ...state.rolls].slice(-MOST_DICE);
    if (!this.battles.some((battle) => battle.begin === this.page)) this.page = -1;
    this.read = Number(sessionStorage.getItem(this.shelf) ?? -1);
    this.lay(state.sheets, log, target);
  }

  /** What an update adds. */
  goOn(
    update: Pick<Update, "battles" | "dice">,
    sheets: readonly Sheet[],
    log: Line[],
    target = -1,
  ): void {
    if (update.dice?.length) this.dice = [...this.dice, ...update.dice].slice(-MOST_DICE);
    if (update.battles?.length) {
      const last = this.last?.begin ?? -1;
      this.battles = withNews(this.battles, update.battles).slice(-MOST_BATTLES);
      const begun = this.battles.find((battle) => battle.begin > last);
      if (begun) this.page = -1;
    }
    if (sheets.length && JSON.stringify(sheets) !== JSON.stringify(this.sheets)) this.page = -1;
    if (target >= 0 && target !== this.target) this.page = -1;
    this.lay(sheets, log, target);
  }

  private lay(sheets: readonly Sheet[], log: readonly Line[], target: number): void {
    this.sheets = sheets;
    this.target = target;
    this.log = log;
  }

  private get shelf(): string {
    return `${READ}.${this.table}.${this.side}`;
  }

  private get last(): Battle | undefined {
    return this.battles[this.battles.length - 1];
  }

  /** Is the die of the attack on the table rolled? */
  get isFought(): boolean {
    return isOn(this.last);
  }

  private get isBuilding(): boolean {
    return !this.isFought && (this.sheets.length > 0 || this.planned.length > 0);
  }

  /** What only this side sees yet of what it plans. */
  private get planned(): readonly Sheet[] {
    const card = this.card();
    return card?.kind ? (card.sheets ?? []) : [];
  }

  get pages(): number {
    return this.battles.length + (this.isBuilding ? 1 : 0);
  }

  /** The page that lies open, the first is 0; -1 where there is nothing to read. */
  get at(): number {
    if (this.page >= 0) return this.battles.findIndex((battle) => battle.begin === this.page);
    const { last } = this;
    if (this.isBuilding || isOn(last)) return this.pages - 1;
    // An attack that nobody has joined yet has no page, and an older one is not it.
    const isUnread = last !== undefined && last.begin > this.read && this.target < 0;
    return isUnread ? this.pages - 1 : -1;
  }

  get story(): Story | null {
    const { at } = this;
    const headings = this.headings();
    if (at < 0 || !headings) return null;
    const battle = this.battles[at];
    if (!battle) {
      const card = this.card();
      const sheets = this.planned.length ? this.planned : this.sheets;
      return building(sheets, card?.kind ? oddsOf(card) : null);
    }
    const odds = this.oddsOf[keyOf(battle)] ?? null;
    return storyOf(battle, this.log, this.dice, odds, headings);
  }

  /** The cell of a table that the last of all rolls was read from. */
  get lastCell(): ChartCell | null {
    for (let k = this.dice.length - 1; k >= 0; k--)
      if (this.dice[k].cell) return this.dice[k].cell!;
    return null;
  }

  /** What came of a roll in plain words: of its battle, or what the log tells of it. */
  sentenceOf(n: number): string {
    const battle = this.battles.find(
      (one) => one.begin <= n && (isOn(one) || n <= (one.until ?? -1)),
    );
    const lines = this.log.filter((line) => line.n === n && line.kind !== FOR_YOU);
    return battle?.told || lines.map((line) => line.text).join(" ");
  }

  turnTo(at: number): void {
    this.page = this.battles[at]?.begin ?? -1;
  }

  /** The story has been read. */
  close(): void {
    const { last } = this;
    if (last && !isOn(last)) {
      this.read = last.begin;
      sessionStorage.setItem(this.shelf, String(this.read));
    }
    this.page = -1;
  }

  /** The battle whose page lies open, and who reads it; "" where there is none. Who shows the page looks up its odds. */
  get openBattle(): string {
    const battle = this.battles[this.at];
    return battle ? `${this.side}/${keyOf(battle)}` : "";
  }

  /** The chances that the battle on the open page had when it was rolled for: asked for once. */
  async lookUpOdds(): Promise<void> {
    const battle = this.battles[this.at];
    if (!battle) return;
    const { side } = this;
    const key = keyOf(battle);
    if (key in this.oddsOf) return;
    let odds: OddsShown | null = null;
    try {
      odds = await this.ask(battle.roll);
    } catch {
      // No attack whose outcome can be told, yet or any more.
    }
    if (side !== this.side) return;
    this.oddsOf = { ...this.oddsOf, [key]: odds };
  }
}

/** A battle as it is rolled for: a leader or a surprise changes what the last die is read with. */
function keyOf(battle: Battle): string {
  return `${battle.begin}/${battle.roll}`;
}
