package article4_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// TestMateTakenBack checks that mate ends the game once, as soon as it is made, and that the result
// is withdrawn when the move turns out to be another one.
func TestMateTakenBack(t *testing.T) {
	h := header(rules.FIDE2009)
	h.Start = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
	b := newTable(t, h)
	b.lift("d8")
	b.place("h4")
	b.made("d8h4", 200*time.Millisecond)
	if s := b.state(); s.Result == nil || *s.Result != "0-1" || !s.Completed {
		t.Fatalf("after mate: %+v", s)
	}
	b.lift("h4")
	b.place("g5")
	b.amended("d8g5", 200*time.Millisecond)
	if s := b.state(); s.Result != nil || s.Completed {
		t.Fatalf("after the amendment: %+v", s)
	}
	var results []string
	for _, line := range b.told {
		if strings.Contains(line, " result ") {
			results = append(results, line)
		}
	}
	if len(results) != 2 || !strings.Contains(results[0], "checkmate") || !strings.Contains(results[1], "Result:* ") {
		t.Errorf("results told: %v", results)
	}
}

// TestFlag checks that a fallen flag leads to a proposal: a loss, or a draw against a bare king.
func TestFlag(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{rules.StartFEN, "0-1"},
		{"6k1/8/8/8/8/8/4P3/4K2R w K - 0 1", "1/2-1/2"},
	} {
		h := header(rules.FIDE2009)
		h.Start = c.fen
		b := newTable(t, h)
		b.command(trace.Command{Do: trace.DoFlag, By: "white"})
		if len(b.told) != 1 || !strings.Contains(b.told[0], "Result:"+c.want+" ") || !strings.Contains(b.told[0], "Proposed:true") {
			t.Errorf("%s: told %v", c.fen, b.told)
		}
		if got := b.state().Result; got == nil || *got != c.want {
			t.Errorf("%s: the state's result is %v, want the proposed %s", c.fen, got, c.want)
		}
	}
}

// TestDeadPosition checks that a dead position ends the game when it arises, except by the code of
// 1953; a wall of pawns only where it is proved.
func TestDeadPosition(t *testing.T) {
	for _, c := range []struct {
		fen, uci string
		laws     rules.Laws
		want     bool
	}{
		{"8/8/8/4k3/8/8/3p4/4KB2 w - - 0 1", "e1d2", rules.FIDE2009, true},
		{"8/8/8/4k3/8/8/3p4/4KB2 w - - 0 1", "e1d2", rules.FIDE1953, false},
		{"8/8/8/4k3/8/8/3n4/4KN2 w - - 0 1", "e1d2", rules.FIDE1997, true},
		{"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", "e1e2", rules.FIDE2009, true},
		{"8/8/4k3/8/8/3NK3/3N4/8 w - - 0 1", "e3e4", rules.FIDE2009, false},
	} {
		h := header(c.laws)
		h.Start = c.fen
		b := newTable(t, h)
		b.play(c.uci)
		if got := b.state().Result != nil; got != c.want {
			t.Errorf("%v: %s %s: over %v, want %v", c.laws, c.fen, c.uci, got, c.want)
		}
	}
}
