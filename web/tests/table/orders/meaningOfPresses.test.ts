import { describe, expect, it } from "vitest";
import type { AskView, OfferView, Peeked, Piece } from "../../../src/net/api";
import { Hand } from "../../../src/table/orders/hand.svelte";
import { asSeen, closing, NAMELESS, written, type Choice } from "../../../src/table/ask/offers";
import {
  ending,
  isPutUpon,
  joining,
  meant,
  pickFor,
  putting,
} from "../../../src/table/orders/meaningOfPresses";

// Verbs that mean nothing: only their roles do.
const offer = (verb: string, role: string, kind: OfferView["kind"], nouns: number[] = []) => ({
  ...{ verb, role, kind, phrase: `${verb} {}` },
  ...(kind === "none" ? { phrase: verb } : { nouns }),
});
const view = (...offers: OfferView[]): AskView => ({
  ...{ number: 3, side: 1, procedure: "p", step: "S", title: "t", sentence: "s", rules: [] },
  offers,
});
const ask = (...offers: OfferView[]) => written(view(...offers), NAMELESS);
const piece = (unit: number, hex: number): Piece => ({
  ...{ unit, hex, side: 0, face: 0, badges: [], text: "", steps: 0, amount: 0 },
});
const does = (choices: readonly Choice[]) => choices.map((choice) => choice.do);

const now = view(offer("fip", "pick", "unit", [1, 2, 3]), offer("zub", "end", "none"));
const ahead = view(
  offer("gol", "go", "hex", [7, 8]),
  offer("jon", "join", "unit", [2]),
  offer("klo", "close", "none"),
);

describe("what is rarely done", () => {
  const rare = { ...offer("nib", "split", "unit", [1, 2]), manner: "rare" as const };
  const pressed = {
    ...{ hex: 5, piece: piece(1, 5), stack: [piece(1, 5)] },
    ...{ isFanned: false, isMouse: true, isChosen: false },
  };

  it("is not what a press means, unless nothing else is", () => {
    const both = ask(offer("fip", "pick", "unit", [1]), rare, offer("zub", "end", "none"));
    expect(does(meant(both, pressed))).toEqual(["fip #1"]);
    const alone = ask(rare, offer("zub", "end", "none"));
    expect(does(meant(alone, pressed))).toEqual(["nib #1"]);
  });

  it("is plain where the question is about nothing else", () => {
    expect(ask(rare).options.map(({ manner }) => manner)).toEqual([undefined, undefined]);
    expect(ask(rare, offer("zub", "end", "none")).options[0].manner).toBe("rare");
  });
});

describe("an Ask with something in hand", () => {
  const seen = asSeen(written(now, NAMELESS), written(ahead, NAMELESS), null);

  it("offers what goes on, what could be begun instead, and nothing that puts down or ends the step", () => {
    expect(does(seen.options.filter((one) => !one.isFresh))).toEqual([
      "gol #7",
      "gol #8",
      "jon #2",
    ]);
    expect(does(seen.options.filter((one) => one.isFresh))).toEqual(["fip #1", "fip #2", "fip #3"]);
  });

  it("a counter that is pressed is taken up, though work could be done in its hex", () => {
    const works = ask(offer("fip", "pick", "unit", [1]), offer("dig", "act", "hex", [5]));
    const stack = [piece(1, 5)];
    const pressed = { hex: 5, stack, isFanned: false, isMouse: true, isChosen: false };
    expect(does(meant(works, { ...pressed, piece: stack[0] }))).toEqual(["fip #1"]);
    expect(does(meant(works, { ...pressed, piece: null }))).toEqual(["dig #5"]);
    expect(does(meant(works, { ...pressed, piece: null, isMouse: false }))).toEqual([
      "fip #1",
      "dig #5",
    ]);
  });

  it("keeps what carries it out where nothing else goes on with it", () => {
    const only = view(offer("klo", "close", "none"), offer("dop", "drop", "none"));
    const left = asSeen(written(now, NAMELESS), written(only, NAMELESS), null);
    expect(does(left.options.filter((one) => !one.isFresh))).toEqual(["klo"]);
  });

  it("a lit hex is gone to whoever stands there; a counter that can join joins", () => {
    const stack = [piece(3, 7)];
    const pressed = {
      hex: 7,
      piece: stack[0],
      stack,
      isFanned: false,
      isMouse: true,
      isChosen: true,
    };
    expect(does(meant(seen, pressed))).toEqual(["gol #7"]);
    const mate = [piece(1, 5), piece(2, 5)];
    expect(
      does(
        meant(seen, {
          hex: 5,
          piece: mate[1],
          stack: mate,
          isFanned: true,
          isMouse: true,
          isChosen: true,
        }),
      ),
    ).toEqual(["jon #2"]);
    const other = [piece(3, 6)];
    expect(
      does(
        meant(seen, {
          hex: 6,
          piece: other[0],
          stack: other,
          isFanned: false,
          isMouse: true,
          isChosen: true,
        }),
      ),
    ).toEqual(["fip #3"]);
  });

  it("is ended by the verb that ends, whatever it is called", () => {
    expect(ending(seen)).toBeNull();
    expect(ending(written(now, NAMELESS))?.do).toBe("zub");
    expect(ending(null)).toBeNull();
    expect(closing(ahead)).toBe("klo");
  });

  it("far hexes are choices like near ones, and always an order", () => {
    const far = written({ ...ahead, reach: offer("gol", "go", "hex", [9]) }, NAMELESS);
    expect(far.options.find((one) => one.noun === 9)).toMatchObject({ do: "gol #9", isFar: true });
    expect(does(putting(far, 9))).toEqual(["gol #9"]);
  });
});

describe("a drag", () => {
  it("takes the counter under it, or of a folded stack the uppermost that can go", () => {
    const asked = ask(offer("fip", "pick", "unit", [1, 2]));
    const stack = [piece(1, 4), piece(2, 4), piece(9, 4)];
    expect(pickFor(asked, stack[0], stack, true)?.do).toBe("fip #1");
    expect(pickFor(asked, stack[2], stack, false)?.do).toBe("fip #2");
    expect(pickFor(asked, stack[2], stack, true)).toBeNull();
  });

  it("takes a counter that comes apart, where it cannot be picked", () => {
    const asked = ask(offer("par", "split", "unit", [1, 2]), offer("fip", "pick", "unit", [2]));
    const stack = [piece(1, 4), piece(2, 4)];
    expect(pickFor(asked, stack[0], stack, true)?.do).toBe("par #1");
    expect(pickFor(asked, stack[1], stack, true)?.do).toBe("fip #2");
  });

  it("leaves the stack spread where counters are put upon each other and go nowhere", () => {
    const mates = [offer("jon", "join", "unit", [2]), offer("klo", "close", "none")];
    expect(isPutUpon(ask(...mates))).toBe(true);
    expect(isPutUpon(ask(...mates, offer("gol", "go", "hex", [7])))).toBe(false);
    const whole = ask(offer("one", "merge", "unit", [5]), offer("klo", "close", "none"));
    expect(isPutUpon(whole)).toBe(true);
    expect(does(joining(whole))).toEqual(["one #5"]);
  });
});

describe("the hand", () => {
  const fip = (unit: number) => ask(offer("fip", "pick", "unit", [unit])).options[0];
  const jon = (unit: number) => ask(offer("jon", "join", "unit", [unit])).options[0];
  const peeked = (more: Partial<Peeked> = {}): Peeked => ({ type: "peeked", id: "", ...more });

  it("holds counters, sends nothing, and lets go", async () => {
    const asked: string[][] = [];
    const hand = new Hand((row) => {
      asked.push(row);
      return Promise.resolve(peeked({ ask: ahead }));
    });
    await hand.take(fip(1));
    await hand.take(jon(2));
    expect(hand.units).toEqual([1, 2]);
    expect(asked).toEqual([["fip #1"], ["fip #1", "jon #2"]]);
    hand.leave(1, (verb, unit) => (verb === "fip" ? fip(unit) : undefined));
    await hand.settled();
    expect(hand.words).toEqual(["fip #2"]);
    hand.letGo();
    expect([hand.words, hand.ahead]).toEqual([[], null]);
  });

  it("gathers those who can go together and leaves out who cannot", async () => {
    const hand = new Hand((row) =>
      Promise.resolve(
        row.includes("jon #2")
          ? peeked({ given: ["klo", "fip #1"], refused: { rule: "r", why: "w" } })
          : peeked({ given: row, ask: ahead }),
      ),
    );
    await hand.gather(fip(1), () => [jon(2), jon(3)]);
    expect(hand.words).toEqual(["fip #1", "jon #3"]);
  });

  it("is as before where a counter is refused", async () => {
    const hand = new Hand((row) =>
      Promise.resolve(
        row.length > 1 ? peeked({ refused: { rule: "r", why: "w" } }) : peeked({ ask: ahead }),
      ),
    );
    await hand.take(fip(1));
    expect((await hand.take(jon(2)))?.refused?.rule).toBe("r");
    expect(hand.words).toEqual(["fip #1"]);
  });
});
