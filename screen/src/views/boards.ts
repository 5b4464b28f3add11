// All boards, as a list or as a wall: the reader's choice, stored by the browser.

import { h, Sign, stylesheet } from "../dom.ts";
import type { BoardsHead } from "../event/head.ts";
import type { Context } from "./view.ts";

export type Boards = "list" | "wall";

const key = "touchmove.boards";

/** With more boards than this, the texts of a wall on a laptop are too small to read. */
const mostOnLaptop = 24;

/** How this reader sees that many boards: as chosen, otherwise as a list if a wall of them could not be read. */
export function boardsView(count: number): Boards {
  try {
    const kept = localStorage.getItem(key);
    if (kept === "list" || kept === "wall") return kept;
  } catch {
    // the browser stores nothing
  }
  return matchMedia(count > mostOnLaptop ? "(max-width: 1599px)" : "(max-width: 699px)").matches ? "list" : "wall";
}

/** Shows the event's part of a page of all boards, if the server has the event's pages. Returns what ends it. */
export function followEvent(c: Context, show: (head: BoardsHead) => void): () => void {
  if (c.eventPages().length === 0) return () => {};
  let end = (): void => {};
  let ended = false;
  void Promise.all([import("../event/bundle.ts"), stylesheet("event.css")]).then(([event]) => {
    if (!ended) end = event.followEvent(c, show);
  }).catch(() => {}); // the boards are shown all the same
  return () => {
    ended = true;
    end();
  };
}

/** The button that opens the menu. */
export function menuButton(c: Context): HTMLButtonElement {
  const b = h("button", { type: "button", class: "mb", "aria-label": c.texts.t("menu") }, new Sign("menu").element, h("span", {}, c.texts.t("menu")));
  b.addEventListener("click", () => c.toggleMenu());
  return b;
}

/** The buttons to the previous and the next board; go opens them. */
export function nearButtons(c: Context, go: (by: number) => void): HTMLElement {
  const make = (sign: string, by: number): HTMLButtonElement => {
    const b = h("button", { type: "button", class: `gb ${sign}`, "aria-label": c.texts.t(by < 0 ? "board.prev" : "board.next") }, new Sign(sign).element);
    b.addEventListener("click", () => {
      go(by);
      document.querySelector<HTMLElement>(`.nb .${sign}`)?.focus({ preventScroll: true }); // the other board's page has its own button
    });
    return b;
  };
  return h("div", { class: "nb" }, make("before", -1), make("after", 1));
}

/** The two buttons that switch between list and wall. */
export function chooseButtons(c: Context, now: Boards): HTMLElement {
  const make = (view: Boards): HTMLButtonElement => {
    const b = h("button", { type: "button", "aria-label": c.texts.t(`view.${view}`), "aria-pressed": String(view === now) }, new Sign(view).element, h("span", {}, c.texts.t(`view.${view}`)));
    b.addEventListener("click", () => {
      try {
        localStorage.setItem(key, view);
      } catch {
        // then it holds for this page only
      }
      if (view !== now) c.go({ view, board: "" });
    });
    return b;
  };
  return h("div", { class: "seg", role: "group", "aria-label": c.texts.t("wall") }, make("list"), make("wall"));
}
