import { expect, test } from "vitest";
import { findsWords } from "../../../src/ui/rules/search";

const found = (typed: string, text: string) => findsWords(typed)(text);

test("words are whole, but the last may only have begun", () => {
  expect(found("arm moves", "An army moves.")).toBe(false);
  expect(found("moves arm", "An army moves.")).toBe(true);
  expect(found("arm* moves", "An army moves.")).toBe(true);
  expect(found("rmy", "An army moves.")).toBe(false);
});

test("ids are split at their dots", () => {
  expect(found("zoc 12", "rgw.zoc.12")).toBe(true);
  expect(found("zoc.12", "rgw.zoc.12")).toBe(true);
  expect(found("zoc 2", "rgw.zoc.12")).toBe(false);
});

test("nothing typed finds everything, and no letter of a text is a pattern", () => {
  expect(found("", "Anything")).toBe(true);
  expect(found("(moves) [", "An army moves.")).toBe(true);
  expect(found("Größe", "die größe der Stapel")).toBe(true);
});
