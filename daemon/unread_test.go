package daemon_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/hardware"
	"touchmove/eventlog"
	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	"touchmove/rules"
)

// A chip that a visitor pulls shows, at every stage of a game: its squares no longer
// count as trusted and an alarm rings, until the chip is back. After a restart the
// history is the same.
func TestPulledChip(t *testing.T) {
	lost := rules.Squares(0xffff) << 48 // a7 to h8
	for _, stage := range []struct {
		name string
		play time.Duration // before the chip is pulled
	}{{"from the beginning", 0}, {"before play", 100 * time.Millisecond}, {"during play", time.Minute}} {
		t.Run(stage.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				config := configs.Default().Boards[0]
				config.ScanHz = 100
				dir := filepath.Join(t.TempDir(), "demo")
				s, err := daemon.OpenSession(dir, "demo", header, time.Now(), quiet)
				if err != nil {
					t.Fatal(err)
				}
				board, err := hardware.Open(config, hardware.Played{Until: s.Last, Done: s.Done, Announced: s.Paired})
				if err != nil {
					t.Fatal(err)
				}
				defer board.Close()
				ctx, cancel := context.WithCancel(t.Context())
				done := make(chan error)
				if stage.play == 0 {
					board.Simulation.Pull(true)
				}
				go func() { done <- s.Loop.Run(daemon.NewLive(board, 0, nil, nil).Records(ctx, s.Loop)) }()
				state := func() (state eventlog.State) {
					told, _ := s.History.From(0)
					for _, e := range told {
						state.Apply(e)
					}
					return state
				}
				if stage.play > 0 {
					time.Sleep(stage.play)
					if now := state(); now.Faults() != 0 || len(now.Alarms()) > 0 && now.Alarms()[0].ID == alarms.SensorFault {
						t.Fatalf("before it is pulled: %v, %v", now.Faults(), now.Alarms())
					}
					board.Simulation.Pull(true)
				}
				time.Sleep(3 * time.Second)
				now := state()
				if now.Faults() != lost {
					t.Errorf("pulled, %v are not trusted, want %v", now.Faults(), lost)
				}
				if !alarmed(now, lost) {
					t.Errorf("alarms %+v", now.Alarms())
				}
				if stage.play >= time.Minute && !strings.Contains(lines(s.History), `"event":"fault"`) {
					t.Errorf("no fault was told in a game:\n%s", lines(s.History))
				}
				board.Simulation.Pull(false)
				time.Sleep(10 * time.Second)
				if now := state(); now.Faults() != 0 || alarmed(now, lost) {
					t.Errorf("put back: %v, %+v", now.Faults(), now.Alarms())
				}
				cancel()
				if err := <-done; err != nil {
					t.Fatal(err)
				}
				s.Store.Journal.Close()
				again, err := daemon.OpenSession(dir, "demo", header, time.Now(), quiet)
				if err != nil {
					t.Fatal(err)
				}
				defer again.Store.Journal.Close()
				if want, got := lines(s.History), lines(again.History); got != want {
					t.Errorf("after a restart\n%s", diff(want, got))
				}
			})
		})
	}
}

// alarmed reports whether there is a sensor alarm for exactly these squares.
func alarmed(s eventlog.State, squares rules.Squares) bool {
	for _, a := range s.Alarms() {
		if a.ID == alarms.SensorFault && fmt.Sprint(a.Squares) == fmt.Sprint(strings.Fields(names(squares))) {
			return true
		}
	}
	return false
}

func names(squares rules.Squares) string {
	var list []string
	for sq := range squares.All() {
		list = append(list, sq.String())
	}
	return strings.Join(list, " ")
}

// A new journal begins with a new state of the board: faults of the last game are
// published again if they persist.
func TestFaultsEndWithTheirJournal(t *testing.T) {
	var s eventlog.State
	tell := func(game string, what reconcile.What) {
		s.Apply(eventlog.Entry{Game: game, Event: reconcile.Event{What: what}})
	}
	opened := eventlog.Opened{Start: rules.StartFEN}
	tell("b-1-1", opened)
	tell("b-1-1", reconcile.Fault{Squares: 1 << rules.A1, Kind: reconcile.StuckOn})
	tell("b-1-1", eventlog.Unread{Squares: 1 << rules.B1})
	tell("b-1-2", opened)
	if s.Faults() != 1<<rules.A1|1<<rules.B1 {
		t.Errorf("in the same journal: %v", s.Faults())
	}
	tell("b-2-1", opened)
	if s.Faults() != 0 {
		t.Errorf("in the next journal: %v", s.Faults())
	}
}

// contains reports whether a text has all these parts.
func contains(text string, parts ...string) bool {
	for _, p := range parts {
		if !strings.Contains(text, p) {
			return false
		}
	}
	return true
}
