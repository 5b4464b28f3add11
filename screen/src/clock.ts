// Clocks counted on between messages, with the page's monotonic time. A page
// never invents that a time has run out: counting stops one second before.

import type { Clocks } from "./payload.ts";

/** A running clock without a message for so long stands still (ms). */
export const staleAfter = 30_000;

export interface Shown {
  white: number | null; // ms
  black: number | null;
  runs: "white" | "black" | "none";
  /** How far the clock has come: set, running, paused, flagged, over. */
  phase: string;
  /** Told to run, but nothing has been heard for too long. */
  stale: boolean;
}

/** The two clocks of one board. */
export class BoardClock {
  #told: Clocks | null = null;
  #since = 0; // monotonic time at which the times stood so
  #heard = 0; // monotonic time of the last message

  /** A message. now is monotonic (ms), ageMs how long before it the times stood so. */
  tell(c: Clocks, now: number, ageMs: number): void {
    // The same times once more: what was learnt first about their age holds.
    const same = this.#told !== null && this.#told.at === c.at && c.at !== "" && this.#told.runs === c.runs;
    if (!same) this.#since = now - ageMs;
    this.#told = c;
    this.#heard = now;
  }

  /** The age of the times has become known better. */
  correct(now: number, ageMs: number): void {
    this.#since = now - ageMs;
  }

  get known(): boolean {
    return this.#told !== null;
  }

  /** Since when the times stand so, as it was told (RFC 3339). */
  get at0(): string {
    return this.#told?.at ?? "";
  }

  /** What to show now; null while nothing is known. frozen stops counting. */
  at(now: number, frozenSince: number | null): Shown | null {
    const c = this.#told;
    if (!c || (c.white_ms === null && c.black_ms === null)) return null;
    const until = frozenSince === null ? now : Math.min(now, frozenSince);
    const stale = c.runs !== "none" && until - this.#heard > staleAfter;
    const counted = Math.min(until, this.#heard + staleAfter) - this.#since - c.delay_left_ms;
    const run = c.runs === "none" ? 0 : Math.max(0, counted);
    const left = (ms: number | null, mine: boolean): number | null =>
      ms === null ? null : mine && ms > 0 ? Math.max(ms - run, 1) : ms;
    return { white: left(c.white_ms, c.runs === "white"), black: left(c.black_ms, c.runs === "black"), runs: c.runs, phase: c.phase, stale };
  }
}

/** 1:23:45, below an hour 23:45; seconds rounded up. */
export function formatClock(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, "0");
  const h = Math.floor(s / 3600);
  const m = Math.floor((s % 3600) / 60);
  return h > 0 ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

/**
 * From when on a player is short of time (ms): below 5 minutes or a tenth of
 * the starting time, whichever is less. The time control is as PGN writes it
 * (standard of 1994, 9.6.1).
 */
export function troubleBelow(control: string | null | undefined): number {
  const five = 5 * 60_000;
  const first = /^\*?(?:\d+\/)?(\d+)/.exec(control ?? "");
  const start = first ? Number(first[1]) * 1000 : 0;
  return start > 0 ? Math.min(five, start / 10) : five;
}

/**
 * How far the page's clock and the feed's differ. It is learnt from messages
 * that came fresh: the smallest difference seen is the one without delay on the
 * way. Before the first one, the clock of the server that gave the page counts.
 */
export class Offset {
  #least: number | null = null;
  #hint = 0;

  /** The page's clock less that of its server, ms. */
  hint(difference: number): void {
    this.#hint = difference;
  }

  get learnt(): boolean {
    return this.#least !== null;
  }

  /**
   * How old a message is, in ms: at is its own time (RFC 3339), fresh says that
   * it tells of something that happened just now, lag how far the feed is
   * behind on purpose.
   */
  age(at: string, wall: number, fresh: boolean, lag: number): number {
    const told = Date.parse(at);
    if (Number.isNaN(told)) return 0;
    const difference = wall - told;
    if (fresh) {
      if (this.#least === null || difference < this.#least) this.#least = difference;
      if (difference - this.#least > 60_000) this.#least = difference; // a clock was set: begin again
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
