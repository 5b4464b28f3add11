// The moves of a game: in rows beside a large board, in a flow on a phone.
// Every move can be chosen; a corrected one keeps what stood there, struck out.

import type { Board } from "../board.ts";
import { h, setAttribute, setClass, setText } from "../dom.ts";
import type { Texts } from "../texts.ts";

type Seek = (count: number) => void;

interface Cell {
  count: number;
  san: string;
  was: string;
  now: boolean; // the move that is shown
  live: boolean; // the last of the game, while an earlier one is shown
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

function write(b: HTMLButtonElement, c: Cell, texts: Texts): void {
  setClass(b, className(c));
  setAttribute(b, "title", c.doubt === "guess" ? texts.t("uncertain") : c.doubt === "open" ? texts.t("unsettled") : null);
  b.dataset.count = String(c.count);
  if (c.now) b.setAttribute("aria-current", "true");
  else b.removeAttribute("aria-current");
  const text = c.was ? `${c.san} ${c.was}` : c.san;
  if (b.textContent === text && (b.firstElementChild !== null) === (c.was !== "")) return;
  b.replaceChildren(c.san, ...(c.was ? [" ", h("s", { class: "was" }, c.was)] : []));
}

const fewestRows = 5;
const mostRows = 12;

/** Rows of White's and Black's moves, as many as there is room for, around the one that is shown. */
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

  /** Counts the rows that fit; to be called when the room has changed. */
  fit(): void {
    const u = parseFloat(getComputedStyle(this.element).fontSize) / 3.9; // type of 3.9 u
    const height = this.element.clientHeight / u - 2.4 - 4.9; // paddings, and the opening above
    this.#room = Math.max(fewestRows, Math.min(mostRows, Math.floor(height / 5.74)));
  }

  show(board: Board | null, shown: number | null, opening: string): void {
    setText(this.#opening, opening);
    const all = cells(board, shown, this.texts);
    const first = board?.state?.first_ply ?? 1;
    const rowsShown = this.#room;
    const rowOf = (count: number): number => Math.ceil((first - 1 + count) / 2);
    const lastRow = all.length ? rowOf(all.length) : 0;
    const firstRow = Math.ceil(first / 2);
    const at = shown === null ? lastRow : Math.max(firstRow, rowOf(Math.max(1, shown)));
    // the shown move with two rows after it, as far as there are some
    const end = shown === null ? lastRow : Math.min(lastRow, Math.max(at + 2, firstRow + rowsShown - 1));
    const begin = Math.max(firstRow, end - rowsShown + 1);
    const unused = mostRows - (end - begin + 1); // the rows stand at the foot of the panel
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

/** All moves, running on; the shown one is kept in sight. Only whole lines are shown. */
export class MoveFlow {
  readonly element: HTMLElement;
  readonly #opening = h("span", { class: "op" });
  readonly #list = h("div", { class: "flow" });
  readonly #buttons: { box: HTMLElement; number: HTMLElement | null; button: HTMLButtonElement }[] = [];
  #at = -1;

  constructor(readonly texts: Texts, readonly seek: Seek) {
    this.#list.setAttribute("tabindex", "0");
    this.element = h("section", { class: "mvs", "aria-label": texts.t("moveslist") }, this.#opening, this.#list);
  }

  /** Makes the list as high as the whole lines that there is room for; to be called when the room has changed. */
  fit(): void {
    const style = getComputedStyle(this.element);
    const line = parseFloat(style.lineHeight);
    const room = this.element.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    if (!(line > 0 && room > 0)) return;
    const lines = (high: number): number => Math.max(1, Math.floor(high / line + 0.01));
    this.#opening.hidden = lines(room) < 3;
    this.#list.style.maxHeight = `${line * lines(room - (this.#opening.offsetHeight > 0 ? this.#opening.offsetHeight + 4 : 0))}px`;
    this.#at = -1;
  }

  show(board: Board | null, shown: number | null, opening: string): void {
    setText(this.#opening, opening);
    const all = cells(board, shown, this.texts);
    const first = board?.state?.first_ply ?? 1;
    while (this.#buttons.length > all.length) this.#buttons.pop()!.box.remove();
    all.forEach((cell, i) => {
      let entry = this.#buttons[i];
      if (!entry) {
        const number = (first + i) % 2 === 1 || i === 0 ? h("i") : null;
        const b = button(this.seek);
        entry = { box: h("span", { class: "e" }, number, b, " "), number, button: b };
        this.#buttons.push(entry);
        this.#list.append(entry.box);
      }
      if (entry.number) setText(entry.number, `${Math.ceil((first + i) / 2)}${(first + i) % 2 ? "" : "..."}`);
      write(entry.button, cell, this.texts);
    });
    const at = shown ?? all.length;
    if (at === this.#at) return;
    this.#at = at;
    const b = this.#buttons[at - 1]?.button;
    const line = parseFloat(getComputedStyle(this.element).lineHeight);
    const list = this.#list;
    // To the foot of the line that the move stands in.
    list.scrollTop = b ? Math.max(0, line * Math.ceil((b.offsetTop + b.offsetHeight / 2) / line) - list.clientHeight) : 0;
  }
}
