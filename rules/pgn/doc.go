// Package pgn reads and writes games in Portable Game Notation, the PGN standard of 1994.
//
// A [Reader] streams the games of a text and holds one of them in memory. It takes the import format: any
// layout, comments, variations, judgements, clock times as of chess servers, the letters of any
// [rules.Language], and the usual encodings. A broken game is an [*Error] with its line and column, and costs
// only itself. A [Writer] writes the export format, always the same bytes for the same game.
//
// A [Game] is what stands in a PGN: tags, the start position, moves with all that is said about them, and the
// result. Its moves are legal; an illegal one cannot be written in PGN.
package pgn
