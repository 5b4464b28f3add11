// Moves in the reader's letters, and in words.

import type { Step, Placement } from "./chess.ts";
import { isWhite, play, squareName } from "./chess.ts";

const english = "KQRBN";

/** SAN in another language's letters; pieces as "K D T L S". */
export function localSan(san: string, pieces: string): string {
  const letters = pieces.split(" ");
  return san.replace(/[KQRBN]/g, (c) => letters[english.indexOf(c)] ?? c);
}

/** 10. Bg5+ or 12... Be7, which no line breaks apart. */
export function numbered(ply: number, san: string): string {
  return `${plyNumber(ply)}\u00a0${san}`;
}

/** 10. for a half-move of White's, 10... for one of Black's. */
export function plyNumber(ply: number): string {
  return `${Math.ceil(ply / 2)}${ply % 2 ? "." : "..."}`;
}

/**
 * A move in SAN without disambiguation between two pieces of a kind: for a move that was
 * published once and whose SAN is lost.
 */
export function roughSan(before: Placement, uci: string): string {
  const s = play(before, uci);
  if (!s) return uci;
  if (s.castled) return s.castled;
  const kind = s.piece.toUpperCase();
  const target = squareName(s.to);
  const promotion = uci[4] ? `=${uci[4].toUpperCase()}` : "";
  if (kind === "P") return (s.taken ? `${squareName(s.from)[0]}x` : "") + target + promotion;
  return kind + (s.taken ? "x" : "") + target;
}

export interface Words {
  pieces: Record<string, string>; // by k q r b n p
  takes: string;
  castles: string;
  castlesLong: string;
  promotes: string; // {piece}
  check: string;
  mate: string;
}

/** A move in words: "bishop g5, check". */
export function spoken(san: string, step: Step | undefined, w: Words): string {
  const end = san.endsWith("#") ? `, ${w.mate}` : san.endsWith("+") ? `, ${w.check}` : "";
  if (san.startsWith("O-O-O")) return w.castlesLong + end;
  if (san.startsWith("O-O")) return w.castles + end;
  if (!step) return san;
  const piece = w.pieces[step.piece.toLowerCase()] ?? "";
  const promoted = /=([QRBN])/.exec(san)?.[1]?.toLowerCase();
  const promotion = promoted ? `, ${w.promotes.replace("{piece}", w.pieces[promoted] ?? "")}` : "";
  return `${piece} ${step.taken ? `${w.takes} ` : ""}${squareName(step.to)}${promotion}${end}`;
}

/** The position in words, a line per file, for screen readers. */
export function inWords(board: Placement, w: Words, white: string, black: string, empty: string): string[] {
  const lines: string[] = [];
  for (let file = 0; file < 8; file++) {
    const on: string[] = [];
    for (let rank = 0; rank < 8; rank++) {
      const p = board[rank * 8 + file]!;
      if (p) on.push(`${isWhite(p) ? white : black} ${w.pieces[p.toLowerCase()]} ${squareName(rank * 8 + file)}`);
    }
    lines.push(`${String.fromCharCode(97 + file)}: ${on.length ? on.join(", ") : empty}`);
  }
  return lines;
}

/** "Réti, Richard" as surname and first name; a name without a comma is a surname. */
export function names(full: string | undefined): { surname: string; first: string } {
  const text = (full ?? "").trim();
  const comma = text.indexOf(",");
  if (comma < 0) return { surname: text, first: "" };
  return { surname: text.slice(0, comma).trim(), first: text.slice(comma + 1).trim() };
}
