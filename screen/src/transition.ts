// How a new position appears on a board: by a piece that slides, by fading, or at once. The
// position itself is complete on the page from the first moment.

import type { Step } from "./chess.ts";

/** By the move that led to it, forward or back; by fading; or at once. */
export interface Transition {
  slide?: { step: Step; back: boolean };
  fade?: boolean;
}

const easing = "cubic-bezier(.2,0,0,1)";
export const sliding: KeyframeAnimationOptions = { duration: 150, easing };
export const fading: KeyframeAnimationOptions = { duration: 300, easing };
export const fadeIn: Keyframe[] = [{ opacity: 0.2 }, { opacity: 1 }];

/** Whether there should be no animation: nobody is looking, or the reader has turned animations off. */
export function still(): boolean {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The pieces that slide: the new square of each, and the old one. Castling moves two. */
export function slides({ step, back }: { step: Step; back: boolean }): { at: number; from: number }[] {
  const moved = [{ at: step.to, from: step.from }];
  if (step.castled) {
    const rank = step.to - (step.to % 8);
    const short = step.castled === "O-O";
    moved.push({ at: rank + (short ? 5 : 3), from: rank + (short ? 7 : 0) });
  }
  return back ? moved.map(({ at, from }) => ({ at: from, from: at })) : moved;
}
