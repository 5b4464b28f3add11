// Where the pieces stand, move by move: enough chess to show a game. It does not check
// legality, which the daemon has done.

/** 64 letters as in FEN or "", a1 first, then b1 ... h8. */
export type Placement = string[];

export function squareIndex(name: string): number {
  return name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
}

export function squareName(index: number): string {
  return String.fromCharCode(97 + (index % 8), 49 + (index >> 3));
}

/** Reads the first field of a FEN. */
export function placementOf(fen: string): Placement {
  const board: Placement = new Array<string>(64).fill("");
  const ranks = (fen.split(" ")[0] ?? "").split("/");
  ranks.forEach((rank, r) => {
    let file = 0;
    for (const c of rank) {
      if (c >= "1" && c <= "8") file += Number(c);
      else if (file < 8) board[(7 - r) * 8 + file++] = c;
    }
  });
  return board;
}

/** Writes the first field of a FEN. */
export function placementText(board: Placement): string {
  const ranks: string[] = [];
  for (let r = 7; r >= 0; r--) {
    let text = "";
    let empty = 0;
    for (let f = 0; f < 8; f++) {
      const p = board[r * 8 + f]!;
      if (p === "") {
        empty++;
        continue;
      }
      if (empty) text += empty;
      empty = 0;
      text += p;
    }
    ranks.push(text + (empty || ""));
  }
  return ranks.join("/");
}

export function isWhite(piece: string): boolean {
  return piece === piece.toUpperCase();
}

/** The side to move in a FEN, "white" unless it says b. */
export function turnOf(fen: string): "white" | "black" {
  return fen.split(" ")[1] === "b" ? "black" : "white";
}

/** The effect of a move: the squares to mark, and the board after it. */
export interface Step {
  from: number;
  to: number; // square of the moved piece after the move
  piece: string; // before a promotion
  taken: boolean;
  castled: "" | "O-O" | "O-O-O";
  after: Placement;
}

/**
 * Plays a move in UCI. Castling may be written as the king's step of two squares or as king takes
 * rook. Returns null if its first square is empty.
 */
export function play(board: Placement, uci: string): Step | null {
  const from = squareIndex(uci);
  let to = squareIndex(uci.slice(2));
  const piece = board[from]!;
  if (!piece) return null;
  const after = board.slice();
  const king = piece.toLowerCase() === "k";
  const rank = from - (from % 8);
  const target = board[to]!;
  const own = target !== "" && isWhite(target) === isWhite(piece);
  if (king && ((own && target.toLowerCase() === "r") || (!target && Math.abs(to - from) === 2 && to >= rank && to < rank + 8))) {
    const short = to > from;
    const rookFrom = own ? to : outerRook(board, from, short);
    if (rookFrom >= 0) {
      const rook = board[rookFrom]!;
      to = rank + (short ? 6 : 2);
      after[from] = after[rookFrom] = "";
      after[to] = piece;
      after[rank + (short ? 5 : 3)] = rook;
      return { from, to, piece, taken: false, castled: short ? "O-O" : "O-O-O", after };
    }
  }
  let taken = target !== "";
  const pawn = piece.toLowerCase() === "p";
  if (pawn && !taken && to % 8 !== from % 8) {
    const passed = rank + (to % 8); // en passant
    taken = board[passed] !== "";
    after[passed] = "";
  }
  const chosen = uci[4];
  after[from] = "";
  after[to] = chosen ? (isWhite(piece) ? chosen.toUpperCase() : chosen) : piece;
  return { from, to, piece, taken, castled: "", after };
}

function outerRook(board: Placement, king: number, short: boolean): number {
  const rank = king - (king % 8);
  const rook = isWhite(board[king]!) ? "R" : "r";
  const step = short ? 1 : -1;
  let found = -1;
  for (let s = king + step; s >= rank && s < rank + 8; s += step) if (board[s] === rook) found = s;
  return found;
}

/** A game with its positions: the board before the first move and after each. */
export interface Laid {
  boards: Placement[]; // one more than steps
  steps: Step[];
}

/**
 * Plays a game through, reusing the unchanged part of the last result. It stops early at a move
 * that cannot be played.
 */
export function lay(start: string, moves: { uci: string }[], before?: { start: string; moves: { uci: string }[]; laid: Laid }): Laid {
  let same = 0;
  if (before && before.start === start) {
    while (same < moves.length && same < before.laid.steps.length && before.moves[same]?.uci === moves[same]!.uci) same++;
  }
  const boards = before && same > 0 ? before.laid.boards.slice(0, same + 1) : [placementOf(start)];
  const steps = before && same > 0 ? before.laid.steps.slice(0, same) : [];
  for (let i = same; i < moves.length; i++) {
    const step = play(boards[i]!, moves[i]!.uci);
    if (!step) break;
    steps.push(step);
    boards.push(step.after);
  }
  return { boards, steps };
}
