/** The quiet guide of Learn: one sentence for each step, in the words of somebody who sits beside the player. */

import type { Ask } from "./offers";
import panzerBlitz from "../guides/panzerblitz.json";
import redGod from "../guides/red-god-of-war.json";

export interface Tip {
  /** What to do now. */
  do: string;
  /** Why it is so. */
  why: string;
}

export interface Guide {
  /** The side the newcomer plays. */
  side: number;
  start: string;
  /** By step; "verb:to" speaks while such options are lit, and comes first. */
  steps: Record<string, Tip>;
}

const GUIDES: Record<string, Guide> = {
  "red-god-of-war": redGod,
  panzerblitz: panzerBlitz,
};

export function guideOf(game: string): Guide | undefined {
  return GUIDES[game];
}

/** What the guide says about an Ask; nothing where it has no words of its own. */
export function tipFor(game: string, ask: Ask): Tip | undefined {
  const steps = guideOf(game)?.steps;
  if (!steps) return undefined;
  for (const option of ask.options) {
    const tip = steps[`${ask.step}:${option.verb}`];
    if (tip) return tip;
  }
  return steps[ask.step];
}
