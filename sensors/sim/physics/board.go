package physics

import (
	"sync"

	"touchmove/rules"
)

// Base is the base of a piece with its magnet.
type Base struct {
	Diameter int64 // in micrometres
	Lift     int64 // from the board to the lower face of the magnet: felt and wood
	Magnet   Magnet
}

// Set is a set of pieces: the base of each kind.
type Set [rules.King + 1]Base

// Board is a board with one sensor under each square.
type Board struct {
	Square int64 // side of a square, in micrometres
	Depth  int64 // from the surface to the near side of a sensor
	Kind   Kind
	Shift  int64 // offset of every sensor along its rank from the middle of the square, where a lying reed feels nothing
	Set    Set

	// Tolerances: how far a board differs from its drawing.
	OffPlace int64 // largest error of a sensor's place, along and across
	OffDepth int64 // largest error of a sensor's depth
	OffSeat  int64 // largest distance of a magnet from the middle of its base
	Weaker   int64 // largest deviation of a magnet's strength, in thousandths

	Row int64 // microseconds between the readings of one rank and the next; 0: all at once

	worked sync.Once // guards the computation of fields
	fields fields
}

// Wooden returns a tournament-size set for squares of 57 mm: bases of 40 mm for the
// king down to 30 mm for the pawn.
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

// Disc returns a magnet with dimensions in millimetres and remanence in millitesla.
func Disc(diameter, height, remanence int64) Magnet {
	return Magnet{diameter * Millimetre, height * Millimetre, remanence * Millitesla}
}

// Centre returns the middle of a square. The origin is the middle of a1; x runs
// along the ranks and y along the files.
func (b *Board) Centre(s rules.Square) (x, y int64) {
	return int64(s.File()) * b.Square, int64(s.Rank()) * b.Square
}

// Point is a place in space, in micrometres; the board's surface is at 0.
type Point struct{ X, Y, Z int64 }

// one is the length of an axis: directions are fixed-point numbers with ten
// fractional bits.
const one = 1024

// Upright is the axis of a standing piece.
var Upright = Point{0, 0, one}

// Pose is where a piece is: the middle of the underside of its base, and the
// direction of its axis.
type Pose struct {
	At   Point
	Axis Point // of length 1024
}

// Standing returns the pose of an upright piece at a place.
func Standing(x, y, z int64) Pose { return Pose{Point{x, y, z}, Upright} }

// Key says where a piece is at one time. Between two keys it moves in a straight
// line.
type Key struct {
	At int64 // microseconds
	Pose
}

// Piece is a piece and its path. It is on the board from its first key on: until
// the end or, if Gone, until its last key.
type Piece struct {
	Kind  rules.Kind
	Color rules.Color
	Keys  []Key
	Gone  bool
}
