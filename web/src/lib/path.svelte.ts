/** The way to the lit hex under the pointer: asked of the server when the pointer rests, once for each option. */

import type { Option, PathShown, Sheet } from "../api";

/** A way that the server has told, and the option it belongs to. */
export interface PathOf {
  option: Option;
  hexes: number[];
  sheet: Sheet;
}

/** How long the pointer must rest on a hex before its way is asked for, in milliseconds. */
const REST = 110;

export class PathTool {
  /** The last way told; it stays to be read until another comes or the Ask has gone by. */
  shown = $state.raw<PathOf | null>(null);
  private kept = new Map<string, PathShown>();
  private wanted = "";
  private timer = 0;

  constructor(private readonly ask: (choice: string) => Promise<PathShown>) {}

  /** The pointer, the cursor or the focus is on this option. */
  pointAt(option: Option | null): void {
    clearTimeout(this.timer);
    this.wanted = option?.kind === "hex" ? option.do : "";
    if (!option || !this.wanted) return;
    const known = this.kept.get(option.do);
    if (known) this.show(option, known);
    else this.timer = window.setTimeout(() => void this.find(option), REST);
  }

  /** Another Ask: its options lead elsewhere. */
  forget(): void {
    clearTimeout(this.timer);
    this.kept = new Map();
    this.wanted = "";
    this.shown = null;
  }

  private async find(option: Option): Promise<void> {
    const { kept } = this;
    try {
      const path = await this.ask(option.do);
      kept.set(option.do, path);
      if (kept === this.kept && this.wanted === option.do) this.show(option, path);
    } catch {
      // The Ask has gone by: there is nothing to show.
    }
  }

  private show(option: Option, path: PathShown): void {
    if (path.sheet) this.shown = { option, hexes: path.hexes ?? [], sheet: path.sheet };
  }
}
