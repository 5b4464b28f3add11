package article4

import (
	"time"

	"touchmove/rules"
)

// deed is what kind of thing was done.
type deed uint8

const (
	lifted   deed = iota // a piece left the square
	placed               // a piece stands on the square
	felt                 // a finger's touch of the square, reported
	adjusts              // the player announced adjusting
	says                 // the player announced castling
	promotes             // the player's choice of a piece was entered; NoKind: the pawn was left standing
	restores             // the position before the move is on the board again
)

// act is one thing done at the board. at is when it happened, which is before the
// debouncer was sure of it.
type act struct {
	deed deed
	at   time.Duration
	sq   rules.Square
	by   rules.Color // felt, adjusts, says
	kind rules.Kind  // promotes
	// noise: lifted, by a sensor that does so of its own accord.
	noise bool
	to    owner // lifted, felt: the player to whom the arbiter attributed it
	// color is whose piece was set down, where the sensors tell.
	color owner
	// takes: placed, by the mover's piece that took the one that stood there, as a press has
	// shown since.
	takes bool
}

// owner is the player to whom an act was attributed, if any.
type owner uint8

const (
	unowned owner = iota
	whites
	blacks
)

func ownerOf(c rules.Color) owner { return owner(c) + whites }
