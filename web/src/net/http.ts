/** The server's HTTP routes; `docs/server.md` describes them. */

import type {
  BoardOut,
  BoardScene,
  CalculatedOut,
  CaseCard,
  CaseOut,
  ChartOut,
  Claimed,
  CounterOut,
  GameCard,
  GameInfo,
  Health,
  InvitationOut,
  LogOut,
  NewTable,
  OwnChecked,
  OwnFiles,
  PositionOut,
  ReportOut,
  RulesOut,
  SeatOut,
  Sprites,
  TableCard,
  TableMade,
  WentOn,
} from "./api";
import { browserKey } from "./seats";

export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

interface Sending {
  token?: string;
  body?: unknown;
  method?: string;
}

async function call<T>(path: string, { token, body, method }: Sending = {}): Promise<T> {
  const headers: Record<string, string> = { "X-Grognard-Key": browserKey() };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (method === "POST") headers["Content-Type"] = "application/json";
  const reply = await fetch(`/api/${path}`, {
    method: method ?? "GET",
    headers,
    body: method === "POST" ? JSON.stringify(body ?? {}) : undefined,
  });
  if (!reply.ok) {
    const said = (await reply.json().catch(() => null)) as { detail?: string } | null;
    throw new HttpProblem(reply.status, said?.detail ?? `the server answered ${reply.status}`);
  }
  return (reply.status === 204 ? null : await reply.json()) as T;
}

const kept = new Map<string, Promise<unknown>>();

/** For what never changes while the server runs. */
function once<T>(path: string): Promise<T> {
  let found = kept.get(path) as Promise<T> | undefined;
  if (!found) {
    found = call<T>(path);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found;
}

const setting = (game: string, name: string) =>
  `games/${encodeURIComponent(game)}/settings/${encodeURIComponent(name)}`;

export const http = {
  health: () => call<Health>("health"),
  games: () => once<GameCard[]>("games"),
  game: (game: string) => once<GameInfo>(`games/${game}`),
  board: (game: string, name: string) => once<BoardOut>(`${setting(game, name)}/board`),
  printed: (game: string, name: string, scene: string) =>
    once<BoardScene>(`${setting(game, name)}/scene/${scene}`),
  counters: (game: string, name: string) => once<CounterOut[]>(`${setting(game, name)}/counters`),
  sprites: (game: string, name: string) => once<Sprites>(`${setting(game, name)}/sprites`),
  calculated: (game: string, id: string, values: Record<string, string>) =>
    call<CalculatedOut>(
      `games/${game}/calculators/${id}?${new URLSearchParams({
        values: new URLSearchParams(values).toString(),
      }).toString()}`,
    ),
  charts: (game: string, name: string) => once<ChartOut[]>(`${setting(game, name)}/charts`),
  rules: (game: string) => once<RulesOut>(`games/${game}/rules`),
  cases: (game: string) => once<CaseCard[]>(`games/${game}/cases`),
  oneCase: (game: string, number: number) => once<CaseOut>(`games/${game}/cases/${number}`),
  make: (table: NewTable) => call<TableMade>("tables", { method: "POST", body: table }),
  /** Can these files be played with? `scenario` is one of the game's where they hold none. */
  checkOwn: (game: string, scenario: string, own: OwnFiles) =>
    call<OwnChecked>(`games/${game}/own?scenario=${encodeURIComponent(scenario)}`, {
      method: "POST",
      body: own,
    }),
  /** My games, the latest activity first: so many from this one on. */
  myTables: (first = 0, count = 12) => call<TableCard[]>(`tables?first=${first}&count=${count}`),
  /** Takes a table away for good. */
  deleteTable: (table: string, token: string) =>
    call<null>(`tables/${table}`, { method: "DELETE", token }),
  goOn: (table: string) => call<WentOn>(`tables/${table}/onward`, { method: "POST" }),
  /** A new table that begins with the answers given before this place in the game. */
  playOn: (table: string, n: number, token: string) =>
    call<TableMade>(`tables/${table}/play-on/${n}`, { method: "POST", token }),
  invitation: (table: string, token: string) =>
    call<InvitationOut>(`tables/${table}/invitation`, { token }),
  /** Takes the seat of an invitation. */
  accept: (table: string, token: string, code: string) =>
    call<SeatOut>(`tables/${table}/invitation`, { method: "POST", token, body: { code } }),
  claim: (table: string, token: string) =>
    call<Claimed>(`tables/${table}/claim`, { method: "POST", token }),
  /** A new link to a seat; the old one opens nothing any more. */
  renewSeat: (table: string, place: number, token: string, withCode = false) =>
    call<SeatOut>(`tables/${table}/seats/${place}/renew${withCode ? "?code=true" : ""}`, {
      method: "POST",
      token,
    }),
  at: (table: string, n: number, token: string) =>
    call<PositionOut>(`tables/${table}/at/${n}`, { token }),
  log: (table: string, before: number, token: string) =>
    call<LogOut>(`tables/${table}/log?before=${before}&count=200`, { token }),
  report: (table: string, token: string) => call<ReportOut>(`tables/${table}/report`, { token }),
};

/** Fetches a file with the seat's token and hands it to the browser to keep. */
export async function download(path: string, token: string, name: string): Promise<void> {
  const blob = await fetchBlob(path, token);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function fetchBlob(path: string, token: string): Promise<Blob> {
  const headers: Record<string, string> = { "X-Grognard-Key": browserKey() };
  if (token) headers.Authorization = `Bearer ${token}`;
  const reply = await fetch(`/api/${path}`, { headers });
  if (!reply.ok) {
    const said = (await reply.json().catch(() => null)) as { detail?: string } | null;
    throw new HttpProblem(reply.status, said?.detail ?? `the server answered ${reply.status}`);
  }
  return reply.blob();
}
