package article4

import (
	"time"

	"touchmove/rules"
)

// actKind is the kind of an act.
type actKind uint8

const (
	lifted   actKind = iota // a piece left the square
	placed                  // a piece was set down on the square
	felt                    // a finger's touch of the square, reported
	adjusts                 // the player announced adjusting
	says                    // the player announced castling
	promotes                // the player's choice of a piece was entered; NoKind: the pawn was left standing
	restores                // the position before the move is on the board again
)

// act is one thing done at the board. at is when it happened, which is before the debouncer was
// sure of it.
type act struct {
	kind actKind
	at   time.Duration
	sq   rules.Square
	by   rules.Color // felt, adjusts, says
	// until: adjusts, the next press of the player who said it; 0 before.
	until time.Duration
	piece rules.Kind // promotes
	// noise: lifted, but only by a sensor with a bad contact.
	noise bool
	// to: lifted and felt, the player to whom the arbiter attributed it; promotes, the player whose pawn
	// alone is meant.
	to owner
	// given: lifted, to is or was the player who had moved, for a piece of theirs may have taken this one.
	given bool
	// color: placed, the owner of the piece, if the sensors distinguish colours.
	color owner
	// takes: placed, and a later press has shown that the mover's piece captured the one that stood
	// there.
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

// isFor reports whether an act may count for a player: it is attributed to them, or to nobody.
func (a act) isFor(c rules.Color) bool { return a.to == unowned || a.to == ownerOf(c) }
