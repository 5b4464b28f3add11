package daemon_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/eventlog"
	"touchmove/sensors/trace"
)

// A game that ended while there was no broker is published at the next start, before
// the current game and under its original numbers. Once a broker has had it for long
// enough, it is not published again.
func TestReplayedBacklog(t *testing.T) {
	t.Parallel() // it mostly waits
	c := small(t)
	c.Boards = c.Boards[:1]
	pgn, want := mateGame(t)
	w := c.Boards[0].Wiring.(configs.Simulated)
	w.PGN, w.Speed = pgn, 1e6
	c.Boards[0].Wiring = w
	address := broadcasttest.FreeAddress(t)
	c.MQTT.Broker = "tcp://" + address // nobody is there
	run := func(until func(*daemon.Daemon) bool) *daemon.Daemon {
		t.Helper()
		d, err := daemon.Open(c, "v1", quiet)
		if err != nil {
			t.Fatal(err)
		}
		d.HoldOwed(300 * time.Millisecond)
		d.Settling(300 * time.Millisecond)
		stop := goRun(t, d)
		broadcasttest.Eventually(t, "it has run long enough", func() bool { return until(d) })
		stop()
		return d
	}
	state := filepath.Join(c.State, "local", "one")
	journals := func() []string { list, _ := filepath.Glob(filepath.Join(state, "*.jsonl")); return list }
	run(func(*daemon.Daemon) bool { return len(journals()) > 1 })
	if !exists(journals()[0] + ".untold") {
		t.Fatal("a journal that nobody heard of is not marked")
	}
	w.Speed = 1
	c.Boards[0].Wiring = w
	c.MQTT.Broker, c.MQTT.Listen = "", address
	first := "one-" + strings.TrimSuffix(filepath.Base(journals()[0]), ".jsonl") + "-1"
	var f *broadcasttest.Follower
	run(func(*daemon.Daemon) bool {
		if f == nil {
			f = broadcasttest.Follow(t, "tcp://"+address, "touchmove/v1/local/one/", "", "")
		}
		moves, _ := f.Moves(first)
		return slices.Equal(moves, want) && !exists(journals()[0]+".untold")
	})
	if last := journals(); !exists(last[len(last)-1] + ".untold") {
		t.Error("the journal that is written is not marked")
	}
	again := len(f.Messages("move"))
	run(func(h *daemon.Daemon) bool {
		messages := f.Messages("move")
		return f.Last("availability") == "online" && len(messages) >= again
	})
	for _, m := range f.Messages("move")[again:] {
		if strings.Contains(m, first) {
			t.Fatalf("told again, although a broker had it: %s", m)
		}
	}
}

// A game that is published again has the same numbers at every start, unless an earlier
// start used higher ones: because more had been published than kept, or because it was
// another version of the program. From then on no start uses lower numbers.
func TestReplayedUnderTheSameNumbers(t *testing.T) {
	t.Parallel() // it mostly waits
	pgn, want := mateGame(t)
	j := job{State: t.TempDir(), Chip: "mcp23017", PGN: pgn, Speed: 1e6}
	c := j.config()
	run := func(version, broker string, until func() bool) {
		t.Helper()
		c.MQTT.Broker = broker
		d, err := daemon.Open(c, version, quiet)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- d.Run(ctx) }()
		broadcasttest.Eventually(t, "it has run long enough", until)
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	state := filepath.Join(j.State, "open-2026", "hall-7")
	journals := func() []string { list, _ := filepath.Glob(filepath.Join(state, "*.jsonl")); return list }
	run("v1", "tcp://"+broadcasttest.FreeAddress(t), func() bool { return len(journals()) > 1 }) // no broker there
	first, mark := idOf(journals()[0]), journals()[0]+".untold"
	w := c.Boards[0].Wiring.(configs.Simulated)
	w.Speed = 1
	c.Boards[0].Wiring = w
	var before uint64
	for _, start := range []struct {
		what, version string
		short         bool
		leaps         uint64
	}{
		{"more was told than kept", "v1", true, 1},
		{"and it is started again", "v1", false, 1},
		{"by another program", "v2", false, 2},
		{"again", "v2", false, 2},
		{"by the old one", "v1", false, 3},
	} {
		if err := os.WriteFile(mark, nil, 0o644); err != nil { // as if the game had ended before a broker had all of it
			t.Fatal(err)
		}
		if start.short {
			if err := os.WriteFile(filepath.Join(state, "short"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		broker := broadcasttest.NewMosquitto(t) // which has no messages
		f := broadcasttest.Follow(t, broker.URL(), below, "", "")
		run(start.version, broker.URL(), func() bool {
			moves, seq := f.Moves(first)
			return len(moves) == len(want) && seq >= before
		})
		moves, seq := f.Moves(first)
		if seq/eventlog.Leap != start.leaps || seq < before || !slices.Equal(moves, want) {
			t.Errorf("%s: told until %d, before until %d, and %d leaps were to be\n%v", start.what, seq, before, start.leaps, moves)
		}
		before = seq
	}
}

// A clock that jumps, as on a computer without a battery, neither loses a game nor
// makes its time run backwards, and the journals stay in order.
func TestClockJumps(t *testing.T) {
	dir := t.TempDir()
	records := performance(t, "clean", 1)[:60]
	var last time.Duration
	path, moves := "", 0
	for i, now := range []time.Time{
		time.Date(2026, 11, 21, 18, 22, 0, 0, time.UTC), time.Unix(0, 0), time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		s, err := daemon.OpenSession(dir, "hall-7", header, now, quiet)
		if err != nil {
			t.Fatalf("at %v: %v", now, err)
		}
		if s.Last < last || path != "" && s.Store.Journal.Path() != path || len(made(s.History)) < moves {
			t.Errorf("at %v: journal %s stands at %v with %d moves, before it was %s at %v with %d", now, s.Store.Journal.Path(), s.Last, len(made(s.History)), path, last, moves)
		}
		if err := s.Loop.Run(all(records[15*i : 15*i+15])); err != nil {
			t.Fatal(err)
		}
		path, moves = s.Store.Journal.Path(), len(made(s.History))
		last = records[15*i+14].At
		s.Store.Journal.Close()
	}
	// The next game, begun while the clock is years behind, sorts after this one.
	s, err := daemon.OpenSession(dir, "hall-7", header, time.Unix(0, 0), quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Store.Journal.Close()
	if err := s.Loop.Run(all([]trace.Record{{At: last, What: trace.Command{Do: trace.DoNewGame}}})); err != nil {
		t.Fatal(err)
	}
	if s.Store.Journal.Path() <= path {
		t.Errorf("the next journal is %s, and the one before %s", s.Store.Journal.Path(), path)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
