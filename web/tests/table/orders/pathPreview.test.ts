import { describe, expect, it } from "vitest";
import type { PathShown } from "../../../src/net/api";
import type { Choice } from "../../../src/table/ask/offers";
import { PathPreview } from "../../../src/table/orders/pathPreview.svelte";

const option = (hex: number): Choice => ({
  do: `to ${hex}`,
  verb: "to",
  label: `To ${hex}`,
  phrase: "To {}",
  name: `${hex}`,
  kind: "hex",
  noun: hex,
  role: "go",
  tone: "plain",
});

/** A server that knows ways to even hexes only, and has forgotten the Ask when a negative one is wanted. */
function tool() {
  const asked: string[] = [];
  const path = new PathPreview((choice) => {
    asked.push(choice);
    const hex = Number(choice.split(" ")[1]);
    if (hex < 0) return Promise.reject(new Error("gone"));
    const sheet = { title: "Move", terms: [], total: "2 MP" };
    const told: PathShown = { type: "path", id: "x" };
    return Promise.resolve(hex % 2 ? told : { ...told, hexes: [0, hex], sheet });
  });
  return { path, asked };
}

describe("a finger on a lit hex", () => {
  it("sees the way at the first tap and goes at the second", async () => {
    const { path, asked } = tool();
    expect(await path.tap(option(2))).toBe(false);
    expect(path.shown).toMatchObject({ option: option(2), hexes: [0, 2] });
    expect(await path.tap(option(2))).toBe(true);
    expect(asked).toEqual(["to 2"]);
  });

  it("goes at once where there is nothing to read", async () => {
    const { path } = tool();
    expect(await path.tap(option(3))).toBe(true);
    expect(path.shown).toBeNull();
  });

  it("begins anew with another hex, and with the same after it was put away", async () => {
    const { path, asked } = tool();
    await path.tap(option(2));
    expect(await path.tap(option(4))).toBe(false);
    expect(path.shown!.option).toEqual(option(4));
    path.putAway();
    expect(path.shown).toBeNull();
    expect(await path.tap(option(4))).toBe(false);
    expect(asked).toEqual(["to 2", "to 4"]);
  });

  it("does nothing when it has gone elsewhere before the server answers", async () => {
    const { path } = tool();
    const slow = path.tap(option(3));
    path.putAway();
    expect(await slow).toBe(false);
    const late = path.tap(option(2));
    path.forget();
    expect(await late).toBe(false);
    expect(path.shown).toBeNull();
  });

  it("does nothing when the way cannot be told, and asks again at another try", async () => {
    const { path, asked } = tool();
    expect(await path.tap(option(-2))).toBe(false);
    path.putAway();
    expect(await path.tap(option(-2))).toBe(false);
    expect(asked).toHaveLength(2);
  });
});
