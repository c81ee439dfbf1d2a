import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableSocket, Turned } from "../../src/net/socket";

/** A line that records what is sent and can be broken. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  welcome(): void {
    this.say({ type: "ok", id: this.sent[0].id, number: 0 });
  }

  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: "" });
  }
}

const newest = () => FakeSocket.all[FakeSocket.all.length - 1];

describe("the socket", () => {
  const lines: string[] = [];
  let socket: TableSocket;

  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.all = [];
    lines.length = 0;
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("window", globalThis);
    socket = new TableSocket(
      "t1",
      { token: "secret" },
      () => {},
      (line) => lines.push(line),
      "ws://x/api/socket",
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("says hello first, with the secret in the message and not in the address", () => {
    newest().open();
    expect(newest().sent[0]).toMatchObject({ type: "hello", table: "t1", token: "secret" });
    expect(newest().url).not.toContain("secret");
  });

  it("names the table in the address, so that the connection finds who serves it", () => {
    vi.stubGlobal("location", { origin: "https://games.example.org" });
    new TableSocket(
      "t-1_x",
      { key: "secret" },
      () => {},
      () => {},
    ).close();
    expect(newest().url).toBe("wss://games.example.org/api/socket?table=t-1_x");
  });

  it("resolves with the reply of the same id", async () => {
    newest().open();
    newest().welcome();
    const reply = socket.ask({ type: "undo" });
    newest().say({ type: "ok", id: newest().sent[1].id, number: 7 });
    await expect(reply).resolves.toMatchObject({ number: 7 });
  });

  it("counts what is under way, but for numbers that are worked out meanwhile", async () => {
    const counts: number[] = [];
    socket.pendingIs = (count) => counts.push(count);
    newest().open();
    newest().welcome();
    expect(counts[counts.length - 1]).toBe(0);
    void socket.ask({ type: "card", after: [], plan: [], row: "", only_row: false });
    expect(counts[counts.length - 1]).toBe(0);
    const peek = socket.ask({ type: "peek", choices: ["done"] });
    expect(counts[counts.length - 1]).toBe(1);
    newest().say({ type: "peeked", id: newest().sent[2].id, given: [] });
    await peek;
    expect(counts[counts.length - 1]).toBe(0);
  });

  it("forgets a hello that was lost with its line", () => {
    const counts: number[] = [];
    socket.pendingIs = (count) => counts.push(count);
    newest().open();
    newest().close();
    vi.advanceTimersByTime(1000);
    newest().open();
    newest().welcome();
    expect(counts[counts.length - 1]).toBe(0);
  });

  it("throws what the rules refuse", async () => {
    newest().open();
    newest().welcome();
    const reply = socket.ask({ type: "answer", number: 1, choice: "to 0303" });
    newest().say({ type: "refused", id: newest().sent[1].id, rule: "r.1", why: "no" });
    await expect(reply).rejects.toBeInstanceOf(Turned);
  });

  it("sends an unanswered message again, with the same id, when the line comes back", async () => {
    newest().open();
    newest().welcome();
    const reply = socket.ask({ type: "answer", number: 1, choice: "done" });
    const { id } = newest().sent[1];
    newest().close();
    expect(lines).toContain("lost");
    vi.advanceTimersByTime(1000);
    newest().open();
    expect(newest().sent).toHaveLength(1);
    newest().welcome();
    expect(newest().sent[1]).toMatchObject({ id, choice: "done" });
    newest().say({ type: "ok", id, number: 2 });
    await expect(reply).resolves.toMatchObject({ number: 2 });
    expect(lines[lines.length - 1]).toBe("open");
  });

  it("sends what is asked before the welcome is through only once", () => {
    newest().open();
    void socket.ask({ type: "odds" });
    newest().welcome();
    expect(newest().sent.map(({ type }) => type)).toEqual(["hello", "odds"]);
    socket.resync();
    newest().say({ type: "ok", id: newest().sent[2].id, number: 0 });
    expect(newest().sent.map(({ type }) => type)).toEqual(["hello", "odds", "hello"]);
  });

  it("waits and tries again when it was too fast", () => {
    newest().open();
    newest().welcome();
    void socket.ask({ type: "odds" });
    const { id } = newest().sent[1];
    newest().say({ type: "error", id, code: "too-fast", what: "slow down" });
    vi.advanceTimersByTime(1000);
    expect(newest().sent[2]).toMatchObject({ id, type: "odds" });
  });

  it("does not come back after it was shown the door", () => {
    newest().open();
    newest().close(1008);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(lines[lines.length - 1]).toBe("closed");
  });
});
