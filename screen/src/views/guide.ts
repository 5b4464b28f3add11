// How to put a board right: square by square, first the pieces to take off, then those
// to put down, until it agrees with the game.

import type { Board } from "../board.ts";
import type { Placement } from "../chess.ts";
import { isWhite, squareIndex } from "../chess.ts";
import { h, setHidden, setText, svg } from "../dom.ts";
import type { Texts } from "../texts.ts";

export class Guide {
  readonly element: HTMLElement;
  readonly #left = h("span");
  readonly #steps = h("ol");
  readonly #done = h("p", { class: "agrees", hidden: true });
  #of = "";
  #board = "";

  constructor(readonly texts: Texts) {
    this.element = h("section", { class: "guide", hidden: true, "aria-live": "polite" }, h("h3", {}, texts.t("guide"), " ", this.#left), this.#steps, this.#done);
    setText(this.#done, texts.t("agrees"));
  }

  /** The squares to change; empty if there are none. */
  squares(b: Board | null): number[] {
    return [...new Set((b?.desk?.guide ?? []).map((g) => squareIndex(g.square)))];
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
      setHidden(this.element, this.#steps.childElementCount === 0);
    }
    const steps = b?.desk?.guide ?? [];
    const key = `${b?.key} ${steps.map((s) => s.square + s.put).join()}`;
    if (key === this.#of) return;
    const led = this.#board === b?.key && !this.element.hidden && this.#done.hidden;
    this.#of = key;
    this.#board = b?.key ?? "";
    setHidden(this.element, steps.length === 0 && !led);
    setHidden(this.#steps, steps.length === 0);
    setHidden(this.#done, steps.length > 0 || !led);
    setText(this.#left, steps.length > 0 ? texts.t("steps", { n: new Set(steps.map((s) => s.square)).size }) : "");
    this.#steps.replaceChildren(...steps.map((s) => {
      if (!s.put) return h("li", { class: "off" }, texts.t("takeoff", { s: s.square }));
      const p = svg("svg", { viewBox: "0 0 40 40", class: "pc", "aria-hidden": "true" });
      p.append(svg("use", { href: `#${isWhite(s.put) ? "w" : "b"}${s.put.toLowerCase()}` }));
      return h("li", {}, p as unknown as HTMLElement, texts.t("puton", { p: texts.side(isWhite(s.put) ? "white" : "black"), a: texts.words.pieces[s.put.toLowerCase()] ?? "", s: s.square }));
    }));
  }
}
