package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Options are the times of the watch. The zero value stands for the defaults.
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

// fingers finds the lifts and placings in raw readings: changes that have lasted.
type fingers struct {
	lift, place time.Duration

	raw     sensors.Scan // as read last; Unknown keeps what was read before
	full    rules.Squares
	stable  rules.Squares // full, but for changes that are not sure yet
	doubt   rules.Squares // squares whose change is not sure yet
	blind   rules.Squares // squares without a reading now
	recolor rules.Squares // polarity: squares whose colour changed while full
	since   [64]time.Duration
	next    time.Duration // the first time a doubt ends; 0 is none

	brief [64]briefly // the latest short gaps of each square

	shots [64]shot // the latest readings of the whole board, in a ring
	shot  int      // how many there have been
}

// briefly holds when a square last read empty for a short while, newest first.
type briefly [4]time.Duration

// A sensor that loses its piece for less than a second so many times within two
// minutes is a bad contact and no hand.
const (
	briefGap = time.Second
	nervous  = 2 * time.Minute
)

// nervous says whether the lifts of a square are those of a bad contact.
func (f *fingers) nervous(sq rules.Square, at time.Duration) bool {
	oldest := f.brief[sq][len(f.brief[sq])-1]
	return oldest != 0 && at-oldest < nervous
}

// shot is what the whole board read from a moment on.
type shot struct {
	at   time.Duration
	full rules.Squares
}

// showed says whether the board read this at some moment since a time, but for
// squares outside mask. It remembers the last sixty-four changes.
func (f *fingers) showed(full, mask rules.Squares, since time.Duration) bool {
	for n := f.shot - 1; n >= 0 && n > f.shot-len(f.shots); n-- {
		s := &f.shots[n%len(f.shots)]
		if (s.full^full)&mask == 0 {
			return true
		}
		if s.at < since {
			break
		}
	}
	return false
}

func (f *fingers) keep(at time.Duration) {
	if n := f.shot - 1; n >= 0 && f.shots[n%len(f.shots)].at == at {
		f.shots[n%len(f.shots)].full = f.full // the same scan
		return
	}
	f.shots[f.shot%len(f.shots)] = shot{at: at, full: f.full}
	f.shot++
}

// read takes a raw reading. It reports whether anything changed.
func (f *fingers) read(sq rules.Square, is sensors.State, at time.Duration) bool {
	was := f.raw[sq]
	bit := rules.Squares(1) << sq
	if is == sensors.Unknown {
		f.blind |= bit
		return false
	}
	f.blind &^= bit
	if is == was {
		return false
	}
	f.raw[sq] = is
	if is.Full() {
		f.full |= bit
	} else {
		f.full &^= bit
	}
	if was.Full() && is.Full() {
		// A colour gave way to the other without a moment of emptiness.
		f.recolor |= bit
		f.since[sq] = at
		f.doubt |= bit
		f.plan()
		return true
	}
	f.keep(at)
	if is.Full() && at-f.since[sq] < briefGap && at-f.since[sq] > f.place {
		copy(f.brief[sq][1:], f.brief[sq][:])
		f.brief[sq][0] = at
	}
	f.since[sq] = at
	if f.full&bit == f.stable&bit {
		f.doubt &^= bit
	} else {
		f.doubt |= bit
	}
	f.plan()
	return true
}

// show takes the readings as they are for what stands on the board.
func (f *fingers) show() {
	f.stable, f.doubt, f.recolor, f.next = f.full, 0, 0, 0
}

func (f *fingers) ripe(sq rules.Square) time.Duration {
	if f.full.Has(sq) {
		return f.since[sq] + f.place
	}
	return f.since[sq] + f.lift
}

func (f *fingers) plan() {
	f.next = 0
	for set := f.doubt; set != 0; set &= set - 1 {
		if r := f.ripe(set.First()); f.next == 0 || r < f.next {
			f.next = r
		}
	}
}

// sure returns the acts that have become sure up to now, in the order in which
// they happened.
func (f *fingers) sure(now time.Duration, buf []act) []act {
	for set := f.doubt; set != 0; set &= set - 1 {
		sq := set.First()
		if f.ripe(sq) > now {
			continue
		}
		bit := rules.Squares(1) << sq
		f.doubt &^= bit
		full := f.full.Has(sq)
		if f.recolor&bit != 0 {
			f.recolor &^= bit
			if full && f.stable&bit != 0 {
				buf = append(buf, act{deed: lifted, at: f.since[sq], sq: sq}, act{deed: placed, at: f.since[sq], sq: sq})
				continue
			}
		}
		if full == (f.stable&bit != 0) {
			continue
		}
		f.stable ^= bit
		d := lifted
		if full {
			d = placed
		}
		buf = append(buf, act{deed: d, at: f.since[sq], sq: sq, noise: d == lifted && f.nervous(sq, now)})
	}
	f.plan()
	// Insertion keeps lifts and placings of one square in order: they differ in time.
	for i := 1; i < len(buf); i++ {
		for j := i; j > 0 && buf[j].at < buf[j-1].at; j-- {
			buf[j], buf[j-1] = buf[j-1], buf[j]
		}
	}
	return buf
}

// settled says whether no change is waiting to become sure.
func (f *fingers) settled() bool { return f.doubt == 0 }
