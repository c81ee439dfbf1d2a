/** The arithmetic of fair dice, as docs/record-format.md writes it down. The server's twin is play/dice/arithmetic.py. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export { bytesToHex as toHex, hexToBytes as fromHex, utf8ToBytes as textBytes };

/** Calls that a chain is good for. */
export const LENGTH = 4096;
/** Every so many values of a chain are kept; those between are worked out again. */
const KEPT = 64;

export const sha = (...parts: Uint8Array[]): Uint8Array => sha256(concatBytes(...parts));
export const mac = (key: Uint8Array, ...parts: Uint8Array[]): Uint8Array =>
  hmac(sha256, key, concatBytes(...parts));
/** What a hash is for goes before it. */
export const tag = (words: string): Uint8Array => utf8ToBytes(`grognard-dice-1 ${words}\n`);

export function u32(number: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

export function toText(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The bytes of such a text; throws unless it is the one way to write so many. */
export function toBytes(text: string, length = 32): Uint8Array {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) =>
    one.charCodeAt(0),
  );
  if (bytes.length !== length || toText(bytes) !== text)
    throw new Error("this is not how these bytes are written");
  return bytes;
}

export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, place) => byte === other[place]);

/** A player's chain; `anchor` says nothing of the values after it. */
export class HashChain {
  private readonly kept: Uint8Array[];

  constructor(key: Uint8Array, salt: Uint8Array) {
    let value = mac(key, tag("chain"), salt);
    this.kept = [value];
    for (let step = 1; step <= LENGTH; step++) {
      value = sha256(value);
      if (step % KEPT === 0) this.kept.push(value);
    }
  }

  get anchor(): Uint8Array {
    return this.kept[this.kept.length - 1];
  }

  value(place: number): Uint8Array {
    if (place < 0 || place > LENGTH) throw new Error("this chain is used up");
    const down = LENGTH - place;
    let value = this.kept[Math.floor(down / KEPT)];
    for (let step = 0; step < down % KEPT; step++) value = sha256(value);
    return value;
  }
}

/** Does a value, hashed so many times, give the one that is known? */
export function leads(value: Uint8Array, steps: number, known: Uint8Array): boolean {
  if (steps <= 0 || steps > LENGTH) return false;
  let found = value;
  for (let step = 0; step < steps; step++) found = sha256(found);
  return isSame(found, known);
}

export const startOf = (firstLine: string): Uint8Array => sha(tag("start"), utf8ToBytes(firstLine));

/** The mix after call k; `opened` is the receipt before the line of an opening. */
export function mixed(
  mix: Uint8Array,
  k: number,
  server: Uint8Array,
  values: ReadonlyMap<number, Uint8Array>,
  opened: Uint8Array = new Uint8Array(),
): Uint8Array {
  const given = [...values.entries()]
    .sort(([one], [other]) => one - other)
    .flatMap(([place, value]) => [u32(place), value]);
  return sha(tag("mix"), mix, u32(k), server, ...given, opened);
}

/** The ball drawn for the i-th roll: from 0 up to below the total. Totals may be greater than a number can be. */
export function ball(key: Uint8Array, i: number, total: bigint): bigint {
  const bound = (1n << 64n) - ((1n << 64n) % total);
  for (let t = 0; ; t++) {
    const drawn = mac(key, tag("draw"), u32(i), u32(t));
    const x = new DataView(drawn.buffer, drawn.byteOffset).getBigUint64(0);
    if (x < bound) return x % total;
  }
}

export const hiddenRollKey = (hidden: Uint8Array, mix: Uint8Array, m: number): Uint8Array =>
  mac(hidden, tag("hidden roll"), mix, u32(m));
export const hiddenPromise = (hidden: Uint8Array): Uint8Array => sha(tag("hidden"), hidden);

export const NO_ANSWERS = sha(tag("answers"));
export const afterAnswer = (head: Uint8Array, by: string, words: string): Uint8Array =>
  sha(head, utf8ToBytes(`${by} ${words}`));
export const seal = (hidden: Uint8Array, k: number, head: Uint8Array): string =>
  toText(mac(hidden, tag("seal"), u32(k), head).slice(0, 16));

export const afterLine = (receipt: Uint8Array, line: string): Uint8Array =>
  sha(receipt, utf8ToBytes(line));
export const shownReceipt = (lines: number, receipt: Uint8Array): string =>
  `${lines}:${bytesToHex(receipt).slice(0, 16)}`;
