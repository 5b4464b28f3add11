package daemon_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// A Raspberry Pi has the time of its last shutdown, or 1970, until the network tells it: the pieces stand by then, and
// perhaps already did the day before. A game has the day on which its first move was made by the clock as it had been set
// by then, and keeps it, also if the clock is set during the game, and in every reading of its journal.
func TestGameHasTheDayOfItsFirstMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, board := newChipBoard(t)
		setUp := func() {
			for sq := rules.A1; sq <= rules.H8; sq++ {
				h.pins.SetSquare(sq, map[bool]sensors.State{true: sensors.Occupied, false: sensors.Empty}[sq < rules.A3 || sq >= rules.A7])
			}
		}
		setUp()
		state := t.TempDir()
		s := open(t, filepath.Join(state, "open", "hall-7"), header, quiet)
		opened, began := s.Store.Began, time.Now()
		requests := make(chan broadcast.Request)
		live := daemon.NewLive(board, s.Last, nil, requests)
		var set atomic.Int64 // by how much the clock was set since the beginning
		shows := func() time.Time { return opened.Add(time.Since(began) + time.Duration(set.Load())) }
		s.Loop.Follow(shows)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- s.Loop.Run(live.Records(ctx, s.Loop)) }()
		move := func(from, to rules.Square) {
			h.pins.SetSquare(from, sensors.Empty)
			time.Sleep(300 * time.Millisecond)
			h.pins.SetSquare(to, sensors.Occupied)
			time.Sleep(5 * time.Second)
		}
		day := func() string {
			now := s.History.State()
			_, text, _ := strings.Cut(now.PGN("open", "hall-7"), `[Date "`)
			return text[:10]
		}
		is := func(when, want string) {
			t.Helper()
			if got := day(); got != want {
				t.Errorf("%s: the day is %s, want %s", when, got, want)
			}
		}
		time.Sleep(20 * time.Second)
		first := eventlog.Day(eventlog.InHall(opened))
		is("the pieces stand", first)
		set.Store(int64(-50 * 365 * 24 * time.Hour)) // no clock is right in the last century
		time.Sleep(20 * time.Second)
		is("a clock without a battery", first)
		set.Store(int64(14 * time.Hour))
		time.Sleep(20 * time.Second)
		move(rules.E2, rules.E4)
		second := eventlog.Day(eventlog.InHall(shows()))
		if second == first {
			t.Fatal("the same day shows nothing")
		}
		is("the time was set before the first move", second)
		set.Store(int64(100 * time.Hour))
		time.Sleep(time.Minute)
		move(rules.E7, rules.E5)
		is("it was set again in play", second)
		game := s.History.State().Game

		ask := func(do, payload string) {
			t.Helper()
			r, err := broadcast.ParseRequest(do, []byte(payload))
			if err != nil {
				t.Fatal(err)
			}
			answers := make(chan broadcast.Answer, 1)
			r.Answer = func(a broadcast.Answer) { answers <- a }
			requests <- r
			if a := <-answers; !a.OK {
				t.Fatalf("%s: %+v", do, a)
			}
		}
		ask(trace.DoResult, `{"id":"1","by":"arbiter","result":"1-0"}`)
		setUp()
		ask(trace.DoNewGame, `{"id":"2"}`)
		time.Sleep(20 * time.Second)
		move(rules.D2, rules.D4)
		third := eventlog.Day(eventlog.InHall(shows()))
		is("the next game", third)
		if other := s.History.State(); other.Game == game || len(other.Moves) != 1 {
			t.Fatalf("%s after %s has %d moves", other.Game, game, len(other.Moves))
		}
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		s.Store.Journal.Close()

		var days []string
		for _, a := range readArchive(t, state) {
			for _, played := range a.games {
				days = append(days, eventlog.Day(played.Began))
			}
			if until, err := a.Until(a.kept); err != nil || len(days) == 2 && shows().Sub(until).Abs() > time.Minute {
				t.Errorf("%s: it goes on until %v, %v: the clock shows %v", a.ID, until, err, shows())
			}
		}
		if got := strings.Join(days, " "); got != second+" "+third {
			t.Errorf("read again, the games are of %s, want %s and %s", got, second, third)
		}
	})
}

// The clock is set after the board has started, as on a Pi that begins at the time of its last shutdown. A restart during
// the game that follows, which goes on by the set clock, takes no more time than it takes.
func TestRestartAfterTheClockWasSet(t *testing.T) {
	h := header
	h.Clock = trace.ClockNone
	for set, name := range map[time.Duration]string{0: "not at all", 10 * time.Hour: "forwards", 1000 * time.Hour: "far", -10 * time.Hour: "back"} {
		dir := t.TempDir()
		s := open(t, dir, h, quiet)
		opened := s.Store.Began
		records := slices.Clone(performance(t, "clean", 1)[:60])
		note := trace.Record{At: records[0].At, What: eventlog.ClockNote(eventlog.InHall(opened.Add(records[0].At + set)))}
		if set != 0 {
			records = slices.Insert(records, 1, note)
		}
		if err := s.Loop.Run(all(records)); err != nil {
			t.Fatal(err)
		}
		s.Store.Journal.Close()

		last := records[len(records)-1].At
		now := opened.Add(last + set + 3*time.Minute)
		s, err := daemon.OpenSession(dir, "hall-7", h, now, quiet)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.ResumesAt(now); got != s.Last+3*time.Minute {
			t.Errorf("%s: the board was away for three minutes and goes on %v after its last record", name, got-s.Last)
		}
		if game := s.History.State(); len(game.Moves) == 0 {
			t.Errorf("%s: no game is under way", name)
		}
		s.Store.Journal.Close()
	}
}

// Record time goes on from one game's journal to the next, and so does the clock by which it is told: its beginning stays
// the same moment, whenever the next game begins.
func TestBeginningStaysFromGameToGame(t *testing.T) {
	for _, after := range []time.Duration{time.Microsecond, 500 * time.Microsecond, 999 * time.Microsecond} {
		s := open(t, t.TempDir(), header, quiet)
		records := slices.Clone(performance(t, "clean", 1)[:60])
		first := s.Store.Journal.Path()
		at := records[len(records)-1].At.Truncate(time.Second) + time.Minute + after
		if err := s.Loop.Run(all(append(records, trace.Record{At: at, What: trace.Command{ID: "next", Do: trace.DoNewGame}}))); err != nil {
			t.Fatal(err)
		}
		s.Store.Journal.Close()
		var began []time.Time
		for _, path := range []string{first, s.Store.Journal.Path()} {
			kept, err := journal.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			began = append(began, kept.Header.Began)
		}
		if first == s.Store.Journal.Path() || !began[0].Equal(began[1]) {
			t.Errorf("%s was begun at %v, and after a game %s at %v", filepath.Base(first), began[0], filepath.Base(s.Store.Journal.Path()), began[1])
		}
	}
}
