package reconcile_test

import (
	"bytes"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// ticked inserts scans that repeat the latest readings between the records.
func ticked(records []trace.Record, every time.Duration) []trace.Record {
	var out []trace.Record
	var board sensors.Scan
	for i, r := range records {
		if i > 0 {
			for at := records[i-1].At + every; at < r.At; at += every {
				out = append(out, trace.Record{At: at, What: trace.Scan{Board: board}})
			}
		}
		switch w := r.What.(type) {
		case trace.Scan:
			board = w.Board
		case trace.Change:
			board[w.Square] = w.Is
		}
		out = append(out, r)
	}
	return out
}

// TestDeterminism checks that events and their times do not depend on how many scans come in
// between, and that the events of a trace cut short are a prefix of those of the whole.
func TestDeterminism(t *testing.T) {
	for _, s := range scenarios(t, "article4.jsonl") {
		edition := s.Editions[len(s.Editions)-1]
		t.Run(s.ID, func(t *testing.T) {
			h, records, err := s.Trace(edition)
			if err != nil {
				t.Fatal(err)
			}
			_, whole := play(t, h, records)
			if _, again := play(t, h, records); !bytes.Equal(whole, again) {
				t.Fatal("played twice, told differently")
			}
			for _, every := range []time.Duration{7 * time.Millisecond, 93 * time.Millisecond} {
				if _, often := play(t, h, ticked(records, every)); !bytes.Equal(whole, often) {
					t.Errorf("told every %v:\n%s\nelse:\n%s", every, often, whole)
				}
			}
			for n := range records {
				if _, cut := play(t, h, records[:n]); !bytes.HasPrefix(whole, cut) {
					t.Errorf("cut before record %d:\n%s\nwhole:\n%s", n+1, cut, whole)
				}
			}
		})
	}
}

// TestOrderOfTimes checks that a trace's events are in the order of their times, and that State
// changes nothing.
func TestOrderOfTimes(t *testing.T) {
	for _, s := range scenarios(t, "article4.jsonl") {
		h, records, err := s.Trace(s.Editions[0])
		if err != nil {
			t.Fatal(err)
		}
		g := newGame(t, h)
		last := time.Duration(0)
		for _, r := range records {
			events, err := g.Step(r)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				if e.At < last || e.At > r.At {
					t.Errorf("%s: %s told at %v, after %v and with a record of %v", s.ID, e.What.Name(), e.At, last, r.At)
				}
				last = e.At
			}
			g.State()
		}
	}
}

// TestRefusedChangesNothing checks that a refused record changes nothing, except that its time has
// come.
func TestRefusedChangesNothing(t *testing.T) {
	h := trace.DefaultHeader()
	g := newGame(t, h)
	step(t, g, trace.Record{What: trace.Scan{Board: board(rules.StartPosition())}})
	step(t, g, trace.Record{At: time.Second, What: trace.Change{Square: rules.E2, Is: sensors.Empty}})
	before := g.State()
	for _, r := range []trace.Record{
		{At: 0, What: trace.Press{By: rules.White}},
		{At: 2 * time.Second, What: trace.Change{Square: rules.E2, Is: sensors.White}},
		{At: 2 * time.Second, What: trace.Command{Do: "dance"}},
		{At: 2 * time.Second, What: trace.Command{Do: trace.DoTakeBack, Plies: 1}},
	} {
		if _, err := g.Step(r); err == nil {
			t.Errorf("%+v was taken", r)
		}
	}
	step(t, g, trace.Record{At: 2 * time.Second, What: trace.Press{By: rules.White}})
	if after := g.State(); after.Position != before.Position || len(after.Moves) != 0 {
		t.Errorf("state is %+v, was %+v", after, before)
	}
}

// TestRefusalIsNoMatterOfTicks checks that what falls due before a refused command is published
// with the next record, and that the refusal does not depend on how often the board was scanned.
func TestRefusalIsNoMatterOfTicks(t *testing.T) {
	h, records := sample(t, "testdata/traces/arbiter-05.jsonl.gz")
	for i := range records {
		if i%9 == 4 {
			records = append(records[:i+1], records[i:]...)
			records[i].What = trace.Command{Do: trace.DoTakeBack, Plies: 1 + i/12}
		}
	}
	run := func(records []trace.Record) (out []byte, refused int) {
		g := newGame(t, h)
		for _, r := range records {
			events, err := g.Step(r)
			if err != nil {
				refused++
				continue
			}
			for _, e := range events {
				out = append(e.AppendJSON(out), '\n')
			}
		}
		return out, refused
	}
	whole, refused := run(records)
	often, again := run(ticked(records, 20*time.Millisecond))
	if refused == 0 || refused != again || !bytes.Equal(whole, often) {
		t.Errorf("refused %d and %d times: %s", refused, again, firstLine(often, whole))
	}
}
