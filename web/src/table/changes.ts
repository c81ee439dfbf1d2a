/** Patches what a seat sees with what has changed. */

import type { Changes, Piece, Scene, Track } from "../net/api";

function patched<T>(
  list: readonly T[],
  length: number | undefined,
  values: [number, T][] | undefined,
): T[] {
  const next = list.slice(0, length ?? list.length);
  for (const [place, value] of values ?? []) next[place] = value;
  return next;
}

/** The scene after the changes. Lists that did not change stay the same objects, so that nothing is drawn twice. */
export function applyChanges(scene: Scene, changes: Changes): Scene {
  const next: Scene = { ...scene, number: changes.number };
  if (changes.header !== undefined) next.header = changes.header;
  if (changes.turn !== undefined) next.turn = changes.turn;
  if (changes.tracks_length !== undefined || changes.tracks?.length) {
    next.tracks = patched<Track>(scene.tracks, changes.tracks_length, changes.tracks);
  }
  if (changes.pieces_length !== undefined || changes.pieces?.length) {
    next.pieces = patched<Piece>(scene.pieces, changes.pieces_length, changes.pieces);
  }
  if (changes.holder?.length) next.holder = patched(scene.holder, undefined, changes.holder);
  if (changes.marks !== undefined) next.marks = changes.marks;
  if (changes.side_marks !== undefined) next.side_marks = changes.side_marks;
  return next;
}
