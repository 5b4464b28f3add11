// All boards as a strip of small cells: what each needs, its clock or its move.

import { boardLabel } from "../board.ts";
import type { Board } from "../board.ts";
import { formatClock } from "../clock.ts";
import { h, setAttribute, setClass, setText, Sign } from "../dom.ts";
import { printedResult } from "../line.ts";
import type { Card } from "./cards.ts";
import type { Context } from "./view.ts";
import { playersOf } from "./wording.ts";

export class BoardStrip {
  readonly element = h("section", { class: "strip" });
  #cells = new Map<string, HTMLButtonElement>();

  constructor(readonly c: Context, readonly choose: (board: Board) => void) {
    this.element.setAttribute("aria-label", c.texts.t("all"));
  }

  show(boards: Board[], cards: Card[], chosen: Board | null): void {
    const there = new Set(boards.map((b) => b.key));
    for (const [key, e] of this.#cells) {
      if (there.has(key)) continue;
      e.remove();
      this.#cells.delete(key);
    }
    for (const b of boards) this.#write(this.#cell(b), b, cards.find((k) => k.board === b && !k.seen), b === chosen);
  }

  #cell(b: Board): HTMLButtonElement {
    const known = this.#cells.get(b.key);
    if (known) return known;
    const e = h("button", { type: "button" }, h("b", { "aria-hidden": "true" }, h("span"), new Sign().element), h("span", { "aria-hidden": "true" }), h("span", { class: "vh" }));
    e.addEventListener("click", () => this.choose(b));
    this.#cells.set(b.key, e);
    this.element.append(e);
    return e;
  }

  #write(e: HTMLButtonElement, b: Board, card: Card | undefined, chosen: boolean): void {
    const { texts, store } = this.c;
    const left = b.trouble(b.clocks(store.times.mono(), this.c.store.frozenSince));
    const s = b.state;
    const word = card ? (texts.has(`short.${card.kind}`) ? texts.t(`short.${card.kind}`) : "!") : b.over ? printedResult(s!.result) : left !== Infinity ? formatClock(left) : String(Math.ceil((s?.ply ?? 0) / 2));
    const icon = card?.icon ?? (b.over ? "done" : left !== Infinity ? "time" : "");
    setClass(e, `cell ${card?.urgency ?? (b.over ? "f" : left !== Infinity ? "h" : "")}${chosen ? " sel" : ""}`);
    setText(e.firstElementChild!.firstElementChild!, boardLabel(b.id));
    const use = e.querySelector("svg")!;
    use.toggleAttribute("hidden", icon === "");
    if (icon) use.querySelector("use")!.setAttribute("href", `#i-${icon}`);
    setText(e.children[1]!, word);
    setText(e.lastElementChild!, `${texts.t("board", { n: boardLabel(b.id) })}, ${playersOf(b, texts)}, ${word}`);
    setAttribute(e, "aria-pressed", String(chosen));
  }
}
