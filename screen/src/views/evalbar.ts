// The evaluation as a bar next to the board and a line of text, for readers who asked
// for it. Loaded on demand.

import tables from "words:eval";
import type { Board } from "../board.ts";
import { h, setAttribute, setClass, setHidden, setText } from "../dom.ts";
import type { Analysis } from "../evaluation.ts";
import { valueText, whitePart } from "../evaluation.ts";
import type { Texts } from "../texts.ts";

/** An evaluation of an earlier position stays for up to this many half-moves, until the next one arrives. */
const standsFor = 2;

export class EvalBar {
  readonly bar: HTMLElement;
  readonly line: HTMLElement;
  readonly #white = h("i");
  readonly #number = h("b");
  readonly #value = h("b");
  readonly #moves = h("span");
  readonly #note = h("small");
  #shown: Analysis | null = null;
  #written = "";

  /** brief: the line below the moves names only the engine and its depth. */
  constructor(readonly texts: Texts, readonly brief = false) {
    texts.add(tables);
    this.bar = h("div", { class: "evb", role: "img" }, this.#white, this.#number);
    this.line = h("section", { class: "evl", "aria-label": texts.t("eval.bar") }, this.#value, this.#moves, this.#note);
  }

  /** count is the number of moves shown; live means that these are all. */
  show(board: Board | null, count: number, live: boolean, flipped: boolean): void {
    const a = board?.analysisAt(count) ?? null;
    if (a) this.#shown = a;
    else if (!this.#standsStill(board, count, live)) this.#shown = null;
    this.#draw(this.#shown, flipped);
  }

  #standsStill(board: Board | null, count: number, live: boolean): boolean {
    const s = board?.state;
    const a = this.#shown;
    if (!s || !a || !live || a.game !== s.game || s.phase !== "playing") return false;
    const behind = s.first_ply - 1 + count - a.ply;
    return behind > 0 && behind <= standsFor;
  }

  #draw(a: Analysis | null, flipped: boolean): void {
    const written = !a ? "none" : `${a.game} ${a.ply} ${a.depth} ${valueText(a)} ${flipped}`;
    setHidden(this.line, a === null);
    if (written === this.#written) return;
    this.#written = written;
    const { texts } = this;
    setClass(this.bar, `evb${a ? "" : " none"}${flipped ? " turned" : ""}`);
    if (!a) return setAttribute(this.bar, "aria-label", texts.t("eval.none"));
    const part = whitePart(a);
    const value = valueText(a);
    this.#white.style.setProperty("--part", `${(100 * part).toFixed(1)}%`);
    const black = value.startsWith("−");
    setText(this.#number, value.replace(/^[+−]/, ""));
    setClass(this.#number, black ? "bl" : "wh");
    const amount = a.mate !== null ? texts.t("eval.mates", { n: Math.abs(a.mate) }) : value.replace(/^[+−]/, "");
    setAttribute(this.bar, "aria-label", value === "0.0" ? texts.t("eval.even") : texts.t(black ? "eval.black" : "eval.white", { n: amount }));
    setText(this.#value, value);
    setText(this.#moves, a.moves.slice(0, 6).map((m, i) => `${(a.ply + i) % 2 === 0 ? `${(a.ply + i) / 2 + 1}. ` : i === 0 ? `${(a.ply + 1) / 2}... ` : ""}${texts.san(m.san)}`).join(" "));
    setText(this.#note, texts.t(this.brief ? "eval.engine" : "eval.note", { a: a.engine, n: a.depth }));
  }
}
