/** The story of an attack: its sheets, dice and lines, from where the server says it began to where it ended. */

import type { Battle, Dice, Line, OddsShown, Sheet } from "../../net/api";

export interface Story {
  /** As the attack is built; from the roll on as it was fought. */
  sheets: readonly Sheet[];
  odds: OddsShown | null;
  rolls: readonly Dice[];
  /** What was told of it: who attacks, hits, losses, retreats, advances. */
  lines: readonly Line[];
  /** What came of it, in plain words. */
  told: string;
  isRolled: boolean;
  isOver: boolean;
}

/** Lines that tell a side alone what was answered for it. */
export const FOR_YOU = "answered-for-you";

/** An attack that is being built has sheets and chances, and no story yet. */
export function building(sheets: readonly Sheet[], odds: OddsShown | null): Story {
  return { sheets, odds, rolls: [], lines: [], told: "", isRolled: false, isOver: false };
}

export function isOn(battle: Battle | undefined): boolean {
  return battle !== undefined && (battle.until ?? -1) < 0;
}

/** A battle with those of these lines and dice that belong to it. */
export function storyOf(
  battle: Battle,
  log: readonly Line[],
  dice: readonly Dice[],
  odds: OddsShown | null,
  headings: readonly string[] = [],
): Story {
  const until = isOn(battle) ? Infinity : battle.until!;
  const isOfIt = ({ n }: { n: number }) => battle.begin <= n && n <= until;
  return {
    sheets: battle.sheets,
    odds,
    rolls: dice.filter(isOfIt),
    lines: log.filter((line) => isOfIt(line) && ![FOR_YOU, ...headings].includes(line.kind)),
    told: battle.told ?? "",
    isRolled: true,
    isOver: !isOn(battle),
  };
}

/** The battles after news: one that is known by its beginning takes the place of the old. */
export function withNews(battles: readonly Battle[], news: readonly Battle[]): Battle[] {
  const first = Math.min(...news.map((battle) => battle.begin));
  return [...battles.filter((battle) => battle.begin < first), ...news];
}
