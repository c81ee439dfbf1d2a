import { expect, test } from "vitest";
import type { WorkshopOut } from "../../../src/net/api";
import { cellsOf, readCounters } from "../../../src/pages/make/csv";
import { newDraft, Work } from "../../../src/pages/make/draft";
import { around, filled, hexAt, centre, pairOf } from "../../../src/pages/make/grid";
import { kitOf, openKit } from "../../../src/pages/make/kit";
import { chainsOf, mapText, scenarioText, slugOf } from "../../../src/pages/make/texts";
import { lay, type Tool } from "../../../src/pages/make/tools";
import { unzip, zip } from "../../../src/pages/make/zip";

const kind = (name: string) => ({ kind: name, words: name, colour: "#777" });
const SHOP: WorkshopOut = {
  game: "tiny",
  title: "Tiny",
  sides: ["red", "blue"],
  shades: ["#f00", "#00f"],
  holders: ["red", "blue"],
  terrain: ["clear", "woods", "town"].map(kind),
  hexsides: ["creek", "river"].map(kind),
  routes: ["road", "rail"].map(kind),
  places: ["town"],
  areas: [],
  objective: "points",
  rest: "",
  victory: "",
  kinds: { tank: ["attack", "defence"] },
  counters: [],
  formations: [],
};

const bench = () => new Work(newDraft("tiny", "", ""));
const tool = (more: Partial<Tool>): Tool => ({
  name: "terrain",
  kind: "woods",
  size: 1,
  erases: false,
  ...more,
});

test("strokes are taken back and done again, each as a whole", () => {
  const work = bench();
  const at = centre(work.grid, "5.5");
  lay(work, tool({ size: 7 }), "5.5", at, null);
  work.end();
  lay(work, tool({ kind: "town" }), "5.5", at, null);
  work.end();
  expect(Object.keys(work.draft.tables.terrain)).toHaveLength(7);
  work.undo();
  expect(work.get("terrain", "5.5")).toBe("woods");
  work.undo();
  expect(work.draft.tables.terrain).toEqual({});
  expect(work.canUndo).toBe(false);
  work.redo();
  work.redo();
  expect(work.get("terrain", "5.5")).toBe("town");
  work.end();
  expect(work.canRedo).toBe(false);
});

test("a stroke that changes nothing is none", () => {
  const work = bench();
  work.change("facts", "turns", 3);
  expect(work.canUndo).toBe(false);
});

test("the grid knows its neighbours, and what is under a point", () => {
  const { grid } = bench();
  expect(around(grid, "1.1", 1).sort()).toEqual(["1.1", "1.2", "2.1"]);
  expect(around(grid, "5.5", 2)).toHaveLength(19);
  expect(filled(grid, "1.1", () => true)).toHaveLength(12 * 9);
  expect(hexAt(grid, centre(grid, "4.6"))).toBe("4.6");
  expect(hexAt(grid, { x: -3, y: 0 })).toBeNull();
});

test("hexsides and routes stand in the map's text, roads as long chains", () => {
  const work = bench();
  lay(
    work,
    tool({ name: "hexside", kind: "river" }),
    "3.3",
    { ...centre(work.grid, "3.3"), y: 3 },
    null,
  );
  for (const [from, to] of [
    ["1.1", "1.2"],
    ["1.2", "1.3"],
    ["1.2", "2.1"],
  ])
    lay(work, tool({ name: "route", kind: "road" }), to, centre(work.grid, to), from);
  lay(work, tool({ name: "route", kind: "road" }), "9.9", centre(work.grid, "9.9"), "1.1");
  work.end();
  expect(Object.keys(work.draft.tables.routes)).toHaveLength(3);
  expect(chainsOf(work, "road").flat()).toHaveLength(3 + 2);
  const text = mapText(work.draft, SHOP);
  expect(text).toContain('sides = ["0303/0304"]');
  expect(text).toContain('numbering = { first = "0101", rows = "down", leads = "column" }');
  expect(work.draft.tables.hexsides).toEqual({ [pairOf("3.4", "3.3")]: "river" });
});

test("a smaller map leaves out what lies beyond it, and a title makes an id", () => {
  const work = bench();
  work.change("objectives", "12.9", 5);
  work.change("facts", "title", "Łovetsk, Октябрь 1941");
  expect(scenarioText(work.draft)).toContain('hexes = { "1209" = 5 }');
  work.change("facts", "rows", 5);
  expect(scenarioText(work.draft)).not.toContain("hexes =");
  expect(slugOf("Łovetsk, Октябрь 1941")).toBe("ovetsk-1941");
});

test("a sheet is read with tabs, semicolons or commas, quotes and two faces", () => {
  expect(cellsOf('a\tb\n"x\ty"\t2\r\n\n')).toEqual([
    ["a", "b"],
    ["x\ty", "2"],
  ]);
  const sheet =
    'Name;Side;Type;Attack;Defence;attack 2;defence 2;hex\n"1, Guards";Red;tank;4;3;2;-;0304\n';
  const read = readCounters(sheet, SHOP.kinds);
  expect(read.faults).toEqual([]);
  expect(read.rows[0]).toEqual({
    counter: {
      id: "1-guards",
      name: "1, Guards",
      side: "red",
      kind: "tank",
      size: "",
      faces: [
        [4, 3],
        [2, 0],
      ],
    },
    start: "0304",
  });
});

test("wrong cells are told with row and column, and nobody is there twice", () => {
  const read = readCounters(
    "name,side,kind,attack\nA,red,tank,four\nA,red,tonk,1\nA,red,tank,2\n",
    SHOP.kinds,
  );
  expect(read.faults.map(({ row, column }) => [row, column])).toEqual([
    [2, "attack"],
    [3, "kind"],
  ]);
  expect(read.rows.map((row) => row.counter.id)).toEqual(["a", "a-2"]);
  expect(readCounters("unit,side\nA,red", SHOP.kinds).faults[0].what).toContain('"kind"');
});

test("a kit comes back as it was, with its picture", async () => {
  const work = bench();
  work.change("terrain", "2.2", "woods");
  const bytes = await kitOf(work.draft, SHOP, new Blob(["picture"], { type: "image/jpeg" }));
  const kit = await openKit(bytes);
  expect(kit.game).toBe("tiny");
  expect(kit.draft?.tables).toEqual(work.draft.tables);
  expect(await kit.picture?.text()).toBe("picture");
  expect(Object.keys(kit.own.files)).toEqual(["scenario.toml", "map.toml"]);
});

test("what is no kit is refused in words", async () => {
  await expect(openKit(new Uint8Array([1, 2, 3]))).rejects.toThrow("this is no kit");
  await expect(openKit(zip([["kit.json", new TextEncoder().encode("{")]]))).rejects.toThrow(
    "cannot be read",
  );
  const cut = zip([["kit.json", new TextEncoder().encode("{}")]]).slice(0, -30);
  await expect(unzip(cut)).rejects.toThrow("this is no kit");
});
