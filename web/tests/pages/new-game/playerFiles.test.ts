import { describe, expect, it } from "vitest";
import { asSent, guessed } from "../../../src/pages/new-game/playerFiles";

describe("a player's own files", () => {
  it("are told apart by what only such a file has", () => {
    expect(guessed('id = "bridge"\nturns = 2\n[setup]\n41a-hq = "0101"')).toBe("scenario");
    expect(guessed('id = "thaw"\nbase = "teaching"')).toBe("scenario");
    expect(guessed('# mine\n[[table]]\nname = "limits"')).toBe("tables");
    expect(guessed('title = "Klin"\ncolumns = 3\nrows = 4')).toBe("named");
  });

  it("are sent whole, with the names of scenario and tables", () => {
    const file = (name: string, part: "scenario" | "tables" | "named") => ({
      name,
      part,
      text: name,
    });
    expect(asSent([])).toBeNull();
    expect(asSent([file("a.toml", "tables")])).toEqual({
      files: { "a.toml": "a.toml" },
      tables: "a.toml",
    });
    expect(asSent([file("m.toml", "named"), file("s.toml", "scenario")])).toEqual({
      files: { "m.toml": "m.toml", "s.toml": "s.toml" },
      scenario: "s.toml",
    });
  });
});
