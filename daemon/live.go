package daemon

import (
	"context"
	"iter"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/hardware"
	"touchmove/internal/latency"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/trace"
)

// Live makes the records of a board from its sensors, the presses of its clock and the
// commands that arrive. No other part of touchmove reads a clock to get the time of a
// record.
type Live struct {
	Syncs latency.Histogram // how long the disk takes to sync

	board    hardware.Board
	pace     *scan.Pace
	presses  <-chan scan.Press
	requests <-chan broadcast.Request
	last     time.Duration // time of the latest record
	ticked   time.Duration // the deadline that a scan was repeated for
	timer    *time.Timer   // for the next scan

	busy    time.Duration       // time of the latest activity
	pressed []scan.Press        // arrived, and not yet records
	early   []broadcast.Request // the same, at most one
	lease   lease
	woken   chan struct{} // makes the next scan due at once
}

// NewLive makes the records of a board from a record time on, which corresponds to now:
// the end of its journal, or later. Both channels may be nil; without presses, those of
// the board's own clock are used.
func NewLive(b hardware.Board, from time.Duration, presses <-chan scan.Press, requests <-chan broadcast.Request) *Live {
	if b.Stats == nil {
		b.Stats = &scan.Stats{}
	}
	if b.Faults == nil {
		b.Faults = &scan.Faults{}
	}
	var simulated scan.SimulatedTime
	if b.Simulation != nil {
		simulated = b.Simulation
	}
	return &Live{
		board: b, presses: presses, requests: requests, last: from, ticked: -1, busy: from,
		woken: make(chan struct{}, 1), pace: scan.NewPace(time.Now(), from, b.Period, simulated),
	}
}

// Show sets where readings go when a technician has asked for them. By default they go
// nowhere. It must be called before Records.
func (l *Live) Show(r broadcast.Readings) { l.lease.readings = r }

// Records scans until ctx ends. The first record is a whole scan, followed by the
// squares that change, presses and commands. When a deadline of the game passes and
// nothing else happens, a scan without changes marks the time. Ranging over it and d.Run
// must happen in one goroutine.
//
// Each scan has the same order: what the disk has done since the last one; what the
// sensors show and what it means; the records of this moment, in the order in which they
// can have happened; then decisions go to the disk, and the next scan is planned.
func (l *Live) Records(ctx context.Context, d *BoardLoop) iter.Seq2[trace.Record, error] {
	return func(yield func(trace.Record, error) bool) {
		s := l.begin(ctx, d, yield)
		defer s.end()
		for l.wait(ctx) {
			if !s.read(ctx) {
				return
			}
			d.writer.Poll(max(l.last, s.at))
			s.interpret()
			goesOn := s.first() && s.acts() && s.clock() && s.changes() &&
				s.absence() && s.hallClock() && s.otherBoard() && s.commands()
			if !goesOn {
				return
			}
			d.writer.Poll(l.last)
			d.writer.Check()
			s.plan()
		}
	}
}

// scanning is a running Live and its current scan.
type scanning struct {
	*Live
	d       *BoardLoop
	yield   func(trace.Record, error) bool
	scanner *scan.Scanner
	drift   *scan.Drift
	over    []func()

	now    time.Time      // when the current scan had been read
	at     time.Duration  // the same in record time
	played []trace.Record // acts of simulated hands up to then
	counts sensors.Counts // as read
	seen   sensors.Scan   // what the counts mean
	shown  sensors.Scan   // as in the records
	whole  bool           // the records contain a whole scan
}

// begin starts reading the board.
func (l *Live) begin(ctx context.Context, d *BoardLoop, yield func(trace.Record, error) bool) *scanning {
	limit := scan.Stall
	if l.board.Simulation != nil {
		limit = 0 // simulated chips always answer, and a slow machine must not change the play
		if speed := l.board.Simulation.Speed(); speed < 1 {
			d.writer.Slow(1 / speed)
		}
	}
	l.board.Faults.Notify(logFaults(d.log))
	s := &scanning{Live: l, d: d, yield: yield, scanner: scan.NewScanner(ctx, l.board.Board, limit), drift: scan.NewDrift(l.board.Board)}
	if clock := l.board.Clock; clock != nil && (l.presses == nil || l.presses == clock.Presses()) {
		l.presses = clock.Presses()
		clock.Start(ctx, l.board.Faults, l.board.Timer.Wake)
	}
	l.timer = time.NewTimer(time.Hour)
	stop := context.AfterFunc(ctx, l.board.Timer.Wake)
	s.over = []func(){func() { stop() }, func() { l.timer.Stop() }, d.writer.Beside(l.Syncs.Add, l.wake)}
	return s
}

// end undoes begin.
func (s *scanning) end() {
	for _, over := range s.over {
		over()
	}
}

// read reads the board; it returns false when ctx has ended.
func (s *scanning) read(ctx context.Context) bool {
	began := time.Now()
	if s.board.Hands != nil {
		s.played = s.board.Hands.Until(s.pace.At(time.Now()))
	}
	s.counts = s.scanner.Read(ctx, max(s.last, s.pace.At(began)))
	if ctx.Err() != nil {
		return false
	}
	s.now = time.Now()
	s.at = s.pace.At(s.now)
	s.board.Stats.Scanned(s.pace.Due(), began, s.now, s.pace.Step())
	return true
}

// interpret derives what the reading means, for the game and for technicians.
func (s *scanning) interpret() {
	s.seen = s.scanner.Squares(s.at, s.shown, s.d)
	if is, fresh, changed := s.drift.See(s.at, s.now, s.counts, s.seen); changed || fresh != 0 {
		s.d.drifted(s.at, is, fresh, changed, s.drift)
	}
	s.lease.show(s.now, s.at, s.counts, s.board.Squares, &s.seen)
	if s.d.growth.begin(max(s.last, s.at), s.d.writer.Length()); s.whole {
		s.seen = s.d.growth.changes(s.seen, s.shown)
	}
	if s.seen != s.shown {
		s.busy = s.at
		s.board.Stats.Changed()
	}
}

// put makes a record at a time, or at that of the record before if that is later. It
// returns false when no more are wanted.
func (s *scanning) put(at time.Duration, what trace.What) bool {
	s.last = max(s.last, at)
	return s.yield(trace.Record{At: s.last, What: what}, nil)
}
