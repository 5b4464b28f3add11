package eventlog_test

import (
	"path/filepath"
	"testing"

	"touchmove/eventlog"
	"touchmove/sensors/trace/tracetest"
)

// A board that is set up for the next game without a command begins another journal. Its
// records are never earlier than the last decision about the game that ends, even if
// that was made only while the next game was being set up, such as a proposed result.
func TestNextJournalBeginsAfterTheGameBefore(t *testing.T) {
	t.Parallel()
	turns := 0
	for _, path := range tracetest.Quick(t, "..") {
		h, records, ok := tracetest.Read(path)
		if !ok {
			continue
		}
		b, err := eventlog.New(h, journal)
		if err != nil {
			continue
		}
		b.Splits = true
		for _, r := range records {
			step, err := b.Step(r)
			if err != nil || step.Turn == nil {
				continue
			}
			if step.Turn.Back {
				break
			}
			turns++
			for _, e := range step.Events {
				if first := step.Turn.First[0].At; first < e.At {
					t.Errorf("%s: the next journal begins at %v, and %s of game %d was decided at %v", filepath.Base(path), first, e.What.Name(), e.Game, e.At)
				}
			}
			next, err := b.Next(step.Turn, h, journal)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			last := next.First[0].At
			for _, first := range next.First {
				if first.At < last {
					t.Errorf("%s: the next journal goes from %v back to %v", filepath.Base(path), last, first.At)
				}
				last = first.At
			}
			b = next.Board
		}
	}
	if turns < 8 {
		t.Errorf("only %d journals began in all traces", turns)
	}
}
