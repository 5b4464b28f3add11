// The next squares to be put right, on the position that must stand: those that get a piece are
// blue, those from which one is taken have a cross, each with the number that its step has in the list.

import type { BoardView } from "../boardview.ts";
import { svg } from "../dom.ts";
import { squareAt } from "../marks.ts";

/** A step; put: a piece comes to the square, otherwise one is taken off. */
export interface StepMark {
  square: number;
  put: boolean;
}

const digit = 7; // its width, in units of 40 a square

export class StepMarks {
  readonly #below: SVGElement;
  readonly #above: SVGElement;
  #shown = "";

  constructor(view: BoardView) {
    this.#below = view.layer(false);
    this.#above = view.layer(true);
  }

  /** Shows steps in their order; a square from which a piece is taken before another comes has both numbers. */
  show(steps: StepMark[], flipped: boolean): void {
    const key = `${flipped} ${steps.map((s) => `${s.square}${s.put}`).join()}`;
    if (key === this.#shown) return;
    this.#shown = key;
    const numbers = new Map<number, number[]>();
    for (const [i, s] of steps.entries()) numbers.set(s.square, [...(numbers.get(s.square) ?? []), i + 1]);
    const below: SVGElement[] = [];
    const above: SVGElement[] = [];
    for (const [square, n] of numbers) {
      const { x, y } = squareAt(square, flipped);
      const put = steps.some((s) => s.square === square && s.put);
      below.push(svg("rect", { x, y, width: 40, height: 40, class: put ? "mput" : "moff" }), svg("rect", { x: x + 1.5, y: y + 1.5, width: 37, height: 37, class: put ? "mput-e" : "moff-e" }));
      if (!put) below.push(svg("path", { d: `M${x + 11} ${y + 11}l18 18m0-18l-18 18`, class: "moff-x" }));
      const text = n.join(" ");
      const width = 6 + digit * text.length;
      const label = svg("text", { x: x + 40 - width / 2, y: y + 10.3, "text-anchor": "middle", class: "mno-t" });
      label.textContent = text;
      above.push(svg("rect", { x: x + 40 - width, y, width, height: 13, class: "mno" }), label);
    }
    this.#below.replaceChildren(...below);
    this.#above.replaceChildren(...above);
  }
}
