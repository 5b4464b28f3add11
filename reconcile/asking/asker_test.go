package asking_test

import (
	"testing"
	"time"

	"touchmove/reconcile/asking"
	"touchmove/rules"
)

// start is the position before the first move, and afterE4 the one before the second.
var (
	start   = rules.MustPosition(rules.StartFEN, rules.Standard)
	afterE4 = start.After(move(start, "e2e4"))
)

func move(p rules.Position, uci string) rules.Move {
	m, err := p.ParseUCI(uci)
	if err != nil {
		panic(err)
	}
	return m
}

// chance is a move with the mass that speaks for it.
type chance struct {
	uci  string
	mass float64
	why  []asking.Why
}

// doubt returns a ply that may have been one of these moves; its move is the first one.
func doubt(ply int, before rules.Position, published bool, of ...chance) asking.Unsettled {
	m := asking.Masses{}
	all := 0.0
	for _, c := range of {
		m.Moves = append(m.Moves, asking.Mass{Move: move(before, c.uci), Mass: c.mass, Reasons: c.why})
		all += c.mass
	}
	m.Sure = of[0].mass / all
	return m.Unsettled(ply, before, published)
}

// named returns the moves of a question.
func named(q *asking.Question) (ucis string) {
	if q == nil {
		return ""
	}
	for _, c := range q.Candidates {
		ucis += c.Move.UCI(rules.Standard) + " "
	}
	return ucis
}

// TestWhenAsked: the second move has to be likely enough, and play has to have gone on for long enough
// that readings seldom decide any more; both depend on what is at stake.
func TestWhenAsked(t *testing.T) {
	unseen, piece := []asking.Why{asking.WhyEndUnseen}, []asking.Why{asking.WhyPieceUnnamed}
	for _, c := range []struct {
		name      string
		second    float64 // beside a likeliest move of 1 - second
		why       []asking.Why
		plies     int // that stand after it
		published bool
		asked     bool
	}{
		{"six plies later", 0.06, nil, 6, true, true},
		{"too early", 0.06, nil, 5, true, false},
		{"the second is unlikely", 0.04, nil, 6, true, false},
		{"an end was not seen", 0.03, unseen, 6, true, true},
		{"the piece of a promotion", 0.011, piece, 6, true, true},
		{"it waits to be published", 0.2, nil, 4, false, true},
		{"it waits, but is nearly sure", 0.06, nil, 4, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var a asking.Asker
			play := asking.Play{Best: 1 + c.plies}
			if c.published {
				play.Published = 1 + c.plies
			}
			list := []asking.Unsettled{doubt(1, start, c.published, chance{"e2e4", 1 - c.second, c.why}, chance{"e2e3", c.second, nil})}
			if _, q := a.Look(list, play); (q != nil) != c.asked {
				t.Errorf("asked: %q, want a question: %v", named(q), c.asked)
			}
			if _, again := a.Look(list, play); again != nil {
				t.Errorf("asked twice")
			}
		})
	}
}

// TestNamedMoves: beside the likeliest, moves are named that are not much less likely, four at most, and
// always the published one. What the rules do not allow is not named.
func TestNamedMoves(t *testing.T) {
	list := []asking.Unsettled{doubt(1, start, true, chance{"a2a3", 0.02, nil}, chance{"e2e4", 0.3, nil}, chance{"e2e3", 0.25, nil},
		chance{"d2d4", 0.2, nil}, chance{"d2d3", 0.13, nil}, chance{"c2c4", 0.1, []asking.Why{asking.WhyNotAllowed}})}
	var a asking.Asker
	_, q := a.Look(list, asking.Play{Published: 9, Best: 9})
	if got, want := named(q), "e2e4 e2e3 d2d4 a2a3 "; got != want {
		t.Errorf("named: %s, want %s", got, want)
	}
	if q != nil && !q.Candidates[3].Published {
		t.Error("the published move is not marked")
	}
}

// TestSettledByPlay: a question ends when play has made the second move unlikely, not before.
func TestSettledByPlay(t *testing.T) {
	var a asking.Asker
	play := asking.Play{Published: 9, Best: 9}
	look := func(second float64) *asking.Question {
		settled, _ := a.Look([]asking.Unsettled{doubt(1, start, true, chance{"e2e4", 1 - second, nil}, chance{"e2e3", second, nil})}, play)
		return settled
	}
	look(0.3)
	if look(0.006) != nil || a.Open() == nil {
		t.Error("the question has ended although the second move has 0.006")
	}
	if look(0.004) == nil || a.Open() != nil {
		t.Error("the question has not ended although the second move has 0.004")
	}
}

// TestAskedAgain: once a move that the question does not name has been the likeliest for four seconds, the
// question is asked again with it.
func TestAskedAgain(t *testing.T) {
	var a asking.Asker
	look := func(at time.Duration, of ...chance) *asking.Question {
		_, q := a.Look([]asking.Unsettled{doubt(1, start, false, of...)}, asking.Play{At: at, Best: 7})
		return q
	}
	look(time.Second, chance{"e2e4", 0.6, nil}, chance{"e2e3", 0.4, nil})
	other := []chance{{"d2d4", 0.6, nil}, {"e2e4", 0.4, nil}}
	if q := look(2*time.Second, other...); q != nil {
		t.Errorf("asked again at once: %s", named(q))
	}
	if q := look(5*time.Second, other...); q != nil {
		t.Errorf("asked again after three seconds: %s", named(q))
	}
	if q := look(6*time.Second, other...); named(q) != "d2d4 e2e4 " {
		t.Errorf("after four seconds %q is asked, want d2d4 e2e4", named(q))
	}
}

// TestAtEnd: when the game is over, what was noted at the last rest is asked: again if the open question
// does not name the move that was the likeliest, also when an earlier ply has been asked about before. What
// comes after the first move that is not published is not asked yet.
func TestAtEnd(t *testing.T) {
	first := []chance{{"e2e4", 0.6, nil}, {"e2e3", 0.4, nil}}
	ask := func(noted ...asking.Unsettled) (a asking.Asker) {
		a.Look([]asking.Unsettled{doubt(1, start, true, first...)}, asking.Play{Published: 1, Best: 7})
		a.Answered()
		_, q := a.Look([]asking.Unsettled{doubt(2, afterE4, false, chance{"d7d5", 0.6, nil}, chance{"d7d6", 0.4, nil})}, asking.Play{Published: 1, Best: 7})
		if named(q) != "d7d5 d7d6 " {
			t.Fatalf("asked %q, want d7d5 d7d6", named(q))
		}
		a.Note(noted, 7)
		return a
	}
	told := func(ply int) rules.Move {
		if ply == 1 {
			return move(start, "e2e4")
		}
		return rules.NoMove
	}
	likelier := doubt(2, afterE4, false, chance{"e7e5", 0.6, nil}, chance{"d7d5", 0.4, nil})
	a := ask(doubt(1, start, true, first...), likelier)
	if q := a.AtEnd(1, afterE4, told); named(q) != "e7e5 d7d5 " || a.Open() != q || q.Occasion != asking.GameOver {
		t.Errorf("asked %q at the end, want e7e5 d7d5", named(q))
	}
	a = ask(likelier)
	if q := a.AtEnd(0, start, func(int) rules.Move { return rules.NoMove }); q != nil {
		t.Errorf("asked %q although the ply before is not published", named(q))
	}
}

// TestOvertaken: a question ends when another move than it names is published for its ply, when one before
// it is amended, or when its ply is withdrawn; it may then be asked again.
func TestOvertaken(t *testing.T) {
	list := []asking.Unsettled{doubt(2, afterE4, true, chance{"e7e5", 0.6, nil}, chance{"e7e6", 0.4, nil})}
	play := asking.Play{Published: 9, Best: 9}
	for _, c := range []struct {
		name string
		do   func(*asking.Asker)
		ends bool
	}{
		{"a move that it names is published", func(a *asking.Asker) { a.Published(2, move(afterE4, "e7e6")) }, false},
		{"another one is published", func(a *asking.Asker) { a.Published(2, move(afterE4, "d7d5")) }, true},
		{"the ply before is amended", func(a *asking.Asker) { a.Published(1, move(start, "d2d4")) }, true},
		{"a later one is published", func(a *asking.Asker) { a.Published(3, move(start, "d2d4")) }, false},
		{"it is withdrawn", func(a *asking.Asker) { a.Withdrawn(2) }, true},
		{"a later one is withdrawn", func(a *asking.Asker) { a.Withdrawn(3) }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var a asking.Asker
			a.Look(list, play)
			c.do(&a)
			if open := a.Open() != nil; open == c.ends {
				t.Errorf("open: %v", open)
			}
			if _, q := a.Look(list, play); (q != nil) != c.ends {
				t.Errorf("asked again: %v", q != nil)
			}
		})
	}
}

// TestHeld: when a command has made one line the only one, only a person can end a question about it; one about
// a later ply is void.
func TestHeld(t *testing.T) {
	var a asking.Asker
	a.Look([]asking.Unsettled{doubt(2, afterE4, true, chance{"e7e5", 0.6, nil}, chance{"e7e6", 0.4, nil})}, asking.Play{Published: 9, Best: 9})
	copied := a.Clone()
	a.Keep(2)
	if !a.IsHeld() || a.Open() == nil {
		t.Error("the question about the last ply of the line is not kept")
	}
	copied.Keep(1)
	if copied.IsHeld() || copied.Open() != nil {
		t.Error("a question about a ply that is gone is kept")
	}
}

// lifted returns the question whether a pawn that was lifted was moved, as the second ply.
func lifted() *asking.Question {
	e5 := asking.Alternative{Move: move(afterE4, "e7e5"), Probability: 3}
	q := &asking.Question{Ply: 2, Before: afterE4, Occasion: asking.GameOver, Candidates: []asking.Alternative{e5}, Lifted: e5.Move.From()}
	q.OrNone(1)
	return q
}

// TestLiftAtEnd: whether a lifted piece was moved is asked when the game ends, after the question about an
// earlier ply has been answered, and only in the position in which the piece was lifted.
func TestLiftAtEnd(t *testing.T) {
	told := func(ply int) rules.Move {
		if ply == 1 {
			return move(start, "e2e4")
		}
		return rules.NoMove
	}
	look := func(list ...asking.Unsettled) *asking.Asker {
		var a asking.Asker
		a.Look(list, asking.Play{Published: 1, Best: 1, Lift: lifted()})
		return &a
	}
	a := look()
	if q := a.AtEnd(1, afterE4, told); named(q) != "e7e5 0000 " || q.Candidates[1].Probability != 0.25 || q.Candidates[1].Published {
		t.Errorf("asked %q %+v, want e7e5 with 0.75 and no move with 0.25", named(q), q)
	}

	a = look(doubt(1, start, true, chance{"e2e4", 0.7, nil}, chance{"e2e3", 0.3, nil}))
	if q := a.AtEnd(1, afterE4, told); named(q) != "e2e4 e2e3 " {
		t.Errorf("asked %q first, want the earlier ply", named(q))
	}
	a.Answered()
	if q := a.AtEnd(1, afterE4, told); named(q) != "e7e5 0000 " {
		t.Errorf("asked %q after the answer, want the lift", named(q))
	}
	a.Answered()
	if q := a.AtEnd(1, afterE4, told); q != nil {
		t.Errorf("asked %q again", named(q))
	}

	a = look(doubt(1, start, true, chance{"e2e4", 0.7, nil}, chance{"e2e3", 0.3, nil}))
	a.AtEnd(1, afterE4, told)
	a.Answered()
	if q := a.AtEnd(1, start.After(move(start, "e2e3")), told); q != nil {
		t.Errorf("asked %q after the answer has changed the position", named(q))
	}

	a = look()
	a.DropLift(rules.Squares(0).With(move(afterE4, "e7e5").From()))
	if q := a.AtEnd(1, afterE4, told); q != nil {
		t.Errorf("asked %q although the piece stands where it was", named(q))
	}
}
