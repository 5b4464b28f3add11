package alarms_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

const s = time.Second

func ids(list []alarms.Alarm) (words []string) {
	for _, a := range list {
		words = append(words, string(a.ID))
	}
	return words
}

func want(t *testing.T, b *alarms.Set, ringing ...alarms.ID) {
	t.Helper()
	var words []string
	for _, id := range ringing {
		words = append(words, string(id))
	}
	if got := ids(b.Ringing()); !slices.Equal(got, words) {
		t.Errorf("rings %v, want %v", got, words)
	}
}

// A trigger must hold for its time. One cause rings once, and again only after it was
// clear for a minute.
func TestHysteresis(t *testing.T) {
	b := alarms.NewSet(trace.StandardPlay)
	silent := alarms.Alarm{ID: alarms.BoardMissing}
	b.Raise(silent, 10*s)
	want(t, b)
	if due, ok := b.Due(); !ok || due != 15*s {
		t.Errorf("due %v, %v", due, ok)
	}
	b.Clear(silent.ID, "", 14*s) // too short
	b.Advance(30 * s)
	want(t, b)
	b.Raise(silent, 40*s)
	b.Advance(45*s - 1)
	want(t, b)
	b.Advance(45 * s)
	want(t, b, alarms.BoardMissing)
	if a := b.Ringing()[0]; a.Since != 40*s || a.Rang != 45*s || !a.Urgent {
		t.Errorf("the alarm is %+v, want an urgent one since 40 s that rang at 45 s", a)
	}
	if !b.Changed() || b.Changed() {
		t.Error("it rang, and that is no news, or news twice")
	}
	b.Raise(silent, 50*s) // the same cause
	if a := b.Ringing()[0]; a.Rang != 45*s || len(b.Ringing()) != 1 {
		t.Errorf("it rang again: %+v", a)
	}
	b.Clear(silent.ID, "", 60*s)
	want(t, b)
	b.Raise(silent, 70*s) // it comes and goes
	b.Advance(119 * s)
	want(t, b)
	b.Advance(120 * s)
	want(t, b, alarms.BoardMissing)
	b.Clear(silent.ID, "", 130*s)
	b.Raise(silent, 200*s) // clear for longer than a minute: as at first
	b.Advance(205 * s)
	want(t, b, alarms.BoardMissing)
}

// However often a trigger comes and goes, it rings again only after being clear for a
// minute.
func TestNoneRingsTwice(t *testing.T) {
	for seed := uint64(1); seed <= 200; seed++ {
		r := seed * 2654435761
		b := alarms.NewSet([]trace.Mode{trace.Blitz, trace.StandardPlay}[seed%2])
		at, cleared, rung := time.Duration(0), time.Duration(-1), false
		for range 200 {
			r ^= r << 13
			r ^= r >> 7
			r ^= r << 17
			at += time.Duration(r%40) * s
			if r&1 == 0 {
				b.Raise(alarms.Alarm{ID: alarms.Reconstructing}, at)
			} else {
				b.Clear(alarms.Reconstructing, "", at)
			}
			list := b.Ringing()
			switch {
			case len(list) == 0 && rung:
				cleared, rung = at, false
			case len(list) == 1 && !rung:
				if rung = true; cleared >= 0 && list[0].Rang < cleared+time.Minute {
					t.Fatalf("seed %d: rang at %v, clear since %v", seed, list[0].Rang, cleared)
				}
			}
			if len(list) > 1 {
				t.Fatalf("seed %d: rings twice", seed)
			}
		}
	}
}

// Urgent alarms are listed first, and in fast games some delays are shorter.
func TestOrderAndFastPlay(t *testing.T) {
	b := alarms.NewSet(trace.Blitz)
	b.Raise(alarms.Alarm{ID: alarms.TimeTrouble}, s)
	b.Raise(alarms.Alarm{ID: alarms.ClockPaused}, s)
	b.Raise(alarms.Alarm{ID: alarms.Reconstructing}, s)
	b.Advance(32 * s)
	want(t, b, alarms.Reconstructing, alarms.ClockPaused, alarms.TimeTrouble)
	slow := alarms.NewSet(trace.StandardPlay)
	slow.Raise(alarms.Alarm{ID: alarms.ClockPaused}, s)
	slow.Advance(120 * s)
	want(t, slow)
	slow.Advance(121 * s)
	want(t, slow, alarms.ClockPaused)
}

// The text of every alarm is complete in four languages, with every placeholder filled
// in.
func TestTexts(t *testing.T) {
	a := alarms.Alarm{
		Player: rules.Black, Why: "fivefold_repetition", Result: "1-0", Ply: 47, SAN: "Nf3", Squares: []string{"e4", "e5"}, Count: 2, Moves: 37, Needed: 40, Since: 10 * s, Span: 400 * s,
	}
	for _, id := range alarms.IDs() {
		a.ID = id
		english := a.Text(rules.English, 100*s)
		for _, l := range []rules.Language{rules.English, rules.Spanish, rules.Portuguese, rules.German} {
			text := a.Text(l, 100*s)
			if text == "" || strings.ContainsAny(text, "{}_") || l != rules.English && text == english {
				t.Errorf("%s in %v: %q", id, l, text)
			}
		}
		if a.Text(rules.Dutch, 100*s) != english {
			t.Errorf("%s: a language without words of its own", id)
		}
	}
	a.ID = alarms.Flag
	if got := a.Text(rules.German, 0); got != "Blättchen von Schwarz gefallen: 37 von 40 Zügen" {
		t.Error(got)
	}
	a.ID = alarms.GuessedMove
	if got := a.Text(rules.German, 0); got != "Zug 24 Sf3 ist vermutet" {
		t.Error(got)
	}
	a.Name = "Żółć"
	a.ID = alarms.DefaultNear
	if got := a.Text(rules.English, 100*s); got != "Żółć absent, default in 5:00" {
		t.Error(got)
	}
}

// What alarms fill in is in the language of the alarm: every reason for the end of a
// game, every rule, claim and sensor fault has its words.
func TestWords(t *testing.T) {
	codes := []string{"both_flags", "illegal_position", "default", "penalty", "kings in the centre", "illegal move", "pawn left on the last rank", "promotion not carried out", "two hands for one move", "clock_without_move", "clock_with_piece_in_hand"}
	for term := rules.Checkmate; term <= rules.IllegalMoves; term++ {
		codes = append(codes, term.String())
	}
	for kind := reconcile.StuckOn; kind <= reconcile.NoReading; kind++ {
		codes = append(codes, kind.String())
	}
	claim, _ := trace.CommandKindOf(trace.DoClaim)
	what, _ := claim.Key("what")
	codes = append(codes, what.Words...)
	for _, code := range append(codes, "promotion_choice", "promotion_release", "castling_release", "released_piece", "rook_first", "castling_touch", "touched_piece") {
		a := alarms.Alarm{ID: alarms.Claim, Why: code, Name: "X"}
		for _, l := range []rules.Language{rules.Spanish, rules.Portuguese, rules.German} {
			_, plain, _ := strings.Cut(a.Text(rules.English, 0), "X claims ")
			if text := a.Text(l, 0); strings.HasSuffix(text, " "+plain) || strings.Contains(text, code) && strings.ContainsAny(code, "_-") {
				t.Errorf("%s in %v: %q", code, l, text)
			}
		}
	}
	if a := (alarms.Alarm{ID: alarms.GameFinished, Why: "both went home", Result: "0-0"}); a.Text(rules.German, 0) != "Partie beendet (both went home): 0-0 bestätigen" {
		t.Error("what an arbiter has written stands as it is:", a.Text(rules.German, 0))
	}
}

// table is the alarms of a board that receive invented events.
type table struct {
	*alarms.Board
	t    *testing.T
	at   time.Duration
	mode trace.Mode
}

func newTable(t *testing.T, mode trace.Mode) *table {
	h := trace.DefaultHeader()
	h.Mode = mode
	b := &table{alarms.NewBoard(h), t, 0, mode}
	b.hear(reconcile.Started{FEN: rules.StartFEN})
	return b
}

func (b *table) hear(w reconcile.What) {
	if c, ok := w.(reconcile.ClockChanged); ok {
		c.Mode, c.Relief = b.mode, article4.ReliefUnder(rules.FIDE2023, b.mode)
		if c.Short == [2]time.Duration{} {
			c.Short = c.Left
		}
		w = c
	}
	b.Apply(reconcile.Event{At: b.at, What: w})
}

func (b *table) wait(d time.Duration) {
	b.at += d
	b.Advance(b.at)
}

func (b *table) rings(ringing ...alarms.ID) {
	b.t.Helper()
	want(b.t, b.Set, ringing...)
}

func made(n int, san string, from, to rules.Square) reconcile.Made {
	by := rules.White
	if n%2 == 0 {
		by = rules.Black
	}
	return reconcile.Made{Ply: n, SAN: san, Move: rules.Move(from) | rules.Move(to)<<6, By: by, Confidence: 1}
}

func clockOf(change chessclock.Kind, by, runs rules.Color, phase chessclock.Phase, white, black time.Duration) reconcile.ClockChanged {
	return reconcile.ClockChanged{Change: change.String(), By: by, Times: reconcile.Times{
		Left: [2]time.Duration{white, black}, Phase: phase, Runs: runs, Moves: [2]int{37, 36}, Needed: [2]int{40, 40},
	}}
}

// An alarm without a delay rings with its cause, before any time passes. The article is
// named if the edition has one.
func TestRaisedAtOnce(t *testing.T) {
	b := alarms.NewSet(trace.StandardPlay)
	b.Raise(alarms.Alarm{ID: alarms.Claim}, 10*s)
	want(t, b, alarms.Claim)
	for _, c := range []struct {
		id   alarms.ID
		laws rules.Laws
		want string
	}{
		{alarms.AutoDraw, rules.FIDE1953, ""}, {alarms.AutoDraw, rules.FIDE2023, "9.6"}, {alarms.BoardsDiffer, rules.FIDE2023, "D.2.9"}, {alarms.BoardMissing, rules.FIDE2023, ""},
	} {
		if got := alarms.Article(c.id, c.laws); got != c.want {
			t.Errorf("%s, %v: article %q, want %q", c.id, c.laws, got, c.want)
		}
	}
}
