// The FEN of any position of a game, for readers who copy it. The program publishes the last one;
// those before it follow from the moves (PGN standard, 16.1).

import type { Laid, Placement } from "./chess.ts";
import { isWhite, placementText, squareIndex, squareName } from "./chess.ts";

/** A castling right: its letter as in the first FEN, and the squares where king and rook must still be. */
interface Right {
  letter: string;
  king: number;
  rook: number;
}

function rightsOf(board: Placement, letters: string): Right[] {
  const rights: Right[] = [];
  for (const letter of letters) {
    const white = isWhite(letter);
    const rank = white ? 0 : 56;
    const row = board.slice(rank, rank + 8);
    const king = row.indexOf(white ? "K" : "k");
    const rookSign = white ? "R" : "r";
    const kind = letter.toLowerCase();
    const rook = kind === "k" ? row.lastIndexOf(rookSign) : kind === "q" ? row.indexOf(rookSign) : kind.charCodeAt(0) - 97;
    if (king >= 0 && rook >= 0 && rook < 8) rights.push({ letter, king: rank + king, rook: rank + rook });
  }
  return rights;
}

/** The square behind a pawn that has just made a double step, if an opponent's pawn can capture it; otherwise "-". */
function passed(before: Placement, after: Placement, from: number, to: number): string {
  const pawn = before[from]!;
  if (pawn.toLowerCase() !== "p" || Math.abs(to - from) !== 16) return "-";
  const enemy = isWhite(pawn) ? "p" : "P";
  const beside = [to % 8 > 0 ? to - 1 : -1, to % 8 < 7 ? to + 1 : -1];
  return beside.some((s) => s >= 0 && after[s] === enemy) ? squareName((from + to) / 2) : "-";
}

/** The FEN after so many moves; null if the game cannot be played through so far. */
export function fenAt(start: string, moves: { uci: string }[], laid: Laid, count: number): string | null {
  const [, turn = "w", castling = "-", enPassant = "-", half = "0", full = "1"] = start.split(" ");
  const end = laid.boards[count];
  if (!end || count > laid.steps.length) return null;
  let rights = castling === "-" ? [] : rightsOf(laid.boards[0]!, castling);
  let quiet = Number(half) || 0;
  let behind = enPassant;
  for (let i = 0; i < count; i++) {
    const step = laid.steps[i]!;
    const touched = [step.from, squareIndex(moves[i]!.uci.slice(2))]; // for castling written as king takes rook, too
    rights = rights.filter((r) => !touched.includes(r.king) && !touched.includes(r.rook));
    quiet = step.taken || step.piece.toLowerCase() === "p" ? 0 : quiet + 1;
    behind = passed(laid.boards[i]!, step.after, step.from, step.to);
  }
  const plies = count + (turn === "b" ? 1 : 0);
  return [placementText(end), plies % 2 ? "b" : "w", rights.map((r) => r.letter).join("") || "-", behind, quiet, (Number(full) || 1) + Math.floor(plies / 2)].join(" ");
}
