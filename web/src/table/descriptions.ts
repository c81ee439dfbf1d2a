/** Hexes, stacks and counters in words, for readers of screens and for the panels. */

import type { BoardOut, CounterOut, Piece, Scene } from "../net/api";
import type { Setting } from "./setting";
import { DIRECTIONS, type Grid } from "../map/geometry";
import { capital } from "./ask/options";

/** A place as its buttons say it: the number of a hex, the name of a box beside the map. */
export function placeName(board: BoardOut, place: number): string {
  return board.boxes.find((box) => box.place === place)?.name ?? board.names[place] ?? "";
}

export function hexName(board: BoardOut, hex: number): string {
  const place = board.places.find((one) => one.hex === hex);
  return place ? `${board.names[hex]} ${place.name}` : placeName(board, hex);
}

const isNamed = new WeakMap<BoardOut, Map<string, number>>();

/** The hexes whose numbers stand in a text. */
export function hexesNamed(board: BoardOut, text: string): number[] {
  let known = isNamed.get(board);
  if (!known) {
    known = new Map(board.names.flatMap((name, hex) => (name ? [[name, hex] as const] : [])));
    isNamed.set(board, known);
  }
  const found = text.match(/[\w][\w.-]*[\w]/g) ?? [];
  return [...new Set(found.flatMap((word) => known.get(word) ?? []))];
}

export function turnsOf({ turns }: { turns: number }): string {
  return turns === 1 ? "1 turn" : `${turns} turns`;
}

export function words(name: string): string {
  return name.replaceAll("-", " ").replace(/\bhq\b/g, "HQ");
}

export function counterName(
  setting: Setting,
  piece: Pick<Piece, "unit" | "side"> & Partial<Pick<Piece, "text">>,
): string {
  const counter: CounterOut | undefined = setting.counters[piece.unit];
  const side = sideOf(setting, piece);
  return counter?.name ?? (piece.text ? `${side} ${piece.text}` : `unknown ${side} unit`);
}

function sideOf(setting: Setting, piece: Pick<Piece, "side">): string {
  return capital(setting.info.card.sides[piece.side] ?? "");
}

/** A counter in words: name, values by their printed names, steps and markers. */
export function describePiece(setting: Setting, piece: Piece): string {
  const counter = setting.counters[piece.unit];
  const side = sideOf(setting, piece);
  if (!counter) return [counterName(setting, piece), piece.amount || ""].join(" ").trim();
  const values = counter.faces[Math.min(piece.face, counter.faces.length - 1)] ?? [];
  const parts = [`${counter.name}, ${side} ${counter.kind_words}`];
  parts.push(values.map((v, k) => `${words(counter.value_names[k] ?? "value")} ${v}`).join(", "));
  parts.push(strengthOf(counter, piece));
  parts.push(...statesOf(setting, piece));
  if (piece.text) parts.push(piece.text);
  return parts.filter(Boolean).join("; ");
}

/** What its badges say. */
export function statesOf(setting: Setting, piece: Pick<Piece, "badges">): string[] {
  return piece.badges.map((badge) => setting.board.badges[badge]?.words ?? words(badge));
}

/** The steps a counter has left, or how much of it there is; nothing for one that is only there or gone. */
export function strengthOf(
  counter: CounterOut,
  piece: Pick<Piece, "face" | "steps" | "amount">,
): string {
  if (piece.amount) return `${piece.amount} of it`;
  if (piece.steps) return `${piece.steps} ${piece.steps === 1 ? "step" : "steps"} left`;
  // A face is a step only on counters that have one for each.
  const { steps = 0, faces } = counter;
  return steps > 1 && steps === faces.length ? `${steps - piece.face} of ${steps} steps` : "";
}

/** Terrain, hexsides, routes, holder and counters of a hex; of a box beside the map its counters. */
export function describeHex(setting: Setting, grid: Grid, scene: Scene, hex: number): string {
  const { board, info } = setting;
  const ground = board.terrain_words[board.terrain[hex]] ?? "a box beside the map";
  const parts = [`${hexName(board, hex)}, ${ground}`];
  const routes = board.link_words.filter((_, kind) =>
    [0, 1, 2, 3, 4, 5].some((d) => (board.links[hex * 6 + d] >> kind) & 1),
  );
  if (routes.length) parts.push(routes.join(" and "));
  for (let kind = 1; kind < board.side_kinds.length; kind++) {
    const sides = DIRECTIONS.filter(
      (_, d) => board.sides[hex * 6 + d] === kind && grid.step(hex, d) >= 0,
    );
    if (sides.length) parts.push(`${board.side_words[kind]} to the ${sides.join(", ")}`);
  }
  const holder = info.card.sides[scene.holder[hex] ?? -1];
  if (holder) parts.push(`held by the ${capital(holder)} side`);
  for (const [mark, hexes] of Object.entries(scene.marks)) {
    if (hexes.includes(hex)) parts.push(board.badges[mark]?.words ?? words(mark));
  }
  const pieces = scene.pieces.filter((piece) => piece.hex === hex);
  if (pieces.length) {
    parts.push(
      `${pieces.length} ${pieces.length === 1 ? "counter" : "counters"}: ${pieces.map((p) => counterName(setting, p)).join(", ")}`,
    );
  }
  return `${parts.join("; ")}.`;
}
