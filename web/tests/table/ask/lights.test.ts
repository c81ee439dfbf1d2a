import { expect, it } from "vitest";
import type { AskView, OfferView } from "../../../src/net/api";
import { brief, lightsOf } from "../../../src/table/ask/lights";
import { NAMELESS, written } from "../../../src/table/ask/offers";

it("a note in a hex is as many whole words as find room", () => {
  expect(brief("at best 6:1 with 6 units")).toBe("at best 6:1");
  expect(brief("at best 2-1, die +1")).toBe("at best 2-1");
  expect(brief("too long, 1 to 5")).toBe("too long");
  expect(brief("odds 2:1")).toBe("odds 2:1");
  expect(brief("incomprehensible")).toBe("incomprehensible");
  expect(brief("")).toBe("");
});

it("work that could be done in a hex is lit faintly while counters are to be taken up", () => {
  const offer = (
    verb: string,
    role: string,
    kind: OfferView["kind"],
    nouns: number[],
  ): OfferView => ({
    ...{ verb, role, kind, nouns, phrase: `${verb} {}` },
  });
  const view = (...offers: OfferView[]): AskView => ({
    ...{ number: 3, side: 1, procedure: "p", step: "S", title: "t", sentence: "s", rules: [] },
    offers,
  });
  const dig = offer("dig", "act", "hex", [5, 6]);
  const aim = offer("aim", "aim", "hex", [6]);
  const tones = (...offers: OfferView[]) =>
    [...lightsOf(written(view(...offers), NAMELESS), null).hexes].map(([hex, { tone }]) => [
      hex,
      tone,
    ]);
  expect(tones(dig)).toEqual([
    [5, "choice"],
    [6, "choice"],
  ]);
  expect(tones(aim, dig, offer("fip", "pick", "unit", [1]))).toEqual([
    [6, "choice"],
    [5, "aside"],
  ]);
});
