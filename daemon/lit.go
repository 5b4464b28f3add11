package daemon

import (
	"context"
	"time"

	"touchmove/broadcast"
	"touchmove/configs"
	"touchmove/daemon/signals"
	"touchmove/eventlog"
	"touchmove/eventlog/lighting"
	"touchmove/sensors/lights"
	"touchmove/sensors/wiring"
)

// lit makes the lamps of a board follow its log. It is for the goroutine that takes
// records.
type lit struct {
	allowed lighting.Settings
	wish    func(lights.Frame)

	of    *eventlog.Board
	fold  *lighting.Lighting
	taken int // number of its entries that were taken
	last  lights.Frame
}

// follow takes the new entries of the log, and asks for another frame if they change it.
func (l *lit) follow(b *eventlog.Board) {
	if l == nil {
		return
	}
	if b != l.of {
		l.of, l.fold, l.taken = b, lighting.New(l.allowed), 0
	}
	all := b.Entries()
	for _, e := range all[l.taken:] {
		l.fold.Apply(e)
	}
	l.taken = len(all)
	shown, known := b.Reading()
	if f := l.fold.Frame(shown, known); f != l.last {
		l.wish(f)
		l.last = f
		l.last.Sound = lights.Silence
	}
}

// light connects a board's lamps and buzzer, if it has any, with its loop. A simulated
// board has simulated ones.
func (b *Board) light(on wiring.SignalHardware, c configs.Board, loop *BoardLoop) {
	if _, simulated := c.Wiring.(configs.Simulated); simulated {
		on, _ = wiring.NewSignalTwins(c.Signals())
	}
	if b.Signals = signals.New(c.Signals(), on, loop.log); b.Signals != nil {
		loop.lit = &lit{allowed: lighting.Settings{Training: c.Training, Sounds: c.BuzzerOn}, wish: b.Signals.Wish}
	}
}

// publishLamps publishes the state of the lamps until ctx ends.
func (b *Board) publishLamps(ctx context.Context) {
	for {
		now, more := b.Signals.Now()
		b.publisher.Lamps().Offer(broadcast.Lit{Frame: now.Frame, Faults: now.Faults, Time: time.Now()})
		select {
		case <-more:
		case <-ctx.Done():
			return
		}
	}
}
