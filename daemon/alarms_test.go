package daemon_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	bells "touchmove/broadcast/alarms"
	"touchmove/daemon/journal"
	"touchmove/sensors/trace"
)

// ringing are the alarms that a history has told last, as "claim" or, once
// acknowledged, "claim seen by Ann".
func ringing(h interface{ Score() broadcast.Score }) (list []string) {
	for _, a := range h.Score().Ringing.Alarms {
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

// An alarm is told where its cause begins, acknowledged by a command that is kept,
// never rung again for the same cause, found again after a restart, and gone with
// what answers it.
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
		refused(command("0", trace.DoAcknowledge, "claim"), "nothing else does")
		claim := command("1", trace.DoClaim, trace.ClaimRepetition)
		claim.By = "white"
		ok(claim)
		rings("claim")
		first := s.History.Score().Ringing.Alarms[0]
		refused(command("2", trace.DoAcknowledge, "flag"), "there are [claim (white 1)]")
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
		again := s.History.Score().Ringing.Alarms[0]
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
		kept, err := journal.Read(s.Journal.Path())
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

// entries are the lists of alarms that were told, in their order.
func entries(h interface {
	From(int) ([]broadcast.Told, <-chan struct{})
}) (list []string) {
	told, _ := h.From(0)
	for _, e := range told {
		if w, ok := e.What.(broadcast.Ringing); ok {
			var ids []string
			for _, a := range w.Alarms {
				ids = append(ids, fmt.Sprint(a.ID, a.Seen))
			}
			list = append(list, strings.Join(ids, " "))
		}
	}
	return list
}

// What rings by time alone rings though nothing happens at the board: clocks that
// stand, and a broker that does not answer.
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
			for _, a := range s.History.Score().Ringing.Alarms {
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

		s, _, stop = office(t, t.TempDir())
		reached := uint64(0)
		s.Heard(func() (uint64, bool) { return reached, false })
		time.Sleep(29 * time.Second)
		reached++ // it is slow, and not dead
		time.Sleep(29 * time.Second)
		rings()
		time.Sleep(4 * time.Second)
		rings(bells.FeedStopped)
		if a := s.History.Score().Ringing.Alarms[0]; a.Rang-a.Since > time.Second {
			t.Errorf("since %v, rang %v", a.Since, a.Rang)
		}
		s.Heard(func() (uint64, bool) { return reached, true })
		time.Sleep(2 * time.Second)
		rings()
		stop()
	})
}
