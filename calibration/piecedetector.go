package calibration

import (
	"math"
	"slices"
	"time"

	"touchmove/sensors"
)

// PieceDetector detects in raw counts when one piece is put down and taken off again, on a
// board of which nothing is known. First it learns what the empty board reads. It is for
// one goroutine.
type PieceDetector struct {
	zero     []float64
	noise    []float64
	unstable []bool // channels that change on the empty board, or give no reading
	quiet    *Gather
	peaks    []float64 // of the pieces detected so far
	at       int       // the channel that detects a piece now, or none
	since    time.Duration
	down     bool
	off      time.Duration // since when no piece is detected, while down
	gather   *Gather
}

const none = -1

// How long the detector waits to be sure.
const (
	learning = 600 * time.Millisecond
	settling = 120 * time.Millisecond
	lifting  = 200 * time.Millisecond // the end of a piece's stay, when a hand may already touch it
	leastN   = 12

	// leastStay is the least number of readings of a piece's stay: a slow converter gives
	// no more while the piece is moved from square to square.
	leastStay = 4
)

// DetectorEvent is what a reading has shown.
type DetectorEvent uint8

// The events: nothing new; the empty board is known; a piece was put down; several channels
// detect one; the piece was taken off.
const (
	Silence DetectorEvent = iota
	Learned
	PutDown
	Several
	TakenOff
)

// NewPieceDetector returns a detector that has learned nothing yet.
func NewPieceDetector() *PieceDetector { return &PieceDetector{at: none, quiet: NewGather()} }

// Ready reports whether the empty board is known.
func (e *PieceDetector) Ready() bool { return e.quiet == nil }

// Unstable returns the channels that change on the empty board, or give no reading.
func (e *PieceDetector) Unstable() (channels []int) {
	for ch, unstable := range e.unstable {
		if unstable {
			channels = append(channels, ch)
		}
	}
	return channels
}

// Felt returns the channel that detects a piece now, or -1 if none does.
func (e *PieceDetector) Felt() int {
	if !e.down {
		return none
	}
	return e.at
}

// Alone returns what every channel read while the piece just taken off was there. It may be
// called only after TakenOff. It returns false if the stay was too short.
func (e *PieceDetector) Alone() (Capture, bool) {
	if e.gather == nil || e.gather.Scans() < leastStay {
		return Capture{}, false
	}
	return e.gather.Capture(sensors.Scan{}), true
}

// Empty returns what the channels read of the empty board. It is valid once Ready is true.
func (e *PieceDetector) Empty() []float64 { return e.zero }

// Noise returns the noise of the channels on the empty board, as standard deviations. It is
// valid once Ready is true.
func (e *PieceDetector) Noise() []float64 { return e.noise }

// Feed takes one reading. channel is the one that feels the piece, or felt it; for Several,
// it is the one that feels most.
func (e *PieceDetector) Feed(at time.Duration, c sensors.Counts) (n DetectorEvent, channel int) {
	if e.quiet != nil {
		return e.learn(at, c), none
	}
	best, rivals := e.strongest(c)
	if !e.down {
		e.follow(c, best)
		if best != e.at {
			e.at, e.since = best, at
			return Silence, none
		}
		if best == none || at-e.since < settling {
			return Silence, none
		}
		e.down, e.off, e.gather = true, none, NewGather()
		e.peaks = append(e.peaks, math.Abs(float64(c[best])-e.zero[best]))
		if rivals > 0 {
			return Several, best
		}
		return PutDown, best
	}
	if best == e.at {
		e.off = none
		e.gather.Add(at, c)
		return Silence, none
	}
	if e.off == none {
		e.off = at
	}
	if at-e.off < settling {
		return Silence, none
	}
	was := e.at
	e.down, e.at, e.since = false, best, at
	e.gather.cut(e.off - lifting)
	return TakenOff, was
}

// learn collects readings of the empty board.
func (e *PieceDetector) learn(at time.Duration, c sensors.Counts) DetectorEvent {
	e.quiet.Add(at, c)
	if e.quiet.For() < learning || e.quiet.Scans() < leastN {
		return Silence
	}
	k := e.quiet.Capture(sensors.Scan{})
	for _, r := range k.Channels {
		e.zero = append(e.zero, r.Level)
		e.noise = append(e.noise, max(r.Noise, quantum))
		contact := r.Lowest >= 0 && r.Most <= 1 && r.Lowest != r.Most
		e.unstable = append(e.unstable, r.Came == 0 || r.Far*50 > r.Came || contact)
	}
	e.quiet = nil
	return Learned
}

// least returns the smallest change of a channel that counts as a piece: well above its
// noise, and at least a fifth of the usual change by pieces so far.
func (e *PieceDetector) least(ch int) float64 {
	if len(e.peaks) == 0 {
		return max(10*e.noise[ch], quantum)
	}
	return max(10*e.noise[ch], 0.2*median(e.peaks[max(0, len(e.peaks)-16):]))
}

// strongest returns the channel whose reading is farthest from that of the empty board, and
// how many others are nearly as far. A digital channel has only one step, and no noise.
func (e *PieceDetector) strongest(c sensors.Counts) (best, rivals int) {
	best = none
	most := 0.0
	for ch := range e.zero {
		if from := e.distance(c, ch); from > most && e.isFelt(ch, from) {
			best, most = ch, from
		}
	}
	if at := e.at; at != none && best != at {
		// If two are alike, noise would otherwise choose a different one each time.
		if from := e.distance(c, at); from > 0.7*most && e.isFelt(at, from) {
			best = at
		}
	}
	for ch := range e.zero {
		if from := e.distance(c, ch); best != none && ch != best && from > 0.6*most && from >= e.least(ch) {
			rivals++
		}
	}
	return best, rivals
}

// distance returns how far a channel is from its count on the empty board; 0 if it is unstable or
// gives no reading.
func (e *PieceDetector) distance(c sensors.Counts, ch int) float64 {
	if e.unstable[ch] || ch >= len(c) || c[ch] == sensors.Lost {
		return 0
	}
	return math.Abs(float64(c[ch]) - e.zero[ch])
}

// isFelt reports whether a channel so far from its count on the empty board detects a piece.
func (e *PieceDetector) isFelt(ch int, from float64) bool {
	return from >= e.least(ch) || e.isDigital() && from > 0
}

// isDigital reports whether the empty board reads only 0 and 1.
func (e *PieceDetector) isDigital() bool {
	return !slices.ContainsFunc(e.zero, func(v float64) bool { return v != 0 && v != 1 })
}

// follow adapts the levels of the empty board slowly while nothing is felt.
func (e *PieceDetector) follow(c sensors.Counts, best int) {
	if best != none || e.isDigital() {
		return
	}
	for ch := range e.zero {
		if ch < len(c) && c[ch] != sensors.Lost {
			e.zero[ch] += (float64(c[ch]) - e.zero[ch]) / 256
		}
	}
}
