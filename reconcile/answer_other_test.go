package reconcile_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// TestAnswerThatTheQuestionDoesNotName: while the first two ranks are silent White makes one of many moves
// there. A question names four of them. A person may answer with another one, and the later moves stay; one
// that no reading allows is refused.
func TestAnswerThatTheQuestionDoesNotName(t *testing.T) {
	b := sit(t, timed("5400+30", rules.FIDE2018))
	for _, uci := range strings.Fields("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d2d3 g8f6") {
		b.turn(uci)
	}
	for sq := range (rules.RankSquares(0) | rules.RankSquares(1)).All() {
		b.shown[sq] = sensors.Unknown
	}
	b.wait(10 * time.Second)
	b.press(rules.White) // h1g1, which no sensor sees
	b.wait(5 * time.Second)
	later := strings.Fields("h7h6 c4b5 a7a6 b5a4 b7b5 a4b3 c5b6")
	for i, uci := range later {
		b.move(uci)
		b.wait(500 * time.Millisecond)
		b.press(rules.Color(1 - i%2))
		b.wait(10 * time.Second)
	}
	q := b.g.Question()
	if q == nil || q.Ply != 9 {
		t.Fatalf("asked %+v; the line is %s", q, b.line())
	}
	for _, c := range q.Candidates {
		if c.UCI == "h1g1" {
			t.Fatal("the question names h1g1")
		}
	}
	b.refused(word(trace.DoAnswer, "arbiter", "Nh4"), `"Nh4" is not one of the moves`)
	b.do(word(trace.DoAnswer, "arbiter", "Rg1"))
	b.wait(2 * time.Second)
	var line []string
	for _, m := range b.g.Playing().Moves[8:] {
		line = append(line, m.UCI)
	}
	if want := append([]string{"h1g1"}, later...); !slices.Equal(line, want) {
		t.Errorf("the line is %v, want %v", line, want)
	}
	if b.g.Question() != nil {
		t.Errorf("still asked: %+v", b.g.Question())
	}
}
