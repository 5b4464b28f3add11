package physics

import (
	"sync"

	"touchmove/rules"
)

// Base is what stands on the board: the base of a piece with its magnet.
type Base struct {
	Diameter int64 // micrometres
	Lift     int64 // from the board to the lower face of the magnet: felt and wood
	Magnet   Magnet
}

// Set is a set of pieces: the base of each kind.
type Set [rules.King + 1]Base

// Board is a board with one sensor under each square.
type Board struct {
	Square int64 // micrometres, the side of a square
	Depth  int64 // from the surface to the near side of a sensor
	Kind   Kind
	Shift  int64 // of every sensor along its rank, from the middle of the square: a lying reed feels nothing there
	Set    Set

	// Tolerances: how far a board differs from its drawing.
	OffPlace int64 // sensors off their places, along and across, at most
	OffDepth int64 // and in depth, at most
	OffSeat  int64 // magnets off the middle of their bases, at most
	Weaker   int64 // magnets weaker or stronger, in thousandths, at most

	Row int64 // microseconds from the reading of one rank to that of the next; 0: all at once

	worked sync.Once // fields are worked out
	fields fields
}

// Wooden is a tournament-size set for squares of 57 mm: bases of
// 40 mm for the king down to 30 mm for the pawn.
func Wooden(king, piece, pawn Magnet) Set {
	const felt = 1500
	return Set{
		rules.King:   {40 * Millimetre, felt, king},
		rules.Queen:  {38 * Millimetre, felt, king},
		rules.Rook:   {34 * Millimetre, felt, piece},
		rules.Bishop: {34 * Millimetre, felt, piece},
		rules.Knight: {35 * Millimetre, felt, piece},
		rules.Pawn:   {30 * Millimetre, felt, pawn},
	}
}

// Disc is a magnet given in millimetres and millitesla.
func Disc(diameter, height, remanence int64) Magnet {
	return Magnet{diameter * Millimetre, height * Millimetre, remanence * Millitesla}
}

// Centre is the middle of a square; a1's is the origin, x runs along the ranks
// and y along the files.
func (b *Board) Centre(s rules.Square) (x, y int64) {
	return int64(s.File()) * b.Square, int64(s.Rank()) * b.Square
}

// Point is a place in space, in micrometres; the board's surface is at 0.
type Point struct{ X, Y, Z int64 }

// one is the length of an axis: directions are fixed-point numbers with ten
// fractional bits.
const one = 1024

// Upright is the axis of a piece that stands.
var Upright = Point{0, 0, one}

// Pose is where a piece is: the middle of the underside of its base, and the
// direction of its axis.
type Pose struct {
	At   Point
	Axis Point // of length 1024
}

// Standing is a piece upright at a place.
func Standing(x, y, z int64) Pose { return Pose{Point{x, y, z}, Upright} }

// Key is where a piece is at a time. Between two keys it goes straight.
type Key struct {
	At int64 // microseconds
	Pose
}

// Piece is a piece and where it goes. It is on the board from its first key on,
// and to the end or, when Gone, to its last key.
type Piece struct {
	Kind  rules.Kind
	Color rules.Color
	Keys  []Key
	Gone  bool
}
