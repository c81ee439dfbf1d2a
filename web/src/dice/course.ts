/** Where the dice of a table stand, from its lines alone: a player's page and the verifier both keep one. */

import { afterLine, isSame, leads, LENGTH, mixed, shownReceipt, toBytes } from "./arithmetic";

export interface ChainLine {
  dice: "chain";
  place: number;
  base: number;
  salt?: string;
  anchor: string;
  hidden?: string;
}
export interface CallLine {
  dice: "call";
  k: number;
  for: "open" | "roll" | "part" | "void";
  by: number;
  need: number[];
  seal?: string;
  values: Record<string, string>;
  server?: string;
}
export type DiceLine =
  | ChainLine
  | CallLine
  | { dice: "gone"; place: number }
  | { dice: "end"; seal: string }
  | { dice: "key"; base: number; hidden: string };

export const SERVER = -1;

export interface Chain {
  base: number;
  at: number;
  value: Uint8Array;
}

/** What is wrong with a line. */
export class Wrong extends Error {}

export class Course {
  mix: Uint8Array;
  receipt: Uint8Array;
  lines = 0;
  k = 0;
  readonly known = new Map<number, Chain>();
  /** The mixes of the last calls, by their number: a roll is checked against the one it names. */
  readonly mixes = new Map<number, Uint8Array>();

  constructor(start: Uint8Array) {
    this.mix = this.receipt = start;
  }

  get shown(): string {
    return shownReceipt(this.lines, this.receipt);
  }

  /** One more line, word for word. Throws Wrong where it does not lead on. */
  take(text: string): DiceLine {
    const line = JSON.parse(text) as DiceLine;
    if (line.dice === "key") return line;
    const before = this.receipt;
    this.receipt = afterLine(this.receipt, text);
    this.lines += 1;
    if (line.dice === "chain") this.lay(line);
    if (line.dice === "call") this.call(line, before);
    return line;
  }

  private lay(line: ChainLine): void {
    if (line.base !== this.k)
      throw new Wrong(`a chain is laid down out of place at call ${this.k}`);
    this.known.set(line.place, { base: this.k, at: this.k, value: toBytes(line.anchor) });
  }

  private call(line: CallLine, receipt: Uint8Array): void {
    if (line.k !== this.k + 1) throw new Wrong(`call ${line.k} stands where ${this.k + 1} belongs`);
    const given = new Map<number, Uint8Array>();
    for (const [place, text] of Object.entries(line.values))
      given.set(Number(place), this.checked(Number(place), line.k, text));
    if ((line.for === "void") === Boolean(line.server))
      throw new Wrong(`call ${line.k}: the server's value is missing, or too many`);
    const server = line.server ? this.checked(SERVER, line.k, line.server) : null;
    for (const [place, value] of [...given, ...(server ? [[SERVER, server] as const] : [])])
      this.known.set(place, { ...this.known.get(place)!, at: line.k, value });
    this.k = line.k;
    if (!server) return;
    this.mix = mixed(this.mix, line.k, server, given, line.for === "open" ? receipt : undefined);
    this.mixes.set(line.k, this.mix);
    if (this.mixes.size > 64) this.mixes.delete([...this.mixes.keys()][0]);
  }

  /** A value, if it is of its chain. */
  private checked(place: number, k: number, text: string): Uint8Array {
    const chain = this.known.get(place);
    const value = toBytes(text);
    if (!chain || k - chain.base > LENGTH || !leads(value, k - chain.at, chain.value))
      throw new Wrong(`call ${k}: the value of place ${place} is not of its chain`);
    return value;
  }

  /** Is this value the one that is known of a place? */
  knows(place: number, text: string): boolean {
    const chain = this.known.get(place);
    return chain !== undefined && isSame(chain.value, toBytes(text));
  }
}
