/** Counters out of a spreadsheet: a pasted table or a CSV file, one counter a row. */

import type { CounterRow } from "./texts";
import { slugOf } from "./texts";

/** Rows and cells of a text with tabs, semicolons or commas between them; quotes keep what is in them together. */
export function cellsOf(text: string): string[][] {
  const head = text.split("\n", 1)[0];
  const between = ["\t", ";", ","].find((one) => head.includes(one)) ?? ",";
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let k = 0; k < text.length; k++) {
    const letter = text[k];
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[k + 1] === '"') cell += text[++k];
      else isQuoted = false;
    } else if (letter === '"' && !cell.trim()) [cell, isQuoted] = ["", true];
    else if (letter === between) {
      row.push(cell.trim());
      cell = "";
    } else if (letter === "\n") {
      rows.push([...row, cell.trim()]);
      [row, cell] = [[], ""];
    } else if (letter !== "\r") cell += letter;
  }
  if (cell || row.length) rows.push([...row, cell.trim()]);
  return rows.filter((one) => one.some((value) => value));
}

export interface ReadCounters {
  rows: { counter: CounterRow; start: string }[];
  /** What is wrong, each with its row of the sheet, counted from 1, and its column. */
  faults: { row: number; column: string; what: string }[];
}

/** The columns that are not values, with other words that sheets use for them. */
const COLUMNS: Record<string, string[]> = {
  id: ["id"],
  name: ["name", "unit", "designation"],
  side: ["side", "nation"],
  kind: ["kind", "type"],
  size: ["size", "echelon"],
  parent: ["parent", "formation", "division"],
  command: ["command", "hq", "army"],
  traits: ["traits", "notes"],
  steps: ["steps"],
  start: ["start", "starts at", "hex", "setup"],
};

/**
 * Counters of a sheet whose first row names its columns. Values are columns by their names; "attack 2" is the
 * attack of the second side. `kinds` are the game's, with the names of the values each prints.
 */
export function readCounters(text: string, kinds: Record<string, string[]>): ReadCounters {
  const [header = [], ...body] = cellsOf(text);
  const names = header.map((cell) => cell.toLowerCase());
  const columnOf = (words: string[]) => names.findIndex((name) => words.includes(name));
  const place = Object.fromEntries(
    Object.entries(COLUMNS).map(([key, words]) => [key, columnOf(words)]),
  );
  const found: ReadCounters = { rows: [], faults: [] };
  for (const key of ["name", "side", "kind"])
    if (place[key] < 0)
      found.faults.push({ row: 1, column: key, what: `no column is called "${key}"` });
  if (found.faults.length) return found;
  const taken = new Set<string>();
  body.forEach((cells, k) => {
    const at = (key: string) => (place[key] < 0 ? "" : (cells[place[key]] ?? ""));
    const fault = (column: string, what: string) => found.faults.push({ row: k + 2, column, what });
    const kind = at("kind");
    const values = kinds[kind];
    if (!values) {
      fault("kind", `"${kind}" is none of ${Object.keys(kinds).join(", ")}`);
      return;
    }
    const faces: number[][] = [];
    for (let face = 1; face <= 4; face++) {
      const columns = values.map((name) => names.indexOf(face === 1 ? name : `${name} ${face}`));
      const texts = columns.map((column) => (column < 0 ? "" : (cells[column] ?? "")));
      if (face > 1 && texts.every((one) => !one)) break;
      const numbers = texts.map((one) => (one === "" || one === "-" ? 0 : Number(one)));
      const wrong = numbers.findIndex((one) => !Number.isInteger(one) || one < 0 || one > 999);
      if (wrong >= 0) fault(values[wrong], `"${texts[wrong]}" is no whole number from 0 to 999`);
      faces.push(numbers.map((one) => (Number.isInteger(one) ? one : 0)));
    }
    let id = slugOf(at("id") || at("name"));
    for (let more = 2; taken.has(id); more++) id = `${slugOf(at("id") || at("name"))}-${more}`;
    taken.add(id);
    const traits = at("traits")
      .split(/\s*;\s*/)
      .filter((one) => one);
    const counter: CounterRow = {
      id,
      name: at("name") || id,
      side: at("side").toLowerCase(),
      kind,
      size: at("size"),
      faces,
      ...(at("parent") ? { parent: at("parent") } : {}),
      ...(at("command") ? { command: at("command") } : {}),
      ...(traits.length ? { traits } : {}),
      ...(Number(at("steps")) > 0 ? { steps: Number(at("steps")) } : {}),
    };
    found.rows.push({ counter, start: at("start") });
  });
  return found;
}
