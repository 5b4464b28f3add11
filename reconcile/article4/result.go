package article4

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
