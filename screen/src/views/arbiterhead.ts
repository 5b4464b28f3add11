// The arbiter's head line: the event, how many boards need attention, the sound, the
// time.

import type { Board } from "../board.ts";
import { h, setAttribute, setClass, setHidden, setText, Sign } from "../dom.ts";
import { lineOf } from "../line.ts";
import type { Store } from "../store.ts";
import type { Texts } from "../texts.ts";
import type { Card } from "./cards.ts";

export class ArbiterHead {
  readonly element: HTMLElement;
  readonly #event = h("span", { class: "m" });
  readonly #actNow = counter("a", "alarm");
  readonly #checked = counter("d", "doubt");
  readonly #asked = counter("d", "ask");
  readonly #inOrderSign = new Sign("live");
  readonly #inOrder = h("span", { class: "cnt o" }, this.#inOrderSign.element, h("span"));
  readonly #feedState = h("span", { class: "m" });
  readonly #sound = h("button", { type: "button", class: "plain" });
  readonly #time = h("b", { class: "tn time" });

  constructor(readonly texts: Texts, toggleSound: () => void) {
    this.#sound.addEventListener("click", toggleSound);
    this.element = h("header", { class: "hd" }, h("h1", {}, texts.t("arbiter")), this.#event, h("span", { class: "sp" }), this.#feedState, this.#actNow, this.#asked, this.#checked, this.#inOrder, this.#sound, this.#time);
  }

  show(store: Store, boards: Board[], cards: Card[], silent: boolean, wall: number, known: boolean): void {
    const { texts } = this;
    const first = boards[0];
    setText(this.#event, first ? [first.eventName, first.round ? texts.t("round", { n: first.round }) : "", first.game?.laws ? texts.t("laws", { n: first.game.laws.replace("fide-", "") }) : ""].filter((x) => x).join(" · ") : "");
    const count = (these: Card[]): number => new Set(these.map((k) => k.board.key)).size;
    const urgent = (u: string): Card[] => cards.filter((k) => k.urgency === u && k.kind !== "question");
    const questions = cards.filter((k) => k.kind === "question");
    const order = boards.filter((b) => b.availability !== "offline" && !cards.some((k) => k.board === b && (k.urgency === "a" || k.urgency === "d"))).length;
    for (const [e, n, key] of [[this.#actNow, count(urgent("a")), "actnow"], [this.#asked, count(questions), "nquestion"], [this.#checked, count(urgent("d")), "nchecked"], [this.#inOrder, order, "inorder"]] as const) {
      setHidden(e, n === 0);
      setText(e.lastElementChild!, texts.t(key, { n }));
    }
    setClass(this.#inOrder, known ? "cnt o" : "cnt");
    if (!known) setText(this.#inOrder.lastElementChild!, texts.t("notknown"));
    this.#inOrderSign.show(known ? "live" : "gone");
    const line = lineOf({ store, board: first ?? null, texts, shown: null, delay: 0, named: "" });
    setText(this.#feedState, store.connection.phase === "open" && first ? "" : [line.strong, line.rest].filter((x) => x).join(" · "));
    setText(this.#sound, silent ? texts.t("silent") : texts.t("sound"));
    setAttribute(this.#sound, "aria-pressed", String(silent));
    setText(this.#time, texts.second(wall));
    const title = `${texts.t("arbiter")} · touchmove`;
    if (document.title !== title) document.title = title;
  }
}

function counter(kind: string, sign: string): HTMLElement {
  return h("span", { class: `cnt ${kind}` }, new Sign(sign).element, h("span"));
}
