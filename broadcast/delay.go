package broadcast

import (
	"context"
	"log/slog"
	"math"
	"slices"
	"time"

	"touchmove/eventlog"
)

// DelayClock is where a delay takes its time from.
type DelayClock interface {
	// Now returns a moment that later ones can be subtracted from, whatever is
	// done to the machine's clock meanwhile.
	Now() time.Time
	// At returns a channel on which something comes once t has come, at once if it
	// has already.
	At(t time.Time) <-chan time.Time
}

// RealTime is the machine's clock.
type RealTime struct{}

// Now implements DelayClock by time.Now, whose differences do not depend on the
// wall clock.
func (RealTime) Now() time.Time { return time.Now() }

// At implements DelayClock by time.After.
func (RealTime) At(t time.Time) <-chan time.Time { return time.After(time.Until(t)) }

// Shown says how far a delayed history has come: everything up to this moment
// of this game. It is the same for every version of the program, whatever
// numbers it gives. The zero value has shown nothing.
type Shown struct {
	Game string `json:"game"`
	AtUS int64  `json:"at_us"` // since the journal began
}

// Delay says how a history is delayed.
type Delay struct {
	By   time.Duration
	Past []eventlog.Entry // what was told before the source begins, of earlier games; it appears before it
	// Unsure is what was told before the start, and nobody can say whether it was shown: it
	// appears once the delay has gone by.
	Unsure []eventlog.Entry
	Shown  Shown             // what was shown before the start
	Keep   func(Shown) error // keeps what is about to be shown, over a restart; an error keeps it hidden a little longer
	Clock  DelayClock
}

// Delayed is a history that lags behind another: an entry of it appears, in the
// same order, once the delay has gone by since it was told. Make it with
// NewDelayed; Run keeps it going.
//
// No wall clock is trusted, for a computer may forget the time over a power cut.
// What is told while it runs is held for the whole delay by a clock that only
// goes forward. What had been told before the start, and not been shown, is held
// for the whole delay from the start on: a restart makes the public wait longer,
// and never tells it anything early.
type Delayed struct {
	Delay
	source *Cursor
	hidden []hiddenEntry // those that wait, in their order
	rests  time.Time     // nothing is revealed before
	told   *Log
}

type hiddenEntry struct {
	eventlog.Entry
	due time.Time
}

// Source is a log that a publisher follows from its beginning.
type Source interface {
	// Follow returns a cursor at the first entry. It may wait until that is
	// known.
	Follow() *Cursor
}

// NewDelayed makes a delayed history.
func NewDelayed(source Source, o Delay) *Delayed {
	d := &Delayed{Delay: o, source: source.Follow(), told: NewLog()}
	entries, _ := d.source.Next()
	before := slices.Concat(o.Past, entries)
	shown := 0
	for i, t := range before {
		if !isLeft(t) && t.Game == o.Shown.Game && t.At.Microseconds() <= o.Shown.AtUS {
			shown = i + 1
		}
	}
	d.told.Append(before[:shown]...)
	d.told.Keep(math.MaxInt) // who follows late reads what others have not read yet
	due := o.Clock.Now().Add(o.By)
	for _, t := range slices.Concat(o.Unsure, before[shown:]) {
		d.hidden = append(d.hidden, hiddenEntry{t, due})
	}
	d.Past, d.Unsure = nil, nil
	return d
}

// isLeft says whether an entry is of a game of before, which has no moment of its own.
func isLeft(t eventlog.Entry) bool {
	_, left := t.What.(eventlog.Left)
	return left
}

// reveal shows what is due.
func (d *Delayed) reveal(now time.Time) error {
	n := 0
	for n < len(d.hidden) && !d.hidden[n].due.After(now) {
		n++
	}
	if n == 0 || now.Before(d.rests) {
		return nil
	}
	d.rests = now.Add(atOnce)
	for i := n - 1; i >= 0; i-- {
		if last := d.hidden[i].Entry; !isLeft(last) {
			if err := d.Keep(Shown{last.Game, last.At.Microseconds()}); err != nil {
				return err
			}
			break
		}
	}
	shown := make([]eventlog.Entry, n)
	for i, h := range d.hidden[:n] {
		shown[i] = h.Entry
	}
	d.told.Append(shown...)
	d.hidden = slices.Clone(d.hidden[n:])
	return nil
}

// atOnce is how long what is due after something was revealed waits, to be
// revealed together: each time a file is written.
const atOnce = time.Second

// tryAgain is how long what could not be kept stays hidden before it is tried
// again.
const tryAgain = 5 * time.Second

// Run reveals what is due until ctx ends. After that nothing more appears: what
// still waits is revealed after the next start. The log says when what is about
// to be shown cannot be kept.
func (d *Delayed) Run(ctx context.Context, log *slog.Logger) {
	told := ""
	for {
		entries, more := d.source.Next()
		now := d.Clock.Now()
		for _, t := range entries {
			d.hidden = append(d.hidden, hiddenEntry{t, now.Add(d.By)})
		}
		err := d.reveal(now)
		var next <-chan time.Time
		switch {
		case err != nil:
			next = d.Clock.At(now.Add(tryAgain))
			if err.Error() != told {
				told = err.Error()
				log.Error("the delayed feed stands still: how far it has come cannot be kept", "error", err)
			}
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

// From returns what was shown, from a position on, and a channel that is closed
// when there is more. What every follower has read may be missing.
func (d *Delayed) From(position int) ([]eventlog.Entry, <-chan struct{}) {
	return d.told.From(position)
}

// Follow implements Source.
func (d *Delayed) Follow() *Cursor { return d.told.Follow(0) }
