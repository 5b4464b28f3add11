package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/broadcast"
	sockets "touchmove/daemon/control"
	"touchmove/eventlog"
	"touchmove/sensors/trace"
)

// A command line becomes the intended command, and mistakes in it are reported
// before the daemon is asked.
func TestCtl(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "control")
	var taken []broadcast.Request
	board := sockets.Board{
		ID: "hall-7", Event: "open-2026",
		Ask: func(_ context.Context, r broadcast.Request) (broadcast.Answer, error) {
			taken = append(taken, r)
			if r.Command.ID == "no" {
				return broadcast.Answer{ID: "no", Error: "the game has gone on"}, nil
			}
			return broadcast.Answer{ID: r.Command.ID, OK: true, Game: "g-1", Seq: 7}, nil
		},
		State: func() eventlog.State { return eventlog.State{Phase: eventlog.Playing} },
	}
	v, err := sockets.Listen(sockets.Sockets{Dir: dir}, []sockets.Board{board}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); v.Run(ctx) }()
	for _, c := range []struct {
		args   string
		status int
		says   string // on standard output or standard error
		json   string // the command that reaches the board; empty for none
	}{
		{"take-back plies=2 --id a", exitDone, "hall-7: Half-moves taken back: 2. (game g-1, seq 7)", `{"id":"a","do":"take-back","plies":2}`},
		{"new-game --id b --board hall-7 round=3 white.name=Żółć white.fide_id=1100211 black=Berg", exitDone, "hall-7: New game. (game g-1, seq 7)",
			`{"id":"b","do":"new-game","black":{"name":"Berg"},"round":"3","white":{"fide_id":1100211,"name":"Żółć"}}`},
		{"answer Nxg7 --id q", exitDone, "hall-7: It was Nxg7. (game g-1, seq 7)", `{"id":"q","do":"answer","what":"Nxg7"}`},
		{"answer e8=Q+ ply=75 --id q2", exitDone, "It was e8=Q+.", `{"id":"q2","do":"answer","what":"e8=Q+","ply":75}`},
		{"answer what=b --id q3", exitDone, "It was b.", `{"id":"q3","do":"answer","what":"b"}`},
		{"stop-clocks --id s", exitDone, "hall-7: Play is stopped. The game has no clock", `{"id":"s","do":"stop-clocks"}`},
		{"start-clocks --id s2", exitDone, "hall-7: Play continues. The game has no clock", `{"id":"s2","do":"start-clocks"}`},
		{"answer a b", exitBad, "what is given twice", ""},
		{"answer", exitBad, `without a "what"`, ""},
		{"note private=true what=x --id c --json", exitDone, `"ok":true`, `{"id":"c","do":"note","what":"x","private":true}`},
		{"restore --id no --if-seq 6", exitFailed, "refused: the game has gone on", `{"id":"no","do":"restore"}`},
		{"restore --id no --json", exitFailed, `"ok":false`, `{"id":"no","do":"restore"}`},
		{"boards", exitDone, "hall-7: open-2026, playing", ""},
		{"raw seconds=5 hz=2 --id r", exitDone, "hall-7: The readings are on the board's topic raw", `{"id":"r","do":"raw"}`},
		{"raw seconds=900", exitBad, "seconds: maximum: 900 is greater than 600", ""},
		{"take-back", exitBad, `without a "plies"`, ""},
		{"take-back plies=two", exitBad, "whole number", ""},
		{"take-back plies=2 plies=3", exitBad, "twice", ""},
		{"take-back steps=2", exitBad, "no key \"steps\": the keys are plies", ""},
		{"resign by=red", exitBad, "white or black", ""},
		{"resign white", exitBad, "KEY=VALUE, as in by=white|black", ""},
		{"adjourn now=1", exitBad, `no key "now"`, ""},
		{"new-game white.elo=2800", exitBad, "fide_id", ""},
		{"restore --if-seq last", exitBad, "--if-seq", ""},
		{"restore --expires soon", exitBad, "expires", ""},
		{"resing by=white", exitBad, "did you mean resign?", ""},
		{"note what=x --board hall-9", exitFailed, "no board", ""},
	} {
		taken = nil
		args := append([]string{"ctl", "--directory", dir}, strings.Fields(c.args)...)
		status, stdout, stderr := call(t, "", args...)
		if status != c.status || !strings.Contains(stdout+stderr, c.says) {
			t.Errorf("%s: exit status %d, %s%s, want %d and %q", c.args, status, stdout, stderr, c.status, c.says)
		}
		got := ""
		for _, r := range taken {
			if r.Raw != nil { // it makes no record, so it names nobody
				got += string(r.Command.AppendJSON(nil))
				continue
			}
			var who string
			if _, err := r.Command.Extra.Get("who", &who); err != nil || who == "" {
				t.Errorf("%s: nobody is named: %s", c.args, r.Command.Extra)
			}
			r.Command.Extra = less(t, r.Command.Extra, "who", "role")
			got += string(r.Command.AppendJSON(nil))
		}
		if got != c.json {
			t.Errorf("%s: the board was asked %s, want %s", c.args, got, c.json)
		}
	}
	stop()
	<-done
	if status, _, stderr := call(t, "", "ctl", "--directory", dir, "restore"); status != exitFailed || !strings.Contains(stderr, "no touchmove listens") {
		t.Errorf("without a daemon: %d, %s", status, stderr)
	}
}

// less returns a command's further keys without the keys named.
func less(t *testing.T, e trace.Extra, names ...string) trace.Extra {
	t.Helper()
	keys := map[string]any{}
	if err := json.Unmarshal([]byte(e), &keys); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		delete(keys, name)
	}
	rest, err := trace.NewExtra(keys)
	if err != nil {
		t.Fatal(err)
	}
	return rest
}

// With several boards, every command says that a flag names one.
func TestCtlWhichBoard(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "control")
	asked := 0
	var boards []sockets.Board
	for _, id := range []string{"hall-2", "hall-7"} {
		boards = append(boards, sockets.Board{
			ID: id, Event: "open-2026",
			Ask: func(_ context.Context, r broadcast.Request) (broadcast.Answer, error) {
				asked++
				return broadcast.Answer{ID: r.Command.ID, OK: true}, nil
			},
			State: func() eventlog.State { return eventlog.State{Phase: eventlog.Playing} },
		})
	}
	v, err := sockets.Listen(sockets.Sockets{Dir: dir}, boards, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); v.Run(ctx) }()
	for _, command := range []string{"stop-clocks", "desk", "alarms", "actions", "hear e4"} {
		args := append([]string{"ctl", "--directory", dir}, strings.Fields(command)...)
		if status, _, said := call(t, "", args...); status == exitDone || !strings.Contains(said, "there are 2 boards: choose one with --board: hall-2 hall-7") {
			t.Errorf("%s: exit status %d, %s", command, status, said)
		}
	}
	if asked > 0 {
		t.Errorf("a board was asked %d times", asked)
	}
	stop()
	<-done
}
