// The events that the board has published about its game, the latest last, and what the
// public sees of it.

import type { Board } from "../board.ts";
import { h } from "../dom.ts";
import { numbered } from "../notation.ts";
import type { Texts } from "../texts.ts";
import { formatClock } from "../clock.ts";
import { printedResult } from "../line.ts";
import type { ToldEvent } from "../payload.ts";
import { dutyText, reasonText } from "./wording.ts";

const shown = 14;

export class EventList {
  readonly element: HTMLElement;
  readonly #rows = h("tbody");

  constructor(readonly texts: Texts) {
    this.element = h("div", { class: "ev", "aria-label": texts.t("told"), role: "region", tabindex: "0" }, h("table", {}, this.#rows));
  }

  show(b: Board | null): void {
    const { texts } = this;
    const rows = (b?.eventsOfGame() ?? []).slice(-shown).map((e) => ({ at: clockTime(e.at), text: eventText(e, texts), red: e.event === "illegal" || e.event === "violation" }));
    const s = b?.state;
    if (s) {
      const last = s.moves.length > 0 ? texts.t("publicsees", { a: numbered(s.ply, texts.san(s.moves[s.moves.length - 1]!.san)) }) : texts.t("publicstart");
      rows.push({ at: clockTime(s.at), text: last, red: false });
    }
    const key = rows.map((r) => r.at + r.text).join("\n");
    if (this.#rows.dataset.of === key) return;
    this.#rows.dataset.of = key;
    this.#rows.replaceChildren(...rows.map((r) => h("tr", { class: r.red ? "x" : null }, h("td", {}, r.at), h("td", {}, r.text))));
    this.element.scrollTop = this.element.scrollHeight;
  }
}

/** 15:04:09.8 of an RFC 3339 time. */
function clockTime(at: string): string {
  const d = new Date(at);
  if (Number.isNaN(d.getTime())) return "";
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}.${Math.floor(d.getMilliseconds() / 100)}`;
}

/** One event as a line of text. */
function eventText(e: ToldEvent, texts: Texts): string {
  const p = texts.side(String(e.by ?? ""));
  const squares = Array.isArray(e.squares) ? (e.squares as string[]).join(", ") : String(e.square ?? "");
  const move = typeof e.ply === "number" && typeof e.san === "string" ? numbered(e.ply, texts.san(e.san)) : "";
  switch (e.event) {
    case "touched":
    case "returned":
      return texts.t(`event.${e.event}`, { p, s: `${texts.words.pieces[String(e.piece).toLowerCase()] ?? ""} ${squares}`.trim() });
    case "obligation":
      return e.kind === "none" ? texts.t("event.noobligation", { p }) : dutyText(e, texts);
    case "amended":
      return texts.t("event.amended", { a: move, b: String(e.was) });
    case "retracted":
      return texts.t("event.retracted", { n: Number(e.ply) });
    case "asked":
    case "answered":
    case "settled":
    case "doubted":
      return texts.t(`event.${e.event}`, { n: Number(e.ply) });
    case "illegal":
      return texts.t("event.illegal", { k: Number(e.number), p, a: reasonText(String(e.reason ?? ""), texts) });
    case "violation":
      return texts.t("event.violation", { p, a: reasonText(String(e.rule), texts), b: reasonText(String(e.status), texts) });
    case "fault":
      return texts.t("event.fault", { s: squares, a: reasonText(String(e.fault), texts) });
    case "result":
      return texts.t(e.proposed ? "ev.proposed" : "ev.result", { a: `${printedResult(String(e.result))} ${reasonText(String(e.reason ?? ""), texts)}`.trim() });
    case "clock": {
      const left = e.left_us as { white?: number; black?: number } | undefined;
      const times = [left?.white, left?.black].map((us) => (typeof us === "number" ? formatClock(us / 1000) : "–")).join(" / ");
      const key = `clock.${String(e.change)}`;
      return texts.has(key) ? texts.t(key, { p, a: times }) : String(e.change);
    }
    case "remark":
      return texts.t("event.remark", { p, a: reasonText(String(e.remark), texts) });
  }
  return texts.has(`event.${e.event}`) ? texts.t(`event.${e.event}`, { p, s: squares, a: move }) : e.event;
}
