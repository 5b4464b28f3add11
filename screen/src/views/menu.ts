// The menu: all boards, entries of the view (flip, sound), full screen, colours, language, and the
// pages of the event. It replaces the moves or the whole page, so that nothing is covered. Loaded
// on demand.

import tables from "words:menu";
import { boardLabel } from "../board.ts";
import type { Board } from "../board.ts";
import { h, setAttribute, setHidden, setText, Sign } from "../dom.ts";
import { printedResult } from "../line.ts";
import { langs } from "../params.ts";
import type { Theme } from "../params.ts";
import type { Context, MenuEntry } from "./view.ts";

const themes: Theme[] = ["dark", "light", "contrast"];

export class MenuPanel {
  readonly root: HTMLElement;
  readonly #c: Context;
  readonly #boards = h("nav", { class: "bgrid" });
  readonly #cells = new Map<string, { link: HTMLAnchorElement; what: HTMLElement }>();
  readonly #own: { entry: MenuEntry; button: HTMLButtonElement; text: HTMLElement; sign: Sign }[];
  readonly #colours: HTMLElement;
  readonly #full: HTMLElement = h("span");
  readonly #all = h("a", { class: "btn" });
  readonly #files = h("p", { class: "files", hidden: true });

  constructor(c: Context, close: () => void, own: MenuEntry[]) {
    c.texts.add(tables);
    this.#c = c;
    const { texts } = c;
    const shut = h("button", { type: "button", class: "shut", "aria-label": texts.t("close") }, new Sign("shut").element);
    shut.addEventListener("click", close);
    setText(this.#files, texts.t("menu.files"));
    const all = this.#all;
    all.append(new Sign("wall").element, h("span", {}, texts.t("wall")));
    this.#boards.setAttribute("aria-label", texts.t("wall"));
    this.#own = own.map((entry) => {
      const text = h("span");
      const sign = new Sign(entry.sign());
      const button = h("button", { type: "button", class: "btn" }, sign.element, text);
      button.addEventListener("click", () => {
        entry.act();
        this.draw();
      });
      return { entry, button, text, sign };
    });
    const full = h("button", { type: "button", class: "btn", hidden: !document.fullscreenEnabled }, new Sign("full").element, this.#full);
    full.addEventListener("click", () => void c.fullScreen().then(() => this.draw()));
    this.#colours = this.#choice(themes.map((theme) => [theme, texts.t(`menu.${theme}`), () => c.keep({ theme })]));
    const languages = this.#choice(langs.map((lang) => [lang, lang.toUpperCase(), () => location.assign(c.link({ lang }))]));
    for (const b of languages.children) setAttribute(b, "lang", b.getAttribute("data-value"));
    setAttribute(languages.querySelector(`[data-value=${texts.lang}]`)!, "aria-pressed", "true");
    const option = (sign: string, key: string, values: HTMLElement): HTMLElement => {
      values.setAttribute("aria-label", texts.t(key));
      return h("div", { class: "opt pick" }, new Sign(sign).element, h("span", {}, texts.t(key)), values);
    };
    const pages = c.eventPages().map(([page, href]) => h("a", { class: "btn", href }, texts.t(`menu.${page}`)));
    this.root = h("section", { class: "sheet menu", "aria-label": texts.t("menu") },
      h("div", { class: "hd" }, h("h2", {}, texts.t("menu")), all, shut),
      this.#boards,
      pages.length > 0 ? h("nav", { class: "opt row3", "aria-label": texts.t("menu.event") }, ...pages) : null,
      h("div", { class: "opt row3" }, ...this.#own.map((o) => o.button), full),
      option("half", "menu.colours", this.#colours), option("globe", "menu.language", languages), this.#files);
    this.root.addEventListener("click", (e) => {
      const a = (e.target as Element).closest("a");
      if (!a || e.ctrlKey || e.metaKey || e.shiftKey || !a.search.startsWith("?") || a.pathname !== location.pathname) return;
      e.preventDefault();
      c.visit(a.href);
    });
    this.draw();
    queueMicrotask(() => shut.focus({ preventScroll: true }));
  }

  /** Buttons of which one is pressed. */
  #choice(values: [string, string, () => void][]): HTMLElement {
    return h("div", { class: "v", role: "group" }, ...values.map(([value, text, choose]) => {
      const b = h("button", { type: "button", class: "btn", "data-value": value, "aria-pressed": "false" }, text);
      b.addEventListener("click", () => {
        choose();
        this.draw();
      });
      return b;
    }));
  }

  draw(): void {
    const { store, params, texts } = this.#c;
    const boards = store.shown.filter((b) => !params.event || b.event === params.event);
    this.#boards.hidden = boards.length < 2;
    setAttribute(this.#all, "href", this.#c.boardsLink() || null);
    this.#all.hidden = !this.#c.boardsLink();
    for (const b of boards) {
      let cell = this.#cells.get(b.key);
      if (!cell) {
        const what = h("small");
        const link = h("a", {}, h("span", {}, boardLabel(b.id)), what);
        cell = { link, what };
        this.#cells.set(b.key, cell);
        this.#boards.append(link);
      }
      setText(cell.what, this.#say(b));
      setAttribute(cell.link, "href", this.#c.link({ view: "one", board: b.id, event: b.event, ply: null, game: "" }));
      setAttribute(cell.link, "aria-current", b.id === params.board && (!params.event || b.event === params.event) ? "page" : null);
    }
    for (const { entry, button, text, sign } of this.#own) {
      setHidden(button, entry.there?.() === false);
      setText(text, entry.text());
      sign.show(entry.sign());
      const pressed = entry.pressed?.();
      setAttribute(button, "aria-pressed", pressed === undefined ? null : String(pressed));
    }
    this.#files.hidden = !store.files;
    setText(this.#full, texts.t(document.fullscreenElement ? "menu.unfull" : "menu.full"));
    const now = document.documentElement.dataset.theme;
    for (const b of this.#colours.children) setAttribute(b, "aria-pressed", String(b.getAttribute("data-value") === now));
  }

  /** The last move or the result of a board. */
  #say(b: Board): string {
    const { texts } = this.#c;
    const s = b.state;
    if (b.over && s) return printedResult(s.result);
    if (b.availability === "offline") return texts.t("menu.offline");
    return s && s.ply > 0 ? texts.t("menu.move", { n: Math.ceil(s.ply / 2) }) : "–";
  }
}
