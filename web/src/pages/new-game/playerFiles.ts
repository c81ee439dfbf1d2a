/** A player's own files for a new table: read here, judged by the server. */

import type { OwnFiles } from "../api";

/** What a file is for; "named" is one that the scenario names: a map, counters, tables. */
export type Part = "scenario" | "tables" | "named";

export interface OwnFile {
  name: string;
  text: string;
  part: Part;
}

/** A guess from what only such a file has; the player may say otherwise. */
export function guessed(text: string): Part {
  if (/^\s*\[\[\s*table\s*\]\]/m.test(text)) return "tables";
  return /^\s*(turns|base|summary|minutes)\s*=/m.test(text) ? "scenario" : "named";
}

/** The files as the server takes them; the first scenario and the first tables count. */
export function asOwn(files: readonly OwnFile[]): OwnFiles | null {
  if (!files.length) return null;
  const first = (part: Part) => files.find((file) => file.part === part)?.name;
  const scenario = first("scenario");
  const tables = first("tables");
  return {
    files: Object.fromEntries(files.map((file) => [file.name, file.text])),
    ...(scenario ? { scenario } : {}),
    ...(tables ? { tables } : {}),
  };
}
