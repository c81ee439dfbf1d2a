/** The drawer of the game's tables: is it open, and which cell was hit last? */

import type { ChartCell } from "../../net/api";

class OpenCharts {
  isOpen = $state(false);
  /** The table that is shown; "" for the one that was hit, else the first. */
  name = $state("");

  toggle(): void {
    this.isOpen = !this.isOpen;
    this.name = "";
  }

  show(cell: ChartCell): void {
    this.isOpen = true;
    this.name = cell.table;
  }
}

export const openCharts = new OpenCharts();
