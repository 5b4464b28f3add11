// Package signals lights the lamps of a board and sounds its buzzer, beside everything else
// that the daemon does: nobody waits for a lamp.
package signals

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"touchmove/sensors/lights"
	"touchmove/sensors/wiring"
)

// Signals are the lamps and the buzzer of one board. Wish and Now are for any goroutine.
type Signals struct {
	is  wiring.Signals
	on  wiring.SignalHardware
	log *slog.Logger

	wishes chan lights.Frame // holds the latest one that was not shown yet

	mu    sync.Mutex
	now   Now
	told  chan struct{} // closed and replaced when now changes
	lamps *wiring.Lamps
	bell  *wiring.Sounder
	fault map[string]string // by part, while it lasts
}

// Now is what lamps and buzzer do.
type Now struct {
	Frame  lights.Frame // as wished last
	Faults []string     // what does not answer, with its address and bus, or its port or line
}

// again is how often a picture is sent again, so that a chip that lost its supply for a
// moment shows it, and how long a part that does not answer is left alone.
const again = 2 * time.Second

// New returns the signals of a board that are wired in this way, or nil where nothing is.
// Nothing is opened before Run.
func New(is wiring.Signals, on wiring.SignalHardware, log *slog.Logger) *Signals {
	if !is.Wired() {
		return nil
	}
	return &Signals{is: is, on: on, log: log, wishes: make(chan lights.Frame, 1), told: make(chan struct{}), fault: map[string]string{}}
}

// Wish has the lamps show a frame from now on, and its sound be sounded once. It replaces the
// wish before and never waits. A board without a lamp at the edge leaves that one out.
func (s *Signals) Wish(f lights.Frame) {
	if s == nil {
		return
	}
	if !s.is.Lights.Edge {
		f.Edge = lights.Lamp{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case before := <-s.wishes:
		if f.Sound == lights.Silence { // what was not sounded yet still is to be
			f.Sound = before.Sound
		}
	default:
	}
	s.wishes <- f // there is room: whoever puts one in holds the lock
	f.Sound = lights.Silence
	s.now.Frame = f
	s.tell()
}

// Now returns what lamps and buzzer do, and a channel that is closed when that changes.
func (s *Signals) Now() (Now, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now, s.told
}

// tell lets those who wait know that something has changed. The caller holds the lock.
func (s *Signals) tell() {
	close(s.told)
	s.told = make(chan struct{})
}

// Run shows what is wished until ctx ends; then everything is dark and silent. What does not
// answer is logged once, tried again every two seconds, and logged again when it answers.
func (s *Signals) Run(ctx context.Context) {
	var f lights.Frame
	ticker := time.NewTicker(again)
	defer ticker.Stop()
	defer s.close()
	for {
		s.show(&f)
		s.sound(ctx, f.Sound)
		f.Sound = lights.Silence
		select {
		case f = <-s.wishes:
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// show shows a frame, and opens the lamps where they are not open.
func (s *Signals) show(f *lights.Frame) {
	if !s.is.Lights.Wired() {
		return
	}
	err := error(nil)
	if s.lamps == nil {
		s.lamps, err = s.is.Lights.Open(s.on)
	}
	if err == nil {
		err = s.lamps.Show(f)
	}
	s.judge("lamps", err)
}

// The sounds: how long each beep and the pause after it last.
const (
	beep  = 120 * time.Millisecond
	pause = 120 * time.Millisecond
)

// sound sounds once for Done and three times for Call.
func (s *Signals) sound(ctx context.Context, what lights.Sound) {
	if !s.is.Buzzer.Wired() {
		return
	}
	err := error(nil)
	if s.bell == nil {
		s.bell, err = s.is.Buzzer.Open(s.on)
	}
	for range [...]int{lights.Silence: 0, lights.Done: 1, lights.Call: 3}[what] {
		if err == nil {
			err = s.bell.Sound(true)
		}
		rest(ctx, beep)
		if err == nil {
			err = s.bell.Sound(false)
		}
		rest(ctx, pause)
	}
	s.judge("buzzer", err)
}

// rest waits for a time, or for the end.
func rest(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// parts are what there may be, in the order in which faults are told, and words the log
// messages for the beginning and the end of a fault.
var (
	parts = [...]string{"lamps", "buzzer"}
	words = map[string]struct{ begun, over string }{
		"lamps":  {"the lamps do not answer: play goes on without them", "the lamps answer again"},
		"buzzer": {"the buzzer cannot be switched: play goes on without it", "the buzzer can be switched again"},
	}
)

// judge notes whether a part answers. One that does not is opened anew the next time.
func (s *Signals) judge(part string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was, text := s.fault[part], ""
	if err != nil {
		text = err.Error()
		s.reopen(part)
	}
	if text == was {
		return
	}
	if s.fault[part] = text; text == "" {
		delete(s.fault, part)
		s.log.Info(words[part].over, "part", s.name(part))
	} else {
		s.log.Error(words[part].begun, "part", s.name(part), "error", fmt.Sprintf("%s: check the plug, the supply and the address; `touchmove wiring` draws it", text))
	}
	s.now.Faults = nil
	for _, of := range parts {
		if s.fault[of] != "" {
			s.now.Faults = append(s.now.Faults, s.fault[of])
		}
	}
	s.tell()
}

// name names a part as the configuration has it.
func (s *Signals) name(part string) string {
	if part == "lamps" {
		return s.is.Lights.String()
	}
	return "buzzer on " + s.is.Buzzer.Line
}

// reopen closes a part that failed.
func (s *Signals) reopen(part string) {
	var c io.Closer
	switch {
	case part == "lamps" && s.lamps != nil:
		c, s.lamps = s.lamps, nil
	case part == "buzzer" && s.bell != nil:
		c, s.bell = s.bell, nil
	default:
		return
	}
	_ = c.Close() // it has just failed
}

// close makes everything dark and silent.
func (s *Signals) close() {
	var errs []error
	if s.lamps != nil {
		errs = append(errs, s.lamps.Close())
	}
	if s.bell != nil {
		errs = append(errs, s.bell.Close())
	}
	if err := errors.Join(errs...); err != nil {
		s.log.Warn("lamps or buzzer cannot be switched off", "error", err)
	}
}
