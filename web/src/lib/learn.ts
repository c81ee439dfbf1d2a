/** Opens the teaching scenario with the computer as opponent and the guide on. */

import type { GameCard } from "../api";
import { http } from "./http";
import { keepSeats } from "./key";
import { go } from "./router.svelte";
import { guideOf } from "./guide";

export async function learn(game: GameCard): Promise<void> {
  const me = guideOf(game.id)?.side ?? game.sides.length - 1;
  const scenario = game.scenarios.find((one) => one.id === "teaching") ?? game.scenarios[0];
  const level = game.levels.includes("staff") ? "staff" : game.levels[0];
  const made = await http.make({
    game: game.id,
    scenario: scenario.id,
    sides: game.sides.map((_, side) => (side === me ? { by: "me" } : { by: "computer", level })),
  });
  keepSeats(made.table, made.seats);
  go(`/t/${made.table}?learn`);
}
