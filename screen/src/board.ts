// One board, as its topics describe it. It follows the rule for readers (docs/mqtt.md): of
// each game only the highest seq counts.

import type { Alarms, BoardInfo, Clocks, DeskList, GameInfo, Lamps, Player, Ring, State, ToldEvent, ToldMove } from "./payload.ts";
import type { Laid, Step } from "./chess.ts";
import { lay, placementOf, placementText, play } from "./chess.ts";
import { BoardClock, troubleBelow } from "./clock.ts";
import type { Shown } from "./clock.ts";
import type { Analysis } from "./evaluation.ts";
import { roughSan } from "./notation.ts";

export type Availability = "online" | "offline" | "degraded";

/** What a new state changed. */
export type Change =
  | { kind: "none" }
  | { kind: "first" } // the first state of this board, or of another game
  | { kind: "move"; ply: number }
  | { kind: "jump" } // several moves at once
  | { kind: "corrected"; ply: number }
  | { kind: "retracted"; ply: number }
  | { kind: "detail" }; // result, squares, phase

/** A correction that was just made. */
export interface Correction {
  ply: number;
  was: string; // SAN, English letters
  wasTo: number; // square, -1 if unknown
  now: string; // "" if the move was taken back
  at: number; // monotonic, ms
  wall: number; // Date.now() of it
}

/** How long a correction is mentioned in the state line, and marked on the board (ms). */
export const correctionSpoken = 20_000;
export const correctionMarked = 8_000;
/** How long a finished game stays in front (ms). */
export const finishedInFront = 60_000;

const remembered = 16; // games and topics whose highest seq is kept
const eventsKept = 200;

export class Board {
  readonly key: string;
  availability: Availability | null = null;
  /** Date.now() when it went offline; null if the page did not see it go. */
  offlineSince: number | null = null;
  state: State | null = null;
  game: GameInfo | null = null;
  info: BoardInfo | null = null;
  alarms: Alarms | null = null;
  /** What rings at an arbiter's console, and what it lists; for readers who are logged in. */
  ring: Ring | null = null;
  desk: DeskList | null = null;
  /** What its lamps show; for readers who are logged in. */
  lamps: Lamps | null = null;
  events: ToldEvent[] = [];
  /** The game in PGN, as last received; "" if nobody asked for it. */
  pgn = "";
  readonly clock = new BoardClock();
  laid: Laid = { boards: [], steps: [] };
  /** SAN of moves before they were corrected, by ply. */
  was = new Map<number, string>();
  correction: Correction | null = null;
  /** Monotonic time at which the game ended while the page watched; -1 if it had ended before. */
  finished = -1;
  /** Monotonic time of the last message. */
  heard = 0;

  #highest = new Map<string, number>();
  #clockGame: string | undefined;
  #analysed = "";
  #analyses = new Map<number, Analysis>();

  constructor(
    readonly event: string,
    readonly id: string,
  ) {
    this.key = `${event}/${id}`;
  }

  /** Whether a payload is not older than what is known. Remembers its seq. */
  #isNews(topic: string, game: string, seq: number): boolean {
    const key = `${topic} ${game}`;
    const known = this.#highest.get(key);
    if (known !== undefined && seq < known) return false;
    this.#highest.delete(key);
    this.#highest.set(key, seq);
    if (this.#highest.size > remembered) this.#highest.delete(this.#highest.keys().next().value!);
    return true;
  }

  /** Whether a message is about a game that was already left for another. */
  #left(topic: string, game: string, current: string | undefined, seq: number): boolean {
    if (current === undefined || current === game) return false;
    const known = this.#highest.get(`${topic} ${game}`);
    return known !== undefined && seq <= known;
  }

  /** The events of the game on the board. */
  eventsOfGame(): ToldEvent[] {
    return this.events.filter((e) => !this.state || e.game === this.state.game);
  }

  /** The latest illegal move: it says what must be put back. */
  latestIllegal(): ToldEvent | undefined {
    return this.eventsOfGame().reverse().find((e) => e.event === "illegal" && e.number !== 0);
  }

  /** How many illegal moves of a player count. */
  illegalMoves(side: "white" | "black"): number {
    return this.desk && (!this.state || this.desk.game === this.state.game) ? this.desk.illegal[side] : 0;
  }

  takeState(s: State, now: number, wall: number): Change {
    const before = this.state;
    if (this.#left("state", s.game, before?.game, s.seq) || !this.#isNews("state", s.game, s.seq)) return { kind: "none" };
    this.state = s;
    const same = before !== null && before.game === s.game && before.start === s.start;
    this.laid = lay(s.start, s.moves, same ? { start: before.start, moves: before.moves, laid: this.laid } : undefined);
    if (!same) {
      this.was = new Map();
      this.correction = null;
      this.finished = -1;
      this.events = this.events.filter((e) => e.game === s.game);
      return { kind: "first" };
    }
    if (before.phase !== "over" && s.phase === "over") this.finished = now;
    if (s.phase !== "over") this.finished = -1;
    return this.#compare(before, s, now, wall);
  }

  #compare(before: State, s: State, now: number, wall: number): Change {
    const both = Math.min(before.moves.length, s.moves.length);
    let i = 0;
    while (i < both && before.moves[i]!.uci === s.moves[i]!.uci) i++;
    const ply = s.first_ply + i;
    if (i < before.moves.length) {
      const old = before.moves[i]!;
      const current = s.moves[i];
      for (const p of [...this.was.keys()]) if (p >= ply) this.was.delete(p);
      if (current) this.was.set(ply, old.san);
      const stood = this.laid.boards[i];
      const step = stood ? play(stood, old.uci) : null;
      this.correction = { ply, was: old.san, wasTo: step ? step.to : -1, now: current?.san ?? "", at: now, wall };
      return { kind: current ? "corrected" : "retracted", ply };
    }
    if (s.moves.length === before.moves.length + 1) return { kind: "move", ply: s.first_ply + s.moves.length - 1 };
    if (s.moves.length > before.moves.length) return { kind: "jump" };
    return { kind: "detail" };
  }

  takeGame(g: GameInfo): boolean {
    if (this.#left("game", g.game, this.game?.game, g.seq) || !this.#isNews("game", g.game, g.seq)) return false;
    this.game = g;
    return true;
  }

  takeAlarms(a: Alarms): boolean {
    if (this.#left("alarm", a.game, this.alarms?.game, a.seq) || !this.#isNews("alarm", a.game, a.seq)) return false;
    this.alarms = a;
    return true;
  }

  takeRing(a: Ring): boolean {
    if (this.#left("alarms", a.game, this.ring?.game, a.seq) || !this.#isNews("alarms", a.game, a.seq)) return false;
    this.ring = a;
    return true;
  }

  takeDesk(d: DeskList): boolean {
    if (this.#left("desk", d.game, this.desk?.game, d.seq) || !this.#isNews("desk", d.game, d.seq)) return false;
    this.desk = d;
    return true;
  }

  /** A move with amends says what was there before, for a page that was opened later. */
  takeMove(m: ToldMove): boolean {
    const s = this.state;
    if (!m.amends || !s || m.game !== s.game || m.seq > s.seq || this.was.has(m.ply)) return false;
    const i = m.ply - s.first_ply;
    const stood = this.laid.boards[i];
    if (!stood || s.moves[i]?.uci !== m.uci || m.amends === m.uci) return false;
    this.was.set(m.ply, roughSan(stood, m.amends));
    return true;
  }

  takeEvent(e: ToldEvent): boolean {
    if (this.events.some((known) => known.game === e.game && known.seq === e.seq)) return false;
    this.events.push(e);
    this.events.sort((a, b) => a.at_ms - b.at_ms || a.seq - b.seq);
    if (this.events.length > eventsKept) this.events.splice(0, this.events.length - eventsKept);
    return true;
  }

  /** An engine's evaluation of a position, stored by half-move, and shown only if the game has that position. */
  takeAnalysis(a: Analysis): boolean {
    if (this.#analysed !== a.game) this.#analyses.clear();
    this.#analysed = a.game;
    this.#analyses.set(a.ply, a);
    return true;
  }

  /** Whether there is an evaluation of the game on the board. */
  get analysed(): boolean {
    return this.#analysed !== "" && this.#analysed === this.state?.game && this.state.phase === "playing";
  }

  /** The evaluation of the position after so many moves; null if unknown. */
  analysisAt(count: number): Analysis | null {
    const s = this.state;
    if (!s || this.#analysed !== s.game || s.phase !== "playing") return null;
    const a = this.#analyses.get(s.first_ply - 1 + count);
    const at = this.placementAt(count);
    return a && at && a.fen.split(" ")[0] === placementText(at) ? a : null;
  }

  /** watched: what the board said before was its word until now. */
  takeAvailability(word: string, wall: number, watched: boolean): boolean {
    if (word !== "online" && word !== "offline" && word !== "degraded") return false;
    if (word === this.availability) return false;
    this.offlineSince = word === "offline" && watched && this.availability !== null ? wall : null;
    this.availability = word;
    return true;
  }

  /** Whether a message on the topic clock counts, and whether it has news. */
  clockIsNews(game: string, seq: number): { counts: boolean; fresh: boolean } {
    if (this.#left("clock", game, this.#clockGame, seq)) return { counts: false, fresh: false };
    const known = this.#highest.get(`clock ${game}`);
    const counts = this.#isNews("clock", game, seq);
    if (counts) this.#clockGame = game;
    return { counts, fresh: counts && known !== undefined && seq > known };
  }

  takeClock(c: Clocks, now: number, ageMs: number): void {
    this.clock.tell(c, now, ageMs);
  }

  // What views read.

  player(side: "white" | "black"): Player {
    const game = this.game?.game === this.state?.game || !this.state ? this.game : null;
    return { ...this.state?.[side], ...game?.[side] };
  }

  get eventName(): string {
    return this.game?.event || this.state?.event || this.event;
  }

  get round(): string {
    return (this.game?.round ?? this.state?.round) || "";
  }

  /** The current position, "" if there is none. */
  get fen(): string {
    return this.state && this.state.phase !== "waiting" ? this.state.fen : "";
  }

  /** A move of the game; undefined if there is none or it cannot be played. */
  stepAt(index: number): Step | undefined {
    return this.laid.steps[index];
  }

  /** The pieces after so many moves; after the last one, the state's own position. */
  placementAt(count: number): string[] | null {
    if (!this.state) return null;
    if (count === this.state.moves.length) return this.fen ? placementOf(this.fen) : null;
    return this.laid.boards[count] ?? null;
  }

  get over(): boolean {
    return this.state?.phase === "over" && this.state.result !== "*";
  }

  /** What the clocks show; those of a board that is offline stand at its last message. */
  clocks(now: number, frozenSince: number | null): Shown | null {
    if (this.availability !== "offline") return this.clock.at(now, frozenSince);
    return this.clock.last(Math.max(...[this.state?.at, this.clock.at0].map((at) => Date.parse(at ?? "") || 0)));
  }

  /** The shortest time on the clocks of a running game, ms; Infinity if nobody is short of time. */
  trouble(c: Shown | null): number {
    if (!c || this.over || this.availability === "offline" || this.state?.phase !== "playing") return Infinity;
    const below = troubleBelow(this.game?.time_control);
    return Math.min(...[c.white, c.black].map((ms) => (ms !== null && ms < below ? ms : Infinity)));
  }

  isLow(ms: number | null): boolean {
    return ms !== null && !this.over && this.state?.phase === "playing" && ms < troubleBelow(this.game?.time_control);
  }

  /** The correction, as long as it is mentioned. */
  corrected(now: number): Correction | null {
    return this.correction && now - this.correction.at < correctionSpoken ? this.correction : null;
  }
}

/** Sorts boards by number: 2 before 10. */
export function byNumber(a: Board, b: Board): number {
  return a.event.localeCompare(b.event) || a.id.localeCompare(b.id, "en", { numeric: true });
}

/** The name of a board: the number at the end of its level, otherwise the level. */
export function boardLabel(id: string): string {
  const number = /(\d+)$/.exec(id)?.[1];
  return number ? String(Number(number)) : id;
}
