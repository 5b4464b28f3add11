package reconcile_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// illegalTry is an illegal move as it is carried out on the board, and how the sensors see it.
type illegalTry struct {
	start     rules.Position
	from, to  rules.Square
	captures  bool // the piece that moves has a legal capture
	takes     bool // the illegal move is a capture
	explained bool // some legal move leaves the board looking the same
}

func (x illegalTry) String() string {
	return fmt.Sprintf("%s: %v%v", x.start.FEN(), x.from, x.to)
}

// tries returns the illegal moves of all pieces in a position: pieces set down where none of their
// side stands, and illegal captures.
func tries(p *rules.Position, sensing sensors.Sensing) []illegalTry {
	var out []illegalTry
	legal := p.LegalMoves(nil)
	for own := p.Of(p.Turn()); own != 0; own &= own - 1 {
		from := own.First()
		captures := false
		goes := rules.Squares(0)
		for _, m := range legal {
			if m.From() == from && !m.IsCastling() {
				goes = goes.With(m.To())
				captures = captures || p.Captured(m) != rules.NoSquare
			}
		}
		for to := rules.A1; to <= rules.H8; to++ {
			if to == from || goes.Has(to) || p.Of(p.Turn()).Has(to) || to == p.King(p.Turn().Other()) {
				continue
			}
			if k := p.At(from).Kind(); k == rules.Pawn && (to.Rank() == 0 || to.Rank() == 7) || k == rules.King && (to.File()-from.File() > 1 || from.File()-to.File() > 1) {
				continue // promotions, and moves that look like half of castling, have their own rules
			}
			x := illegalTry{start: *p, from: from, to: to, captures: captures, takes: p.Occupied().Has(to)}
			full := p.Occupied().Without(from).With(to)
			white := p.Of(rules.White).Without(from).Without(to)
			if p.Turn() == rules.White {
				white = white.With(to)
			}
			for _, m := range legal {
				after := p.After(m)
				if after.Occupied() == full && (sensing == sensors.Occupancy || after.Of(rules.White) == white) {
					x.explained = true
				}
			}
			out = append(out, x)
		}
	}
	return out
}

// foundAs is how the Laws judged an illegal move at the press.
type foundAs struct{ told, asked, made bool }

// play carries out the illegal move on a board, sometimes fast and sometimes slowly.
func (x illegalTry) play(t *testing.T, rnd *rand.Rand, h trace.Header) foundAs {
	t.Helper()
	h.Start = x.start.FEN()
	p := x.start
	var scan sensors.Scan
	is := func(sq rules.Square) sensors.State {
		switch piece := p.At(sq); {
		case piece == rules.NoPiece:
			return sensors.Empty
		case h.Sensing == sensors.Occupancy:
			return sensors.Occupied
		case piece.Color() == rules.White:
			return sensors.White
		}
		return sensors.Black
	}
	for sq := range scan {
		scan[sq] = is(rules.Square(sq))
	}
	at := time.Duration(0)
	records := []trace.Record{{At: 0, What: trace.Scan{Board: scan}}}
	wait := func(least, most int) {
		at += time.Duration(least+rnd.IntN(most-least)) * time.Millisecond
	}
	change := func(sq rules.Square, to sensors.State) {
		records = append(records, trace.Record{At: at, What: trace.Change{Square: sq, Is: to}})
	}
	own := is(x.from)
	wait(1500, 4000)
	victimFirst := x.takes && rnd.IntN(2) == 0
	if victimFirst {
		change(x.to, sensors.Empty)
		wait(200, 1200)
	}
	change(x.from, sensors.Empty)
	wait(200, 2500)
	if x.takes && !victimFirst {
		change(x.to, sensors.Empty)
		wait(150, 1000)
	}
	change(x.to, own)
	wait(150, 3000)
	records = append(records, trace.Record{At: at, What: trace.Press{By: x.start.Turn()}})
	at += 3 * time.Second
	records = append(records, trace.Record{At: at, What: trace.End{}})
	g, events := play(t, h, records)
	return foundAs{
		told:  strings.Contains(string(events), `"event":"illegal"`),
		asked: slices.Contains(g.State().Needs, "disambiguate"),
		made:  strings.Contains(string(events), `"event":"made"`),
	}
}

// randomTry returns an illegal move in a position reached by random play. With capturing it is a
// move of a piece that could have captured.
func randomTry(rnd *rand.Rand, sensing sensors.Sensing, capturing bool) (illegalTry, bool) {
	p := rules.MustPosition(rules.StartFEN, rules.Standard)
	for range rnd.IntN(80) {
		legal := p.LegalMoves(nil)
		if len(legal) == 0 {
			return illegalTry{}, false
		}
		p = p.After(legal[rnd.IntN(len(legal))])
	}
	all := tries(&p, sensing)
	if capturing {
		all = slices.DeleteFunc(all, func(x illegalTry) bool { return !x.captures })
	}
	if len(all) == 0 {
		return illegalTry{}, false
	}
	return all[rnd.IntN(len(all))], true
}

// TestIllegalMovesAreFoundAtThePress checks that an illegal move is reported at the press if no
// legal move leaves the board looking the same, whether or not its piece could have captured, and
// though a king in the centre may show a result. If a legal move may explain the board, the arbiter
// is asked and nothing is recorded.
func TestIllegalMovesAreFoundAtThePress(t *testing.T) {
	const games = 600
	for _, sensing := range []sensors.Sensing{sensors.Occupancy, sensors.Polarity} {
		rnd := rand.New(rand.NewPCG(7, 11))
		h := trace.DefaultHeader()
		h.Sensing, h.Clock = sensing, trace.ClockButtons
		told := 0
		for i := range games {
			h.Laws = rules.Laws(i % len(rules.AllLaws()))
			x, ok := randomTry(rnd, sensing, i%2 == 0)
			if !ok {
				continue
			}
			found := x.play(t, rnd, h)
			if found.made {
				t.Errorf("%v, %v: a move is recorded", sensing, x)
			}
			switch {
			case x.explained && (!found.asked || found.told):
				t.Errorf("%v, %v: a legal move may explain the board, but asked %v, told %v", sensing, x, found.asked, found.told)
			case x.explained:
			case found.told:
				told++
			default:
				t.Errorf("%v, %v: not found", sensing, x)
			}
		}
		t.Logf("%v: %d found", sensing, told)
	}
}
