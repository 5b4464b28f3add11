// What is marked on a board, and how it is drawn: in units of 40 per square, whatever
// the size, the same on the large board and on a wall's.

import type { Step } from "./chess.ts";
import { svg } from "./dom.ts";

/** The marks of a board; squares by index, -1 means none. */
export interface Marks {
  from: number;
  to: number;
  /** Squares on which board and game differ: hatched. */
  differ: number[];
  /** The target of a move that was just corrected: framed. */
  fixed: number;
  /** Where the move that was not played would have ended: crossed out. */
  wrong: number;
  /** An illegal move, for arbiters. */
  alarm: number[];
}

export const noMarks: Marks = { from: -1, to: -1, differ: [], fixed: -1, wrong: -1, alarm: [] };

/** The marks of a board at rest or after a move. */
export function moveMarks(step: Step | undefined): Marks {
  return step ? { ...noMarks, from: step.from, to: step.to } : noMarks;
}

/** The upper left corner of a square. */
export function squareAt(index: number, flipped: boolean): { x: number; y: number } {
  const file = index % 8;
  const rank = index >> 3;
  return { x: 40 * (flipped ? 7 - file : file), y: 40 * (flipped ? rank : 7 - rank) };
}

/** Draws marks into a group, replacing those that were there. */
export function drawMarks(g: SVGElement, m: Marks, flipped: boolean): void {
  const drawn: SVGElement[] = [];
  const rect = (index: number, inset: number, cls: string): void => {
    const { x, y } = squareAt(index, flipped);
    drawn.push(svg("rect", { x: x + inset, y: y + inset, width: 40 - 2 * inset, height: 40 - 2 * inset, class: cls }));
  };
  for (const [index, fill, edge] of [[m.from, "mfrom", "mfrom-e"], [m.to, "mto", "mto-e"]] as const) {
    if (index < 0) continue;
    rect(index, 0, fill);
    rect(index, 1.5, edge);
  }
  for (const index of m.differ) {
    const { x, y } = squareAt(index, flipped);
    rect(index, 0, "mdoubt");
    for (let d = -35; d < 40; d += 7) {
      // a diagonal from the lower left, cut at the square's edges
      const x1 = Math.max(0, d);
      const x2 = Math.min(40, d + 40);
      drawn.push(svg("path", { class: "mhatch", d: `M${x + x1} ${y + 40 - (x1 - d)}L${x + x2} ${y + 40 - (x2 - d)}` }));
    }
    rect(index, 1.5, "mdoubt-e");
  }
  for (const index of m.alarm) {
    rect(index, 0, "malarm");
    rect(index, 1.5, "malarm-e");
  }
  if (m.wrong >= 0) {
    const { x, y } = squareAt(m.wrong, flipped);
    rect(m.wrong, 3, "mwrong");
    drawn.push(svg("path", { class: "mfix-e", d: `M${x + 13} ${y + 13}l14 14m0-14l-14 14` }));
  }
  if (m.fixed >= 0) rect(m.fixed, 2, "mfixed");
  g.replaceChildren(...drawn);
}
