// What needs a person, as cards: drawn from alarms, events and availability.
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
import { reasonText } from "./said.ts";

/** a: act now; d: being checked; h: watch; g: goes away by itself. */
export type Urgency = "a" | "d" | "h" | "g";

/** An act as a button of a card: with keys that are known already. */
export interface Action {
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
  actions: Action[];
}

const rank: Record<Urgency, number> = { a: 0, d: 1, h: 2, g: 3 };

/** All cards of these boards, most urgent first, older ones before newer. */
export function cardsOf(boards: Board[], texts: Texts, wall: number): Card[] {
  const cards = boards.flatMap((b) => [...ofEvents(b, texts), ...ofNeeds(b, texts), ...ofSigned(b, texts), ...ofRing(b, texts, wall), ...ofAlarms(b, texts), ...ofAvailability(b, texts)]);
  return cards.sort((a, b) => Number(a.seen) - Number(b.seen) || rank[a.urgency] - rank[b.urgency] || a.since - b.since);
}

/** An act with keys; its label is its own name unless another is given. */
function action(texts: Texts, id: string, keys: Record<string, unknown> = {}, label = texts.t(`act.${id}`)): Action {
  return { label, act: actOf(id), keys };
}

/** An act whose form comes first. */
function form(texts: Texts, id: string, keys: Record<string, unknown> = {}): Action {
  return { ...action(texts, id, keys), label: `${texts.t(`act.${id}`)} …`, form: true };
}

function resultActions(texts: Texts): Action[] {
  return ["1-0", "1/2-1/2", "0-1"].map((r) => action(texts, "result", { result: r }, printedResult(r)));
}

function goesOn(texts: Texts): Action {
  return action(texts, "result", { result: "*" }, texts.t("playon"));
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
      text: guessesPiece(a, b) ? texts.t("text.need.promotion_choice") : texts.has(`text.${a.id}`) ? texts.t(`text.${a.id}`, { a: a.ply && a.san ? numbered(a.ply, texts.san(a.san)) : "", s: a.squares.join(", ") }) : "",
      actions: actionsOf(a, b, texts), seen: a.acknowledged, acknowledge: a.acknowledged ? null : { what: a.id, ...(a.cause ? { cause: a.cause } : {}) },
    };
  });
}

/** An alarm's text in the reader's language, its time running. */
export function ringText(a: Ringing, texts: Texts, wall: number): string {
  let text = a.text[texts.lang] ?? a.text.en ?? a.id;
  if (a.what) text = text.replaceAll(a.what.replaceAll("_", " "), reasonText(a.what, texts));
  if (a.san) text = text.replaceAll(a.san, texts.san(a.san));
  if (a.result) text = text.replaceAll(a.result, printedResult(a.result));
  if (a.name) text = text.replaceAll(a.name, names(a.name).surname);
  const began = Date.parse(a.since);
  const span = a.due_ms !== undefined && !Number.isNaN(began) ? began + (a.due_ms - a.since_ms) - wall : wall - began;
  return text.replaceAll("{t}", Number.isNaN(span) ? "…" : formatClock(Math.max(0, span)));
}

/** What the public alarms say beside: all where the topic alarms is not to be had. */
function ofAlarms(b: Board, texts: Texts): Card[] {
  if (b.availability === "offline") return [];
  return (b.alarms?.alarms ?? []).filter((a) => !rings(b) || texts.has(`card.${a.id}`) && aside.includes(a.id)).map((alarm) => {
    const { urgency, icon } = looks(alarm);
    const move = alarm.ply && alarm.san ? numbered(alarm.ply, texts.san(alarm.san)) : "";
    const values = { a: move || printedResult(alarm.result ?? ""), s: (alarm.squares ?? []).join(", ") };
    const known = texts.has(`card.${alarm.id}`);
    return {
      key: `${b.key} ${alarm.id} ${alarm.ply ?? ""} ${(alarm.squares ?? []).join()}`, kind: alarm.id,
      board: b, urgency, icon, since: 0, seen: false, acknowledge: null,
      title: `${texts.t("board", { n: boardLabel(b.id) })} · ${known ? texts.t(`card.${alarm.id}`, values) : alarm.text}`,
      text: known ? texts.t(`text.${alarm.id}`, values) : "",
      actions: actionsOf(alarm, b, texts),
    };
  });
}

/** Public alarms that are not on the topic alarms: they are about the computer. */
export const aside = ["calibration_drifted", "calibration_old", "disk_full", "not_kept"];

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
function actionsOf(a: { id: string; san?: string; result?: string; ply?: number; player?: string; what?: string }, b: Board, texts: Texts): Action[] {
  const other = a.player === "white" ? "black" : "white";
  switch (a.id) {
    case "game_finished":
      return [action(texts, "result", { result: a.result }, texts.t("confirm", { a: printedResult(a.result ?? "") })), ...resultActions(texts).filter((x) => x.keys.result !== a.result), goesOn(texts)].slice(0, 4);
    case "auto_draw":
    case "illegal_position":
      return [action(texts, "result", { result: "1/2-1/2" }, texts.t("confirm", { a: "½–½" })), goesOn(texts), form(texts, "restore")];
    case "king_move_doubt":
      return [...resultActions(texts), action(texts, "take-back", { plies: 1 })];
    case "premature_result":
      return [goesOn(texts), ...resultActions(texts)];
    case "error_reconstructing_game":
      return [action(texts, "restored", {}, texts.t("restored")), form(texts, "restore", { ply: b.state?.ply ?? 0 }), form(texts, "correct"), action(texts, "stop-clocks", {}, texts.t("stop"))];
    case "guessed_move":
      return guessesPiece(a, b) ? pieceActions(texts) : [form(texts, "correct", { ply: a.ply })];
    case "move_without_time":
      return [form(texts, "set-clock")];
    case "clock_paused":
      return [action(texts, "start-clocks", {}, texts.t("go")), form(texts, "stop-clocks")];
    case "clock_disagrees":
      return [form(texts, "set-clock")];
    case "illegal_move":
      return a.what && (b.ring?.alarms ?? []).some((r) => r.id === a.id && r.cause.endsWith("claimable"))
        ? [action(texts, "claim", { what: "illegal", by: other }), action(texts, "stop-clocks", {}, texts.t("stop"))]
        : [action(texts, "illegal", { what: "confirm" }, texts.t("b.confirm")), action(texts, "illegal", { what: "not-counted" }, texts.t("b.not-counted")), action(texts, "illegal", { what: "reject" }, texts.t("b.reject")), form(texts, "restore")];
    case "touch_violation":
      return [form(texts, "claim", { what: claims[a.what ?? ""] ?? "touched-piece", by: other })];
    case "claim":
      return [action(texts, "verdict", { what: "upheld" }, texts.t("b.upheld")), action(texts, "verdict", { what: "rejected" }, texts.t("b.rejected")),
        ...(a.what?.startsWith("quickplay") ? [action(texts, "verdict", { what: "draw" }, texts.t("b.draw")), action(texts, "verdict", { what: "postpone" }, texts.t("b.postpone"))] : [action(texts, "stop-clocks", {}, texts.t("stop"))])];
    case "flag":
      return [action(texts, "flag", { by: a.player }), form(texts, "set-clock"), ...resultActions(texts).slice(1, 2)];
    case "default_near":
      return [action(texts, "present", { player: a.player }), form(texts, "default", { result: a.player === "white" ? "0-1" : "1-0" })];
    case "clock_not_pressed":
      return [form(texts, "set-clock")];
  }
  return [];
}

function ofAvailability(b: Board, texts: Texts): Card[] {
  if (b.availability !== "offline") return [];
  return [{
    key: `${b.key} offline`, kind: "offline", board: b, urgency: "g", icon: "gone", since: b.offlineSince,
    title: `${texts.t("board", { n: boardLabel(b.id) })} · ${texts.t("card.offline")}`, text: texts.t("text.offline"), actions: [], seen: false, acknowledge: null,
  }];
}

/** Whether the topic desk speaks of the game on the board. */
function listed(b: Board): boolean {
  return b.desk !== null && (!b.state || b.desk.game === b.state.game);
}

/** Open questions that nobody but a person can answer. */
function ofNeeds(b: Board, texts: Texts): Card[] {
  if (!listed(b) || b.over) return [];
  const card = (need: string, urgency: Urgency, actions: Action[]): Card => ({
    key: `${b.key} need ${need}`, kind: `need.${need}`, board: b, urgency, icon: urgency === "d" ? "doubt" : "hand", since: Date.parse(b.desk!.at) || 0,
    title: `${texts.t("board", { n: boardLabel(b.id) })} · ${texts.t(`need.${need}`)}`, text: texts.t(`text.need.${need}`), actions, seen: false, acknowledge: null,
  });
  const last = b.state?.ply ?? 0;
  return (b.desk!.needs ?? []).flatMap((need) => {
    switch (need) {
      case "promotion_choice":
        if (promoted(b)) return []; // that guess asks for it
        return card(need, "h", pieceActions(texts));
      case "announcement":
        return card(need, "h", [form(texts, "announce")]);
      case "arbiter_compare_boards":
        return card(need, "d", [form(texts, "announce"), action(texts, "stop-clocks", {}, texts.t("stop"))]);
      case "second_board":
        return card(need, "g", [form(texts, "second-board")]);
      case "disambiguate":
        return card(need, "d", [form(texts, "correct", { ply: last + 1 })]);
    }
    return [];
  });
}

function pieceActions(texts: Texts): Action[] {
  return ["queen", "rook", "bishop", "knight"].map((piece) => action(texts, "promote", { piece }, word(piece, texts)));
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
    text: signedText(b, texts), actions: signed.missing.map((by) => action(texts, "sign", { by, result }, texts.t("b.sign", { p: names(b.player(by).name).surname || texts.side(by) }))), seen: false, acknowledge: null,
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

/** What Article 4 and 7 ask now, from the events of the game. */
function ofEvents(b: Board, texts: Texts): Card[] {
  const cards = new Map<string, Card>();
  const known = b.desk?.obligation !== undefined && listed(b);
  const title = (key: string, values: Record<string, string | number>): string => `${texts.t("board", { n: boardLabel(b.id) })} · ${texts.t(key, values)}`;
  for (const e of b.events) {
    if (b.state && e.game !== b.state.game) continue;
    const by = String(e.by ?? "");
    const p = texts.side(by);
    switch (e.event) {
      case "started":
      case "result":
        cards.clear();
        break;
      case "restored":
      case "retracted":
        for (const k of [...cards.keys()]) if (k.startsWith("illegal")) cards.delete(k);
        break;
      case "made":
      case "amended":
        cards.delete(`obligation ${by}`);
        break;
      case "illegal":
        if (rings(b)) break; // it is among what rings
        if (e.number === 0) cards.delete(`illegal ${by}`);
        else {
          cards.set(`illegal ${by}`, {
            key: `${b.key} illegal ${e.seq}`, kind: "illegal", board: b, urgency: "a", icon: "alarm", since: Date.parse(e.at),
            title: title("card.illegal", { k: Number(e.number), p }), text: texts.t("text.illegal", { a: `7.4, ${reasonText(String(e.reason ?? ""), texts)}` }),
            actions: [action(texts, "stop-clocks", {}, texts.t("stop"))], seen: false, acknowledge: null,
          });
        }
        break;
      case "violation": {
        if (rings(b)) break;
        const key = `violation ${by} ${String(e.rule)}`;
        if (e.status !== "claimable" && e.status !== "upheld") cards.delete(key);
        else {
          cards.set(key, {
            key: `${b.key} ${key} ${e.seq}`, kind: "violation", board: b, urgency: e.status === "upheld" ? "a" : "h", icon: e.status === "upheld" ? "alarm" : "hand", since: Date.parse(e.at),
            title: title("card.violation", { p }), text: texts.t("text.violation", { a: `Art. ${String(e.article)}`, s: reasonText(String(e.rule), texts) }), actions: [], seen: false, acknowledge: null,
          });
        }
        break;
      }
      case "obligation":
        if (known) break;
        if (e.kind === "none") cards.delete(`obligation ${by}`);
        else {
          cards.set(`obligation ${by}`, {
            key: `${b.key} obligation ${by}`, kind: "obligation", board: b, urgency: "h", icon: "hand", since: Date.parse(e.at),
            title: title("card.obligation", { p }), text: `${duty(e, texts)}. ${texts.t("goesaway")}`, actions: [], seen: false, acknowledge: null,
          });
        }
        break;
    }
  }
  const o = known ? b.desk!.obligation : null;
  // A move that only its announcement completes is asked for by itself.
  if (o && !(b.desk!.needs ?? []).includes("announcement")) {
    cards.set("obligation", {
      key: `${b.key} obligation ${o.by}`, kind: "obligation", board: b, urgency: "h", icon: "hand", since: Date.parse(b.desk!.at) || 0,
      title: title("card.obligation", { p: texts.side(o.by) }), text: `${duty(o, texts)}. ${texts.t("goesaway")}`, actions: [], seen: false, acknowledge: null,
    });
  }
  return [...cards.values()];
}

/** A duty in words: "White must move e2". */
export function duty(e: Pick<ToldEvent, string> | Duty, texts: Texts): string {
  const squares = Array.isArray(e.squares) ? (e.squares as string[]).join(", ") : "";
  return `${texts.side(String(e.by))} ${texts.t(`ob.${String(e.kind)}`, { s: squares })}`;
}

/** One event as a line of what the board said. */
export function eventText(e: ToldEvent, texts: Texts): string {
  const p = texts.side(String(e.by ?? ""));
  const squares = Array.isArray(e.squares) ? (e.squares as string[]).join(", ") : String(e.square ?? "");
  const move = typeof e.ply === "number" && typeof e.san === "string" ? numbered(e.ply, texts.san(e.san)) : "";
  switch (e.event) {
    case "touched":
    case "returned":
      return texts.t(`ev.${e.event}`, { p, s: `${texts.words.pieces[String(e.piece).toLowerCase()] ?? ""} ${squares}`.trim() });
    case "obligation":
      return e.kind === "none" ? texts.t("ev.noobligation", { p }) : duty(e, texts);
    case "amended":
      return texts.t("ev.amended", { a: move, b: String(e.was) });
    case "retracted":
      return texts.t("ev.retracted", { n: Number(e.ply) });
    case "illegal":
      return texts.t("ev.illegal", { k: Number(e.number), p, a: reasonText(String(e.reason ?? ""), texts) });
    case "violation":
      return texts.t("ev.violation", { p, a: reasonText(String(e.rule), texts), b: reasonText(String(e.status), texts) });
    case "fault":
      return texts.t("ev.fault", { s: squares, a: reasonText(String(e.fault), texts) });
    case "result":
      return texts.t(e.proposed ? "ev.proposed" : "ev.result", { a: `${printedResult(String(e.result))} ${reasonText(String(e.reason ?? ""), texts)}`.trim() });
    case "clock": {
      const left = e.left_us as { white?: number; black?: number } | undefined;
      const times = [left?.white, left?.black].map((us) => (typeof us === "number" ? formatClock(us / 1000) : "–")).join(" / ");
      const key = `clock.${String(e.change)}`;
      return texts.has(key) ? texts.t(key, { p, a: times }) : String(e.change);
    }
    case "remark":
      return texts.t("ev.remark", { p, a: reasonText(String(e.remark), texts) });
  }
  return texts.has(`ev.${e.event}`) ? texts.t(`ev.${e.event}`, { p, s: squares, a: move }) : e.event;
}

/** "Réti – Tartakower". */
export function playersOf(b: Board, texts: Texts): string {
  return (["white", "black"] as const).map((side) => names(b.player(side).name).surname || texts.side(side)).join(" – ");
}
