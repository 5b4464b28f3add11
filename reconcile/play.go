package reconcile

// play is what belongs to the game on the board beside its moves: a new game replaces it
// whole, and one that is gone back to brings its own.
type play struct {
	timing      timing
	absence     absence
	second      second
	adjournment *Adjournment
}
