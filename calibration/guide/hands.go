package guide

import (
	"slices"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Pieces is the board on which simulated hands put pieces.
type Pieces interface {
	Set(sensors.Scan)
	SetSquare(rules.Square, sensors.State)
}

// Hands do at a simulated board what the guide asks, at the pace of an experienced person.
// They press a key only if a person would have to. The same seed gives the same movements.
// They are for one goroutine.
type Hands struct {
	pieces  Pieces
	dice    uint64
	clumsy  float64 // share of placings on a wrong square
	scan    sensors.Scan
	next    time.Duration // time of the next movement
	asked   string        // the sentence that they are following
	since   time.Duration // when it was first asked
	tries   int           // how often a piece was put on the square asked for
	carried rules.Square  // square of the piece while the wiring is found, NoSquare if it is off the board
}

// The average times of movements.
const (
	stay    = 380 * time.Millisecond // of a piece on its square
	carry   = 320 * time.Millisecond // from one square to the next
	setting = 90 * time.Millisecond  // for one piece of a position
	reading = 700 * time.Millisecond // of a sentence
	patient = 6 * time.Second        // before they insist that a piece is there
)

// NewHands makes hands at an empty board.
func NewHands(p Pieces, seed uint64, clumsy float64) *Hands {
	h := &Hands{pieces: p, dice: seed, clumsy: clumsy, scan: blank(sensors.Empty), carried: rules.NoSquare}
	p.Set(h.scan)
	return h
}

// Act makes the movements that are due, and calls press if a key is due.
func (h *Hands) Act(at time.Duration, a Ask, press func(Key)) {
	if a.Sentence != h.asked {
		h.asked, h.since, h.tries = a.Sentence, at, 0
		h.next = max(h.next, at+h.about(carry))
		if a.Square == rules.NoSquare {
			h.next = max(h.next, at+h.about(reading))
		}
	}
	if at < h.next || a.Sentence == "" {
		return
	}
	if a.Square != rules.NoSquare {
		h.seek(at, a, press)
		return
	}
	h.put(at, a, press)
}

// Play moves pieces while somebody only watches: first the starting position, then a white
// pawn to and fro.
func (h *Hands) Play(at time.Duration) {
	start := blank(sensors.Empty)
	for sq := range start {
		switch rules.Square(sq).Rank() {
		case 0, 1:
			start[sq] = sensors.White
		case 6, 7:
			start[sq] = sensors.Black
		}
	}
	if h.tries == 0 {
		h.scan = start
		h.pieces.Set(start)
		h.tries, h.next = 1, at+2*time.Second
		return
	}
	if at < h.next {
		return
	}
	from, to := rules.E2, rules.E4
	if h.scan[from] == sensors.Empty {
		from, to = to, from
	}
	h.square(from, sensors.Empty)
	h.square(to, sensors.White)
	h.next = at + h.about(2*time.Second)
}

// seek puts the piece on the square asked for and takes it off again.
func (h *Hands) seek(at time.Duration, a Ask, press func(Key)) {
	if h.carried != rules.NoSquare {
		h.square(h.carried, sensors.Empty)
		h.carried = rules.NoSquare
		h.next = at + h.about(carry)
		return
	}
	for sq := range h.scan {
		if h.scan[sq] != sensors.Empty { // left over from before
			h.square(rules.Square(sq), sensors.Empty)
			h.next = at + h.about(setting)
			return
		}
	}
	if h.tries >= 3 { // nothing responds
		press(KeySkip)
		h.tries = 0
		return
	}
	sq := a.Square
	if h.roll() < h.clumsy {
		near := slices.Collect(sq.Neighbours().All())
		sq = near[int(h.roll()*float64(len(near)))]
	} else {
		h.tries++
	}
	h.square(sq, sensors.White)
	h.carried = sq
	h.next = at + h.about(stay)
}

// put sets up a position, piece by piece.
func (h *Hands) put(at time.Duration, a Ask, press func(Key)) {
	h.carried = rules.NoSquare
	for sq, want := range a.Shown {
		if want != sensors.Unknown && h.scan[sq] != want {
			if h.scan[sq] != sensors.Empty && want != sensors.Empty {
				want = sensors.Empty // first the wrong piece is removed
			}
			h.square(rules.Square(sq), want)
			h.next = at + h.about(setting)
			h.since = at
			return
		}
	}
	switch {
	case a.Enter && at-h.since > emptyAfter+reading:
		press(KeyEnter)
		h.next, h.since = at+h.about(reading), at
	case at-h.since > patient:
		press(KeyNote)
		h.since = at
	}
}

func (h *Hands) square(sq rules.Square, is sensors.State) {
	h.scan[sq] = is
	h.pieces.SetSquare(sq, is)
}

// about returns a random time: d plus or minus up to a third.
func (h *Hands) about(d time.Duration) time.Duration {
	return time.Duration(float64(d) * (2 + 2*h.roll()) / 3)
}

// roll returns a random number from 0 to 1 (SplitMix64, Steele, Lea and Flood, OOPSLA
// 2014).
func (h *Hands) roll() float64 {
	h.dice += 0x9e3779b97f4a7c15
	z := h.dice
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) / (1 << 53)
}
