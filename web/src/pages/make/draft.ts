/** A scenario in the making: plain tables of values, changed stroke by stroke, each of which can be taken back. */

import { PLAIN, type Counting, type GridShape } from "./grid";
import type { Mark } from "./fit";

export const TABLES = [
  "facts",
  "terrain",
  "hexsides",
  "routes",
  "places",
  "holders",
  "areas",
  "objectives",
  "setup",
  "counters",
  "sheets",
] as const;
export type TableName = (typeof TABLES)[number];
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Tables = Record<TableName, Record<string, Json>>;

export interface Draft {
  id: string;
  game: string;
  /** When it was last changed, in milliseconds. */
  changed: number;
  tables: Tables;
}

/** One value before and after. */
interface Change {
  table: TableName;
  key: string;
  before: Json | undefined;
  after: Json | undefined;
}

export function emptyTables(): Tables {
  return Object.fromEntries(TABLES.map((name) => [name, {}])) as Tables;
}

/** A draft being worked on: `set` within a stroke, `end` closes it, `undo` and `redo` go by strokes. */
export class Work {
  private open: Change[] = [];
  private done: Change[][] = [];
  private undone: Change[][] = [];

  constructor(
    readonly draft: Draft,
    private readonly whenChanged: () => void = () => {},
  ) {
    for (const name of TABLES) draft.tables[name] ??= {};
  }

  get<T extends Json>(table: TableName, key: string): T | undefined {
    return this.draft.tables[table][key] as T | undefined;
  }

  /** Puts a value, or takes it out where it is undefined. */
  set(table: TableName, key: string, after: Json | undefined): void {
    const before = this.draft.tables[table][key];
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    this.open.push({ table, key, before, after });
    this.put(table, key, after);
  }

  private put(table: TableName, key: string, value: Json | undefined): void {
    if (value === undefined) delete this.draft.tables[table][key];
    else this.draft.tables[table][key] = value;
  }

  /** Closes the stroke; one that changed nothing is none. */
  end(): void {
    if (!this.open.length) return;
    this.done.push(this.open);
    this.open = [];
    this.undone = [];
    this.touch();
  }

  /** A stroke of one value. */
  change(table: TableName, key: string, value: Json | undefined): void {
    this.set(table, key, value);
    this.end();
  }

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  undo(): void {
    const stroke = this.done.pop();
    if (!stroke) return;
    for (const { table, key, before } of [...stroke].reverse()) this.put(table, key, before);
    this.undone.push(stroke);
    this.touch();
  }

  redo(): void {
    const stroke = this.undone.pop();
    if (!stroke) return;
    for (const { table, key, after } of stroke) this.put(table, key, after);
    this.done.push(stroke);
    this.touch();
  }

  private touch(): void {
    this.draft.changed = Date.now();
    this.whenChanged();
  }

  // -- what is asked for everywhere ---------------------------------------------------------------

  fact(name: string, otherwise = ""): string {
    const value = this.get("facts", name);
    return value === undefined || value === null ? otherwise : String(value);
  }

  get grid(): GridShape {
    return {
      columns: Number(this.fact("columns", "12")),
      rows: Number(this.fact("rows", "9")),
      lower: this.fact("lower", "even") as "even" | "odd",
    };
  }

  get counting(): Counting {
    return { ...PLAIN, ...((this.get("facts", "counting") as object | undefined) ?? {}) };
  }

  marks(sheet: string): Mark[] {
    return (this.get("sheets", sheet) as unknown as Mark[] | undefined) ?? [];
  }
}

/** A draft with nothing on its map. */
export function newDraft(game: string, rest: string, victory: string): Draft {
  const tables = emptyTables();
  Object.assign(tables.facts, {
    title: "My scenario",
    summary: "A scenario of my own.",
    minutes: 30,
    turns: 3,
    columns: 12,
    rows: 9,
    lower: "even",
    rest,
    victory,
  });
  return { id: Date.now().toString(36), game, changed: Date.now(), tables };
}
