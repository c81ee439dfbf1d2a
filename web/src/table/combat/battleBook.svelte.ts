/** The book of battles: a page for each attack that was rolled for, and last the one that is being built. */

import type { Battle, Dice, Line, OddsShown, Sheet, State, Update } from "../api";
import { building, isOn, storyOf, withNews, type Story } from "./battle";

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
  /** The chances of the attack that is being built; the old ones until the new ones are known. */
  private oddsNow = $state.raw<{ of: string; odds: OddsShown } | null>(null);
  private asked = "";
  /** The battle whose chances are those of its building so far. */
  private standIn = "";
  private side = -1;

  /** `ask` tells the chances of the attack that lay on the table at an Ask number, -1: that lies there now. */
  constructor(
    private readonly table: string,
    private readonly ask: (n: number) => Promise<OddsShown>,
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
    this.asked = "";
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
      // Its chances were told while it was built: they stand in until those of the roll itself are known.
      this.standIn = begun ? String(begun.begin) : this.standIn;
      if (begun && this.oddsNow?.of === JSON.stringify(begun.sheets))
        this.oddsOf = { ...this.oddsOf, [begun.begin]: this.oddsNow.odds };
    }
    if (sheets.length && JSON.stringify(sheets) !== JSON.stringify(this.sheets)) this.page = -1;
    if (target >= 0 && target !== this.target) this.page = -1;
    this.lay(sheets, log, target);
  }

  private lay(sheets: readonly Sheet[], log: readonly Line[], target: number): void {
    this.sheets = sheets;
    this.target = target;
    this.log = log;
    if (!this.isBuilding) this.oddsNow = null;
    void this.findOdds();
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
    return this.sheets.length > 0 && !this.isFought;
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
    if (at < 0) return null;
    const battle = this.battles[at];
    if (!battle) return building(this.sheets, this.oddsNow?.odds ?? null);
    return storyOf(battle, this.log, this.dice, this.oddsOf[battle.begin] ?? null);
  }

  turnTo(at: number): void {
    this.page = this.battles[at]?.begin ?? -1;
    void this.findOdds();
  }

  /** The story has been read. */
  close(): void {
    const { last } = this;
    if (last && !isOn(last)) {
      this.read = last.begin;
      sessionStorage.setItem(this.shelf, String(this.read));
    }
    this.page = -1;
    void this.findOdds();
  }

  /** The exact chances belong to the sheets on the page: asked for once. */
  private async findOdds(): Promise<void> {
    const battle = this.battles[this.at];
    const key = battle ? String(battle.begin) : this.isBuilding ? JSON.stringify(this.sheets) : "";
    if (key === this.asked) return;
    this.asked = key;
    if (!key || (key in this.oddsOf && key !== this.standIn)) return;
    const { side } = this;
    let odds: OddsShown | null = null;
    try {
      odds = await this.ask(battle ? battle.roll : -1);
    } catch {
      // No attack whose outcome can be told, yet or any more.
    }
    if (side !== this.side) return;
    if (battle && key === this.standIn) this.standIn = "";
    if (battle) this.oddsOf = { ...this.oddsOf, [key]: odds ?? this.oddsOf[key] ?? null };
    else if (this.asked === key && this.isBuilding) this.oddsNow = odds && { of: key, odds };
  }
}
