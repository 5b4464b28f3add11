// The payloads of docs/mqtt.md, as far as a screen reads them. Keys that are not here
// are ignored; every reader below rejects what it cannot use.

/** The confidence below which a move is a guess. A test keeps it equal to the daemon's. */
export const guess = 0.9;

export interface Player {
  name?: string;
  fide_id?: number;
  title?: string;
  rating?: number;
  /** FIDE's three letters of the federation. */
  federation?: string;
}

export interface PlayedMove {
  uci: string;
  san: string;
}

export interface LastMove extends PlayedMove {
  ply: number;
  fen: string;
  by: "white" | "black";
  sure: number;
  how: "seen" | "inferred" | "corrected";
  illegal: boolean;
}

export interface Clocks {
  white_ms: number | null;
  black_ms: number | null;
  runs: "white" | "black" | "none";
  /** When the times applied (RFC 3339); "" if not given. */
  at: string;
  /** What is left of a delay before the running time falls. */
  delay_left_ms: number;
  phase: string;
}

export interface State {
  game: string;
  seq: number;
  at: string;
  event?: string;
  round?: string | null;
  white?: Player;
  black?: Player;
  phase: "waiting" | "playing" | "over";
  variant: "standard" | "chess960";
  start: string;
  first_ply: number;
  ply: number;
  fen: string;
  turn: "white" | "black";
  moves: PlayedMove[];
  last: LastMove | null;
  clocks?: Clocks | null;
  matches: boolean;
  differ: string[];
  /** What hands seem to be doing with a board that differs. */
  handling?: "clearing" | "setting-up" | null;
  unseen: string[];
  sure: number;
  /** The ply up to which every move is certain, and the plies that are guesses; missing from older programs. */
  settled?: number;
  guesses?: number[];
  result: string;
  reason: string | null;
  proposed: boolean;
}

export interface GameInfo {
  game: string;
  seq: number;
  board?: string;
  event?: string;
  round?: string | null;
  white?: Player;
  black?: Player;
  time_control?: string | null;
  laws?: string;
  starts_at?: string | null;
  result: string;
  reason: string | null;
}

export interface Alarm {
  id: string;
  urgent: boolean;
  squares?: string[];
  ply?: number;
  san?: string;
  result?: string;
  text: string;
}

export interface Alarms {
  game: string;
  seq: number;
  alarms: Alarm[];
}

/** One alarm of the topic alarms, including what only arbiters may know. */
export interface Ringing {
  id: string;
  /** Together with id it identifies an alarm. */
  cause: string;
  urgent: boolean;
  since_ms: number;
  since: string;
  /** For default_near: when the player loses. */
  due_ms?: number;
  player?: "white" | "black";
  name?: string;
  squares: string[];
  /**
   * For touch_violation: the kind of the duty that was broken, on these squares, or the move that
   * stands if a claim succeeds.
   */
  duty?: string;
  uci?: string;
  ply?: number;
  san?: string;
  what?: string;
  result?: string;
  /** For illegal_move: how many. */
  count?: number;
  /** For flag: moves completed, and moves required by the end of the period; if missing, all. */
  moves?: number;
  needed?: number;
  /** For clock_disagrees: by how much. */
  off_ms?: number;
  acknowledged: boolean;
  acknowledged_by?: string;
  /** By language, complete except for {t}, a time that runs on. */
  text: Record<string, string>;
}

export interface Ring {
  game: string;
  seq: number;
  at_ms: number;
  at: string;
  alarms: Ringing[];
}

/** The state of a game before or after an action. */
export interface Situation {
  ply: number;
  result: string;
  illegal: [number, number];
  white_ms: number | null;
  black_ms: number | null;
}

/** A command that was carried out. */
export interface Action {
  number: number;
  at_ms: number;
  do: string;
  by?: string;
  keys: Record<string, unknown>;
  before: Situation;
  after: Situation;
  undoes?: number;
  undone?: number;
}

/** What an arbiter's console lists about a board: the topic desk. */
export interface DeskList {
  game: string;
  seq: number;
  at_ms: number;
  at: string;
  actions: Action[];
  undoable: number;
  guide: { square: string; put: string }[];
  illegal: { white: number; black: number };
  draw_offer: string | null;
  /** Who offered it. */
  draw_offer_by?: "white" | "black" | null;
  /** What each player has offered and claimed. */
  draws?: { [side in "white" | "black"]: { offers: number[]; refused_claims: { what: string; ply: number }[] } };
  adjourned: "open" | "sealed" | null;
  obligation?: Duty | null;
  violation?: { rule: string; by: "white" | "black"; status: string; restores: string | null; duty: Duty | null } | null;
  illegal_move?: { by: "white" | "black"; count: number; penalty: { opponent_time_s?: number; result?: string } | null; restore: boolean; status: string | null } | null;
  claim?: Claimed | null;
  /** Open questions to a person. */
  needs?: string[];
  /** The result that each player has signed, and who must still sign. */
  signed?: { white: string | null; black: string | null; missing: ("white" | "black")[] };
  /** Which of several moves was made, if the board cannot tell. */
  question?: Question | null;
  /** The rules of the game, and what the edition asks of the arbiter. */
  rules?: { laws: string; mode: "standard" | "rapid" | "blitz"; supervised: boolean; brief: { key: string; times_ms: number[]; number: number }[] };
  /** How the last move is announced, in games of visually impaired players. */
  announcement?: { language: string; ply: number; uci: string; text: string } | null;
}

/** A question to a person: which of these moves was made. */
export interface Question {
  ply: number;
  by: "white" | "black";
  occasion: string;
  /** Likeliest first. */
  candidates: Candidate[];
}

export interface Candidate {
  id: string;
  uci: string;
  san: string;
  /** The position after it. */
  fen: string;
  sure: number;
  /** Whether it is the published move. */
  published: boolean;
  grounds: Ground[];
}

/** What supports a move, or contradicts it. */
export interface Ground {
  what: string;
  for: boolean;
  square: string;
  lasted_ms?: number;
}

/** What Article 4 requires of a player. */
export interface Duty {
  by: "white" | "black";
  kind: string;
  squares: string[];
  allowed: string[];
}

/** The latest claim, with the evidence of the record. */
export interface Claimed {
  what: "repetition" | "fifty-moves" | "claim" | "request-increment";
  by: "white" | "black";
  uci?: string;
  right: boolean;
  waits: boolean;
  /** Half-moves after which the position occurred. */
  appearances: number[];
  /** Half-moves after which the same pieces stood but the position was different. */
  differs: { ply: number; why: string }[];
  /** Half-moves in a row without a capture or pawn move, and the first of them. */
  quiet: number;
  since: number;
}

/** What one lamp of a board shows. */
export interface Lamp {
  tone: "white" | "green" | "amber" | "red" | "violet";
  large: boolean;
}

/** What the lamps of a board show; boards without lamps publish nothing. */
export interface Lamps {
  lit: (Lamp & { square: string })[];
  edge: Lamp | null;
  faults: string[];
}

export interface BoardInfo {
  version?: string;
  hardware?: string;
  sensing?: string;
  scan_hz?: number;
  calibrated?: string | null;
  simulated?: boolean;
  node?: string;
  /** How far this feed lags behind the board, if it does. */
  delay_ms?: number;
}

export interface ToldMove {
  game: string;
  seq: number;
  at: string;
  ply: number;
  uci?: string;
  san?: string;
  amends?: string;
  retracted?: boolean;
}

export interface ToldEvent {
  game: string;
  seq: number;
  at: string;
  at_ms: number;
  event: string;
  [key: string]: unknown;
}

type Json = Record<string, unknown>;

/** Reads a JSON object of version 1; null for anything else. */
export function readObject(bytes: Uint8Array): Json | null {
  try {
    const v: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return v !== null && typeof v === "object" && !Array.isArray(v) && (v as Json).v === 1 ? (v as Json) : null;
  } catch {
    return null;
  }
}

const fen = /^([1-8pnbrqkPNBRQK]+\/){7}[1-8pnbrqkPNBRQK]+ [wb] /;

/**
 * Whether a text is a FEN with eight ranks of eight squares: a rank that is too short would show
 * an impossible position.
 */
function isPosition(v: unknown): v is string {
  if (typeof v !== "string" || !fen.test(v)) return false;
  const ranks = v.slice(0, v.indexOf(" ")).split("/");
  return ranks.every((rank) => [...rank].reduce((n, c) => n + (Number(c) || 1), 0) === 8);
}

const uci = /^[a-h][1-8][a-h][1-8][qrbn]?$/;
const square = /^[a-h][1-8]$/;

function ordered(o: Json): boolean {
  return typeof o.game === "string" && typeof o.seq === "number";
}

/** A state that can be shown, or null. */
export function readState(o: Json): State | null {
  const moves = o.moves;
  const ok =
    ordered(o) &&
    isPosition(o.fen) && isPosition(o.start) &&
    Array.isArray(moves) && moves.every((m) => m && uci.test(m.uci) && typeof m.san === "string") &&
    (o.phase === "waiting" || o.phase === "playing" || o.phase === "over");
  if (!ok) return null;
  const s = o as unknown as State;
  const squares = (v: unknown): string[] => (Array.isArray(v) ? v.filter((x) => typeof x === "string" && square.test(x)) : []);
  return {
    ...s,
    first_ply: typeof s.first_ply === "number" ? s.first_ply : 1,
    turn: s.fen.split(" ")[1] === "b" ? "black" : "white",
    differ: squares(o.differ),
    unseen: squares(o.unseen),
    result: typeof s.result === "string" ? s.result : "*",
    reason: typeof s.reason === "string" ? s.reason : null,
    at: typeof s.at === "string" ? s.at : "",
    ply: typeof s.ply === "number" ? s.ply : s.moves.length,
    last: s.last !== null && typeof s.last === "object" ? s.last : null,
    event: text(o.event) ?? "",
    round: text(o.round),
    white: readPlayer(o.white),
    black: readPlayer(o.black),
  };
}

/** A text or number as text, null for anything else. */
function text(v: unknown): string | null {
  return typeof v === "string" ? v : typeof v === "number" ? String(v) : null;
}

/** The usable parts of a player. */
function readPlayer(v: unknown): Player {
  if (v === null || typeof v !== "object") return {};
  const p = v as Json;
  const known: Player = {};
  for (const key of ["name", "title", "federation"] as const) if (typeof p[key] === "string" && p[key]) known[key] = p[key];
  for (const key of ["fide_id", "rating"] as const) if (typeof p[key] === "number") known[key] = p[key];
  return known;
}

export function readGame(o: Json): GameInfo | null {
  if (!ordered(o)) return null;
  return { ...(o as unknown as GameInfo), event: text(o.event) ?? "", round: text(o.round), time_control: text(o.time_control), starts_at: text(o.starts_at), white: readPlayer(o.white), black: readPlayer(o.black) };
}

export function readAlarms(o: Json): Alarms | null {
  return ordered(o) && Array.isArray(o.alarms) && o.alarms.every((a) => a !== null && typeof a === "object" && typeof (a as Json).id === "string") ? (o as unknown as Alarms) : null;
}

const tones = ["white", "green", "amber", "red", "violet"];

export function readLamps(o: Json): Lamps | null {
  const lamp = (l: unknown): boolean => typeof l === "object" && l !== null && tones.includes((l as Lamp).tone) && typeof (l as Lamp).large === "boolean";
  if (!Array.isArray(o.lit) || !o.lit.every((l) => lamp(l) && /^[a-h][1-8]$/.test(String(l.square)))) return null;
  if (o.edge !== null && !lamp(o.edge)) return null;
  if (!Array.isArray(o.faults) || !o.faults.every((f) => typeof f === "string")) return null;
  return { lit: o.lit as Lamps["lit"], edge: o.edge as Lamp | null, faults: o.faults };
}

export function readRing(o: Json): Ring | null {
  return ordered(o) && Array.isArray(o.alarms) && o.alarms.every((a) => a && typeof a.id === "string" && a.text) ? (o as unknown as Ring) : null;
}

export function readDesk(o: Json): DeskList | null {
  return ordered(o) && Array.isArray(o.actions) && Array.isArray(o.guide) && o.illegal ? (o as unknown as DeskList) : null;
}

export function readMove(o: Json): ToldMove | null {
  return ordered(o) && typeof o.ply === "number" ? (o as unknown as ToldMove) : null;
}

export function readEvent(o: Json): ToldEvent | null {
  return ordered(o) && typeof o.event === "string" ? (o as unknown as ToldEvent) : null;
}

/** Clocks from the topic clock, or from the key clocks of a state. */
export function readClocks(o: unknown): Clocks | null {
  if (o === null || typeof o !== "object") return null;
  const c = o as Json;
  const ms = (v: unknown): number | null => (typeof v === "number" && Number.isFinite(v) && v >= 0 ? v : null);
  return {
    white_ms: ms(c.white_ms),
    black_ms: ms(c.black_ms),
    runs: c.runs === "white" || c.runs === "black" ? c.runs : "none",
    at: typeof c.at === "string" ? c.at : "",
    delay_left_ms: ms(c.delay_left_ms) ?? 0,
    phase: typeof c.phase === "string" ? c.phase : "",
  };
}
