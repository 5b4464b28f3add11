package decoder_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/reconcile/asking"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// from starts a game from a position.
func from(t *testing.T, fen string) (*table, rules.Position) {
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	start, err := rules.NewPosition(setup, rules.Standard)
	if err != nil {
		t.Fatal(err)
	}
	b := &table{Decoder: decoder.New(decoder.Config{Start: start})}
	scan := occupied(start)
	b.wait(time.Millisecond)
	b.Scan(&scan)
	b.wait(time.Second)
	return b, start
}

// see plays moves whose ends are both read.
func (t *table) see(tt *testing.T, line ...string) {
	for _, uci := range line {
		t.move(square(tt, uci[:2]), square(tt, uci[2:]))
		t.wait(5 * time.Second)
	}
}

// TestCaptureFromTheDarkBetweenMovesUnseen: the queen goes to squares without readings, the king
// moves where no sensor reads it, the queen comes back with a capture of which only the victim is
// detected leaving, and the king moves again. The decoder must find that all this lies between two
// moves that were detected.
func TestCaptureFromTheDarkBetweenMovesUnseen(t *testing.T) {
	b, start := from(t, "7k/8/6p1/p4P2/4Q3/8/6PP/6K1 w - - 0 1")
	b.see(t, "g1f2", "a5a4")
	b.dark(6, nil)
	b.wait(6 * time.Second)
	b.Change(rules.E4, sensors.Empty)
	b.wait(12 * time.Second) // e4e8 and h8g7
	b.Change(rules.G6, sensors.Empty)
	b.wait(300 * time.Millisecond)
	b.Change(rules.G6, sensors.Occupied)
	b.wait(6 * time.Second) // e8g6, and g7f8
	b.see(t, "f5f6")
	line := []string{"g1f2", "a5a4", "e4e8", "h8g7", "e8g6", "g7f8", "f5f6"}
	b.dark(6, after(t, start, line...))
	b.wait(5 * time.Second)
	b.see(t, "a4a3", "h2h3")
	b.wait(30 * time.Second)
	line = append(line, "a4a3", "h2h3")
	if got := b.lineTold(); !slices.Equal(got, line) {
		t.Errorf("told %v, played %v", got, line)
	}
}

// TestEnPassantUnread: a pawn that gave check away takes en passant, and no square of that is read.
func TestEnPassantUnread(t *testing.T) {
	b, start := from(t, "2k5/p4p2/8/4P3/8/8/P7/5BK1 w - - 0 1")
	b.see(t, "a2a3", "a7a6", "f1h3")
	b.dark(4, nil)
	b.wait(6 * time.Second)
	b.Change(rules.F7, sensors.Empty)
	b.wait(12 * time.Second) // f7f5, which alone parries the check, and e5f6
	b.see(t, "c8b8", "g1f2", "b8a7", "f2e3")
	line := []string{"a2a3", "a7a6", "f1h3", "f7f5", "e5f6", "c8b8", "g1f2", "b8a7", "f2e3"}
	b.dark(4, after(t, start, line...))
	b.wait(5 * time.Second)
	b.see(t, "a7b7", "e3d3")
	b.wait(30 * time.Second)
	line = append(line, "a7b7", "e3d3")
	if got := b.lineTold(); !slices.Equal(got, line) {
		t.Errorf("told %v, played %v", got, line)
	}
}

// TestCaptureSlidFromTheDarkBeforeAMoveUnseen: a rook slides its victim off, coming from a square without
// readings, and the king replies where nothing is read either. Only the moves after that show that there were two.
func TestCaptureSlidFromTheDarkBeforeAMoveUnseen(t *testing.T) {
	b, start := from(t, "6k1/1R6/8/p7/1n6/8/6PP/6K1 w - - 0 1")
	b.see(t, "g2g3", "a5a4")
	b.dark(6, nil)
	b.wait(18 * time.Second) // b7b4, and g8f7
	b.see(t, "g1g2")
	b.Change(rules.E6, sensors.Occupied)
	b.wait(5 * time.Second)
	line := []string{"g2g3", "a5a4", "b7b4", "g8f7", "g1g2", "f7e6"}
	b.dark(6, after(t, start, line...))
	b.wait(5 * time.Second)
	b.see(t, "b4b5", "e6d6", "g2f3")
	b.wait(30 * time.Second)
	line = append(line, "b4b5", "e6d6", "g2f3")
	if got := b.lineTold(); !slices.Equal(got, line) {
		t.Errorf("told %v, played %v", got, line)
	}
}

// shuffled plays a game in which a king moves to and fro three times without being read: nothing
// shows where it has been in between. Then the game goes on for some plies.
func shuffled(t *testing.T, more int) (b *table, line []string) {
	b, start := from(t, "5k2/8/8/2p3p1/2P3P1/8/PP2K3/7R w - - 0 1")
	b.see(t, "e2d2", "f8g8")
	b.dark(6, nil)
	b.wait(6 * time.Second)
	for _, seen := range []string{"h1h2", "d2d3", "a2a3", "b2b3"} {
		b.see(t, seen)
		b.wait(3 * time.Second) // and the king moves
	}
	line = []string{"e2d2", "f8g8", "h1h2", "g8f7", "d2d3", "f7e7", "a2a3", "e7f8", "b2b3", "f8e7"}
	b.dark(6, after(t, start, line...))
	b.wait(5 * time.Second)
	then := []string{"h2h3", "e7e6", "h3h4", "e6e5", "a3a4", "e5e6", "d3e3", "e6d6", "h4h3", "d6e5", "b3b4"}
	b.see(t, then[:more]...)
	return b, append(line, then[:more]...)
}

// TestUnknownMovesAreNotToldAtOnce: a move made during an outage that may as well have been another
// one is not published when the readings return, nor is any after it; a person is asked. If nobody
// has answered for eight plies, it is published as a guess.
func TestUnknownMovesAreNotToldAtOnce(t *testing.T) {
	b, line := shuffled(t, 0)
	if got := b.lineTold(); !slices.Equal(got, line[:3]) {
		t.Errorf("told %v when readings have returned, known is %v", got, line[:3])
	}
	if q, ok := b.asked(); !ok || q.Ply != 4 {
		t.Errorf("asked %+v: nobody saw ply 4", q)
	}
	b, line = shuffled(t, 11)
	b.End()
	b.wait(time.Second)
	if got := b.lineTold(); len(got) != len(line) || !slices.Equal(got[10:], line[10:]) {
		t.Errorf("told %v, played %v", got, line)
	}
	for _, f := range b.told {
		if f.Kind == decoder.Made && f.Ply > 3 && f.Ply <= 10 && f.Ply%2 == 0 && f.Confidence > 0.9 {
			t.Errorf("ply %d is told at %v", f.Ply, f.Confidence)
		}
	}
}

// wanderUnread plays on from 5k2/p6p/8/p7/3Q4/8/6PP/6K1 and 1. Kf1 Ke8 while a chip is silent: the pawn of a7 can only have gone to
// a6, and then the queen wanders about where nothing is read.
func (b *table) wanderUnread(t *testing.T) {
	t.Helper()
	b.dark(4, nil)
	b.wait(6 * time.Second)
	b.see(t, "h2h3")
	b.Change(rules.A7, sensors.Empty) // to a6
	b.wait(5 * time.Second)
	b.Change(rules.D4, sensors.Empty) // to d6, say
	b.wait(5 * time.Second)
	b.see(t, "e8f8")
	b.wait(5 * time.Second) // to d5
	b.see(t, "f8e8")
	b.wait(5 * time.Second) // to c5
	b.see(t, "e8f8", "h3h4", "f8e8", "f1f2", "e8f8", "f2f1", "f8e8")
}

// TestAskedWhenAllIsPublishedAtTheEnd: a chip is silent until the game is over, so that nothing is published
// from the first move with an unseen end on. That move can only be one, but then a queen wanders about
// unread. When the game is over, a person is asked about the first move of the queen.
func TestAskedWhenAllIsPublishedAtTheEnd(t *testing.T) {
	b, _ := from(t, "5k2/p6p/8/p7/3Q4/8/6PP/6K1 w - - 0 1")
	b.see(t, "g1f1", "f8e8")
	b.wanderUnread(t)
	if q, ok := b.asked(); ok {
		t.Errorf("asked about ply %d before the moves up to it are published", q.Ply)
	}
	b.Finish()
	b.wait(time.Second)
	line := []string{"g1f1", "f8e8", "h2h3", "a7a6"}
	if got := b.lineTold(); len(got) < len(line) || !slices.Equal(got[:len(line)], line) {
		t.Errorf("told %v, known is %v", got, line)
	}
	if q, ok := b.asked(); !ok || q.Ply != 5 || q.Candidates[0].Move.From() != rules.D4 {
		t.Errorf("asked %+v: nobody saw where the queen of ply 5 went", q)
	}
}

// TestAskedWhenReadingsReturnAsTheGameEnds: a rook captures and a pawn replies, both unread. The readings return when the
// kings are already in the air on their way to the centre, and leave open which pawn was taken.
func TestAskedWhenReadingsReturnAsTheGameEnds(t *testing.T) {
	b, start := from(t, "4k3/7p/3p2p1/p2R4/8/8/7P/5K2 w - - 0 1")
	b.see(t, "h2h3", "e8f8")
	b.dark(4, nil)
	b.wait(20 * time.Second) // d5a5 or d5d6, and g6g5
	b.Change(rules.F1, sensors.Empty)
	b.Change(rules.F8, sensors.Empty)
	b.wait(400 * time.Millisecond)
	b.dark(4, after(t, start, "h2h3", "e8f8", "d5d6", "g6g5"))
	b.wait(300 * time.Millisecond)
	b.Change(rules.E4, sensors.Occupied)
	b.wait(300 * time.Millisecond)
	b.Change(rules.E5, sensors.Occupied)
	b.wait(20 * time.Second)
	b.Finish()
	b.wait(time.Second)
	if q, ok := b.asked(); !ok || q.Ply != 3 || len(q.Candidates) < 2 {
		t.Errorf("asked %+v (%v): either pawn may have been taken in ply 3; told %v", q, ok, b.lineTold())
	}
}

// TestStopsOnlyWhereAPersonCanBeAsked: as above, but sensors have broken, which speaks against the whole line,
// so that even the move which can only be one is less likely than not. Nobody could be asked about that one:
// the line goes on to the queen's, and the question is about that.
func TestStopsOnlyWhereAPersonCanBeAsked(t *testing.T) {
	b, _ := from(t, "5k2/p6p/8/p7/3Q4/8/6PP/6K1 w - - 0 1")
	b.see(t, "g1f1", "f8e8")
	for _, sq := range []rules.Square{rules.A1, rules.C1, rules.A3, rules.B3} {
		b.Change(sq, sensors.Occupied)
		b.wait(20 * time.Second)
	}
	b.wanderUnread(t)
	for _, sq := range []rules.Square{rules.F1, rules.G2, rules.H4, rules.E8} {
		b.Change(sq, sensors.Empty) // the board is cleared
	}
	b.wait(time.Millisecond)
	b.Finish()
	b.wait(time.Second)
	line := []string{"g1f1", "f8e8", "h2h3", "a7a6"}
	if got := b.lineTold(); len(got) < len(line) || !slices.Equal(got[:len(line)], line) {
		t.Errorf("told %v, known is %v", got, line)
	}
	for _, f := range b.told {
		if f.Kind == decoder.Made && f.Ply == 4 && f.Confidence >= 0.5 {
			t.Errorf("ply 4 is told at %v: this test wants it below 0.5", f.Confidence)
		}
	}
	if q, ok := b.asked(); !ok || q.Ply != 5 || q.Candidates[0].Move.From() != rules.D4 {
		t.Errorf("asked %+v: nobody saw where the queen of ply 5 went", q)
	}
}

// TestAskedLongAfterAnOutage: nobody answers for so long that the next unknown moves lie further back than
// confidences change. They are asked about all the same, one after the other.
func TestAskedLongAfterAnOutage(t *testing.T) {
	b, line := shuffled(t, 11)
	then := []string{"e5d6", "h3h2", "d6e5", "h2h1", "e5d6", "h1h2", "d6e5", "h2h3"}
	b.see(t, then...)
	line = append(line, then...)
	var asked []int
	for n := 0; n < 6; n++ {
		q, ok := b.asked()
		if !ok {
			break
		}
		asked = append(asked, q.Ply)
		m, err := q.Before.ParseUCI(line[q.Ply-1])
		if err != nil {
			t.Fatal(err)
		}
		b.told = append(b.told, decoder.Finding{Kind: decoder.Unasked})
		b.Answer(q.Ply, m, q.Before)
		b.wait(2 * time.Second)
	}
	if got := b.lineTold(); !slices.Equal(got, line) || !slices.Equal(asked, []int{4, 6, 8}) {
		t.Errorf("asked about plies %v; told %v, played %v", asked, got, line)
	}
}

// asked returns the open question.
func (t *table) asked() (open *asking.Question, ok bool) {
	for _, f := range t.told {
		switch f.Kind {
		case decoder.Asked:
			open = f.Question
		case decoder.Unasked:
			open = nil
		}
	}
	return open, open != nil
}

// TestUnknownMovesAreToldWhenAnswered: when the questions about it are answered, the whole game is
// published as it was played: while it goes on, when it is over, and when the readings have ended.
func TestUnknownMovesAreToldWhenAnswered(t *testing.T) {
	for _, c := range []struct {
		name string
		more int // plies read after the outage
		end  func(b *table)
	}{
		{"play goes on", 11, func(*table) {}},
		{"game over", 11, func(b *table) { b.Finish() }},
		{"readings ended", 1, func(b *table) { b.End() }},
	} {
		b, line := shuffled(t, c.more)
		c.end(b)
		b.wait(time.Second)
		for n := 0; n < 6; n++ {
			q, ok := b.asked()
			if !ok {
				break
			}
			i := slices.IndexFunc(q.Candidates, func(m asking.Alternative) bool { return m.Move.UCI(rules.Standard) == line[q.Ply-1] })
			if i < 0 {
				t.Fatalf("%s: ply %d is asked about, %s is not among %+v", c.name, q.Ply, line[q.Ply-1], q.Candidates)
			}
			b.told = append(b.told, decoder.Finding{Kind: decoder.Unasked})
			b.Answer(q.Ply, q.Candidates[i].Move, q.Before)
			b.wait(2 * time.Second)
		}
		if got := b.lineTold(); !slices.Equal(got, line) {
			t.Errorf("%s: told %v, played %v", c.name, got, line)
		}
	}
}
