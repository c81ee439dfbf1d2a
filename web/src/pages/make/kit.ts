/** Kits: a draft as one file, NAME.grognard (docs/kit-format.md), with what the workshop needs to go on with it. */

import type { OwnFiles, WorkshopOut } from "../../net/api";
import { emptyTables, TABLES, Work, type Draft } from "./draft";
import { FILES, ownFiles, slugOf } from "./texts";
import { unzip, zip } from "./zip";

const DRAFT = "workshop.json";
const INDEX = "kit.json";
const PICTURES = "pictures/";
const ENDINGS: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
};

export const kitName = (draft: Draft) => `${slugOf(new Work(draft).fact("title"))}.grognard`;

export async function kitOf(
  draft: Draft,
  shop: WorkshopOut,
  picture: Blob | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const work = new Work(draft);
  const encoder = new TextEncoder();
  const own = ownFiles(draft, shop);
  const entries: [string, Uint8Array][] = Object.entries(own.files).map(([name, text]) => [
    name,
    encoder.encode(text),
  ]);
  const sheets = [];
  if (picture) {
    const name = `map.${ENDINGS[picture.type] ?? "png"}`;
    entries.push([PICTURES + name, new Uint8Array(await picture.arrayBuffer())]);
    const marks = work.marks("map");
    sheets.push({
      picture: name,
      hexes: marks.map((mark) => mark.number),
      points: marks.map((mark) => [mark.at.x, mark.at.y]),
    });
  }
  const index = {
    format: 1,
    game: draft.game,
    scenario: FILES.scenario,
    title: work.fact("title"),
    sheets,
  };
  entries.unshift([INDEX, encoder.encode(JSON.stringify(index, null, 2))]);
  entries.push([DRAFT, encoder.encode(JSON.stringify(draft.tables))]);
  return zip(entries);
}

export interface OpenedKit {
  game: string;
  own: OwnFiles;
  /** What the workshop goes on with; none in a kit that was made by hand. */
  draft: Draft | null;
  picture: Blob | null;
}

interface Index {
  game?: unknown;
  scenario?: unknown;
  tables?: unknown;
  sheets?: { picture?: unknown }[];
}

/** What is in a kit. Throws an Error that says what is wrong with it. */
export async function openKit(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedKit> {
  const entries = await unzip(bytes);
  const text = (name: string) => {
    const data = entries.get(name);
    return data ? new TextDecoder().decode(data) : "";
  };
  let index: Index;
  let tables: Draft["tables"] | null = null;
  try {
    index = JSON.parse(text(INDEX)) as Index;
    if (entries.has(DRAFT)) {
      const said = JSON.parse(text(DRAFT)) as Partial<Draft["tables"]>;
      tables = emptyTables();
      for (const name of TABLES)
        if (said[name] && typeof said[name] === "object") tables[name] = said[name];
    }
  } catch {
    throw new Error("this kit cannot be read: it has no kit.json of its own");
  }
  if (typeof index.game !== "string" || typeof index.scenario !== "string")
    throw new Error("this kit does not say its game or its scenario");
  const files: Record<string, string> = {};
  for (const name of entries.keys()) if (name.endsWith(".toml")) files[name] = text(name);
  const own: OwnFiles = {
    files,
    scenario: index.scenario,
    ...(typeof index.tables === "string" && index.tables ? { tables: index.tables } : {}),
  };
  const named = index.sheets?.[0]?.picture;
  const data = typeof named === "string" ? entries.get(PICTURES + named) : undefined;
  const ending = typeof named === "string" ? named.split(".").pop() : "";
  const type = Object.keys(ENDINGS).find((one) => ENDINGS[one] === ending) ?? "image/png";
  const draft = tables && {
    id: Date.now().toString(36),
    game: index.game,
    changed: Date.now(),
    tables,
  };
  return {
    game: index.game,
    own,
    draft,
    picture: data ? new Blob([new Uint8Array(data)], { type }) : null,
  };
}
