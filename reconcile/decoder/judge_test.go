package decoder_test

import (
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// table is a decoder at a board, with everything it has published.
type table struct {
	*decoder.Decoder
	at   time.Duration
	told []decoder.Finding
}

func sit() *table {
	t := &table{Decoder: decoder.New(decoder.Config{Start: rules.StartPosition()})}
	scan := occupied(rules.StartPosition())
	t.wait(time.Millisecond)
	t.Scan(&scan)
	t.wait(time.Second)
	return t
}

func (t *table) wait(d time.Duration) {
	t.at += d
	t.Advance(t.at)
	t.told = append(t.told, t.Findings()...)
}

// move lifts a piece and puts it down 400 ms later.
func (t *table) move(from, to rules.Square) {
	t.Change(from, sensors.Empty)
	t.wait(400 * time.Millisecond)
	t.Change(to, sensors.Occupied)
	t.wait(time.Millisecond)
}

// of lists what was published about a ply, in order.
func (t *table) of(ply int) (kinds []decoder.Kind, sure []float64) {
	for _, f := range t.told {
		if f.Ply == ply {
			kinds, sure = append(kinds, f.Kind), append(sure, f.Confidence)
		}
	}
	return kinds, sure
}

// TestCertaintyRisesWithPlay: the confidence of a move rises as play goes on, and what is published
// about it is a probability that has crossed a level.
func TestCertaintyRisesWithPlay(t *testing.T) {
	b := sit()
	for _, m := range [][2]rules.Square{{rules.E2, rules.E4}, {rules.E7, rules.E5}, {rules.G1, rules.F3}, {rules.B8, rules.C6}, {rules.F1, rules.B5}, {rules.A7, rules.A6}} {
		b.move(m[0], m[1])
		b.wait(4 * time.Second)
	}
	for ply := 1; ply <= 3; ply++ {
		kinds, sure := b.of(ply)
		if len(kinds) == 0 || kinds[0] != decoder.Made {
			t.Fatalf("ply %d: told %v", ply, kinds)
		}
		for i := 1; i < len(kinds); i++ {
			if kinds[i] != decoder.Assured || sure[i] <= sure[i-1] {
				t.Errorf("ply %d: %v with %v", ply, kinds, sure)
			}
		}
		if last := sure[len(sure)-1]; last < decoder.Certain || last >= 1 {
			t.Errorf("ply %d ends at %v", ply, last)
		}
	}
	for _, f := range b.told {
		if f.Kind == decoder.Assured && (f.Confidence < f.Level || f.Level != decoder.Likely && f.Level != decoder.Certain) {
			t.Errorf("%+v", f)
		}
	}
}

// TestCertaintyFallsWhenThePieceGoesBack: a move whose piece goes back to its origin is doubted
// before it is retracted.
func TestCertaintyFallsWhenThePieceGoesBack(t *testing.T) {
	b := sit()
	b.move(rules.E2, rules.E4)
	b.wait(4 * time.Second)
	b.move(rules.E4, rules.E2)
	b.wait(4 * time.Second)
	kinds, sure := b.of(1)
	if len(kinds) < 3 || kinds[0] != decoder.Made || kinds[len(kinds)-2] != decoder.Doubted || kinds[len(kinds)-1] != decoder.Retracted {
		t.Fatalf("told %v with %v", kinds, sure)
	}
	if s := sure[len(sure)-2]; s >= decoder.Likely {
		t.Errorf("doubted at %v", s)
	}
}

// TestACommandIsCertain: a move that a person has entered is certain.
func TestACommandIsCertain(t *testing.T) {
	b := sit()
	start := rules.StartPosition()
	m, err := start.ParseUCI("d2d4")
	if err != nil {
		t.Fatal(err)
	}
	b.Correct(1, m, start)
	b.wait(10 * time.Second)
	if kinds, sure := b.of(1); len(kinds) == 0 || kinds[0] != decoder.Made || sure[0] != 1 {
		t.Errorf("told %v with %v", kinds, sure)
	}
}

// TestProbability checks that more odds never lower the confidence of a move, and that every term
// has its own name.
func TestProbability(t *testing.T) {
	names := map[string]bool{}
	for term := range decoder.Terms {
		name := decoder.Term(term).String()
		if name == "" || names[name] {
			t.Errorf("term %d is called %q", term, name)
		}
		names[name] = true
	}
	for _, term := range []decoder.Term{decoder.RivalsAgainst, decoder.RivalsBehind, decoder.RivalsFar, decoder.NoneAgainst, decoder.NoneBehind, decoder.NoneFar, decoder.BeforeAgainst, decoder.BeforeBehind} {
		var e decoder.Evidence
		e[decoder.Always] = 1
		before := e.Probability()
		e[term] = 2
		if after := e.Probability(); after < before || before <= 0 || after >= 1 {
			t.Errorf("%v: from %v to %v", term, before, after)
		}
	}
}
