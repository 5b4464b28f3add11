package reconcile_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// takesUnseen plays White's capture on d5 or f5 so that the victim is pushed out and its square
// never reads empty, and then six moves with which the board agrees either way.
func takesUnseen(b *table) {
	b.t.Helper()
	for _, uci := range strings.Fields("e2e4 d7d5 g1f3 f7f5") {
		b.turn(uci)
	}
	b.lift(rules.E4)
	b.wait(time.Second)
	b.press(rules.White)
	b.wait(time.Second)
	for i, uci := range strings.Fields("b8c6 a2a3 a7a6 h2h3 h7h6 b2b3 b7b6 g2g3") {
		by := rules.Color(1 - i%2)
		b.move(uci)
		b.wait(500 * time.Millisecond)
		b.press(by)
		b.wait(5 * time.Second)
	}
}

func (b *table) events(name string) (list []map[string]any) {
	for _, m := range b.told {
		if m["event"] == name {
			list = append(list, m)
		}
	}
	return list
}

// asks plays a game that leaves open which piece was captured, and returns the question.
func asks(t *testing.T) (*table, *reconcile.Question) {
	t.Helper()
	b := sit(t, timed("5400+30", rules.FIDE2018))
	takesUnseen(b)
	q := b.g.Question()
	if q == nil {
		t.Fatalf("nothing is asked; the line is %s", b.line())
	}
	return b, q
}

func TestQuestion(t *testing.T) {
	b, q := asks(t)
	var moves []string
	for _, c := range q.Candidates {
		moves = append(moves, c.SAN)
		if c.Sure < 0.02 || c.Sure > 0.98 || len(c.Grounds) == 0 || c.Grounds[0].For {
			t.Errorf("%s: %+v", c.SAN, c)
		}
	}
	slices.Sort(moves)
	if q.Ply != 5 || q.By != rules.White || !slices.Equal(moves, []string{"exd5", "exf5"}) {
		t.Errorf("asked %+v", q)
	}
	if n := len(b.events("asked")); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// TestAnswer: whichever move a person names becomes the move of the ply, the later moves stay, and
// the question is not asked again.
func TestAnswer(t *testing.T) {
	for _, said := range []string{"exf5", "5.exf5", "3. exf5", "e4f5", "exd5", "a", "b"} {
		t.Run(said, func(t *testing.T) {
			b, q := asks(t)
			before := b.line()
			want := q.Candidates[0]
			if said == "b" || strings.Contains(said, "f5") == (want.UCI == "e4d5") && said != "a" {
				want = q.Candidates[1]
			}
			b.do(trace.Command{Do: trace.DoAnswer, By: "arbiter", What: said})
			b.wait(2 * time.Second)
			moves := b.g.Playing().Moves
			if len(moves) < 13 || moves[4].UCI != want.UCI || moves[4].Confidence != 1 || moves[12].UCI != "g2g3" {
				t.Errorf("the line was %s and is %s", before, b.line())
			}
			if b.g.Question() != nil || len(b.events("asked")) != 1 {
				t.Errorf("asked again: %+v", b.events("asked"))
			}
			if a := b.events("answered"); len(a) != 1 || a[0]["how"] != "answered" || a[0]["ply"] != 5.0 {
				t.Errorf("answered %v", a)
			}
		})
	}
}

func TestAnswerRefused(t *testing.T) {
	b := sit(t, timed("5400+30", rules.FIDE2018))
	b.refused(word(trace.DoAnswer, "arbiter", "a"), "no question is open")
	b, _ = asks(t)
	b.refused(word(trace.DoAnswer, "arbiter", "e5"), `"e5" is not one of the moves`)
	b.refused(word(trace.DoAnswer, "arbiter", "c"), `"c" is not one of the moves`)
	b.refused(trace.Command{Do: trace.DoAnswer, By: "arbiter", What: "a", Ply: 7}, "about half-move 5, not 7")
}

// TestAnswerUndone: after an answer is undone the question is open again, and its moves are as
// uncertain as before.
func TestAnswerUndone(t *testing.T) {
	b, q := asks(t)
	line, sure := b.line(), b.g.Playing().Moves
	b.do(word(trace.DoAnswer, "arbiter", q.Candidates[1].SAN))
	b.wait(time.Second)
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	if b.line() != line || b.g.Question() != q {
		t.Fatalf("the line was %s and is %s; the question is %+v", line, b.line(), b.g.Question())
	}
	for i, m := range b.g.Playing().Moves {
		if was := sure[i].Confidence; was < reconcile.Certain && m.Confidence != was {
			t.Errorf("%s has confidence %v and had %v", m.SAN, m.Confidence, was)
		}
	}
	b.do(word(trace.DoAnswer, "arbiter", "a"))
	if b.g.Question() != nil || b.g.Playing().Moves[4].UCI != q.Candidates[0].UCI {
		t.Errorf("answered again, the line is %s", b.line())
	}
}

// TestQuestionSettledByPlay: play settles a question when the pawn moves on from where it stands.
func TestQuestionSettledByPlay(t *testing.T) {
	b, _ := asks(t)
	for _, uci := range strings.Fields("a6a5 f5f6") {
		b.turn(uci)
		b.wait(4 * time.Second)
	}
	for _, uci := range strings.Fields("h6h5 a3a4") {
		b.turn(uci)
		b.wait(4 * time.Second)
	}
	a := b.events("answered")
	if b.g.Question() != nil || len(a) != 1 || a[0]["how"] != "settled" {
		t.Errorf("the question is %+v, answered %v; the line is %s", b.g.Question(), a, b.line())
	}
	if !strings.Contains(b.line(), "e4f5") {
		t.Errorf("the line is %s", b.line())
	}
}

// TestQuestionEndedOtherwise: other commands of an arbiter end a question too: a correction of the
// ply, or a take-back.
func TestQuestionEndedOtherwise(t *testing.T) {
	b, _ := asks(t)
	b.do(trace.Command{Do: trace.DoCorrect, By: "arbiter", Ply: 5, UCI: "e4f5"})
	if a := b.events("answered"); b.g.Question() != nil || len(a) != 1 || a[0]["how"] != "answered" {
		t.Errorf("after a correction: %v", a)
	}
	b, _ = asks(t)
	b.do(trace.Command{Do: trace.DoTakeBack, By: "arbiter", Plies: len(b.g.Playing().Moves) - 3})
	if a := b.events("answered"); b.g.Question() != nil || len(a) != 1 || a[0]["how"] != "withdrawn" {
		t.Errorf("after a take-back: %v", a)
	}
}

// TestQuestionAfterTheResult: the result does not end a question: the moves are corrected when the
// players can be asked.
func TestQuestionAfterTheResult(t *testing.T) {
	b, q := asks(t)
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1/2-1/2"})
	b.wait(5 * time.Second)
	if b.g.Question() != q {
		t.Fatal("the result has ended the question")
	}
	n := len(b.g.Playing().Moves)
	b.do(word(trace.DoAnswer, "arbiter", q.Candidates[1].SAN))
	b.wait(2 * time.Second)
	game := b.g.Playing()
	if game.Moves[4].UCI != q.Candidates[1].UCI || len(game.Moves) != n || game.Result != "1/2-1/2" {
		t.Errorf("the line is %s, the result %s", b.line(), game.Result)
	}
}

// TestQuestionFollowsFromTheRecords checks that the questions depend only on the records, however
// often the board is scanned.
func TestQuestionFollowsFromTheRecords(t *testing.T) {
	b, q := asks(t)
	b.do(word(trace.DoAnswer, "arbiter", q.Candidates[1].SAN))
	b.wait(time.Second)
	again := sit(t, timed("5400+30", rules.FIDE2018))
	takesUnseen(again)
	again.do(word(trace.DoAnswer, "arbiter", q.Candidates[1].SAN))
	again.wait(time.Second)
	if !slices.Equal(b.lines, again.lines) {
		t.Error("the same records tell something else")
	}
}
