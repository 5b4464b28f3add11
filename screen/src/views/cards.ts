// What needs a person, as cards: alarms (the topic alarms), questions of the desk (the topic desk),
// problems of the computer (the topic alarm), and boards that are gone. A new kind of card is an
// entry here; cardbuttons.ts has its buttons.

import { boardLabel } from "../board.ts";
import type { Board } from "../board.ts";
import { formatClock } from "../clock.ts";
import type { Icon } from "../line.ts";
import { printedResult } from "../line.ts";
import { names, numbered } from "../notation.ts";
import type { Ringing } from "../payload.ts";
import type { Texts } from "../texts.ts";
import { button, buttonsOf, form, guessesPiece, pieceButtons, stopButton } from "./cardbuttons.ts";
import type { CardButton } from "./cardbuttons.ts";
import { questionOf, questionText } from "./question.ts";
import { claimText, dutyText, owedText, reasonText } from "./wording.ts";

/** a: act now; d: being checked; h: watch; g: goes away by itself. */
export type Urgency = "a" | "d" | "h" | "g";

export interface Card {
  key: string;
  /** Its name in the texts short.*; an alarm without one shows "!". */
  kind: string;
  board: Board;
  urgency: Urgency;
  icon: Icon;
  title: string;
  text: string;
  /** Date.now() when it began, 0 if unknown. */
  since: number;
  /** It began before this page could see it, and nothing says when. */
  ageless?: true;
  /** An arbiter has seen it, so it does not sound. */
  seen: boolean;
  /** The keys of its acknowledgement; null if it cannot be acknowledged. */
  acknowledge: { what: string; cause?: string } | null;
  buttons: CardButton[];
}

const rank: Record<Urgency, number> = { a: 0, d: 1, h: 2, g: 3 };

/** All cards of these boards, most urgent first, older ones before newer. */
export function cardsOf(boards: Board[], texts: Texts, wall: number): Card[] {
  const cards = boards.flatMap((b) => [...ofDuty(b, texts), ...ofNeeds(b, texts), ...ofSigned(b, texts), ...ofRing(b, texts, wall), ...ofComputer(b, texts, wall), ...ofAvailability(b, texts)]);
  return byBoard(cards.sort((a, b) => Number(a.seen) - Number(b.seen) || rank[a.urgency] - rank[b.urgency] || a.since - b.since));
}

/** Whether the topic alarms is about the game on the board. */
function rings(b: Board): boolean {
  return b.ring !== null && (!b.state || b.ring.game === b.state.game);
}

/** The alarms at the arbiters' consoles. */
function ofRing(b: Board, texts: Texts, wall: number): Card[] {
  if (!rings(b)) return [];
  return b.ring!.alarms.map((a) => {
    const { urgency, icon } = looks(a);
    return {
      key: `${b.key} ${a.id} ${a.cause}`, kind: a.id, board: b, urgency: a.acknowledged ? "g" : urgency, icon, since: Date.parse(a.since) || 0,
      title: `${texts.t("board", { n: boardLabel(b.id) })} · ${asked(a, b, texts) || ringText(a, texts, wall)}`,
      text: guessesPiece(a, b) ? texts.t("hint.need.promotion_choice") : a.id === "game_finished" ? toldText(a, b, texts) : texts.has(`hint.${a.id}`) ? texts.t(`hint.${a.id}`, { a: a.ply && a.san ? numbered(a.ply, texts.san(a.san)) : "", s: a.squares.join(", ") }) : "",
      buttons: buttonsOf(a, b, texts), seen: a.acknowledged, acknowledge: a.acknowledged ? null : { what: a.id, ...(a.cause ? { cause: a.cause } : {}) },
    };
  });
}

/** The question of an alarm, in words; "" for another alarm. */
function asked(a: Ringing, b: Board, texts: Texts): string {
  const q = a.id === "question" ? questionOf(b) : null;
  return q && q.ply === a.ply ? questionText(q, texts) : "";
}

/** Whether the public already knows the result that must be confirmed. */
function toldText(a: Ringing, b: Board, texts: Texts): string {
  if (b.over) return texts.t("hint.game_finished.told", { r: printedResult(b.state?.result ?? "") });
  return texts.t(a.what === "kings in the centre" ? "hint.game_finished.sign" : "hint.game_finished");
}

/** An alarm's text in the reader's language, made from its code and particulars, with a running time. */
export function ringText(a: Ringing, texts: Texts, wall: number): string {
  const key = a.id === "flag" && !a.needed ? "alarm.flag_all" : a.id === "move_without_time" && (a.count ?? 0) > 1 ? "alarm.moves_without_time" : `alarm.${a.id}`;
  const began = Date.parse(a.since);
  const span = a.off_ms ?? (a.due_ms !== undefined && !Number.isNaN(began) ? began + (a.due_ms - a.since_ms) - wall : wall - began);
  const t = Number.isNaN(span) ? "…" : formatClock(Math.max(0, span));
  if (!texts.has(key)) return (a.text[texts.lang] ?? a.text.en ?? a.id).replaceAll("{t}", t); // from a newer program
  const what = !a.what ? "" : a.id === "claim" ? claimText(a.what, texts) : reasonText(a.what, texts);
  const text = texts.t(key, {
    t, why: what, what, result: printedResult(a.result ?? ""), n: Math.ceil((a.ply ?? 0) / 2), san: texts.san(a.san ?? ""), squares: a.squares.join(" "),
    player: names(a.name).surname || texts.side(a.player ?? "white"), owed: owedText(a, texts), k: a.count ?? 0, moves: a.moves ?? 0, needed: a.needed ?? 0,
  });
  return a.what === "illegal move" ? text.replace(`: ${what}`, "") : text; // which says nothing more
}

/** Alarms about the computer and the board's calibration, which are only on the public topic. */
function ofComputer(b: Board, texts: Texts, wall: number): Card[] {
  if (b.availability === "offline") return [];
  return (b.alarms?.alarms ?? []).filter((a) => !texts.has(`alarm.${a.id}`)).map((a) => {
    const { urgency, icon } = looks(a);
    const squares = (a.squares ?? []).join(", ");
    const days = Math.floor((wall - Date.parse(b.info?.calibrated ?? "")) / 86_400_000);
    const key = `public.${a.id}`;
    const known = texts.has(key) && !(a.id === "calibration_old" && Number.isNaN(days)); // otherwise with the text that came with it
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
    case "question":
      return { urgency: "d", icon: "ask" };
    case "guessed_move":
      return { urgency: "h", icon: "hand" };
    case "game_finished":
      return { urgency: "a", icon: "alarm" };
  }
  return a.urgent ? { urgency: "a", icon: "alarm" } : { urgency: "h", icon: "hand" };
}

function ofAvailability(b: Board, texts: Texts): Card[] {
  if (b.availability !== "offline") return [];
  return [{
    key: `${b.key} offline`, kind: "offline", board: b, urgency: "g", icon: "gone", since: b.offlineSince ?? 0, ...(b.offlineSince === null ? { ageless: true } : {}),
    title: `${texts.t("board", { n: boardLabel(b.id) })} · ${texts.t("card.offline")}`, text: texts.t("hint.offline"), buttons: [], seen: false, acknowledge: null,
  }];
}

/** Whether the topic desk is about the game on the board. */
function listed(b: Board): boolean {
  return b.desk !== null && (!b.state || b.desk.game === b.state.game);
}

/** Open questions that only a person can answer. */
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
        if (promoted(b) || questionOf(b)) return []; // that guess asks for it, or one question at a time
        return card(need, "h", pieceButtons(texts));
      case "announcement":
        return card(need, "h", [form(texts, "announce")]);
      case "arbiter_compare_boards":
        return card(need, "d", [form(texts, "announce"), ...stopButton(b, texts)]);
      case "second_board":
        return card(need, "g", [form(texts, "second-board")]);
      case "disambiguate":
        if (questionOf(b)) return [];
        return card(need, "d", [form(texts, "correct", { ply: last + 1 }), form(texts, "illegal-enter", { ply: last + 1 })]);
    }
    return [];
  });
}

/** Whether the alarm rings for a guessed promotion piece, and the question is open. */
function promoted(b: Board): boolean {
  return rings(b) && (b.desk?.needs ?? []).includes("promotion_choice") && b.ring!.alarms.some((a) => guessesPiece(a, b));
}

/** Missing signatures under a declared result. */
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

/** "Signed 1–0: Réti. Not signed: Tartakower"; empty if no signatures are required. */
export function signedText(b: Board, texts: Texts): string {
  const s = b.desk?.signed;
  if (!s) return "";
  const who = (side: "white" | "black"): string => names(b.player(side).name).surname || texts.side(side);
  const sides = ["white", "black"] as const;
  const parts = sides.filter((side) => s[side]).map((side) => texts.t("signedby", { p: who(side), a: printedResult(s[side]!) }));
  if (s.missing.length > 0) parts.push(texts.t("unsignedby", { p: s.missing.map(who).join(", ") }));
  return parts.join(". ");
}

/** What Article 4 requires of a player now. A move that only needs its announcement has its own card. */
function ofDuty(b: Board, texts: Texts): Card[] {
  const duty = listed(b) ? b.desk!.obligation : null;
  if (!duty || (b.desk!.needs ?? []).includes("announcement")) return [];
  return [{
    key: `${b.key} obligation ${duty.by}`, kind: "obligation", board: b, urgency: "h", icon: "hand", since: Date.parse(b.desk!.at) || 0,
    title: `${texts.t("board", { n: boardLabel(b.id) })} · ${texts.t("card.obligation", { p: texts.side(duty.by) })}`, text: `${dutyText(duty, texts)}. ${texts.t("goesaway")}`, buttons: [], seen: false, acknowledge: null,
  }];
}

/** Groups the cards by board; the board with the most urgent card comes first. */
function byBoard(cards: Card[]): Card[] {
  const boards = new Map<Board, Card[]>();
  for (const card of cards) boards.set(card.board, [...(boards.get(card.board) ?? []), card]);
  return [...boards.values()].flat();
}
