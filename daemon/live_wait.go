package daemon

import (
	"context"
	"time"

	"touchmove/broadcast"
	"touchmove/sensors/scan"
)

// wait returns true when the next scan is due, false when ctx has ended.
func (l *Live) wait(ctx context.Context) bool {
	return l.pace.Wait(ctx, func(wait time.Duration) bool { return l.sleep(ctx, wait) })
}

// sleep waits for the next scan. A press of the board's own clock, or while the board is
// idle any press or command from elsewhere, ends it early; sleep returns whether one
// did.
func (l *Live) sleep(ctx context.Context, wait time.Duration) (woken bool) {
	presses, requests := l.presses, l.requests
	if l.pace.Period() == l.board.Period {
		if l.board.Timer != nil {
			select {
			case <-l.woken: // woken while nobody slept
				return true
			default:
			}
			return l.board.Timer.Sleep(wait)
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
	case <-l.woken:
		return true
	case <-l.timer.C:
	case <-ctx.Done():
	}
	return false
}

// wake ends the current sleep, or the next one. It is for any goroutine.
func (l *Live) wake() {
	l.board.Timer.Wake()
	select {
	case l.woken <- struct{}{}:
	default:
	}
}

// plan sets the time of the next scan: at the board's own rate, more slowly if nothing
// has happened for a while, and in time for what is due.
func (s *scanning) plan() {
	_, open := s.d.open()
	if open || s.d.writer.Writes() || len(s.played) > 0 || s.lease.isActive(s.now) {
		s.busy = s.at
	}
	period := s.board.Period
	if s.board.IdlePeriod > 0 && s.at-s.busy >= s.board.IdleAfter {
		period = s.board.IdlePeriod
	}
	s.pace.Set(period)
	if due, waits := s.d.Due(); waits && due > s.at {
		s.pace.By(due) // a decision does not wait for the rest of a period
	}
}

// newPresses returns the presses that have arrived since the last call.
func (l *Live) newPresses() []scan.Press {
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

// requested returns a command that has arrived, or false.
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
