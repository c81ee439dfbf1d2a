/** Which names are written, and where: never one over another, and from afar not over counters. */

import type { BoardScene, SceneText, TextStyle } from "../../net/api";
import { HEX, meets, type Box } from "../geometry";

/** The width of a letter, in sizes. */
const LETTER = 0.54;
/** How far a name may be moved up or down to be free, in hexes. */
const SHIFTS = [0, 0.16, 0.32, -0.7, -0.86, 0.5];

export interface Written {
  text: SceneText;
  /** The size of its letters, in drawing units. */
  size: number;
  /** How far it stands below its place. */
  shift: number;
}

/** From afar words never have fewer pixels than can be read; close up they need not grow as fast as the ground. */
export function sizeOf(style: TextStyle, scale: number): number {
  if (!style.floor) return style.size;
  return scale > 1 ? style.size * scale ** -0.6 : Math.max(style.size, style.floor / scale);
}

/** The ground that a name covers; a slanting one as a row of squares. */
export function boxesOf([, lines, x, y, angle]: SceneText, size: number, shift = 0): Box[] {
  const long = Math.max(...lines.map((line) => line.length)) * LETTER * size;
  const high = lines.length * size;
  if (!angle) {
    const top = y + shift - high / 2;
    return [{ left: x - long / 2, right: x + long / 2, top, bottom: top + high }];
  }
  const turn = (angle * Math.PI) / 180;
  const count = Math.max(2, Math.ceil(long / size));
  return Array.from({ length: count }, (_, k) => {
    const along = (k / (count - 1) - 0.5) * (long - size);
    const px = x + Math.cos(turn) * along;
    const py = y + shift + Math.sin(turn) * along;
    return { left: px - size / 2, right: px + size / 2, top: py - size / 2, bottom: py + size / 2 };
  });
}

/** The names to be read at a scale, those of large places first; `taken` is what they may not cover. */
export function namesAt(
  scene: Pick<BoardScene, "names" | "text_styles">,
  scale: number,
  taken: readonly Box[],
): Written[] {
  const covered: Box[] = [];
  const found: Written[] = [];
  for (const text of scene.names) {
    if (HEX * scale < text[5]) continue;
    const size = sizeOf(scene.text_styles[text[0]], scale);
    for (const step of taken.length ? SHIFTS : [0]) {
      const shift = step * HEX;
      const boxes = boxesOf(text, size, shift);
      const isFree = (other: Box) => !boxes.some((box) => meets(box, other));
      if (!covered.every(isFree) || !taken.every(isFree)) continue;
      covered.push(...boxes);
      found.push({ text, size, shift });
      break;
    }
  }
  return found;
}
