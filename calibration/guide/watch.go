package guide

import (
	"math"
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

// Watch is a live view of a board: what every sensor reads, how far it is from changing
// state, and what is wrong with it. It is for one goroutine.
type Watch struct {
	board  *Board
	frames []Frame // of the last second
	scan   sensors.Scan
	from   [64]int32
	known  rules.Squares
	flips  [64]int              // changes of a digital input while watched
	trail  [64][trailLength]int // levels, the newest last
	next   time.Duration
	now    time.Duration
	began  time.Duration
	first  bool
	seen   [64]Seen // for the last reading, computed when needed
	fresh  bool
	errors int    // number of scans with a bus error
	err    string // of the last one
}

// The number of levels shown for a square, and the time between them.
const (
	trailLength = 30
	trailEvery  = time.Second / 3
)

// NewWatch watches a board.
func NewWatch(b *Board) *Watch { return &Watch{board: b, first: true} }

// Feed takes one reading.
func (w *Watch) Feed(f Frame) {
	if w.first {
		w.first, w.began, w.next = false, f.At, f.At
	}
	w.now, w.fresh = f.At, false
	w.frames = append(w.frames, f)
	drop := 0
	for drop < len(w.frames)-2 && f.At-w.frames[drop].At > time.Second {
		drop++
	}
	w.frames = w.frames[drop:]
	before := w.scan
	w.scan = w.board.Table.Scan(f.Counts, before)
	w.known = w.board.Table.From(f.Counts, &w.from)
	for sq := range w.scan {
		if w.scan[sq] != before[sq] && before[sq] != sensors.Unknown && w.scan[sq] != sensors.Unknown {
			w.flips[sq]++
		}
	}
	if f.Err != nil {
		w.errors++
		w.err = f.Err.Error()
	}
	for w.next <= f.At {
		for sq := range w.trail {
			copy(w.trail[sq][:], w.trail[sq][1:])
			w.trail[sq][trailLength-1] = int(w.from[sq])
		}
		w.next += trailEvery
	}
}

// Rate returns the readings per second.
func (w *Watch) Rate() float64 {
	n := len(w.frames)
	if n < 2 {
		return 0
	}
	over := (w.frames[n-1].At - w.frames[0].At).Seconds()
	if over <= 0 {
		return 0
	}
	return float64(n-1) / over
}

// Seen is the current state of one square.
type Seen struct {
	State  sensors.State
	Level  int32 // from zero, without the crosstalk of neighbours
	Grade  calibration.Grade
	Margin float64 // to the level at which the state changes, in standard deviations; 0 on digital inputs
	Noise  float64
	Says   string
	Cure   string
	Flips  int
}

// Percent returns the margin as a percentage of what is needed.
func (v Seen) Percent() int { return min(int(100*v.Margin/calibration.Wanted), 999) }

// See returns the current state of a square.
func (w *Watch) See(sq rules.Square) Seen {
	if !w.fresh {
		w.fresh = true
		for i := range w.seen {
			w.seen[i] = w.look(rules.Square(i))
		}
	}
	return w.seen[sq]
}

func (w *Watch) look(sq rules.Square) Seen {
	v := Seen{State: w.scan[sq], Level: w.from[sq], Flips: w.flips[sq]}
	var q *calibration.Square
	if s := w.board.Sheet; s != nil && s.Measured() {
		q = &s.Squares[sq]
		v.Says, v.Cure = q.Says(), q.Cure()
	}
	if !w.known.Has(sq) {
		v.Grade, v.State = calibration.Silent, sensors.Unknown
		v.Says, v.Cure = "no answer: "+w.board.channel(sq), "check its plug and the chip's supply"
		return v
	}
	if !w.board.Linear {
		if q != nil {
			v.Grade = q.Grade
		}
		return v
	}
	v.Noise = max(w.noise(sq), 0.5)
	levels := w.board.Table.Levels(sq)
	off := math.Abs(float64(v.Level))
	enter, leave := reach(levels, v)
	switch {
	case enter == 0:
	case v.State.Full():
		v.Margin = (off - leave) / v.Noise
	default:
		v.Margin = (enter - off) / v.Noise
	}
	v.Margin = max(0, min(v.Margin, 99))
	live := calibration.Good
	unclear := ""
	switch {
	case !v.State.Full() && enter > 0 && off > leave/2:
		live, unclear = calibration.Weak, "something is detected, but too weak for a piece"
	case v.State.Full() && off < enter:
		live, unclear = calibration.Weak, "a piece is hardly detected any more"
	case v.Margin < calibration.Needed:
		live = calibration.Bad
	case v.Margin < calibration.Wanted:
		live = calibration.Weak
	}
	if q != nil && q.Grade != calibration.Untried && q.Grade != calibration.Silent {
		if q.Margin > 0 {
			v.Margin = min(v.Margin, q.Margin)
		}
		v.Grade = max(q.Grade, live)
	} else {
		v.Grade = live
	}
	switch {
	case v.Grade == calibration.Good || v.Says != "":
	case unclear != "":
		v.Says, v.Cure = unclear, "is it beside its square? else magnet weak or sensor lifted"
	default:
		v.Says, v.Cure = "close to being taken for something else", "noise, or a hand at it"
	}
	return v
}

// reach returns the two levels of the pole that a reading is near, without their sign.
func reach(l calibration.Levels, v Seen) (enter, leave float64) {
	t := l.White
	if v.State == sensors.Black || t == (calibration.Threshold{}) || v.State != sensors.White && l.Black != (calibration.Threshold{}) && (v.Level < 0) == (l.Black.Enter < 0) {
		t = l.Black
	}
	return math.Abs(float64(t.Enter)), math.Abs(float64(t.Leave))
}

// noise returns the noise of a sensor. It is measured from one reading to the next, so that
// moving a piece does not count.
func (w *Watch) noise(sq rules.Square) float64 {
	ch := w.board.wired().Channel(sq)
	if ch < 0 {
		return 0
	}
	var steps []float64
	last, any := int32(0), false
	for _, f := range w.frames {
		if ch >= len(f.Counts) || f.Counts[ch] == sensors.Lost {
			continue
		}
		if any {
			steps = append(steps, math.Abs(float64(f.Counts[ch]-last)))
		}
		last, any = f.Counts[ch], true
	}
	// For two normally distributed values the median of |x-y| is 0.954 standard deviations.
	return median(steps) / 0.954
}

// Count returns the squares of each grade.
func (w *Watch) Count() (squares [5]rules.Squares) {
	for sq := range rules.AllSquares.All() {
		g := w.See(sq).Grade
		squares[g] = squares[g].With(sq)
	}
	return squares
}
