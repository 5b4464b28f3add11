// How many columns a wall has, and which boards are in front: calculations only.

/** Lengths in u, the wall's unit: a 108th of the screen's height or a 192nd of its width. */
export interface Layout {
  kind: "two" | "sm" | "list";
  columns: number;
  rows: number;
  edge: number; // of a board
  bar: number; // height of a player's bar
  fs: number; // font size of a bar
  tag: number;
  gap: number;
}

/** Height of all margins above and below the tiles, in u: of the page, and below its head. */
export const margins = 1.6 * 2 + 1.4;
export const sideMargins = 4;
/** A smaller edge leads to small tiles and a front rail. */
export const smallBelow = 22;
const railWidth = 39 + 1.8;
/** Height of a board in front with the gap below it: its edge, two bars and its tag (style boards.css, .tile.front). */
const inFront = 35.6 + 2 * 5.1 + 3.3 + 1.4;
const gutter = 2.6;

/** Boards per page if there are more than mostOnOne. */
export const perPage = 40;
export const mostOnOne = 64;
export const pageMs = 30_000;

/** The grid with the largest boards for n tiles on a screen of width x height without the head, in u. */
export function layOut(n: number, width: number, height: number): Layout {
  const count = Math.max(1, n);
  const w = width - sideMargins;
  const hgt = height - margins;
  const large = best(count, (c, r) => {
    const gap = 1.4;
    const edge = (fs: number): number => Math.min((w - (c - 1) * gap) / c - 0.2, (hgt - (r - 1) * gap) / r - 2 * 2.6 * fs - 1.07 * fs);
    let fs = 3;
    if (edge(3) > 34) fs = Math.min(5, Math.max(3, edge(4.4) / 9)); // few boards: larger names, legible from further away
    return { kind: "two", columns: c, rows: r, edge: edge(fs), bar: 2.6 * fs, fs, tag: 1.07 * fs, gap };
  });
  if (large.edge >= smallBelow) return large;
  return best(count, (c, r) => {
    const room = w - railWidth;
    const edgeH = (hgt - (r - 1) * 0.8) / r;
    const fs = Math.min(1.75, Math.max(1.2, edgeH / 10.5));
    return {
      kind: "sm", columns: c, rows: r, fs, bar: fs * 1.29, tag: 0, gap: 1,
      edge: Math.min((room - (c - 1)) / c - gutter, edgeH - 2 * fs * 1.29),
    };
  });
}

function best(n: number, of: (columns: number, rows: number) => Layout): Layout {
  let found: Layout | null = null;
  for (let c = 1; c <= n; c++) {
    const l = of(c, Math.ceil(n / c));
    if (!found || l.edge > found.edge) found = l;
  }
  return found!;
}

/** How many boards are in front on a screen of this height without the head, in u: two, and more on a screen on end. */
export function frontOf(height: number): number {
  return Math.max(2, Math.floor((height - margins + 1.4) / inFront));
}

/** A board that could be in front. */
export interface Candidate {
  key: string;
  /** How long ago it ended, ms; Infinity if it has not, or ended long ago. */
  ended: number;
  /** The shortest time of a player who is short of time, ms; otherwise Infinity. */
  left: number;
}

interface Slot {
  key: string;
  since: number;
}

const stays = 20_000;
const between = 10_000;

/** Compares numbers, including two infinities. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/**
 * The front rail: boards that have just finished, then those with the least time, then in order. Each
 * stays for at least 20 s, and there is at most one change in 10 s.
 */
export class Rail {
  readonly slots: Slot[] = [];
  #changed = -Infinity;

  /** size: how many boards are in front. */
  constructor(public size: number) {}

  /**
   * candidates are in board order; returns the keys to show, by place. Until the feed has settled,
   * boards may be replaced freely, as nobody has looked yet.
   */
  choose(candidates: Candidate[], now: number, settled: boolean): string[] {
    const there = new Set(candidates.map((c) => c.key));
    const ranked = [...candidates].sort((a, b) => compare(a.ended, b.ended) || compare(a.left, b.left));
    const rank = new Map(ranked.map((c, i) => [c.key, i]));
    if (!settled) this.slots.length = 0;
    for (let i = this.slots.length - 1; i >= 0; i--) if (!there.has(this.slots[i]!.key)) this.slots.splice(i, 1);
    this.slots.splice(this.size); // the screen was turned
    const shown = (): Set<string> => new Set(this.slots.map((s) => s.key));
    while (this.slots.length < Math.min(this.size, ranked.length)) {
      this.slots.push({ key: ranked.find((c) => !shown().has(c.key))!.key, since: now });
    }
    const wanted = ranked.slice(0, this.size).filter((c) => !shown().has(c.key));
    if (wanted.length > 0 && now - this.#changed >= between) {
      const away = this.slots
        .filter((s) => now - s.since >= stays && rank.get(s.key)! >= this.size)
        .sort((a, b) => rank.get(b.key)! - rank.get(a.key)!)[0];
      if (away) {
        away.key = wanted[0]!.key;
        away.since = now;
        this.#changed = now;
      }
    }
    return this.slots.map((s) => s.key);
  }
}
