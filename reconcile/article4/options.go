package article4

import "time"

// Options are the times by which a Referee judges lifts and placings. Zero fields stand for the
// defaults.
type Options struct {
	// Lift is how long a square has to read empty before its piece counts as
	// lifted. A contact bounces for a few milliseconds and a reading may drop out
	// for several scans; no hand lifts a piece and puts it back within 150 ms.
	Lift time.Duration
	// Place is how long a square has to read full before a piece counts as standing there. A piece
	// moved over a square at a hand's pace, 0.5 to 1 m/s over squares of 50 to 60 mm, is detected
	// for 60 ms or more: this is not yet a release, only a first sign of one.
	Place time.Duration
	// Slide is how long a piece has to rest on a square to count as released there when it is then
	// moved on to another (LAWS, B.0: 1 s).
	Slide time.Duration
	// Press is how long after a press a piece may still land and be part of the move that the press
	// completes: scanning and debouncing delay landings.
	Press time.Duration
}

// The defaults of Options.
const (
	DefaultLift  = 150 * time.Millisecond
	DefaultPlace = 60 * time.Millisecond
	DefaultSlide = time.Second
	DefaultPress = 150 * time.Millisecond
)

func (o Options) filled() Options {
	for _, v := range [...]struct {
		to *time.Duration
		is time.Duration
	}{{&o.Lift, DefaultLift}, {&o.Place, DefaultPlace}, {&o.Slide, DefaultSlide}, {&o.Press, DefaultPress}} {
		if *v.to <= 0 {
			*v.to = v.is
		}
	}
	return o
}
