import { describe, expect, it } from "vitest";
import type { SightShown } from "../../src/net/api";
import { LineOfSight } from "../../src/table/lineOfSight.svelte";

const shown = (here: number, there: number): SightShown => ({
  type: "sight",
  id: "x",
  here,
  there,
  is_clear: true,
  crossed: [],
  sheet: { title: "", terms: [], total: "seen" },
});

/** A server that answers when it is let. */
function slow() {
  const open: (() => void)[] = [];
  const asked: [number, number][] = [];
  const tool = new LineOfSight((here, there) => {
    asked.push([here, there]);
    return new Promise((done) => open.push(() => done(shown(here, there))));
  });
  const answer = async () => {
    open.shift()!();
    await new Promise((done) => setTimeout(done));
  };
  return { tool, asked, answer };
}

describe("the line-of-sight tool", () => {
  it("follows the pointer until the far end is chosen, asking for the newest hex only", async () => {
    const { tool, asked, answer } = slow();
    tool.toggle();
    tool.point(5);
    expect(asked).toEqual([]);
    tool.pick(1);
    tool.point(2);
    tool.point(3);
    tool.point(4);
    await answer();
    expect(asked).toEqual([
      [1, 2],
      [1, 4],
    ]);
    await answer();
    expect(tool.shown?.there).toBe(4);
    tool.pick(6);
    await answer();
    expect([tool.shown?.here, tool.shown?.there]).toEqual([1, 6]);
    tool.point(7);
    expect(asked).toHaveLength(3);
    tool.pick(8);
    expect([tool.from, tool.to, tool.shown]).toEqual([8, -1, null]);
  });

  it("forgets an answer that comes after it was put away", async () => {
    const { tool, answer } = slow();
    tool.toggle();
    tool.pick(1);
    tool.pick(2);
    tool.toggle();
    await answer();
    expect(tool.shown).toBeNull();
    expect(tool.from).toBe(-1);
  });

  it("does not look from a hex at itself", () => {
    const { tool, asked } = slow();
    tool.toggle();
    tool.pick(1);
    tool.pick(1);
    tool.point(1);
    expect(asked).toEqual([]);
    expect(tool.to).toBe(-1);
  });
});
