package broadcast

import (
	"context"
	"log/slog"
	"math"
	"slices"
	"time"

	"touchmove/eventlog"
	"touchmove/internal/repeats"
)

// DelayClock is the clock that measures a delay.
type DelayClock interface {
	// Now returns a time for measuring durations, which do not change when the computer's
	// clock is set.
	Now() time.Time
	// At returns a channel that receives a value at time t, or at once if t is in the past.
	At(t time.Time) <-chan time.Time
}

// RealTime is the computer's monotonic clock.
type RealTime struct{}

// Now implements DelayClock with time.Now, whose differences do not depend on the wall
// clock.
func (RealTime) Now() time.Time { return time.Now() }

// At implements DelayClock with time.After.
func (RealTime) At(t time.Time) <-chan time.Time { return time.After(time.Until(t)) }

// Shown says how far a delayed history has been shown: everything up to this moment of this
// game. It means the same in every version of the program, whatever its sequence numbers.
// The zero value means that nothing has been shown.
type Shown struct {
	Game string `json:"game"`
	AtUS int64  `json:"at_us"` // since the journal began
}

// Delay configures a delayed history.
type Delay struct {
	By   time.Duration
	Past []eventlog.Entry // entries of earlier games, which appear before those of the source
	// Unsure are entries from before the start that may or may not have been shown: they
	// appear after the delay.
	Unsure []eventlog.Entry
	Shown  Shown             // what was shown before the start
	Keep   func(Shown) error // stores what is about to be shown, for the next start; after an error it stays hidden for a while (keepPatience)
	Clock  DelayClock
}

// Delayed is a history that lags behind another one: each entry appears, in the same order,
// when the delay has passed since it was published. Make it with NewDelayed and call Run.
//
// It does not rely on the wall clock, since a computer may lose the time in a power cut.
// Entries published while it runs are held for the whole delay, by a monotonic clock.
// Entries from before the start that have not been shown are held for the whole delay from
// the start. So after a restart the public waits longer, and never sees anything early.
type Delayed struct {
	Delay
	source *Cursor
	hidden []hiddenEntry // waiting entries, in order
	rests  time.Time     // nothing is shown before this time
	unkept time.Time     // since when Keep fails; zero: it does not
	public *Log
}

type hiddenEntry struct {
	eventlog.Entry
	due time.Time
}

// Source is a log that a publisher follows from its beginning.
type Source interface {
	// Follow returns a cursor at the first entry. It may block until that entry is known.
	Follow() *Cursor
}

// NewDelayed makes a delayed history.
func NewDelayed(source Source, o Delay) *Delayed {
	d := &Delayed{Delay: o, source: source.Follow(), public: NewLog()}
	entries, _ := d.source.Next()
	before := slices.Concat(o.Past, entries)
	shown := 0
	for i, t := range before {
		if !isLeft(t) && t.Game == o.Shown.Game && t.At.Microseconds() <= o.Shown.AtUS {
			shown = i + 1
		}
	}
	d.public.Append(before[:shown]...)
	d.public.Keep(math.MaxInt) // a late reader gets what others have not read yet
	due := o.Clock.Now().Add(o.By)
	for _, t := range slices.Concat(o.Unsure, before[shown:]) {
		d.hidden = append(d.hidden, hiddenEntry{t, due})
	}
	d.Past, d.Unsure = nil, nil
	return d
}

// isLeft reports whether an entry is the final state of an earlier game, which has no time
// of its own.
func isLeft(t eventlog.Entry) bool {
	_, left := t.What.(eventlog.Left)
	return left
}

// reveal shows the entries that are due.
func (d *Delayed) reveal(now time.Time) (err error) {
	n := 0
	for n < len(d.hidden) && !d.hidden[n].due.After(now) {
		n++
	}
	if n == 0 || now.Before(d.rests) {
		return nil
	}
	d.rests = now.Add(batchPeriod)
	for i := n - 1; i >= 0; i-- {
		if last := d.hidden[i].Entry; !isLeft(last) {
			if err = d.keep(now, Shown{last.Game, last.At.Microseconds()}); err != nil && now.Sub(d.unkept) < keepPatience {
				return err
			}
			break
		}
	}
	shown := make([]eventlog.Entry, n)
	for i, h := range d.hidden[:n] {
		shown[i] = h.Entry
	}
	d.public.Append(shown...)
	d.hidden = slices.Clone(d.hidden[n:])
	return err
}

// keep calls Keep, and notes since when it fails.
func (d *Delayed) keep(now time.Time, shown Shown) error {
	err := d.Keep(shown)
	if err == nil {
		d.unkept = time.Time{}
	} else if d.unkept.IsZero() {
		d.unkept = now
	}
	return err
}

// keepPatience is how long entries that are due stay hidden while Keep fails. Then they are shown
// nevertheless, as play goes on without a disk, too. A start after that knows less of what was
// shown, and so holds more of it for the whole delay once more: nothing is ever early.
const keepPatience = 2 * time.Minute

// batchPeriod is how long due entries wait after others were shown. Showing several
// together saves writing the file each time.
const batchPeriod = time.Second

// retryPeriod is how long entries stay hidden after the file could not be written.
const retryPeriod = 5 * time.Second

// Run shows entries when they are due, until ctx ends. After that nothing more appears;
// what is still waiting is shown after the next start. Run logs if the file cannot be
// written.
func (d *Delayed) Run(ctx context.Context, log *slog.Logger) {
	var failure repeats.Error
	for {
		entries, more := d.source.Next()
		now := d.Clock.Now()
		for _, t := range entries {
			d.hidden = append(d.hidden, hiddenEntry{t, now.Add(d.By)})
		}
		err := d.reveal(now)
		if failure.New(err) {
			log.Error("it cannot be stored how far the delayed feed has come: it pauses for two minutes, and then goes on; after a restart the public waits for the whole delay", "error", err)
		}
		var next <-chan time.Time
		switch {
		case err != nil:
			next = d.Clock.At(now.Add(retryPeriod))
		case len(d.hidden) > 0 && d.hidden[0].due.Before(d.rests):
			next = d.Clock.At(d.rests)
		case len(d.hidden) > 0:
			next = d.Clock.At(d.hidden[0].due)
		}
		select {
		case <-more:
		case <-next:
		case <-ctx.Done():
			return
		}
	}
}

// From returns the entries shown from a position on, and a channel that is closed when
// there are more. Entries that all followers have read may be missing.
func (d *Delayed) From(position int) ([]eventlog.Entry, <-chan struct{}) {
	return d.public.From(position)
}

// Follow implements Source.
func (d *Delayed) Follow() *Cursor { return d.public.Follow(0) }
