/** The story of an attack, from its first sheet to the last advance, as the updates tell it. */

import type { Dice, Line, OddsShown, Sheet } from "../api";

export interface Battle {
  /** As the attack is built; from the roll on as it was fought. */
  sheets: readonly Sheet[];
  odds: OddsShown | null;
  rolls: readonly Dice[];
  /** What has come of it: hits, losses, retreats, advances. */
  lines: readonly Line[];
  isRolled: boolean;
  isOver: boolean;
}

export interface News {
  /** The sheets on the table now; none where no attack is. */
  sheets: readonly Sheet[];
  lines: readonly Line[];
  rolls: readonly Dice[];
  /** The die has been rolled, though this seat did not see it fall. */
  isRolled?: boolean;
}

/** The attack after what is new. One that is over stays until another begins or the player has read it. */
export function foughtOn(battle: Battle | null, news: News): Battle | null {
  const { sheets, lines, rolls } = news;
  const isRolled = rolls.length > 0 || news.isRolled === true;
  const isOn = sheets.length > 0;
  if (!battle || battle.isOver || (isOn && sheets[0].title !== battle.sheets[0].title)) {
    if (!isOn) return battle;
    // What an update told before the attack was on the table is not its story.
    return { sheets, odds: null, rolls, lines: isRolled ? lines : [], isRolled, isOver: false };
  }
  if (!isOn && !battle.isRolled && !isRolled) return null;
  return {
    sheets: isOn && !battle.isRolled ? sheets : battle.sheets,
    odds: battle.odds,
    rolls: [...battle.rolls, ...rolls],
    lines: [...battle.lines, ...lines],
    isRolled: battle.isRolled || isRolled,
    isOver: !isOn,
  };
}

/** The lines that a whole state has and the log before did not. */
export function newLines(before: readonly Line[], now: readonly Line[]): Line[] {
  const last = before[before.length - 1];
  if (!last) return [];
  const at = now.findLastIndex((line) => line.kind === last.kind && line.text === last.text);
  return at < 0 ? [] : now.slice(at + 1);
}
