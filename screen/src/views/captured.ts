// A player's extra pieces, and the lead in pawns.

import { h, setAttribute, setHidden, svg } from "../dom.ts";
import type { Surplus } from "../material.ts";
import type { Texts } from "../texts.ts";
import type { Side } from "./parts.ts";

export class CapturedMen {
  readonly element = h("span", { class: "cap", role: "img", hidden: true });
  #drawn = "";

  constructor(readonly texts: Texts) {}

  /** The extra pieces of a side, drawn as the pieces that it captured; null while the position is unknown. */
  show(s: Surplus | null, side: Side): void {
    const pieces = s ? s[side] : "";
    const lead = s ? (side === "white" ? s.lead : -s.lead) : 0;
    const drawn = `${side} ${pieces} ${lead}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    setHidden(this.element, pieces === "");
    const taken = side === "white" ? "b" : "w";
    this.element.replaceChildren(...[...pieces].map((k) => {
      const piece = svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" });
      piece.append(svg("use", { href: `#${taken}${k}` }));
      return piece;
    }), ...(lead > 0 ? [h("em", {}, `+${lead}`)] : []));
    const names = [...pieces].map((k) => this.texts.words.pieces[k]).join(", ");
    setAttribute(this.element, "aria-label", this.texts.t("captured", { a: names }) + (lead > 0 ? ` · +${lead}` : ""));
  }
}
