// A board on the page: cm-chessboard draws squares and pieces with the kit's
// sprite; this draws the marks, and lets pieces slide. A position is on the
// page at once and whole: a slide only shows a piece on its way, so that no
// animation, tab in the background or fast series of moves leaves a wrong one.

import { Chessboard } from "cm-chessboard/src/Chessboard.js";
import { Extension, EXTENSION_POINT } from "cm-chessboard/src/model/Extension.js";
import type { Placement, Step } from "./chess.ts";
import { placementText, squareName } from "./chess.ts";
import { svg } from "./dom.ts";

/** What is marked; squares by index, -1 is none. */
export interface Marks {
  from: number;
  to: number;
  /** Squares on which board and game differ: hatched. */
  differ: number[];
  /** The target of a move that was just corrected: framed. */
  fixed: number;
  /** Where the move that was not played would have ended: crossed. */
  wrong: number;
  /** An illegal move, for arbiters. */
  alarm: number[];
}

export const noMarks: Marks = { from: -1, to: -1, differ: [], fixed: -1, wrong: -1, alarm: [] };

/** How a new position comes: by the move that led to it, or at once. */
export interface Way {
  slide?: { step: Step; back: boolean };
  fade?: boolean;
}

const nothing = "8/8/8/8/8/8/8/8";
const calm = "cubic-bezier(.2,0,0,1)";

/** Draws coordinates and marks in units of 40 a square, whatever the size. */
class Marked extends Extension {
  readonly marks = svg("g", { class: "marks" });
  readonly coordinates = svg("g", { class: "co" });

  constructor(board: Chessboard) {
    super(board);
    board.view.markersLayer.append(this.marks, this.coordinates);
    this.registerExtensionPoint(EXTENSION_POINT.afterRedrawBoard, () => this.#scale());
  }

  #scale(): void {
    const scale = `scale(${this.chessboard.view.squareWidth / 40})`;
    this.marks.setAttribute("transform", scale);
    this.coordinates.setAttribute("transform", scale);
  }

  square(index: number): { x: number; y: number } {
    const flipped = this.chessboard.state.orientation === "b";
    const file = index % 8;
    const rank = index >> 3;
    return { x: 40 * (flipped ? 7 - file : file), y: 40 * (flipped ? rank : 7 - rank) };
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

  draw(m: Marks): void {
    const g = this.marks;
    g.replaceChildren();
    const rect = (index: number, inset: number, cls: string): void => {
      const { x, y } = this.square(index);
      g.append(svg("rect", { x: x + inset, y: y + inset, width: 40 - 2 * inset, height: 40 - 2 * inset, class: cls }));
    };
    for (const [index, fill, edge] of [[m.from, "mfrom", "mfrom-e"], [m.to, "mto", "mto-e"]] as const) {
      if (index < 0) continue;
      rect(index, 0, fill);
      rect(index, 1.5, edge);
    }
    for (const index of m.differ) {
      const { x, y } = this.square(index);
      rect(index, 0, "mdoubt");
      for (let d = -35; d < 40; d += 7) {
        // a diagonal from the lower left, cut at the square's edges
        const x1 = Math.max(0, d);
        const x2 = Math.min(40, d + 40);
        g.append(svg("path", { class: "mhatch", d: `M${x + x1} ${y + 40 - (x1 - d)}L${x + x2} ${y + 40 - (x2 - d)}` }));
      }
      rect(index, 1.5, "mdoubt-e");
    }
    for (const index of m.alarm) {
      rect(index, 0, "malarm");
      rect(index, 1.5, "malarm-e");
    }
    if (m.wrong >= 0) {
      const { x, y } = this.square(m.wrong);
      rect(m.wrong, 3, "mwrong");
      g.append(svg("path", { class: "mfix-e", d: `M${x + 13} ${y + 13}l14 14m0-14l-14 14` }));
    }
    if (m.fixed >= 0) rect(m.fixed, 2, "mfixed");
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

  /** Without coordinates the board is part of something that says in words what it shows. */
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

  /** Shows a position; null is a board of which nothing is known. */
  show(placement: Placement | null, marks: Marks, flipped: boolean, label: string, way: Way = {}): void {
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
      if (!turned && before && before !== nothing && placement) this.#animate(way);
    }
    const marked = JSON.stringify(marks) + flipped;
    if (marked !== this.#marks) {
      this.#marks = marked;
      this.#marked.draw(marks);
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

  /** Takes the size of its place at once, without waiting to be told. */
  resize(): void {
    this.#board.view.handleResize();
  }

  destroy(): void {
    this.#board.destroy();
  }

  #animate(way: Way): void {
    if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    if (way.slide) {
      const { step, back } = way.slide;
      this.#slide(back ? step.from : step.to, back ? step.to : step.from);
      if (step.castled) {
        const rank = step.to - (step.to % 8);
        const short = step.castled === "O-O";
        const at = rank + (short ? 5 : 3);
        const home = rank + (short ? 7 : 0);
        this.#slide(back ? home : at, back ? at : home);
      }
    } else if (way.fade) {
      this.#board.view.piecesGroup.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 300, easing: calm });
    }
  }

  #slide(at: number, from: number): void {
    const view = this.#board.view;
    const piece = view.piecesGroup.querySelector<SVGGElement>(`g[data-square="${squareName(at)}"]`);
    if (!piece) return;
    const a = view.squareToPoint(squareName(from));
    const b = view.squareToPoint(squareName(at));
    piece.parentNode!.appendChild(piece); // above the others on its way
    piece.animate([{ transform: `translate(${a.x}px,${a.y}px)` }, { transform: `translate(${b.x}px,${b.y}px)` }], { duration: 150, easing: calm });
  }
}

/** The marks of a board at rest or after a move. */
export function moveMarks(step: Step | undefined): Marks {
  return step ? { ...noMarks, from: step.from, to: step.to } : noMarks;
}
