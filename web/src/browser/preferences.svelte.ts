/** How the owner of this browser likes the table. */

const STORE = "grognard.liking";

interface Kept {
  theme: "system" | "light" | "dark";
  showsControl: boolean;
  showsNumbers: boolean;
  /** Every price of a reach is written, not only those along the way. */
  showsCosts: boolean;
  isQuick: boolean;
  /** Which panels are unfolded. */
  showsSequence: boolean;
  showsUnits: boolean;
  showsLog: boolean;
  showsAsk: boolean;
  /** How a player who looks elsewhere is called back. */
  notifies: boolean;
  sounds: boolean;
}

const DEFAULTS: Kept = {
  theme: "system",
  showsControl: true,
  showsNumbers: true,
  showsCosts: false,
  isQuick: false,
  showsSequence: false,
  showsUnits: false,
  showsLog: false,
  showsAsk: true,
  notifies: false,
  sounds: false,
};

class Preferences {
  kept = $state<Kept>({ ...DEFAULTS });
  private readonly system = matchMedia("(prefers-color-scheme: dark)");
  private readonly motion = matchMedia("(prefers-reduced-motion: reduce)");
  private isSystemDark = $state(false);
  isStill = $state(false);

  constructor() {
    try {
      Object.assign(this.kept, JSON.parse(localStorage.getItem(STORE) ?? "{}"));
    } catch {
      // A spoiled store is as good as none.
    }
    this.isSystemDark = this.system.matches;
    this.isStill = this.motion.matches;
    this.system.addEventListener("change", (event) => {
      this.isSystemDark = event.matches;
      this.apply();
    });
    this.motion.addEventListener("change", (event) => (this.isStill = event.matches));
    this.apply();
  }

  get isDark(): boolean {
    return this.kept.theme === "dark" || (this.kept.theme === "system" && this.isSystemDark);
  }

  set(change: Partial<Kept>): void {
    Object.assign(this.kept, change);
    localStorage.setItem(STORE, JSON.stringify(this.kept));
    this.apply();
  }

  toggleTheme(): void {
    this.set({ theme: this.isDark ? "light" : "dark" });
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.isDark ? "dark" : "light";
  }
}

export const preferences = new Preferences();
