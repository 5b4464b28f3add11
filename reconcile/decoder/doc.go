// Package decoder finds the moves behind a sequence of sensor readings.
//
// It keeps a small set of hypotheses of the whole game. A hypothesis is a line of moves and,
// from it, what every sensor should read now. A reading agrees with a hypothesis or opens a
// mismatch on that square, which costs more the longer it lasts. A hypothesis grows by a
// move when that makes it agree with more of the board. The cheapest one is taken to be
// true; what to publish, and when, is a separate decision (publish.go).
//
// There is no state for slides, captures in odd orders, castling rook first,
// adjusting, overlapping hands, take-backs or pieces knocked over: in each of
// them some squares disagree for a while, and then one hypothesis agrees again.
//
// The files build on one another, and none needs those after it:
//
//   - costs.go, table.go, parameters.go, curve.go: what is likely, in figures
//   - gaps.go, board.go, link.go, hypothesis.go, search.go, game.go: readings, explanations, and what belongs to one game
//   - sight.go, hands.go, price.go, child.go: what speaks for a move
//   - move.go, castle.go, overtaken.go, illegal.go, dark.go, grow.go, suspect.go: the moves that are tried
//   - beam.go, line.go, fallback.go, takeback.go, rest.go: which hypotheses are kept
//   - ready.go, wait.go, unknown.go, seal.go, tell.go, publish.go, settle.go: what is told, and when
//   - over.go, disarray.go, centre.go, begin.go, newgame.go, phases.go: sweeping, the end, and the next game
//   - readings.go, advance.go, commands.go, laws.go, suspend.go, alternatives.go: the doors
//
// Time is an input. Nothing here reads a clock; every deadline lies on a grid
// that depends on the readings alone, so that the same readings give the same
// answers however often the time is told in between.
package decoder
