// The list of boards: one line each with both players, clocks, the last move or the
// result, and the state. Twelve boards fit on a phone.

import { boardLabel } from "../board.ts";
import type { Board, Change } from "../board.ts";
import { h, Name, setAttribute, setClass, setHidden, setText, Sign } from "../dom.ts";
import { lineOf, printedResult, resultKey } from "../line.ts";
import { numbered } from "../notation.ts";
import { organiserMark } from "../organiser.ts";
import { soundEntry } from "../sound.ts";
import type { BoardsHead } from "../event/head.ts";
import { chooseButtons, followEvent, menuButton } from "./boards.ts";
import { notTrusted } from "./nottrusted.ts";
import { ClockBox, isGone, StateLine, surname } from "./parts.ts";
import type { Side } from "./parts.ts";
import type { Context, MenuEntry, View } from "./view.ts";

const sides = ["white", "black"] as const;

export class ListView implements View {
  readonly root = h("div", { class: "view" });
  readonly keys: [string, string][] = [["↑ ↓ Enter", "key.open"], ["1 2 3 …", "key.open"], ["M", "key.sound"]];
  readonly menu: MenuEntry[];
  readonly #c: Context;
  readonly #event = h("h1");
  readonly #what = h("span");
  readonly #line: StateLine;
  readonly #list = h("section", { class: "rows" });
  readonly #rows = new Map<string, Row>();
  /** The event, if the server has its pages. */
  #of: BoardsHead | null = null;
  readonly #tabs = h("div", { hidden: true });
  readonly #rounds = h("div", { hidden: true });
  readonly #below = h("div", { hidden: true });
  readonly #end: () => void;

  constructor(c: Context) {
    this.#c = c;
    this.menu = [soundEntry(c)];
    this.#line = new StateLine(() => {});
    this.#list.setAttribute("aria-label", c.texts.t("wall"));
    const choose = chooseButtons(c, "list");
    const head = h("header", {}, organiserMark(), h("div", { class: "t" }, this.#event, this.#what), choose, menuButton(c));
    this.root.append(h("main", { class: "list-page" }, head, this.#tabs, this.#line.element, this.#rounds, this.#list, this.#below));
    this.draw();
    this.#end = followEvent(c, (part) => {
      this.#of = part;
      this.#tabs.replaceChildren(part.tabs);
      this.#rounds.replaceChildren(part.rounds);
      this.#below.replaceChildren(part.below);
      part.rounds.append(choose);
      for (const e of [this.#tabs, this.#rounds, this.#below]) setHidden(e, false);
      this.draw();
    });
  }

  changed(board: Board | null, _change: Change): void {
    if (!board?.over || board.finished < 0 || board.finished !== board.heard) return;
    const { texts, announcer } = this.#c;
    announcer.insist(texts.t("resultis", { n: boardLabel(board.id), a: printedResult(board.state!.result) }));
  }

  draw(): void {
    const { store, texts, params } = this.#c;
    const boards = store.shown.filter((b) => !params.event || b.event === params.event);
    // The head comes first: once it says that the feed is gone, no clock of a row ticks.
    const events = new Set(boards.map((b) => b.event));
    setText(this.#event, this.#of?.name ? this.#of.name : events.size === 1 ? boards[0]!.eventName : events.size > 1 ? store.base : "touchmove");
    const rounds = new Set(boards.map((b) => b.round).filter((r) => r));
    setText(this.#what, this.#of?.place ? this.#of.place : boards.length === 0 ? "" : [rounds.size === 1 ? texts.t("round", { n: [...rounds][0]! }) : "", texts.t("boards", { n: boards.length })].filter((x) => x).join(" · "));
    const finished = boards.filter((b) => b.over).length;
    const first = boards.find((b) => !b.over) ?? boards[0] ?? null;
    const line = lineOf({ store, board: store.lost || boards.length === 0 ? first : null, texts, shown: null, delay: params.delay, named: "" });
    const delay = first ? lineOf({ store, board: first, texts, shown: null, delay: params.delay, named: "" }) : line;
    const count = texts.t("ofboards", { n: finished, m: boards.length });
    if (!store.lost && boards.length > 0) {
      const delayed = delay.atIcon !== null || delay.state === "delayed";
      const state = finished === boards.length ? "done" : "live"; // when all are finished, nothing is live
      Object.assign(line, { state: "live", kind: delayed ? "delay" : state, icon: delayed ? "delay" : state, strong: delayed ? delay.at : texts.t(state === "done" ? "finished" : "live"), rest: state === "done" ? "" : count, at: texts.hour(store.times.wall()) });
      if (store.files && state !== "done") line.at += ` · ${texts.t("fromfiles")}`;
    }
    this.#line.show(line, "");

    const wanted = new Set(boards.map((b) => b.key));
    for (const [key, row] of this.#rows) {
      if (wanted.has(key)) continue;
      row.element.remove();
      this.#rows.delete(key);
    }
    let before: Element | null = null;
    for (const b of boards) {
      let row = this.#rows.get(b.key);
      if (!row) this.#rows.set(b.key, (row = new Row(this.#c)));
      const next: Element | null = before ? before.nextElementSibling : this.#list.firstElementChild;
      if (next !== row.element) this.#list.insertBefore(row.element, next);
      before = row.element;
      row.draw(b);
    }
    Name.fit([...this.#rows.values()].flatMap((r) => r.unfitted()));
    const title = `${this.#event.textContent} · touchmove`;
    if (document.title !== title) document.title = title;
  }

  resized(): void {
    this.#line.fit();
    for (const r of this.#rows.values()) r.resized();
    this.draw();
  }

  key(e: KeyboardEvent): boolean {
    const rows = [...this.#rows.values()].map((r) => r.element);
    if (/^[1-9]$/.test(e.key)) {
      rows.find((r) => r.dataset.number === e.key)?.focus();
      return true;
    }
    const by = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
    if (by === 0 || rows.length === 0) return false;
    const at = rows.indexOf(document.activeElement as HTMLAnchorElement);
    rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))]!.focus();
    return true;
  }

  destroy(): void {
    this.#end();
    this.root.remove();
  }
}

/** One board of the list. */
class Row {
  readonly element: HTMLAnchorElement;
  readonly #c: Context;
  readonly #number = h("span", { class: "no", "aria-hidden": "true" });
  readonly #names: Record<Side, Name> = { white: new Name("n"), black: new Name("n") };
  readonly #titles: Record<Side, HTMLElement> = { white: h("span", { class: "ti" }), black: h("span", { class: "ti" }) };
  readonly #facts: Record<Side, HTMLElement> = { white: h("span", { class: "fa" }), black: h("span", { class: "fa" }) };
  readonly #clocks: Record<Side, ClockBox>;
  readonly #middle = h("span", { class: "mid", "aria-hidden": "true" });
  readonly #sign = new Sign();
  readonly #text = h("span");
  readonly #state = h("span", { class: "st", "aria-hidden": "true" });
  /** The row in one sentence, for screen readers. */
  readonly #said = h("span", { class: "vh" });
  #board: Board | null = null;
  #beside = "";
  #unfitted = true;

  constructor(c: Context) {
    this.#c = c;
    const clock = (): ClockBox => new ClockBox("c", true, c.texts.t("toplay"));
    this.#clocks = { white: clock(), black: clock() };
    const player = (side: Side): HTMLElement => h("span", { class: `p ${side === "white" ? "w" : "b"}`, "aria-hidden": "true" },
      h("span", { class: "pn" }, h("i", { class: `sw ${side === "white" ? "w" : "b"}` }), this.#titles[side], this.#names[side].element), this.#facts[side]);
    const box = (side: Side): HTMLElement => h("span", { class: `cl ${side === "white" ? "w" : "b"}`, "aria-hidden": "true" }, this.#clocks[side].element);
    this.#state.append(this.#sign.element, this.#text);
    this.element = h("a", { class: "row" }, this.#said, this.#number, player("white"), box("white"), this.#middle, player("black"), box("black"), this.#state);
    this.element.addEventListener("click", (e) => {
      if (e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0 || !this.#board) return;
      e.preventDefault();
      c.go({ view: "one", board: this.#board.id, event: this.#board.event });
    });
  }

  /** The names whose available width may have changed. */
  unfitted(): Name[] {
    if (!this.#unfitted) return [];
    this.#unfitted = false;
    return [this.#names.white, this.#names.black];
  }

  resized(): void {
    this.#unfitted = true;
  }

  draw(b: Board): void {
    const c = this.#c;
    const { store, texts } = c;
    this.#board = b;
    const s = b.state;
    const clocks = b.clocks(store.times.mono(), c.store.frozenSince);
    const label = boardLabel(b.id);
    const line = lineOf({ store, board: b, texts, shown: null, delay: c.params.delay, named: "" });
    const gone = isGone(c, b); // after the line: a clock never ticks beside a line that says that the feed is gone
    const trouble = line.kind === "live" && b.trouble(clocks) !== Infinity;
    setText(this.#number, label);
    this.element.dataset.number = label;
    for (const side of sides) {
      const player = b.player(side);
      setText(this.#titles[side], player.title ?? "");
      setText(this.#facts[side], [player.federation, player.rating].filter((x) => x).join(" "));
      if (this.#names[side].change(surname(c, b, side))) this.#unfitted = true;
      this.#clocks[side].show(b, side, clocks, gone);
    }
    // If something next to the names has another width, so have the names.
    const beside = sides.map((side) => `${this.#clocks[side].element.className}${this.#clocks[side].element.textContent!.length}${this.#titles[side].textContent}${this.#facts[side].textContent}`).join();
    if (beside !== this.#beside) {
      this.#beside = beside;
      this.#unfitted = true;
    }
    const last = s && s.moves.length > 0 ? numbered(s.ply, texts.san(s.moves[s.moves.length - 1]!.san)) : "";
    setClass(this.#middle, `mid${b.over ? ` res${s?.result.startsWith("1/2") ? "" : " won"}` : ""}`);
    setText(this.#middle, b.over && s ? printedResult(s.result) : last);
    const word = b.over && s ? texts.t(resultKey(s.result, s.reason)) : trouble ? texts.t("timetrouble") : line.state === "degraded" ? notTrusted(b, texts) : line.strong.replace(/:$/, "");
    setClass(this.#state, `st ${trouble ? "time" : line.kind}`);
    this.#sign.show(trouble ? "time" : line.icon);
    setText(this.#text, word);
    setClass(this.element, `row${gone ? " off" : ""}${b.over ? " over" : ""}${s ? "" : " unknown"}`);
    setAttribute(this.element, "data-state", line.state);
    const players = sides.map((side) => surname(c, b, side)).filter((x) => x).join(" – ");
    setText(this.#said, [`${texts.t("board", { n: label })}: ${players}`, this.#middle.textContent, word].filter((x) => x).join(", "));
    setAttribute(this.element, "href", c.link({ view: "one", board: b.id, event: b.event }));
    setHidden(this.#middle, this.#middle.textContent === "");
  }
}
