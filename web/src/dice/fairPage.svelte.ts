/**
 * A player's page at a table with fair dice: it holds the key of its chain, checks that every line leads on from what it
 * knows, and gives a value only where that holds. Else it gives nothing and says why.
 */

import type { Dice, DiceCall, DiceLines, DiceTable, ServerMessage } from "../net/api";
import {
  ball,
  fromHex,
  HashChain,
  isSame,
  leads,
  LENGTH,
  toBytes,
  toHex,
  toText,
} from "./arithmetic";
import { Course, type CallLine } from "./course";
import { keep, keptFor, NONE, type Kept } from "./keptKey";

interface Ways {
  /** Sends a message; done when the server has taken it. */
  ask: (message: Value | Lay) => Promise<unknown>;
  /** Says hello once more: what waits for this page is asked for again. */
  again: () => void;
}
interface Value {
  type: "dice_value";
  k: number;
  value: string;
}
interface Lay {
  type: "dice_chain";
  salt: string;
  anchor: string;
}

/** Who gave a fresh value for a call. */
export interface Mark {
  who: string;
  isFresh: boolean;
}

export class FairPage {
  /** What the server says of the table; null where its dice are not fair. */
  table = $state.raw<DiceTable | null>(null);
  /** Why this page gives nothing any more. */
  alarm = $state("");
  /** The seat's chain was laid down with a key that is not in this browser. */
  needsKey = $state(false);
  rolls = $state(0);
  whileAway = $state(0);
  receipt = $state("");
  /** By place: how often late, how often void. */
  late = $state.raw<Readonly<Record<number, number>>>({});
  void = $state.raw<Readonly<Record<number, number>>>({});

  private course: Course | null = null;
  private kept = $state.raw<Kept>(NONE);
  private chain: HashChain | null = null;
  private salt = "";
  private texts: string[] = [];
  private readonly calls = new Map<number, CallLine>();
  /** The last call for which the server said that it has this page's value. */
  private acknowledged = 0;
  /** How many lines there were when the server heard that this page is here. */
  private hereSince = Infinity;
  private isLate = false;
  private isLaying = false;

  constructor(
    private readonly name: string,
    private readonly ways: Ways,
    keyInAddress = "",
  ) {
    this.kept = keptFor(name);
    if (keyInAddress) this.kept = keep(name, { ...this.kept, key: keyInAddress });
  }

  /** What hello says of this page. */
  hello(): { dice: { seen: number; last: string; ready: boolean } } {
    this.hereSince = Infinity;
    // What the server took before the line broke it may have forgotten.
    this.acknowledged = 0;
    const seen = this.texts.length;
    // A page that was opened anew reads the lines from the first on, and holds them against what it kept.
    const last = seen ? this.texts[seen - 1] : this.kept.last;
    return { dice: { seen, last, ready: this.kept.key !== "" } };
  }

  /** Whom an opening waits for, by name. */
  get missing(): string[] {
    return (this.table?.missing ?? []).map((place) => this.nameOf(place));
  }

  get isPerson(): boolean {
    return this.table !== null && String(this.table.place) in this.table.seats;
  }

  nameOf(place: number): string {
    const sides = this.table?.seats[String(place)];
    return sides
      ? sides.map((side) => side[0].toUpperCase() + side.slice(1)).join(" and ")
      : "Witness";
  }

  /** Who had a fresh value in a roll. */
  marks(roll: Dice): Mark[] {
    const call = roll.fair ? this.calls.get(roll.fair[0]) : undefined;
    if (!call || !this.table) return [];
    return Object.keys(this.table.seats).map((place) => ({
      who: this.nameOf(Number(place)),
      isFresh: place in call.values,
    }));
  }

  /** The key, for a link to one's other device. */
  get key(): string {
    return this.kept.key;
  }

  /** Takes what is about dice; false for every other message. */
  hear(message: ServerMessage): boolean {
    if (message.type === "dice_table") this.tableIs(message);
    else if (message.type === "dice_lines") this.read(message);
    else if (message.type === "dice_call") void this.called(message);
    else return false;
    return true;
  }

  // -- chains -----------------------------------------------------------------------------------

  private tableIs(table: DiceTable): void {
    this.table = table;
    this.course ??= new Course(fromHex(table.start));
    if (!this.isPerson) return;
    if (!table.mine) {
      if (this.salt === "") void this.lay();
      return;
    }
    this.takeChain(table.mine.salt, table.mine.anchor);
  }

  /** Is the seat's chain one of this page's key? */
  private takeChain(salt: string, anchor: string): void {
    if (this.chain && this.salt === salt) return;
    // Another page of this browser may have made the key.
    const keys = [this.kept.key, keptFor(this.name).key].filter((key) => key !== "");
    const mine = keys
      .map((key) => ({ key, chain: new HashChain(toBytes(key), toBytes(salt, 16)) }))
      .find(({ chain }) => isSame(chain.anchor, toBytes(anchor)));
    const chain = mine?.chain ?? null;
    const isMine = mine !== undefined;
    if (mine) this.kept = { ...this.kept, key: mine.key };
    this.chain = isMine ? chain : null;
    this.salt = isMine ? salt : "";
    this.needsKey = !isMine;
  }

  /** Lays a new chain down: at the first visit, and where the key of the old one is lost. */
  async lay(): Promise<void> {
    const key = this.kept.key || toText(crypto.getRandomValues(new Uint8Array(32)));
    // On disk here before anybody else hears of it.
    this.kept = keep(this.name, { ...this.kept, key });
    const salt = crypto.getRandomValues(new Uint8Array(16));
    this.chain = new HashChain(toBytes(key), salt);
    this.salt = toText(salt);
    this.needsKey = false;
    const message = {
      type: "dice_chain" as const,
      salt: this.salt,
      anchor: toText(this.chain.anchor),
    };
    this.isLaying = true;
    await this.ways.ask(message).catch((why: Error) => (this.alarm ||= why.message));
    this.isLaying = false;
  }

  /** The player brings the key of another device. */
  bring(key: string): boolean {
    const mine = this.table?.mine;
    try {
      toBytes(key);
    } catch {
      return false;
    }
    const before = this.kept;
    this.kept = { ...this.kept, key };
    if (mine) this.takeChain(mine.salt, mine.anchor);
    if (this.needsKey) this.kept = before;
    else {
      keep(this.name, this.kept);
      this.ways.again();
    }
    return !this.needsKey;
  }

  /** The player has seen that the table went back, and plays on from here with a new key. */
  async beginAnew(): Promise<void> {
    this.alarm = "";
    this.kept = keep(this.name, { ...this.kept, given: [0, ""], lines: 0, receipt: "", last: "" });
    this.forget();
    // All lines are read once more, from the first on.
    this.ways.again();
    await this.lay();
  }

  // -- lines ------------------------------------------------------------------------------------

  private read({ from, lines }: DiceLines): void {
    if (!this.table || !this.course) return;
    if (from < this.texts.length || from === 0) this.startOver(from);
    const known = this.kept;
    try {
      for (const [place, text] of lines.entries()) {
        this.takeLine(text, from + place);
        if (this.course.lines === known.lines && toHex(this.course.receipt) !== known.receipt)
          throw new Error(
            "the lines do not lead on from those this browser knows: another story is told",
          );
      }
      if (from === 0 && this.course.lines < known.lines)
        throw new Error("this table went back: this browser knows more of its dice than it does");
    } catch (why) {
      this.alarm ||= `The dice of this table are not in order: ${(why as Error).message}.`;
      return;
    }
    if (this.hereSince === Infinity) this.hereSince = this.texts.length;
    this.receipt = this.course.shown;
    this.keepCourse();
  }

  private startOver(from: number): void {
    if (from > 0 && this.course && this.texts.length > 0) {
      const texts = this.texts.slice(0, from);
      this.forget();
      for (const [place, text] of texts.entries()) this.takeLine(text, place);
    } else this.forget();
  }

  private forget(): void {
    this.course = new Course(fromHex(this.table!.start));
    this.texts = [];
    this.calls.clear();
    [this.rolls, this.whileAway, this.late, this.void] = [0, 0, {}, {}];
  }

  private takeLine(text: string, place: number): void {
    const line = this.course!.take(text);
    this.texts[place] = text;
    if (line.dice === "chain" && line.place === this.table!.place)
      this.takeChain(line.salt!, line.anchor);
    if (line.dice === "call") this.count(line, place);
  }

  private count(line: CallLine, place: number): void {
    this.calls.set(line.k, line);
    const own = this.table!.place;
    const missing = line.need.filter((one) => !(String(one) in line.values));
    if (line.for === "void") this.void = oneMore(this.void, line.by);
    else for (const one of missing) this.late = oneMore(this.late, one);
    if (line.for !== "roll") return;
    this.rolls += 1;
    if (!this.isPerson) return;
    const isIn = String(own) in line.values;
    if (!isIn) this.whileAway += 1;
    if (this.acknowledged === line.k && !isIn)
      throw new Error(`call ${line.k} was closed without a value that was taken from this page`);
    // The call that was under way when this page came had been made without it.
    const wasHere = place > this.hereSince && !this.isLate && this.chain !== null;
    if (wasHere && line.by >= 0 && !line.need.includes(own))
      throw new Error(`this page was here, and was not asked for call ${line.k}`);
    this.isLate = missing.includes(own);
  }

  // -- giving -----------------------------------------------------------------------------------

  private async called(call: DiceCall): Promise<void> {
    const reason = this.whyNot(call);
    if (reason) {
      if (reason !== SILENT) this.alarm ||= `This page gave no value for the dice: ${reason}.`;
      return;
    }
    const laid = this.course!.known.get(this.table!.place)!;
    // Before it is sent: whoever asks for it once more on another receipt gets nothing.
    this.kept = keep(this.name, { ...this.kept, given: [call.k, call.receipt] });
    const value = toText(this.chain!.value(call.k - laid.base));
    try {
      await this.ways.ask({ type: "dice_value", k: call.k, value });
      this.acknowledged = call.k;
      this.isLate = false;
    } catch {
      // Late, or the table was read again: it will ask anew if it still wants one.
    }
  }

  /** Why this page gives nothing for a call; nothing where it gives. */
  private whyNot(call: DiceCall): string {
    const course = this.course;
    if (!course || !this.chain || this.alarm) return SILENT;
    if (call.k <= course.k) return SILENT;
    if (call.receipt !== toHex(course.receipt))
      return "its lines do not lead on from those this page knows";
    if (call.k !== course.k + 1)
      return `call ${call.k} was asked for where ${course.k + 1} is next`;
    const [last, receipt] = this.kept.given;
    if (last > call.k || (last === call.k && receipt !== call.receipt))
      return "this table went back, or there are two of it";
    for (const [place, text] of Object.entries(call.values)) {
      const chain = course.known.get(Number(place));
      if (!chain || !leads(toBytes(text), call.k - chain.at, chain.value))
        return `the value of ${this.nameOf(Number(place))} is not of the chain that was laid down`;
    }
    return "";
  }

  /** Rolls as they are shown: each must be what its call says. */
  check(rolls: readonly Dice[]): void {
    for (const roll of rolls) {
      const mix = roll.fair && this.course?.mixes.get(roll.fair[0]);
      if (!roll.fair || !mix) continue;
      const [k, i, drawn, total, low] = roll.fair;
      const width = Math.round(roll.share * total);
      const isTrue = Number(ball(mix, i, BigInt(total))) === drawn;
      if (!isTrue || drawn < low || drawn >= low + width)
        this.alarm ||= `The roll “${roll.title}” is not what call ${k} says.`;
    }
  }

  private keepCourse(): void {
    const course = this.course!;
    const last = this.texts.filter((text) => text.includes('"server":"')).pop() ?? "";
    const lines = { lines: course.lines, receipt: toHex(course.receipt), last };
    this.kept = keep(this.name, { ...this.kept, ...lines });
    // A chain that has given all its values makes way for a new one.
    const own = course.known.get(this.table!.place);
    if (this.chain && own && !this.isLaying && course.k - own.base >= LENGTH) void this.lay();
  }
}

const SILENT = "-";

function oneMore(counts: Readonly<Record<number, number>>, place: number): Record<number, number> {
  return { ...counts, [place]: (counts[place] ?? 0) + 1 };
}
