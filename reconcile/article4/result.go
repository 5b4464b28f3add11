package article4

import "touchmove/rules"

// result is how the game ended.
type result struct {
	text, reason string
	ply          int  // the move whose position ended it; 0: it did not end by a move
	proposed     bool // the arbiter still has to declare it
	from         int  // proposed: the last half-move by then; a later one withdraws it
	proof        *Proof
	// disputed: proposed because the move that ended the game broke Article 4 and the opponent may
	// claim. The clocks are stopped.
	disputed bool
}

// proposal is a result that the arbiter is asked to declare although no move ended the game.
type proposal struct {
	text    string      // of a flag, a device or an illegal position; empty: none
	flag    bool        // a flag's result is proposed
	byFlag  result      // and this is it
	fallen  rules.Color // whose flag it was, if the reason is that one flag has fallen
	device  bool        // a result for a device that sounded is proposed
	claimed [2]bool     // this player has claimed that the opponent's flag has fallen
	illegal result      // a loss by illegal moves after which play has gone on
}
