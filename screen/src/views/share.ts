// Sharing: a link to a move or to the game, the game as PGN, its position as FEN, and a link to an
// analysis. It replaces the moves, so that no square and no clock is covered. Loaded on demand.

import tables from "words:share";
import { h, setHidden, setText, Sign } from "../dom.ts";
import { fenAt } from "../fen.ts";
import { numbered } from "../notation.ts";
import type { Board } from "../board.ts";
import type { Context } from "./view.ts";

/** The analysis board of lichess.org; the rest of its address is the game as SAN, or a position (lila, conf/routes). */
const lichess = "https://lichess.org/analysis";
const standard = /^rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w KQkq - 0 1$/;
const longest = 2000; // characters of an address, at most

export class SharePanel {
  readonly root: HTMLElement;
  #c: Context;
  #board: Board | null = null;
  #count = -1;
  #links: { move: string; live: string; fen: string } = { move: "", live: "", fen: "" };
  readonly #what = h("h3");
  readonly #link = h("input", { type: "text", readonly: true, class: "link", spellcheck: "false" });
  readonly #analysis = h("a", { class: "opt", target: "_blank", rel: "noopener noreferrer" });
  readonly #round: HTMLButtonElement;
  readonly #roundText = h("span");

  constructor(c: Context, close: () => void) {
    c.texts.add(tables);
    this.#c = c;
    const { texts } = c;
    const option = (sign: string, text: Node | string, note: string, act: () => void): HTMLButtonElement => {
      const b = h("button", { type: "button", class: "opt" }, new Sign(sign).element, h("span", {}, text, note ? h("small", {}, note) : null));
      b.addEventListener("click", act);
      return b;
    };
    const shut = h("button", { type: "button", class: "shut", "aria-label": texts.t("close") }, new Sign("shut").element);
    shut.addEventListener("click", close);
    const copy = h("button", { type: "button", class: "btn pr" }, new Sign("link").element, h("span", {}, texts.t("share.copy")));
    copy.addEventListener("click", () => this.#copy(this.#links.move, copy));
    const live = h("button", { type: "button", class: "btn" }, h("span", {}, texts.t("share.livelink")));
    live.addEventListener("click", () => this.#copy(this.#links.live, live));
    const fen = option("copy", texts.t("share.fen"), "", () => this.#copy(this.#links.fen, fen));
    this.#link.setAttribute("aria-label", texts.t("share.livelink"));
    this.#link.addEventListener("focus", () => this.#link.select());
    this.#round = option("save", this.#roundText, "", () => void this.#saveRound());
    this.#analysis.append(new Sign("look").element, h("span", {}, texts.t("share.lichess"), h("small", {}, texts.t("share.lichessnote"))));
    this.root = h("section", { class: "sheet", "aria-label": texts.t("share.title") },
      h("div", { class: "hd" }, h("h2", {}, texts.t("share.title")), shut),
      this.#what, h("div", { class: "copyb" }, this.#link, copy),
      h("div", { class: "opt live" }, h("span", {}, texts.t("share.live"), h("small", {}, texts.t("share.livenote"))), live),
      h("h3", {}, texts.t("share.take")),
      h("div", { class: "opts" },
        option("save", texts.t("share.pgn"), texts.t("share.pgnnote"), () => this.#saveGame()),
        this.#round, fen, this.#analysis));
    queueMicrotask(() => shut.focus({ preventScroll: true }));
  }

  /** count is the number of moves shown. */
  show(board: Board | null, count: number): void {
    const s = board?.state;
    for (const e of [...this.root.children].slice(1)) setHidden(e as HTMLElement, !s); // below the title: there is nothing to share yet
    if (!board || !s) return;
    const { texts } = this.#c;
    const at = fenAt(s.start, s.moves, board.laid, count);
    const fen = count === s.moves.length ? s.fen : at ?? s.fen;
    if (board === this.#board && count === this.#count && fen === this.#links.fen) return;
    this.#board = board;
    this.#count = count;
    const page = (query: Record<string, string>): string => {
      const u = new URL(location.pathname, location.href);
      const kept = new URLSearchParams(location.search);
      for (const key of ["broker", "base", "delay"]) if (kept.has(key)) u.searchParams.set(key, kept.get(key)!);
      for (const [key, value] of Object.entries({ event: board.event, board: board.id, ...query })) u.searchParams.set(key, value);
      return u.href;
    };
    this.#links = { move: page({ game: s.game, ply: String(s.first_ply - 1 + count) }), live: page({}), fen };
    const move = s.moves[count - 1];
    setText(this.#what, move ? texts.t("share.move", { a: numbered(s.first_ply + count - 1, texts.san(move.san)) }) : texts.t("share.start"));
    this.#link.value = this.#links.move;
    const round = board.round;
    setText(this.#roundText, round ? texts.t("share.round", { n: round }) : texts.t("share.all"));
    this.#analysis.href = analysisOf(s, fen, count, at !== null);
  }

  /** Copies, if the browser lets a page do so; over plain HTTP in the older way. */
  #copy(text: string, b: HTMLElement): void {
    const where = b.querySelector("span")!;
    const told = (): void => {
      b.dataset.was ??= where.textContent!;
      setText(where, this.#c.texts.t("share.copied"));
      setTimeout(() => setText(where, b.dataset.was!), 2000);
      this.#c.announcer.insist(this.#c.texts.t("share.copied"));
    };
    const byHand = (): void => {
      const field = h("textarea", { class: "vh", readonly: true });
      field.value = text;
      this.root.append(field);
      field.select();
      if (document.execCommand("copy")) told();
      field.remove();
      b.focus();
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(told, byHand);
    else byHand();
  }

  #saveGame(): void {
    const board = this.#board!;
    if (board.pgn) save(board.pgn, `${board.id}.pgn`);
    else this.#failed(`${board.id}.pgn`);
  }

  /** The games of this round, in the order of the boards. */
  async #saveRound(): Promise<void> {
    const { event, round } = this.#board!;
    const name = `${event}${round ? `-round-${round}` : ""}.pgn`;
    try {
      const games = (await this.#c.feed()?.games(event, round)) ?? [];
      if (games.length === 0) this.#failed(name);
      else save(games.map((g) => g.trimEnd() + "\n").join("\n"), name);
    } catch {
      this.#failed(name);
    }
  }

  #failed(name: string): void {
    const text = this.#c.texts.t("share.failed", { a: name });
    this.#c.announcer.insist(text);
    setText(this.#what, text);
    this.#count = -1; // the previous texts return when another move is drawn
  }
}

/** The address of an analysis: of the whole game at this move if it begins normally, otherwise of the position. */
export function analysisOf(s: { start: string; variant: string; moves: { san: string }[] }, fen: string, count: number, legal: boolean): string {
  const moves = s.moves.map((m) => encodeURIComponent(m.san)).join("_");
  if (legal && s.variant === "standard" && standard.test(s.start) && moves && moves.length < longest) return `${lichess}/pgn/${moves}#${count}`;
  return `${lichess}/${s.variant === "chess960" ? "chess960" : "standard"}/${fen.replaceAll(" ", "_")}`;
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/vnd.chess-pgn" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
