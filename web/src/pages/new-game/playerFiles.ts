/** A player's own files for a new table: read here, judged by the server. */

import type { OwnFiles } from "../../net/api";

/** What a file is for; "named" is one that the scenario names: a map, counters, tables. */
export type Purpose = "scenario" | "tables" | "named";

export interface PlayerFile {
  name: string;
  text: string;
  part: Purpose;
}

/** A guess from what only such a file has; the player may say otherwise. */
export function guessed(text: string): Purpose {
  if (/^\s*\[\[\s*table\s*\]\]/m.test(text)) return "tables";
  return /^\s*(turns|base|summary|minutes)\s*=/m.test(text) ? "scenario" : "named";
}

/** The files as the server takes them; the first scenario and the first tables count. */
export function asSent(files: readonly PlayerFile[]): OwnFiles | null {
  if (!files.length) return null;
  const first = (part: Purpose) => files.find((file) => file.part === part)?.name;
  const scenario = first("scenario");
  const tables = first("tables");
  return {
    files: Object.fromEntries(files.map((file) => [file.name, file.text])),
    ...(scenario ? { scenario } : {}),
    ...(tables ? { tables } : {}),
  };
}
