//go:build linux

package kernel

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A recording through a real /dev/i2c-N replays to the game that was played, and one
// that a signal ends is complete.
func TestInsideRecord(t *testing.T) {
	inMachine(t)
	board, bus := expanders()
	number, _ := plug(t, "hall-7", bus, nil, 0)
	file := write(t, "hall-7.toml", config(number, t.TempDir()))
	path := filepath.Join(t.TempDir(), "hall-7.jsonl.gz")

	const last = 8
	p := perform(t)
	board.Set(p.First())
	recorder := start(t, "record", "--config", file, "-o", path)
	eventually(t, "the recorder scans", func() bool { return bus.Wire().Transactions > 100 })
	play(board, p, last, nil)
	before := bus.Wire().Transactions
	eventually(t, "the last contact is scanned", func() bool { return bus.Wire().Transactions > before+100 })
	if part, err := os.ReadFile(path + ".partial"); err != nil || len(part) == 0 {
		t.Errorf("while it is recorded there is no part of it: %v", err)
	}
	if status := recorder.ends(t, syscall.SIGINT); status != 0 {
		t.Errorf("exit status %d\n%s", status, recorder.err.String())
	}
	if status, stdout, stderr := call(t, "check", path); status != 0 {
		t.Errorf("check: %d\n%s%s", status, stdout, stderr)
	}
	want := strings.Join(p.Truth().Games[0].Moves[:last], " ")
	if status, uci, stderr := call(t, "replay", "--output", "uci", path); status != 0 || strings.TrimSpace(uci) != want {
		t.Errorf("replayed\n%s%splayed\n%s", uci, stderr, want)
	}
	if status, _, stderr := call(t, "record", "--config", file, "-o", path); status != 2 || !strings.Contains(stderr, "exists already") {
		t.Errorf("recorded over: %d %s", status, stderr)
	}
}
