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

// Live makes records of a board: what its sensors read, its clock's presses and
// the commands that arrive. It is the only part of touchmove that reads a
// clock for what a record says.
type Live struct {
	Syncs latency.Histogram // how long the disk takes to keep what is decided

	board    hardware.Board
	pace     *scan.Pace
	presses  <-chan scan.Press
	requests <-chan broadcast.Request
	last     time.Duration // of the record made last
	ticked   time.Duration // the deadline that a scan was repeated for
	timer    *time.Timer   // for the next scan

	busy    time.Duration       // when something last happened
	pressed []scan.Press        // that have come and are not yet records
	early   []broadcast.Request // likewise, at most one
	lease   lease
	stirred chan struct{} // the next scan is due at once
}

// NewLive makes the records of a board from a time on, which is that of now: where
// its journal ended, or later. Both channels may be nil; without presses those of the board's
// own clock are taken.
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
		stirred: make(chan struct{}, 1), pace: scan.NewPace(time.Now(), from, b.Period, simulated),
	}
}

// Show says where readings are put while a technician has asked for them.
// Without it nobody sees them. It is to be called before Records.
func (l *Live) Show(r broadcast.Readings) { l.lease.readings = r }

// Records scans until ctx ends. The first record is a whole scan; after it come
// the squares that changed, presses and commands. When something falls due in
// the game of d and nothing else happens, a scan that changed nothing lets it
// happen. Ranging over it and d.Run are one goroutine.
//
// Each scan is done in this order: what the disk has done since, what the
// sensors show, and what follows from it; then the records of the moment, in the
// order in which they can have happened; then what was decided goes to the disk,
// and the next scan is planned.
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
				s.absence() && s.otherBoard() && s.commands()
			if !goesOn {
				return
			}
			d.writer.Poll(l.last)
			d.writer.Check()
			s.plan()
		}
	}
}

// scanning is Live while it makes records, and the scan under way.
type scanning struct {
	*Live
	d       *BoardLoop
	yield   func(trace.Record, error) bool
	scanner *scan.Scanner
	drift   *scan.Drift
	over    []func()

	now    time.Time      // of the scan under way: when it had been read
	at     time.Duration  // the same as a record says it
	played []trace.Record // what simulated hands pressed and said up to then
	counts sensors.Counts // that were read
	seen   sensors.Scan   // what they mean
	shown  sensors.Scan   // what records have said
	whole  bool           // they have said all of it once
}

// begin starts what reads the board.
func (l *Live) begin(ctx context.Context, d *BoardLoop, yield func(trace.Record, error) bool) *scanning {
	limit := scan.Stall
	if l.board.Simulation != nil {
		limit = 0 // simulated chips answer, and a slow machine must not change the play
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
	s.over = []func(){func() { stop() }, func() { l.timer.Stop() }, d.writer.Beside(l.Syncs.Add, l.stir)}
	return s
}

// end gives back what begin took.
func (s *scanning) end() {
	for _, over := range s.over {
		over()
	}
}

// read reads the board; it returns false when ctx has ended.
func (s *scanning) read(ctx context.Context) bool {
	began := time.Now()
	s.played = s.board.Hands.Until(s.pace.At(time.Now()))
	s.counts = s.scanner.Read(ctx, max(s.last, s.pace.At(began)))
	if ctx.Err() != nil {
		return false
	}
	s.now = time.Now()
	s.at = s.pace.At(s.now)
	s.board.Stats.Scanned(s.pace.Due(), began, s.now, s.pace.Step())
	return true
}

// interpret finds out what the reading means, for the game and for technicians.
func (s *scanning) interpret() {
	s.seen = s.scanner.Squares(s.at, s.shown, s.d)
	if is, fresh, changed := s.drift.See(s.at, s.now, s.counts, s.seen); changed || fresh != 0 {
		s.d.drifted(s.at, is, fresh, changed, s.drift)
	}
	s.lease.show(s.now, s.at, s.counts, s.board.Squares, &s.seen)
	if s.seen != s.shown {
		s.busy = s.at
		s.board.Stats.Changed()
	}
}

// put makes a record of a time, or of that of the record before if that is later.
// It returns false when no more are wanted.
func (s *scanning) put(at time.Duration, what trace.What) bool {
	s.last = max(s.last, at)
	return s.yield(trace.Record{At: s.last, What: what}, nil)
}
