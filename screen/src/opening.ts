// The opening of a game, by position, so that transpositions are recognised. Codes and
// names are those in common use; the lines are our own choice of the main branches, and
// a family's name stands for all of its variations.

import type { Board } from "./board.ts";
import { placementOf, placementText, play } from "./chess.ts";
import type { Placement } from "./chess.ts";
import type { Texts } from "./texts.ts";

// Code, family, moves in UCI from the standard position.
export const lines = `
A00 larsen b2b3
A02 bird f2f4
A04 reti g1f3
A07 kings_indian_attack g1f3 d7d5 g2g3
A09 reti g1f3 d7d5 c2c4
A10 english c2c4
A13 english c2c4 e7e6
A15 english c2c4 g8f6
A20 english c2c4 e7e5
A30 english c2c4 c7c5
A40 queens_pawn d2d4
A43 benoni d2d4 c7c5
A45 queens_pawn d2d4 g8f6
A45 trompowsky d2d4 g8f6 c1g5
A46 queens_pawn d2d4 g8f6 g1f3
A46 torre d2d4 g8f6 g1f3 e7e6 c1g5
A48 london d2d4 g8f6 g1f3 g7g6 c1f4
A50 queens_pawn d2d4 g8f6 c2c4
A51 budapest d2d4 g8f6 c2c4 e7e5
A53 old_indian d2d4 g8f6 c2c4 d7d6
A56 benoni d2d4 g8f6 c2c4 c7c5
A57 benko d2d4 g8f6 c2c4 c7c5 d4d5 b7b5
A60 modern_benoni d2d4 g8f6 c2c4 c7c5 d4d5 e7e6
A80 dutch d2d4 f7f5
B00 kings_pawn e2e4
B00 nimzowitsch e2e4 b8c6
B00 owen e2e4 b7b6
B01 scandinavian e2e4 d7d5
B02 alekhine e2e4 g8f6
B03 alekhine e2e4 g8f6 e4e5 f6d5 d2d4
B04 alekhine e2e4 g8f6 e4e5 f6d5 d2d4 d7d6 g1f3
B06 modern e2e4 g7g6
B07 pirc e2e4 d7d6 d2d4 g8f6
B08 pirc e2e4 d7d6 d2d4 g8f6 b1c3 g7g6 g1f3
B09 pirc e2e4 d7d6 d2d4 g8f6 b1c3 g7g6 f2f4
B10 caro e2e4 c7c6
B11 caro e2e4 c7c6 b1c3 d7d5 g1f3
B12 caro e2e4 c7c6 d2d4
B13 caro e2e4 c7c6 d2d4 d7d5 e4d5
B15 caro e2e4 c7c6 d2d4 d7d5 b1c3
B17 caro e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4 b8d7
B18 caro e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4 c8f5
B20 sicilian e2e4 c7c5
B22 sicilian_alapin e2e4 c7c5 c2c3
B23 sicilian_closed e2e4 c7c5 b1c3
B27 sicilian e2e4 c7c5 g1f3
B30 sicilian e2e4 c7c5 g1f3 b8c6
B30 sicilian_rossolimo e2e4 c7c5 g1f3 b8c6 f1b5
B32 sicilian e2e4 c7c5 g1f3 b8c6 d2d4
B33 sicilian e2e4 c7c5 g1f3 b8c6 d2d4 c5d4 f3d4 g8f6 b1c3
B33 sicilian_sveshnikov e2e4 c7c5 g1f3 b8c6 d2d4 c5d4 f3d4 g8f6 b1c3 e7e5
B34 sicilian_accelerated e2e4 c7c5 g1f3 b8c6 d2d4 c5d4 f3d4 g7g6
B40 sicilian e2e4 c7c5 g1f3 e7e6
B41 sicilian_kan e2e4 c7c5 g1f3 e7e6 d2d4 c5d4 f3d4 a7a6
B44 sicilian_taimanov e2e4 c7c5 g1f3 e7e6 d2d4 c5d4 f3d4 b8c6
B50 sicilian e2e4 c7c5 g1f3 d7d6
B51 sicilian_moscow e2e4 c7c5 g1f3 d7d6 f1b5
B54 sicilian e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4
B56 sicilian e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3
B60 sicilian_rauzer e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 b8c6 c1g5
B70 sicilian_dragon e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 g7g6
B80 sicilian_scheveningen e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 e7e6
B90 sicilian_najdorf e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6
C00 french e2e4 e7e6
C01 french e2e4 e7e6 d2d4 d7d5 e4d5
C02 french e2e4 e7e6 d2d4 d7d5 e4e5
C03 french e2e4 e7e6 d2d4 d7d5 b1d2
C10 french e2e4 e7e6 d2d4 d7d5 b1c3
C11 french e2e4 e7e6 d2d4 d7d5 b1c3 g8f6
C15 french e2e4 e7e6 d2d4 d7d5 b1c3 f8b4
C20 kings_pawn e2e4 e7e5
C23 bishop e2e4 e7e5 f1c4
C25 vienna e2e4 e7e5 b1c3
C26 vienna e2e4 e7e5 b1c3 g8f6
C30 kings_gambit e2e4 e7e5 f2f4
C30 kings_gambit_declined e2e4 e7e5 f2f4 f8c5
C33 kings_gambit_accepted e2e4 e7e5 f2f4 e5f4
C34 kings_gambit_accepted e2e4 e7e5 f2f4 e5f4 g1f3
C40 kings_pawn e2e4 e7e5 g1f3
C41 philidor e2e4 e7e5 g1f3 d7d6
C42 petrov e2e4 e7e5 g1f3 g8f6
C44 kings_pawn e2e4 e7e5 g1f3 b8c6
C44 ponziani e2e4 e7e5 g1f3 b8c6 c2c3
C44 scotch e2e4 e7e5 g1f3 b8c6 d2d4
C45 scotch e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4
C46 four_knights e2e4 e7e5 g1f3 b8c6 b1c3 g8f6
C50 giuoco e2e4 e7e5 g1f3 b8c6 f1c4
C51 evans e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 b2b4
C53 giuoco e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3
C55 two_knights e2e4 e7e5 g1f3 b8c6 f1c4 g8f6
C57 two_knights e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 f3g5
C60 ruy e2e4 e7e5 g1f3 b8c6 f1b5
C65 ruy_berlin e2e4 e7e5 g1f3 b8c6 f1b5 g8f6
C67 ruy_berlin e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4
C68 ruy_exchange e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6
C70 ruy e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4
C77 ruy e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6
C78 ruy e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1
C80 ruy_open e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f6e4
C84 ruy_closed e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7
D00 queens_pawn d2d4 d7d5
D02 london d2d4 d7d5 g1f3 g8f6 c1f4
D02 queens_pawn d2d4 d7d5 g1f3
D06 queens_gambit d2d4 d7d5 c2c4
D10 slav d2d4 d7d5 c2c4 c7c6
D11 slav d2d4 d7d5 c2c4 c7c6 g1f3
D15 slav d2d4 d7d5 c2c4 c7c6 g1f3 g8f6 b1c3
D17 slav d2d4 d7d5 c2c4 c7c6 g1f3 g8f6 b1c3 d5c4 a2a4 c8f5
D20 qga d2d4 d7d5 c2c4 d5c4
D30 qgd d2d4 d7d5 c2c4 e7e6
D31 qgd d2d4 d7d5 c2c4 e7e6 b1c3
D32 tarrasch d2d4 d7d5 c2c4 e7e6 b1c3 c7c5
D35 qgd d2d4 d7d5 c2c4 e7e6 b1c3 g8f6
D37 qgd d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 g1f3
D43 semi_slav d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 g1f3 c7c6
D50 qgd d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5
D70 grunfeld d2d4 g8f6 c2c4 g7g6 g2g3 d7d5
D80 grunfeld d2d4 g8f6 c2c4 g7g6 b1c3 d7d5
D85 grunfeld d2d4 g8f6 c2c4 g7g6 b1c3 d7d5 c4d5 f6d5
E00 queens_pawn d2d4 g8f6 c2c4 e7e6
E00 catalan d2d4 g8f6 c2c4 e7e6 g2g3
E01 catalan d2d4 g8f6 c2c4 e7e6 g2g3 d7d5 f1g2
E11 bogo d2d4 g8f6 c2c4 e7e6 g1f3 f8b4
E12 queens_indian d2d4 g8f6 c2c4 e7e6 g1f3 b7b6
E20 nimzo d2d4 g8f6 c2c4 e7e6 b1c3 f8b4
E32 nimzo d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 d1c2
E40 nimzo d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3
E60 kings_indian d2d4 g8f6 c2c4 g7g6
E61 kings_indian d2d4 g8f6 c2c4 g7g6 b1c3 f8g7
E70 kings_indian d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4
E90 kings_indian d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3
E97 kings_indian d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3 e8g8 f1e2 e7e5 e1g1 b8c6
`;

export const standard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

let table: Map<string, [string, string]> | null = null;

function keyOf(p: Placement, plies: number): string {
  return placementText(p) + (plies % 2 ? "b" : "w");
}

/** The last position of every line, with its code and family. */
export function openings(): Map<string, [string, string]> {
  if (table) return table;
  table = new Map();
  for (const line of lines.trim().split("\n")) {
    const [code, family, ...moves] = line.split(" ");
    let p: Placement = placementOf(standard);
    for (const uci of moves) {
      const step = play(p, uci);
      if (!step) throw new Error(`opening ${line}: ${uci} cannot be played`);
      p = step.after;
    }
    table.set(keyOf(p, moves.length), [code!, family!]);
  }
  return table;
}

const cache = new WeakMap<object, { lang: string; count: number; text: string }>();

/** "B15 · Caro-Kann Defence" after so many moves, "Chess960" in a game of it, "" if unknown. */
export function openingOf(board: Board, count: number, texts: Texts): string {
  const s = board.state;
  if (s?.variant === "chess960") return texts.t("chess960");
  if (!s || s.first_ply !== 1 || !s.start.startsWith(standard + " w")) return "";
  const known = cache.get(board.laid);
  if (known && known.lang === texts.lang && known.count === count) return known.text;
  let text = "";
  for (let n = Math.min(count, 24); n > 0 && !text; n--) {
    const p = board.laid.boards[n];
    const found = p && openings().get(keyOf(p, n));
    if (found) text = `${found[0]} · ${texts.t(`opening.${found[1]}`)}`;
  }
  cache.set(board.laid, { lang: texts.lang, count, text });
  return text;
}
