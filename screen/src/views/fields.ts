// The controls of a form: one for each kind of field, all of them large enough for a thumb. The
// value of a control is undefined if nothing was entered.

import type { Field } from "../acts.ts";
import type { Board } from "../board.ts";
import type { Placement } from "../chess.ts";
import { isWhite, placementOf, squareName } from "../chess.ts";
import { formatClock } from "../clock.ts";
import type { Shown } from "../clock.ts";
import { h, setAttribute, setText, svg } from "../dom.ts";
import { numbered, plyNumber } from "../notation.ts";
import type { Texts } from "../texts.ts";
import { names } from "../notation.ts";

/** A value that makes no sense; the message is shown on the page. */
export class BadField extends Error {}

export interface Control {
  readonly element: HTMLElement;
  /** The entered value, undefined for none. Throws BadField. */
  read(): unknown;
  /** Another field has changed. */
  others?(values: (key: string) => unknown): void;
}

let made = 0;

/** Makes the control of a field. times are those on the clocks now; changed is called whenever it is used. */
export function controlOf(f: Field, board: Board, texts: Texts, times: Shown | null, preset: unknown, changed: () => void): Control {
  const label = texts.t(`field.${f.label ?? f.key}`);
  switch (f.kind) {
    case "word":
      return new Choice(label, f.words!.map((w) => [w, word(w, texts)]), f.needed ? null : texts.t("unchanged"), preset, changed);
    case "side":
      return new Choice(label, (["white", "black"] as const).map((s) => [s, sideName(board, s, texts)]), f.needed ? null : f.key === "runs" ? texts.t("wasnext") : "–", preset, changed);
    case "truth":
      return new Truth(label, preset === true, changed);
    case "ply":
    case "next":
      return new Ply(label, board, texts, f.kind === "next", preset, changed);
    case "square":
      return new Squares(texts.t("tapsquare"), 1, board, texts, changed);
    case "move":
      return new Squares(texts.t("tapmove"), 2, board, texts, changed);
    case "time":
      return new Time(label, texts, f.key === "white_ms" ? times?.white ?? 0 : f.key === "black_ms" ? times?.black ?? 0 : 0, "", preset, changed);
    case "span":
      return new Time(label, texts, 0, texts.t("bylaws"), preset, changed);
    case "person":
      return new Person(label, texts);
    default:
      return new Text(label, f, texts, preset, changed);
  }
}

/** The text for a word of a command. */
export function word(w: string, texts: Texts): string {
  if (texts.has(`value.${w}`)) return texts.t(`value.${w}`);
  if (w === "white" || w === "black") return texts.side(w);
  return w.replaceAll("1/2", "½").replace(/^([\d½]+)-([\d½]+)$/, "$1–$2");
}

/** "White · Réti", or the colour alone. */
export function sideName(board: Board, side: "white" | "black", texts: Texts): string {
  const surname = names(board.player(side).name).surname;
  return surname ? `${texts.side(side)} · ${surname}` : texts.side(side);
}

/** One of a few words, as buttons side by side. */
class Choice implements Control {
  readonly element: HTMLElement;
  #value: string | undefined;

  constructor(label: string, words: (readonly [string, string])[], none: string | null, preset: unknown, changed: () => void) {
    const group = `choice-${made++}`;
    const box = h("div", { class: "choice" });
    const all: (readonly [string, string])[] = none === null ? words : [["", none], ...words];
    this.#value = typeof preset === "string" && words.some(([w]) => w === preset) ? preset : undefined;
    for (const [w, text] of all) {
      const input = h("input", { type: "radio", name: group, value: w });
      input.checked = (this.#value ?? "") === w && (w !== "" || none !== null);
      input.addEventListener("change", () => {
        this.#value = w || undefined;
        changed();
      });
      box.append(h("label", {}, input, h("span", {}, text)));
    }
    this.element = h("fieldset", { class: "field" }, h("legend", {}, label), box);
  }

  read(): unknown {
    return this.#value;
  }
}

class Truth implements Control {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;

  constructor(label: string, preset: boolean, changed: () => void) {
    this.#input = h("input", { type: "checkbox" });
    this.#input.checked = preset;
    this.#input.addEventListener("change", changed);
    this.element = h("div", { class: "field choice" }, h("label", {}, this.#input, h("span", {}, label)));
  }

  read(): unknown {
    return this.#input.checked || undefined;
  }
}

class Text implements Control {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement | HTMLTextAreaElement;

  constructor(readonly label: string, readonly field: Field, readonly texts: Texts, preset: unknown, changed: () => void) {
    const id = `field-${made++}`;
    this.#input = field.kind === "long" ? h("textarea", { id, rows: "3", maxlength: "1000" }) : h("input", { id, maxlength: "200", autocomplete: "off", inputmode: field.kind === "count" ? "numeric" : null });
    this.#input.value = preset === undefined ? "" : String(preset);
    this.#input.addEventListener("input", changed);
    this.element = h("div", { class: "field" }, h("label", { for: id }, label), this.#input);
  }

  read(): unknown {
    const text = this.#input.value.trim();
    if (text === "") return undefined;
    if (this.field.kind !== "count") return text;
    if (!/^\d{1,6}$/.test(text)) throw new BadField(this.texts.t("badnumber", { a: this.label }));
    return Number(text);
  }
}

/** "1:30:00", "5:00" or "90" seconds as milliseconds; null if it is not a time. */
export function readTime(text: string): number | null {
  const parts = text.trim().split(":");
  if (parts.length > 3 || parts.some((p, i) => !/^\d+$/.test(p) || p.length > (i === 0 ? 5 : 2) || (i > 0 && Number(p) > 59))) return null;
  return parts.reduce((sum, p) => sum * 60 + Number(p), 0) * 1000;
}

/** A time, with buttons for a minute more and less. */
class Time implements Control {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;

  /** now is the time at which the buttons begin; empty is the text for no value. */
  constructor(readonly label: string, readonly texts: Texts, now: number, empty: string, preset: unknown, changed: () => void) {
    const id = `field-${made++}`;
    this.#input = h("input", { id, autocomplete: "off", placeholder: empty || (now > 0 ? formatClock(now) : "h:mm:ss") });
    if (typeof preset === "number") this.#input.value = formatClock(preset);
    this.#input.addEventListener("input", changed);
    const step = (sign: string, by: number, name: string): HTMLElement => {
      const b = h("button", { type: "button" }, h("span", { class: "vh" }, `${label}: ${name}`), h("span", { "aria-hidden": "true" }, sign));
      b.addEventListener("click", () => {
        this.#input.value = formatClock(Math.max(0, (this.#input.value.trim() === "" ? now : (readTime(this.#input.value) ?? 0)) + by));
        changed();
      });
      return b;
    };
    this.element = h("div", { class: "field" }, h("label", { for: id }, label), h("div", { class: "steps" }, step("−1", -60_000, texts.t("lessmin")), this.#input, step("+1", 60_000, texts.t("moremin"))));
  }

  read(): unknown {
    if (this.#input.value.trim() === "") return undefined;
    const ms = readTime(this.#input.value);
    if (ms === null) throw new BadField(this.texts.t("badtime", { a: this.label }));
    return ms;
  }
}

/** A half-move of the game, by its number, with the move that was played. */
class Ply implements Control {
  readonly element: HTMLElement;
  readonly #range: HTMLInputElement;
  readonly #said = h("output");

  constructor(label: string, readonly board: Board, readonly texts: Texts, readonly next: boolean, preset: unknown, changed: () => void) {
    const s = board.state;
    const first = s?.first_ply ?? 1;
    const last = (s?.ply ?? 0) + (next ? 1 : 0);
    const least = next ? first : Math.max(1, first - 1);
    const id = `field-${made++}`;
    this.#range = h("input", { id, type: "range", min: String(least), max: String(Math.max(least, last)), step: "1" });
    this.#range.value = String(typeof preset === "number" ? preset : preset === "last" ? last : Math.max(least, last - 1));
    const use = (): void => {
      this.#say();
      changed();
    };
    this.#range.addEventListener("input", use);
    const step = (sign: string, by: number, name: string): HTMLElement => {
      const b = h("button", { type: "button" }, h("span", { class: "vh" }, name), h("span", { "aria-hidden": "true" }, sign));
      b.addEventListener("click", () => {
        this.#range.value = String(Number(this.#range.value) + by);
        use();
      });
      return b;
    };
    this.element = h("div", { class: "field" }, h("label", { for: id }, label, " ", this.#said), h("div", { class: "steps" }, step("◂", -1, texts.t("earliermove")), this.#range, step("▸", 1, texts.t("latermove"))));
    this.#say();
  }

  #say(): void {
    const ply = this.read();
    if (ply === undefined) {
      setText(this.#said, this.texts.t("atstart"));
      return;
    }
    const text = plyText(this.board, ply, this.texts);
    setText(this.#said, this.next ? text : text === "" ? this.texts.t("atstart") : this.texts.t("aftermove", { a: text }));
    setAttribute(this.#range, "aria-valuetext", this.#said.textContent);
  }

  /** undefined if there is no such half-move yet. */
  read(): number | undefined {
    const ply = Number(this.#range.value);
    return !this.next && ply > (this.board.state?.ply ?? 0) ? undefined : ply;
  }
}

/** "8... Nxe4" for a half-move; only its number if nothing was played. */
export function plyText(board: Board, ply: number, texts: Texts): string {
  const s = board.state;
  const move = s?.moves[ply - s.first_ply];
  if (move) return numbered(ply, texts.san(move.san));
  return s && ply < s.first_ply ? "" : plyNumber(ply);
}

/** The board as buttons: one square, or the two of a move. */
class Squares implements Control {
  readonly element: HTMLElement;
  readonly #buttons: HTMLButtonElement[] = [];
  readonly #said = h("output");
  readonly #promotion = h("div", { class: "choice", hidden: true });
  #chosen: number[] = [];
  #piece = "";
  #placement: Placement;
  #board: Board;

  constructor(label: string, readonly count: 1 | 2, board: Board, readonly texts: Texts, readonly changed: () => void) {
    this.#board = board;
    this.#placement = placementOf(board.state?.fen ?? "8/8/8/8/8/8/8/8 w");
    const grid = h("div", { class: "squares", role: "group", "aria-label": label });
    for (let rank = 7; rank >= 0; rank--) {
      for (let file = 0; file < 8; file++) {
        const index = 8 * rank + file;
        const b = h("button", { type: "button", class: (rank + file) % 2 ? "l" : "d" });
        b.addEventListener("click", () => this.#tap(index));
        this.#buttons[index] = b;
        grid.append(b);
      }
    }
    const group = `choice-${made++}`;
    for (const p of ["q", "r", "b", "n"]) {
      const input = h("input", { type: "radio", name: group, value: p });
      input.addEventListener("change", () => {
        this.#piece = p;
        changed();
      });
      this.#promotion.append(h("label", {}, input, h("span", {}, texts.words.pieces[p] ?? p)));
    }
    this.element = h("div", { class: "field" }, h("p", { class: "say" }, label, " ", this.#said), grid, this.#promotion);
    this.#draw();
  }

  /** Shows the position before the half-move of another field. */
  others(values: (key: string) => unknown): void {
    const ply = values("ply");
    const s = this.#board.state;
    if (typeof ply !== "number" || !s) return;
    const placement = this.#board.placementAt(ply - s.first_ply);
    if (!placement || placement.join() === this.#placement.join()) return;
    this.#placement = placement;
    this.#chosen = [];
    this.#draw();
  }

  #tap(index: number): void {
    const taken = this.#chosen.length >= this.count ? [] : this.#chosen;
    this.#chosen = taken.includes(index) ? [] : [...taken, index];
    this.#draw();
    this.changed();
  }

  #draw(): void {
    for (let i = 0; i < 64; i++) {
      const b = this.#buttons[i]!;
      const p = this.#placement[i]!;
      const key = `${p}${this.#chosen.indexOf(i)}`;
      if (b.dataset.of === key) continue;
      b.dataset.of = key;
      b.replaceChildren();
      if (p) {
        const s = svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" });
        s.append(svg("use", { href: `#${isWhite(p) ? "w" : "b"}${p.toLowerCase()}` }));
        b.append(s);
      }
      const piece = p ? ` ${this.texts.side(isWhite(p) ? "white" : "black")} ${this.texts.words.pieces[p.toLowerCase()]}` : "";
      setAttribute(b, "aria-label", squareName(i) + piece);
      setAttribute(b, "aria-pressed", String(this.#chosen.includes(i)));
    }
    const from = this.#placement[this.#chosen[0] ?? -1] ?? "";
    const to = this.#chosen[1];
    const promotes = this.count === 2 && to !== undefined && ((from === "P" && to > 55) || (from === "p" && to < 8));
    this.#promotion.hidden = !promotes;
    if (!promotes) this.#piece = "";
    else if (!this.#piece) this.#promotion.querySelector("input")!.click();
    setText(this.#said, this.#chosen.map(squareName).join(" – "));
  }

  read(): unknown {
    if (this.#chosen.length < this.count) return undefined;
    return this.#chosen.map(squareName).join("") + this.#piece;
  }
}

/** A player, as far as known. */
class Person implements Control {
  readonly element: HTMLElement;
  readonly #inputs = new Map<string, HTMLInputElement>();

  constructor(label: string, readonly texts: Texts) {
    const box = h("fieldset", { class: "field person" }, h("legend", {}, label));
    for (const key of ["name", "title", "rating", "fide_id", "federation"]) {
      const input = h("input", { "aria-label": `${label}: ${texts.t(`field.${key}`)}`, placeholder: texts.t(`field.${key}`), autocomplete: "off", maxlength: "100", inputmode: key === "rating" || key === "fide_id" ? "numeric" : null, class: key });
      this.#inputs.set(key, input);
      box.append(input);
    }
    this.element = box;
  }

  read(): unknown {
    const person: Record<string, unknown> = {};
    for (const [key, input] of this.#inputs) {
      const text = input.value.trim();
      if (text === "") continue;
      const number = key === "rating" || key === "fide_id";
      if (number && !/^\d{1,9}$/.test(text)) throw new BadField(this.texts.t("badnumber", { a: this.texts.t(`field.${key}`) }));
      person[key] = number ? Number(text) : text;
    }
    return Object.keys(person).length > 0 ? person : undefined;
  }
}
