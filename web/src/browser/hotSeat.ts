/** Tables of one screen whose players hide nothing from each other: no curtain falls between them. */

const STORE = "grognard.open-handed";

function kept(): string[] {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "[]") as string[];
  } catch {
    return [];
  }
}

export function hidesNothing(table: string): boolean {
  return kept().includes(table);
}

export function setHidesNothing(table: string, is: boolean): void {
  const others = kept().filter((one) => one !== table);
  localStorage.setItem(STORE, JSON.stringify(is ? [...others, table].slice(-100) : others));
}
