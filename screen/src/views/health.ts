// The sensors of a board as a small map: good ones have a green line, those without a
// vote a cross.

import type { Board } from "../board.ts";
import { squareName } from "../chess.ts";
import { ageText } from "../clock.ts";
import { h, setText, svg } from "../dom.ts";
import type { Texts } from "../texts.ts";

export class Health {
  readonly element: HTMLElement;
  readonly #title = h("span");
  readonly #calibrated = h("span");
  readonly #map = svg("svg", { class: "hp", viewBox: "-16 0 338 212", role: "img" });
  readonly #good = h("b");
  readonly #goodText = h("span");
  readonly #bad = h("span");
  #of = "";

  constructor(readonly texts: Texts) {
    this.element = h("div", { class: "bx" }, h("h2", {}, this.#title, this.#calibrated), this.#map as unknown as HTMLElement,
      h("div", { class: "lg" }, h("span", { class: "ok" }, this.#good, this.#goodText), this.#bad));
  }

  /** known: the board is heard, so what it said last is true now. */
  show(board: Board | null, label: string, known: boolean): void {
    const { texts } = this;
    setText(this.#title, board ? texts.t("health", { n: label }) : "");
    const calibrated = Date.parse(board?.info?.calibrated ?? "");
    setText(this.#calibrated, !board?.info ? "" : Number.isNaN(calibrated) ? texts.t("nocalibration") : texts.t("calibrated", { t: ageText(Date.now() - calibrated) }));
    const is = known && !!board?.state;
    const bad = is ? board!.state!.unseen : [];
    const key = `${label} ${is ? bad.join() : "unknown"}`;
    if (key === this.#of) return;
    this.#of = key;
    setText(this.#good, is ? String(64 - bad.length) : "");
    setText(this.#goodText, is ? ` ${texts.t("good")}` : texts.t("notknown"));
    setText(this.#bad, bad.length ? texts.t("nottrusted", { s: bad.join(" ") }) : "");
    this.#map.setAttribute("aria-label", !is ? texts.t("notknown") : `${64 - bad.length} ${texts.t("good")}${bad.length ? `, ${texts.t("nottrusted", { s: bad.join(", ") })}` : ""}`);
    const parts: SVGElement[] = [];
    for (let i = 0; i < 64; i++) {
      const x = 40 * (i % 8);
      const y = 24 * (7 - (i >> 3));
      const out = bad.includes(squareName(i));
      parts.push(svg("rect", { x: x + 1, y: y + 1, width: 38, height: 22, class: out ? "hbad" : "hsq" }));
      if (is) parts.push(out ? svg("path", { class: "hx", d: `M${x + 14} ${y + 6}l12 12m0-12l-12 12` }) : svg("rect", { x: x + 10, y: y + 16, width: 20, height: 2, class: "hok" }));
    }
    for (let i = 0; i < 8; i++) {
      const file = svg("text", { x: 40 * i + 20, y: 206, "text-anchor": "middle" });
      file.textContent = String.fromCharCode(97 + i);
      const rank = svg("text", { x: -8, y: 24 * (7 - i) + 16, "text-anchor": "middle" });
      rank.textContent = String(i + 1);
      parts.push(file, rank);
    }
    this.#map.replaceChildren(...parts);
  }
}
