// Package signals lights the lamps of a board and sounds its buzzer. It runs independently of
// the rest of the daemon: nothing waits for a lamp.
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

	wishes chan lights.Frame // holds the latest frame that has not been shown yet

	mu      sync.Mutex
	now     Now
	changed chan struct{} // closed and replaced when now changes
	lamps   *wiring.Lamps
	bell    *wiring.Sounder
	fault   map[string]string // by part, while the fault lasts
}

// Now is the current state of lamps and buzzer.
type Now struct {
	Frame  lights.Frame // as last wished
	Faults []string     // parts that do not answer, with address and bus, or port or line
}

// again is how often a frame is sent again, so that a chip whose supply failed for a moment
// shows it. It is also the pause before a part that does not answer is tried again.
const again = 2 * time.Second

// New returns the signals of a board that are wired in this way, or nil if there are none.
// Nothing is opened before Run.
func New(is wiring.Signals, on wiring.SignalHardware, log *slog.Logger) *Signals {
	if !is.Wired() {
		return nil
	}
	return &Signals{is: is, on: on, log: log, wishes: make(chan lights.Frame, 1), changed: make(chan struct{}), fault: map[string]string{}}
}

// Wish makes the lamps show a frame from now on, and its sound be sounded once. It replaces
// the previous wish and never waits. A board without a lamp at the edge ignores that part of
// the frame.
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
		if f.Sound == lights.Silence { // an earlier sound that has not been sounded is kept
			f.Sound = before.Sound
		}
	default:
	}
	s.wishes <- f // never blocks: only the holder of the lock sends
	f.Sound = lights.Silence
	s.now.Frame = f
	s.announce()
}

// Now returns the state of lamps and buzzer, and a channel that is closed when that changes.
func (s *Signals) Now() (Now, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now, s.changed
}

// announce signals that something has changed. The caller holds the lock.
func (s *Signals) announce() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Times of lamps and buzzer.
const (
	rise = 300 * time.Millisecond // from dark to bright, so that nothing flashes next to a player
	tick = 20 * time.Millisecond  // between two steps of it
	beep = 120 * time.Millisecond // of a beep, and of the pause after it
)

// Run shows what is wished until ctx ends; then everything is dark and silent. Lamps become
// bright within 300 ms, and dark at once. A part that does not answer is logged once, tried
// again every two seconds, and logged again when it answers.
func (s *Signals) Run(ctx context.Context) {
	var f lights.Frame
	var begun, beeped time.Time // when the rise began; when the bell last changed
	changes := 0                // how often the bell still has to be switched
	refresh := time.NewTicker(again)
	defer refresh.Stop()
	step := time.NewTimer(tick)
	defer step.Stop()
	defer s.close()
	s.sound(false)
	for rising := s.show(&f, 1); ; {
		select {
		case f = <-s.wishes:
			begun = time.Now()
			changes = max(changes, changesOf(f.Sound))
			rising = s.show(&f, 0)
		case <-refresh.C:
			s.show(&f, risen(begun))
			if changes == 0 {
				s.sound(false) // opens a bell again that failed
			}
		case <-step.C:
			if rising {
				part := risen(begun)
				rising = s.show(&f, part) && part < 1
			}
		case <-ctx.Done():
			return
		}
		if changes > 0 && time.Since(beeped) >= beep {
			s.sound(changes%2 == 0)
			changes, beeped = changes-1, time.Now()
		}
		if rising || changes > 0 {
			step.Reset(tick)
		}
	}
}

// risen returns how far a rise that began at this time has got, from 0 to 1.
func risen(begun time.Time) float64 { return min(1, float64(time.Since(begun))/float64(rise)) }

// changesOf returns how often the bell is switched for a sound: one beep for Done, three for
// Call.
func changesOf(sound lights.Sound) int {
	return [...]int{lights.Silence: 0, lights.Done: 2, lights.Call: 6}[sound]
}

// show shows a frame at this part of its rise, and opens the lamps if they are not open. It
// reports whether that succeeded.
func (s *Signals) show(f *lights.Frame, part float64) bool {
	if !s.is.Lights.Wired() {
		return false
	}
	err := error(nil)
	if s.lamps == nil {
		s.lamps, err = s.is.Lights.Open(s.on)
	}
	if err == nil {
		err = s.lamps.Rise(f, part)
	}
	s.judge("lamps", err)
	return err == nil
}

// sound switches the bell, and opens it if it is not open.
func (s *Signals) sound(on bool) {
	if !s.is.Buzzer.Wired() {
		return
	}
	err := error(nil)
	if s.bell == nil {
		s.bell, err = s.is.Buzzer.Open(s.on)
	}
	if err == nil {
		err = s.bell.Sound(on)
	}
	s.judge("buzzer", err)
}

// parts are the possible parts, in the order in which faults are reported, and words are the
// log messages for the beginning and the end of a fault.
var (
	parts = [...]string{"lamps", "buzzer"}
	words = map[string]struct{ begun, over string }{
		"lamps":  {"the lamps do not answer: play continues without them", "the lamps answer again"},
		"buzzer": {"the buzzer cannot be switched: play continues without it", "the buzzer can be switched again"},
	}
)

// judge records whether a part answers. One that does not is reopened the next time.
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
	s.announce()
}

// name returns the name of a part as in the configuration.
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
