/** The way to a lit hex: asked of the server when the pointer rests on it or a finger taps it, once for each option. */

import type { PathShown, Sheet } from "../../net/api";
import type { Choice } from "../ask/offers";

/** A way that the server has told, and the option it belongs to. */
export interface PathOf {
  option: Choice;
  hexes: number[];
  sheet: Sheet;
  /** Who would be out of supply after it. */
  warning: string;
}

/** How long the pointer must rest on a hex before its way is asked for, in milliseconds. */
const REST = 110;

export class PathPreview {
  /** The last way told; it stays to be read until another comes or the Ask has gone by. */
  shown = $state.raw<PathOf | null>(null);
  /** The option that a finger tapped once: its way lies open until the second tap. */
  tapped = $state.raw<Choice | null>(null);
  private kept = new Map<string, Promise<PathShown | null>>();
  private wanted = "";
  private timer = 0;

  constructor(private readonly ask: (choice: string) => Promise<PathShown>) {}

  /** The pointer, the cursor or the focus is on this option. */
  pointAt(option: Choice | null): void {
    clearTimeout(this.timer);
    this.wanted = option?.kind === "hex" ? option.do : "";
    if (!option || !this.wanted) return;
    if (this.kept.has(option.do)) void this.look(option);
    else this.timer = window.setTimeout(() => void this.look(option), REST);
  }

  /**
   * A finger, which cannot rest, tapped this option. True if it is to be carried out: at the second tap, or at the
   * first where there is no way to be read before.
   */
  async tap(option: Choice): Promise<boolean> {
    if (this.tapped?.do === option.do) return true;
    clearTimeout(this.timer);
    this.tapped = option;
    const told = await this.look(option);
    return this.tapped === option && told !== null && !told.sheet;
  }

  /** The finger went elsewhere: the way it tapped is put away. */
  putAway(): void {
    if (!this.tapped) return;
    this.wanted = "";
    this.shown = null;
    this.tapped = null;
  }

  /** Another Ask: its options lead elsewhere. */
  forget(): void {
    clearTimeout(this.timer);
    this.kept = new Map();
    this.wanted = "";
    this.shown = null;
    this.tapped = null;
  }

  /** Shows the way of an option as soon as it is known; null where the Ask has gone by. */
  private async look(option: Choice): Promise<PathShown | null> {
    const { kept } = this;
    this.wanted = option.do;
    let asked = kept.get(option.do);
    if (!asked) kept.set(option.do, (asked = this.ask(option.do).catch(() => null)));
    const told = await asked;
    if (!told) kept.delete(option.do);
    if (told?.sheet && kept === this.kept && this.wanted === option.do)
      this.shown = {
        option,
        hexes: told.hexes ?? [],
        sheet: told.sheet,
        warning: told.warning ?? "",
      };
    return told;
  }
}
