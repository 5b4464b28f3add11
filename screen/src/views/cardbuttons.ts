// The possible reactions to a card: acts as buttons, the likeliest first.

import type { Act } from "../acts.ts";
import { actOf } from "../acts.ts";
import type { Board } from "../board.ts";
import { printedResult } from "../line.ts";
import type { Texts } from "../texts.ts";
import { word } from "./fields.ts";
import { answerOf, answerText, questionOf } from "./question.ts";
import { verdicts } from "./verdicts.ts";

/** An act as a button of a card, with keys that are already known. */
export interface CardButton {
  label: string;
  act: Act;
  keys: Record<string, unknown>;
  /** Its form comes first, filled in with these keys. */
  form?: boolean;
}

/** An act with keys; the label is its own name unless another is given. */
export function button(texts: Texts, id: string, keys: Record<string, unknown> = {}, label = texts.t(`act.${id}`)): CardButton {
  return { label, act: actOf(id), keys };
}

/** An act whose form comes first. */
export function form(texts: Texts, id: string, keys: Record<string, unknown> = {}): CardButton {
  return { ...button(texts, id, keys), label: `${texts.t(`act.${id}`)} …`, form: true };
}

export function resultButtons(texts: Texts): CardButton[] {
  return ["1-0", "1/2-1/2", "0-1"].map((r) => button(texts, "result", { result: r }, printedResult(r)));
}

export function goesOn(texts: Texts): CardButton {
  return button(texts, "result", { result: "*" }, texts.t("playon"));
}

export function pieceButtons(texts: Texts): CardButton[] {
  return ["queen", "rook", "bishop", "knight"].map((piece) => button(texts, "promote", { piece }, word(piece, texts)));
}

/** Whether the guess is about the piece of a promotion, and the question is still open. */
export function guessesPiece(a: { id: string; san?: string; ply?: number }, b: Board): boolean {
  return a.id === "guessed_move" && (a.san ?? "").includes("=") && a.ply === b.state?.ply && (b.desk?.needs ?? []).includes("promotion_choice");
}

/** The moves that the open question names. */
export function answerButtons(b: Board, texts: Texts): CardButton[] {
  const q = questionOf(b);
  return (q?.candidates ?? []).map((c) => button(texts, "answer", { what: answerOf(c), ply: q!.ply }, answerText(q!, c, texts)));
}

/** The rules of a breach, by the names under which they are claimed. */
const claims: Record<string, string> = {
  promotion_choice: "promotion-choice", promotion_release: "promotion-choice", castling_release: "released-piece", released_piece: "released-piece", rook_first: "rook-first",
};

/** The button that stops the clocks; none while they stand already. */
export function stopButton(b: Board, texts: Texts): CardButton[] {
  return b.clock.phase === "paused" ? [] : [button(texts, "stop-clocks", {}, texts.t("stop"))];
}

/** The possible reactions to an alarm, the likeliest first. */
export function buttonsOf(a: { id: string; san?: string; result?: string; ply?: number; player?: string; what?: string }, b: Board, texts: Texts): CardButton[] {
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
      return [button(texts, "restored", {}, texts.t("restored")), form(texts, "restore", { ply: b.state?.ply ?? 0 }), form(texts, "correct"), ...stopButton(b, texts)];
    case "guessed_move":
      return guessesPiece(a, b) ? pieceButtons(texts) : [form(texts, "correct", { ply: a.ply })];
    case "question":
      return answerButtons(b, texts);
    case "move_without_time":
      return [form(texts, "set-clock")];
    case "clock_paused":
      return [button(texts, "start-clocks", {}, texts.t("go")), { ...form(texts, "stop-clocks"), label: `${texts.t("field.why")} …` }];
    case "clock_disagrees":
      return [form(texts, "set-clock")];
    case "illegal_move":
      return b.desk?.illegal_move?.status === "claimable"
        ? [button(texts, "claim", { what: "illegal", by: other }), ...stopButton(b, texts)]
        : [button(texts, "illegal", { what: "confirm" }, texts.t("button.confirm")), button(texts, "illegal", { what: "not-counted" }, texts.t("button.not-counted")), button(texts, "illegal", { what: "reject" }, texts.t("button.reject")), form(texts, "restore")];
    case "touch_violation":
      return [form(texts, "claim", { what: claims[a.what ?? ""] ?? "touched-piece", by: other })];
    case "claim":
      return [...(verdicts(b) ?? ["upheld", "rejected"]).map((what) => button(texts, "verdict", { what }, texts.t(`button.${what}`))), ...(b.desk?.claim?.what === "claim" ? [] : stopButton(b, texts))];
    case "flag":
      return [button(texts, "flag", { by: a.player }), form(texts, "set-clock"), ...resultButtons(texts).slice(1, 2)];
    case "default_near":
      return [button(texts, "present", { player: a.player }), form(texts, "default", { result: a.player === "white" ? "0-1" : "1-0" })];
    case "clock_not_pressed":
      return [form(texts, "set-clock")];
  }
  return [];
}
