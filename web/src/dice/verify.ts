/**
 * Checks the dice of a record from the file alone: sum, chains, who gave, seals, every ball. It knows no rule of any game;
 * `grognard verify` also holds every draw against the weights of the rules.
 */

import {
  afterAnswer,
  ball,
  hiddenPromise,
  hiddenRollKey,
  isSame,
  NO_ANSWERS,
  seal,
  sha,
  startOf,
  textBytes,
  toBytes,
  toHex,
} from "./arithmetic";
import { Course, SERVER, type CallLine, type ChainLine, type DiceLine } from "./course";

export interface PlaceFound {
  who: string;
  away: number;
  late: number;
  gaveUp: number;
}
export interface Found {
  /** The first thing that is wrong. */
  fault: string;
  rolls: number;
  hidden: number;
  unopened: number;
  isOver: boolean;
  places: PlaceFound[];
  receipt: string;
}

interface Answer {
  n: number;
  by: string;
  do: string;
  draw?: number[];
}
interface FairDice {
  scheme: string;
  strict: boolean;
  seats: Record<string, string[]>;
  witnesses?: number[];
}

class Fault extends Error {}

export function verifyRecord(text: string, receipt = ""): Found {
  const reading = new Reading();
  try {
    reading.read(text);
    if (receipt && !reading.receipts.has(receipt.toLowerCase()))
      throw new Fault(`The receipt ${receipt} is not of this game: another story is told here.`);
  } catch (why) {
    reading.found.fault =
      why instanceof Fault ? why.message : `This cannot be read: ${String(why)}`;
  }
  return reading.found;
}

class Reading {
  readonly found: Found = {
    fault: "",
    rolls: 0,
    hidden: 0,
    unopened: 0,
    isOver: false,
    places: [],
    receipt: "",
  };
  readonly receipts = new Set<string>();
  private course!: Course;
  private dice!: FairDice;
  private seats = new Map<string, number>();
  private everybody: number[] = [];
  private witnesses: number[] = [];
  private places = new Map<number, PlaceFound>();
  private keys: Uint8Array[] = [];
  private promises: ChainLine[] = [];
  private opened = 0;
  private owesOpening = true;
  private head = NO_ANSWERS;
  private n = 0;
  private i = 0;
  private m = 0;
  private isCalled = false;
  private authors = new Set<number>();
  private lastAuthor = -1;
  private lastGiven = new Set<number>();

  read(text: string): void {
    const lines = text.split("\n");
    if (lines.pop() !== "") throw new Fault("The file breaks off in the middle of a line.");
    const last = lines.pop() ?? "";
    const body = text.slice(0, text.length - last.length - 1);
    if (last !== `{"dice":"sum","sha256":"${toHex(sha(textBytes(body)))}"}`)
      throw new Fault("The sum is not right: something in the file was changed, or it breaks off.");
    this.begin(lines[0]);
    const keys: { base: number; hidden: string }[] = [];
    while (lines[lines.length - 1].startsWith('{"dice":"key"'))
      keys.unshift(parsed<{ base: number; hidden: string }>(lines.pop()!, lines.length + 1));
    this.keys = keys.map(({ hidden }) => toBytes(hidden));
    for (const [place, line] of lines.slice(1).entries()) {
      try {
        this.line(line, place + 2);
      } catch (why) {
        throw new Fault(`Line ${place + 2}: ${(why as Error).message}.`, { cause: why });
      }
    }
    this.checkKeys(keys.map(({ base }) => base));
    this.found.receipt = this.course.shown;
    this.found.places = [...this.places.values()];
  }

  private begin(first: string): void {
    const header = parsed<{ format: string; version: number; dice?: FairDice }>(first, 1);
    if (header.format !== "grognard-record") throw new Fault("This is no record of Grognard.");
    if (header.version !== 3 || !header.dice || header.dice.scheme !== "grognard-dice-1")
      throw new Fault(`A record of format ${header.version} proves no dice.`);
    this.dice = header.dice;
    this.course = new Course(startOf(first));
    this.receipts.add(this.course.shown);
    this.witnesses = this.dice.witnesses ?? [];
    for (const [place, sides] of Object.entries(this.dice.seats)) {
      for (const side of sides) this.seats.set(side, Number(place));
      this.place(Number(place), sides.join(" and "));
    }
    for (const place of this.witnesses) this.place(place, `witness ${place}`);
    this.everybody.sort((one, other) => one - other);
  }

  private place(place: number, who: string): void {
    this.everybody.push(place);
    this.places.set(place, { who, away: 0, late: 0, gaveUp: 0 });
  }

  private line(text: string, number: number): void {
    if (this.found.isOver) throw new Error("it stands after the end");
    const line = parsed<DiceLine | Answer>(text, number);
    if (!("dice" in line)) return this.answer(line, text);
    if (line.dice === "call") this.checkCall(line);
    if (line.dice === "chain" && line.place !== SERVER && !this.places.has(line.place))
      throw new Error("a chain is laid down out of place");
    this.course.take(text);
    this.receipts.add(this.course.shown);
    if (line.dice === "chain") this.laid(line);
    else if (line.dice === "call") this.called(line);
    else if (line.dice === "end") this.end(line.seal);
    else if (line.dice === "gone")
      this.everybody = this.everybody.filter((one) => one !== line.place);
    else throw new Error("it does not belong here");
  }

  private laid(line: ChainLine): void {
    this.owesOpening = true;
    if (line.place === SERVER) this.promises.push(line);
    else if (!this.everybody.includes(line.place))
      this.everybody = [...this.everybody, line.place].sort((one, other) => one - other);
  }

  /** The hidden key of now; none before the game is over. */
  private get key(): Uint8Array | undefined {
    return this.keys[Math.max(this.opened, 1) - 1];
  }

  private checkCall(line: CallLine): void {
    const need = new Set(line.need);
    const given = new Set(Object.keys(line.values).map(Number));
    const has = (all: Iterable<number>, some: Set<number>) =>
      [...all].every((one) => some.has(one));
    const sorted = [...line.need].sort((one, other) => one - other);
    let fits =
      String(sorted) === String(line.need) &&
      has(given, need) &&
      has(need, new Set(this.everybody));
    const isRoll = line.for === "roll" || (line.for === "void" && Boolean(line.seal));
    if (line.for === "open" || (line.for === "void" && !isRoll && line.by === -1)) {
      fits &&= line.by === -1 && has(this.everybody, need) && !line.seal && this.owesOpening;
      fits &&= line.for === "void" || has(this.everybody, given);
    } else if (!isRoll)
      fits &&= String(line.need) === String([line.by]) && !line.seal && !this.owesOpening;
    else {
      const isAuthor = this.authors.size ? this.authors.has(line.by) : line.by === -1;
      fits &&= Boolean(line.seal) && !this.owesOpening && isAuthor;
      fits &&= (line.by === -1 || need.has(line.by)) && has(this.witnesses, need);
      if (line.for === "roll")
        fits &&= (line.by === -1 || given.has(line.by)) && has(this.witnesses, given);
      else fits &&= !given.has(line.by);
      if (this.dice.strict)
        fits &&= has(this.everybody, need) && (line.for === "void" || has(this.everybody, given));
    }
    if (!fits) throw new Error(`call ${line.k}: not those gave who had to`);
    if (line.seal) this.checkSeal(line.seal, line.k);
  }

  private checkSeal(sealed: string, k: number): void {
    if (this.key && seal(this.key, k, this.head) !== sealed)
      throw new Error("the seal is not of the answers before it: one of them was changed");
  }

  private called(line: CallLine): void {
    this.i = 0;
    this.isCalled = line.for === "roll";
    const missing = line.need.filter((one) => !(String(one) in line.values));
    if (line.for === "void") {
      const place = this.places.get(line.by);
      if (place) place.gaveUp += 1;
      return;
    }
    if (line.for === "open") [this.owesOpening, this.opened] = [false, this.promises.length];
    else for (const one of missing) this.places.get(one)!.late += 1;
    if (line.for !== "roll") return;
    this.lastAuthor = line.by;
    this.lastGiven = new Set(Object.keys(line.values).map(Number));
  }

  private answer(line: Answer, text: string): void {
    if (line.n !== this.n + 1)
      throw new Error(`it is answer ${line.n} where ${this.n + 1} belongs`);
    this.n += 1;
    if (line.by === "chance") this.roll(line, text);
    else if (line.draw) throw new Error("only chance draws");
    else this.said(line.by);
    this.head = afterAnswer(this.head, line.by, line.do);
  }

  private said(by: string): void {
    this.isCalled = false;
    const place = this.seats.get(by);
    if (place === undefined || !this.everybody.includes(place)) return;
    if (!this.authors.size && this.lastAuthor >= 0) this.authors.add(this.lastAuthor);
    this.authors.add(place);
  }

  private roll(line: Answer, text: string): void {
    // A total may be greater than a number can be.
    const numbers = /"draw":\[([0-9,]+)\]/.exec(text)?.[1].split(",").map(BigInt) ?? [];
    const [drawn, total, m] = numbers;
    if (numbers.length < 2 || numbers.length > 3 || total <= 0n)
      throw new Error("it does not say which ball was drawn");
    if (!this.opened) throw new Error(`answer ${line.n} was rolled before the opening`);
    if (m !== undefined) return this.hiddenRoll(line.n, drawn, total, m);
    if (!this.isCalled) throw new Error(`answer ${line.n} was rolled without a call`);
    if (ball(this.course.mix, this.i, total) !== drawn)
      throw new Error(`answer ${line.n} is not what the dice say`);
    this.i += 1;
    this.found.rolls += 1;
    this.authors.clear();
    for (const place of this.seats.values())
      if (!this.lastGiven.has(place)) this.places.get(place)!.away += 1;
  }

  private hiddenRoll(n: number, drawn: bigint, total: bigint, m: bigint): void {
    this.m += 1;
    if (m !== BigInt(this.m)) throw new Error("hidden rolls are not in their order");
    if (!this.key) {
      this.found.unopened += 1;
      return;
    }
    if (ball(hiddenRollKey(this.key, this.course.mix, this.m), 0, total) !== drawn)
      throw new Error(`answer ${n} is not what the hidden dice say`);
    this.found.rolls += 1;
    this.found.hidden += 1;
  }

  private end(sealed: string): void {
    this.checkSeal(sealed, this.course.k + 1);
    this.found.isOver = true;
  }

  private checkKeys(bases: number[]): void {
    if (this.found.isOver !== bases.length > 0)
      throw new Fault("Keys are told when the game is over, and not before.");
    if (!bases.length) return;
    if (String(bases) !== String(this.promises.map(({ base }) => base)))
      throw new Fault("The keys are not those of the server's chains.");
    for (const [place, key] of this.keys.entries())
      if (!isSame(hiddenPromise(key), toBytes(this.promises[place].hidden!)))
        throw new Fault("A key is not the one that was laid down.");
  }
}

/** A line, if a program wrote it: there is one way to write it. */
function parsed<T>(text: string, number: number): T {
  const value = JSON.parse(text) as T;
  const numbers = /"draw":\[[0-9,]+\]/;
  if (JSON.stringify(value).replace(numbers, "") !== text.replace(numbers, ""))
    throw new Fault(`Line ${number}: is not as a program writes it.`);
  return value;
}
