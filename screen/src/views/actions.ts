// The list of actions of a game, or of all boards, latest first, each with a way to
// undo it.

import { boardLabel } from "../board.ts";
import type { Board } from "../board.ts";
import { h, setAttribute, setText } from "../dom.ts";
import type { Action } from "../payload.ts";
import type { Texts } from "../texts.ts";
import { changeText, actionText, swappedText } from "./wording.ts";

const shown = 60;

export class ActionList {
  readonly element: HTMLElement;
  readonly #title = h("span");
  readonly #which = h("button", { type: "button", class: "plain", "aria-pressed": "false" });
  readonly #list = h("ol", { tabindex: "0" });
  #all = false;
  #of = "";

  constructor(readonly texts: Texts, readonly may: (board: Board) => boolean, readonly undo: (board: Board, d: Action) => void, changed: () => void) {
    this.#which.addEventListener("click", () => {
      this.#all = !this.#all;
      changed();
    });
    this.element = h("section", { class: "bx actions" }, h("h2", {}, this.#title, this.#which), this.#list);
  }

  show(board: Board | null, boards: Board[]): void {
    const { texts } = this;
    const from = this.#all ? boards : board ? [board] : [];
    const actions = from.flatMap((b) => (b.desk?.actions ?? []).map((d) => ({ b, d, at: moment(b, d) })));
    actions.sort((x, y) => y.at - x.at || y.d.number - x.d.number);
    setText(this.#title, texts.t(this.#all ? "actionsall" : "actions"));
    setText(this.#which, texts.t(this.#all ? "onlythis" : "all"));
    setAttribute(this.#which, "aria-pressed", String(this.#all));
    setAttribute(this.#list, "aria-label", this.#title.textContent);
    const rows = actions.slice(0, shown);
    const key = rows.map(({ b, d }) => `${b.key} ${d.number} ${d.undone ?? 0} ${d.keys.what === "colours-swapped" ? swappedText(b, d.at_ms, texts).length : 0} ${b.desk?.undoable} ${this.may(b)}`).join();
    if (key === this.#of && this.#list.childElementCount > 0) return;
    this.#of = key;
    this.#list.replaceChildren(...rows.map(({ b, d, at }) => this.#row(b, d, at)));
    if (rows.length === 0) this.#list.append(h("li", { class: "quiet" }, texts.t("noactions")));
  }

  #row(b: Board, d: Action, at: number): HTMLElement {
    const { texts } = this;
    const label = this.#all ? `${texts.t("board", { n: boardLabel(b.id) })} · ` : "";
    const text = actionText(d, b, texts);
    const change = changeText(d, texts);
    const who = typeof d.keys.who === "string" ? d.keys.who : "";
    const swapped = d.keys.what === "colours-swapped" ? swappedText(b, d.at_ms, texts) : [];
    const after = [change, ...swapped, who, d.undone ? texts.t("undone", { n: d.undone }) : ""].filter((x) => x).join(" · ");
    const can = b.desk?.undoable === d.number && this.may(b);
    const button = can ? h("button", { type: "button", "aria-label": `${texts.t("act.undo")}: ${text}` }, texts.t("act.undo")) : null;
    button?.addEventListener("click", () => this.undo(b, d));
    return h("li", { class: d.undone ? "undone" : null, "data-number": String(d.number) },
      h("span", { class: "tn when" }, texts.hour(at)), h("div", {}, h("p", {}, `${label}${d.number}. `, d.undone ? h("s", {}, text) : text), after ? h("p", { class: "m" }, after) : null), button);
  }
}

/** When an action was carried out, in wall-clock time (ms). */
function moment(b: Board, d: Action): number {
  const desk = b.desk!;
  const told = Date.parse(desk.at);
  return Number.isNaN(told) ? 0 : told - (desk.at_ms - d.at_ms);
}
