// What needs a person, as cards: what rings (the topic alarms), what the desk asks (the
// topic desk), what is wrong with the computer (the topic alarm), and boards that are gone.
// A new kind of card is an entry here; what it can do stands in its actions.

import type { Act } from "../acts.ts";
import { actOf } from "../acts.ts";
import { boardLabel } from "../board.ts";
import type { Board } from "../board.ts";
import { formatClock } from "../clock.ts";
import type { Icon } from "../line.ts";
import { printedResult } from "../line.ts";
import { names, numbered } from "../notation.ts";
import type { Duty, Ringing, ToldEvent } from "../payload.ts";
import type { Texts } from "../texts.ts";
import { word } from "./fields.ts";
import { claimText, reasonText } from "./wording.ts";

/** a: act now; d: being checked; h: watch; g: goes away by itself. */
export type Urgency = "a" | "d" | "h" | "g";

/** An act as a button of a card: with keys that are known already. */
export interface CardButton {
  label: string;
  act: Act;
  keys: Record<string, unknown>;
  /** Its form comes first, filled in with these keys. */
  form?: boolean;
}

export interface Card {
  key: string;
  /** Its name, as in the texts short.*; an alarm without one shows "!". */
  kind: string;
  board: Board;
  urgency: Urgency;
  icon: Icon;
  title: string;
  text: string;
  /** Date.now() when it began, 0 when that is not known. */
  since: number;
  /** An arbiter has seen it: it does not sound. */
  seen: boolean;
  /** By which it is acknowledged; null where it cannot be. */
  acknowledge: { what: string; cause?: string } | null;
  buttons: CardButton[];
}

const rank: Record<Urgency, number> = { a: 0, d: 1, h: 2, g: 3 };

/** All cards of these boards, most urgent first, older ones before newer. */
export function cardsOf(boards: Board[], texts: Texts, wall: number): Card[] {
  const cards = boards.flatMap((b) => [...ofDuty(b, texts), ...ofNeeds(b, texts), ...ofSigned(b, texts), ...ofRing(b, texts, wall), ...ofComputer(b, texts, wall), ...ofAvailability(b, texts)]);
  return cards.sort((a, b) => Number(a.seen) - Number(b.seen) || rank[a.urgency] - rank[b.urgency] || a.since - b.since);
}

/** An act with keys; its label is its own name unless another is given. */
function button(texts: Texts, id: string, keys: Record<string, unknown> = {}, label = texts.t(`act.${id}`)): CardButton {
  return { label, act: actOf(id), keys };
}

/** An act whose form comes first. */
function form(texts: Texts, id: string, keys: Record<string, unknown> = {}): CardButton {
  return { ...button(texts, id, keys), label: `${texts.t(`act.${id}`)} …`, form: true };
}

function resultButtons(texts: Texts): CardButton[] {
  return ["1-0", "1/2-1/2", "0-1"].map((r) => button(texts, "result", { result: r }, printedResult(r)));
}

function goesOn(texts: Texts): CardButton {
  return button(texts, "result", { result: "*" }, texts.t("playon"));
}

/** Whether the topic alarms speaks of the game on the board. */
function rings(b: Board): boolean {
  return b.ring !== null && (!b.state || b.ring.game === b.state.game);
}

/** What rings at the arbiters' consoles, in the words that came with it. */
function ofRing(b: Board, texts: Texts, wall: number): Card[] {
  if (!rings(b)) return [];
  return b.ring!.alarms.map((a) => {
    const { urgency, icon } = looks(a);
    return {
      key: `${b.key} ${a.id} ${a.cause}`, kind: a.id, board: b, urgency: a.acknowledged ? "g" : urgency, icon, since: Date.parse(a.since) || 0,
      title: `${texts.t("board", { n: boardLabel(b.id) })} · ${ringText(a, texts, wall)}`,
      text: guessesPiece(a, b) ? texts.t("hint.need.promotion_choice") : texts.has(`hint.${a.id}`) ? texts.t(`hint.${a.id}`, { a: a.ply && a.san ? numbered(a.ply, texts.san(a.san)) : "", s: a.squares.join(", ") }) : "",
      buttons: buttonsOf(a, b, texts), seen: a.acknowledged, acknowledge: a.acknowledged ? null : { what: a.id, ...(a.cause ? { cause: a.cause } : {}) },
    };
  });
}

/** An alarm's text in the reader's language, made of its code and particulars, its time running. */
export function ringText(a: Ringing, texts: Texts, wall: number): string {
  const key = a.id === "flag" && !a.needed ? "alarm.flag_all" : `alarm.${a.id}`;
  const began = Date.parse(a.since);
  const span = a.off_ms ?? (a.due_ms !== undefined && !Number.isNaN(began) ? began + (a.due_ms - a.since_ms) - wall : wall - began);
  const t = Number.isNaN(span) ? "…" : formatClock(Math.max(0, span));
  if (!texts.has(key)) return (a.text[texts.lang] ?? a.text.en ?? a.id).replaceAll("{t}", t); // of a newer program
  const what = !a.what ? "" : a.id === "claim" ? claimText(a.what, texts) : reasonText(a.what, texts);
  return texts.t(key, {
    t, why: what, what, result: printedResult(a.result ?? ""), n: Math.ceil((a.ply ?? 0) / 2), san: texts.san(a.san ?? ""), squares: a.squares.join(" "),
    player: names(a.name).surname || texts.side(a.player ?? "white"), k: a.count ?? 0, moves: a.moves ?? 0, needed: a.needed ?? 0,
  });
}

/** Alarms of the computer and the board's calibration: they are on the public topic alone. */
function ofComputer(b: Board, texts: Texts, wall: number): Card[] {
  if (b.availability === "offline") return [];
  return (b.alarms?.alarms ?? []).filter((a) => !texts.has(`alarm.${a.id}`)).map((a) => {
    const { urgency, icon } = looks(a);
    const squares = (a.squares ?? []).join(", ");
    const days = Math.floor((wall - Date.parse(b.info?.calibrated ?? "")) / 86_400_000);
    const key = `public.${a.id}`;
    const known = texts.has(key) && !(a.id === "calibration_old" && Number.isNaN(days)); // else in the words that came with it
    return {
      key: `${b.key} ${a.id} ${squares}`, kind: a.id, board: b, urgency, icon, since: 0, seen: false, acknowledge: null, buttons: [],
      title: `${texts.t("board", { n: boardLabel(b.id) })} · ${known ? texts.t(key, { squares, days }) : a.text}`,
      text: texts.has(`hint.${a.id}`) ? texts.t(`hint.${a.id}`) : "",
    };
  });
}

function looks(a: { id: string; urgent: boolean }): { urgency: Urgency; icon: Icon } {
  switch (a.id) {
    case "error_reconstructing_game":
    case "boards_differ":
    case "wrong_setup":
      return { urgency: "d", icon: "doubt" };
    case "sensor_fault":
    case "calibration_drifted":
    case "calibration_old":
      return { urgency: "g", icon: "half" };
    case "time_trouble":
    case "default_near":
      return { urgency: "h", icon: "time" };
    case "guessed_move":
      return { urgency: "h", icon: "hand" };
    case "game_finished":
      return { urgency: "a", icon: "alarm" };
  }
  return a.urgent ? { urgency: "a", icon: "alarm" } : { urgency: "h", icon: "hand" };
}

/** The rules of a breach, as they are claimed. */
const claims: Record<string, string> = {
  promotion_choice: "promotion-choice", promotion_release: "promotion-choice", castling_release: "released-piece", released_piece: "released-piece", rook_first: "rook-first",
};

/** What an alarm is answered with, the likeliest first. */
function buttonsOf(a: { id: string; san?: string; result?: string; ply?: number; player?: string; what?: string }, b: Board, texts: Texts): CardButton[] {
  const other = a.player === "white" ? "black" : "white";
  switch (a.id) {
    case "game_finished":
      return [button(texts, "result", { result: a.result }, texts.t("confirm", { a: printedResult(a.result ?? "") })), ...resultButtons(texts).filter((x) => x.keys.result !== a.result), goesOn(texts)].slice(0, 4);
    case "auto_draw":
    case "illegal_position":
      return [button(texts, "result", { result: "1/2-1/2" }, texts.t("confirm", { a: "½–½" })), goesOn(texts), form(texts, "restore")];
    case "king_move_doubt":
      return [...resultButtons(texts), button(texts, "take-back", { plies: 1 })];
    case "premature_result":
      return [goesOn(texts), ...resultButtons(texts)];
    case "error_reconstructing_game":
      return [button(texts, "restored", {}, texts.t("restored")), form(texts, "restore", { ply: b.state?.ply ?? 0 }), form(texts, "correct"), button(texts, "stop-clocks", {}, texts.t("stop"))];
    case "guessed_move":
      return guessesPiece(a, b) ? pieceButtons(texts) : [form(texts, "correct", { ply: a.ply })];
    case "move_without_time":
      return [form(texts, "set-clock")];
    case "clock_paused":
      return [button(texts, "start-clocks", {}, texts.t("go")), form(texts, "stop-clocks")];
    case "clock_disagrees":
      return [form(texts, "set-clock")];
    case "illegal_move":
      return a.what && (b.ring?.alarms ?? []).some((r) => r.id === a.id && r.cause.endsWith("claimable"))
        ? [button(texts, "claim", { what: "illegal", by: other }), button(texts, "stop-clocks", {}, texts.t("stop"))]
        : [button(texts, "illegal", { what: "confirm" }, texts.t("button.confirm")), button(texts, "illegal", { what: "not-counted" }, texts.t("button.not-counted")), button(texts, "illegal", { what: "reject" }, texts.t("button.reject")), form(texts, "restore")];
    case "touch_violation":
      return [form(texts, "claim", { what: claims[a.what ?? ""] ?? "touched-piece", by: other })];
    case "claim":
      return [button(texts, "verdict", { what: "upheld" }, texts.t("button.upheld")), button(texts, "verdict", { what: "rejected" }, texts.t("button.rejected")),
        ...(a.what?.startsWith("quickplay") ? [button(texts, "verdict", { what: "draw" }, texts.t("button.draw")), button(texts, "verdict", { what: "postpone" }, texts.t("button.postpone"))] : [button(texts, "stop-clocks", {}, texts.t("stop"))])];
    case "flag":
      return [button(texts, "flag", { by: a.player }), form(texts, "set-clock"), ...resultButtons(texts).slice(1, 2)];
    case "default_near":
      return [button(texts, "present", { player: a.player }), form(texts, "default", { result: a.player === "white" ? "0-1" : "1-0" })];
    case "clock_not_pressed":
      return [form(texts, "set-clock")];
  }
  return [];
}

function ofAvailability(b: Board, texts: Texts): Card[] {
  if (b.availability !== "offline") return [];
  return [{
    key: `${b.key} offline`, kind: "offline", board: b, urgency: "g", icon: "gone", since: b.offlineSince,
    title: `${texts.t("board", { n: boardLabel(b.id) })} · ${texts.t("card.offline")}`, text: texts.t("hint.offline"), buttons: [], seen: false, acknowledge: null,
  }];
}

/** Whether the topic desk speaks of the game on the board. */
function listed(b: Board): boolean {
  return b.desk !== null && (!b.state || b.desk.game === b.state.game);
}

/** Open questions that nobody but a person can answer. */
function ofNeeds(b: Board, texts: Texts): Card[] {
  if (!listed(b) || b.over) return [];
  const card = (need: string, urgency: Urgency, buttons: CardButton[]): Card => ({
    key: `${b.key} need ${need}`, kind: `need.${need}`, board: b, urgency, icon: urgency === "d" ? "doubt" : "hand", since: Date.parse(b.desk!.at) || 0,
    title: `${texts.t("board", { n: boardLabel(b.id) })} · ${texts.t(`need.${need}`)}`, text: texts.t(`hint.need.${need}`), buttons, seen: false, acknowledge: null,
  });
  const last = b.state?.ply ?? 0;
  return (b.desk!.needs ?? []).flatMap((need) => {
    switch (need) {
      case "promotion_choice":
        if (promoted(b)) return []; // that guess asks for it
        return card(need, "h", pieceButtons(texts));
      case "announcement":
        return card(need, "h", [form(texts, "announce")]);
      case "arbiter_compare_boards":
        return card(need, "d", [form(texts, "announce"), button(texts, "stop-clocks", {}, texts.t("stop"))]);
      case "second_board":
        return card(need, "g", [form(texts, "second-board")]);
      case "disambiguate":
        return card(need, "d", [form(texts, "correct", { ply: last + 1 })]);
    }
    return [];
  });
}

function pieceButtons(texts: Texts): CardButton[] {
  return ["queen", "rook", "bishop", "knight"].map((piece) => button(texts, "promote", { piece }, word(piece, texts)));
}

/** Whether it rings that the piece of a promotion was guessed, and the question is open. */
function promoted(b: Board): boolean {
  return rings(b) && (b.desk?.needs ?? []).includes("promotion_choice") && b.ring!.alarms.some((a) => guessesPiece(a, b));
}

function guessesPiece(a: { id: string; san?: string; ply?: number }, b: Board): boolean {
  return a.id === "guessed_move" && (a.san ?? "").includes("=") && a.ply === b.state?.ply && (b.desk?.needs ?? []).includes("promotion_choice");
}

/** Signatures that miss under a declared result. */
function ofSigned(b: Board, texts: Texts): Card[] {
  const signed = listed(b) ? b.desk!.signed : undefined;
  if (!signed || signed.missing.length === 0 || !b.over) return [];
  const result = b.state?.result ?? "*";
  return [{
    key: `${b.key} unsigned`, kind: "unsigned", board: b, urgency: "g", icon: "hand", since: Date.parse(b.desk!.at) || 0,
    title: `${texts.t("board", { n: boardLabel(b.id) })} · ${texts.t("card.unsigned", { a: printedResult(result) })}`,
    text: signedText(b, texts), buttons: signed.missing.map((by) => button(texts, "sign", { by, result }, texts.t("button.sign", { p: names(b.player(by).name).surname || texts.side(by) }))), seen: false, acknowledge: null,
  }];
}

/** "Signed 1–0: Réti. Not signed: Tartakower", empty where nobody is asked to. */
export function signedText(b: Board, texts: Texts): string {
  const s = b.desk?.signed;
  if (!s) return "";
  const who = (side: "white" | "black"): string => names(b.player(side).name).surname || texts.side(side);
  const sides = ["white", "black"] as const;
  const parts = sides.filter((side) => s[side]).map((side) => texts.t("signedby", { p: who(side), a: printedResult(s[side]!) }));
  if (s.missing.length > 0) parts.push(texts.t("unsignedby", { p: s.missing.map(who).join(", ") }));
  return parts.join(". ");
}

/** What Article 4 asks of a player now. A move that only its announcement completes is asked for by itself. */
function ofDuty(b: Board, texts: Texts): Card[] {
  const duty = listed(b) ? b.desk!.obligation : null;
  if (!duty || (b.desk!.needs ?? []).includes("announcement")) return [];
  return [{
    key: `${b.key} obligation ${duty.by}`, kind: "obligation", board: b, urgency: "h", icon: "hand", since: Date.parse(b.desk!.at) || 0,
    title: `${texts.t("board", { n: boardLabel(b.id) })} · ${texts.t("card.obligation", { p: texts.side(duty.by) })}`, text: `${dutyText(duty, texts)}. ${texts.t("goesaway")}`, buttons: [], seen: false, acknowledge: null,
  }];
}

/** A duty in words: "White must move e2". */
export function dutyText(e: Pick<ToldEvent, string> | Duty, texts: Texts): string {
  const squares = Array.isArray(e.squares) ? (e.squares as string[]).join(", ") : "";
  return `${texts.side(String(e.by))} ${texts.t(`duty.${String(e.kind)}`, { s: squares })}`;
}

/** One event as a line of what the board said. */
export function eventText(e: ToldEvent, texts: Texts): string {
  const p = texts.side(String(e.by ?? ""));
  const squares = Array.isArray(e.squares) ? (e.squares as string[]).join(", ") : String(e.square ?? "");
  const move = typeof e.ply === "number" && typeof e.san === "string" ? numbered(e.ply, texts.san(e.san)) : "";
  switch (e.event) {
    case "touched":
    case "returned":
      return texts.t(`event.${e.event}`, { p, s: `${texts.words.pieces[String(e.piece).toLowerCase()] ?? ""} ${squares}`.trim() });
    case "obligation":
      return e.kind === "none" ? texts.t("event.noobligation", { p }) : dutyText(e, texts);
    case "amended":
      return texts.t("event.amended", { a: move, b: String(e.was) });
    case "retracted":
      return texts.t("event.retracted", { n: Number(e.ply) });
    case "illegal":
      return texts.t("event.illegal", { k: Number(e.number), p, a: reasonText(String(e.reason ?? ""), texts) });
    case "violation":
      return texts.t("event.violation", { p, a: reasonText(String(e.rule), texts), b: reasonText(String(e.status), texts) });
    case "fault":
      return texts.t("event.fault", { s: squares, a: reasonText(String(e.fault), texts) });
    case "result":
      return texts.t(e.proposed ? "ev.proposed" : "ev.result", { a: `${printedResult(String(e.result))} ${reasonText(String(e.reason ?? ""), texts)}`.trim() });
    case "clock": {
      const left = e.left_us as { white?: number; black?: number } | undefined;
      const times = [left?.white, left?.black].map((us) => (typeof us === "number" ? formatClock(us / 1000) : "–")).join(" / ");
      const key = `clock.${String(e.change)}`;
      return texts.has(key) ? texts.t(key, { p, a: times }) : String(e.change);
    }
    case "remark":
      return texts.t("event.remark", { p, a: reasonText(String(e.remark), texts) });
  }
  return texts.has(`event.${e.event}`) ? texts.t(`event.${e.event}`, { p, s: squares, a: move }) : e.event;
}

/** "Réti – Tartakower". */
export function playersOf(b: Board, texts: Texts): string {
  return (["white", "black"] as const).map((side) => names(b.player(side).name).surname || texts.side(side)).join(" – ");
}
