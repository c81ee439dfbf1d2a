/** The list of units: who lies where, in what state, and what can be done with them now. */

import type { Piece, Scene } from "../../net/api";
import { counterName, hexName, statesOf } from "../../table/descriptions";
import type { Ask, Choice } from "../../table/ask/offers";
import { optionsOfUnit, takesBack } from "../../table/ask/options";
import type { Setting } from "../../table/setting";

export interface Row {
  piece: Piece;
  name: string;
  /** The formation that it belongs to. */
  of: string;
  where: string;
  states: string[];
  /** What the Ask offers with it. */
  can: Choice[];
}

export interface Filter {
  name: string;
  count: number;
}

export const CAN_ACT = "can act now";
/** Before the name of a filter: all others. */
const NOT = "not ";

/** The counters of a side that are known and lie somewhere; those of a formation together, in the order of the roster. */
export function muster(setting: Setting, scene: Scene, ask: Ask | null, side: number): Row[] {
  const rows = scene.pieces
    .filter((piece) => piece.unit >= 0 && piece.hex >= 0 && piece.side === side)
    .filter((piece) => setting.counters[piece.unit])
    .map((piece) => ({
      piece,
      name: counterName(setting, piece),
      of: setting.counters[piece.unit].command || setting.counters[piece.unit].parent,
      where: hexName(setting.board, piece.hex),
      states: statesOf(setting, piece),
      can: optionsOfUnit(ask, piece.unit).filter((option) => !takesBack(option)),
    }))
    .sort((a, b) => a.piece.unit - b.piece.unit);
  const formations = [...new Set(rows.map((row) => row.of))];
  return formations.flatMap((of) => rows.filter((row) => row.of === of));
}

/** What the list can be narrowed to: who can act now, and every state that somebody is in. */
export function filtersOf(rows: readonly Row[]): Filter[] {
  const states = [...new Set(rows.flatMap((row) => row.states))].sort();
  return [CAN_ACT, ...states]
    .map((name) => ({ name, count: rows.filter((row) => passes(row, name)).length }))
    .filter(({ count }) => count > 0);
}

/** What a press on a filter sets: those that are so, pressed again all others, then everybody. */
export function pressed(filter: string, name: string): string {
  if (filter === name) return NOT + name;
  return filter === NOT + name ? "" : name;
}

export function passes(row: Row, filter: string): boolean {
  if (!filter) return true;
  if (filter.startsWith(NOT)) return !passes(row, filter.slice(NOT.length));
  return filter === CAN_ACT ? row.can.length > 0 : row.states.includes(filter);
}

/** Has the row all these words? */
export function says(row: Row, typed: string): boolean {
  const all = [row.name, row.of, row.where, ...row.states].join(" ").toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
