import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Battle, CardShown, Dice, Line, OddsShown, Sheet, Update } from "../../../src/net/api";
import { storyOf, withNews } from "../../../src/table/combat/battleStory";
import { BattleBook } from "../../../src/table/combat/battleBook.svelte";

const sheet = (title: string, total: string): Sheet => ({ title, total, terms: [] });
const line = (n: number, text: string): Line => ({ n, kind: "told", text });
const die = (n: number): Dice => ({ n, title: "Roll", label: "5", do: "roll 5", share: 1 / 6 });
const battle = (begin: number, title: string, until?: number): Battle => ({
  begin,
  roll: begin + 1,
  sheets: [sheet(title, "9")],
  ...(until === undefined ? {} : { until }),
});

describe("the story of a battle", () => {
  const log = [line(3, "a move"), line(4, "Attack"), line(6, "Die 5"), line(8, "Advance")];

  it("has the lines and dice from its beginning to its end, both included", () => {
    const dice = [die(2), die(6), die(9)];
    const told = storyOf(battle(4, "Attack on 0303", 6), log, dice, null);
    expect(told.lines.map((one) => one.text)).toEqual(["Attack", "Die 5"]);
    expect(told.rolls).toEqual([die(6)]);
    expect(told).toMatchObject({ isRolled: true, isOver: true });
  });

  it("leaves out the headings of turns and phases, which are no part of it", () => {
    const phase = { n: 5, kind: "phase", text: "Fire." };
    const told = storyOf(battle(4, "Fire at 0303", 6), [...log, phase], [], null, ["phase"]);
    expect(told.lines.map((one) => one.text)).toEqual(["Attack", "Die 5"]);
  });

  it("that goes on has all that came since", () => {
    const told = storyOf(battle(4, "Attack on 0303"), log, [], null);
    expect(told.lines).toHaveLength(3);
    expect(told.isOver).toBe(false);
  });
});

it("a battle that ends takes its own place in the list, and others follow", () => {
  const before = [battle(1, "a", 2), battle(5, "b")];
  const news = [battle(5, "b", 7), battle(9, "c")];
  expect(withNews(before, news)).toEqual([before[0], ...news]);
  expect(withNews([], news)).toEqual(news);
});

describe("the book of battles", () => {
  const odds = (note: string) => ({ note }) as OddsShown;
  let asked: number[];
  let book: BattleBook;
  /** The card of the attack that is being built. */
  let card: CardShown | null;
  let log: Line[];
  let lying: Sheet[];
  let told: Line[];
  let state: Parameters<BattleBook["open"]>[0];

  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    asked = [];
    card = null;
    log = [];
    lying = [];
    told = [];
    state = { side: 0, battles: [], rolls: [], sheets: [] };
    book = opened();
  });

  function opened(): BattleBook {
    const ask = (n: number) => {
      asked.push(n);
      return Promise.resolve(odds(`at ${n}`));
    };
    const made = new BattleBook("t", ask, () => card);
    made.open(state, told);
    return made;
  }

  function hear(sheets: Sheet[], news: Pick<Update, "battles" | "dice" | "log"> = {}): void {
    log = [...log, ...(news.log ?? [])];
    lying = sheets;
    book.goOn(news, sheets, log);
  }

  /** What the panel does for the page that lies open. */
  const drawn = () => (book.openBattle ? book.lookUpOdds() : Promise.resolve());

  const weak = [sheet("Attack on 0303", "4")];
  const strong = [sheet("Attack on 0303", "9")];

  it("shows the newest sheets while an attack is built, and no chances but those of its card", () => {
    hear(weak, { log: [line(1, "a move before it")] });
    hear(strong);
    expect(book.story).toMatchObject({ sheets: strong, lines: [], isRolled: false, odds: null });
    card = { kind: "attack", note: "of now", sheets: strong } as CardShown;
    expect(book.story!.odds!.note).toBe("of now");
    // Something has changed, if only what the sheets do not show: what was true is not shown any more.
    card = null;
    expect(book.story).toMatchObject({ sheets: strong, odds: null });
    expect(asked).toEqual([]);
  });

  it("shows what only this side knows yet of what it plans", () => {
    card = { kind: "attack", note: "", sheets: weak } as CardShown;
    expect(book.story).toMatchObject({ sheets: weak, isRolled: false });
    expect(book.pages).toBe(1);
  });

  it("tells nothing until it knows which lines of the log are headings", () => {
    let headings: string[] | null = null;
    const early = new BattleBook(
      "t",
      () => Promise.resolve(odds("")),
      () => null,
      () => headings,
    );
    const log = [line(4, "Attack"), { n: 5, kind: "phase", text: "Fire." }];
    early.open({ side: 0, battles: [battle(4, "Attack on 0303")], rolls: [], sheets: [] }, log);
    expect(early.story).toBeNull();
    headings = ["phase"];
    expect(early.story!.lines.map(({ text }) => text)).toEqual(["Attack"]);
  });

  it("is shut when the attack is taken back", () => {
    hear(weak);
    hear([]);
    expect(book.story).toBeNull();
    expect(book.pages).toBe(0);
  });

  it("asks for the chances again when another die of the same battle is rolled", async () => {
    hear(strong, { battles: [battle(4, "Attack on 0303")], dice: [die(5)] });
    await drawn();
    hear(strong, { battles: [{ ...battle(4, "Attack on 0303"), roll: 9 }], dice: [die(9)] });
    await drawn();
    expect(book.story!.odds!.note).toBe("at 9");
    expect(asked).toEqual([5, 9]);
  });

  it("opens the page of a battle when the card of the attack is gone that led to it", async () => {
    card = { kind: "attack", note: "of before the roll", sheets: weak } as CardShown;
    hear([], { battles: [battle(4, "Fire at 0303", 6)], dice: [die(6)] });
    const [building, before] = [book.openBattle, book.story!.isRolled];
    card = null;
    expect([building, before, book.openBattle]).toEqual(["", false, "0/4/5"]);
    await drawn();
    expect(book.story!.odds!.note).toBe("at 5");
  });

  it("keeps the sheets it was fought with and has the chances it had at the roll", async () => {
    hear(strong);
    await drawn();
    hear(strong, {
      battles: [battle(4, "Attack on 0303")],
      dice: [die(6)],
      log: [line(6, "Die 5")],
    });
    hear(weak, { log: [line(7, "A step")] });
    await drawn();
    expect(book.story).toMatchObject({ sheets: strong, rolls: [die(6)], isOver: false });
    expect(book.story!.lines.map((one) => one.text)).toEqual(["Die 5", "A step"]);
    // A point may have been spent since it was built: the chances are those of the roll.
    expect(book.story!.odds!.note).toBe("at 5");
    expect(asked).toEqual([5]);
  });

  it("shows a battle that is over until it is closed, and then the next one", () => {
    hear(strong, { battles: [battle(4, "Attack on 0303")], dice: [die(6)] });
    hear([], { battles: [battle(4, "Attack on 0303", 7)], log: [line(7, "Advance")] });
    hear([], { log: [line(8, "another's move")] });
    expect(book.story).toMatchObject({ isOver: true, rolls: [die(6)] });
    expect(book.story!.lines).toHaveLength(1);
    book.close();
    expect(book.story).toBeNull();
    hear([sheet("Attack on 0404", "1")]);
    expect(book.story).toMatchObject({ sheets: lying, lines: [], isOver: false });
  });

  it("has a page for each of the attacks that came in one update, the last one open", async () => {
    hear([], {
      battles: [battle(1, "Attack on 0101", 4), battle(6, "Attack on 0202", 9)],
      dice: [die(2), die(7)],
      log: [line(2, "Die 1"), line(4, "Retreat"), line(5, "a move"), line(7, "Die 2")],
    });
    expect([book.pages, book.at]).toEqual([2, 1]);
    await drawn();
    expect(book.story).toMatchObject({ rolls: [die(7)], isOver: true });
    expect(book.story!.sheets[0].title).toBe("Attack on 0202");
    expect(book.story!.lines.map((one) => one.text)).toEqual(["Die 2"]);
    book.turnTo(0);
    expect(book.story!.lines.map((one) => one.text)).toEqual(["Die 1", "Retreat"]);
    await drawn();
    expect(book.story!.odds!.note).toBe("at 2");
    expect(asked).toEqual([7, 2]);
    // A battle that begins is what the player wants to see.
    hear(strong, { battles: [battle(12, "Attack on 0303")], dice: [die(13)] });
    expect(book.at).toBe(2);
  });

  it("tells who comes back in the middle of a battle the whole of it", async () => {
    state = {
      side: 0,
      battles: [battle(4, "Attack on 0303")],
      rolls: [die(6)],
      sheets: strong,
    };
    told = [line(4, "Attack"), line(6, "Die 5")];
    book = opened();
    await drawn();
    expect(book.story).toMatchObject({ rolls: [die(6)], lines: told, isRolled: true });
    expect(book.story!.odds!.note).toBe("at 5");
  });

  it("keeps its older pages when a state brings the last ones alone, and the page that lies open", () => {
    const all = Array.from({ length: 20 }, (_, k) => battle(10 * k, `Attack ${k}`, 10 * k + 5));
    const dice = all.map((one) => die(one.begin + 2));
    const lines = all.map((one) => line(one.begin + 2, `Die of ${one.sheets[0].title}`));
    hear([], { battles: all, dice, log: lines });
    book.turnTo(1);
    expect(book.pages).toBe(20);
    book.open({ ...state, battles: all.slice(-12), rolls: dice.slice(-12) }, lines);
    expect([book.pages, book.at]).toEqual([20, 1]);
    expect(book.story).toMatchObject({ rolls: [die(12)], isOver: true });
    expect(book.story!.lines.map((one) => one.text)).toEqual(["Die of Attack 1"]);
    // Another side counts otherwise: nothing of the first one's book is its own.
    book.open({ ...state, side: 1, battles: all.slice(-12), rolls: dice.slice(-12) }, lines);
    expect(book.pages).toBe(12);
  });

  it("shows no older battle while an attack is on the table", () => {
    hear([], { battles: [battle(4, "Attack on 0303", 7)], dice: [die(6)] });
    expect(book.story).toMatchObject({ isOver: true });
    book.goOn({}, [], log, 44);
    expect(book.story).toBeNull();
    book.turnTo(0);
    expect(book.story).toMatchObject({ isOver: true });
    book.goOn({}, weak, log, 44);
    expect(book.story).toMatchObject({ sheets: weak, isRolled: false });
    book.turnTo(0);
    book.goOn({}, strong, log, 44);
    expect(book.story).toMatchObject({ sheets: strong, isRolled: false });
  });

  it("remembers what this side has closed", () => {
    state = { ...state, battles: [battle(4, "Attack on 0303", 7)] };
    book = opened();
    expect(book.story).not.toBeNull();
    book.close();
    book = opened();
    expect(book.story).toBeNull();
    book.turnTo(0);
    expect(book.story).toMatchObject({ isOver: true });
    state = { ...state, side: 1 };
    expect(opened().story).not.toBeNull();
  });
});
