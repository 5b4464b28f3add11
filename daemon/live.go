package daemon

import (
	"context"
	"iter"
	"time"

	"touchmove/broadcast"
	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Live makes records of a board: what its sensors read, its clock's presses and
// the commands that arrive. It is the only part of touchmove that reads a
// clock.
type Live struct {
	board    Board
	pace     pace
	presses  <-chan Press
	requests <-chan broadcast.Request
	last     time.Duration // of the record made last
	ticked   time.Duration // the deadline that a scan was repeated for
	timer    *time.Timer   // for the next scan

	busy    time.Duration       // when something last happened
	pressed []Press             // that have come and are not yet records
	early   []broadcast.Request // likewise, at most one
	lease   lease
	stirred chan struct{} // the next scan is due at once
}

// Board is the sensors of one board and what their counts mean.
type Board struct {
	Buses  []Bus
	Table  Table
	Period time.Duration // from one scan to the next
	// IdlePeriod is the same when nothing has happened for IdleAfter and nothing
	// is to be decided; 0 makes no difference.
	IdlePeriod, IdleAfter time.Duration
	Nap                   *Nap    // from scan to scan; nil are Go's timers
	Hands                 *Hands  // move the pieces of a simulated board; nil on a real one
	Speed                 float64 // of a simulated board, times real time

	Simulation *Simulation // what visitors of a simulated board may do; nil is nothing

	Sheet    *calibration.Sheet // that Table is made of; nil when the board was not measured
	Squares  []rules.Square     // by channel, NoSquare for none: for words about faults; nil when not known
	Clock    *Clock             // of the chess clock's lines; nil is none
	Stats    *ScanStats         // counted into
	Troubles *Troubles          // told to

	wires  []*wire                 // by bus; nil where there is none
	groups []group                 // channels that share a wire
	ranges []span                  // by channel: what it can read
	levels *[64]calibration.Levels // nil for digital inputs
}

// Table turns counts into squares; calibration.Table does.
type Table interface {
	Scan(c sensors.Counts, last sensors.Scan) sensors.Scan
}

// Press is a press of the clock and its moment.
type Press struct {
	By rules.Color
	At time.Time
}

// NewLive makes the records of a board from a time on, which is that of now: where
// its journal ended, or later. Both channels may be nil; without presses those of the board's
// own clock are taken.
func NewLive(b Board, from time.Duration, presses <-chan Press, requests <-chan broadcast.Request) *Live {
	if b.Stats == nil {
		b.Stats = &ScanStats{}
	}
	if b.Troubles == nil {
		b.Troubles = &Troubles{}
	}
	if presses == nil && b.Clock != nil {
		presses = b.Clock.presses
	}
	l := &Live{board: b, presses: presses, requests: requests, last: from, ticked: -1, busy: from, stirred: make(chan struct{}, 1)}
	l.pace = pace{from: time.Now(), start: from, period: b.Period}
	if b.Hands != nil {
		l.pace.speed, l.pace.visits = b.Speed, b.Simulation
	}
	return l
}

// Show says where readings are put while a technician has asked for them.
// Without it nobody sees them. It is to be called before Records.
func (l *Live) Show(r broadcast.Readings) { l.lease.readings = r }

// Records scans until ctx ends. The first record is a whole scan; after it come
// the squares that changed, presses and commands. When something falls due in
// the game of d and nothing else happens, a scan that changed nothing lets it
// happen. Ranging over it and d.Run are one goroutine.
func (l *Live) Records(ctx context.Context, d *Daemon) iter.Seq2[trace.Record, error] {
	return func(yield func(trace.Record, error) bool) {
		limit := stall
		if l.board.Hands != nil {
			limit = 0 // simulated chips answer, and a slow machine must not change the play
		}
		l.board.Troubles.log = d.log
		sense, watch := newSensing(ctx, &l.board, limit), newWatch(&l.board)
		drift := newDrift(&l.board)
		if l.board.Clock != nil && l.presses == (<-chan Press)(l.board.Clock.presses) {
			l.board.Clock.running.Go(func() { l.board.Clock.run(ctx, l.board.Troubles, l.board.Nap.wake) })
		}
		expects := d.standing
		if s := l.pace.speed; s > 0 && s < 1 {
			d.budget.slow = 1 / s
		}
		defer d.writeBeside(l.board.Stats, l.stir)()
		var shown sensors.Scan
		whole := false
		put := func(at time.Duration, what trace.What) bool {
			l.last = max(l.last, at)
			return yield(trace.Record{At: l.last, What: what}, nil)
		}
		l.timer = time.NewTimer(time.Hour)
		defer l.timer.Stop()
		defer context.AfterFunc(ctx, l.board.Nap.wake)()
		sleep := func(wait time.Duration) bool { return l.sleep(ctx, wait) }
		for l.pace.wait(ctx, sleep) {
			began := time.Now()
			acts := l.board.Hands.until(l.pace.at(time.Now()))
			counts := sense.read(ctx, max(l.last, l.pace.at(began)))
			if ctx.Err() != nil {
				return
			}
			now := time.Now()
			at := l.pace.at(now)
			d.tend(max(l.last, at))
			seen := l.board.Table.Scan(counts, shown)
			l.board.Stats.scanned(l.pace.due, began, now, l.pace.step())
			watch.see(at, &seen, counts, expects)
			drift.see(at, now, counts, seen, d)
			l.lease.show(now, at, counts, l.board.Squares, &seen)
			if seen != shown {
				l.busy = at
				l.board.Stats.changes.Add(1)
			}
			if !whole {
				whole, shown = true, seen
				if !put(at, trace.Scan{Board: seen}) {
					return
				}
			}
			for _, act := range acts {
				if !put(act.At, act.What) {
					return
				}
			}
			for _, press := range l.come() {
				l.busy = at
				if !put(min(l.pace.at(press.At), at), trace.Press{By: press.By}) {
					return
				}
			}
			for sq := range seen {
				if seen[sq] != shown[sq] && !put(at, trace.Change{Square: rules.Square(sq), Is: seen[sq]}) {
					return
				}
			}
			shown = seen
			if hear := d.lookOut(at, now, seen); hear != nil {
				if !put(at, trace.Scan{Board: shown}) { // brings the game to this time
					return
				}
				hear()
			}
			if said, news := d.second(seen); news && !put(at, said) {
				return
			}
			if said, news := d.heed(); news && !put(at, said) {
				return
			}
			for {
				if due, open := d.Due(); open && due <= at && l.last < at && due != l.ticked {
					l.ticked = due
					if !put(at, trace.Scan{Board: shown}) {
						return
					}
				}
				r, ok := l.requested()
				if !ok {
					break
				}
				l.busy = at
				if r.Raw != nil {
					r.Answer(d.history.stamp(l.lease.take(r, now)))
					continue
				}
				if !d.desk.admit(r, now, d.history) {
					continue
				}
				command, err := d.envelopes.pass(r.Command, d.game)
				if err != nil {
					d.desk.close(command.ID, d.history.stamp(broadcast.Refused(command.ID, err)))
				} else if !put(at, command) {
					return
				}
			}
			d.commit(false)
			d.look()
			_, open := d.open()
			l.hurry(at, open || d.writes() || len(acts) > 0 || l.lease.stands(now))
			if due, waits := d.Due(); waits && due > at {
				l.pace.by(due) // what is decided is not kept waiting for the rest of a period
			}
		}
	}
}

// hurry picks the rate of the next scans.
func (l *Live) hurry(at time.Duration, open bool) {
	if open {
		l.busy = at
	}
	period := l.board.Period
	if l.board.IdlePeriod > 0 && at-l.busy >= l.board.IdleAfter {
		period = l.board.IdlePeriod
	}
	l.pace.set(period)
}

// sleep waits for the next scan. A press of the board's own clock does not wait
// for it, nor, while the board is idle, does whoever presses or sends a command
// from elsewhere; sleep says whether one did.
func (l *Live) sleep(ctx context.Context, wait time.Duration) (woken bool) {
	presses, requests := l.presses, l.requests
	if l.pace.period == l.board.Period {
		if l.board.Nap != nil {
			select {
			case <-l.stirred: // while nobody slept
				return true
			default:
			}
			return l.board.Nap.sleep(wait)
		}
		presses, requests = nil, nil
	}
	l.timer.Reset(wait)
	defer l.timer.Stop()
	select {
	case p := <-presses:
		l.pressed = append(l.pressed, p)
		return true
	case r := <-requests:
		l.early = append(l.early, r)
		return true
	case <-l.stirred:
		return true
	case <-l.timer.C:
	case <-ctx.Done():
	}
	return false
}

// stir ends the sleep that is under way, or the next one, from another goroutine.
func (l *Live) stir() {
	l.board.Nap.wake()
	select {
	case l.stirred <- struct{}{}:
	default:
	}
}

// come returns the presses that have come since the last call.
func (l *Live) come() []Press {
	list := l.pressed
	for {
		select {
		case p := <-l.presses:
			list = append(list, p)
		default:
			l.pressed = list[:0]
			return list
		}
	}
}

// requested returns a command that has come, false when there is none.
func (l *Live) requested() (broadcast.Request, bool) {
	if len(l.early) > 0 {
		r := l.early[0]
		l.early = l.early[:0]
		return r, true
	}
	select {
	case r := <-l.requests:
		return r, true
	default:
		return broadcast.Request{}, false
	}
}
