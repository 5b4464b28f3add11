// A board on the page: cm-chessboard draws squares and pieces with our sprite; this file
// draws the marks and animates pieces. A new position is complete on the page at once, and
// an animation only shows a piece on its way. So no animation, background tab or fast series
// of moves can leave a wrong position.

import { Chessboard } from "cm-chessboard/src/Chessboard.js";
import { Extension, EXTENSION_POINT } from "cm-chessboard/src/model/Extension.js";
import type { Placement } from "./chess.ts";
import { placementText, squareName } from "./chess.ts";
import { svg } from "./dom.ts";
import { drawMarks } from "./marks.ts";
import type { Marks } from "./marks.ts";
import { fadeIn, fading, slides, sliding, still } from "./transition.ts";
import type { Transition } from "./transition.ts";

const nothing = "8/8/8/8/8/8/8/8";

/** Draws coordinates and marks in units of 40 a square, whatever the size. */
class Marked extends Extension {
  readonly marks = svg("g", { class: "marks" });
  readonly coordinates = svg("g", { class: "co" });
  readonly more: SVGElement[] = [];

  constructor(board: Chessboard) {
    super(board);
    board.view.markersLayer.append(this.marks, this.coordinates);
    this.registerExtensionPoint(EXTENSION_POINT.afterRedrawBoard, () => this.#scale());
  }

  #scale(): void {
    const scale = `scale(${this.chessboard.view.squareWidth / 40})`;
    this.marks.setAttribute("transform", scale);
    this.coordinates.setAttribute("transform", scale);
    for (const g of this.more) g.setAttribute("transform", scale);
  }

  drawCoordinates(): void {
    const flipped = this.chessboard.state.orientation === "b";
    this.coordinates.replaceChildren();
    for (let i = 0; i < 8; i++) {
      const file = svg("text", { x: 40 * i + 37.6, y: 317.2, "text-anchor": "end", class: i % 2 ? "l" : "d" });
      file.textContent = String.fromCharCode(97 + (flipped ? 7 - i : i));
      const rank = svg("text", { x: 2.4, y: 40 * i + 9.2, class: i % 2 ? "d" : "l" });
      rank.textContent = String(flipped ? i + 1 : 8 - i);
      this.coordinates.append(file, rank);
    }
  }
}

export class BoardView {
  readonly host: HTMLElement;
  readonly #board: Chessboard;
  readonly #marked: Marked;
  readonly #coordinates: boolean;
  #placement = "";
  #marks = "";
  #label = "";
  #flipped = false;

  /** Without coordinates, the board is part of something that describes it in words. */
  constructor(host: HTMLElement, coordinates: boolean) {
    this.host = host;
    this.#coordinates = coordinates;
    let marked: Marked | undefined;
    this.#board = new Chessboard(host, {
      position: nothing,
      style: { showCoordinates: false, borderType: "none", animationDuration: 0, cssClass: "touchmove" },
      extensions: [{ class: class extends Marked { constructor(b: Chessboard) { super(b); marked = this; } } }],
    });
    this.#marked = marked!;
    if (!coordinates) {
      this.#board.view.svg.removeAttribute("role");
      this.#board.view.svg.setAttribute("aria-hidden", "true");
    }
    if (coordinates) this.#marked.drawCoordinates();
  }

  /** Shows a position; null means that nothing is known of the board. */
  show(placement: Placement | null, marks: Marks, flipped: boolean, label: string, transition: Transition = {}): void {
    const text = placement ? placementText(placement) : nothing;
    const turned = flipped !== this.#flipped;
    if (turned) {
      this.#flipped = flipped;
      this.#board.state.orientation = flipped ? "b" : "w";
      this.#board.view.redrawBoard();
      if (this.#coordinates) this.#marked.drawCoordinates();
    }
    if (turned || text !== this.#placement) {
      const before = this.#placement;
      this.#placement = text;
      this.#board.state.position.setFen(text);
      this.#board.view.redrawPieces();
      if (!turned && before && before !== nothing && placement) this.#animate(transition);
    }
    const marked = JSON.stringify(marks) + flipped;
    if (marked !== this.#marks) {
      this.#marks = marked;
      drawMarks(this.#marked.marks, marks, flipped);
    }
    if (this.#coordinates && label !== this.#label) {
      this.#label = label;
      this.#board.view.svg.setAttribute("aria-label", label);
    }
  }

  /** What is drawn now, as the first field of a FEN. */
  get placement(): string {
    return this.#placement;
  }

  /** A group of its own for marks, above the pieces or below them, in units of 40 a square. */
  layer(above: boolean): SVGElement {
    const g = svg("g", { class: "marks" });
    const { view } = this.#board;
    if (above) view.markersTopLayer.append(g);
    else view.markersLayer.insertBefore(g, this.#marked.coordinates);
    this.#marked.more.push(g);
    return g;
  }

  /** Adapts to the size of its place at once, without waiting for an event. */
  resize(): void {
    this.#board.view.handleResize();
  }

  destroy(): void {
    this.#board.destroy();
  }

  #animate(transition: Transition): void {
    if (still()) return;
    if (transition.slide) for (const { at, from } of slides(transition.slide)) this.#slide(at, from);
    else if (transition.fade) this.#board.view.piecesGroup.animate(fadeIn, fading);
  }

  #slide(at: number, from: number): void {
    const view = this.#board.view;
    const piece = view.piecesGroup.querySelector<SVGGElement>(`g[data-square="${squareName(at)}"]`);
    if (!piece) return;
    const a = view.squareToPoint(squareName(from));
    const b = view.squareToPoint(squareName(at));
    piece.parentNode!.appendChild(piece); // above the others while it moves
    piece.animate([{ transform: `translate(${a.x}px,${a.y}px)` }, { transform: `translate(${b.x}px,${b.y}px)` }], sliding);
  }
}
