package article4

// result is how the game ended.
type result struct {
	text, reason string
	ply          int  // the move whose position ended it; 0: a word did
	proposed     bool // the arbiter has still to declare it
	from         int  // proposed: the last half-move then; a later one takes it back
	proof        *Proof
	// disputed: proposed because the move that ended the game broke Article 4, and the
	// opponent may claim. The clocks stand.
	disputed bool
}
