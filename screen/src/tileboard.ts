// A board on a wall: the same squares, marks and pieces as on the large one, with as few
// elements and as little painting as a wall of 64 of them allows. Only differences are
// written; each piece is a picture on whole screen pixels; the browser's compositor does
// the animation.

import type { Placement } from "./chess.ts";
import { isWhite, placementText, squareName } from "./chess.ts";
import { h, setAttribute, svg } from "./dom.ts";
import { drawMarks } from "./marks.ts";
import type { Marks } from "./marks.ts";
import { Pictures } from "./pieces.ts";
import { fadeIn, fading, slides, sliding, still } from "./transition.ts";
import type { Transition } from "./transition.ts";

const darkSquares = Array.from({ length: 32 }, (_, i) => `M${80 * (i % 4) + (i & 4 ? 0 : 40)} ${40 * (i >> 2)}h40v40h-40z`).join("");

export class TileBoard {
  readonly #host: HTMLElement;
  readonly #marked = svg("g", { class: "marks" });
  readonly #pieces = h("div", { class: "pieces", "aria-hidden": "true" });
  readonly #on = new Map<number, HTMLElement>();
  #pictures: Pictures | null = null;
  /** Where the pieces of each file (from the left) and rank (from above) are placed, in CSS pixels. */
  #lines: number[] = [];
  #placement = "";
  #marks = "";

  constructor(host: HTMLElement) {
    this.#host = host;
    const squares = svg("svg", { class: "squares", viewBox: "0 0 320 320", "aria-hidden": "true" });
    squares.append(svg("rect", { width: 320, height: 320, class: "square white" }), svg("path", { d: darkSquares, class: "square black" }), this.#marked);
    host.append(squares, this.#pieces);
  }

  /** What is drawn now, as the first field of a FEN; "" if nothing is known. */
  get placement(): string {
    return this.#placement;
  }

  /**
   * Shows a position; null means that nothing is known of the board. transitionFrom is called only
   * if the position differs from the one on the page.
   */
  show(placement: Placement | null, marks: Marks, transitionFrom: (standing: string) => Transition): void {
    const text = placement ? placementText(placement) : "";
    if (text !== this.#placement) {
      const before = this.#placement;
      this.#placement = text;
      this.#put(placement);
      if (before && placement) this.#animate(transitionFrom(before));
    }
    const marked = JSON.stringify(marks);
    if (marked !== this.#marks) {
      this.#marks = marked;
      drawMarks(this.#marked, marks, false);
    }
  }

  get place(): DOMRect {
    return this.#host.getBoundingClientRect();
  }

  /** Adapts to the size of its place: pieces are on whole screen pixels, in the middle of their squares. */
  resize({ left, right }: DOMRect): void {
    const width = Math.round(right * devicePixelRatio) - Math.round(left * devicePixelRatio);
    if (width <= 0) return;
    const size = Math.max(1, Math.round(width / 8));
    const lines = Array.from({ length: 9 }, (_, i) => Math.round(((i + 0.5) * width) / 8 - size / 2) / devicePixelRatio);
    if (lines.join() === this.#lines.join() && size === this.#pictures?.size) return;
    this.#lines = lines;
    const tracks = lines.slice(1).map((to, i) => `${to - lines[i]!}px`).join(" ");
    this.#pieces.style.gridTemplate = `${tracks}/${tracks}`;
    this.#pieces.style.setProperty("--piece", `${size / devicePixelRatio}px`);
    const pictures = Pictures.of(size);
    this.#pictures = pictures;
    this.#paint();
    void pictures.better.then(() => {
      if (this.#pictures === pictures) this.#paint();
    });
  }

  #paint(): void {
    for (const piece of this.#on.values()) piece.style.backgroundImage = this.#pictures!.url(piece.dataset.piece!);
  }

  #put(placement: Placement | null): void {
    for (let i = 0; i < 64; i++) {
      const letter = placement?.[i] ?? "";
      let piece = this.#on.get(i);
      if (!letter) {
        piece?.remove();
        this.#on.delete(i);
        continue;
      }
      const name = (isWhite(letter) ? "w" : "b") + letter.toLowerCase();
      if (!piece) {
        piece = h("i", { "data-square": squareName(i) });
        piece.style.gridArea = `${8 - (i >> 3)}/${1 + (i % 8)}`;
        this.#on.set(i, piece);
        this.#pieces.append(piece);
      }
      if (piece.dataset.piece === name) continue;
      setAttribute(piece, "data-piece", name);
      if (this.#pictures) piece.style.backgroundImage = this.#pictures.url(name);
    }
  }

  #animate(transition: Transition): void {
    if (still()) return;
    if (transition.slide) for (const { at, from } of slides(transition.slide)) this.#slide(at, from);
    else if (transition.fade) this.#pieces.animate(fadeIn, fading);
  }

  #slide(at: number, from: number): void {
    const across = this.#lines[from % 8]! - this.#lines[at % 8]!;
    const down = this.#lines[7 - (from >> 3)]! - this.#lines[7 - (at >> 3)]!;
    this.#on.get(at)?.animate([{ transform: `translate(${across}px,${down}px)` }, { transform: "none" }], sliding);
  }
}
