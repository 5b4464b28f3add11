package daemon_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon"
	"touchmove/daemon/copies"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
	bells "touchmove/eventlog/alarms"
	"touchmove/sensors/trace"
)

// ringing returns the current alarms of a history, as "claim" or, once acknowledged,
// "claim seen by Ann".
func ringing(h interface{ State() eventlog.State }) (list []string) {
	for _, a := range h.State().Ringing.Alarms {
		word := string(a.ID)
		if a.Seen {
			word = strings.TrimRight(word+" seen by "+a.SeenBy, " ")
		}
		list = append(list, word)
	}
	return list
}

func command(id, do, what string) trace.Command {
	return trace.Command{ID: id, Do: do, What: what, Extra: `{"who":"Ann"}`}
}

// An alarm is published when its cause begins. It is acknowledged by a command that is
// kept, does not ring again for the same cause, is restored by a restart, and ends with
// the command that settles it.
func TestAlarmsOutliveARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		s, ask, stop := office(t, dir)
		ok := func(c trace.Command) {
			t.Helper()
			if a := ask(broadcast.Request{Command: c}); !a.OK {
				t.Fatalf("%s: %s", c.Do, a.Error)
			}
		}
		refused := func(c trace.Command, says string) {
			t.Helper()
			if a := ask(broadcast.Request{Command: c}); a.OK || !strings.Contains(a.Error, says) {
				t.Errorf("%s %s: %+v, want %q", c.Do, c.What, a, says)
			}
		}
		rings := func(want ...string) {
			t.Helper()
			if got := ringing(s.History); !slices.Equal(got, want) {
				t.Errorf("rings %q, want %q", got, want)
			}
		}
		refused(command("0", trace.DoAcknowledge, "claim"), "nor is any other alarm")
		claim := command("1", trace.DoClaim, trace.ClaimRepetition)
		claim.By = "white"
		ok(claim)
		rings("claim")
		first := s.History.State().Ringing.Alarms[0]
		refused(command("2", trace.DoAcknowledge, "flag"), "active now: [claim (white 1)]")
		refused(command("3", trace.DoAcknowledge, "bell"), "no alarm is called")
		other := command("4", trace.DoAcknowledge, "claim")
		other.Extra = `{"cause":"black 1"}`
		refused(other, "for that cause")
		ok(command("5", trace.DoAcknowledge, "claim"))
		rings("claim seen by Ann")
		told := len(entries(s.History))
		stop()

		s, ask, stop = office(t, dir)
		rings("claim seen by Ann")
		again := s.History.State().Ringing.Alarms[0]
		if again.Rang != first.Rang || again.Since != first.Since || !again.Urgent {
			t.Errorf("before the restart %+v, after it %+v", first, again)
		}
		if n := len(entries(s.History)); n != told {
			t.Errorf("told %d times, and %d before the restart", n, told)
		}
		ok(command("6", trace.DoVerdict, "rejected"))
		rings()
		stop()

		s, _, stop = office(t, dir)
		rings()
		kept, err := journal.Read(s.Store.Journal.Path())
		if err != nil {
			t.Fatal(err)
		}
		var acknowledged []string
		for _, r := range kept.Records {
			if c, ok := r.What.(trace.Command); ok && c.Do == trace.DoAcknowledge {
				acknowledged = append(acknowledged, c.ID)
			}
		}
		if !slices.Equal(acknowledged, []string{"5"}) {
			t.Errorf("the journal has the acknowledgements %q: what was refused is not kept, what was taken is", acknowledged)
		}
		stop()
	})
}

// entries returns the published lists of alarms, in order.
func entries(h interface {
	From(int) ([]eventlog.Entry, <-chan struct{})
}) (list []string) {
	told, _ := h.From(0)
	for _, e := range told {
		if w, ok := e.What.(eventlog.Ringing); ok {
			var ids []string
			for _, a := range w.Alarms {
				ids = append(ids, fmt.Sprint(a.ID, a.Seen))
			}
			list = append(list, strings.Join(ids, " "))
		}
	}
	return list
}

// Alarms that depend on time alone ring although nothing happens at the board, such as
// the one for clocks that stand still.
func TestAlarmsByTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, ask, stop := office(t, t.TempDir())
		ok := func(c trace.Command) {
			t.Helper()
			if a := ask(broadcast.Request{Command: c}); !a.OK {
				t.Fatalf("%s: %s", c.Do, a.Error)
			}
		}
		rings := func(want ...bells.ID) {
			t.Helper()
			var got []bells.ID
			for _, a := range s.History.State().Ringing.Alarms {
				got = append(got, a.ID)
			}
			if !slices.Equal(got, want) {
				t.Errorf("rings %v, want %v", got, want)
			}
		}
		ok(trace.Command{ID: "1", Do: trace.DoSetClock, Extra: `{"black_ms":3600000,"time_control":"3600+30","white_ms":3600000}`})
		ok(trace.Command{ID: "2", Do: trace.DoStartClocks, By: "arbiter"})
		ok(trace.Command{ID: "3", Do: trace.DoStopClocks, By: "white"})
		time.Sleep(118 * time.Second)
		rings()
		time.Sleep(2 * time.Second)
		rings(bells.ClockPaused)
		ok(trace.Command{ID: "4", Do: trace.DoStartClocks, By: "arbiter"})
		rings()
		stop()
	})
}

// Half a minute in which the broker accepts nothing raises an alarm; a slow broker does
// not.
func TestAlarmOfAFeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, board := newChipBoard(t)
		h.pins.Set(setUpBoard())
		s := open(t, t.TempDir(), header, quiet)
		var entries atomic.Uint64
		var all atomic.Bool
		s.Loop.Heard(func() (uint64, bool) { return entries.Load(), all.Load() })
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- s.Loop.Run(daemon.NewLive(board, s.Last, nil, nil).Records(ctx, s.Loop)) }()
		time.Sleep(29 * time.Second)
		entries.Add(1)
		time.Sleep(29 * time.Second)
		if got := ringing(s.History); len(got) != 0 {
			t.Errorf("rings %v", got)
		}
		time.Sleep(4 * time.Second)
		if got := ringing(s.History); !slices.Equal(got, []string{"feed_stopped"}) {
			t.Errorf("rings %v", got)
		} else if a := s.History.State().Ringing.Alarms[0]; a.Rang != a.Since {
			t.Errorf("since %v, rang %v", a.Since, a.Rang)
		}
		all.Store(true)
		time.Sleep(2 * time.Second)
		if got := ringing(s.History); len(got) != 0 {
			t.Errorf("rings %v", got)
		}
		cancel()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if err := s.Store.Journal.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// The second copy raises an alarm when it is half a minute behind, and at once when it is
// refused; the alarm ends when the copy has caught up.
func TestAlarmOfACopy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, board := newChipBoard(t)
		h.pins.Set(setUpBoard())
		s := open(t, t.TempDir(), header, quiet)
		since := time.Now() // when it fell behind
		var caughtUp, refused atomic.Bool
		s.Loop.Copied(func() copies.Status {
			switch {
			case refused.Load():
				return copies.Status{Behind: time.Second, Err: fmt.Errorf("it is %w", copies.ErrRefused)}
			case caughtUp.Load():
				return copies.Status{}
			}
			return copies.Status{Behind: time.Since(since)}
		})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- s.Loop.Run(daemon.NewLive(board, s.Last, nil, nil).Records(ctx, s.Loop)) }()
		for _, c := range []struct {
			wait  time.Duration
			rings []string
		}{{28 * time.Second, nil}, {4 * time.Second, []string{"copy_behind"}}} {
			time.Sleep(c.wait)
			if got := ringing(s.History); !slices.Equal(got, c.rings) {
				t.Errorf("after %v more rings %v, want %v", c.wait, got, c.rings)
			}
		}
		caughtUp.Store(true)
		time.Sleep(2 * time.Second)
		if got := ringing(s.History); len(got) != 0 {
			t.Errorf("it has caught up, and rings %v", got)
		}
		time.Sleep(2 * time.Minute) // an alarm does not ring twice in a minute
		refused.Store(true)
		time.Sleep(2 * time.Second)
		if got := ringing(s.History); !slices.Equal(got, []string{"copy_behind"}) {
			t.Errorf("it is refused, and rings %v", got)
		}
		cancel()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if err := s.Store.Journal.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// The next game begins in a journal of its own, without the alarms of the game before,
// but with the faults of the board. A publisher of both games is not misled.
func TestAlarmsOfTheNextGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, ask, stop := office(t, t.TempDir())
		defer stop()
		claim := command("1", trace.DoClaim, trace.ClaimRepetition)
		claim.By = "white"
		for _, c := range []trace.Command{claim, {ID: "2", Do: trace.DoNewGame}} {
			if a := ask(broadcast.Request{Command: c}); !a.OK {
				t.Fatal(a.Error)
			}
		}
		if got := ringing(s.History); len(got) != 0 {
			t.Errorf("rings %q", got)
		}
		var state eventlog.State
		told, _ := s.History.From(0)
		for _, e := range told {
			state.Apply(e)
		}
		if len(state.Ringing.Alarms) != 0 {
			t.Errorf("a reader of both games hears %+v", state.Ringing.Alarms)
		}
	})
}
