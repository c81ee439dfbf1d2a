/** Which rule is open for reading, anywhere on the site. */

class OpenRule {
  rule = $state("");
  game = $state("");

  open(rule: string, game: string): void {
    this.rule = rule;
    this.game = game;
  }

  close(): void {
    this.rule = "";
  }
}

export const openRule = new OpenRule();
