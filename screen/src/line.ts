// The state line: the one place that shows the state of a board. The most urgent state that
// applies is shown (docs/screens.md has the list).

import type { Board } from "./board.ts";
import { guess } from "./payload.ts";
import type { Store } from "./store.ts";
import type { Texts } from "./texts.ts";
import { capital } from "./texts.ts";
import { numbered } from "./notation.ts";

/** A state by its class in screen.css. */
export type Kind = "live" | "delay" | "fix" | "doubt" | "gone" | "half" | "done" | "past";
export type Icon = "live" | "delay" | "fix" | "doubt" | "gone" | "half" | "done" | "wait" | "past" | "time" | "alarm" | "hand" | "ask";

export interface Line {
  state: string; // its name, for tests and screen readers
  kind: Kind;
  icon: Icon;
  strong: string;
  rest: string; // "" if there is none
  at: string;
  atIcon: Icon | null;
}

/** The text key for the reason of a result, in any of the usual spellings. */
export function resultKey(result: string, reason: string | null): string {
  const why = (reason ?? "").toLowerCase().replaceAll("_", " ").replaceAll("-", " ");
  if (result === "1/2-1/2") {
    if (why.includes("stalemate")) return "draw.stalemate";
    if (why.includes("agree")) return "draw.agreed";
    if (why.includes("repetition")) return "draw.repetition";
    if (why.includes("fifty")) return "draw.fifty";
    if (why.includes("seventy")) return "draw.seventyfive";
    if (why.includes("dead")) return "draw.dead";
    if (why.includes("kings")) return "draw.kings";
    return "draw";
  }
  if (result === "0-0") return "won.both";
  const side = result === "1-0" ? "w" : result === "0-1" ? "b" : "";
  if (!side) return "finished";
  if (why.includes("checkmate") || why === "mate") return `won.${side}.mate`;
  if (why.includes("resign")) return `won.${side}.resign`;
  if (["flag fall", "flag", "time", "on time", "time forfeit"].includes(why)) return `won.${side}.time`; // an arbiter's own words may mention time in other ways
  if (why.includes("kings")) return `won.${side}.kings`;
  if (why === "default") return `won.${side}.default`;
  return `won.${side}`;
}

/** 1–0, ½–½ as printed. */
export function printedResult(result: string): string {
  return result.replaceAll("1/2", "½").replace("-", "–");
}

/** A player's share of the point, "" if there is none yet. */
export function share(result: string, side: "white" | "black"): string {
  if (result === "*") return "";
  const part = result.split("-")[side === "white" ? 0 : 1] ?? "";
  return part === "1/2" ? "½" : part;
}

/** How many minutes a board's feed lags behind. */
export function delayMinutes(board: Board | null, fromAddress: number): number {
  const told = board?.info?.delay_ms;
  if (typeof told === "number" && told > 0) return Math.max(1, Math.round(told / 60_000));
  return fromAddress;
}

export interface Asked {
  store: Store;
  board: Board | null;
  texts: Texts;
  /** The number of moves shown if the reader went back; null means live. */
  shown: number | null;
  /** Minutes, from the address. */
  delay: number;
  /** The board named in the address. */
  named: string;
  /** The game comes from a file, so its day is shown instead of the time. */
  filed?: boolean;
}

/** The current line of one board. */
export function lineOf(q: Asked): Line {
  const line = stateOf(q);
  const delay = delayMinutes(q.board, q.delay);
  if (delay > 0 && q.board?.state && line.state !== "connecting") {
    const { store } = q;
    const silent = store.frozenSince === null ? 0 : store.times.mono() - store.frozenSince; // what is shown grows older
    line.at = q.texts.t("asat", { t: q.texts.hour(store.times.wall() - silent - delay * 60_000) });
    line.atIcon = line.state === "delayed" ? null : "delay";
  }
  return line;
}

/** The line of a page that is followed: if its boards are read as files, that stands beside the time. */
export function followedLine(q: Asked): Line {
  const line = lineOf(q);
  const { store, board } = q;
  if (store.files && !store.lost && line.at && !board?.over) line.at += ` · ${q.texts.t("fromfiles")}`;
  return line;
}

function stateOf(q: Asked): Line {
  const { store, board, texts } = q;
  const now = store.times.mono();
  const wall = store.times.wall();
  const make = (state: string, kind: Kind, icon: Icon, strong: string, rest = "", at = texts.hour(wall)): Line => ({
    state, kind, icon, strong, rest, at, atIcon: null,
  });
  const s = board?.state ?? null;
  if (store.connection.phase === "refused") return make("refused", "gone", "gone", texts.t("refused"));
  if (!board || !s) return before(q, make);

  const lastFrom = texts.t("lastfrom", { t: texts.second(Date.parse(s.at) || wall) });
  if (store.lost) return make("reconnecting", "gone", "wait", texts.t("reconnecting"), lastFrom);
  if (board.over) {
    const n = Math.ceil(s.ply / 2);
    if (q.shown !== null && q.shown < s.moves.length) {
      const at = q.shown > 0 ? numbered(s.first_ply - 1 + q.shown, texts.san(s.moves[q.shown - 1]!.san)) : "0";
      return make("earlier", "past", "past", texts.t("moveover", { a: at }), `${printedResult(s.result)}, ${texts.t(resultKey(s.result, s.reason))}`);
    }
    const count = n === 0 ? "" : ` · ${texts.t("moves", { n })}`;
    const ended = Date.parse(s.at) || wall;
    const at = q.filed || texts.day(ended) !== texts.day(wall) ? texts.day(ended) : texts.hour(ended);
    return make("finished", "done", "done", printedResult(s.result), texts.t(resultKey(s.result, s.reason)) + count, at);
  }
  if (board.availability === "offline") return make("offline", "gone", "gone", texts.t("offline"), lastFrom);
  const last = s.moves.length > 0 ? numbered(s.ply, texts.san(s.moves[s.moves.length - 1]!.san)) : "";
  if (s.phase === "playing" && s.reason === "new game set up") { // the pieces have been set up for another game
    return make("left", "gone", "wait", texts.t("noresult"), last ? texts.t("shown", { a: last }) : "");
  }
  if (s.phase === "playing" && s.differ.length > 0 && (s.handling === "clearing" || s.handling === "setting-up")) {
    const key = s.handling === "clearing" ? "clearing" : "settingup";
    return make(s.handling, "gone", "wait", capital(texts.t(key)), last ? texts.t("shown", { a: last }) : "");
  }
  if (s.phase === "playing" && s.differ.length > 0) {
    return make("unconfirmed", "doubt", "doubt", texts.t("doubt"), last ? texts.t("shown", { a: last }) : "");
  }
  const fix = board.corrected(now);
  if (fix) {
    const was = numbered(fix.ply, texts.san(fix.was));
    if (!fix.now) return make("retracted", "fix", "fix", texts.t("retracted", { b: was }), "", texts.second(fix.wall));
    const text = texts.t("corrected", { a: numbered(fix.ply, texts.san(fix.now)), b: was });
    const colon = text.indexOf(":") + 1;
    return make("corrected", "fix", "fix", text.slice(0, colon), text.slice(colon).trim(), texts.second(fix.wall));
  }
  const clocks = board.clocks(now, null);
  const stopped = clocks?.phase === "paused" || (board.alarms?.alarms.some((a) => a.id === "clock_paused") ?? false);
  if (stopped && s.phase === "playing" && q.shown === null) return make("stopped", "gone", "wait", texts.t("paused"), toPlay(s.turn, texts));
  if (q.shown !== null && q.shown < s.moves.length) {
    return make("earlier", "past", "past", texts.t("earlier", { n: Math.max(0, Math.ceil((s.first_ply - 1 + q.shown) / 2)) }), texts.t("goeson"));
  }
  if (s.phase === "waiting") return make("before", "gone", "wait", startsAt(board, texts, wall) || capital(texts.t("settingup")), startsAt(board, texts, wall) ? texts.t("settingup") : "");
  if (s.moves.length === 0 && clocks?.runs !== "white" && clocks?.runs !== "black") {
    const starts = startsAt(board, texts, wall);
    return make("before", "gone", "wait", starts || capital(texts.t("setup")), starts ? texts.t("setup") : toPlay(s.turn, texts));
  }
  const unseen = s.unseen.length;
  if (unseen > 0 || board.availability === "degraded") {
    const text = texts.t("degraded", { n: Math.max(unseen, 1) });
    const comma = text.indexOf(",");
    return make("degraded", "half", "half", text.slice(0, comma), `${text.slice(comma)} · ${toPlay(s.turn, texts)}`);
  }
  if (s.last && s.last.sure < guess) return make("uncertain", "half", "half", texts.t("uncertain"), last);
  const delay = delayMinutes(board, q.delay);
  if (delay > 0) return make("delayed", "delay", "delay", texts.t("delay", { n: delay }), toPlay(s.turn, texts));
  return make("live", "live", "live", texts.t("live"), toPlay(s.turn, texts));
}

function toPlay(turn: "white" | "black", texts: Texts): string {
  return texts.t(turn === "white" ? "toplay.w" : "toplay.b");
}

/** "Starts at 15:00", with the day if it is not today; "" if the game has no start time. */
function startsAt(board: Board, texts: Texts, wall: number): string {
  const t = Date.parse(board.game?.starts_at ?? "");
  if (Number.isNaN(t)) return "";
  const another = texts.day(t) !== texts.day(wall);
  return another ? texts.t("startson", { t: `${texts.day(t)}, ${texts.hour(t)}` }) : texts.t("starts", { t: texts.hour(t) });
}

/** The line while nothing is known of the board yet. */
function before(q: Asked, make: (state: string, kind: Kind, icon: Icon, strong: string, rest?: string) => Line): Line {
  const { store, board, texts } = q;
  const waited = store.times.mono() - store.connection.since;
  if (store.connection.phase === "open" && store.connection.settled) {
    if (board?.availability === "offline") return make("offline", "gone", "gone", texts.t("offline"));
    if (board) return make("nogame", "gone", "wait", texts.t("nogame"));
    if (q.named) return make("noboard", "gone", "gone", texts.t("badlink", { a: q.named }));
    return make("noboards", "gone", "wait", texts.t("noboards"));
  }
  if (store.connection.phase !== "open" && waited >= 5000) return make("nofeed", "gone", "gone", texts.t("nofeed"));
  return make("connecting", "gone", "wait", texts.t("connecting"), texts.t("noposition"));
}
