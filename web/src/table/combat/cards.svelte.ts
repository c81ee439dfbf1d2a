/** The card of the roll that is about to be chosen: true for this position and this choice, or not there. */

import type { CardShown, CellView } from "../../net/api";

export type Range = [number, number];

/** What is wanted of the server. */
export interface Wish {
  after: string[];
  plan: string[];
  row: string;
  /** Nothing but the cells of that row is wanted. */
  only_row: boolean;
}

export class Cards {
  /** Of this very position, with what is in hand and planned; null while it is not known. */
  shown = $state.raw<CardShown | null>(null);
  /** The rows of the matrix that are worked out. */
  rows = $state.raw<Readonly<Record<string, readonly CellView[]>>>({});
  /** The option of the matrix that is chosen here; it is sent when it is sealed. */
  row = $state("");
  /** For each later question, by its title, the way that is planned; the usual one where none is. */
  planned = $state.raw<Readonly<Record<string, number>>>({});
  /** By the title of a later question: the chance with each way to answer it. */
  compared = $state.raw<Readonly<Record<string, readonly (Range | null)[]>>>({});
  isWorking = $state(false);
  /** What the card is of: position, hand, plan. */
  private key = "";
  private after: string[] = [];
  private turn = 0;
  private target = -1;

  constructor(private readonly ask: (wish: Wish) => Promise<CardShown>) {}

  /** The position or what is chosen in it: whatever was shown of another is gone at once. */
  look(position: string, after: string[]): void {
    const key = `${position}/${after.join()}`;
    if (key === this.key) return;
    this.key = key;
    this.after = after;
    this.again();
  }

  /** Nobody looks, as behind the curtain of a hot seat. */
  forget(): void {
    this.key = "";
    this.turn++;
    this.clear();
  }

  choose(row: string): void {
    if (row === this.row) return;
    this.row = row;
    const { shown, rows } = this;
    // The other rows are worked out already: only the sum of this one is taken.
    if (shown && rows[row]) this.shown = withRow(shown, rows[row]);
    this.again(true);
  }

  plan(title: string, way: number): void {
    this.planned = { ...this.planned, [title]: way };
    this.rows = {};
    this.again(true);
  }

  /** The answers that are planned, as they are sent. */
  get words(): string[] {
    return this.wordsOf(this.planned);
  }

  /** Nothing, while nothing is planned: then the usual answers hold. */
  private wordsOf(planned: Readonly<Record<string, number>>): string[] {
    if (!Object.keys(planned).length) return [];
    return (this.shown?.plans ?? this.lines).flatMap(
      ({ title, choices }) => choices[planned[title] ?? 0] ?? [],
    );
  }

  /** The later questions of the last card: what is planned for them goes on while they are open. */
  private lines: NonNullable<CardShown["plans"]> = [];

  private clear(): void {
    this.shown = null;
    this.rows = {};
    this.compared = {};
    this.isWorking = false;
  }

  private again(isSamePosition = false): void {
    const plan = isSamePosition ? this.words : [];
    this.turn++;
    if (!isSamePosition) this.clear();
    this.isWorking = true;
    void this.work(this.turn, plan);
  }

  private async work(turn: number, plan: string[]): Promise<void> {
    try {
      const first = await this.find(turn, { plan, row: this.row });
      if (!first) return;
      this.isNew(first);
      const wanted = this.rowOf(first);
      if (wanted !== this.row || (!plan.length && this.words.length)) {
        this.row = wanted;
        await this.find(turn, { plan: this.words, row: wanted });
      }
      this.isWorking = false;
      await this.otherRows(turn);
      await this.otherWays(turn);
    } catch {
      // Asked anew, or no roll here that can be told.
      if (turn === this.turn) this.isWorking = false;
    }
  }

  private async find(
    turn: number,
    { plan, row }: Pick<Wish, "plan" | "row">,
  ): Promise<CardShown | null> {
    const found = await this.ask({ after: this.after, plan, row, only_row: false });
    if (turn !== this.turn) return null;
    this.shown = found;
    this.keep(found);
    return found;
  }

  /** Another target: what was planned was for the old one. */
  private isNew(card: CardShown): void {
    this.lines = card.plans ?? [];
    const target = card.target ?? -1;
    if (target === this.target) return;
    this.target = target;
    this.planned = {};
  }

  private rowOf(card: CardShown): string {
    const rows = card.matrix?.rows.map((one) => one.do) ?? [];
    return rows.includes(this.row) ? this.row : (rows[0] ?? "");
  }

  private keep(card: CardShown): void {
    const [cell] = card.cells ?? [];
    if (cell) this.rows = { ...this.rows, [cell.row]: card.cells! };
  }

  private async otherRows(turn: number): Promise<void> {
    for (const { do: row } of this.shown?.matrix?.rows ?? []) {
      if (turn !== this.turn) return;
      if (this.rows[row]) continue;
      const wish = { after: this.after, plan: this.words, row, only_row: true };
      const found = await this.ask(wish);
      if (turn === this.turn) this.keep(found);
    }
  }

  /** What each way to answer a later question would do: the control shows the chance under each. */
  private async otherWays(turn: number): Promise<void> {
    const { row } = this;
    for (const { title, choices } of (this.shown?.plans ?? []).slice(0, 3)) {
      const found: (Range | null)[] = choices.map(() => null);
      for (const way of choices.slice(0, 6).keys()) {
        if (turn !== this.turn) return;
        const plan = this.wordsOf({ ...this.planned, [title]: way });
        const card = await this.ask({ after: this.after, plan, row, only_row: row !== "" });
        if (turn !== this.turn) return;
        const sums = card.cells?.length ? withRow(card, card.cells) : card;
        found[way] = sums.chance ?? [0, 0];
        this.compared = { ...this.compared, [title]: [...found] };
      }
    }
  }
}

/** The card with the sums over a row of its matrix. */
export function withRow(card: CardShown, cells: readonly CellView[]): CardShown {
  const over = (ranges: readonly Range[]): Range => [
    Math.min(...ranges.map(([low]) => low)),
    Math.max(...ranges.map(([, high]) => high)),
  ];
  return {
    ...card,
    cells: [...cells],
    chance: over(cells.map((cell) => cell.chance)),
    mine: over(cells.map((cell) => cell.mine)),
    theirs: over(cells.map((cell) => cell.theirs)),
  };
}
