/** What is printed and never changes during a game, as the server sends it. */

import type { BoardOut, BoardScene, CounterOut, GameInfo, Sprites } from "../net/api";
import { http } from "../net/http";

export interface Setting {
  info: GameInfo;
  board: BoardOut;
  printed: BoardScene;
  counters: CounterOut[];
  sprites: Sprites;
}

export async function loadSetting(game: string, name: string): Promise<Setting> {
  const board = await http.board(game, name);
  const [info, printed, counters, sprites] = await Promise.all([
    http.game(game),
    http.printed(game, name, board.scene),
    http.counters(game, name),
    http.sprites(game, name),
  ]);
  return { info, board, printed, counters, sprites };
}

/** What a step is called in the sequence of play. */
export function stepTitle(info: GameInfo, step: string): string {
  const found: string[] = [];
  const walk = (items: GameInfo["called"]): void => {
    for (const item of items) {
      if (item.id.endsWith(`/${step}`)) found.push(item.title);
      walk(item.items);
    }
  };
  walk([info.outline, ...info.called]);
  return found[0] ?? step;
}
