/** Which rules have the words that are typed, as `grognard rules` finds them. */

/**
 * Says of a text whether all these words are in it. Words are whole ones; `flip*` is the beginning of one, and so is
 * the last, since it is still being typed.
 */
export function findsWords(typed: string): (text: string) => boolean {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}_]+\*?/gu) ?? [];
  const parts = words.map((word, place) => {
    const isBeginning = word.endsWith("*") || place === words.length - 1;
    const end = isBeginning ? "" : String.raw`(?![\p{L}\p{N}_])`;
    return new RegExp(String.raw`(?<![\p{L}\p{N}_])` + word.replace("*", "") + end, "u");
  });
  return (text) => {
    const lower = text.toLowerCase();
    return parts.every((part) => part.test(lower));
  };
}
