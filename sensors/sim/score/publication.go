package score

// Publication is a move that was published or retracted, with its time in the trace.
type Publication struct {
	AtUS int64  // when it was published, in microseconds since the trace began
	Game int    // index of the game in the trace, from 0
	Kind Kind   // made, amended or retracted
	Ply  int    // from 1
	UCI  string // empty except for Made and Amended

	Confidence float64 // that the move is right, 0 to 1; 0 for Retracted
}

// Kind is how a move was published.
type Kind uint8

// A move is Made when it is first published for its ply. It is Amended when it replaces a
// move published before, which drops all later ones. It is Retracted when the ply turns
// out not to have been played. Judged is not a move but a new confidence for the published
// one.
const (
	Made Kind = iota
	Amended
	Retracted
	Judged
)

// Rebuilt is everything that a reconstruction published about a trace.
type Rebuilt struct {
	Games        [][]string    // the moves of each game as they stood at the end, in UCI
	Publications []Publication // in time order
}

// isMove reports whether x publishes a move.
func (x *Publication) isMove() bool { return x.Kind == Made || x.Kind == Amended }
