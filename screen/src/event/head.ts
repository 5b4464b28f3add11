// What all pages of an event have at the top, those of its boards included: name, place and days, and
// the way to the other pages.

import tables from "words:event";
import { h } from "../dom.ts";
import type { Context } from "../views/view.ts";
import { aboutBox } from "./about.ts";
import { currentRound, load } from "./data.ts";
import type { EventFile } from "./data.ts";
import { Maker } from "./parts.ts";
import { steps } from "./rounds.ts";
import { leaders } from "./tables.ts";

/** The tabs of an event's pages. now: the one that is shown. */
export function tabs(c: Context, now: "boards" | "round" | "standings" | "games" | ""): HTMLElement {
  const { texts } = c;
  const boards = c.boardsLink();
  const tab = (name: string, href: string, text: string): HTMLElement => h("a", { href, "aria-current": name === now ? "page" : null }, text);
  return h("nav", { class: "tabs", "aria-label": texts.t("menu.event") === "menu.event" ? texts.t("event.tab.round") : texts.t("menu.event") },
    boards ? tab("boards", boards, texts.t("event.boards")) : null,
    ...(["round", "standings", "games"] as const).map((view) => tab(view, c.link({ view, board: "", game: "", ply: null, round: "", player: "" }), texts.t(`event.tab.${view}`))));
}

/** Where and when an event is, as far as its file says. */
export function place(c: Context, e: EventFile): string {
  const days = e.rounds.map((r) => r.date).filter((d): d is string => Boolean(d)).sort();
  const first = days[0];
  const last = days.at(-1);
  const format = new Intl.DateTimeFormat(c.texts.locale, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return [e.site, first && last ? format.formatRange(Date.parse(first), Date.parse(last)) : ""].filter((x) => x).join(" · ");
}

/** The event's part of a page of all boards. */
export interface BoardsHead {
  name: string;
  place: string;
  tabs: HTMLElement;
  rounds: HTMLElement;
  /** What stands below the boards of a list: who leads, and what the event is. */
  below: HTMLElement;
}

const again = 60_000; // ms

/**
 * Shows the event's part of a page of all boards, and again when the event's file has changed. Nothing is shown
 * of an event without pairings. Returns what ends it.
 */
export function followEvent(c: Context, show: (head: BoardsHead) => void): () => void {
  c.texts.add(tables);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  let text = "";
  const read = async (): Promise<void> => {
    const event = await load().catch(() => null);
    if (ended) return;
    const found = JSON.stringify(event);
    if (event && found !== text && event.rounds.some((r) => r.games.length > 0)) {
      text = found;
      const m = new Maker(c, event);
      const below: HTMLElement = h("div", { class: "below" }, leaders(m), aboutBox(m));
      const parts = { tabs: tabs(c, "boards"), rounds: steps(m, "round", currentRound(event), false, false), below };
      for (const part of Object.values(parts)) part.addEventListener("click", (e) => follow(c, e));
      show({ name: event.name, place: place(c, event), ...parts });
    }
    timer = setTimeout(() => void read(), again);
  };
  void read();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** Opens a link to a page of the event without loading anything. */
function follow(c: Context, e: MouseEvent): void {
  const a = (e.target as Element).closest("a");
  if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return;
  e.preventDefault();
  c.visit(a.href);
}
