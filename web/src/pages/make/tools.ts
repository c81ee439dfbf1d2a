/** What the brushes do to a draft: a press, a drag, a key. */

import type { WorkshopOut } from "../../net/api";
import type { Json, Work } from "./draft";
import { around, filled, neighbours, pairOf, sideAt, step, type HexKey, type Point } from "./grid";

export type ToolName =
  "terrain" | "hexside" | "route" | "place" | "holder" | "area" | "objective" | "setup";

export interface Tool {
  name: ToolName;
  /** The kind that is painted: a terrain, a hexside, a side, an area, a counter. */
  kind: string;
  /** 1, 7 or 19 hexes, or all that hang together. */
  size: 1 | 7 | 19 | "fill";
  erases: boolean;
}

const RADII = { 1: 0, 7: 1, 19: 2 } as const;

/** Lays the tool on a hex, at a point of the map; `from` is the hex that a drag comes from. */
export function lay(
  work: Work,
  tool: Tool,
  hex: HexKey,
  at: Point,
  from: HexKey | null,
  value?: Json,
): void {
  const { grid } = work;
  const put = tool.erases ? undefined : tool.kind;
  if (tool.name === "terrain" || tool.name === "holder") {
    const table = tool.name === "terrain" ? "terrain" : "holders";
    for (const key of meant(work, table, tool.size, hex)) work.set(table, key, put);
  } else if (tool.name === "area") {
    const keys = tool.size === "fill" ? [hex] : around(grid, hex, RADII[tool.size]);
    for (const key of keys)
      work.set("areas", `${key} ${tool.kind}`, tool.erases ? undefined : true);
  } else if (tool.name === "hexside") {
    const there = step(grid, hex, sideAt(grid, hex, at));
    if (there) work.set("hexsides", pairOf(hex, there), put);
  } else if (tool.name === "route") {
    if (from && from !== hex && neighbours(grid, from).includes(hex))
      work.set("routes", `${tool.kind} ${pairOf(from, hex)}`, tool.erases ? undefined : true);
  } else if (tool.name === "place") {
    work.set("places", hex, tool.erases ? undefined : (value ?? { name: "Town", kind: tool.kind }));
  } else if (tool.name === "objective") {
    work.set("objectives", hex, tool.erases ? undefined : (value ?? 1));
  } else if (tool.kind) {
    work.set("setup", tool.kind, tool.erases ? undefined : hex);
  }
}

function meant(
  work: Work,
  table: "terrain" | "holders",
  size: Tool["size"],
  hex: HexKey,
): HexKey[] {
  if (size !== "fill") return around(work.grid, hex, RADII[size]);
  const now = work.get("terrain" === table ? "terrain" : "holders", hex);
  return filled(work.grid, hex, (key) => work.get(table, key) === now);
}

/** What lies under the pointer, to paint on with it. */
export function pickUp(work: Work, shop: WorkshopOut, tool: Tool, hex: HexKey): string {
  if (tool.name === "holder") return (work.get<string>("holders", hex) ?? shop.holders[0]) || "";
  return (work.get<string>("terrain", hex) ?? shop.terrain[0]?.kind) || "";
}
