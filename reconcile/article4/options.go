package article4

import "time"

// Options are the times by which a Referee judges hands. The zero value stands for the
// defaults.
type Options struct {
	// Lift is how long a square has to read empty before its piece counts as
	// lifted. A contact bounces for a few milliseconds and a reading may drop out
	// for several scans; no hand lifts a piece and puts it back within 150 ms.
	Lift time.Duration
	// Place is how long a square has to read full before something stands there.
	// A piece passing over a square at a hand's pace, 0.5 to 1 m/s over squares of
	// 50 to 60 mm, is felt for 60 ms and more: this is no release, only the first
	// sign of one.
	Place time.Duration
	// Slide is how long a piece has to rest on a square to be taken for released
	// there when it is taken on to another (LAWS, B.0: 1 s).
	Slide time.Duration
	// Press is how long after a press a piece may still land to be part of the move
	// that was pressed for: scanning and debouncing make landings late.
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
