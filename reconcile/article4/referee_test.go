package article4_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

func (b *table) state() article4.State { return b.w.State() }

func (b *table) wantRule(rule, by, status string) {
	b.t.Helper()
	v := b.state().Violation
	switch {
	case rule == "" && v != nil:
		b.t.Errorf("violation is %+v, want none", *v)
	case rule != "" && (v == nil || v.Rule != rule || v.By != by || v.Status != status):
		b.t.Errorf("violation is %+v, want %s by %s, %s", v, rule, by, status)
	}
}

func (b *table) wantDuty(kind string, squares ...string) {
	b.t.Helper()
	d := b.state().Obligation
	switch {
	case kind == "" && d != nil:
		b.t.Errorf("obligation is %+v, want none", *d)
	case kind != "" && (d == nil || d.Kind != kind || !slices.Equal(d.Squares, squares)):
		b.t.Errorf("obligation is %+v, want %s %v", d, kind, squares)
	}
}

func (b *table) remarked(name string) int {
	n := 0
	for _, e := range b.state().Events {
		if e == name {
			n++
		}
	}
	return n
}

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

// TestBounceIsNoTouch checks that a bouncing contact is neither a touch nor a release.
func TestBounceIsNoTouch(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	for range 5 {
		b.w.Read(rules.G1, sensors.Empty, b.at)
		b.wait(30 * time.Millisecond)
		b.w.Read(rules.G1, sensors.Occupied, b.at)
		b.wait(100 * time.Millisecond)
	}
	b.w.Read(rules.E4, sensors.Occupied, b.at)
	b.wait(20 * time.Millisecond)
	b.w.Read(rules.E4, sensors.Empty, b.at)
	b.wait(2 * time.Second)
	b.wantDuty("")
	if len(b.told) != 0 {
		t.Errorf("told %v", b.told)
	}
}

// TestUnknownIsNoTouch checks that a row that cannot be read for a while causes no touch.
func TestUnknownIsNoTouch(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	for sq := rules.A1; sq <= rules.H1; sq++ {
		b.w.Read(sq, sensors.Unknown, b.at)
	}
	b.wait(5 * time.Second)
	for sq := rules.A1; sq <= rules.H1; sq++ {
		b.w.Read(sq, sensors.Occupied, b.at)
	}
	b.wait(time.Second)
	b.wantDuty("")
	if len(b.told) != 0 {
		t.Errorf("told %v", b.told)
	}
}

// TestEarlyHand: a piece of the reply that is in the air when a move is released is in the
// opponent's early hand. It is no duty of the mover, and the first touch of the next turn.
func TestEarlyHand(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.play("e2e4", "d7d5", "b1c3", "d5e4") // the pawn on e4 could be taken
	b.lift("g1")
	b.lift("e4") // Black again, before White has released the piece
	b.place("f3")
	b.made("g1f3", 200*time.Millisecond)
	b.wantRule("", "", "")
	b.wantDuty("move", "e4")
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

// TestStraightening: straightening the piece just moved, before the press, is still the mover's
// act: it is no touch by the opponent, and no claim lapses.
func TestStraightening(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.lift("g1")
	b.place("g1")
	b.lift("e2")
	b.place("e4")
	b.made("e2e4", 200*time.Millisecond)
	b.lift("e4")
	b.place("e4")
	b.press(rules.White)
	b.wantRule("touched_piece", "white", "claimable")
	b.wantDuty("")
}

// TestSlideIsNoRelease: a piece that rests on a square for less than the threshold was slid over
// it.
func TestSlideIsNoRelease(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.lift("e2")
	b.place("e3")
	b.wait(600 * time.Millisecond)
	b.lift("e3")
	b.place("e4")
	b.made("e2e4", 200*time.Millisecond)
	b.press(rules.White)
	b.wantRule("", "", "")
	if n := b.remarked("illegal_position_on_board"); n != 0 {
		t.Errorf("remarked %d illegal positions", n)
	}
}

// TestSleeve: three pieces knocked over in consecutive scans are an accident too.
func TestSleeve(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	for _, sq := range []rules.Square{rules.E2, rules.F2, rules.G2} {
		b.w.Read(sq, sensors.Empty, b.at)
		b.wait(20 * time.Millisecond)
	}
	b.wait(time.Second)
	b.place("e2", "f2", "g2")
	b.wantDuty("")
	if odd := b.state().Irregularity; odd == nil || *odd != "displaced" {
		t.Errorf("irregularity is %v", odd)
	}
}

// TestNothingIsCountedUnanchored checks that a press does not count when the recorded game
// disagrees with the board.
func TestNothingIsCountedUnanchored(t *testing.T) {
	b := newTable(t, header(rules.FIDE2023))
	b.play("e2e4")
	// Black's move e7e5 was missed; White's next move looks illegal, or like a press without a
	// move.
	b.w.Read(rules.E7, sensors.Empty, b.at)
	b.w.Read(rules.E5, sensors.Occupied, b.at)
	b.w.Press(rules.Black, b.at)
	b.landed = b.at
	b.wait(time.Second)
	b.lift("g1")
	b.place("f3")
	b.press(rules.White)
	if s := b.state(); s.Illegal != nil {
		t.Errorf("counted %+v", *s.Illegal)
	}
}

// TestIllegalOnlyAtRest checks that an illegal move must be at rest at the press before it counts;
// a piece still on its way does not count.
func TestIllegalOnlyAtRest(t *testing.T) {
	for _, c := range []struct {
		name string
		rest bool
		want int
	}{{"at rest", true, 1}, {"taken on at once", false, 0}} {
		b := newTable(t, header(rules.FIDE2009))
		b.lift("e2")
		b.place("e5")
		b.w.Press(rules.White, b.at)
		b.wait(300 * time.Millisecond)
		if !c.rest {
			b.lift("e5")
			b.place("e4")
		}
		b.wait(2 * time.Second)
		got := 0
		if ill := b.state().Illegal; ill != nil {
			got = ill.Count
		}
		if got != c.want {
			t.Errorf("%s: %d illegal moves counted, want %d", c.name, got, c.want)
		}
	}
}

// TestCountTakenBack checks that the count is withdrawn when the move turns out to have been legal,
// and when the arbiter rejects it, and that a second press for the same position does not count
// again.
func TestCountTakenBack(t *testing.T) {
	illegal := func() *table {
		b := newTable(t, header(rules.FIDE2009))
		b.lift("b1")
		b.place("b3")
		b.press(rules.White)
		b.wait(time.Second)
		if ill := b.state().Illegal; ill == nil || ill.Count != 1 || !ill.Restore {
			t.Fatalf("illegal is %+v", ill)
		}
		return b
	}
	b := illegal()
	b.made("b1a3", 3*time.Second)
	if ill := b.state().Illegal; ill != nil {
		t.Errorf("a legal move is still counted: %+v", *ill)
	}
	b = illegal()
	b.command(trace.Command{Do: trace.DoIllegal, By: "arbiter", What: "reject"})
	if ill := b.state().Illegal; ill != nil {
		t.Errorf("rejected, and still counted: %+v", *ill)
	}
	b = illegal()
	b.press(rules.White)
	b.press(rules.Black)
	b.press(rules.White)
	if ill := b.state().Illegal; ill == nil || ill.Count != 1 {
		t.Errorf("pressed again: %+v", ill)
	}
}

// TestUpheldClaim: after an upheld claim the board shows the other move until it is put right;
// putting it right touches nothing.
func TestUpheldClaim(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.lift("e2")
	b.place("e2")
	b.play("d2d4")
	b.command(trace.Command{Do: trace.DoClaim, By: "black", What: trace.ClaimTouchedPiece})
	b.wantRule("touched_piece", "white", "upheld")
	b.wantDuty("move", "e2")
	if !b.held || len(b.moves) != 0 {
		t.Fatalf("held %v, moves %v", b.held, b.moves)
	}
	b.lift("d4")
	b.place("d2")
	if b.held {
		t.Error("still held with the board put right")
	}
	b.lift("e2")
	b.place("e4")
	b.made("e2e4", 200*time.Millisecond)
	b.press(rules.White)
	b.wantRule("touched_piece", "white", "upheld")
	b.wantDuty("")
	if got := b.state().Moves; !slices.Equal(got, []string{"e2e4"}) {
		t.Errorf("moves %v", got)
	}
}

// TestPromisedMove checks that a move announced with a refused draw claim has to be played.
func TestPromisedMove(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.command(trace.Command{Do: trace.DoClaim, By: "white", What: trace.ClaimRepetition, UCI: "g1f3"})
	b.wantDuty("move", "g1")
	if got := b.state().DrawOffer; got == nil || *got != "open" {
		t.Errorf("a claim is an offer (9.1), draw_offer is %v", got)
	}
	b.play("e2e4")
	b.wantRule("touched_piece", "white", "claimable")
}

// TestTactileReply: on a tactile board the reply shows that a move was executed although it was not
// announced.
func TestTactileReply(t *testing.T) {
	h := header(rules.FIDE2009)
	h.Tactile, h.Clock = true, trace.ClockNone
	b := newTable(t, h)
	b.lift("e2")
	b.place("e4")
	if needs := b.state().Needs; !slices.Equal(needs, []string{"announcement"}) || !b.held {
		t.Fatalf("needs %v, held %v", needs, b.held)
	}
	b.lift("e7")
	b.place("e5")
	if got := b.state().Moves; !slices.Equal(got, []string{"e2e4"}) {
		t.Errorf("moves %v", got)
	}
}

// TestTwoHands: only the arbiter sees two hands used for one move; from 2018 they count.
func TestTwoHands(t *testing.T) {
	for _, c := range []struct {
		laws rules.Laws
		want bool
	}{{rules.FIDE2009, false}, {rules.FIDE2018, true}} {
		b := newTable(t, header(c.laws))
		b.play("e2e4")
		extra, err := trace.NewExtra(map[string]any{"player": "white"})
		if err != nil {
			t.Fatal(err)
		}
		b.command(trace.Command{Do: trace.DoIrregularity, By: "arbiter", What: "two-hands", Extra: extra})
		if got := b.state().Illegal != nil; got != c.want {
			t.Errorf("%v: counted %v, want %v", c.laws, got, c.want)
		}
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

// TestIdlePressTakenBack: a counted press without a move is withdrawn when the move is found later.
// The sensor of its target had not shown it.
func TestIdlePressTakenBack(t *testing.T) {
	b := newTable(t, header(rules.FIDE2018))
	b.lift("e2")
	b.press(rules.White)
	if ill := b.state().Illegal; ill != nil {
		t.Fatalf("counted before it is known that the piece is in the hand: %+v", ill)
	}
	b.wait(8 * time.Second)
	if ill := b.state().Illegal; ill == nil || ill.Count != 1 || ill.Restore {
		t.Fatalf("illegal is %+v", ill)
	}
	b.made("e2e4", 9*time.Second)
	if ill := b.state().Illegal; ill != nil {
		t.Errorf("still counted: %+v", *ill)
	}
}

// TestPressedTwice: two presses for the same position are one illegal move; another press after the
// opponent has pressed back is a new one.
func TestPressedTwice(t *testing.T) {
	b := newTable(t, header(rules.FIDE2018))
	b.press(rules.White)
	b.press(rules.White)
	if ill := b.state().Illegal; ill == nil || ill.Count != 1 {
		t.Fatalf("illegal is %+v", ill)
	}
	b.press(rules.Black)
	b.press(rules.White)
	b.wait(2 * time.Second) // the reading of a move might be late
	s := b.state()
	if s.Illegal == nil || s.Illegal.Count != 2 || s.Result == nil || *s.Result != "0-1" {
		t.Fatalf("illegal is %+v", s.Illegal)
	}
}

// TestTouchedAndNotBack: if a piece does not come back, more likely its sensor has failed than that
// a hand holds it. No breach is reported until it stands on its square again.
func TestTouchedAndNotBack(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.lift("g1") // its sensor dies
	b.lift("d2")
	b.place("d4")
	b.made("d2d4", 200*time.Millisecond)
	b.wantRule("", "", "")
	b.play("d7d5")
	b.wantRule("", "", "")

	b = newTable(t, header(rules.FIDE2009))
	b.lift("g1") // and here it stays in the other hand
	b.lift("d2")
	b.place("d4")
	b.made("d2d4", 200*time.Millisecond)
	b.wantRule("", "", "")
	b.place("g1")
	b.wantRule("touched_piece", "white", "claimable")
	b.lift("d7")
	b.wantRule("touched_piece", "white", "lapsed")
}

// TestIdlePressTakenBackCastling960: in Chess960 castling may leave the rook where it is. That nobody has
// lifted it does not speak against castling before the press.
func TestIdlePressTakenBackCastling960(t *testing.T) {
	for _, c := range []struct {
		fen, king, rook string
		counted         bool
	}{
		{"4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1", "f1", false}, // the rook stays on f1
		{"4k3/8/8/8/8/8/8/4K2R w H - 0 1", "e1", "h1", true},  // the rook goes to f1, and still stands on h1
	} {
		h := header(rules.FIDE2018)
		h.Start, h.Variant = c.fen, rules.Chess960
		b := newTable(t, h)
		b.lift(c.king)
		b.press(rules.White)
		b.wait(8 * time.Second)
		if ill := b.state().Illegal; ill == nil || ill.Count != 1 {
			t.Fatalf("%s: illegal is %+v", c.fen, ill)
		}
		b.made(c.king+c.rook, 9*time.Second)
		if ill := b.state().Illegal; (ill != nil) != c.counted {
			t.Errorf("%s: illegal is %+v, want one counted: %v", c.fen, ill, c.counted)
		}
	}
}

// TestHeldUntilJudged: while the press for a second illegal castling is judged, nothing is published,
// although its pieces are already on their squares again.
func TestHeldUntilJudged(t *testing.T) {
	h := header(rules.FIDE2009)
	h.Start = "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1" // f1 is attacked
	b := newTable(t, h)
	castle := func() {
		b.lift("e1")
		b.place("g1")
		b.lift("h1")
		b.place("f1")
	}
	suspect := func() {
		t.Helper()
		if !b.w.SuspectPress(rules.White) {
			t.Fatal("the press is not suspect")
		}
		b.held = true // as the game does
		b.obey()
	}
	castle()
	suspect()
	b.press(rules.White)
	b.wait(time.Second)
	if ill := b.state().Illegal; ill == nil || ill.Count != 1 || !b.held {
		t.Fatalf("illegal is %+v, held %v", ill, b.held)
	}
	for _, back := range [][2]string{{"g1", "e1"}, {"f1", "h1"}} {
		b.lift(back[0])
		b.place(back[1])
	}
	b.press(rules.Black)
	if b.held {
		t.Fatal("still held, with the pieces put back")
	}
	castle()
	suspect()
	b.w.Press(rules.White, b.at)
	b.w.Finished("*", "", b.at)
	b.obey()
	if b.held {
		t.Fatal("still held, with the result taken back")
	}
	for _, back := range [][2]string{{"g1", "e1"}, {"f1", "h1"}} {
		b.lift(back[0])
		b.place(back[1])
	}
	castle()
	b.w.Read(rules.G1, sensors.Empty, b.at)
	b.w.Read(rules.F1, sensors.Empty, b.at)
	b.wait(100 * time.Millisecond)
	suspect()
	b.w.Press(rules.White, b.at)
	b.wait(70 * time.Millisecond)
	b.w.Read(rules.E1, sensors.Occupied, b.at)
	b.w.Read(rules.H1, sensors.Occupied, b.at)
	b.wait(80 * time.Millisecond)
	if !b.held {
		t.Error("published before the press is judged")
	}
	b.wait(2 * time.Second)
	if b.held {
		t.Error("held for ever")
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
