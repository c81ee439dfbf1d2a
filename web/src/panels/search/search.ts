/** What the search box finds: counters, places, rules and commands, by the words that are typed. */

import type { BoardOut, RuleOut, Scene } from "../../net/api";
import { counterName, hexName, statesOf } from "../../table/descriptions";
import type { Setting } from "../../table/setting";

export interface Entry {
  kind: "command" | "unit" | "place" | "rule";
  title: string;
  /** Where it is, or what it says. */
  detail: string;
  /** More words that it is found by. */
  words?: string;
  /** Units, places: where they are on the map. */
  hex?: number;
  /** Rules: their number. */
  rule?: string;
  /** Commands: what they do. */
  run?: () => void;
}

/** How many of each kind are shown while several kinds are found. */
const MOST_OF_A_KIND = 6;
const MOST = 24;

/** How well an entry fits, the less the better; Infinity if some word is nowhere in it. */
export function fit(entry: Entry, typed: readonly string[]): number {
  const title = entry.title.toLowerCase();
  const all = `${title} ${entry.detail} ${entry.words ?? ""}`.toLowerCase();
  if (!typed.every((word) => all.includes(word))) return Infinity;
  const whole = typed.join(" ");
  if (title === whole) return 0;
  if (title.startsWith(whole)) return 1;
  const begins = (word: string) => title.startsWith(word) || title.includes(` ${word}`);
  if (typed.every(begins)) return 2;
  return typed.every((word) => title.includes(word)) ? 3 : 4;
}

/** What fits best, each kind together, the kind with the best find first. */
export function search(entries: readonly Entry[], typed: string): Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const found = entries
    .map((entry) => ({ entry, rank: fit(entry, words) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank);
  const kinds = [...new Set(found.map(({ entry }) => entry.kind))];
  const most = kinds.length > 1 ? MOST_OF_A_KIND : MOST;
  return kinds.flatMap((kind) =>
    found
      .filter(({ entry }) => entry.kind === kind)
      .slice(0, most)
      .map(({ entry }) => entry),
  );
}

/** Counters that are known and lie somewhere, on the map or in a box beside it. */
export function unitsToFind(setting: Setting, scene: Scene): Entry[] {
  return scene.pieces
    .filter((piece) => piece.unit >= 0 && piece.hex >= 0 && setting.counters[piece.unit])
    .map((piece) => {
      const counter = setting.counters[piece.unit];
      const side = setting.info.card.sides[piece.side] ?? "";
      const detail = [
        hexName(setting.board, piece.hex),
        `${side} ${counter.kind_words}`.trim(),
        ...statesOf(setting, piece),
      ];
      return {
        kind: "unit",
        title: counterName(setting, piece),
        detail: detail.join(" · "),
        words: `${counter.command} ${counter.parent}`,
        hex: piece.hex,
      };
    });
}

/** Places by their names, then every hex by its number, and boxes. */
export function placesToFind(board: BoardOut): Entry[] {
  const boxes = new Set(board.boxes.map((box) => box.place));
  const missing = new Set(board.missing);
  const named = board.places.map(({ hex, name, note }) => ({ hex, name, note }));
  const called = new Set(named.map(({ hex }) => hex));
  const ground = (hex: number) => board.terrain_words[board.terrain[hex]] ?? "";
  return [
    ...named.map(({ hex, name, note }): Entry => {
      const detail = [board.names[hex], ground(hex), note].filter(Boolean).join(" · ");
      return { kind: "place", title: name, detail, hex };
    }),
    ...board.boxes.map(({ place, name, note }): Entry => ({
      kind: "place",
      title: name,
      detail: ["beside the map", note].filter(Boolean).join(" · "),
      hex: place,
    })),
    ...board.names.flatMap((name, hex): Entry[] =>
      boxes.has(hex) || missing.has(hex) || called.has(hex)
        ? []
        : [{ kind: "place", title: name, detail: ground(hex), hex }],
    ),
  ];
}

export function rulesToFind(rules: readonly RuleOut[]): Entry[] {
  return rules.map(({ id, text, reading }) => ({
    kind: "rule",
    title: id,
    detail: text,
    words: reading,
    rule: id,
  }));
}
