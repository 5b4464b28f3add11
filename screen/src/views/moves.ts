// The moves of a game: the last ones in large rows on a wall, all of them in a table on a page.
// Every move can be chosen; a corrected one is followed by what was there before, struck out.

import type { Board } from "../board.ts";
import { h, setAttribute, setClass, setHidden, setText } from "../dom.ts";
import type { Texts } from "../texts.ts";
import { formatUsed } from "../timeused.ts";

type Seek = (count: number) => void;

interface Cell {
  count: number;
  san: string;
  was: string;
  now: boolean; // it is the move that is shown
  live: boolean; // it is the last of the game, while an earlier one is shown
  doubt: "" | "open" | "guess"; // how certain it is: settled, not yet, or a guess
}

function cells(board: Board | null, shown: number | null, texts: Texts): Cell[] {
  const s = board?.state;
  if (!s) return [];
  const at = shown ?? s.moves.length;
  return s.moves.map((m, i) => ({
    count: i + 1,
    san: texts.san(m.san),
    was: texts.san(board.was.get(s.first_ply + i) ?? ""),
    now: i + 1 === at,
    live: shown !== null && i + 1 === s.moves.length,
    doubt: s.phase === "over" ? "" : s.guesses?.includes(s.first_ply + i) ? "guess" : s.first_ply + i > (s.settled ?? Infinity) ? "open" : "",
  }));
}

function className(c: Cell): string {
  return [c.now ? "now" : "", c.was ? "fixd" : "", c.live ? "live" : "", c.doubt].filter((x) => x).join(" ");
}

function button(seek: Seek): HTMLButtonElement {
  const b = h("button", { type: "button" });
  b.addEventListener("click", () => {
    const count = Number(b.dataset.count);
    if (count) seek(count);
  });
  return b;
}

function write(b: HTMLButtonElement, c: Cell, texts: Texts, used: number | null = null): void {
  setClass(b, className(c));
  setAttribute(b, "title", c.doubt === "guess" ? texts.t("uncertain") : c.doubt === "open" ? texts.t("unsettled") : null);
  b.dataset.count = String(c.count);
  if (c.now) b.setAttribute("aria-current", "true");
  else b.removeAttribute("aria-current");
  const time = used === null ? "" : formatUsed(used);
  const written = [c.san, c.was, time].join();
  if (b.dataset.written === written) return;
  b.dataset.written = written;
  b.replaceChildren(h("bdi", {}, c.san), ...(c.was ? [" ", h("s", { class: "was" }, c.was)] : []), ...(time ? [h("time", {}, time)] : []));
}

const fewestRows = 5;
const mostRows = 12;

/** Rows of White's and Black's moves, as many as fit, around the one that is shown. */
export class MoveRows {
  readonly element: HTMLElement;
  readonly #opening = h("div", { class: "op" });
  #room = 6;
  readonly #rows: { row: HTMLElement; number: HTMLElement; white: HTMLButtonElement; black: HTMLButtonElement }[] = [];

  constructor(readonly texts: Texts, seek: Seek) {
    this.element = h("section", { class: "mv", "aria-label": texts.t("moveslist") }, this.#opening);
    for (let i = 0; i < mostRows; i++) {
      const number = h("i");
      const white = button(seek);
      const black = button(seek);
      const row = h("div", { class: "r" }, number, white, black);
      this.#rows.push({ row, number, white, black });
      this.element.append(row);
    }
  }

  /** Counts the rows that fit; call it when the available height has changed. */
  fit(): void {
    const u = parseFloat(getComputedStyle(this.element).fontSize) / 3.9; // a font size of 3.9 u
    const height = this.element.clientHeight / u - 2.4 - 4.9; // paddings, and the opening above
    this.#room = Math.max(fewestRows, Math.min(mostRows, Math.floor(height / 5.74)));
  }

  show(board: Board | null, shown: number | null, opening: string, _used: (number | null)[] | null = null): void {
    setText(this.#opening, opening);
    const all = cells(board, shown, this.texts);
    const first = board?.state?.first_ply ?? 1;
    const rowsShown = this.#room;
    const rowOf = (count: number): number => Math.ceil((first - 1 + count) / 2);
    const lastRow = all.length ? rowOf(all.length) : 0;
    const firstRow = Math.ceil(first / 2);
    const at = shown === null ? lastRow : Math.max(firstRow, rowOf(Math.max(1, shown)));
    // the shown move with up to two rows after it
    const end = shown === null ? lastRow : Math.min(lastRow, Math.max(at + 2, firstRow + rowsShown - 1));
    const begin = Math.max(firstRow, end - rowsShown + 1);
    const unused = mostRows - (end - begin + 1); // the rows are at the foot of the panel
    this.#rows.forEach((r, i) => {
      const number = begin + i - unused;
      const filled = i >= unused && all.length > 0;
      if (r.row.hidden === filled) r.row.hidden = !filled;
      if (!filled) return;
      setText(r.number, String(number));
      for (const [b, ply] of [[r.white, 2 * number - 1], [r.black, 2 * number]] as const) {
        const cell = all[ply - first];
        if (b.hidden === (cell !== undefined)) b.hidden = cell === undefined;
        if (cell) write(b, cell, this.texts);
      }
    });
  }
}

/**
 * All moves, a row per number, with the time used for each. Only whole rows are shown; the chosen one stays
 * visible.
 */
export class MoveTable {
  readonly element: HTMLElement;
  readonly #opening = h("span");
  readonly #timed: HTMLElement;
  readonly #head: HTMLElement;
  readonly #list = h("div", { class: "plies", tabindex: "0", role: "region" });
  readonly #rows: { row: HTMLElement; number: HTMLElement; sides: [HTMLButtonElement, HTMLButtonElement] }[] = [];
  #at = "";

  constructor(readonly texts: Texts, readonly seek: Seek, className: string, aside: HTMLElement | null) {
    this.#timed = h("span", { class: "tu" }, texts.t("timeused"));
    this.#list.setAttribute("aria-label", texts.t("moveslist"));
    this.#head = h("div", { class: "op bare" }, this.#opening, this.#timed, aside);
    this.element = h("section", { class: className }, this.#head, this.#list);
  }

  /** Makes the list as high as the whole rows that fit; call it when the available height has changed. */
  fit(): void {
    const list = this.#list;
    const style = getComputedStyle(this.element);
    const high = parseFloat(getComputedStyle(list).getPropertyValue("--row"));
    const room = this.element.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom) - this.#head.offsetHeight;
    if (!(high > 0 && room > 0)) return;
    list.style.maxHeight = `${high * Math.max(1, Math.floor(room / high + 0.01))}px`;
    this.#at = "";
  }

  /** used are the seconds that each move took, null if unknown. */
  show(board: Board | null, shown: number | null, opening: string, used: (number | null)[] | null): void {
    setText(this.#opening, opening);
    setHidden(this.#timed, used === null);
    setClass(this.#head, opening || used ? "op" : "op bare");
    const all = cells(board, shown, this.texts);
    const first = board?.state?.first_ply ?? 1;
    const begin = Math.ceil(first / 2);
    const count = all.length ? Math.ceil((first + all.length - 1) / 2) - begin + 1 : 0;
    while (this.#rows.length > count) this.#rows.pop()!.row.remove();
    while (this.#rows.length < count) {
      const number = h("i", {}, String(begin + this.#rows.length));
      const sides: [HTMLButtonElement, HTMLButtonElement] = [button(this.seek), button(this.seek)];
      const row = h("div", { class: "r" }, number, ...sides);
      this.#rows.push({ row, number, sides });
      this.#list.append(row);
    }
    this.#rows.forEach((r, i) => {
      setText(r.number, String(begin + i));
      r.sides.forEach((b, side) => {
        const index = 2 * (begin + i) - 1 + side - first;
        const cell = all[index];
        setHidden(b, cell === undefined);
        if (cell) write(b, cell, this.texts, used?.[index] ?? null);
      });
    });
    this.#follow(all.length, shown, first, begin);
  }

  #follow(all: number, shown: number | null, first: number, begin: number): void {
    const at = `${shown ?? "live"} ${all}`;
    if (at === this.#at) return;
    this.#at = at;
    const list = this.#list;
    const high = parseFloat(getComputedStyle(list).getPropertyValue("--row"));
    const rows = Math.max(1, Math.round(list.clientHeight / high));
    const row = Math.ceil((first - 1 + Math.max(1, shown ?? all)) / 2) - begin;
    const after = shown === null ? 0 : Math.min(2, Math.floor((rows - 1) / 2)); // what came next is visible, too
    list.scrollTop = high * Math.max(0, row + after + 1 - rows);
  }
}
