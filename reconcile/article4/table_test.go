package article4_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"touchmove/reconcile/article4"
	"touchmove/reconcile/halfmove"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// table is a board with a Referee and a decoder that publishes what the test says and carries out
// the Referee's orders.
type table struct {
	t     testing.TB
	w     *article4.Referee
	at    time.Duration
	start rules.Position
	line  []rules.Position // after each published move; line[0] is the start
	moves []rules.Move
	held  bool
	told  []string

	doubted rules.Squares
	landed  time.Duration // landing of a move that is made and not yet published; 0 means none
}

func (b *table) Distrusted() rules.Squares { return b.doubted }
func (b *table) IsPendingSeen() bool       { return b.landed != 0 }

func (b *table) PendingMove() (time.Duration, bool) { return b.landed, b.landed != 0 }

func (b *table) PendingLine() (p rules.Position, ok bool) {
	return b.line[len(b.line)-1], b.landed != 0
}

func (b *table) IsOnlyMove(rules.Move) bool { return true }

func (b *table) IsRecordDoubtful() bool { return false }

func (b *table) IsBoardExplained() bool { return false }

func (b *table) MayNamePromotion() bool {
	return slices.ContainsFunc(b.moves[max(0, len(b.moves)-2):], func(m rules.Move) bool { return m.Promotion() != rules.NoKind })
}

func newTable(t testing.TB, h trace.Header) *table {
	t.Helper()
	p := rules.MustPosition(h.Start, h.Variant)
	b := &table{t: t, start: p, line: []rules.Position{p}}
	b.w = article4.New(h, nil, article4.Options{}, b)
	for sq := rules.A1; sq <= rules.H8; sq++ {
		is := sensors.Empty
		if p.At(sq) != rules.NoPiece {
			is = sensors.Occupied
		}
		b.w.Read(sq, is, 0)
	}
	b.w.Begin(p, p, 0, 0)
	b.at = time.Second
	b.obey()
	return b
}

func header(laws rules.Laws) trace.Header {
	h := trace.DefaultHeader()
	h.Laws, h.Clock = laws, trace.ClockButtons
	return h
}

// wait lets time pass, deadline by deadline.
func (b *table) wait(d time.Duration) {
	to := b.at + d
	for {
		due, ok := b.w.Due()
		if !ok || due > to {
			break
		}
		b.at = due
		b.w.Advance(due)
		b.obey()
	}
	b.at = to
}

func (b *table) obey() {
	for _, n := range b.w.Notices() {
		b.told = append(b.told, fmt.Sprintf("%v %s %+v", n.At, n.What.Name(), n.What))
	}
	for _, o := range b.w.Orders() {
		switch o.Do {
		case article4.Hold:
			b.held = true
		case article4.Resume:
			b.held = false
		case article4.TakeBack:
			b.retract(len(b.moves) - o.Plies + 1)
		case article4.Correct:
			b.tell(o.Ply, o.Move, b.at)
		case article4.Impose:
			b.tell(o.Ply, o.Move, o.Landed)
			b.held = false
		case article4.Finish:
			b.w.Finished(o.Result, o.Reason, b.at)
		}
		b.obey()
	}
}

func square(t testing.TB, name string) rules.Square {
	t.Helper()
	sq, err := rules.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return sq
}

// lift and place change readings and let a moment pass.
func (b *table) lift(names ...string) {
	for _, n := range names {
		b.w.Read(square(b.t, n), sensors.Empty, b.at)
	}
	b.obey()
	b.wait(200 * time.Millisecond)
}

func (b *table) place(names ...string) {
	for _, n := range names {
		b.w.Read(square(b.t, n), sensors.Occupied, b.at)
	}
	b.obey()
	b.wait(200 * time.Millisecond)
}

func (b *table) press(c rules.Color) {
	b.w.Press(c, b.at)
	b.wait(700 * time.Millisecond)
}

func (b *table) command(c trace.Command) {
	b.w.Command(c, b.at)
	b.obey()
}

// made publishes a move released ago before now.
func (b *table) made(uci string, ago time.Duration) {
	b.t.Helper()
	p := b.line[len(b.line)-1]
	m, err := p.ParseUCI(uci)
	if err != nil {
		b.t.Fatal(err)
	}
	b.tell(len(b.moves)+1, m, b.at-ago)
}

// amended publishes another move for the last ply.
func (b *table) amended(uci string, ago time.Duration) {
	b.t.Helper()
	m, err := b.line[len(b.line)-2].ParseUCI(uci)
	if err != nil {
		b.t.Fatal(err)
	}
	b.tell(len(b.moves), m, b.at-ago)
}

func (b *table) tell(ply int, m rules.Move, released time.Duration) {
	b.line, b.moves = b.line[:ply], b.moves[:ply-1]
	before := b.line[ply-1]
	after := before.After(m)
	b.line, b.moves = append(b.line, after), append(b.moves, m)
	b.w.Made(halfmove.HalfMove{Ply: ply, Move: m, After: after, Released: released, Illegal: !before.IsLegal(m)}, b.at)
	b.obey()
}

func (b *table) retract(ply int) {
	b.line, b.moves = b.line[:ply], b.moves[:ply-1]
	b.w.Retracted(ply, b.at)
	b.obey()
}

// play makes a move in the ordinary way: a captured piece off, the piece up and down, the move
// published at once, the clock pressed.
func (b *table) play(ucis ...string) {
	b.t.Helper()
	for _, uci := range ucis {
		p := b.line[len(b.line)-1]
		m, err := p.ParseUCI(uci)
		if err != nil {
			b.t.Fatal(err)
		}
		from, to := uci[:2], uci[2:4]
		if sq := p.Captured(m); sq != rules.NoSquare {
			b.lift(sq.String())
		}
		b.lift(from)
		if m.IsCastling() {
			king, rook := p.CastlingTargets(m)
			b.place(king.String())
			b.lift(m.To().String())
			b.place(rook.String())
		} else {
			b.place(to)
		}
		b.made(uci, 200*time.Millisecond)
		b.press(p.Turn())
	}
}

// ply is the number of published half-moves.
func (b *table) ply() int { return len(b.moves) }

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
