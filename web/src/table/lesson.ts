/** Opens a game's lesson with the computer as opponent and the guide on. */

import type { GameCard } from "../net/api";
import { http } from "../net/http";
import { keepSeats } from "../net/seats";
import { keepLesson } from "../browser/lessons";
import { go } from "../browser/router.svelte";

export async function learn(game: GameCard): Promise<void> {
  const { guide } = await http.game(game.id);
  const me = guide?.side ?? game.sides.length - 1;
  const level = game.levels.includes("staff") ? "staff" : game.levels[0];
  const made = await http.make({
    game: game.id,
    scenario: guide?.scenario ?? game.scenarios[0].id,
    sides: game.sides.map((_, side) => (side === me ? { by: "me" } : { by: "computer", level })),
    lesson: guide !== null,
  });
  keepSeats(made.table, made.seats);
  keepLesson(made.table);
  go(`/t/${made.table}?learn`);
}
