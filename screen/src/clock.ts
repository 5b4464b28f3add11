// Clocks that run on between messages, by the page's monotonic time. A page never
// claims that a time has run out: the display stops one second before.

import type { Clocks } from "./payload.ts";

/** A running clock stops if there is no message for so long (ms). */
export const staleAfter = 30_000;

export interface Shown {
  white: number | null; // ms
  black: number | null;
  runs: "white" | "black" | "none";
  /** The state of the clock: set, running, paused, flagged, over. */
  phase: string;
  /** It should run, but there has been no message for too long. */
  stale: boolean;
}

/** The two clocks of one board. */
export class BoardClock {
  #told: Clocks | null = null;
  #since = 0; // monotonic time to which the times apply
  #heard = 0; // monotonic time of the last message

  /** A message. now is monotonic (ms); ageMs is how long before it the times applied. */
  tell(c: Clocks, now: number, ageMs: number): void {
    // The same times again: what was first learnt about their age is kept.
    const same = this.#told !== null && this.#told.at === c.at && c.at !== "" && this.#told.runs === c.runs;
    if (!same) this.#since = now - ageMs;
    this.#told = c;
    this.#heard = now;
  }

  /** The age of the times is now known better. */
  correct(now: number, ageMs: number): void {
    this.#since = now - ageMs;
  }

  get known(): boolean {
    return this.#told !== null;
  }

  /** The state of the clock that was told last; empty while none is known. */
  get phase(): string {
    return this.#told?.phase ?? "";
  }

  /** When the times applied, according to the message (RFC 3339). */
  get at0(): string {
    return this.#told?.at ?? "";
  }

  /** What to show now; null while nothing is known. frozenSince stops the display. */
  at(now: number, frozenSince: number | null): Shown | null {
    const until = frozenSince === null ? now : Math.min(now, frozenSince);
    return this.#after(Math.min(until, this.#heard + staleAfter) - this.#since, until - this.#heard > staleAfter);
  }

  /**
   * What the board of these clocks told last. until is the time of its last message, by its own clock
   * (Date.parse): the same on every page, whenever it was opened.
   */
  last(until: number): Shown | null {
    return this.#after(Math.max(0, until - Date.parse(this.at0)) || 0, true);
  }

  /** What the clocks show so long after the times applied. */
  #after(ms: number, old: boolean): Shown | null {
    const c = this.#told;
    if (!c || (c.white_ms === null && c.black_ms === null)) return null;
    const stale = c.runs !== "none" && old;
    const run = c.runs === "none" ? 0 : Math.max(0, ms - c.delay_left_ms);
    const left = (ms: number | null, mine: boolean): number | null =>
      ms === null ? null : mine && ms > 0 ? Math.max(ms - run, 1) : ms;
    return { white: left(c.white_ms, c.runs === "white"), black: left(c.black_ms, c.runs === "black"), runs: c.runs, phase: c.phase, stale };
  }
}

/** 1:23:45, below an hour 23:45; seconds are rounded up. */
export function formatClock(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, "0");
  const h = Math.floor(s / 3600);
  const m = Math.floor((s % 3600) / 60);
  return h > 0 ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

/**
 * The limit (ms) below which a player is short of time: 5 minutes or a tenth of the starting
 * time, whichever is less. The time control is in PGN's notation (standard of 1994, 9.6.1).
 */
export function troubleBelow(control: string | null | undefined): number {
  const five = 5 * 60_000;
  const first = /^\*?(?:\d+\/)?(\d+)/.exec(control ?? "");
  const start = first ? Number(first[1]) * 1000 : 0;
  return start > 0 ? Math.min(five, start / 10) : five;
}

/**
 * The difference between the page's clock and the feed's. It is learnt from fresh messages: the
 * smallest difference seen is the one without transmission delay. Before the first of them, the
 * clock of the server that sent the page is used.
 */
export class Offset {
  #least: number | null = null;
  #hint = 0;

  /** The page's clock minus that of its server, ms. */
  hint(difference: number): void {
    this.#hint = difference;
  }

  get learnt(): boolean {
    return this.#least !== null;
  }

  /**
   * The age of a message, in ms. at is its own time (RFC 3339), fresh means that it reports
   * something that happened just now, and lag is the deliberate delay of the feed.
   */
  age(at: string, wall: number, fresh: boolean, lag: number): number {
    const told = Date.parse(at);
    if (Number.isNaN(told)) return 0;
    const difference = wall - told;
    if (fresh) {
      if (this.#least === null || difference < this.#least) this.#least = difference;
      if (difference - this.#least > 60_000) this.#least = difference; // a clock was set: start again
    }
    if (this.#least !== null) return Math.max(0, difference - this.#least);
    return Math.max(0, difference - this.#hint - lag);
  }
}

/** 20 s, 3 min, 2 h. */
export function ageText(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  return `${Math.floor(s / 3600)} h`;
}
