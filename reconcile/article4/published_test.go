package article4_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// TestOrdinaryGame checks that an ordinary game breaks no rule and that every move is completed.
func TestOrdinaryGame(t *testing.T) {
	for _, laws := range rules.AllLaws() {
		b := newTable(t, header(laws))
		b.play("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "g1f3", "g8f6", "f1e2", "c8g4", "e1g1", "b8c6")
		s := b.state()
		if s.Violation != nil || s.Illegal != nil || len(s.Events) != 0 || len(s.Needs) != 0 || !s.Completed {
			t.Errorf("%v: %+v", laws, s)
		}
		completed := 0
		for _, line := range b.told {
			if strings.Contains(line, " completed ") {
				completed++
			}
		}
		if completed != 12 {
			t.Errorf("%v: %d moves told as completed, want 12", laws, completed)
		}
	}
}

// TestToldLate checks that a move published late is judged by the times of its acts, not by the
// time of publication.
func TestToldLate(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.lift("g1")
	b.place("g1")
	b.lift("d2")
	b.place("d4")
	b.landed = b.at - 200*time.Millisecond
	b.lift("g8")
	b.place("f6")
	b.landed = 0
	b.made("d2d4", 600*time.Millisecond)
	b.wantRule("touched_piece", "white", "lapsed")
	b.made("g8f6", 200*time.Millisecond)
	b.wantRule("touched_piece", "white", "lapsed")
	b.wantDuty("")
}

// TestAmendedIsJudgedAnew checks that an amended move is judged again and that the breach it seemed
// to be disappears.
func TestAmendedIsJudgedAnew(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.lift("g1")
	b.place("g1")
	b.lift("d2")
	b.place("d4")
	b.made("d2d4", 200*time.Millisecond)
	b.wantRule("touched_piece", "white", "claimable")
	b.lift("d4")
	b.place("d2")
	b.lift("g1")
	b.place("f3")
	b.amended("g1f3", 200*time.Millisecond)
	b.wantRule("", "", "")
	if last := b.told[len(b.told)-1]; !strings.Contains(last, "withdrawn") {
		t.Errorf("told last: %s", last)
	}
}

// TestPromotionNamedLate: the piece of a promotion is named by promote until a move has followed the reply
// to it. After that the move is corrected.
func TestPromotionNamedLate(t *testing.T) {
	h := header(rules.FIDE2023)
	h.Start = "6k1/P4p2/6p1/7p/8/6P1/5PKP/8 w - - 0 40"
	b := newTable(t, h)
	b.lift("a7")
	b.place("a8")
	b.made("a7a8q", 200*time.Millisecond)
	b.press(rules.White)
	named := trace.Command{Do: trace.DoPromote, By: "arbiter", Piece: "knight"}
	for i, uci := range []string{"", "g8g7", "g2g1"} {
		if uci != "" {
			b.play(uci)
		}
		if err := b.w.CheckUse(named); (err != nil) != (i == 2) {
			t.Errorf("after %d more half-moves: %v", i, err)
		}
	}
}
