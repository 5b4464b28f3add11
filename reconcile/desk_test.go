package reconcile_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// TestClassOfAGame: time and edition decide whether a game is standard play, rapid or blitz (F-A1).
func TestClassOfAGame(t *testing.T) {
	for _, c := range []struct {
		laws    rules.Laws
		minutes int
		want    trace.Mode
	}{
		{rules.FIDE1953, 5, trace.StandardPlay}, {rules.FIDE2005, 14, trace.Blitz}, {rules.FIDE2005, 15, trace.Rapid}, {rules.FIDE2005, 60, trace.Rapid},
		{rules.FIDE2009, 60, trace.StandardPlay}, {rules.FIDE2009, 59, trace.Rapid}, {rules.FIDE2009, 14, trace.Blitz},
		{rules.FIDE2018, 10, trace.Blitz}, {rules.FIDE2018, 11, trace.Rapid}, {rules.FIDE2023, 60, trace.StandardPlay},
	} {
		if got := article4.Class(c.laws, time.Duration(c.minutes)*time.Minute); got != c.want {
			t.Errorf("%v, %d min: %v, want %v", c.laws, c.minutes, got, c.want)
		}
	}
}

// TestComplaintsEnd: in fast play without supervision complaints about the set-up end after three
// moves by each player, from 2014 after ten (F-A4a).
func TestComplaintsEnd(t *testing.T) {
	for _, c := range []struct {
		laws  rules.Laws
		mode  trace.Mode
		loose bool
		moves int
		want  bool
	}{
		{rules.FIDE2009, trace.Rapid, true, 2, true}, {rules.FIDE2009, trace.Rapid, true, 3, false}, {rules.FIDE2009, trace.Rapid, false, 30, true},
		{rules.FIDE2018, trace.Blitz, true, 9, true}, {rules.FIDE2018, trace.Blitz, true, 10, false}, {rules.FIDE2018, trace.StandardPlay, false, 60, true},
	} {
		if got := article4.CanComplain(c.laws, article4.Rate{Mode: c.mode, Unsupervised: c.loose}, c.moves); got != c.want {
			t.Errorf("%v %v, unsupervised %v, after %d moves: %v", c.laws, c.mode, c.loose, c.moves, got)
		}
	}
}

// TestColoursSwapped: with colours swapped a new game is started before ten moves by both, from
// 2018; otherwise play goes on (F-7.2).
func TestColoursSwapped(t *testing.T) {
	for _, c := range []struct {
		laws  rules.Laws
		moves int
		want  string
	}{
		{rules.FIDE2009, 1, "colours_swapped_go_on"}, {rules.FIDE2023, 1, "colours_swapped_new_game"},
	} {
		b := sit(t, timed("5400", c.laws))
		b.do(start())
		b.turn("e2e4")
		b.do(player(trace.DoIrregularity, "arbiter", "colours-swapped"))
		if b.remarks(c.want) != 1 {
			t.Errorf("%v: told %v", c.laws, b.lines)
		}
	}
	if article4.ReplaysSwapped(rules.FIDE2018, 20) || !article4.ReplaysSwapped(rules.FIDE2018, 19) {
		t.Error("ten moves of both are twenty half-moves")
	}
}

// TestDevice: a telephone sounds. By edition the game is lost, drawn against an opponent who cannot
// mate, or the opponent's score is open (F-12.3b).
func TestDevice(t *testing.T) {
	for laws, want := range map[rules.Laws]string{
		rules.FIDE2005: "0-1 device_score_open proposed", rules.FIDE2009: "1/2-1/2 device proposed black cannot", rules.FIDE2018: "0-1 device proposed",
	} {
		h := timed("5400", laws)
		h.Start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
		b := sit(t, h)
		b.do(start())
		b.do(arbiter(trace.DoPenalty, map[string]any{"kind": "device", "player": "white"}))
		var got string
		if r := b.results(); len(r) > 0 {
			got = r[0]
		}
		if got != want {
			t.Errorf("%v: %q, want %q", laws, got, want)
		}
	}
}

// relieved reports whether a player need not record now, by an edition (8.4).
func (b *table) relieved(l rules.Laws, by rules.Color) bool {
	c, ok := b.g.Clock()
	return ok && article4.IsRelieved(l, article4.Recording{Mode: b.g.Rate().Mode, Left: c.Left(by), Least: c.Least(by), Thirty: c.Increments(by)})
}

// TestRelief: under five minutes without thirty seconds a move nobody needs to record (F-8.4).
func TestRelief(t *testing.T) {
	for _, c := range []struct {
		control string
		laws    rules.Laws
		want    bool
	}{
		{"290", rules.FIDE2009, true}, {"310", rules.FIDE2009, false}, {"290+30", rules.FIDE2009, false}, {"280+10", rules.FIDE2009, true}, {"290", rules.FIDE1953, false},
	} {
		b := sit(t, timed(c.control, c.laws))
		b.do(start())
		if got := b.relieved(c.laws, rules.White); got != c.want {
			t.Errorf("%s, %v: relieved %v", c.control, c.laws, got)
		}
	}
}

// TestSetUpIsChecked: before the game the board is checked against the first position, and colours
// show a board that was turned (F-7.1).
func TestSetUpIsChecked(t *testing.T) {
	h := trace.DefaultHeader()
	h.Sensing = sensors.Polarity
	shows := func(turned bool) (scan trace.Scan) {
		p := rules.StartPosition()
		for sq := range scan.Board {
			at := rules.Square(sq)
			if turned {
				at = rules.Square(63 - sq)
			}
			scan.Board[sq] = sensors.Empty
			if piece := p.At(at); piece != rules.NoPiece {
				scan.Board[sq] = sensors.White
				if piece.Color() == rules.Black {
					scan.Board[sq] = sensors.Black
				}
			}
		}
		return scan
	}
	g := newGame(t, h)
	step(t, g, trace.Record{What: shows(true)})
	if wrong, turned := g.SetUp(); len(wrong) != 64 || !turned {
		t.Errorf("turned: %d squares, %v", len(wrong), turned)
	}
	for _, sensing := range []sensors.Sensing{sensors.Polarity, sensors.Occupancy} {
		for quarters, turn := range map[int]func(f, r int) rules.Square{
			1: func(f, r int) rules.Square { return rules.SquareAt(r, 7-f) },
			3: func(f, r int) rules.Square { return rules.SquareAt(7-r, f) },
		} {
			var scan trace.Scan
			for sq, is := range shows(false).Board {
				if sensing == sensors.Occupancy && is != sensors.Empty {
					is = sensors.Occupied
				}
				at := rules.Square(sq)
				scan.Board[turn(at.File(), at.Rank())] = is
			}
			h.Sensing = sensing
			g = newGame(t, h)
			step(t, g, trace.Record{What: scan})
			if wrong, turned := g.SetUp(); len(wrong) == 0 || !turned {
				t.Errorf("turned by %d quarters, %v: %d squares, %v", quarters, sensing, len(wrong), turned)
			}
		}
	}
	h.Sensing = sensors.Polarity
	g = newGame(t, h)
	scan := shows(false)
	scan.Board[rules.D1], scan.Board[rules.E2] = sensors.Empty, sensors.Black
	step(t, g, trace.Record{What: scan})
	wrong, turned := g.SetUp()
	var squares []string
	for _, w := range wrong {
		squares = append(squares, w.Square.String())
	}
	if !slices.Equal(squares, []string{"e2", "d1", "e2"}) || turned {
		t.Errorf("wrong on %v, turned %v", squares, turned)
	}
	step(t, g, trace.Record{At: time.Second, What: shows(false)})
	if wrong, _ := g.SetUp(); len(wrong) != 0 {
		t.Errorf("right, and wrong on %v", wrong)
	}
}

// TestNotesAreKept: an arbiter's notes are logged and change nothing; leaving and coming back are
// such notes (F-12.2, F-13.7, F-6.7b).
func TestNotesAreKept(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2009))
	b.do(start())
	before := b.g.Situation()
	n := len(b.lines)
	b.do(trace.Command{Do: trace.DoNote, By: "white", What: "left the board"})
	b.do(player(trace.DoIrregularity, "arbiter", "other-hand"))
	if b.g.Situation() != before || len(b.lines) != n {
		t.Errorf("a note changed the game: %v", b.lines[n:])
	}
	actions := b.g.Actions()
	if last := actions[len(actions)-2]; last.Command.What != "left the board" || last.At != b.at {
		t.Errorf("the log ends with %+v", last)
	}
}
