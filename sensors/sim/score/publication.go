package score

// Publication is a move that was published, or taken back, at a time of the
// trace.
type Publication struct {
	AtUS int64  // when it was published, microseconds since the trace began
	Game int    // index of the game in the trace, from 0
	Kind Kind   // made, amended or retracted
	Ply  int    // from 1
	UCI  string // empty but for Made and Amended

	Confidence float64 // that the move is right, 0 to 1; 0 for Retracted
}

// Kind is how a move was published.
type Kind uint8

// A move is Made when first published for its ply, Amended when it replaces one published
// before (and drops what followed), Retracted when the ply is said not to have
// been played after all. Judged is no move: it is a new confidence of the one that stands.
const (
	Made Kind = iota
	Amended
	Retracted
	Judged
)

// Rebuilt is everything a reconstruction said about a trace.
type Rebuilt struct {
	Games        [][]string    // the moves of each game as they stood at the end, in UCI
	Publications []Publication // in time order
}

// isMove reports whether x shows a move.
func (x *Publication) isMove() bool { return x.Kind == Made || x.Kind == Amended }
