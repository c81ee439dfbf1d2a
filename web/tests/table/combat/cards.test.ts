import { beforeEach, describe, expect, it } from "vitest";
import type { CardShown } from "../../../src/net/api";
import { Cards, type Wish } from "../../../src/table/combat/cards.svelte";
import { oneIn, share, shares, steps } from "../../../src/table/combat/inWords";

interface Asked extends Wish {
  answer: (card: Partial<CardShown>) => Promise<void>;
}

const settled = () => new Promise((done) => setTimeout(done));

describe("the card of the roll that is about to be chosen", () => {
  let asked: Asked[];
  let cards: Cards;

  beforeEach(() => {
    asked = [];
    cards = new Cards(
      (wish) =>
        new Promise((done) => {
          const answer = async (card: Partial<CardShown>) => {
            done({ type: "card", id: "k", number: 1, ...card } as CardShown);
            await settled();
          };
          asked.push({ ...wish, answer });
        }),
    );
  });

  it("is gone at once when anything has changed, and a late answer is not shown", async () => {
    cards.look("1", []);
    await asked[0].answer({ kind: "attack", chance: [0.82, 0.82] });
    expect(cards.shown?.chance).toEqual([0.82, 0.82]);
    cards.look("2", []);
    expect(cards.shown).toBeNull();
    expect(cards.isWorking).toBe(true);
    cards.look("3", ["agreed"]);
    await asked[1].answer({ kind: "attack", chance: [0.1, 0.1] });
    expect(cards.shown).toBeNull();
    await asked[2].answer({ kind: "attack", chance: [0.64, 0.64] });
    expect(cards.shown?.chance).toEqual([0.64, 0.64]);
    expect(asked[2].after).toEqual(["agreed"]);
  });

  it("is not asked for again while nothing changes", async () => {
    cards.look("1", []);
    await asked[0].answer({ kind: "roll" });
    cards.look("1", []);
    expect(asked).toHaveLength(1);
  });

  const option = (words: string) => ({
    do: words,
    verb: "attack-option",
    label: words,
    kind: "number" as const,
    noun: 0,
  });
  const cell = (row: string, low: number) => ({
    row,
    column: "c",
    chance: [low, low] as [number, number],
    mine: [1, 1] as [number, number],
    theirs: [2, 2] as [number, number],
  });
  const matrix = {
    rows: [option("a"), option("b")],
    columns: [option("c")],
    barred: {},
    says: {},
    high_is_good: true,
  };

  it("works out the chosen row of the matrix first, then the others", async () => {
    cards.look("1", []);
    await asked[0].answer({ kind: "attack", matrix });
    expect(cards.row).toBe("a");
    expect(asked[1].row).toBe("a");
    await asked[1].answer({ kind: "attack", matrix, cells: [cell("a", 0.5)], chance: [0.5, 0.5] });
    expect(asked[2].row).toBe("b");
    await asked[2].answer({ kind: "attack", matrix, cells: [cell("b", 0.7)] });
    expect(Object.keys(cards.rows)).toEqual(["a", "b"]);
    expect(cards.shown?.chance).toEqual([0.5, 0.5]);
    cards.choose("b");
    expect(cards.shown?.chance).toEqual([0.7, 0.7]);
  });

  it("takes what is planned along, and drops it with another target", async () => {
    const plans = [
      {
        step: "OffensiveSupport",
        title: "gun",
        note: "",
        choices: [["support g"], ["support g", "double g"]],
        names: ["Fire", "Double"],
        costs: ["", ""],
      },
    ];
    cards.look("1", []);
    await asked[0].answer({ kind: "attack", target: 5, plans });
    cards.plan("gun", 1);
    expect(asked[asked.length - 1].plan).toEqual(["support g", "double g"]);
    cards.look("2", []);
    await asked[asked.length - 1].answer({ kind: "attack", target: 9, plans });
    expect(cards.planned).toEqual({});
  });
});

describe("chances in words", () => {
  it("are never 0 or 100 unless that is certain", () => {
    expect([0, 0.001, 0.004, 0.02, 0.996, 0.9991, 1].map((one) => share(one, true))).toEqual([
      "0",
      "under 1",
      "under 1",
      "2",
      "over 99",
      "over 99",
      "100",
    ]);
    expect([0, 1].map((one) => share(one, false))).toEqual(["under 1", "over 99"]);
    expect(share(0.994, true)).toBe("99");
  });

  it("go from the least to the greatest where the other side has a choice", () => {
    expect(shares([0.74, 0.82], true)).toBe("74–82");
    expect(shares([0.74, 0.7401], true)).toBe("74");
    expect(steps([1.26, 1.31])).toBe("1.3");
    expect(oneIn(1 / 6)).toBe("1 in 6");
  });
});
