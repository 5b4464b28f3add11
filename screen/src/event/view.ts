// The pages of an event: head, tabs, and one of pairings, standings, crosstable, games,
// player. They are made from the event's file, which is read again at intervals.

import tables from "words:event";
import type { Board, Change } from "../board.ts";
import { h, Name } from "../dom.ts";
import { menuButton } from "../views/boards.ts";
import { organiserMark } from "../organiser.ts";
import { soundEntry } from "../sound.ts";
import type { Context, MenuEntry, View } from "../views/view.ts";
import { load } from "./data.ts";
import type { EventFile } from "./data.ts";
import { place, tabs } from "./head.ts";
import { Maker } from "./parts.ts";
import type { Child } from "./parts.ts";
import { gamesPage, roundPage } from "./rounds.ts";
import { crosstablePage, playerPage, standingsPage } from "./tables.ts";

const again = 20_000; // ms

export class EventView implements View {
  readonly root = h("div", { class: "view site" });
  readonly keys: [string, string][] = [["M", "key.sound"]];
  readonly menu: MenuEntry[];
  readonly #c: Context;
  #event: EventFile | null = null;
  #failed = false;
  #text = "";
  #find = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #maker: Maker | null = null;

  constructor(c: Context) {
    c.texts.add(tables);
    this.#c = c;
    this.menu = [soundEntry(c)];
    this.root.addEventListener("click", (e) => this.#click(e));
    void this.#read();
  }

  async #read(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const event = await load();
      const text = JSON.stringify(event);
      const news = text !== this.#text || this.#failed;
      this.#event = event;
      this.#text = text;
      this.#failed = false;
      if (news) this.#render();
    } catch {
      this.#failed = true;
      if (!this.#event) this.#render();
    }
    if (this.root.isConnected || !this.#event) this.#timer = setTimeout(() => void this.#read(), again);
  }

  #render(): void {
    const c = this.#c;
    const { texts, params } = c;
    const event = this.#event;
    const { view } = params;
    const now = view === "round" || view === "auto" ? "round" : ["standings", "crosstable", "player"].includes(view) ? "standings" : view === "games" ? "games" : "";
    const head = h("header", { class: "wrap" },
      h("div", { class: "ehead" }, organiserMark(), h("div", { class: "t" }, h("h1", {}, event?.name || "touchmove"), h("p", {}, event ? place(c, event) : "")), menuButton(c)),
      tabs(c, now));
    const focused = document.activeElement instanceof HTMLInputElement && this.root.contains(document.activeElement);
    this.root.replaceChildren(head, h("main", { class: "wrap" }, ...this.#body()), h("footer", { class: "foot wrap" }, h("span", {}, texts.t("event.by"))));
    if (this.#maker) Name.fit(this.#maker.names);
    if (focused) {
      const input = this.root.querySelector("input");
      input?.focus();
      input?.setSelectionRange(this.#find.length, this.#find.length);
    }
    const title = `${event?.name || "touchmove"} · touchmove`;
    if (document.title !== title) document.title = title;
  }

  #body(): Child[] {
    const { texts, params } = this.#c;
    if (!this.#event) {
      this.#maker = null;
      return this.#failed ? [h("p", { class: "nothing", role: "alert" }, texts.t("event.failed"))] : [];
    }
    const m = (this.#maker = new Maker(this.#c, this.#event));
    switch (params.view) {
      case "standings":
        return standingsPage(m);
      case "crosstable":
        return crosstablePage(m);
      case "player":
        return playerPage(m, Number(params.player));
      case "games":
        return gamesPage(m, params.round, this.#find, (text) => {
          this.#find = text;
          this.#render();
        });
      default:
        return roundPage(m, params.round);
    }
  }

  /** Shows another page of the event without loading anything. */
  #click(e: MouseEvent): void {
    const a = (e.target as Element).closest("a");
    if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0 || a.pathname !== location.pathname || a.hasAttribute("download")) return;
    if (!/[?&]view=(round|standings|crosstable|games|player)\b/.test(a.search)) return;
    e.preventDefault();
    this.#c.visit(a.href);
  }

  /** The address has changed to another page of the event. */
  moved(): void {
    this.#render();
    scrollTo(0, 0);
  }

  changed(_board: Board | null, _change: Change): void {}

  draw(): void {}

  resized(): void {
    if (this.#maker) Name.fit(this.#maker.names);
  }

  key(_e: KeyboardEvent): boolean {
    return false;
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.root.remove();
  }
}
