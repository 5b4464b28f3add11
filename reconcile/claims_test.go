package reconcile_test

import (
	"slices"
	"testing"
	"time"

	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// repeat moves knights out and back until the position has appeared three times.
func (b *table) repeat() {
	b.t.Helper()
	for range 2 {
		for _, uci := range []string{"g1f3", "g8f6", "f3g1", "f6g8"} {
			b.turn(uci)
		}
	}
}

// TestDrawClaims checks that a correct claim of repetition draws, and that a wrong one gives the
// opponent the time of the edition and rate of play once the arbiter has ruled (F-9.2, F-9.4,
// F-9.5).
func TestDrawClaims(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2023))
	b.do(start())
	b.repeat()
	if got := b.g.Appearances(); !slices.Equal(got, []int{0, 4, 8}) {
		t.Errorf("appearances after half-moves %v", got)
	}
	b.do(player(trace.DoClaim, "white", trace.ClaimRepetition))
	if got := b.g.Situation().Result; got != "1/2-1/2" {
		t.Errorf("a right claim: %s", got)
	}

	for _, c := range []struct {
		laws     rules.Laws
		mode     trace.Mode
		control  string
		opponent time.Duration
		claimant time.Duration // time taken from the claimant
	}{
		{rules.FIDE1997, trace.StandardPlay, "5400", 3 * time.Minute, 3 * time.Minute},
		{rules.FIDE1997, trace.StandardPlay, "200", 3 * time.Minute, -1}, // half of the remaining time
		{rules.FIDE2005, trace.StandardPlay, "5400", 3 * time.Minute, 3 * time.Minute},
		{rules.FIDE2009, trace.StandardPlay, "5400", 3 * time.Minute, 0},
		{rules.FIDE2018, trace.StandardPlay, "5400", 2 * time.Minute, 0},
		{rules.FIDE2018, trace.Blitz, "300", time.Minute, 0},
		{rules.FIDE2023, trace.Rapid, "900", time.Minute, 0},
		{rules.FIDE1953, trace.StandardPlay, "5400", 0, 0},
	} {
		h := timed(c.control, c.laws)
		h.Mode = c.mode
		b := sit(t, h)
		b.do(start())
		b.turn("e2e4")
		b.turn("e7e5")
		b.refused(player(trace.DoVerdict, "arbiter", "rejected"), "no claim is waiting")
		b.do(player(trace.DoClaim, "white", trace.ClaimRepetition))
		b.do(player(trace.DoStopClocks, "arbiter", ""))
		white, black := b.left()
		b.refused(player(trace.DoVerdict, "arbiter", "postpone"), "must be upheld or rejected")
		b.do(player(trace.DoVerdict, "arbiter", "rejected"))
		w, bl := b.left()
		taken := c.claimant
		if taken < 0 {
			taken = white / 2
		}
		if bl-black != c.opponent || white-w != taken {
			t.Errorf("%v %v: the opponent gets %v, the claimant loses %v; want %v and %v", c.laws, c.mode, bl-black, white-w, c.opponent, taken)
		}
		b.refused(player(trace.DoVerdict, "arbiter", "rejected"), "no claim is waiting")
		if got := b.g.Counts().Refused; len(got[rules.White]) != 1 || got[rules.White][0].What != trace.ClaimRepetition || len(got[rules.Black]) != 0 {
			t.Errorf("%v: claims refused %v, that of White is one (F-12.6)", c.laws, got)
		}
	}
}

// TestWrongClaimTakesByTheRest checks the times that a wrong claim takes by the Laws of 2001 and
// 2005.
func TestWrongClaimTakesByTheRest(t *testing.T) {
	for control, want := range map[string]time.Duration{"105": time.Minute, "40": -1} {
		b := sit(t, timed(control, rules.FIDE2005))
		b.do(start())
		b.turn("e2e4")
		b.turn("e7e5")
		b.do(player(trace.DoClaim, "white", trace.ClaimFiftyMoves))
		b.do(player(trace.DoStopClocks, "arbiter", ""))
		before, _ := b.left()
		b.do(player(trace.DoVerdict, "arbiter", "rejected"))
		after, _ := b.left()
		if want < 0 {
			want = before
		}
		if after != want {
			t.Errorf("with %v left, %v afterwards, want %v", before, after, want)
		}
	}
}

// TestVerdictAgainstTheRecord checks that the arbiter may decide against the recorded game: a wrong
// claim that is upheld draws, and after a correct one that is rejected the game goes on (F-9.5).
func TestVerdictAgainstTheRecord(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2023))
	b.do(start())
	b.turn("e2e4")
	b.turn("e7e5")
	b.do(player(trace.DoClaim, "white", trace.ClaimRepetition))
	b.do(player(trace.DoVerdict, "arbiter", "upheld"))
	if got := b.g.Situation().Result; got != "1/2-1/2" {
		t.Errorf("upheld: %s", got)
	}

	b = sit(t, timed("5400", rules.FIDE2023))
	b.do(start())
	b.repeat()
	b.do(player(trace.DoClaim, "white", trace.ClaimRepetition))
	b.do(player(trace.DoVerdict, "arbiter", "rejected"))
	if got := b.g.Situation(); got.Result != "*" || got.Times.Phase != chessclock.Paused {
		t.Errorf("rejected: %s, the clock is %v", got.Result, got.Times.Phase)
	}
	b.do(start())
	b.turn("d2d4")
	if got := b.g.Situation(); got.Ply != 9 || got.Result != "*" {
		t.Errorf("play does not go on: %+v", got)
	}
}

// TestDrawOffers: a draw may be offered after the player's own move and before the press. At
// another moment the offer is valid but noted, in 1953 invalid. It cannot be withdrawn, and the
// event may forbid it before some move (F-9.1, F-12.6).
func TestDrawOffers(t *testing.T) {
	state := func(b *table) string {
		if s := b.g.State().DrawOffer; s != nil {
			return *s
		}
		return ""
	}
	for _, laws := range rules.AllLaws() {
		b := sit(t, timed("5400", laws))
		b.do(start())
		b.turn("e2e4")
		b.turn("e7e5")
		b.do(player(trace.DoOfferDraw, "black", "")) // White's clock runs
		want, noted := "open", 1
		if laws == rules.FIDE1953 {
			want, noted = "", 0
		}
		if got := state(b); got != want || b.remarks("draw_offer_irregular") != noted {
			t.Errorf("%v: in the opponent's time the offer is %q, noted %d times", laws, got, b.remarks("draw_offer_irregular"))
		}
		b.move("g1f3")
		b.wait(500 * time.Millisecond)
		b.do(player(trace.DoOfferDraw, "white", ""))
		b.press(rules.White)
		b.wait(2 * time.Second)
		if got := state(b); got != "open" {
			t.Errorf("%v: the offer is %q", laws, got)
		}
		b.refused(player(trace.DoDeclineDraw, "white", ""), "it cannot be withdrawn")
		if state(b) != "open" {
			t.Errorf("%v: an offer was withdrawn", laws)
		}
		b.refused(player(trace.DoAcceptDraw, "white", ""), "white made the offer")
		if got := b.g.Counts().Offers; len(got[rules.White]) != 1 || len(got[rules.Black]) != 1 {
			t.Errorf("%v: offers %v", laws, got)
		}
		b.do(player(trace.DoAcceptDraw, "black", ""))
		if b.g.Situation().Result != "1/2-1/2" {
			t.Errorf("%v: an offer accepted: %s", laws, b.g.Situation().Result)
		}
	}

	b := sit(t, timed("5400", rules.FIDE2009))
	b.do(arbiter(trace.DoNewGame, map[string]any{"draw_from": 3, "time_control": "5400"}))
	b.wait(3 * time.Second)
	b.do(start())
	b.turn("e2e4")
	b.do(player(trace.DoOfferDraw, "white", ""))
	if state(b) != "" || b.remarks("draw_offer_not_allowed") != 1 {
		t.Errorf("an offer before move 3 is %q", state(b))
	}
	for _, uci := range []string{"e7e5", "g1f3", "b8c6", "f1b5"} {
		b.turn(uci)
	}
	b.do(player(trace.DoOfferDraw, "white", ""))
	if state(b) != "open" {
		t.Errorf("an offer at move 3 is %q: %v", state(b), b.line())
	}
}

// TestNothingIsSaidInVain checks that commands of a player without effect are refused: an answer
// without an offer, and everything after the end of the game.
func TestNothingIsSaidInVain(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2018))
	b.do(start())
	b.move("e2e4")
	b.do(player(trace.DoOfferDraw, "white", ""))
	b.press(rules.White)
	b.wait(2 * time.Second)
	b.refused(player(trace.DoAcceptDraw, "black", ""), "only after a move by each player")
	b.turn("e7e5")
	for _, do := range []string{trace.DoAcceptDraw, trace.DoDeclineDraw} {
		b.refused(player(do, "white", ""), "no offer of a draw is open")
	}
	b.do(player(trace.DoResign, "white", ""))
	for _, c := range []trace.Command{
		player(trace.DoResign, "black", ""), player(trace.DoOfferDraw, "black", ""), player(trace.DoAcceptDraw, "black", ""),
		player(trace.DoClaim, "white", trace.ClaimRepetition), player(trace.DoClaim, "white", trace.ClaimTouchedPiece), player(trace.DoClaim, "white", trace.ClaimTime),
	} {
		b.refused(c, "the game is over, 0-1")
	}
	for _, c := range []trace.Command{
		{Do: trace.DoTouch, By: "white", Square: "g1"}, {Do: trace.DoAdjust, By: "white"}, {Do: trace.DoSay, By: "white", What: "castle"},
	} {
		b.refused(c, "the game is over, 0-1")
	}
	b.do(arbiter(trace.DoUndo, nil))
	b.do(player(trace.DoClaim, "white", trace.ClaimTouchedPiece))
	if b.remarks("claim_rejected") != 1 {
		t.Errorf("a claim in play that is wrong is rejected %d times", b.remarks("claim_rejected"))
	}
	b.do(start())
	b.refused(trace.Command{Do: trace.DoPromote, By: "white", Piece: "queen"}, "no pawn is near the last rank")
	b.refused(trace.Command{Do: trace.DoAnnounce, By: "white", UCI: "g1f3"}, "only in a game with a visually impaired player")
	b.refused(trace.Command{Do: trace.DoNote, By: "arbiter"}, "write text")
}

// TestQuickplayFinish: the quickplay finish is claimed with less than two minutes left, by the
// player having the move, in a game without an increment; the clocks stop and the arbiter rules
// (F-10.2).
func TestQuickplayFinish(t *testing.T) {
	claim := func(by string) trace.Command { return player(trace.DoQuickplay, by, "claim") }
	b := sit(t, announced("150", rules.FIDE2018))
	b.do(start())
	b.refused(claim("white"), "only with less than two minutes")
	b.until(40)
	b.refused(claim("black"), "only the player having the move")
	b.do(player(trace.DoQuickplay, "white", "request-increment"))
	if c, _ := b.g.Clock(); c.Phase() != chessclock.Paused {
		t.Errorf("the clocks are %v", c.Phase())
	}
	white, black := b.left()
	b.do(player(trace.DoVerdict, "arbiter", "upheld"))
	b.do(start())
	if _, got := b.left(); got-black != 2*time.Minute {
		t.Errorf("the opponent gets %v", got-black)
	}
	b.turn("e2e4")
	if got, _ := b.left(); got != white-900*time.Millisecond+5*time.Second {
		t.Errorf("White has %v of %v: the increment of 5 s", got, white)
	}
	b.refused(claim("black"), "only with less than two minutes")

	b = sit(t, announced("90", rules.FIDE2005))
	b.do(start())
	b.until(10)
	b.do(claim("white"))
	_, black = b.left()
	b.do(player(trace.DoVerdict, "arbiter", "postpone"))
	b.do(player(trace.DoVerdict, "arbiter", "rejected"))
	if _, got := b.left(); got-black != 2*time.Minute {
		t.Errorf("rejected: the opponent gets %v", got-black)
	}
	b.refused(player(trace.DoQuickplay, "white", "request-increment"), "has no request")
	sit(t, announced("90", rules.FIDE1953)).refused(claim("white"), "has no quickplay finish")
	b = sit(t, announced("90+2", rules.FIDE2018))
	b.do(start())
	b.refused(claim("white"), "not with an increment")
	b = sit(t, announced("90", rules.FIDE2018))
	b.do(start())
	b.do(claim("white"))
	b.do(player(trace.DoVerdict, "arbiter", "draw"))
	if got := b.g.Situation().Result; got != "1/2-1/2" {
		t.Errorf("ruled a draw: %s", got)
	}
}

// TestEvidenceOfAClaim: a claim comes with the evidence of the recorded game: after which
// half-moves the position appeared, including that of the intended move, why positions with the
// same pieces differed, and how far the count of fifty moves has come (F-9.2, F-9.3).
func TestEvidenceOfAClaim(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2009))
	b.do(start())
	if _, ok := b.g.Claimed(); ok {
		t.Error("a claim before there was one")
	}
	for _, uci := range []string{"e2e4", "e7e5", "e1e2", "e8e7", "e2e1", "e7e8", "e1e2", "e8e7", "e2e1"} {
		b.turn(uci)
	}
	claim := player(trace.DoClaim, "black", trace.ClaimRepetition)
	claim.UCI = "e7e8"
	b.do(claim)
	c, ok := b.g.Claimed()
	if !ok || c.Upheld || !c.Waits || c.By != rules.Black || c.What != trace.ClaimRepetition || c.UCI != "e7e8" {
		t.Errorf("the claim is %+v, %v, want Black's of repetition by e7e8, which waits", c, ok)
	}
	if !slices.Equal(c.Appearances, []int{6, 10}) || len(c.Differs) != 1 || c.Differs[0].Ply != 2 || c.Differs[0].Why != "castling" {
		t.Errorf("%+v: after half-move 2 both could still castle (C-T4)", c)
	}
	if c.Quiet != 8 || c.Since != 3 {
		t.Errorf("%d quiet half-moves since %d", c.Quiet, c.Since)
	}
	b.do(player(trace.DoVerdict, "arbiter", "rejected"))
	if c, _ := b.g.Claimed(); c.Waits {
		t.Error("it waits after the verdict")
	}
}

// TestEvidenceFromAPosition: a game recorded from a position may be shorter than its half-move
// clock.
func TestEvidenceFromAPosition(t *testing.T) {
	h := timed("5400", rules.FIDE2009)
	h.Start = "4k3/8/8/8/8/8/8/R3K3 w - - 7 40"
	g := newGame(t, h)
	p := g.Position()
	step(t, g, trace.Record{What: trace.Scan{Board: board(p)}})
	step(t, g, trace.Record{At: 1, What: trace.Command{Do: trace.DoClaim, By: "white", What: trace.ClaimFiftyMoves, UCI: "a1a2"}})
	if c, ok := g.Claimed(); !ok || c.Quiet != 8 || c.Since != 0 {
		t.Errorf("%+v, %v: want 8 quiet half-moves, which began before the record", c, ok)
	}
}
