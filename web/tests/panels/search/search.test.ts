import { describe, expect, it } from "vitest";
import type { BoardOut } from "../../../src/net/api";
import { fit, placesToFind, search, type Entry } from "../../../src/panels/search/search";

const unit = (title: string, detail = ""): Entry => ({ kind: "unit", title, detail, hex: 1 });
const rule = (title: string, detail: string): Entry => ({ kind: "rule", title, detail });

describe("the search box", () => {
  it("wants every word, and puts a name that begins so before one that holds it, before the rest", () => {
    const entries = [
      unit("III/17 Gds RD"),
      unit("65 TB", "17 miles away"),
      unit("17 Gds RD"),
      unit("93 RD"),
    ];
    expect(search(entries, "17").map(({ title }) => title)).toEqual([
      "17 Gds RD",
      "III/17 Gds RD",
      "65 TB",
    ]);
    expect(search(entries, " GDS  17 ").map(({ title }) => title)).toEqual([
      "17 Gds RD",
      "III/17 Gds RD",
    ]);
    expect(search(entries, "")).toEqual([]);
    expect(fit(unit("93 RD"), ["nowhere"])).toBe(Infinity);
  });

  it("shows each kind together, the one with the best find first, and a few of each", () => {
    const many = Array.from({ length: 40 }, (_, n) =>
      rule(`rgw.zoc.${n}`, "Berezovo is a village"),
    );
    const found = search([...many, unit("Berezovo guard")], "berezovo");
    expect(found.map(({ kind }) => kind)).toEqual(["unit", ...Array<string>(6).fill("rule")]);
    expect(search(many, "village")).toHaveLength(24);
  });

  it("finds hexes by name and number and boxes, and no hex that is not there", () => {
    const board = {
      names: ["0101", "0102", "0103", "Sea"],
      places: [{ hex: 1, name: "Klin", note: "" }],
      boxes: [{ place: 3, name: "Sea box", note: "" }],
      missing: [2],
      terrain: [0, 0, 0],
      terrain_words: ["clear"],
    } as unknown as BoardOut;
    const entries = placesToFind(board);
    expect(search(entries, "0102").map(({ hex }) => hex)).toEqual([1]);
    expect(search(entries, "01").map(({ title }) => title)).toEqual(["0101", "Klin"]);
    expect(search(entries, "sea")[0].hex).toBe(3);
  });
});
