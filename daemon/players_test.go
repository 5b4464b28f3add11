package daemon_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/hardware"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
)

// The players of each game of a PGN are published with it, and again after a restart:
// every game has its players, its event and its round, and a journal of its own.
func TestPlayersOfSimulatedGames(t *testing.T) {
	played := games(t, 3)
	synctest.Test(t, func(t *testing.T) {
		config := configs.Default().Boards[0]
		config.ScanHz = 20
		config.Wiring = configs.Simulated{Chip: "mcp23017", Style: "blitz", Seed: 1, Speed: 100}
		dir := filepath.Join(t.TempDir(), "demo")
		// play goes on until the third game has three moves.
		var states []eventlog.State
		play := func(enough func(eventlog.State) bool) *daemon.Session {
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
			go func() { done <- s.Loop.Run(daemon.NewLive(board, s.Last, nil, nil).Records(ctx, s.Loop)) }()
			read, state := 0, eventlog.State{}
			for over := false; !over; {
				entries, more := s.History.From(read)
				for _, e := range entries {
					before := state
					if state.Apply(e); before.Game != state.Game && len(before.Moves) > 0 {
						states = append(states, before)
					}
				}
				if read += len(entries); enough(state) {
					break
				}
				<-more
			}
			cancel()
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			if err := s.Store.Journal.Close(); err != nil {
				t.Fatal(err)
			}
			states = append(states, state)
			return s
		}
		play(func(s eventlog.State) bool { return len(states) == 1 && len(s.Moves) >= 3 })
		states = states[:1] // the second game is interrupted, and continues
		play(func(s eventlog.State) bool { return len(states) == 2 && len(s.Moves) >= 3 })
		if len(states) != 3 {
			t.Fatalf("%d games", len(states))
		}
		for i, s := range states {
			p, source := s.Opened.Pairing, played[i].Source
			if p.White.Name != source.White || p.Black.Name != source.Black || p.Event != source.Event || p.Round != source.Round || p.Site != source.Site {
				t.Errorf("game %d was told as %+v, and is %+v", i+1, p, source)
			}
		}
		paths, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
		if err != nil || len(paths) != 3 {
			t.Errorf("journals %v, %v", paths, err)
		}
		for _, path := range paths {
			if _, err := journal.Read(path); err != nil {
				t.Error(err)
			}
		}
	})
}

// Readers of the topics game, state and pgn get the players.
func TestPlayersArePublished(t *testing.T) {
	c := small(t)
	c.Boards = c.Boards[:1]
	d, err := daemon.Open(c, "v1", quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	f := broadcasttest.Follow(t, "tcp://"+c.MQTT.Listen, "touchmove/v1/local/one/", "", "")
	source := games(t, 1)[0].Source
	for _, topic := range []string{"game", "state"} {
		broadcasttest.Eventually(t, "players on "+topic, func() bool {
			var p struct {
				White, Black struct{ Name string }
				Event, Round string
			}
			return json.Unmarshal([]byte(f.Last(topic)), &p) == nil && p.White.Name == source.White && p.Black.Name == source.Black && p.Event == source.Event && p.Round == source.Round
		})
	}
	broadcasttest.Eventually(t, "players in the PGN", func() bool {
		return contains(f.Last("pgn"), `[White "`+source.White+`"]`, `[Black "`+source.Black+`"]`, `[Event "`+source.Event+`"]`, `[Round "`+source.Round+`"]`)
	})
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}
