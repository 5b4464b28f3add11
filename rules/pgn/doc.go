// Package pgn reads and writes games in Portable Game Notation, the PGN standard of 1994.
//
// A [Reader] streams the games of a text and holds one of them in memory at a time. It reads the
// import format: any layout, comments, variations, judgements, clock times as written by chess
// servers, the letters of any [rules.Language], and the usual encodings. A broken game gives an
// [*Error] with its line and column and does not affect the others. A [Writer] writes the export
// format, always the same bytes for the same game.
//
// A [Game] is the content of a PGN: tags, the start position, moves with everything said about
// them, and the result. Its moves are legal; PGN cannot express an illegal one.
package pgn
