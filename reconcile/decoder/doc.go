// Package decoder finds out which moves a row of sensor readings was.
//
// It keeps a small set of stories of the whole game. A story is a line of moves
// and, from it, what every sensor ought to say now. A reading agrees with a
// story or opens a disagreement on that square, which costs more the longer it
// lasts. A story grows by a move when that makes it agree with more of the
// board. The cheapest story is taken for the truth; what to tell the world, and
// when, is decided apart from that (publish.go).
//
// There is no state for slides, captures in odd orders, castling rook first,
// adjusting, overlapping hands, take-backs or pieces knocked over: in each of
// them some squares disagree for a while, and then one story agrees again.
//
// Time is an input. Nothing here reads a clock; every deadline lies on a grid
// that depends on the readings alone, so that the same readings give the same
// answers however often the time is told in between.
package decoder
