// Commands to a board, and their answers. They need an arbiter's login; the broker
// enforces that.

import type { Board } from "./board.ts";
import type { Source } from "./feed.ts";
import { readObject } from "./payload.ts";

/** Why a command is refused, as docs/mqtt.md lists it. */
export interface Reason {
  code: string;
  with: Record<string, string>;
}

/** error null: there was no answer; unsent: nor was there a command, as there is no connection. */
export type Answer = { ok: true } | { ok: false; error: string; reason: Reason | null } | { ok: false; error: null; unsent?: true };

const patience = 10_000;

/** Sends commands and waits for the boards' answers. */
export class CommandSender {
  readonly #waiting = new Map<string, (a: Answer) => void>();

  /** feed returns null while there is no connection. */
  constructor(
    readonly feed: () => Source | null,
    readonly base: string,
  ) {}

  /** An answer that has arrived. */
  take(bytes: Uint8Array): void {
    const o = readObject(bytes);
    const id = typeof o?.id === "string" ? o.id : "";
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    waiting(o!.ok === true ? { ok: true } : { ok: false, error: typeof o!.error === "string" ? o!.error : "", reason: reasonOf(o!.reason) });
  }

  /**
   * Sends one command. seen is the seq of the state that the decision was based on: the board
   * refuses the command if its game has changed since. null is for commands that do not depend on
   * the state. The board does not carry out the command from expires on. error null: there was no answer
   * within 10 seconds. Without a connection nothing is sent, also not later: by then the decision may be wrong.
   */
  async send(board: Board, command: string, keys: Record<string, unknown>, seen: number | null, expires = new Date(Date.now() + patience)): Promise<Answer> {
    const feed = this.feed();
    if (!feed) return { ok: false, error: null, unsent: true };
    const id = `screen-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    const limit = new Promise<Answer>((resolve) => setTimeout(() => resolve({ ok: false, error: null }), patience));
    const body = { v: 1, id, ...keys, ...(seen !== null ? { if_seq: seen } : {}), expires: expires.toISOString() };
    feed.publish(`${this.base}/${board.event}/${board.id}/cmd/${command}`, JSON.stringify(body)).catch(() => {});
    const got = await Promise.race([answer, limit]);
    this.#waiting.delete(id);
    return got;
  }
}

function reasonOf(o: unknown): Reason | null {
  const r = o as { code?: unknown; with?: unknown } | null | undefined;
  if (typeof r?.code !== "string" || typeof r.with !== "object" || r.with === null) return null;
  return { code: r.code, with: Object.fromEntries(Object.entries(r.with).map(([k, v]) => [k, String(v)])) };
}
