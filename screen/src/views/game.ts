// One board, in four layouts: on a wall, on a laptop's page, on a phone, and embedded in another
// page. A reader may step through the game while it goes on.

import type { Board, Change } from "../board.ts";
import { BoardView } from "../boardview.ts";
import { formatClock } from "../clock.ts";
import { h, Name, setAttribute, setClass, setHidden, setText, Sign, stylesheet } from "../dom.ts";
import { followedLine, printedResult, resultKey } from "../line.ts";
import { inWords, names, spoken } from "../notation.ts";
import { openingOf } from "../opening.ts";
import { drawn, transitionTo } from "../drawing.ts";
import { boardsView, menuButton, nearButtons } from "./boards.ts";
import { organiserMark } from "../organiser.ts";
import { ClockBox, facts, isGone, place, StateLine, surname } from "./parts.ts";
import type { Side } from "./parts.ts";
import { surplus } from "../material.ts";
import { soundEntry } from "../sound.ts";
import { timesUsed } from "../timeused.ts";
import { CapturedMen } from "./captured.ts";
import { MoveRows, MoveTable } from "./moves.ts";
import type { EvalBar } from "./evalbar.ts";
import type { SharePanel } from "./share.ts";
import type { Context, MenuEntry, View } from "./view.ts";

/** wide is a wall, seen from a distance; page a laptop or desktop, small a phone or an upright tablet. */
type Shape = "wide" | "page" | "small" | "embed";

interface PlayerBox {
  element: HTMLElement;
  swatch: HTMLElement;
  name: Name;
  first: HTMLElement;
  meta: HTMLElement;
  clock: ClockBox;
  captured: CapturedMen;
  /** What is next to the name and takes space from it. */
  beside: string;
}

const evalKey = "touchmove.eval";

function kept(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return ""; // the browser stores nothing
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // then it holds for this page only
  }
}

const onPaper = (): boolean => document.documentElement.classList.contains("paper");

export class GameView implements View {
  readonly root = h("div", { class: "view" });
  readonly keys: [string, string][] = [
    ["← →", "key.move"], ["keys.ten", "key.ten"], ["keys.ends", "key.ends"], ["F", "key.flip"], ["↑ ↓", "key.board"], ["W", "key.wall"], ["S", "key.share"], ["M", "key.sound"], ["E", "key.eval"],
  ];
  readonly #c: Context;
  #shape: Shape | null = null;
  #board: BoardView | null = null;
  #line!: StateLine;
  #top!: PlayerBox;
  #bottom!: PlayerBox;
  #event!: HTMLElement;
  #place!: HTMLElement;
  #near!: HTMLElement;
  #moves!: MoveRows | MoveTable;
  /** On a phone; elsewhere the table of moves has them. */
  #captured: CapturedMen | null = null;
  #share: SharePanel | null = null;
  #eval: EvalBar | null = null;
  #evalAsked: boolean;
  #sheet: HTMLElement | null = null; // the menu, in place of the moves
  readonly menu: MenuEntry[];
  #used: { of: string; times: (number | null)[] | null } = { of: "", times: null };
  #followed = "";
  #twin!: HTMLElement;
  #buttons: HTMLButtonElement[] = [];
  #main!: HTMLElement;
  #flipped: boolean;
  /** The number of moves that the reader looks at; null follows the game. */
  #shown: number | null = null;
  #game = "";
  #twinOf = "";
  #turned = 0; // how far the wheel was turned, in pixels
  /** The move of a link, until its game is on the board. */
  #linked: { ply: number; game: string } | null;

  constructor(c: Context, readonly embed: boolean) {
    this.#c = c;
    this.#flipped = c.params.flip;
    this.menu = [
      { sign: () => "flip", text: () => c.texts.t("menu.flip"), pressed: () => this.#flipped, act: () => this.#flip() },
      soundEntry(c),
      { sign: () => "eval", text: () => c.texts.t("menu.eval"), pressed: () => this.#evalAsked, act: () => this.#toggleEval(), there: () => this.#shape !== "wide" && this.#analysed },
    ];
    this.#evalAsked = c.params.eval || kept(evalKey) === "1";
    this.#linked = c.params.ply === null ? null : { ply: c.params.ply, game: c.params.game };
    this.#build();
  }

  /** The board to show: that of the address, or the only one. */
  get board(): Board | null {
    const { store, params } = this.#c;
    if (params.board) return store.shown.find((b) => b.id === params.board && (!params.event || b.event === params.event)) ?? null;
    return store.shown[0] ?? null;
  }

  #wanted(): Shape {
    if (this.embed) return "embed";
    if (onPaper()) return "small";
    const small = matchMedia("(max-width: 899px) and (orientation: portrait), (max-width: 699px), (max-height: 480px)").matches;
    if (small) return "small";
    // A large upright screen or a full 1080p screen is a wall; in a window the browser's own bars
    // take some of the space.
    return matchMedia("(orientation: landscape) and (max-width: 1799px), (orientation: landscape) and (max-height: 1000px)").matches ? "page" : "wide";
  }

  resized(): void {
    if (this.#wanted() !== this.#shape) this.#build();
    this.#moves.fit();
    this.#top.beside = this.#bottom.beside = "";
    this.draw();
    this.#line.fit();
  }

  #build(): void {
    this.#board?.destroy();
    this.#shape = this.#wanted();
    const { texts } = this.#c;
    const wide = this.#shape === "wide" || this.#shape === "page";
    this.#eval = null;
    this.#line = new StateLine(() => (this.board ? this.#show(null) : this.#toBoards()));
    this.#top = this.#player(wide);
    this.#bottom = this.#player(wide);
    this.#event = h("b");
    this.#place = h("span");
    this.#near = nearButtons(this.#c, (by) => this.#neighbour(by));
    const seek = (count: number): void => this.#show(count);
    this.#captured = this.#shape === "small" ? new CapturedMen(texts) : null;
    this.#moves = this.#shape === "wide" ? new MoveRows(texts, seek) : new MoveTable(texts, seek, wide ? "mv table" : "mvs table", this.#captured?.element ?? null);
    this.#twin = h("ul");
    const bd = h("div", { class: "bd" });
    const nav = this.#nav();
    const twin = h("section", { class: "vh", "aria-label": texts.t("twin") }, this.#twin);
    if (this.#shape === "page") {
      this.#main = h("main", { class: "one page" },
        h("div", { class: "ev" }, organiserMark(), this.#event, this.#place, this.#near, menuButton(this.#c)),
        h("div", { class: "left" }, bd, this.#line.element),
        h("div", { class: "right" }, this.#top.element, this.#moves.element, this.#bottom.element, nav));
    } else if (wide) {
      this.#main = h("main", { class: "one" },
        h("div", { class: "left" }, bd, this.#line.element),
        h("div", { class: "right" }, h("div", { class: "ev" }, organiserMark(), this.#event, this.#place), this.#top.element, this.#moves.element, this.#bottom.element));
      this.#moves.element.firstElementChild!.after(nav); // before the rows, which are counted from the end
      this.#moves.element.addEventListener("wheel", (e) => this.#wheel(e), { passive: true });
    } else {
      this.#main = h("main", { class: `small${this.#shape === "embed" ? " embed" : ""}` },
        this.#shape === "embed" ? null : h("div", { class: "top" }, organiserMark(), h("div", { class: "t" }, this.#event, this.#place), this.#near, menuButton(this.#c)),
        this.#top.element, bd, this.#bottom.element, this.#line.element,
        this.#shape === "embed" ? null : this.#moves.element, nav);
    }
    const mark = this.#shape === "embed" ? organiserMark() : null;
    if (mark) this.#line.element.append(mark);
    this.#main.prepend(h("h1", { class: "vh" }, "touchmove"));
    const panel = this.#share?.root ?? this.#sheet;
    const focused = document.activeElement;
    this.root.replaceChildren(this.#main, twin);
    if (panel) {
      this.#moves.element.after(panel); // who turns a phone with the menu open goes on in it
      if (panel.contains(focused)) (focused as HTMLElement).focus({ preventScroll: true });
    }
    this.#board = new BoardView(bd, true);
    this.#twinOf = "";
    requestAnimationFrame(() => {
      this.#board?.resize();
      this.#moves.fit();
      this.draw();
    });
    this.draw();
  }

  #player(wide: boolean): PlayerBox {
    const swatch = h("i", { class: "sw" });
    const first = h("b");
    const meta = h("span");
    if (wide) {
      const name = new Name("nm").watch();
      const clock = new ClockBox("clk", true, this.#c.texts.t("toplay"));
      const captured = new CapturedMen(this.#c.texts);
      const element = h("section", { class: "pl" }, name.element, h("div", { class: "row" }, h("div", { class: "meta" }, first, h("br"), meta, captured.element), clock.element));
      return { element, swatch, name, first, meta, clock, captured, beside: "" };
    }
    const name = new Name("n").watch();
    const clock = new ClockBox("c", true, this.#c.texts.t("toplay"));
    const m = h("span", { class: "m" }, meta);
    return { element: h("section", { class: "p" }, swatch, name.element, m, clock.element), swatch, name, first, meta, clock, captured: new CapturedMen(this.#c.texts), beside: "" };
  }

  #nav(): HTMLElement {
    const { texts } = this.#c;
    const make = (sign: string, key: string, act: () => void): HTMLButtonElement => {
      const b = h("button", { type: "button", "aria-label": texts.t(key) }, new Sign(sign).element);
      b.addEventListener("click", act);
      return b;
    };
    this.#buttons = [
      make("first", "first", () => this.#show(0)),
      make("prev", "back", () => this.#step(-1)),
      make("next", "forward", () => this.#step(1)),
      make("last", "golive", () => this.#show(null)),
      make("flip", "flip", () => this.#flip()),
    ];
    if (!this.embed) this.#buttons.push(make("wall", "wall", () => this.#toBoards()), make("share", "share", () => void this.#toggleShare()));
    if (this.#shape === "page") this.#buttons.at(-1)!.append(h("span", {}, texts.t("share")));
    const menu = this.#shape === "wide" ? menuButton(this.#c) : null; // the other layouts have it at the top
    return h("nav", { class: "nav", "aria-label": texts.t("moveslist") }, ...this.#buttons, menu);
  }

  sheet(menu: HTMLElement | null): void {
    if (menu && this.#share) this.#closeShare();
    this.#sheet?.remove();
    this.#sheet = menu;
    if (menu) this.#moves.element.after(menu);
    this.draw();
    if (!menu) this.#moves.fit();
  }

  /** Opens and closes the panel that replaces the moves. */
  async #toggleShare(): Promise<void> {
    if (this.embed) return;
    const [{ SharePanel }] = await Promise.all([import("./share.ts"), stylesheet("sheet.css")]);
    if (this.#share) return this.#closeShare();
    if (this.#sheet) this.#c.toggleMenu();
    this.#share = new SharePanel(this.#c, () => this.#closeShare());
    this.#moves.element.after(this.#share.root);
    this.draw();
  }

  /** Whether an engine analyses this board; it is only subscribed to on a page that could show it. */
  get #analysed(): boolean {
    return this.board?.analysed ?? false;
  }

  #toggleEval(): void {
    this.#evalAsked = !this.#evalAsked;
    keep(evalKey, this.#evalAsked ? "1" : "");
    if (this.#c.params.eval) this.#c.keep({ eval: this.#evalAsked });
    this.draw();
  }

  /** The bar is there while the reader wants it and an engine analyses; a wall never has it. */
  async #placeEval(): Promise<void> {
    const wanted = this.#evalAsked && this.#analysed && this.#shape !== "wide" && !this.embed;
    if (wanted === (this.#eval !== null)) return;
    if (!wanted) {
      this.#eval?.bar.remove();
      this.#eval?.line.remove();
      this.#eval = null;
    } else {
      const [{ EvalBar }] = await Promise.all([import("./evalbar.ts"), stylesheet("evaluation.css")]);
      if (this.#eval) return;
      this.#eval = new EvalBar(this.#c.texts);
      this.#main.querySelector(".bd")!.before(this.#eval.bar);
      if (this.#shape === "page") this.#moves.element.after(this.#eval.line);
      else this.#moves.element.before(this.#eval.line);
    }
    this.draw();
    this.#board?.resize();
    this.#moves.fit();
    this.draw();
  }

  #closeShare(): void {
    this.#share?.root.remove();
    this.#share = null;
    this.draw();
    this.#moves.fit();
    this.draw();
    this.#buttons.at(-1)!.focus({ preventScroll: true });
  }

  #count(): number {
    return this.board?.state?.moves.length ?? 0;
  }

  #show(count: number | null): void {
    const all = this.#count();
    this.#shown = count === null || count >= all ? null : Math.max(0, count);
    this.draw();
  }

  #step(by: number): void {
    this.#show((this.#shown ?? this.#count()) + by);
  }

  /** The wheel over the moves: one move per notch, however finely the device counts. */
  #wheel(e: WheelEvent): void {
    this.#turned += e.deltaMode === 0 ? e.deltaY : 40 * e.deltaY;
    const by = Math.trunc(this.#turned / 40);
    if (by === 0) return;
    this.#turned -= 40 * by;
    this.#step(Math.max(-4, Math.min(4, by)));
  }

  #flip(): void {
    this.#flipped = !this.#flipped;
    this.#c.keep({ flip: this.#flipped });
    this.draw();
  }

  changed(board: Board | null, change: Change): void {
    const mine = this.board;
    if (!board || board !== mine || !board.state) return;
    const { texts, announcer } = this.#c;
    const s = board.state;
    if (change.kind === "move" || change.kind === "jump") {
      if (this.#shown === null) this.#c.sound.move(s.moves.at(-1)?.san ?? "");
      announcer.say(this.#inWords(board, s.moves.length - 1)); // the last of many at once, after a time without connection
    } else if (change.kind === "corrected") {
      announcer.insist(this.#inWords(board, change.ply - s.first_ply, "say.corrected"));
    } else if (change.kind === "retracted" && board.correction) {
      announcer.insist(texts.t("retracted", { b: texts.san(board.correction.was) }));
    }
    if (board.over && board.finished >= 0 && board.finished === board.heard) announcer.insist(texts.t("say.result", { a: printedResult(s.result), why: texts.t(resultKey(s.result, s.reason)) }));
  }

  #inWords(board: Board, index: number, key = "say.move"): string {
    const { texts } = this.#c;
    const s = board.state!;
    const move = s.moves[index];
    if (!move) return "";
    const ply = s.first_ply + index;
    return texts.t(key, { side: texts.side(ply % 2 ? "white" : "black"), n: Math.ceil(ply / 2), move: spoken(move.san, board.stepAt(index), texts.words) });
  }

  draw(): void {
    const c = this.#c;
    const { store, texts } = c;
    const board = this.board;
    const s = board?.state ?? null;
    if ((s?.game ?? "") !== this.#game) {
      this.#game = s?.game ?? "";
      this.#shown = null;
      this.#followLink();
    }
    this.#followGame(board);
    if (this.#shown !== null && this.#shown >= this.#count()) this.#shown = null;
    const now = store.times.mono();
    const d = drawn(board, this.#shown, now);
    const line = followedLine({ store, board, texts, shown: this.#shown, delay: c.params.delay, named: c.params.board, filed: c.params.view === "replay" });
    const gone = isGone(c, board); // after the line: a clock never ticks beside a line that says that the feed is gone
    const known = s !== null;
    const wide = this.#shape === "wide" || this.#shape === "page";
    const panel = this.#share?.root ?? this.#sheet;
    const covered = panel !== null && !onPaper(); // paper has the moves, whatever is open
    setClass(this.#main, [wide ? "one" : "small", wide && this.#shape !== "page" ? "" : this.#shape!, covered ? "sheeted" : "", this.#eval ? "evald" : "", gone ? "off" : "", known ? "" : "unknown", this.#flipped ? "turned" : ""].filter((x) => x).join(" "));
    setAttribute(this.#main, "data-state", line.state);
    const way = line.state === "noboard" && !this.embed ? "wall" : this.#shown === null ? "" : board?.over ? "final" : "golive";
    this.#line.show(line, way && texts.t(way), way === "wall" ? "wall" : "last");

    const last = d.count > 0 && s ? `${texts.t("moveof", { n: Math.ceil((s.first_ply - 1 + d.count) / 2) })}, ${texts.san(s.moves[d.count - 1]!.san)}` : "";
    this.#board!.show(d.placement, d.marks, this.#flipped, [surname(c, board, "white"), surname(c, board, "black")].filter((x) => x).join(" – ") + (last ? `: ${last}` : "") || line.strong, transitionTo(board, this.#board!.placement, d.count));
    this.#drawTwin(d.placement);

    setText(this.#event, known || board?.game ? board!.eventName : "");
    setHidden(this.#near, this.#boards().length < 2);
    setText(this.#place, board ? place(c, board, board.id) : "");
    const clocks = board?.clocks(now, c.store.frozenSince) ?? null;
    this.#drawPlayer(this.#top, this.#flipped ? "white" : "black", board, clocks, gone);
    this.#drawPlayer(this.#bottom, this.#flipped ? "black" : "white", board, clocks, gone);
    const more = d.placement ? surplus(d.placement) : null;
    const [below, above] = this.#flipped ? (["black", "white"] as const) : (["white", "black"] as const);
    this.#top.captured.show(more, above);
    this.#bottom.captured.show(more, below);
    this.#captured?.show(more, more && more.lead < 0 ? "black" : "white");
    this.#moves.show(board, this.#shown, s ? openingOf(board!, d.count, texts) : "", this.#timesOf(board));
    setHidden(this.#moves.element, covered);
    if (panel) setHidden(panel, !covered);
    this.#share?.show(board, d.count);
    void this.#placeEval();
    this.#eval?.show(board, d.count, this.#shown === null, this.#flipped);
    const at = d.count;
    const all = this.#count();
    [at === 0, at === 0, at >= all, this.#shown === null].forEach((off, i) => {
      if (this.#buttons[i]!.disabled !== off) this.#buttons[i]!.disabled = off;
    });
    const title = [surname(c, board, "white"), surname(c, board, "black")].filter((x) => x).join(" – ");
    const page = title ? `${title} · touchmove` : "touchmove";
    if (document.title !== page) document.title = page;
  }

  /** Shows the move of a link, once its game is on the board. */
  #followLink(): void {
    const s = this.board?.state;
    const linked = this.#linked;
    if (!s || !linked) return;
    this.#linked = null;
    const count = linked.ply - s.first_ply + 1;
    if ((!linked.game || linked.game === s.game) && count >= 0 && count < s.moves.length) this.#shown = count;
  }

  /** Requests the game as PGN, which has the clock times of the moves and can be downloaded. */
  #followGame(board: Board | null): void {
    if (!board || this.embed || this.#followed === `${board.key} ${this.#shape === "wide"}`) return;
    const feed = this.#c.feed();
    if (!feed) return;
    this.#followed = `${board.key} ${this.#shape === "wide"}`;
    feed.follow({ event: board.event, board: board.id, topics: this.#shape === "wide" ? ["pgn"] : ["pgn", "analysis"] });
    if (this.#c.params.board && this.#boards().length < 2) feed.follow({ event: board.event, board: "", topics: ["availability"] });
  }

  #timesOf(board: Board | null): (number | null)[] | null {
    const s = board?.state;
    if (!board || !s || !board.pgn) return null;
    const of = `${s.game} ${s.seq} ${board.pgn.length} ${board.game?.time_control}`;
    if (of !== this.#used.of) this.#used = { of, times: timesUsed(board.pgn, s.moves, s.first_ply, board.game?.time_control) };
    return this.#used.times;
  }

  #drawPlayer(box: PlayerBox, side: Side, board: Board | null, clocks: ReturnType<Board["clocks"]>, gone: boolean): void {
    const c = this.#c;
    const letter = side === "white" ? "w" : "b";
    const wide = this.#shape === "wide" || this.#shape === "page";
    setClass(box.element, `${wide ? "pl" : "p"} ${letter}`);
    setAttribute(box.element, "aria-label", c.texts.side(side));
    setClass(box.swatch, `sw ${letter}`);
    const player = board?.player(side) ?? {};
    const { first } = names(player.name);
    box.name.show(surname(c, board, side));
    setText(box.first, first);
    const final = board?.over ? clocks?.[side] : null;
    box.clock.show(board, side, clocks, gone);
    setHidden(box.clock.element, !board?.state);
    const meta = [facts(player), final !== null && final !== undefined ? formatClock(final) : ""].filter((x) => x).join(" · ");
    const beside = `${first} ${meta} ${box.clock.element.className} ${box.clock.element.textContent!.length}`;
    if (beside === box.beside) return;
    box.beside = beside;
    setText(box.meta, meta);
    box.name.fit(true);
    this.#moves.fit(); // the height of the panels may have changed
    if (wide) return;
    const room = box.meta.parentElement!; // next to a long name, facts are left out rather than cut
    if (room.scrollWidth > room.clientWidth) setText(box.meta, player.title ?? "");
    if (room.scrollWidth > room.clientWidth) setText(box.meta, "");
  }

  #drawTwin(placement: string[] | null): void {
    const text = placement ? placement.join(",") : "";
    if (text === this.#twinOf) return;
    this.#twinOf = text;
    const { texts } = this.#c;
    const lines = placement ? inWords(placement, texts.words, texts.t("white"), texts.t("black"), texts.t("empty")) : [];
    this.#twin.replaceChildren(...lines.map((l) => h("li", {}, l)));
  }

  key(e: KeyboardEvent): boolean {
    switch (e.key) {
      case "ArrowLeft":
        this.#step(-1);
        return true;
      case "ArrowRight":
        this.#step(1);
        return true;
      case "PageUp":
        this.#step(-20);
        return true;
      case "PageDown":
        this.#step(20);
        return true;
      case "Home":
        this.#show(0);
        return true;
      case "End":
      case " ":
        this.#show(null);
        return true;
      case "f":
      case "F":
        this.#flip();
        return true;
      case "ArrowUp":
      case "ArrowDown":
        this.#neighbour(e.key === "ArrowUp" ? -1 : 1);
        return true;
      case "s":
      case "S":
        void this.#toggleShare();
        return true;
      case "e":
      case "E":
        if (this.#analysed && this.#shape !== "wide") this.#toggleEval();
        return true;
      case "w":
      case "W":
      case "Escape":
        if (e.key === "Escape" && this.#share) {
          this.#closeShare();
          return true;
        }
        if (this.embed || (e.key === "Escape" && this.#c.params.view === "auto")) return false;
        this.#toBoards();
        return true;
    }
    return false;
  }

  #toBoards(): void {
    if (this.#c.params.view === "replay") return location.assign(this.#c.link({ view: "games", board: "", game: "", ply: null, round: "" }));
    this.#c.go({ view: boardsView(this.#c.store.shown.length), board: "" });
  }

  /** The boards of the event. */
  #boards(): Board[] {
    return this.#c.store.shown.filter((b) => b.event === this.board?.event);
  }

  #neighbour(by: number): void {
    const board = this.board;
    const all = this.#boards();
    if (!board || all.length < 2) return;
    const next = all[(all.indexOf(board) + by + all.length) % all.length]!;
    this.#shown = null;
    this.#c.go({ ply: null, game: "", view: this.embed ? "embed" : "one", board: next.id, event: next.event });
  }

  destroy(): void {
    this.#board?.destroy();
    this.root.remove();
  }
}

