package eventlog

import (
	"iter"

	"touchmove/sensors/trace"
)

// Replayed is a record and its result.
type Replayed struct {
	Record trace.Record
	Step
	// Refused is why a command was not carried out, otherwise nil. If the trace is not a
	// journal, the live game refused the command for the same reason.
	Refused error
}

// Replay steps a board through records. It ends after the last one, after an error in
// reading them, or after a refused record that is not a command.
func Replay(b *Board, records iter.Seq2[trace.Record, error]) iter.Seq2[Replayed, error] {
	return func(yield func(Replayed, error) bool) {
		for r, err := range records {
			if err != nil {
				yield(Replayed{Record: r}, err)
				return
			}
			step, err := b.Again(r)
			if _, asked := r.What.(trace.Command); err != nil && !asked {
				yield(Replayed{Record: r}, err)
				return
			}
			if !yield(Replayed{r, step, err}, nil) {
				return
			}
		}
	}
}

// Again takes a record of a trace. A journal contains no refused commands. So a command in
// it that this version refuses was accepted by the version that wrote it: it is carried out
// if it can be, and otherwise keeps its number in the log of actions, though it changes
// nothing. The error is that of Step.
func (b *Board) Again(r trace.Record) (Step, error) {
	step, err := b.stepWith(r, b.game.Again)
	if c, asked := r.What.(trace.Command); asked && err != nil && b.game.Header().WrittenBy != "" {
		b.game.LogRefused(c)
	}
	return step, err
}

// Of replays a whole journal and returns the board at its end. Records that are refused are
// skipped.
func Of(h trace.Header, j Journal, records []trace.Record) (*Board, error) {
	b, err := New(h, j)
	if err != nil {
		return nil, err
	}
	for _, r := range records {
		_, _ = b.Again(r)
	}
	return b, nil
}
