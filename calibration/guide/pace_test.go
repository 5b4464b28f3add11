package guide_test

import (
	"testing"
	"time"

	"touchmove/calibration"
	"touchmove/calibration/guide"
	"touchmove/rules"
	"touchmove/sensors"
)

// person does what the guide asks, as slowly as a beginner: 2.5 s for a square of the
// wiring, 2 s for a piece of a position, 1 s to read a sentence.
type person struct {
	pieces guide.Pieces
	shown  sensors.Scan
	asked  string
	at     rules.Square // square of the piece that finds the wiring
	next   time.Duration
	seeks  sensors.State
}

const (
	paceSquare = 2500 * time.Millisecond
	pacePiece  = 2 * time.Second
	paceRead   = time.Second
)

func newPerson(p guide.Pieces, seeks sensors.State) *person {
	h := &person{pieces: p, at: rules.NoSquare, seeks: seeks}
	for sq := range rules.AllSquares.All() {
		h.set(sq, sensors.Empty)
	}
	return h
}

func (h *person) set(sq rules.Square, is sensors.State) {
	h.shown[sq] = is
	h.pieces.SetSquare(sq, is)
}

func (h *person) act(at time.Duration, a guide.Ask) {
	if a.Sentence != h.asked {
		if h.asked = a.Sentence; a.Square == rules.NoSquare {
			h.next = max(h.next, at+paceRead)
		}
	}
	if at < h.next {
		return
	}
	switch {
	case h.at != rules.NoSquare:
		h.set(h.at, sensors.Empty)
		h.at, h.next = rules.NoSquare, at+paceSquare/2
	case a.Square != rules.NoSquare:
		h.set(a.Square, h.seeks)
		h.at, h.next = a.Square, at+paceSquare/2
	default:
		h.move(at, a.Shown)
	}
}

// move puts one piece where it is missing. It takes the piece from a square with one too
// many, or from beside the board.
func (h *person) move(at time.Duration, want sensors.Scan) {
	for to := range want {
		if want[to] == sensors.Unknown || h.shown[to] == want[to] || h.shown[to] != sensors.Empty {
			continue
		}
		for from := range want {
			if h.shown[from] == want[to] && want[from] != h.shown[from] {
				h.set(rules.Square(from), sensors.Empty)
				break
			}
		}
		h.set(rules.Square(to), want[to])
		h.next = at + pacePiece
		return
	}
	for sq := range want { // no piece is missing: those too many are removed
		if want[sq] != sensors.Unknown && h.shown[sq] != want[sq] {
			h.set(rules.Square(sq), sensors.Empty)
			h.next = at + pacePiece
			return
		}
	}
}

// At a beginner's pace a board of switches is calibrated in four minutes, one of linear
// sensors in six, and every square of it is good.
func TestPace(t *testing.T) {
	for _, c := range []struct {
		name    string
		sensing sensors.Sensing
		linear  bool
		seeks   sensors.State
		within  time.Duration
	}{
		{"switches", sensors.Occupancy, false, sensors.White, 4 * time.Minute},
		{"linear sensors, one pole", sensors.Occupancy, true, sensors.White, 4 * time.Minute},
		{"linear sensors", sensors.Polarity, true, sensors.White, 6 * time.Minute},
		{"linear sensors, found with a black piece", sensors.Polarity, true, sensors.Black, 7 * time.Minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newTable(t, c.sensing, c.linear, calibration.RowMajor().Turned(2))
			b.scanMS = 50
			var kept []*calibration.Sheet
			g := guide.NewGuide(b.board, options(true, true, &kept))
			h := newPerson(b.pins, c.seeks)
			for end := b.at + 15*time.Minute; !g.Done(); {
				if b.at > end {
					t.Fatalf("never done; asks %q", g.Ask().Sentence)
				}
				g.Feed(b.read())
				h.act(b.at, g.Ask())
			}
			sheet, err := g.Result()
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%v", g.Elapsed().Round(time.Second))
			if g.Elapsed() > c.within {
				t.Errorf("took %v, more than %v", g.Elapsed().Round(time.Second), c.within)
			}
			for sq := range rules.AllSquares.All() {
				q := &sheet.Squares[sq]
				if q.Grade != calibration.Good {
					t.Errorf("%v is %v: %s", sq, q.Grade, q.Says())
				}
				if c.sensing == sensors.Polarity && (q.White == 0 || q.Black == 0 || q.White > 0 == (q.Black > 0)) {
					t.Errorf("%v: White %d, Black %d", sq, q.White, q.Black)
				}
			}
		})
	}
}
