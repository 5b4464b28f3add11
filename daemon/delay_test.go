package daemon_test

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/hardware"
	"touchmove/eventlog"
)

// Over several games and restarts, in virtual time: the public sees everything at least
// the delay after it was published, nothing that it saw is missing later, and in the
// end it has every move of every game.
func TestDelaySurvivesRestarts(t *testing.T) {
	const lag, look = 20 * time.Second, 200 * time.Millisecond
	synctest.Test(t, func(t *testing.T) {
		short := filepath.Join(t.TempDir(), "short.pgn")
		text := "[Event \"Open 2026\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n" +
			"[Event \"Open 2026\"]\n[White \"B\"]\n[Black \"A\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"
		if err := os.WriteFile(short, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		config := configs.Default().Boards[0]
		config.ScanHz = 20
		config.Wiring = configs.Simulated{Chip: "mcp23017", PGN: short, Style: "clean", Seed: 1, Speed: 10}
		dir := filepath.Join(t.TempDir(), "demo")
		type number struct {
			game string
			seq  uint64
		}
		told, shown := map[number]time.Time{}, map[number]bool{}
		longest := map[string]int{} // moves of a game that the public has
		played := map[string]int{}  // moves that were published live
		// run is one life of the daemon.
		run := func(life time.Duration, playing bool) {
			s, err := daemon.OpenSession(dir, "demo", header, time.Now(), quiet)
			if err != nil {
				t.Fatal(err)
			}
			board, err := hardware.Open(config, hardware.Played{Until: s.Last, Done: s.Done, Announced: s.Paired})
			if err != nil {
				t.Fatal(err)
			}
			defer board.Close()
			history, err := daemon.DelayedOf(s, filepath.Join(dir, "shown.json"), lag, quiet)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go history.Run(ctx, quiet)
			if playing {
				go func() { done <- s.Loop.Run(daemon.NewLive(board, s.Last, nil, nil).Records(ctx, s.Loop)) }()
			} else {
				done <- nil
			}
			liveRead, publicRead := 0, 0
			var public, live eventlog.State
			before := len(shown)
			for end := time.Now().Add(life); time.Now().Before(end); time.Sleep(look) {
				entries, _ := s.History.From(liveRead)
				for _, e := range entries {
					if _, ok := told[number{e.Game, e.Seq}]; !ok {
						told[number{e.Game, e.Seq}] = time.Now()
					}
					live.Apply(e)
					played[e.Game] = max(played[e.Game], len(live.Moves))
				}
				liveRead += len(entries)
				entries, _ = history.From(publicRead)
				for _, e := range entries {
					n := number{e.Game, e.Seq}
					if age := time.Since(told[n]); !shown[n] && age < lag-look { // told is the time at which the test saw it
						t.Fatalf("%s %d was told at %v and shown %v later", e.Game, e.Seq, told[n], age)
					}
					shown[n] = true
					public.Apply(e)
					longest[e.Game] = max(longest[e.Game], len(public.Moves))
				}
				if publicRead += len(entries); publicRead > 0 && liveRead > 0 && before > 0 {
					if _, ok := longest[public.Game]; !ok || len(public.Moves) == 0 && public.Phase != eventlog.Waiting && longest[public.Game] > 2 {
						t.Fatalf("the public stands before where it was: %s %d", public.Game, public.Seq)
					}
				}
			}
			cancel()
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			if err := s.Store.Journal.Close(); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		run(15*time.Second, true) // nothing is shown in this life
		run(60*time.Second, true)
		run(45*time.Second, true)
		run(lag+time.Second, false) // the rest
		if len(played) < 2 {
			t.Fatalf("only %d games were played", len(played))
		}
		for game, moves := range played {
			if longest[game] != moves {
				t.Errorf("of game %s the public has %d moves of %d", game, longest[game], moves)
			}
		}
	})
}

// A daemon with a delay: an anonymous client learns that the board exists and nothing
// about its game; an arbiter gets everything.
func TestHallWithDelay(t *testing.T) {
	c := small(t)
	c.Boards = c.Boards[:1]
	c.Broadcast = configs.Broadcast{Delay: time.Hour, Base: "touchmove/v1-delayed"}
	c.Metrics.Listen = "127.0.0.1:0"
	c.MQTT.Users = []configs.User{{Name: "ann", Role: configs.Arbiter, Password: configs.Secret{Env: "ANNS_PASSWORD"}}}
	t.Setenv("ANNS_PASSWORD", "arbiter's")
	d, err := daemon.Open(c, "v1", quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	public := broadcasttest.Follow(t, "tcp://"+c.MQTT.Listen, "touchmove/v1-delayed/local/one/", "", "")
	arbiter := broadcasttest.Follow(t, "tcp://"+c.MQTT.Listen, "touchmove/v1/local/one/", "ann", "arbiter's")
	broadcasttest.Eventually(t, "the arbiter has two moves", func() bool {
		moves, _ := arbiter.Moves(d.Boards[0].History.Last().Game)
		return len(moves) >= 2
	})
	answer, err := http.Get("http://" + d.StatusAddr() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	metrics, err := io.ReadAll(answer.Body)
	if err != nil || !strings.Contains(string(metrics), "touchmove_scans_total") || strings.Contains(string(metrics), "touchmove_ply") {
		t.Errorf("the metrics, error %v, are to tell how the daemon is and not how the game goes:\n%s", err, metrics)
	}
	broadcasttest.Eventually(t, "the public knows the delay", func() bool {
		return strings.Contains(public.Last("info"), `"delay_ms":3600000`) && public.Last("availability") == "online"
	})
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for _, topic := range []string{"state", "game", "position", "pgn", "previous", "clock", "alarm", "move", "event", "touchmove/v1/local/one/state"} {
		if got := public.Last(topic); got != "" {
			t.Errorf("the public heard on %s: %s", topic, got)
		}
	}
	if arbiter.Last("state") == "" || arbiter.Last("pgn") == "" || !strings.Contains(arbiter.Last("info"), `"delay_ms":0`) {
		t.Error("the arbiter did not hear everything")
	}
}
