/** What is lit on the map: the options of the Ask, or else an overlay the player asked for. */

import type { GameInfo, OverlayShown, Piece } from "../../net/api";
import type { Light } from "../../map/mapView";
import type { Ask, Choice } from "./offers";
import { isDrafted, lightTone, takesBack } from "./options";

export interface Lights {
  hexes: Map<number, Light>;
  units: Set<number>;
  /** Counters that are in already and could be taken out again: attackers named, points given. */
  taken: Set<number>;
}

/** Letters that a word in a hex may have. */
const ROOM = 12;

export function lightsOf(
  ask: Ask | null,
  overlay: OverlayShown | null,
  tones: GameInfo["tones"] = {},
): Lights {
  const hexes = new Map<number, Light>();
  const units = new Set<number>();
  const taken = new Set<number>();
  if (overlay) {
    const asked = tones[overlay.name] ?? "plain";
    const tone = asked === "plain" ? "overlay" : asked;
    // One word in every hex says nothing: then the colour is enough.
    const isPlain = new Set(overlay.hexes.map(([, text]) => text)).size === 1;
    for (const [hex, text] of overlay.hexes) {
      hexes.set(hex, { tone, text: isPlain ? "" : text });
    }
  }
  const isAside = asides(ask);
  const chosen = new Set<number>();
  for (const option of ask?.options ?? []) {
    if (option.kind === "hex" && option.noun >= 0) {
      if (isAside(option) && chosen.has(option.noun)) continue;
      chosen.add(option.noun);
      const known = overlay ? hexes.get(option.noun) : undefined;
      hexes.set(option.noun, {
        tone: isAside(option) ? "aside" : lightTone(option.tone),
        text: known?.text || option.cost || brief(option.note ?? ""),
      });
    } else if (option.kind === "unit")
      (takesBack(option) || isDrafted(ask, option) ? taken : units).add(option.noun);
  }
  return { hexes, units, taken };
}

/** Work that could be done in a hex, while the question is which counter to take up: it is lit faintly. */
function asides(ask: Ask | null): (option: Choice) => boolean {
  const picks = ask?.options.some(({ role, kind }) => role === "pick" && kind === "unit") ?? false;
  return ({ role, tone }) => picks && role === "act" && tone === "plain";
}

/** As many words as find room in a hex; a part before a comma or a semicolon rather whole than with a piece of the next. */
export function brief(note: string): string {
  const first = note.split(/[,;]/)[0];
  if (first.length < note.length && first.length < ROOM) return first;
  let text = "";
  for (const word of note.split(" ")) {
    if (text && text.length + word.length >= ROOM) break;
    text = text ? `${text} ${word}` : word;
  }
  return text.replace(/,$/, "");
}

/** The hexes of an Ask: those it offers, and those of the counters it offers or is about. */
export function placesOf(ask: Ask | null, pieces: readonly Piece[]): number[] {
  const options = ask?.options ?? [];
  const units = new Set(ask?.held ?? []);
  for (const option of options) if (option.kind === "unit") units.add(option.noun);
  const places = options.filter((option) => option.kind === "hex").map((option) => option.noun);
  for (const piece of pieces) if (units.has(piece.unit)) places.push(piece.hex);
  return [...new Set(places)].filter((hex) => hex >= 0);
}
