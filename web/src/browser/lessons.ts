/** The tables that this browser opened as lessons: who comes back to one finds the guide on. */

const LESSONS = "grognard.lessons";
const MOST = 100;

function all(): string[] {
  try {
    return JSON.parse(localStorage.getItem(LESSONS) ?? "[]") as string[];
  } catch {
    return [];
  }
}

export function isLesson(table: string): boolean {
  return all().includes(table);
}

export function keepLesson(table: string): void {
  const others = all().filter((one) => one !== table);
  localStorage.setItem(LESSONS, JSON.stringify([...others, table].slice(-MOST)));
}
