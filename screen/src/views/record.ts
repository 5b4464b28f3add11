// The record of a game in figures: illegal moves, corrections, confidence, a draw
// offer, signatures.

import { boardLabel } from "../board.ts";
import type { Board } from "../board.ts";
import { h, setText } from "../dom.ts";
import { printedResult } from "../line.ts";
import { plyNumber } from "../notation.ts";
import { surname } from "./parts.ts";
import type { Context } from "./view.ts";
import { claimText } from "./wording.ts";

export class GameRecord {
  readonly element: HTMLElement;
  readonly #title = h("span");
  readonly #rows = h("dl");

  constructor(readonly c: Context) {
    this.element = h("div", { class: "bx" }, h("h2", {}, this.#title), this.#rows);
  }

  show(b: Board | null): void {
    setText(this.#title, b ? this.c.texts.t("record", { n: boardLabel(b.id) }) : "");
    const rows = b ? this.#of(b) : [];
    const key = rows.flat().join("|");
    if (this.#rows.dataset.of === key) return;
    this.#rows.dataset.of = key;
    this.#rows.replaceChildren(...rows.flatMap(([k, v]) => [h("dt", {}, k), h("dd", {}, v)]));
  }

  #of(b: Board): [string, string][] {
    const { texts } = this.c;
    const s = b.state;
    const rows: [string, string][] = [];
    if (s) {
      rows.push(
        [texts.t("illegalcount"), `${b.illegalMoves("white")} / ${b.illegalMoves("black")}`],
        [texts.t("correctedcount"), String(Math.max(b.was.size, b.eventsOfGame().filter((e) => e.event === "amended").length))],
        [texts.t("surecount"), `${(Math.floor(s.sure * 1000) / 10).toLocaleString(texts.lang)} %`], // never rounded up: what is not certain must not look certain
        [texts.t("differcount"), String(s.differ.length)],
      );
    }
    const desk = b.desk;
    if (!desk) return rows;
    const offer = desk.draw_offer;
    if (offer) rows.push([desk.draw_offer_by ? texts.t("drawofferby", { p: surname(this.c, b, desk.draw_offer_by) }) : texts.t("drawoffer"), texts.has(`offer.${offer}`) ? texts.t(`offer.${offer}`) : offer]);
    const { draws } = desk;
    if (draws) {
      const both = [draws.white, draws.black];
      const after = (ply: number): string => (ply === 0 ? texts.t("atstart") : plyNumber(ply));
      const count = (name: string, of: string[][]): void => {
        if (of.some((l) => l.length)) rows.push([name, of.map((l) => (l.length ? `${l.length} (${l.join(", ")})` : 0)).join(" / ")]);
      };
      count(texts.t("offercount"), both.map((d) => d.offers.map(after)));
      count(texts.t("refusedcount"), both.map((d) => d.refused_claims.map((c) => `${claimText(c.what === "claim" ? "quickplay-finish" : c.what, texts)} ${after(c.ply)}`)));
    }
    if (desk.announcement?.text) rows.push([texts.t("announced"), desk.announcement.text]);
    for (const side of ["white", "black"] as const) {
      const signed = desk.signed;
      if (signed?.[side] || signed?.missing.includes(side)) rows.push([texts.t("signature", { p: surname(this.c, b, side) }), signed[side] ? printedResult(signed[side]) : texts.t("nosignature")]);
    }
    if (desk.adjourned) rows.push([texts.t("adjourned"), texts.t(`adjourned.${desk.adjourned}`)]);
    return rows;
  }
}
