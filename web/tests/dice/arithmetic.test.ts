import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as a from "../../src/dice/arithmetic";
import { Course } from "../../src/dice/course";

interface Vectors {
  record: string[];
  mixes: Record<string, string>;
  hidden: string;
  receipt: string;
  shown: string;
  balls: { total: string; balls: string[] }[];
}
const vectors = JSON.parse(
  readFileSync(new URL("../../../tests/fixtures/dice_vectors.json", import.meta.url), "utf8"),
) as Vectors;
const lines = vectors.record.filter((line) => line.startsWith('{"dice"'));

function read(): { course: Course; mixes: Record<string, string> } {
  const course = new Course(a.startOf(vectors.record[0]));
  const mixes: Record<string, string> = { 0: a.toHex(course.mix) };
  for (const line of lines.slice(0, -1)) {
    course.take(line);
    mixes[course.k] = a.toHex(course.mix);
  }
  return { course, mixes };
}

describe("the vectors that every implementation must give", () => {
  it("gives the mixes and the receipt", () => {
    const { course, mixes } = read();
    expect(mixes).toEqual(vectors.mixes);
    expect(a.toHex(course.receipt)).toBe(vectors.receipt);
    expect(course.shown).toBe(vectors.shown);
  });

  it("gives the balls, also of a total that half the draws miss", () => {
    const { course } = read();
    for (const { total, balls } of vectors.balls)
      expect(balls.map((_, i) => String(a.ball(course.mix, i, BigInt(total))))).toEqual(balls);
  });

  it("gives the chains", () => {
    for (const [place, byte] of [0x11, 0x22].entries()) {
      const chain = new a.HashChain(new Uint8Array(32).fill(byte), new Uint8Array(16).fill(place));
      const laid = JSON.parse(lines[place + 1]) as { anchor: string };
      expect(a.toText(chain.anchor)).toBe(laid.anchor);
      expect(a.toText(chain.value(1))).toBe(
        (JSON.parse(lines[3]) as { values: Record<string, string> }).values[place],
      );
    }
  });

  it("gives the seals and the hidden roll", () => {
    const { course } = read();
    const hidden = a.fromHex(vectors.hidden);
    expect(a.ball(a.hiddenRollKey(hidden, course.mix, 1), 0, 6n)).toBe(5n);
    let head = a.NO_ANSWERS;
    const found: [string, string][] = [];
    for (const text of vectors.record.slice(1)) {
      const line = JSON.parse(text) as Record<string, string>;
      if (line.do) head = a.afterAnswer(head, line.by, line.do);
      else if (line.for === "roll" || line.dice === "end")
        found.push([a.seal(hidden, Number(line.k ?? 3), head), line.seal]);
    }
    expect(found).toHaveLength(2);
    for (const [ours, theirs] of found) expect(ours).toBe(theirs);
  });
});

describe("lines that do not lead on", () => {
  it("finds a value that is not of its chain, and a call out of place", () => {
    const course = new Course(a.startOf(vectors.record[0]));
    for (const line of lines.slice(0, 3)) course.take(line);
    expect(() => course.take(lines[3].replace('"server":"f', '"server":"g'))).toThrow("chain");
    const other = new Course(a.startOf(vectors.record[0]));
    for (const line of lines.slice(0, 3)) other.take(line);
    expect(() => other.take(lines[4])).toThrow("belongs");
  });

  it("refuses a second way to write the same bytes", () => {
    for (const text of ["", "AB=", "A".repeat(42) + "B", "!".repeat(43)])
      expect(() => a.toBytes(text)).toThrow();
  });
});
