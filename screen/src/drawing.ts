// What is drawn of a board: position and marks, live or at a move that the reader
// chose.

import type { Board } from "./board.ts";
import { correctionMarked } from "./board.ts";
import type { Placement } from "./chess.ts";
import { placementText, squareIndex } from "./chess.ts";
import { moveMarks } from "./marks.ts";
import type { Marks } from "./marks.ts";
import type { Transition } from "./transition.ts";

export interface Drawn {
  placement: Placement | null;
  marks: Marks;
  /** How many moves are shown. */
  count: number;
}

/** shown is the number of moves that the reader wants to see; null means live. */
export function drawn(board: Board | null, shown: number | null, now: number): Drawn {
  const s = board?.state;
  if (!board || !s) return { placement: null, marks: moveMarks(undefined), count: 0 };
  const count = shown === null ? s.moves.length : Math.min(shown, s.moves.length);
  const marks = { ...moveMarks(count > 0 ? board.stepAt(count - 1) : undefined) };
  const live = count === s.moves.length;
  if (live && s.phase === "playing" && !s.handling) marks.differ = s.differ.map(squareIndex);
  const c = board.correction;
  if (live && c && now - c.at < correctionMarked) {
    if (c.now && c.ply === s.ply) marks.fixed = marks.to;
    if (c.wasTo !== marks.to) marks.wrong = c.wasTo;
  }
  return { placement: board.placementAt(count), marks, count };
}

/**
 * How to animate from the position on the page to another one: by the single move between them,
 * forward or back, otherwise by fading.
 */
export function transitionTo(board: Board | null, standing: string, count: number): Transition {
  if (!board) return {};
  const is = (n: number): boolean => {
    const p = board.laid.boards[n];
    return p !== undefined && placementText(p) === standing;
  };
  const step = board.stepAt(count - 1);
  if (step && is(count - 1)) return { slide: { step, back: false } };
  const next = board.stepAt(count);
  if (next && is(count + 1)) return { slide: { step: next, back: true } };
  return { fade: true };
}
