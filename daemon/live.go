package daemon

import (
	"context"
	"iter"
	"time"

	"touchmove/broadcast"
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
}

// Board is the sensors of one board and what their counts mean.
type Board struct {
	Buses  []Bus
	Table  Table
	Period time.Duration // from one scan to the next
	Hands  *Hands        // move the pieces of a simulated board; nil on a real one
	Speed  float64       // of a simulated board, times real time

	Simulation *Simulation // what visitors of a simulated board may do; nil is nothing
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

// NewLive makes the records of a board from a time on, which is where its
// journal ended. Both channels may be nil.
func NewLive(b Board, from time.Duration, presses <-chan Press, requests <-chan broadcast.Request) *Live {
	l := &Live{board: b, presses: presses, requests: requests, last: from, ticked: -1}
	l.pace = pace{start: from, period: b.Period}
	if b.Hands != nil {
		l.pace.speed, l.pace.visits = b.Speed, b.Simulation
	}
	return l
}

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
		sense := newSensing(ctx, l.board.Buses, limit, d.log)
		var shown sensors.Scan
		whole := false
		put := func(at time.Duration, what trace.What) bool {
			l.last = max(l.last, at)
			return yield(trace.Record{At: l.last, What: what}, nil)
		}
		for l.pace.wait(ctx) {
			acts := l.board.Hands.until(l.pace.at(time.Now()))
			counts := sense.read(ctx, l.last)
			if ctx.Err() != nil {
				return
			}
			now := time.Now()
			at := l.pace.at(now)
			seen := l.board.Table.Scan(counts, shown)
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
			for _, press := range l.pressed() {
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
				if d.desk.admit(r, now, d.history) && !put(at, r.Command) {
					return
				}
			}
		}
	}
}

// pressed returns the presses that have come since the last call.
func (l *Live) pressed() (list []Press) {
	for {
		select {
		case p := <-l.presses:
			list = append(list, p)
		default:
			return list
		}
	}
}

// requested returns a command that has come, false when there is none.
func (l *Live) requested() (broadcast.Request, bool) {
	select {
	case r := <-l.requests:
		return r, true
	default:
		return broadcast.Request{}, false
	}
}
