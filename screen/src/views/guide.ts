// How the board is put right: square by square, first the pieces to take off, then those to put
// down, until it agrees with the game. The next few have numbers, which stand on the position too.

import type { Board } from "../board.ts";
import type { Placement } from "../chess.ts";
import { isWhite, squareIndex } from "../chess.ts";
import { h, setHidden, setText, Sign } from "../dom.ts";
import type { Texts } from "../texts.ts";
import type { StepMark } from "./stepmarks.ts";

/** How many steps have numbers: as many as one can keep in mind on the way to the board. */
const numbered = 6;

export class Guide {
  /** What must be done, in a sentence. */
  readonly head: HTMLElement;
  /** The list of it, which stands beside the position. */
  readonly element: HTMLElement;
  readonly #left = h("span");
  readonly #title: HTMLElement;
  readonly #how: HTMLElement;
  readonly #next = h("ol");
  readonly #more = h("p", { hidden: true });
  readonly #rest = h("ol");
  readonly #done = h("p", { class: "agrees", hidden: true });
  #of = "";
  #board = "";

  constructor(readonly texts: Texts) {
    this.#title = h("h3", {}, texts.t("guide"), ": ", this.#left);
    this.#how = h("p", {}, texts.t("guidehow"));
    this.head = h("section", { class: "ask putright", hidden: true, "aria-live": "polite" },
      new Sign("put").element, h("div", {}, this.#title, this.#how, this.#done));
    this.element = h("section", { class: "guide", hidden: true, tabindex: "0", "aria-live": "polite" }, this.#next, this.#more, this.#rest);
    this.element.setAttribute("aria-label", texts.t("guide"));
    setText(this.#done, texts.t("agrees"));
  }

  /** The squares to change; empty if there are none. */
  squares(b: Board | null): number[] {
    return [...new Set((b?.desk?.guide ?? []).map((g) => squareIndex(g.square)))];
  }

  /** The steps with numbers. */
  next(b: Board | null): StepMark[] {
    return (b?.desk?.guide ?? []).slice(0, numbered).map((g) => ({ square: squareIndex(g.square), put: g.put !== "" }));
  }

  /**
   * What is on the board while it is put right: the game's position without the missing pieces.
   * Which piece is on a wrong square is unknown.
   */
  standing(b: Board | null, position: Placement): Placement {
    const missing = new Set((b?.desk?.guide ?? []).filter((g) => g.put).map((g) => squareIndex(g.square)));
    return position.map((p, i) => (missing.has(i) ? "" : p));
  }

  /** running: the clocks run, so a message that the board agrees is not needed. */
  show(b: Board | null, running: boolean): void {
    const { texts } = this;
    if (running && !this.#done.hidden) {
      setHidden(this.#done, true);
      setHidden(this.head, this.#next.childElementCount === 0);
    }
    const steps = b?.desk?.guide ?? [];
    const key = `${b?.key} ${steps.map((s) => s.square + s.put).join()}`;
    if (key === this.#of) return;
    const led = this.#board === b?.key && !this.head.hidden && this.#done.hidden;
    this.#of = key;
    this.#board = b?.key ?? "";
    setHidden(this.head, steps.length === 0 && !led);
    setHidden(this.element, steps.length === 0);
    setHidden(this.#how, steps.length === 0);
    setHidden(this.#done, steps.length > 0 || !led);
    setHidden(this.#title, steps.length === 0);
    setText(this.#left, steps.length > 0 ? texts.t("steps", { n: new Set(steps.map((s) => s.square)).size }) : "");
    const items = steps.map((s) => h("li", { class: s.put ? null : "off" }, !s.put ? texts.t("takeoff", { s: s.square }) :
      texts.t("puton", { p: texts.side(isWhite(s.put) ? "white" : "black"), a: texts.words.pieces[s.put.toLowerCase()] ?? "", s: s.square })));
    this.#next.replaceChildren(...items.slice(0, numbered));
    this.#rest.replaceChildren(...items.slice(numbered));
    const more = Math.max(0, items.length - numbered);
    setText(this.#more, texts.t("stepsmore", { n: more }));
    for (const e of [this.#more, this.#rest]) setHidden(e, more === 0);
  }
}
