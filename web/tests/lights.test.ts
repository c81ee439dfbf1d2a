import { expect, it } from "vitest";
import { brief } from "../src/lib/lights";

it("a note in a hex is as many whole words as find room", () => {
  expect(brief("at best 6:1 with 6 units")).toBe("at best 6:1");
  expect(brief("at best 2-1, die +1")).toBe("at best 2-1");
  expect(brief("odds 2:1")).toBe("odds 2:1");
  expect(brief("incomprehensible")).toBe("incomprehensible");
  expect(brief("")).toBe("");
});
