/** Why something cannot be done, shown where the player clicked. */

import type { Barred } from "../net/api";
import type { Point } from "../map/geometry";
import { Turned } from "../net/socket";

export interface Refusal {
  rule: string;
  why: string;
  fix: string;
  at: Point | null;
}

/** What a rule says. */
export function refusedBy(barred: Partial<Barred>, at: Point | null): Refusal {
  return { rule: barred.rule ?? "", why: barred.why ?? "", fix: barred.fix ?? "", at };
}

/** What went wrong with a message: a rule forbids it, the server cannot, or the line is down. */
export function refusalOf(problem: unknown, at: Point | null): Refusal | null {
  if (problem instanceof Turned) {
    const { reply } = problem;
    if (reply.type === "refused") return refusedBy(reply, at);
    return { rule: "", why: reply.what, fix: reply.fix ?? "", at };
  }
  return problem instanceof Error ? { rule: "", why: problem.message, fix: "", at } : null;
}
