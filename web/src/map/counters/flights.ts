/** How counters travel between two scenes: by the events that moved them, else straight from where they were. */

import type { CounterOut, GameInfo, Line, Piece, Scene } from "../../net/api";

/** A counter under way. The last hex is where it ends; a lost one fades there. */
export interface Flight {
  piece: Piece;
  hexes: number[];
  /** It comes down from the air, after those before it. */
  isLanding: boolean;
  isLost: boolean;
}

interface Path {
  hexes: number[];
  isLanding: boolean;
}

/** The ways that lines tell of, by where they begin and end. */
function waysOf(lines: readonly Line[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { way } of lines)
    if (way?.length) found.set(`${way[0]}/${way[way.length - 1]}`, [...way]);
  return found;
}

export class Motions {
  /** Where those who land come from, as told last. It may have been told in an earlier update. */
  private origin = -1;

  constructor(
    private readonly roles: GameInfo["motions"],
    private readonly counters: readonly CounterOut[],
  ) {}

  /** The flights of an update, in the order of its events. */
  flights(before: Scene, after: Scene, lines: readonly Line[]): Flight[] {
    const ways = waysOf(lines);
    const was = new Map(before.pieces.filter((p) => p.unit >= 0).map((p) => [p.unit, p.hex]));
    const paths = this.paths(was, lines);
    const now = new Map(after.pieces.filter((p) => p.unit >= 0).map((p) => [p.unit, p]));
    const found: Flight[] = [];
    for (const [unit, path] of paths) {
      const piece = now.get(unit);
      const end = path.hexes[path.hexes.length - 1];
      if (piece && piece.hex >= 0) {
        if (end !== piece.hex) path.hexes.push(piece.hex);
        // Who comes onto the map has no way to go, but is to be seen.
        const isNew = (was.get(unit) ?? -1) < 0;
        if (path.hexes.length > 1 || path.isLanding || isNew)
          found.push({ piece, ...path, isLost: false });
      } else if (end >= 0 && (path.hexes.length > 1 || path.isLanding)) {
        found.push({ piece: this.ghost(unit, end), ...path, isLost: true });
      }
    }
    for (const piece of now.values()) {
      const from = was.get(piece.unit);
      if (from === undefined || from < 0 || piece.hex < 0 || from === piece.hex) continue;
      if (paths.has(piece.unit)) continue;
      // Who moves with somebody goes the same way.
      const leader = found.find((one) => one.hexes[0] === from && one.piece.hex === piece.hex);
      const hexes = leader ? leader.hexes : (ways.get(`${from}/${piece.hex}`) ?? [from, piece.hex]);
      found.push({ piece, hexes, isLanding: false, isLost: false });
    }
    return found;
  }

  private paths(was: ReadonlyMap<number, number>, lines: readonly Line[]): Map<number, Path> {
    const paths = new Map<number, Path>();
    for (const line of lines) {
      const roles = this.roles[line.kind];
      if (!roles) continue;
      const fact = (role: string) => line.facts?.[roles.indexOf(role)] ?? -1;
      if (roles.includes("origin")) this.origin = fact("origin");
      const unit = fact("unit");
      if (unit < 0) continue;
      const isLanding = roles.includes("landing");
      const to = fact(isLanding ? "landing" : "to");
      if (to < 0) continue;
      const known = paths.get(unit);
      const from = isLanding ? this.origin : (was.get(unit) ?? -1);
      const way = line.way ?? [];
      if (known) known.hexes.push(...(way.length ? way.slice(1) : [to]));
      else if (way.length && way[0] === from) paths.set(unit, { hexes: [...way], isLanding });
      else paths.set(unit, { hexes: from >= 0 && from !== to ? [from, to] : [to], isLanding });
    }
    return paths;
  }

  private ghost(unit: number, hex: number): Piece {
    return {
      hex,
      unit,
      side: this.counters[unit]?.side ?? 0,
      face: 0,
      badges: [],
      text: "",
      steps: 0,
      amount: 0,
    };
  }
}
