// Lets PGN readers read a text. For each reader it writes the games that the reader finds, with
// the moves that it could play, the position after them, and the error that stopped it.
//   node read.mjs < games.pgn
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Chess } from "chess.js";
import { parsePgn, startingPosition } from "chessops/pgn";
import { parseSan } from "chessops/san";
import { makeFen } from "chessops/fen";

const require = createRequire(import.meta.url);
const text = readFileSync(0, "utf8");

/** The games of the text, split as by Lichess and by users of chess.js. */
const single = text.split(/\n\n(?=\[Event )/).map((game) => game.trim() + "\n");

/** What chess.js can play of a game; it reads one game at a time, completely or not at all. */
function chessJS(game) {
  const chess = new Chess();
  try {
    chess.loadPgn(game);
    return { moves: chess.history(), fen: chess.fen(), result: chess.getHeaders().Result };
  } catch (error) {
    return { moves: [], error: String(error.message) };
  }
}

/** chessops, which Lichess' own pages use, plays until a move is illegal. */
function chessops(game) {
  const position = startingPosition(game.headers).unwrap();
  const moves = [];
  for (const node of game.moves.mainline()) {
    const move = parseSan(position, node.san);
    if (!move) return { moves, error: `illegal: ${node.san}` };
    position.play(move);
    moves.push(node.san);
  }
  return { moves, fen: makeFen(position.toSetup()), result: game.headers.get("Result") };
}

/** The other parsers do not play the moves, so chess.js is their board. */
function played(moves, fen, result) {
  const chess = new Chess(fen);
  const done = [];
  for (const san of moves) {
    try {
      chess.move(san);
    } catch (error) {
      return { moves: done, error: String(error.message) };
    }
    done.push(san);
  }
  return { moves: done, fen: chess.fen(), result };
}

const pgnParser = require("pgn-parser");
const mliebelt = require("@mliebelt/pgn-parser");
console.log(
  JSON.stringify({
    "chess.js": single.map(chessJS),
    chessops: parsePgn(text).map(chessops),
    "pgn-parser": pgnParser.parse(text).map((game) => {
      const tag = (name) => game.headers?.find((header) => header.name === name)?.value;
      return played(game.moves.map((move) => move.move), tag("FEN"), tag("Result"));
    }),
    "@mliebelt/pgn-parser": mliebelt.parse(text, { startRule: "games" }).map((game) => played(game.moves.map((move) => move.notation.notation), game.tags.FEN, game.tags.Result)),
  }),
);
