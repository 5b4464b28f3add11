// All boards of the feed, and the listeners for their changes.

import { Board, byNumber } from "./board.ts";
import type { Change } from "./board.ts";
import { Offset } from "./clock.ts";
import { readAnalysis } from "./evaluation.ts";
import * as payload from "./payload.ts";

/** The state of the feed. */
export interface Connection {
  phase: "connecting" | "open" | "lost" | "refused";
  /** Monotonic time since which this has been the state. */
  since: number;
  /** Whether all retained messages have had time to arrive since subscribing. */
  settled: boolean;
}

/** After how long a lost feed is reported (ms). */
export const lostAfter = 5_000;

export interface Times {
  mono(): number;
  wall(): number;
}

export const pageTimes: Times = { mono: () => performance.now(), wall: () => Date.now() };

export type Listener = (board: Board | null, change: Change) => void;

/** A board that left the broker's memory is not forgotten; at most this many are kept. */
const mostBoards = 1000;

export class Store {
  readonly boards = new Map<string, Board>();
  connection: Connection = { phase: "connecting", since: 0, settled: false };
  /** What is shown is read as files every few seconds. */
  files = false;
  readonly nodes = new Map<string, string>();
  #listeners = new Set<Listener>();
  #offset = new Offset();
  #sorted: Board[] | null = null;

  constructor(
    readonly base: string,
    readonly times: Times = pageTimes,
  ) {}

  listen(l: Listener): () => void {
    this.#listeners.add(l);
    return () => this.#listeners.delete(l);
  }

  #tell(board: Board | null, change: Change): void {
    for (const l of this.#listeners) l(board, change);
  }

  setConnection(phase: Connection["phase"], settled: boolean): void {
    const since = phase === this.connection.phase ? this.connection.since : this.times.mono();
    this.connection = { phase, since, settled };
    this.#tell(null, { kind: "detail" });
  }

  /**
   * Monotonic time since which nothing arrives; null while the feed works. A new subscription counts as
   * frozen until it is answered.
   */
  get frozenSince(): number | null {
    return this.connection.phase === "open" ? null : this.connection.since;
  }

  /** Whether the feed has been gone for long enough to report it. */
  get lost(): boolean {
    return this.silent && !(this.connection.phase === "connecting" && this.boards.size === 0); // nothing is shown yet that could be old
  }

  /** Whether there has been no feed for as long, whatever is shown. */
  get silent(): boolean {
    return this.frozenSince !== null && this.times.mono() - this.frozenSince >= lostAfter;
  }

  /** All boards, sorted by number. */
  get sorted(): Board[] {
    this.#sorted ??= [...this.boards.values()].sort(byNumber);
    return this.#sorted;
  }

  /** The boards with something to show. */
  get shown(): Board[] {
    return this.sorted.filter((b) => b.state !== null || b.game !== null || b.availability !== null);
  }

  /** One message. retained: it was retained by the broker. */
  take(topic: string, bytes: Uint8Array, retained: boolean): void {
    if (!topic.startsWith(this.base + "/")) return;
    const levels = topic.slice(this.base.length + 1).split("/");
    if (levels.length === 4 && levels[1] === "_node" && levels[3] === "availability") {
      this.nodes.set(levels[2]!, new TextDecoder().decode(bytes));
      return;
    }
    if (levels.length !== 3) return;
    const board = this.#board(levels[0]!, levels[1]!);
    if (!board) return;
    const now = this.times.mono();
    const wall = this.times.wall();
    board.heard = now;
    const change = this.#give(board, levels[2]!, bytes, retained, now, wall);
    if (change.kind !== "none") this.#tell(board, change);
  }

  #give(board: Board, topic: string, bytes: Uint8Array, retained: boolean, now: number, wall: number): Change {
    const detail = (news: boolean): Change => ({ kind: news ? "detail" : "none" });
    if (topic === "availability") return detail(board.takeAvailability(new TextDecoder().decode(bytes), wall, this.connection.settled || !retained));
    if (topic === "pgn") {
      board.pgn = new TextDecoder().decode(bytes);
      return detail(true);
    }
    const o = payload.readObject(bytes);
    if (!o) return { kind: "none" };
    switch (topic) {
      case "state": {
        const s = payload.readState(o);
        if (!s) return { kind: "none" };
        const fresh = !retained && board.state !== null && board.state.game === s.game && s.seq > board.state.seq;
        const change = board.takeState(s, now, wall);
        if (change.kind === "none") return change;
        if (fresh) this.#age(board, s.at, wall, true);
        const clocks = payload.readClocks(o.clocks);
        if (clocks && !board.clock.known) board.takeClock(clocks, now, this.#age(board, clocks.at, wall, false));
        return change;
      }
      case "game": {
        const g = payload.readGame(o);
        return detail(g !== null && board.takeGame(g));
      }
      case "clock": {
        const c = payload.readClocks(o);
        if (!c || typeof o.game !== "string" || typeof o.seq !== "number") return { kind: "none" };
        const { counts, fresh } = board.clockIsNews(o.game, o.seq);
        if (!counts) return { kind: "none" };
        board.takeClock(c, now, this.#age(board, c.at, wall, fresh && !retained));
        return detail(true);
      }
      case "alarm": {
        const a = payload.readAlarms(o);
        return detail(a !== null && board.takeAlarms(a));
      }
      case "alarms": {
        const r = payload.readRing(o);
        return detail(r !== null && board.takeRing(r));
      }
      case "desk": {
        const d = payload.readDesk(o);
        return detail(d !== null && board.takeDesk(d));
      }
      case "lights":
        board.lamps = payload.readLamps(o);
        return detail(board.lamps !== null);
      case "analysis": {
        const a = readAnalysis(o);
        return detail(a !== null && board.takeAnalysis(a));
      }
      case "info":
        board.info = o as payload.BoardInfo;
        return detail(true);
      case "move": {
        const m = payload.readMove(o);
        return detail(m !== null && board.takeMove(m));
      }
      case "event": {
        const e = payload.readEvent(o);
        return detail(e !== null && board.takeEvent(e));
      }
    }
    return { kind: "none" };
  }

  /** The age of a time from this board; the first fresh one corrects earlier guesses. */
  #age(board: Board, at: string, wall: number, fresh: boolean): number {
    const before = this.#offset.learnt;
    const lag = board.info?.delay_ms ?? 0;
    const age = this.#offset.age(at, wall, fresh, lag);
    if (!before && this.#offset.learnt) this.#correctClocks(wall);
    return age;
  }

  #correctClocks(wall: number): void {
    const now = this.times.mono();
    for (const b of this.boards.values()) {
      if (b.clock.at0) b.clock.correct(now, this.#offset.age(b.clock.at0, wall, false, b.info?.delay_ms ?? 0));
    }
  }

  /** The page's clock minus that of the server that sent the page, ms. */
  serverClock(difference: number): void {
    this.#offset.hint(difference);
    if (!this.#offset.learnt) this.#correctClocks(this.times.wall());
  }

  #board(event: string, id: string): Board | null {
    const key = `${event}/${id}`;
    let board = this.boards.get(key);
    if (!board) {
      if (this.boards.size >= mostBoards) return null;
      board = new Board(event, id);
      this.boards.set(key, board);
      this.#sorted = null;
    }
    return board;
  }
}
