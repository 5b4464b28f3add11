// Parts of the event's pages.

import { h, Name, Sign } from "../dom.ts";
import { names } from "../notation.ts";
import type { Params } from "../params.ts";
import type { Context } from "../views/view.ts";
import { isOver, winners } from "./data.ts";
import type { Entrant, EventFile, Pairing } from "./data.ts";

export type Child = Node | string | null;

/** What the pages are built with. */
export class Maker {
  readonly names: Name[] = [];
  readonly #by: Map<number, Entrant>;

  constructor(readonly c: Context, readonly event: EventFile) {
    this.#by = new Map(event.players.map((p) => [p.no, p]));
  }

  t(key: string, values: Record<string, string | number> = {}): string {
    return this.c.texts.t(key, values);
  }

  player(no: number): Entrant {
    return this.#by.get(no) ?? { no };
  }

  link(to: Partial<Params>): string {
    return this.c.link({ board: "", game: "", ply: null, round: "", player: "", ...to });
  }

  /** A name that links to the player's page: title, surname, first name, and below them what more is said. */
  named(no: number, first: boolean, below: HTMLElement | null = null): HTMLElement {
    const p = this.player(no);
    const n = names(p.name);
    return h("a", { class: "man", href: this.link({ view: "player", player: String(no) }) }, h("span", {}, p.title ? h("span", { class: "ti" }, p.title) : null, h("b", {}, n.surname), first && n.first ? `, ${n.first}` : ""), below);
  }

  facts(no: number): string {
    const p = this.player(no);
    return [p.federation, p.rating ? String(p.rating) : ""].filter((x) => x).join(" ");
  }

  /** One side of a line of pairings. */
  side(no: number, white: boolean): HTMLElement {
    const p = this.player(no);
    const name = new Name("n");
    name.change(names(p.name).surname);
    this.names.push(name);
    return h("div", { class: `pn ${white ? "w" : "b"}` }, swatch(white, this.t(white ? "white" : "black")), p.title ? h("span", { class: "ti" }, p.title) : null, name.element, h("span", { class: "fd" }, this.facts(no)));
  }

  /** Where a pairing links to: to its board during play, to its replay afterwards; "" if there is neither. */
  way(p: Pairing): string {
    if (p.playing && p.at) {
      const boards = this.c.boardsLink();
      const event = p.event && !new URL(boards, location.href).searchParams.has("event") ? { event: p.event } : {}; // two events may have a board of that name
      if (boards) return withQuery(boards, { ...event, board: p.at });
    }
    if (p.result && p.game) return this.link({ view: "replay", board: p.at ?? "", game: p.game });
    return "";
  }

  /** A link to download a file of the event; null if there is none. */
  download(file: string | undefined, text: string): HTMLElement | null {
    return file ? h("a", { class: "btn", href: file, download: "" }, new Sign("save").element, h("span", {}, text)) : null;
  }

  /** Who won, once the event is over; null before. */
  end(): HTMLElement | null {
    if (!isOver(this.event)) return null;
    const first = winners(this.event).map((l) => {
      const n = names(this.player(l.no).name);
      return [n.first, n.surname].filter((x) => x).join(" ");
    });
    const said = first.length === 1 ? this.t("event.won", { a: first[0]! }) : first.length < 5 ? this.t("event.shared", { a: new Intl.ListFormat(this.c.texts.locale).format(first) }) : "";
    return this.state("done", "done", this.t("finished"), said, "");
  }

  state(kind: string, sign: string, strong: string, rest: string, at: string): HTMLElement {
    return h("div", { class: `state ${kind}`, role: "status", "data-state": kind }, new Sign(sign).element, h("div", { class: "say" }, h("b", {}, strong), rest ? ` · ${rest}` : ""), h("div", { class: "at" }, h("span", {}, at)));
  }
}

export function withQuery(href: string, values: Record<string, string>): string {
  const u = new URL(href, location.href);
  for (const [key, value] of Object.entries(values)) u.searchParams.set(key, value);
  u.searchParams.delete("view");
  return u.href;
}

/** A square in the colour of the pieces. */
export function swatch(white: boolean, label: string): HTMLElement {
  return h("i", { class: white ? "sw" : "sw b", role: "img", "aria-label": label });
}

/** 1–0, ½–½ as printed. */
export function printed(result: string): string {
  return result.replaceAll("1/2", "½").replace("-", "–");
}

/** The points of one side. */
export function share(p: Pairing, white: boolean): string {
  return (p.result ?? "").split("-")[white ? 0 : 1]?.replace("1/2", "½") ?? "";
}
