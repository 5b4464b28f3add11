// The event as files: what package event/site writes, and how a page reads it. No daemon is
// involved.

import type { Player } from "../payload.ts";

export interface Entrant extends Player {
  no: number;
  /** The file of the player's games, if there is one. */
  pgn?: string;
}

export interface Pairing {
  board: string;
  white: number;
  black: number;
  points: [string, string];
  result?: string;
  forfeit?: boolean;
  reason?: string;
  plies?: number;
  playing?: boolean;
  game?: string;
  /** The topic levels of the board and of its event. */
  at?: string;
  event?: string;
}

export interface Round {
  name: string;
  date?: string;
  starts_at?: string;
  games: Pairing[];
  byes?: { player: number; kind: "half" | "full" | "pairing" | "zero" }[];
}

export interface Cell {
  opponent?: number;
  rank?: number;
  white?: boolean;
  points?: string;
  unplayed?: boolean;
}

export interface Line {
  rank: number;
  no: number;
  points: string;
  /** A value for each of the table's columns. */
  ties: string[];
  cells: Cell[];
}

export interface EventFile {
  v: number;
  name: string;
  site?: string;
  players: Entrant[];
  rounds: Round[];
  /** The rounds of the whole event, if that is known. */
  planned?: number;
  /** As in PGN. */
  time_control?: string;
  /** The chief arbiter. */
  arbiter?: string;
  /**
   * tie_breaks order players with equal points, by FIDE's codes; columns are those of them for which some
   * line has a value.
   */
  table: { rounds: string[]; playing: number; tie_breaks: string[]; columns: string[]; lines: Line[] };
  /** The files of every game and of the report for FIDE, if they exist. */
  pgn?: string;
  trf?: string;
}

/** The folder of the files, next to the page. */
export const folder = "event/";

/** Reads the event. The file is requested again each time, and caches may answer that it has not changed. */
export async function load(): Promise<EventFile> {
  const answer = await fetch(`${folder}event.json`, { cache: "no-cache" });
  if (!answer.ok) throw new Error(String(answer.status));
  const event = (await answer.json()) as EventFile;
  if (event.v !== 1 || !Array.isArray(event.rounds) || !Array.isArray(event.players)) throw new Error("not an event");
  return event;
}

/** The round that a page shows first: the last one that is in progress or has a result, otherwise the first. */
export function currentRound(e: EventFile): Round | null {
  return e.rounds.findLast((r) => r.games.some((g) => g.result || g.playing)) ?? e.rounds[0] ?? null;
}

/** Whether every round has been played and no game is without a result. */
export function isOver(e: EventFile): boolean {
  return e.rounds.length > 0 && e.rounds.length === e.planned && e.rounds.every((r) => r.games.every((g) => g.result));
}

/** The lines of the table that no tie-break separates from the first. */
export function winners(e: EventFile): Line[] {
  const { lines } = e.table;
  return lines.filter((l) => l.points === lines[0]!.points && l.ties.join() === lines[0]!.ties.join());
}

/** The file name of a round: 3, or 3-1 for 3.1. */
export function roundFile(r: Round): string {
  return `${folder}round-${r.name ? r.name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "0" : "0"}.pgn`;
}
