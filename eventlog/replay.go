package eventlog

import (
	"iter"

	"touchmove/sensors/trace"
)

// Replayed is a record and what came of it.
type Replayed struct {
	Record trace.Record
	Step
	// Refused is why a command was not carried out: it is refused now as it was
	// then. Nil else.
	Refused error
}

// Replay takes records through a board. It ends after the records or with the
// first error, which is theirs, or a refusal of a record that is no command.
func Replay(b *Board, records iter.Seq2[trace.Record, error]) iter.Seq2[Replayed, error] {
	return func(yield func(Replayed, error) bool) {
		for r, err := range records {
			if err != nil {
				yield(Replayed{Record: r}, err)
				return
			}
			step, err := b.Step(r)
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

// Of replays a whole journal and returns its board as it stands at the end.
// What is no record of a game was refused when it came, and is passed over.
func Of(h trace.Header, j Journal, records []trace.Record) (*Board, error) {
	b, err := New(h, j)
	if err != nil {
		return nil, err
	}
	for _, r := range records {
		_, _ = b.Step(r) // refused now as it was then
	}
	return b, nil
}
