package daemon_test

import (
	"context"
	"strings"
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

// office runs a board that shows the starting position, inside a synctest bubble, and returns
// a function that sends it commands. stop ends it in order.
func office(t *testing.T, dir string) (s *daemon.Session, ask func(broadcast.Request) broadcast.Answer, stop func()) {
	t.Helper()
	_, s, ask, stop = seated(t, dir)
	return s, ask, stop
}

// seated is office, and also returns the board, so that pieces can be moved.
func seated(t *testing.T, dir string) (h *chipBoard, s *daemon.Session, ask func(broadcast.Request) broadcast.Answer, stop func()) {
	t.Helper()
	h, board := newChipBoard(t)
	var start sensors.Scan
	for sq := range start {
		start[sq] = sensors.Empty
		if sq < 16 || sq >= 48 {
			start[sq] = sensors.Occupied
		}
	}
	h.pins.Set(start)
	s = open(t, dir, header, quiet)
	daemon.SealIn(s, dir)
	requests := make(chan broadcast.Request)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Loop.Run(daemon.NewLive(board, s.Last, nil, requests).Records(ctx, s.Loop)) }()
	ask = func(r broadcast.Request) broadcast.Answer {
		t.Helper()
		answers := make(chan broadcast.Answer, 2)
		r.Answer = func(a broadcast.Answer) { answers <- a }
		requests <- r
		a := <-answers
		time.Sleep(time.Second)
		if len(answers) > 0 {
			t.Errorf("%s was answered twice", r.Command.ID)
		}
		if a.ID != r.Command.ID {
			t.Errorf("%s was answered as %s", r.Command.ID, a.ID)
		}
		return a
	}
	stop = func() {
		t.Helper()
		cancel()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if err := s.Store.Journal.Close(); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(3 * time.Second)
	return h, s, ask, stop
}

func TestCommands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		s, ask, stop := office(t, dir)
		seq := s.History.Last().Seq
		if seq == 0 {
			t.Fatal("no game has begun")
		}
		refused := func(what string, r broadcast.Request, says string) {
			t.Helper()
			before := lines(s.History)
			if a := ask(r); a.OK || !strings.Contains(a.Error, says) || a.Seq != s.History.Last().Seq {
				t.Errorf("%s: answer %+v", what, a)
			}
			if lines(s.History) != before {
				t.Errorf("%s was refused and changed something", what)
			}
		}
		takeBack := trace.Command{ID: "1", Do: trace.DoTakeBack, Plies: 3}
		refused("more than there is", broadcast.Request{Command: takeBack}, "3 plies")
		refused("expired", broadcast.Request{Command: trace.Command{ID: "2", Do: trace.DoResign, By: "white"}, Expires: time.Now().Add(-time.Second)}, "expired")
		old := seq - 1
		refused("for an older state", broadcast.Request{Command: trace.Command{ID: "3", Do: trace.DoResign, By: "white"}, IfSeq: &old}, "is now at")

		resign := broadcast.Request{Command: trace.Command{ID: "5", Do: trace.DoResign, By: "white"}, IfSeq: &seq, Expires: time.Now().Add(time.Second)}
		first := ask(resign)
		if !first.OK || first.Seq <= seq || first.Game != s.History.Last().Game {
			t.Errorf("a resignation: %+v", first)
		}
		told := lines(s.History)
		if strings.Count(told, `"result":"0-1"`) != 1 {
			t.Errorf("told\n%s", told)
		}
		if again := ask(resign); again != first {
			t.Errorf("asked again: %+v, before %+v", again, first)
		}
		if got := lines(s.History); got != told {
			t.Errorf("done twice\n%s", diff(told, got))
		}
		stop()

		// After a restart the id is known from the journal.
		s, ask, stop = office(t, dir)
		if got := lines(s.History); !strings.HasPrefix(got, told) {
			t.Errorf("after a restart\n%s", diff(told, got))
		}
		told = lines(s.History)
		if again := ask(resign); again != first {
			t.Errorf("asked again after a restart: %+v, before %+v", again, first)
		}
		if got := lines(s.History); got != told {
			t.Errorf("done twice\n%s", diff(told, got))
		}
		if a := ask(broadcast.Request{Command: trace.Command{ID: "1", Do: trace.DoNote, What: "an id that was refused is free"}}); !a.OK {
			t.Errorf("answer %+v", a)
		}
		stop()
	})
}

// A command that is sent again is not carried out again, however many games and restarts lie
// between.
func TestCommandOfGamesAgo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		_, ask, stop := office(t, dir)
		ids := []string{"note \"é\\", "n1", "n2", "n3", "n4"}
		if a := ask(broadcast.Request{Command: trace.Command{ID: ids[0], Do: trace.DoNote, What: "first game"}}); !a.OK {
			t.Fatalf("answer %+v", a)
		}
		for _, id := range ids[1:] {
			if a := ask(broadcast.Request{Command: trace.Command{ID: id, Do: trace.DoNewGame}}); !a.OK {
				t.Fatalf("answer %+v", a)
			}
		}
		for range 2 {
			stop()
			var s *daemon.Session
			s, ask, stop = office(t, dir)
			for _, id := range ids {
				before := lines(s.History)
				if a := ask(broadcast.Request{Command: trace.Command{ID: id, Do: trace.DoResign, By: "white"}}); !a.OK || a.ID != id || a.Game == "" || lines(s.History) != before {
					t.Errorf("%s was done again: %+v", id, a)
				}
			}
			for _, id := range []string{"note", "n", "n5", "1"} {
				if a := ask(broadcast.Request{Command: trace.Command{ID: id, Do: trace.DoResult, Result: "?"}}); a.OK {
					t.Errorf("%s was never done: %+v", id, a)
				}
			}
		}
		stop()
	})
}

// The players of a new game are published with it, and again after a restart.
func TestPairing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		s, ask, stop := office(t, dir)
		before, path := s.History.Last(), s.Store.Journal.Path()
		if a := ask(broadcast.Request{Command: trace.Command{ID: "note", Do: trace.DoNote, What: "first game"}}); !a.OK {
			t.Fatalf("answer %+v", a)
		}
		extra, err := trace.NewExtra(map[string]any{
			"white": map[string]any{"name": "Żółć, Anna", "fide_id": 1100211}, "black": map[string]any{"name": "Berg, Bo"}, "round": "3",
		})
		if err != nil {
			t.Fatal(err)
		}
		if a := ask(broadcast.Request{Command: trace.Command{ID: "n", Do: trace.DoNewGame, Extra: extra}}); !a.OK {
			t.Fatalf("answer %+v", a)
		}
		check := func(s *daemon.Session) {
			t.Helper()
			var state eventlog.State
			told, _ := s.History.From(0)
			for i, e := range told {
				if i > 0 && e.Game == told[i-1].Game && e.Seq < told[i-1].Seq {
					t.Errorf("seq goes back from %d to %d", told[i-1].Seq, e.Seq)
				}
				state.Apply(e)
			}
			p := state.Opened.Pairing
			if p.White.Name != "Żółć, Anna" || p.White.FideID != 1100211 || p.Black.Name != "Berg, Bo" || p.Round != "3" {
				t.Errorf("pairing %+v", p)
			}
			if state.Game == before.Game || state.Start != rules.StartFEN {
				t.Errorf("game %s from %s", state.Game, state.Start)
			}
		}
		check(s)
		last := lines(s.History)
		stop()
		if s.Store.Journal.Path() == path {
			t.Error("the new game has no journal of its own")
		}

		// After a restart the new game is published as before. The old one has its own
		// complete journal, and its commands are still known.
		s, ask, stop = office(t, dir)
		check(s)
		if got := lines(s.History); !strings.HasSuffix(last, got) && !strings.HasPrefix(got, last[strings.Index(last, got[:strings.Index(got, " ")]):]) {
			t.Errorf("after a restart\n%s\nbefore it\n%s", got, last)
		}
		for _, id := range []string{"note", "n"} {
			before := lines(s.History)
			if a := ask(broadcast.Request{Command: trace.Command{ID: id, Do: trace.DoResign, By: "white"}}); !a.OK || a.Game == "" || lines(s.History) != before {
				t.Errorf("%s was done again: %+v", id, a)
			}
		}
		stop()
		kept, err := journal.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		if c, ok := kept.Records[len(kept.Records)-1].What.(trace.Command); !ok || c.ID != "note" {
			t.Errorf("the first game's journal ends with %+v", kept.Records[len(kept.Records)-1])
		}
	})
}
