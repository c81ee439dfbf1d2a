/** One table's socket. Sends again what got no reply, so that a broken line neither loses nor doubles an answer. */

import type { ClientMessage, Refused, ServerMessage, Trouble } from "./api";
import { messageId } from "./seats";

type Body<M> = M extends ClientMessage ? Omit<M, "id"> : never;
export type Outgoing = Body<ClientMessage>;
type Reply = ServerMessage & { id: string };

interface Waiting {
  message: ClientMessage;
  done: (reply: Reply) => void;
  fail: (why: Error) => void;
  /** The line it was last sent on: while that holds, its reply will come. */
  line: WebSocket | null;
}

export type Connection = "connecting" | "open" | "lost" | "closed";

/**
 * What changes nothing that can be pressed: numbers that are worked out meanwhile, and answers, of which the table
 * knows by itself when they have gone by.
 */
const IN_PASSING = ["card", "odds", "answer", "order", "typed_die"];

/** What a refusal or an error says, as an exception. */
export class Turned extends Error {
  constructor(readonly reply: Refused | Trouble) {
    super(reply.type === "refused" ? reply.why : reply.what);
  }
}

const SLOWEST = 8000;

export class TableSocket {
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private pause = 300;
  private isClosed = false;
  private seen = -1;
  private timer = 0;
  /** Told how many questions wait for their reply, but for those in passing. */
  pendingIs: (count: number) => void = () => {};

  constructor(
    private readonly table: string,
    private readonly secret: { token: string } | { key: string },
    private readonly heard: (message: ServerMessage) => void,
    private readonly connectionIs: (connection: Connection, why: string) => void,
    private readonly address = `${location.origin.replace(/^http/, "ws")}/api/socket?table=${table}`,
  ) {
    this.open();
  }

  /** Sends a message and waits for its reply, across broken lines. Refusals and errors are thrown. */
  ask<R extends Reply = Reply>(body: Outgoing): Promise<R> {
    const message = { ...body, id: messageId() } as ClientMessage;
    return new Promise<R>((done, fail) => {
      const waiting = { message, done: done as (reply: Reply) => void, fail, line: null };
      this.waiting.set(message.id, waiting);
      this.count();
      this.send(waiting);
    });
  }

  /** A gap in the versions: ask for the whole state again. */
  resync(): void {
    this.hello();
  }

  saw(number: number): void {
    this.seen = number;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.socket?.close(1000);
    for (const { fail } of this.waiting.values()) fail(new Error("left the table"));
    this.waiting.clear();
    this.count();
  }

  private count(): void {
    const all = [...this.waiting.values()];
    this.pendingIs(all.filter(({ message }) => !IN_PASSING.includes(message.type)).length);
  }

  /** Drops the line as a broken network would; it comes back by itself. */
  drop(): void {
    this.socket?.close();
  }

  private open(): void {
    this.connectionIs("connecting", "");
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = (event: MessageEvent<string>) => {
      for (const line of event.data.split("\n")) this.receive(JSON.parse(line) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.isClosed) return;
      this.socket = null;
      if (event.code === 1008 || event.code === 4000) {
        this.connectionIs("closed", event.reason || "the server closed this table");
        return;
      }
      this.connectionIs("lost", event.reason);
      this.timer = window.setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(SLOWEST, this.pause * 1.7);
    };
  }

  private hello(): void {
    const id = messageId();
    const hello: Waiting = {
      line: null,
      message: { type: "hello", id, table: this.table, ...this.secret, seen: this.seen },
      done: () => {
        this.pause = 300;
        this.connectionIs("open", "");
        // Whatever had no reply before the line broke; the server knows the ids it has carried out. A question sent
        // twice on one line would be given up for its own double.
        for (const waiting of this.waiting.values())
          if (waiting.line !== this.socket && waiting.message.type !== "hello") this.send(waiting);
      },
      fail: (why) => {
        this.connectionIs("closed", why.message);
        this.isClosed = true;
      },
    };
    // One that was lost with its line gets no reply any more.
    for (const [old, { message }] of this.waiting)
      if (message.type === "hello") this.waiting.delete(old);
    this.waiting.set(id, hello);
    this.count();
    this.send(hello);
  }

  private send(waiting: Waiting): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    waiting.line = this.socket;
    this.socket.send(JSON.stringify(waiting.message));
  }

  private receive(message: ServerMessage): void {
    const id = "id" in message ? (message.id ?? "") : "";
    const waiting = id ? this.waiting.get(id) : undefined;
    if (message.type === "error" && message.code === "too-fast" && waiting) {
      setTimeout(() => this.send(waiting), 400);
      return;
    }
    this.heard(message);
    if (!waiting) return;
    this.waiting.delete(id);
    this.count();
    if (message.type === "refused" || message.type === "error") waiting.fail(new Turned(message));
    else waiting.done(message as Reply);
  }
}
