package article4_test

import (
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// inHand returns a table at which White has pressed with a piece in the hand, after two half-moves.
func inHand(t *testing.T) *table {
	t.Helper()
	b := newTable(t, header(rules.FIDE2018))
	b.play("e2e4", "e7e5")
	b.lift("g1")
	b.press(rules.White)
	if ill := b.state().Illegal; ill != nil {
		t.Fatalf("counted before it is known that the piece is in the hand: %+v", ill)
	}
	return b
}

// TestHandPressAfterGoBack: when the recorded position is to be set up again, or moves are taken back, a press
// with a piece in the hand is forgotten.
func TestHandPressAfterGoBack(t *testing.T) {
	b := inHand(t)
	b.w.GoBack(2, b.at)
	b.obey()
	b.wait(10 * time.Second)
	if ill := b.state().Illegal; ill != nil {
		t.Errorf("counted although the position is set up again: %+v", *ill)
	}
	b = inHand(t)
	b.retract(2)
	b.wait(10 * time.Second)
	b.place("g1")
	b.lift("e5")
	b.place("e7")
	b.wait(time.Second)
	b.play("d7d5")
	b.command(trace.Command{Do: trace.DoClaim, By: "black", What: trace.ClaimTouchedPiece})
	if ill := b.state().Illegal; ill != nil {
		t.Errorf("counted although its half-move was played anew: %+v", *ill)
	}
	b = inHand(t)
	m, _ := b.start.ParseUCI("e2e3")
	b.tell(1, m, b.at)
	b.wait(10 * time.Second)
	b.made("e7e5", 0)
	b.command(trace.Command{Do: trace.DoStopClocks, By: "black"})
	if ill := b.state().Illegal; ill != nil {
		t.Errorf("counted after other moves: %+v", *ill)
	}
}

// TestHandPressUndone: an arbiter's command that is undone ends no wait for the piece in the hand.
func TestHandPressUndone(t *testing.T) {
	b := inHand(t)
	before := b.w.Snapshot()
	b.command(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"})
	b.wait(time.Second)
	b.w.Rollback(before, b.at)
	b.obey()
	b.wait(10 * time.Second)
	if ill := b.state().Illegal; ill == nil || ill.Count != 1 {
		t.Errorf("illegal is %+v after the undone result, want one that is counted", ill)
	}
}

// TestHandPressReopened: a press with a piece in the hand is not counted when its game is reopened: the board
// shows another game.
func TestHandPressReopened(t *testing.T) {
	b := inHand(t)
	was := b.w.Suspend()
	b.w.Begin(b.start, b.start, 0, b.at)
	b.wait(time.Minute)
	b.w.Reopen(was, b.at)
	b.obey()
	b.wait(time.Minute)
	if ill := b.state().Illegal; ill != nil {
		t.Errorf("counted in the reopened game: %+v", *ill)
	}
}

// TestHandPressConfirmed: a ruling that is given while the press is judged is carried out.
func TestHandPressConfirmed(t *testing.T) {
	for _, late := range []time.Duration{20 * time.Millisecond, time.Second} {
		b := newTable(t, header(rules.FIDE2018))
		b.lift("g1")
		b.w.Press(rules.White, b.at)
		b.wait(late)
		b.command(trace.Command{Do: trace.DoIllegal, By: "arbiter", What: "confirm"})
		b.wait(time.Second)
		if ill := b.state().Illegal; ill == nil || ill.Count != 1 || ill.Penalty == nil {
			t.Errorf("%v after the press: illegal is %+v, want one that is confirmed", late, ill)
		}
	}
}

// TestHandPressConfirmedAfterReply: a ruling that is given while the opponent's reply has begun is carried out as
// soon as the piece comes down.
func TestHandPressConfirmedAfterReply(t *testing.T) {
	b := inHand(t)
	b.lift("b8")
	b.command(trace.Command{Do: trace.DoIllegal, By: "arbiter", What: "confirm"})
	if ill := b.state().Illegal; ill != nil {
		t.Fatalf("counted while the missing piece may have been taken: %+v", *ill)
	}
	if err := b.w.Check(trace.Command{Do: trace.DoIllegal, By: "arbiter", What: "confirm"}); err == nil {
		t.Error("a second ruling takes the place of the one that waits")
	}
	b.place("g1")
	if ill := b.state().Illegal; ill == nil || ill.Count != 1 || ill.Penalty == nil {
		t.Errorf("illegal is %+v, want one that is confirmed", ill)
	}
}

// TestHandPressAndClaim: a claim, or a stop of the clocks, shows that a piece was in the hand only if it comes
// from the opponent.
func TestHandPressAndClaim(t *testing.T) {
	for _, c := range []trace.Command{{Do: trace.DoClaim, What: trace.ClaimTime}, {Do: trace.DoStopClocks}} {
		for _, by := range []rules.Color{rules.White, rules.Black} {
			b := inHand(t)
			c.By = by.String()
			b.command(c)
			b.wait(10 * time.Second)
			if ill := b.state().Illegal; (ill != nil) != (by == rules.Black) {
				t.Errorf("%s by %v: illegal is %+v", c.Do, by, ill)
			}
		}
	}
}
