package decoder

import "time"

// Consensus: how far behind another hypothesis must be before its different view of a move no
// longer counts. An old doubt must not hold up the game.
const (
	marginFresh  = 2.0
	marginOld    = 1.0
	marginStale  = 0.3
	marginBlind  = 2.5 // one end of the move was not detected
	blindAge     = 120 * time.Second
	marginSilent = 1.3 // later readings show which piece was captured, not time
	oldAge       = 3 * time.Second
	staleAge     = 8 * time.Second

	stood = 60 * time.Millisecond // a reply, or an opponent's touch, that is more than a bounce

	// The same for a piece that the piece just moved could have captured instead: the mover may be
	// taking it off.
	stoodVictim = 500 * time.Millisecond

	level          = 0.5 // of two lines to one position, the published one stands
	repeatBy       = 2.5 // the same for a repetition or for pieces that were put back
	repeatSealedBy = 5.0 // the same if a move in which they differ is sealed: its player has pressed for it
	amendBy        = 1.5
	amendFor       = 200 * time.Millisecond
	retractBy      = 2.5
	retractFor     = time.Second
	cautionMost    = 4.0
	cautionLess    = 0.03 // with each published move
	cautionBy      = 1.0
	droppedKept    = 0.9 // with each published move, of the moves dropped
	darkKept       = 0.97
	unreadMost     = 1000.0

	deepest = 8
	deepBy  = 0.75
	deepFor = 500 * time.Millisecond

	endMargin = 4.0
)
