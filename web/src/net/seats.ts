/** Who this browser is to the server: its own key, and the seats it was given. */

const KEY = "grognard.key";
const SEATS = "grognard.seats";

function letters(bytes: Uint8Array): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return Array.from(bytes, (byte) => alphabet[byte & 63]).join("");
}

/** The browser's own key, made once: it opens "my games" again. */
export function browserKey(): string {
  let key = localStorage.getItem(KEY);
  if (!key) {
    key = letters(crypto.getRandomValues(new Uint8Array(32)));
    localStorage.setItem(KEY, key);
  }
  return key;
}

/** A message id that no other message of this browser has. */
export function messageId(): string {
  return letters(crypto.getRandomValues(new Uint8Array(12)));
}

export interface KeptSeat {
  kind: "me" | "friend" | "watch";
  sides: number[];
  token: string;
  /** Its number at the table; browsers of before did not keep it. */
  place?: number;
  /** Is the secret that of an invitation, which opens nothing until a friend has taken the seat? */
  invites?: boolean;
  /** What the friend must know beside the link. */
  code?: string;
}

function allSeats(): Record<string, KeptSeat[]> {
  try {
    return JSON.parse(localStorage.getItem(SEATS) ?? "{}") as Record<string, KeptSeat[]>;
  } catch {
    return {};
  }
}

/** The seats of a table whose secrets this browser was told: one's own, and those to send to friends. */
export function seatsOf(table: string): KeptSeat[] {
  return allSeats()[table] ?? [];
}

export function keepSeats(table: string, seats: KeptSeat[]): void {
  const all = allSeats();
  all[table] = seats;
  // The newest hundred tables are enough; the server knows the others by the browser's key.
  const newest = Object.entries(all).slice(-100);
  localStorage.setItem(SEATS, JSON.stringify(Object.fromEntries(newest)));
}

/** Puts a seat whose link was made anew in the place of the old one. */
export function renewSeat(table: string, old: string, seat: KeptSeat): void {
  const others = seatsOf(table).filter((one) => one.token !== old);
  keepSeats(table, [...others, seat]);
}

/** A token for a table: the one in the address, or the seat this browser took. */
export function tokenFor(table: string, inAddress: string): string {
  if (inAddress) return inAddress;
  const seats = seatsOf(table).filter((seat) => !seat.invites);
  return (seats.find((seat) => seat.kind === "me") ?? seats[0])?.token ?? "";
}
