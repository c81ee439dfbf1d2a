/** What is lit on the map: the options of the Ask, or else an overlay the player asked for. */

import type { AskView, OverlayShown } from "../api";
import type { Grid } from "../map/geometry";
import type { Light } from "../map/mapview";
import { takesBack, toneOf } from "./options";

export interface Lights {
  hexes: Map<number, Light>;
  units: Set<number>;
  /** Counters that are in already and could be taken out again: attackers named, points given. */
  taken: Set<number>;
}

export function lightsOf(ask: AskView | null, overlay: OverlayShown | null): Lights {
  const hexes = new Map<number, Light>();
  const units = new Set<number>();
  const taken = new Set<number>();
  if (overlay) {
    // One word in every hex says nothing: then the colour is enough.
    const isPlain = new Set(overlay.hexes.map(([, text]) => text)).size === 1;
    for (const [hex, text] of overlay.hexes) {
      hexes.set(hex, { tone: overlayTone(`${overlay.name} ${text}`), text: isPlain ? "" : text });
    }
  }
  for (const option of ask?.options ?? []) {
    if (option.kind === "hex" && option.noun >= 0) {
      const known = overlay ? hexes.get(option.noun) : undefined;
      hexes.set(option.noun, { tone: toneOf(option.verb), text: known?.text || option.cost || "" });
    } else if (option.kind === "unit") (takesBack(option.verb) ? taken : units).add(option.noun);
  }
  return { hexes, units, taken };
}

/** Labels such as "cut" or "unsupplied" are warnings. */
function overlayTone(text: string): Light["tone"] {
  if (/cut|unsuppl|isolat|enemy|threat|zoc|no supply/i.test(text)) return "bad";
  if (/suppl|own|friendly/i.test(text)) return "good";
  return "overlay";
}

function amount(cost: string | undefined): number {
  const text = (cost ?? "").replace("½", ".5");
  const value = Number.parseFloat(text);
  return Number.isFinite(value) ? value : Infinity;
}

/**
 * A way to a lit hex along ever cheaper lit hexes, from the costs the server told. It is drawn, not judged:
 * the server alone decides what the move costs.
 */
export function pathTo(grid: Grid, ask: AskView, hex: number, from: number): number[] {
  const costs = new Map<number, number>();
  for (const option of ask.options) {
    if (option.kind === "hex" && option.cost) costs.set(option.noun, amount(option.cost));
  }
  if (!costs.has(hex)) return [];
  const path = [hex];
  let here = hex;
  for (let guard = 0; guard < 200; guard++) {
    let best = -1;
    for (let d = 0; d < 6; d++) {
      const next = grid.step(here, d);
      const cost = costs.get(next);
      if (cost === undefined || cost >= costs.get(here)!) continue;
      if (best < 0 || cost < costs.get(best)!) best = next;
    }
    if (best < 0) break;
    path.unshift(best);
    here = best;
  }
  if (from >= 0 && grid.direction(from, path[0]) >= 0) path.unshift(from);
  return path;
}

/**
 * The hex that a sentence names, such as "Who attacks 0303 Berezovo?": the words are the server's, the screen
 * only points at what they speak of. -1 where they name none or several.
 */
export function hexNamed(sentence: string, names: readonly string[]): number {
  const found = new Set(
    (sentence.match(/[A-Za-z]?[0-9][0-9.]{2,}/g) ?? []).map((name) => names.indexOf(name)),
  );
  found.delete(-1);
  return found.size === 1 ? [...found][0] : -1;
}
