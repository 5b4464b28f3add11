// The lamps of a board as a small map, in their places below the squares: a large disc
// asks for a hand. The same is written below it in words.

import type { Board } from "../board.ts";
import { h, setText, svg } from "../dom.ts";
import type { Lamp } from "../payload.ts";
import type { Texts } from "../texts.ts";

export class LampMap {
  readonly element: HTMLElement;
  readonly #title = h("span");
  readonly #map = svg("svg", { class: "hp", viewBox: "-16 0 356 212", role: "img" });
  readonly #words = h("div", { class: "lg", "data-lamps": "" });
  #of = "";

  constructor(readonly texts: Texts) {
    this.element = h("div", { class: "bx", hidden: "" }, h("h2", {}, this.#title), this.#map as unknown as HTMLElement, this.#words);
  }

  show(board: Board | null, label: string): void {
    const { texts } = this;
    const lamps = board?.lamps ?? null;
    this.element.hidden = lamps === null;
    const key = `${label} ${JSON.stringify(lamps)}`;
    if (!lamps || key === this.#of) return;
    this.#of = key;
    setText(this.#title, texts.t("lamps", { n: label }));
    const words = sorted(lamps.lit).map((g) => `${texts.t(`lamp.${g.tone}`)} ${g.squares.join(" ")}`);
    if (lamps.edge) words.push(texts.t("lamps.edge", { a: texts.t(`lamp.${lamps.edge.tone}`) }));
    words.push(...lamps.faults.map((f) => texts.t("lamps.fault", { a: f })));
    const text = words.length ? words : [texts.t("lamps.dark")];
    this.#words.replaceChildren(...text.map((w) => h("span", {}, w)));
    this.#map.setAttribute("aria-label", text.join(", "));
    const parts: SVGElement[] = [];
    const lamp = (x: number, y: number, l: Lamp | undefined): void => {
      if (l?.large) parts.push(svg("circle", { cx: x, cy: y, r: 10, class: `lp-${l.tone} lp-halo` }));
      parts.push(svg("circle", { cx: x, cy: y, r: l ? (l.large ? 6.5 : 3.5) : 2.5, class: l ? `lp-${l.tone}` : "lp-off" }));
    };
    const at = new Map(lamps.lit.map((l) => [l.square, l]));
    for (let i = 0; i < 64; i++) {
      const [x, y] = [40 * (i % 8), 24 * (7 - (i >> 3))];
      parts.push(svg("rect", { x: x + 1, y: y + 1, width: 38, height: 22, class: "hsq" }));
      lamp(x + 20, y + 12, at.get(String.fromCharCode(97 + (i % 8)) + ((i >> 3) + 1)));
    }
    lamp(332, 96, lamps.edge ?? undefined);
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

/** The lamps by colour, large ones first. */
function sorted(lit: (Lamp & { square: string })[]): { tone: Lamp["tone"]; squares: string[] }[] {
  const groups = new Map<string, { tone: Lamp["tone"]; squares: string[] }>();
  for (const l of [...lit].sort((a, b) => Number(b.large) - Number(a.large))) {
    const group = groups.get(l.tone) ?? { tone: l.tone, squares: [] };
    groups.set(l.tone, group);
    group.squares.push(l.square);
  }
  return [...groups.values()];
}
