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

// asksForLast plays a few moves and lifts White's knight of f3, of which no sensor detects where it stands, then
// ends the game with this command, and returns the question.
func asksForLast(t *testing.T, end trace.Command) (*table, *reconcile.Question) {
	t.Helper()
	b := sit(t, timed("5400+30", rules.FIDE2018))
	for _, uci := range strings.Fields("e2e4 e7e5 g1f3 b8c6") {
		b.turn(uci)
	}
	b.lift(rules.F3)
	b.wait(6 * time.Second)
	b.do(end)
	b.wait(3 * time.Second)
	return b, b.g.Question()
}

var resigns = trace.Command{Do: trace.DoResign, By: "black"}

// TestLastMoveOnlyLifted: the game is over before anything but the lift of White's piece was detected. A person is
// asked whether White moved it, and where to, or not.
func TestLastMoveOnlyLifted(t *testing.T) {
	b, q := asksForLast(t, resigns)
	if q == nil || q.Ply != 5 || q.By != rules.White || q.Occasion != "over" {
		t.Fatalf("asked %+v; the line is %s", q, b.line())
	}
	none := slices.IndexFunc(q.Candidates, func(c reconcile.Candidate) bool { return c.Move == rules.NoMove })
	if none < 0 || len(q.Candidates) != 4 {
		t.Fatalf("the candidates are %+v", q.Candidates)
	}
	before := b.g.Position()
	sum := 0.0
	for i, c := range q.Candidates {
		sum += c.Sure
		if i == none {
			if g := c.Grounds; c.UCI != "0000" || c.SAN != reconcile.NoFurtherMove || c.FEN != before.FEN() || len(g) != 1 || !g[0].For || g[0].Square != rules.F3 {
				t.Errorf("no move: %+v", c)
			}
			continue
		}
		if c.Move.From() != rules.F3 || c.Published || len(c.Grounds) == 0 {
			t.Errorf("%+v", c)
		}
	}
	if sum > 1.0001 {
		t.Errorf("the probabilities add up to %v", sum)
	}
}

// TestLastMoveAnswered: the answer adds the move, also one that the question does not name, or none. The game stays
// over, and nothing is asked again.
func TestLastMoveAnswered(t *testing.T) {
	for said, want := range map[string]string{
		"none": "", "--": "", "0000": "", "Ng5": "f3g5", "f3d4": "f3d4", "3. Ng1": "f3g1", "Nh4": "f3h4", "Nxe5": "f3e5",
	} {
		t.Run(said, func(t *testing.T) {
			b, q := asksForLast(t, resigns)
			if q == nil {
				t.Fatal("nothing is asked")
			}
			b.do(word(trace.DoAnswer, "arbiter", said))
			b.wait(2 * time.Second)
			game, last := b.g.Playing(), ""
			if len(game.Moves) > 4 {
				last = game.Moves[4].UCI
			}
			if last != want || len(game.Moves) > 5 || game.Result != "1-0" {
				t.Errorf("the line is %s, the result %s", b.line(), game.Result)
			}
			if a := b.events("answered"); b.g.Question() != nil || len(b.events("asked")) != 1 || len(a) != 1 || a[0]["how"] != "answered" {
				t.Errorf("asked %v, answered %v", b.events("asked"), a)
			}
		})
	}
}

// TestLastMoveAnsweredByLetter: each candidate has its letter.
func TestLastMoveAnsweredByLetter(t *testing.T) {
	_, q := asksForLast(t, resigns)
	for i, c := range q.Candidates {
		b, _ := asksForLast(t, resigns)
		b.do(word(trace.DoAnswer, "arbiter", string(rune('a'+i))))
		moves := b.g.Playing().Moves
		if made := len(moves) == 5; made != (c.Move != rules.NoMove) || made && moves[4].UCI != c.UCI {
			t.Errorf("%c is %s; the line is %s", 'a'+i, c.UCI, b.line())
		}
	}
}

func TestLastMoveRefused(t *testing.T) {
	b, _ := asksForLast(t, resigns)
	b.refused(word(trace.DoAnswer, "arbiter", "Nf5"), `"Nf5" is not one of the moves in the question`)
	b.refused(word(trace.DoAnswer, "arbiter", "e"), "none")
	b, _ = asks(t)
	b.refused(word(trace.DoAnswer, "arbiter", "none"), `"none" is not one of the moves`)
}

// TestLastMoveUndone: an undo takes back the answer, be it a move or none, and asks again.
func TestLastMoveUndone(t *testing.T) {
	for _, said := range []string{"none", "Ng5"} {
		b, q := asksForLast(t, resigns)
		b.do(word(trace.DoAnswer, "arbiter", said))
		b.wait(time.Second)
		b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
		b.wait(time.Second)
		again := b.g.Question()
		if game := b.g.Playing(); len(game.Moves) != 4 || game.Result != "1-0" || again == nil || again.Ply != q.Ply || len(again.Candidates) != len(q.Candidates) {
			t.Fatalf("%s undone: the line is %s, the result %s, the question %+v", said, b.line(), game.Result, again)
		}
		b.do(word(trace.DoAnswer, "arbiter", "Nd4"))
		if moves := b.g.Playing().Moves; len(moves) != 5 || moves[4].UCI != "f3d4" || b.g.Question() != nil {
			t.Errorf("%s undone and answered again: the line is %s", said, b.line())
		}
	}
}

// TestLastMovePressed: a player does not press with a piece in the hand, so the question does not wait.
func TestLastMovePressed(t *testing.T) {
	b := sit(t, timed("5400+30", rules.FIDE2018))
	for _, uci := range strings.Fields("e2e4 e7e5 a2a3 b8c6") {
		b.turn(uci)
	}
	b.lift(rules.G1)
	b.wait(700 * time.Millisecond)
	b.press(rules.White)
	b.wait(1500 * time.Millisecond)
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"})
	if q := b.g.Question(); q == nil || q.Ply != 5 {
		t.Errorf("asked %+v; the line is %s", q, b.line())
	}
}

// TestNoQuestionAboutALift: nothing is asked about a piece that was just lifted, put back or put down, or when the
// opponent's piece is missing.
func TestNoQuestionAboutALift(t *testing.T) {
	for name, hands := range map[string]func(b *table){
		"just lifted": func(b *table) { b.lift(rules.G1); b.wait(time.Second) },
		"put back":    func(b *table) { b.lift(rules.G1); b.wait(6 * time.Second); b.place(rules.G1); b.wait(2 * time.Second) },
		"put down":    func(b *table) { b.lift(rules.G1); b.wait(6 * time.Second); b.place(rules.F3); b.wait(2 * time.Second) },
		"opponent's":  func(b *table) { b.lift(rules.C6); b.wait(6 * time.Second) },
		"swept": func(b *table) {
			for _, sq := range []rules.Square{rules.E1, rules.E8, rules.D1, rules.D8, rules.A1, rules.A8, rules.G1} {
				b.lift(sq)
				b.wait(700 * time.Millisecond)
			}
			b.wait(6 * time.Second)
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := sit(t, timed("5400+30", rules.FIDE2018))
			for _, uci := range strings.Fields("e2e4 e7e5 a2a3 b8c6") {
				b.turn(uci)
			}
			hands(b)
			b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"})
			b.wait(time.Second)
			if q := b.g.Question(); q != nil {
				t.Errorf("asked %+v; the line is %s", q, b.line())
			}
		})
	}
}

// TestLastMoveShownAfterAll: the result is withdrawn, and the piece comes down where it is detected: the question ends.
func TestLastMoveShownAfterAll(t *testing.T) {
	b, _ := asksForLast(t, resigns)
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "*"})
	b.place(rules.G5)
	b.wait(time.Second)
	b.press(rules.White)
	b.wait(2 * time.Second)
	for _, uci := range strings.Fields("h7h6 g5f3 d7d6") {
		b.turn(uci)
		b.wait(2 * time.Second)
	}
	if moves := b.g.Playing().Moves; len(moves) < 7 || moves[4].UCI != "f3g5" || b.g.Question() != nil {
		t.Errorf("the line is %s, the question %+v", b.line(), b.g.Question())
	}
}

// TestLastMoveOfAnotherPiece: the piece that was lifted is the one that may have moved, so a move of another piece,
// which was seen to stand still, is no answer.
func TestLastMoveOfAnotherPiece(t *testing.T) {
	b, _ := asksForLast(t, resigns)
	for _, said := range []string{"a3", "Bb5", "d2d4"} {
		b.refused(word(trace.DoAnswer, "arbiter", said), "is not one of the moves in the question")
	}
}

// TestLastMoveAskedAgain: the result is withdrawn while the piece is still gone, and the question with it. It is
// asked again when the game ends the same way.
func TestLastMoveAskedAgain(t *testing.T) {
	b, _ := asksForLast(t, resigns)
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "*"})
	b.wait(6 * time.Second)
	if a := b.events("answered"); b.g.Question() != nil || len(a) != 1 || a[0]["how"] != reconcile.AnsweredByNobody {
		t.Errorf("withdrawn: asked %+v, answered %v", b.g.Question(), a)
	}
	b.do(resigns)
	b.wait(2 * time.Second)
	if q := b.g.Question(); q == nil || q.Ply != 5 {
		t.Errorf("asked %+v; the line is %s", q, b.line())
	}
}

// TestLastMoveCorrected: a correction that makes the move ends the question, after an answer, too, and the game stays
// over. An undo asks again.
func TestLastMoveCorrected(t *testing.T) {
	for _, said := range []string{"", "none", "Nd4"} {
		b, _ := asksForLast(t, resigns)
		if said != "" {
			b.do(word(trace.DoAnswer, "arbiter", said))
		}
		b.do(trace.Command{Do: trace.DoCorrect, By: "arbiter", Ply: 5, UCI: "f3g5"})
		b.wait(time.Second)
		if game := b.g.Playing(); len(game.Moves) != 5 || game.Moves[4].UCI != "f3g5" || game.Result != "1-0" || b.g.Question() != nil {
			t.Errorf("answered %q: the line is %s, the result %s, the question %+v", said, b.line(), game.Result, b.g.Question())
		}
		b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
		b.wait(time.Second)
		if asked := b.g.Question() != nil; asked != (said == "") {
			t.Errorf("answered %q, corrected and undone: the question is %+v", said, b.g.Question())
		}
	}
}

// TestAskedAfterCorrection: a correction ends the open question as an answer does: when the result is withdrawn and play goes
// on, the next question is asked.
func TestAskedAfterCorrection(t *testing.T) {
	for _, c := range []trace.Command{
		word(trace.DoAnswer, "arbiter", "Ng1"), {Do: trace.DoCorrect, By: "arbiter", Ply: 5, UCI: "f3g1"},
	} {
		b, q := asksForLast(t, resigns)
		if !slices.ContainsFunc(q.Candidates, func(is reconcile.Candidate) bool { return is.UCI == "f3g1" }) {
			t.Fatalf("f3g1 is none of %+v", q.Candidates)
		}
		b.do(c)
		b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "*"})
		b.place(rules.G1)
		b.wait(time.Second)
		b.press(rules.White)
		b.wait(2 * time.Second)
		b.turn("h7h6")
		b.lift(rules.G1)
		b.wait(6 * time.Second)
		b.do(resigns)
		b.wait(3 * time.Second)
		if q = b.g.Question(); q == nil || q.Ply != 7 {
			t.Errorf("%s: then asked %+v; the line is %s", c.Do, q, b.line())
		}
	}
}
