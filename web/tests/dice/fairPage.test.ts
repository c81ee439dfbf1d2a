import { beforeEach, describe, expect, it } from "vitest";
import type { DiceCall, DiceTable } from "../../src/net/api";
import * as a from "../../src/dice/arithmetic";
import { Course, type CallLine } from "../../src/dice/course";
import { FairPage } from "../../src/dice/fairPage.svelte";

const kept = new Map<string, string>();
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
};
Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });

const START = a.sha(a.textBytes("start"));
const bytes = (byte: number, length: number) => new Uint8Array(length).fill(byte);

/** A server of two players, of which the page under test is place 0. */
class Table {
  course = new Course(START);
  texts: string[] = [];
  sent: { type: string; k?: number; value?: string; salt?: string; anchor?: string }[] = [];
  own = new a.HashChain(bytes(7, 32), bytes(0, 16));
  other = new a.HashChain(bytes(8, 32), bytes(1, 16));
  refuses = false;
  readonly page: FairPage;

  constructor(name = "t/token") {
    this.page = new FairPage(name, {
      ask: (message) => {
        this.sent.push(message);
        return this.refuses ? Promise.reject(new Error("late")) : Promise.resolve();
      },
      again: () => {},
    });
    this.page.hello();
  }

  tell(more: Partial<DiceTable> = {}): void {
    this.page.hear({
      type: "dice_table",
      strict: false,
      start: a.toHex(START),
      lines: this.course.lines,
      receipt: a.toHex(this.course.receipt),
      seats: { 0: ["red"], 1: ["blue"] },
      witnesses: [],
      missing: [],
      place: 0,
      mine: null,
      ...more,
    });
  }

  note(line: object): void {
    const text = JSON.stringify(line);
    this.course.take(text);
    this.texts.push(text);
    this.page.hear({ type: "dice_lines", from: this.texts.length - 1, lines: [text] });
  }

  /** Both chains are laid down, and the opening has been. */
  open(): void {
    const hidden = a.toText(bytes(3, 32));
    this.tell();
    this.note({ dice: "chain", place: -1, base: 0, anchor: a.toText(this.own.anchor), hidden });
    const laid = this.sent.find(({ type }) => type === "dice_chain")!;
    this.note({ dice: "chain", place: 0, base: 0, salt: laid.salt, anchor: laid.anchor });
    const salt = a.toText(bytes(1, 16));
    this.note({ dice: "chain", place: 1, base: 0, salt, anchor: a.toText(this.other.anchor) });
    this.call({ for: "open", by: -1 });
    this.close({ for: "open", by: -1 });
  }

  call(more: Partial<DiceCall> = {}): void {
    this.page.hear({
      type: "dice_call",
      k: this.course.k + 1,
      for: "roll",
      by: 0,
      need: [0, 1],
      values: { 1: a.toText(this.other.value(this.course.k + 1)) },
      seal: "s",
      receipt: a.toHex(this.course.receipt),
      ...more,
    });
  }

  get gave(): number[] {
    return this.sent.flatMap(({ k }) => (k === undefined ? [] : [k]));
  }

  close(more: Partial<CallLine> = {}, leaves: number[] = []): void {
    const k = this.course.k + 1;
    const mine = this.sent.find((one) => one.k === k)?.value;
    const values = Object.fromEntries(
      Object.entries({ 0: mine, 1: a.toText(this.other.value(k)) }).filter(
        ([place, value]) => value && !leaves.includes(Number(place)),
      ),
    );
    const { for: why = "roll", by = 0, need = [0, 1] } = more;
    const sealed = why === "roll" ? { seal: "s" } : {};
    const server = a.toText(this.own.value(k));
    this.note({ dice: "call", k, for: why, by, need, ...sealed, values, server });
  }
}

const soon = () => new Promise((done) => setTimeout(done));
let table: Table;

beforeEach(() => {
  kept.clear();
  table = new Table();
  table.open();
});

describe("a page gives", () => {
  it("its value for the next call, once and again the same", () => {
    table.call();
    table.call();
    expect(table.gave).toEqual([1, 2, 2]);
    table.close();
    expect(table.page.alarm).toBe("");
    expect(table.page.rolls).toBe(1);
  });

  it("after it was opened anew, when the lines lead on from those it knew", () => {
    table.call();
    table.close();
    const again = new Table();
    again.tell({ mine: mineOf(table) });
    again.course = table.course;
    again.page.hear({ type: "dice_lines", from: 0, lines: table.texts });
    again.call({ values: {} });
    expect(again.page.alarm).toBe("");
    expect(again.gave).toEqual([3]);
  });
});

const mineOf = (table: Table) => {
  const { salt = "", anchor = "" } = table.sent[0];
  return { base: 0, salt, anchor };
};

describe("a page gives nothing and says why", () => {
  it("on a receipt that is not its own", () => {
    table.call({ receipt: a.toHex(bytes(9, 32)) });
    expect(table.gave).toEqual([1]);
    expect(table.page.alarm).toContain("do not lead on");
  });

  it("for one call on a second receipt: there are two tables, or it went back", () => {
    const before = [...table.texts];
    table.call();
    table.close();
    const again = new Table();
    again.tell({ mine: mineOf(table) });
    again.page.hear({ type: "dice_lines", from: 0, lines: before });
    expect(again.page.alarm).toContain("went back");
    again.call({ receipt: a.toHex(table.course.receipt) });
    expect(again.gave).toEqual([]);
  });

  it("where another story is told than the one it knows", () => {
    const again = new Table();
    again.tell({ mine: mineOf(table) });
    const other = table.texts.map((text) =>
      text.includes('"salt":"AQ') ? text.replace("AQEB", "AgIC") : text,
    );
    again.page.hear({ type: "dice_lines", from: 0, lines: other });
    expect(again.page.alarm).not.toBe("");
  });

  it("where a value of another is not of its chain", () => {
    table.call({ values: { 1: a.toText(bytes(5, 32)) } });
    expect(table.gave).toEqual([1]);
    expect(table.page.alarm).toContain("Blue");
  });

  it("without the key of its chain, until that is brought", () => {
    const [[name, text]] = [...kept];
    const { key } = JSON.parse(text) as { key: string };
    kept.clear();
    const again = new Table(name);
    again.tell({ mine: mineOf(table) });
    expect(again.page.needsKey).toBe(true);
    expect(again.page.bring("nonsense")).toBe(false);
    expect(again.page.bring(key)).toBe(true);
    expect(again.page.needsKey).toBe(false);
  });
});

describe("a page that knows that its table went back", () => {
  it("goes on with a new key once its player has said so", async () => {
    const before = [...table.texts];
    table.call();
    table.close();
    const again = new Table();
    again.tell({ mine: mineOf(table) });
    again.page.hear({ type: "dice_lines", from: 0, lines: before });
    expect(again.page.alarm).not.toBe("");
    await again.page.beginAnew();
    again.page.hear({ type: "dice_lines", from: 0, lines: before });
    expect(again.page.alarm).toBe("");
    expect(again.sent.map(({ type }) => type)).toEqual(["dice_chain"]);
  });
});

describe("a page sees", () => {
  it("that a value which was taken from it was left out", async () => {
    table.call();
    await soon();
    table.close({ by: 1 }, [0]);
    expect(table.page.alarm).toContain("without a value that was taken");
  });

  it("that it was here and not asked", () => {
    table.call();
    table.close();
    table.close({ by: 1, need: [1] }, [0]);
    expect(table.page.alarm).toContain("was not asked");
  });

  it("that a roll is not what its call says", () => {
    table.call();
    table.close();
    const mix = table.course.mix;
    const drawn = Number(a.ball(mix, 0, 6n));
    const roll = { n: 1, title: "Attack", label: "", do: "", share: 1 / 6 };
    table.page.check([{ ...roll, fair: [2, 0, drawn, 6, drawn] }]);
    expect(table.page.alarm).toBe("");
    table.page.check([{ ...roll, fair: [2, 0, (drawn + 1) % 6, 6, (drawn + 1) % 6] }]);
    expect(table.page.alarm).toContain("Attack");
  });

  it("no harm in being late", () => {
    table.refuses = true;
    table.call({ by: 1 });
    table.close({ by: 1 }, [0]);
    expect(table.page.alarm).toBe("");
    expect(table.page.late).toEqual({ 0: 1 });
  });
});
