package daemon_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/eventlog"
	"touchmove/sensors/trace"
)

// eventFile writes an event file for the boards of a small hall.
func eventFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "event.toml")
	text := `
event = "Open 2026"
[[player]]
no = 1
name = "Żółć, Anna"
fide_id = 1100211
title = "WGM"
rating = 2412
federation = "POL"
[[player]]
no = 2
name = "Öst, Bo"
[[round]]
round = 3
date = 2026-11-21
time = "15:00+01:00"
game = [{ board = "one", white = 1, black = 2 }]
[[round]]
round = 4
game = [{ board = "one", white = 2, black = 1 }]
`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// The players come from the event file. They are in the topics game and state and in
// the PGN, and are announced once per round, even across a restart. A board that the
// file does not name plays without pairings.
func TestEventFile(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	t.Parallel() // it mostly waits
	c := small(t)
	short := filepath.Join(t.TempDir(), "short.pgn")
	if err := os.WriteFile(short, []byte("[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c.Boards[0].Wiring = configs.Simulated{Chip: "mcp23017", PGN: short, Style: "clean", Seed: 1, Speed: 20}
	c.Event = configs.Event{File: eventFile(t), Round: "3", Site: "Łódź POL", TimeControl: "40/5400+30:1800+30"}
	run := func(see func(d *daemon.Daemon)) {
		t.Helper()
		d, stop := runDaemon(t, c)
		see(d)
		stop()
	}
	first := ""
	run(func(d *daemon.Daemon) {
		f := broadcasttest.Follow(t, "tcp://"+c.MQTT.Listen, "touchmove/v1/local/one/", "", "")
		broadcasttest.Eventually(t, "the players are told, and a move", func() bool {
			return strings.Contains(f.Last("pgn"), "Anna") && strings.Contains(f.Last("pgn"), "1. ")
		})
		for _, want := range []string{
			`[Event "Open 2026"]`, `[Site "Łódź POL"]`, `[Round "3"]`, `[White "Żółć, Anna"]`, `[Black "Öst, Bo"]`,
			`[WhiteTitle "WGM"]`, `[WhiteElo "2412"]`, `[WhiteFideId "1100211"]`, `[TimeControl "40/5400+30:1800+30"]`,
		} {
			if !strings.Contains(f.Last("pgn"), want) {
				t.Errorf("no %s in\n%s", want, f.Last("pgn"))
			}
		}
		for _, topic := range []string{"game", "state"} {
			for _, want := range []string{`"event":"Open 2026"`, `"round":"3"`, `"white":{"name":"Żółć, Anna","fide_id":1100211,"title":"WGM","rating":2412,"federation":"POL"}`, `"black":{"name":"Öst, Bo"}`} {
				if !strings.Contains(f.Last(topic), want) {
					t.Errorf("no %s on %s: %s", want, topic, f.Last(topic))
				}
			}
		}
		if !strings.Contains(f.Last("game"), `"starts_at":"2026-11-21T14:00:00Z"`) {
			t.Errorf("when it starts is not told: %s", f.Last("game"))
		}
		first = d.Boards[0].History.Last().Game
		if got := d.Boards[1].History.State().Opened.Pairing.White.Name; strings.Contains(got, "Anna") {
			t.Errorf("the other board has %s", got)
		}
	})
	pairing := func(d *daemon.Daemon) eventlog.Pairing { return d.Boards[0].History.State().Opened.Pairing }
	run(func(d *daemon.Daemon) {
		broadcasttest.Eventually(t, "the game is over", func() bool { return d.Boards[0].History.State().Phase == eventlog.Over })
		if got := d.Boards[0].History.Last().Game; got != first || pairing(d).Round != "3" {
			t.Errorf("after a restart game %s of round %s, want %s", got, pairing(d).Round, first)
		}
	})
	c.Event.Round = "4"
	run(func(d *daemon.Daemon) {
		broadcasttest.Eventually(t, "the next round", func() bool { return pairing(d).Round == "4" && pairing(d).White.Name == "Öst, Bo" })
	})
}

// An unusable event file is an error before anything is opened.
func TestEventFileFaults(t *testing.T) {
	c := small(t)
	for round, want := range map[string]string{"": "there are rounds 3, 4", "5": "there is no round 5"} {
		c.Event = configs.Event{File: eventFile(t), Round: round}
		if _, err := daemon.Open(c, "v1", quiet); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("round %q: %v, want %q", round, err, want)
		}
	}
	c.Event.File = filepath.Join(t.TempDir(), "none.toml")
	if _, err := daemon.Open(c, "v1", quiet); err == nil || !strings.Contains(err.Error(), "none.toml") {
		t.Errorf("no file: %v", err)
	}
}

// Kings left in the centre end a game for the next pairing too: it is announced while they still
// stand there, and the game keeps the result that they show. If an arbiter has taken that result
// back, the game goes on.
func TestNextPairingWhileTheKingsStand(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	for _, takenBack := range []bool{false, true} {
		t.Run(fmt.Sprintf("taken back %t", takenBack), func(t *testing.T) {
			t.Parallel() // it mostly waits
			c := small(t)
			hands := filepath.Join(t.TempDir(), "hands.txt")
			if err := os.WriteFile(hands, []byte("wait:3s -g1 +f3 wait:3s -g8 +f6 wait:3s -g2 +g3 wait:3s -g7 +g6 wait:5s -e1 +e4 -e8 +d5 wait:9s"), 0o644); err != nil {
				t.Fatal(err)
			}
			c.Boards[0].Wiring = configs.Simulated{Chip: "mcp23017", Hands: hands, Seed: 1, Speed: 20}
			c.Event = configs.Event{File: eventFile(t), Round: "3"}
			d, stop := runDaemon(t, c)
			broadcasttest.Eventually(t, "the kings show a result", func() bool {
				s := d.Boards[0].History.State()
				return s.Result.Proposed && s.Result.Result == "1-0"
			})
			if takenBack {
				a, err := d.Boards[0].Ask(t.Context(), broadcast.Request{Command: trace.Command{ID: "1", Do: trace.DoResult, By: "arbiter", Result: "*", Why: "not agreed"}})
				if err != nil || !a.OK {
					t.Fatalf("the result is not taken back: %v, %s", err, a.Error)
				}
			}
			stop()
			c.Event.Round = "4"
			d, stop = runDaemon(t, c)
			defer stop()
			f := broadcasttest.Follow(t, "tcp://"+c.MQTT.Listen, "touchmove/v1/local/one/", "", "")
			if takenBack {
				broadcasttest.Eventually(t, "the state", func() bool { return f.Last("state") != "" })
				if s := d.Boards[0].History.State(); s.Opened.Pairing.Round != "3" || s.Result.Result != "*" {
					t.Errorf("round %s, result %s, want round 3, which goes on", s.Opened.Pairing.Round, s.Result.Result)
				}
				return
			}
			broadcasttest.Eventually(t, "the next pairing", func() bool {
				return strings.Contains(f.Last("state"), `"round":"4"`) && strings.Contains(f.Last("previous"), `"round":"3"`)
			})
			if want := `"result":"1-0","reason":"kings in the centre"`; !strings.Contains(f.Last("previous"), want) {
				t.Errorf("no %s in %s", want, f.Last("previous"))
			}
		})
	}
}
