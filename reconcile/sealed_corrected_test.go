package reconcile_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// corrections are what an arbiter does to an adjourned game after 1. e4 e5 2. Nf3, and who has the move then.
var corrections = map[string]struct {
	do     []trace.Command
	line   string
	sealer rules.Color
	put    string // brings the board from 2. Nf3 to the corrected position
	text   string // what is sealed
	san    string // as SAN
	uci    string
}{
	"another last move": {[]trace.Command{ply(3, "d2d4")}, "e2e4 e7e5 d2d4", rules.Black, "f3g1 d2d4", "exd4", "exd4", "e5d4"},
	"an earlier move":   {[]trace.Command{ply(2, "c7c5")}, "e2e4 c7c5 g1f3", rules.Black, "e5e7 c7c5", "d6", "d6", "d7d6"},
	"one taken back":    {[]trace.Command{{Do: trace.DoTakeBack, By: "arbiter", Plies: 1}}, "e2e4 e7e5", rules.White, "f3g1", "Bc4", "Bc4", "f1c4"},
	"two taken back":    {[]trace.Command{{Do: trace.DoTakeBack, By: "arbiter", Plies: 2}}, "e2e4", rules.Black, "f3g1 e5e7", "c5", "c5", "c7c5"},
	"one move more":     {[]trace.Command{ply(4, "b8c6")}, "e2e4 e7e5 g1f3 b8c6", rules.White, "b8c6", "Bb5", "Bb5", "f1b5"},
	"set up anew":       {[]trace.Command{{Do: trace.DoSetPosition, By: "arbiter", FEN: "rnbqkbnr/pppp1ppp/8/4p3/4P3/7N/PPPP1PPP/RNBQKB1R b KQkq - 1 2"}}, "", rules.Black, "f3h3", "d5", "d5", "d7d5"},
	"an illegal move":   {[]trace.Command{{Do: trace.DoIllegal, By: "arbiter", What: "enter", Ply: 3, UCI: "g1g3", Extra: `{"player":"white"}`}}, "e2e4 e7e5", rules.White, "f3g1", "Nc3", "Nc3", "b1c3"},
	"gone back":         {[]trace.Command{{Do: trace.DoRestore, By: "arbiter", Ply: 1}}, "e2e4", rules.Black, "f3g1 e5e7", "c5", "c5", "c7c5"},
}

// adjournedAndCorrected is a game that is adjourned after 2. Nf3 and then corrected.
func adjournedAndCorrected(t *testing.T, l rules.Laws, do []trace.Command) *table {
	t.Helper()
	b := sit(t, timed("5400", l))
	b.do(start())
	for _, uci := range strings.Fields("e2e4 e7e5 g1f3") {
		b.turn(uci)
	}
	b.do(arbiter(trace.DoAdjourn, nil))
	b.wait(2 * time.Second)
	for _, c := range do {
		b.do(c)
		b.wait(2 * time.Second)
	}
	return b
}

// TestSealedAfterACorrection: the record of an adjourned game is corrected, and then a move is sealed: in the corrected
// game, by the player who has the move there. It is made when the game is resumed (1953: 17, 2009: guidelines, 2018: I).
func TestSealedAfterACorrection(t *testing.T) {
	for _, l := range rules.AllLaws() {
		for name, c := range corrections {
			b := adjournedAndCorrected(t, l, c.do)
			a, _ := b.g.Adjourned()
			if b.line() != c.line || a.Sealer != c.sealer || a.FEN != b.g.Position().FEN() {
				t.Errorf("%s, %v: %s, %v seals at %s", name, l, b.line(), a.Sealer, a.FEN)
			}
			other := seal(map[string]any{"text": c.text})
			other.By = c.sealer.Other().String()
			b.refused(other, "has the move and seals it")
			is := seal(map[string]any{"text": c.text})
			is.By = c.sealer.String()
			b.do(is)
			b.do(arbiter(trace.DoResumeAdjourned, nil))
			b.wait(5 * time.Second)
			if want := strings.TrimSpace(c.line + " " + c.uci); b.line() != want || len(b.results()) != 0 {
				t.Errorf("%s, %v: resumed, it is %s, want %s; %v", name, l, b.line(), want, b.results())
			}
			b.do(arbiter(trace.DoStartClocks, nil))
			if clock, _ := b.g.Clock(); clock.Turn() != c.sealer.Other() {
				t.Errorf("%s, %v: the time of %v runs", name, l, clock.Turn())
			}
		}
	}
}

// TestSealedOnTheBoardAfterACorrection: the pieces are put right, and the player who has the move makes it on the board: from
// 1997 that is the sealed move (2005: A1a, 2018: I.1), and the envelope counts under the code of 1953.
func TestSealedOnTheBoardAfterACorrection(t *testing.T) {
	for _, l := range rules.AllLaws() {
		for name, c := range corrections {
			b := adjournedAndCorrected(t, l, c.do)
			for _, uci := range append(strings.Fields(c.put), c.uci) {
				b.move(uci)
				b.wait(5 * time.Second)
			}
			wrong, right := seal(map[string]any{"text": "a6"}), seal(nil)
			if c.sealer == rules.White {
				wrong = seal(map[string]any{"text": "a3"})
			}
			wrong.By, right.By = c.sealer.String(), c.sealer.String()
			if l == rules.FIDE1953 {
				b.refused(right, "write the move")
				b.do(wrong)
				continue
			}
			b.refused(wrong, c.san+" was made on the board")
			b.do(right)
			b.do(arbiter(trace.DoResumeAdjourned, nil))
			b.wait(5 * time.Second)
			if want := strings.TrimSpace(c.line + " " + c.uci); b.line() != want {
				t.Errorf("%s, %v: resumed, it is %s, want %s", name, l, b.line(), want)
			}
		}
	}
}

// TestMadeOnTheBoardBeforeACorrection: a move made on the board after the request, in the position that was then on
// record, is not the sealed move in another position.
func TestMadeOnTheBoardBeforeACorrection(t *testing.T) {
	b := adjournedAndCorrected(t, rules.FIDE2018, nil)
	b.move("b8c6")
	b.wait(5 * time.Second)
	is := seal(map[string]any{"text": "d6"})
	is.By = "black"
	b.refused(is, "Nc6 was made on the board")
	b.do(ply(2, "c7c5"))
	b.wait(2 * time.Second)
	b.do(is)
	b.do(arbiter(trace.DoResumeAdjourned, nil))
	if got := b.line(); got != "e2e4 c7c5 g1f3 d7d6" {
		t.Errorf("the line is %s", got)
	}
}

// TestCorrectedBehindTheEnvelope: the record is corrected after a move was sealed. The envelope stays: its move is made in
// the corrected position, if it is legal there. It is not opened while the record says that the other player has the move.
func TestCorrectedBehindTheEnvelope(t *testing.T) {
	for name, c := range corrections {
		b := adjournedAndCorrected(t, rules.FIDE2018, nil)
		is := seal(map[string]any{"text": "Nc6"})
		is.By = "black"
		b.do(is)
		for _, do := range c.do {
			b.do(do)
			b.wait(2 * time.Second)
		}
		if c.sealer == rules.White {
			b.refused(arbiter(trace.DoResumeAdjourned, nil), "black has sealed, and in the record white has the move")
			b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
			b.do(arbiter(trace.DoResumeAdjourned, nil))
			if got := b.line(); got != "e2e4 e7e5 g1f3 b8c6" {
				t.Errorf("%s, undone: %s", name, got)
			}
			continue
		}
		if a, _ := b.g.Adjourned(); a.FEN != b.g.Position().FEN() || a.Sealer != rules.Black {
			t.Errorf("%s: the envelope says %v, %s", name, a.Sealer, a.FEN)
		}
		b.do(arbiter(trace.DoResumeAdjourned, nil))
		if want := strings.TrimSpace(c.line + " b8c6"); b.line() != want {
			t.Errorf("%s: %s, want %s", name, b.line(), want)
		}
	}
}
