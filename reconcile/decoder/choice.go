package decoder

import (
	"time"

	"touchmove/rules"
)

// promoteBefore is how long before the pawn is lifted a command may come. Where no other promotion can be
// meant it may come at any time since the half-move before.
const promoteBefore = 2 * time.Second

// player is what a player has done in this game besides moving pieces.
type player struct {
	press   time.Duration // when they last pressed the clock; -1 before the first time
	pressed time.Duration // and the time before that
	promote choice        // by the colour that promotes
}

// unpressed is a player who has not pressed the clock yet.
var unpressed = player{press: -1, pressed: -1}

// choice is the piece that a command named for a promotion.
type choice struct {
	kind  rules.Kind
	at    time.Duration
	ahead bool // no pawn had reached the last rank: the next promotion is meant, if it is the next move
}

// names reports whether the command named the piece for a pawn that was lifted at that time; before
// is when the half-move before it was made.
func (c choice) names(lifted, before time.Duration) bool {
	return c.kind != rules.NoKind && (c.at >= lifted-promoteBefore || c.ahead && c.at >= before)
}
