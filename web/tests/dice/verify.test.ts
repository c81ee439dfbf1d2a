import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { verifyRecord } from "../../src/dice/verify";

const { record, shown } = JSON.parse(
  readFileSync(new URL("../../../tests/fixtures/dice_vectors.json", import.meta.url), "utf8"),
) as { record: string[]; shown: string };
const text = record.map((line) => `${line}\n`).join("");
const body = record
  .slice(0, -1)
  .map((line) => `${line}\n`)
  .join("");
const summed = (body: string) =>
  `${body}{"dice":"sum","sha256":"${createHash("sha256").update(body).digest("hex")}"}\n`;
const flipped = (text: string, at: number) =>
  text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);

describe("the record of the vectors", () => {
  it("holds, with its receipt", () => {
    const found = verifyRecord(text, shown);
    expect(found).toMatchObject({ fault: "", rolls: 2, hidden: 1, isOver: true, receipt: shown });
    expect(found.places).toEqual([
      { who: "red", away: 0, late: 0, gaveUp: 0 },
      { who: "blue", away: 1, late: 0, gaveUp: 0 },
    ]);
  });

  it("does not hold with the receipt of another", () => {
    expect(verifyRecord(text, "6:0123456789abcdef").fault).toContain("another story");
  });

  it("shows every changed byte, also with the sum made right", () => {
    for (let at = 0; at < text.length; at += 5)
      expect(verifyRecord(flipped(text, at)).fault).not.toBe("");
    // The first line only goes into the first mix, so that the few rolls here may fall as before: the receipt tells.
    for (let at = 0; at < record[0].length; at += 3)
      expect(verifyRecord(summed(flipped(body, at)), shown).fault, `byte ${at}`).not.toBe("");
    for (let at = record[0].length; at < body.length; at += 3)
      expect(verifyRecord(summed(flipped(body, at))).fault, `byte ${at}`).not.toBe("");
  });

  it("shows a line that is left out", () => {
    for (let left = 1; left < record.length - 1; left++) {
      const rest = record.slice(0, -1).filter((_, place) => place !== left);
      expect(verifyRecord(summed(rest.map((line) => `${line}\n`).join(""))).fault).not.toBe("");
    }
  });

  it("says of a record of before that it proves nothing", () => {
    const old = summed('{"format":"grognard-record","version":2}\n');
    expect(verifyRecord(old).fault).toContain("proves no dice");
  });
});
