// Package decoder finds the moves behind a sequence of sensor readings.
//
// It keeps a small set of hypotheses about the whole game. A hypothesis is a line of moves and,
// following from it, what every sensor should read now. A reading agrees with a hypothesis or opens
// a mismatch on that square, which costs more the longer it lasts. A hypothesis grows by a move
// when that makes it agree with more of the board. The cheapest one is taken to be true; what to
// publish, and when, is a separate decision (publish.go).
//
// Slides, captures in unusual orders, castling with the rook first, adjusting, overlapping hands,
// take-backs and pieces knocked over need no states of their own: in each of them some squares
// disagree for a while, and then one hypothesis agrees again.
//
// The main files, in the order in which they are best read. Most of them need each other, as all
// are about the one set of hypotheses:
//
//   - costs.go, table.go, parameters.go, curve.go: the parameters
//   - gaps.go, board.go, link.go, hypothesis.go, search.go, game.go: readings, explanations, and
//     what belongs to one game
//   - sight.go, hands.go, price.go, child.go: the evidence for a move
//   - move.go, castle.go, overtaken.go, illegal.go, dark.go, grow.go, suspect.go: the moves that
//     are tried
//   - beam.go, line.go, fallback.go, takeback.go, rest.go: which hypotheses are kept
//   - ready.go, unknown.go, seal.go, tell.go, publish.go, settle.go: what is published, and when
//   - over.go, disarray.go, centre.go, begin.go, newgame.go, watch_phase.go: sweeping, the end, and
//     the next game
//   - readings.go, advance.go, commands.go, laws.go, suspend.go, alternatives.go: called from
//     outside
//
// Time is an input. Nothing here reads a clock. Every deadline lies on a grid that depends only on
// the readings, so the same readings give the same answers however often Advance is called in
// between.
package decoder
