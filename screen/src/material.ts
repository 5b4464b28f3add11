// The material that one side has more than the other: captured pieces, without those that both
// sides captured.

import type { Placement } from "./chess.ts";
import { isWhite } from "./chess.ts";

const kinds = "qrbnp";
const pawns: Record<string, number> = { q: 9, r: 5, b: 3, n: 3, p: 1 };

export interface Surplus {
  /** The extra pieces of White and of Black, as letters q to p. */
  white: string;
  black: string;
  /** White's lead in pawns; below 0 Black's. */
  lead: number;
}

export function surplus(board: Placement): Surplus {
  const more: Record<string, number> = {};
  for (const p of board) if (p) more[p.toLowerCase()] = (more[p.toLowerCase()] ?? 0) + (isWhite(p) ? 1 : -1);
  const of = (sign: number): string => [...kinds].map((k) => k.repeat(Math.max(0, sign * (more[k] ?? 0)))).join("");
  return { white: of(1), black: of(-1), lead: [...kinds].reduce((n, k) => n + pawns[k]! * (more[k] ?? 0), 0) };
}
