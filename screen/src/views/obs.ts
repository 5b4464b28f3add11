// The overlay for OBS and other mixers: a board, a bar with both players, or both, on a
// transparent background.

import type { Board, Change } from "../board.ts";
import { organiserMark } from "../organiser.ts";
import { BoardView } from "../boardview.ts";
import { h, Name, setAttribute, setClass, setText, Sign, setHidden, stylesheet } from "../dom.ts";
import { lineOf, resultKey } from "../line.ts";
import { names, numbered } from "../notation.ts";
import { openingOf } from "../opening.ts";
import { drawn, transitionTo } from "../drawing.ts";
import { ClockBox, facts, isGone, shrink, surname } from "./parts.ts";
import type { Side } from "./parts.ts";
import type { Context, View } from "./view.ts";

interface Player {
  name: Name;
  clock: ClockBox;
  meta: Name | null;
  /** What is next to the name and takes space from it. */
  beside: string;
}

export class OverlayView implements View {
  readonly root = h("div", { class: "view" });
  readonly keys: [string, string][] = [["F", "key.flip"]];
  readonly #c: Context;
  readonly #main = h("main", { class: "obs" });
  readonly #sign = new Sign();
  readonly #say = h("div", { class: "say" });
  readonly #strong = h("b");
  readonly #rest = h("span");
  #said = "";
  readonly #line: HTMLElement;
  readonly #move = new Name("t", true);
  readonly #opening = new Name("o", true);
  #board: BoardView | null = null;
  #top: Player | null = null;
  #bottom: Player | null = null;
  #white: Player | null = null;
  #black: Player | null = null;
  #flipped: boolean;
  /** If the address asks for it. */
  #eval: import("./evalbar.ts").EvalBar | null = null;
  #followed = "";

  constructor(c: Context) {
    this.#c = c;
    this.#flipped = c.params.flip;
    document.documentElement.classList.add("transparent");
    this.#say.append(this.#strong, this.#rest);
    this.#line = h("div", { class: "state", role: "status", "aria-live": "off" }, this.#sign.element, this.#say);
    const overlay = c.params.overlay;
    if (overlay !== "bar") this.#main.append(this.#boardPart());
    if (overlay !== "board") this.#main.append(this.#barPart());
    this.#main.prepend(h("h1", { class: "vh" }, "touchmove"));
    this.root.append(this.#main);
    requestAnimationFrame(() => this.#board?.resize());
    this.draw();
  }

  get board(): Board | null {
    const { store, params } = this.#c;
    if (params.board) return store.shown.find((b) => b.id === params.board && (!params.event || b.event === params.event)) ?? null;
    return store.shown[0] ?? null;
  }

  #boardPart(): HTMLElement {
    const make = (): { bar: HTMLElement; swatch: HTMLElement; player: Player } => {
      const swatch = h("i", { class: "sw" });
      const name = new Name("n");
      const clock = new ClockBox("c", true, this.#c.texts.t("toplay"));
      return { bar: h("div", { class: "bar" }, swatch, name.element, clock.element), swatch, player: { name, clock, meta: null, beside: "" } };
    };
    const top = make();
    const bottom = make();
    const bd = h("div", { class: "bd" });
    top.swatch.className = `sw ${this.#flipped ? "w" : "b"}`;
    bottom.swatch.className = `sw ${this.#flipped ? "b" : "w"}`;
    this.#top = top.player;
    this.#bottom = bottom.player;
    const part = h("section", { class: "ob" }, organiserMark(), top.bar, bd, bottom.bar, this.#line);
    this.#board = new BoardView(bd, false);
    return part;
  }

  #barPart(): HTMLElement {
    const make = (side: Side): { element: HTMLElement; player: Player } => {
      const name = new Name("n");
      const meta = new Name("m", true);
      const clock = new ClockBox("c", true, this.#c.texts.t("toplay"));
      return { element: h("div", { class: "side" }, h("i", { class: `sw ${side === "white" ? "w" : "b"}` }), h("div", {}, name.element, meta.element), clock.element), player: { name, clock, meta, beside: "" } };
    };
    const white = make("white");
    const black = make("black");
    this.#white = white.player;
    this.#black = black.player;
    return h("section", { class: "lt" }, organiserMark(), white.element, h("div", { class: "mid" }, this.#move.element, this.#opening.element), black.element);
  }

  /** The evaluation is next to the overlay's board, if the address asks for it and an engine analyses. */
  async #showEval(board: Board | null): Promise<void> {
    const feed = this.#c.feed();
    if (!this.#c.params.eval || !board || !this.#board || !feed) return;
    if (this.#followed !== board.key) {
      this.#followed = board.key;
      feed.follow({ event: board.event, board: board.id, topics: ["analysis"] });
    }
    if (board.analysed && !this.#eval) {
      const [{ EvalBar }] = await Promise.all([import("./evalbar.ts"), stylesheet("evaluation.css")]);
      if (this.#eval) return;
      this.#eval = new EvalBar(this.#c.texts, true);
      this.#main.querySelector(".ob .bd")!.before(this.#eval.bar);
      this.#line.after(this.#eval.line);
    }
    this.#eval?.show(board, board.state?.moves.length ?? 0, true, this.#flipped);
    if (this.#eval) setHidden(this.#eval.bar, !board.analysed);
  }

  changed(_board: Board | null, _change: Change): void {}

  draw(): void {
    const c = this.#c;
    const { store, texts, params } = c;
    const board = this.board;
    const s = board?.state ?? null;
    const now = store.times.mono();
    const clocks = board?.clocks(now, c.store.frozenSince) ?? null;
    const line = lineOf({ store, board, texts, shown: null, delay: params.delay, named: params.board });
    const gone = isGone(c, board); // after the line: a clock never ticks beside a line that says that the feed is gone
    setClass(this.#main, `obs${gone ? " off" : ""}${s ? "" : " unknown"}`);
    setAttribute(this.#main, "data-state", line.state);
    setClass(this.#line, `state ${line.kind}`);
    this.#sign.show(line.icon);
    void this.#showEval(board);
    const last = s && s.moves.length > 0 ? numbered(s.ply, texts.san(s.moves[s.moves.length - 1]!.san)) : "";
    const usual = line.state === "live" || line.state === "degraded" || line.state === "delayed";
    setText(this.#strong, usual && last ? last : line.strong);
    // The board next to it shows the details: that the move is being checked is enough.
    const rest = usual ? texts.t(s!.turn === "white" ? "toplay.w" : "toplay.b") : line.state === "unconfirmed" ? "" : line.rest;
    setText(this.#rest, rest ? ` · ${rest}${line.atIcon || line.state === "delayed" ? ` · ${line.at}` : ""}` : "");
    if (this.#said !== this.#say.textContent) {
      this.#said = this.#say.textContent!;
      shrink(this.#say);
    }
    const d = drawn(board, null, now);
    const label = [surname(c, board, "white"), surname(c, board, "black")].filter((x) => x).join(" – ");
    this.#board?.show(d.placement, d.marks, this.#flipped, label || line.strong, transitionTo(board, this.#board.placement, d.count));
    const show = (p: Player | null, side: Side): void => {
      if (!p) return;
      p.name.show(surname(c, board, side));
      p.clock.show(board, side, clocks, gone);
      const player = board?.player(side) ?? {};
      p.meta?.show([names(player.name).first, facts(player)].filter((x) => x).join(" · "));
      const beside = `${p.clock.element.className} ${p.clock.element.textContent!.length} ${this.#move.element.textContent!.length}`;
      if (beside === p.beside) return;
      p.beside = beside;
      p.name.fit(true);
      p.meta?.fit(true);
    };
    // A sentence of two halves is too long for one line of the bar.
    const [said, more = ""] = line.strong.split("; ");
    this.#move.show(usual ? last || said! : said!);
    const opening = s ? openingOf(board!, d.count, texts).replace(/^[A-E]\d\d · /, "") : "";
    this.#opening.show(usual ? opening : line.state === "finished" ? texts.t(resultKey(s!.result, s!.reason)) : more);
    show(this.#top, this.#flipped ? "white" : "black");
    show(this.#bottom, this.#flipped ? "black" : "white");
    show(this.#white, "white");
    show(this.#black, "black");
  }

  resized(): void {
    this.#board?.resize();
    this.draw();
    shrink(this.#say);
    const players = [this.#top, this.#bottom, this.#white, this.#black].flatMap((p) => [p?.name, p?.meta]);
    for (const n of [...players, this.#move, this.#opening]) n?.fit(true);
  }

  key(e: KeyboardEvent): boolean {
    if (e.key !== "f" && e.key !== "F") return false;
    this.#c.go({ flip: !this.#c.params.flip });
    return true;
  }

  destroy(): void {
    document.documentElement.classList.remove("transparent");
    this.#board?.destroy();
    this.root.remove();
  }
}
