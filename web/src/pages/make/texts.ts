/** A draft as the texts that anybody could write by hand: a scenario, its map, its counters. */

import type { OwnFiles, WorkshopOut } from "../../net/api";
import type { Draft, Json } from "./draft";
import { Work } from "./draft";
import { allHexes, has, nameOf, placeOf, type HexKey } from "./grid";

/** The names that the texts have; the map and the counters are named by the scenario. */
export const FILES = {
  scenario: "scenario.toml",
  map: "map.toml",
  counters: "counters.toml",
} as const;

const CODES = ".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** TOML takes JSON's strings and numbers. */
const quoted = (value: Json): string => JSON.stringify(value);
const list = (values: Json[]): string => `[${values.map(quoted).join(", ")}]`;

export function slugOf(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return plain.slice(0, 60).replace(/-+$/, "") || "mine";
}

export interface CounterRow {
  id: string;
  name: string;
  side: string;
  kind: string;
  size: string;
  faces: number[][];
  parent?: string;
  command?: string;
  traits?: string[];
  steps?: number;
}

/** The files as the server takes them. */
export function ownFiles(draft: Draft, shop: WorkshopOut): OwnFiles {
  const files: Record<string, string> = {
    [FILES.scenario]: scenarioText(draft),
    [FILES.map]: mapText(draft, shop),
  };
  if (Object.keys(draft.tables.counters).length) files[FILES.counters] = countersText(draft, shop);
  return { files, scenario: FILES.scenario };
}

/** A letter for each kind, and the rows drawn with them. */
function drawn(
  work: Work,
  kinds: string[],
  kindAt: (key: HexKey) => string,
): { legend: string; rows: string } {
  const { columns, rows } = work.grid;
  const used = kinds.filter(
    (kind, k) => k === 0 || allHexes(work.grid).some((key) => kindAt(key) === kind),
  );
  const letter = new Map(used.map((kind, k) => [kind, CODES[k] ?? "?"]));
  const lines: string[] = [];
  for (let row = 1; row <= rows; row++) {
    let line = "";
    for (let column = 1; column <= columns; column++)
      line += letter.get(kindAt(`${column}.${row}`)) ?? CODES[0];
    lines.push(line);
  }
  return {
    legend: used.map((kind) => `${quoted(letter.get(kind) ?? "?")} = ${quoted(kind)}`).join(", "),
    rows: `[\n${lines.map((line) => `    ${quoted(line)},`).join("\n")}\n]`,
  };
}

export function mapText(draft: Draft, shop: WorkshopOut): string {
  const work = new Work(draft);
  const { grid, counting } = work;
  const tables = draft.tables;
  const name = (key: HexKey) => nameOf(grid, counting, key);
  const plain = shop.terrain[0]?.kind ?? "clear";
  const terrain = drawn(
    work,
    shop.terrain.map((one) => one.kind),
    (key) => (tables.terrain[key] as string | undefined) ?? plain,
  );
  const first = `${name(counting.up ? `1.${grid.rows}` : "1.1")}`;
  const lines = [
    `title = ${quoted(work.fact("title"))}`,
    `mark = "player"`,
    `columns = ${grid.columns}`,
    `rows = ${grid.rows}`,
    `lower = ${quoted(grid.lower)}`,
    `numbering = { first = ${quoted(first)}, rows = ${quoted(counting.up ? "up" : "down")}, leads = ${quoted(counting.leads)} }`,
    `side_kinds = ${list(shop.hexsides.map((one) => one.kind))}`,
    `link_kinds = ${list(shop.routes.map((one) => one.kind))}`,
  ];
  if (shop.holders.length) lines.push(`sides = ${list(shop.holders)}`);
  lines.push("", "[terrain]", `legend = { ${terrain.legend} }`, `rows = ${terrain.rows}`);
  if (shop.holders.length) lines.push(...holdersText(work, shop));
  for (const { kind } of shop.hexsides) {
    const sides = Object.entries(tables.hexsides)
      .filter(([, value]) => value === kind)
      .map(([pair]) => pair.split(" "))
      .filter((pair) => pair.every((key) => has(grid, key)))
      .map(([a, b]) => `${name(a)}/${name(b)}`);
    if (sides.length)
      lines.push(
        "",
        "[[rivers]]",
        `name = ${quoted(" ".repeat(shop.hexsides.findIndex((one) => one.kind === kind)))}`,
        `kind = ${quoted(kind)}`,
        `sides = ${list(sides)}`,
      );
  }
  shop.routes.forEach(({ kind, words }) => {
    chainsOf(work, kind).forEach((chain, k) => {
      lines.push(
        "",
        "[[routes]]",
        `id = ${quoted(`${kind}-${k + 1}`)}`,
        `name = ${quoted(`${words} ${k + 1}`)}`,
      );
      lines.push(`kind = ${quoted(kind)}`, `hexes = ${list(chain.map(name))}`);
    });
  });
  const places = Object.entries(tables.places).filter(([key]) => has(grid, key));
  if (places.length) lines.push("", "[places]");
  for (const [key, value] of places) {
    const place = value as { name: string; kind: string };
    lines.push(
      `${quoted(name(key))} = { name = ${quoted(place.name)}, kind = ${quoted(place.kind)}, mark = "player" }`,
    );
  }
  const areas = areasOf(work);
  if (areas.size) lines.push("", "[areas]");
  for (const [area, keys] of areas) lines.push(`${quoted(area)} = ${list(keys.map(name))}`);
  return `${lines.join("\n")}\n`;
}

function holdersText(work: Work, shop: WorkshopOut): string[] {
  const kinds = ["", ...shop.holders];
  const held = drawn(
    work,
    kinds,
    (key) => (work.draft.tables.holders[key] as string | undefined) ?? "",
  );
  const legend = held.legend
    .split(", ")
    .map((one) => one.replace(/ = (.*)$/, (_, side: string) => ` = { holder = ${side} }`))
    .join(", ");
  return ["", "[holders]", `legend = { ${legend} }`, `rows = ${held.rows}`];
}

/** The hexes of each area, in the order of the map. */
export function areasOf(work: Work): Map<string, HexKey[]> {
  const found = new Map<string, HexKey[]>();
  for (const entry of Object.keys(work.draft.tables.areas)) {
    const [key, area] = [entry.slice(0, entry.indexOf(" ")), entry.slice(entry.indexOf(" ") + 1)];
    if (has(work.grid, key)) found.set(area, [...(found.get(area) ?? []), key]);
  }
  for (const keys of found.values())
    keys.sort((a, b) => placeOf(a)[0] - placeOf(b)[0] || placeOf(a)[1] - placeOf(b)[1]);
  return found;
}

/** The steps of a kind of route, gathered into chains as long as can be. */
export function chainsOf(work: Work, kind: string): HexKey[][] {
  const left = new Map<HexKey, Set<HexKey>>();
  const join = (a: HexKey, b: HexKey) => left.set(a, (left.get(a) ?? new Set()).add(b));
  for (const entry of Object.keys(work.draft.tables.routes)) {
    const [its, a, b] = entry.split(" ");
    if (its !== kind || !has(work.grid, a) || !has(work.grid, b)) continue;
    join(a, b);
    join(b, a);
  }
  const chains: HexKey[][] = [];
  const walk = (start: HexKey) => {
    const chain = [start];
    for (let here = start; left.get(here)?.size;) {
      const next: HexKey = [...(left.get(here) ?? [])][0];
      left.get(here)?.delete(next);
      left.get(next)?.delete(here);
      chain.push(next);
      here = next;
    }
    if (chain.length > 1) chains.push(chain);
  };
  // Ends and crossings first, so that chains end where roads do; then rings.
  for (const [key, ends] of left) if (ends.size !== 2) while (left.get(key)?.size) walk(key);
  for (const key of left.keys()) while (left.get(key)?.size) walk(key);
  return chains;
}

export function scenarioText(draft: Draft): string {
  const work = new Work(draft);
  const { grid, counting } = work;
  const name = (key: HexKey) => nameOf(grid, counting, key);
  const lines = [
    `id = ${quoted(slugOf(work.fact("title")))}`,
    `title = ${quoted(work.fact("title"))}`,
    `summary = ${quoted(work.fact("summary"))}`,
    `minutes = ${Math.round(Number(work.fact("minutes", "30"))) || 0}`,
    `turns = ${Math.round(Number(work.fact("turns", "3"))) || 0}`,
    `mark = "player"`,
    `map = ${quoted(FILES.map)}`,
  ];
  if (work.fact("situation")) lines.push(`situation = ${quoted(work.fact("situation"))}`);
  if (Object.keys(draft.tables.counters).length) lines.push(`counters = ${quoted(FILES.counters)}`);
  lines.push(work.fact("rest"), "", "[setup]");
  for (const [id, key] of Object.entries(draft.tables.setup))
    lines.push(`${quoted(id)} = ${quoted(name(key as string))}`);
  lines.push("", "[victory]", work.fact("victory"));
  const worth = Object.entries(draft.tables.objectives).filter(([key]) => has(grid, key));
  if (worth.length)
    lines.push(
      `hexes = { ${worth.map(([key, value]) => `${quoted(name(key))} = ${points(value)}`).join(", ")} }`,
    );
  return `${lines.join("\n")}\n`;
}

const points = (value: Json): string =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? `{ ${Object.entries(value)
        .map(([side, each]) => `${side} = ${Number(each)}`)
        .join(", ")} }`
    : String(Number(value));

export function countersText(draft: Draft, shop: WorkshopOut): string {
  const rows = Object.values(draft.tables.counters) as unknown as CounterRow[];
  const parents = new Map(
    rows
      .filter((row) => row.parent && !shop.formations.includes(row.parent))
      .map((row) => [row.parent, row]),
  );
  const lines: string[] = [];
  for (const [id, row] of parents)
    lines.push(
      "[[formation]]",
      `id = ${quoted(id ?? "")}`,
      `side = ${quoted(row.side)}`,
      `kind = "division"`,
      "",
    );
  for (const row of rows) {
    lines.push(
      "[[counter]]",
      `id = ${quoted(row.id)}`,
      `name = ${quoted(row.name)}`,
      `side = ${quoted(row.side)}`,
    );
    lines.push(
      `kind = ${quoted(row.kind)}`,
      `size = ${quoted(row.size)}`,
      `faces = [${row.faces.map(list).join(", ")}]`,
    );
    if (row.steps) lines.push(`steps = ${row.steps}`);
    if (row.parent) lines.push(`parent = ${quoted(row.parent)}`);
    if (row.command) lines.push(`command = ${quoted(row.command)}`);
    if (row.traits?.length) lines.push(`traits = ${list(row.traits)}`);
    lines.push(`mark = "player"`, "");
  }
  return `${lines.join("\n")}\n`;
}
