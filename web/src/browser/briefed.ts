/** The tables whose briefing this browser has shown. */

const BRIEFED = "grognard.briefed";
const MOST = 200;

function all(): string[] {
  try {
    return JSON.parse(localStorage.getItem(BRIEFED) ?? "[]") as string[];
  } catch {
    return [];
  }
}

export function wasBriefed(table: string): boolean {
  return all().some((one) => one === table || one === "*");
}

export function keepBriefed(table: string): void {
  const others = all().filter((one) => one !== table);
  localStorage.setItem(BRIEFED, JSON.stringify([...others, table].slice(-MOST)));
}
