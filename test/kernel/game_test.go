//go:build linux

package kernel

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
)

// A whole game on a real kernel: the daemon reads its chips through /dev/i2c-N, loses
// one of them for a while, is killed and started again, and what it stored and
// published is the game that was played.
func TestInsideGame(t *testing.T) {
	inMachine(t)
	board, bus := expanders()
	number, _ := plug(t, "hall-7", bus, nil, 0)
	state := t.TempDir()
	file := write(t, "hall-7.toml", config(number, state))

	p := perform(t)
	plies := p.Truth().Games[0].Moves
	board.Set(p.First())
	daemon := start(t, "run", "--plain", "--config", file)
	eventually(t, "the daemon scans", func() bool { return bus.Wire().Transactions > 100 })
	follower := broadcasttest.Follow(t, "tcp://127.0.0.1:1883", "touchmove/v1/open/hall-7/", "", "")

	var killed int
	log, told := "", ""
	play(board, p, len(plies), map[int]func(){
		30: func() { bus.Unplug(0x22) }, // ranks 5 and 6
		34: func() { bus.Plug(0x22) },
		40: func() {
			killed = daemon.ends(t, syscall.SIGKILL)
			log, told = daemon.err.String(), daemon.out.String()
			daemon = start(t, "run", "--plain", "--config", file)
		},
	})
	eventually(t, "the last move is told", func() bool { return strings.Contains(daemon.out.String(), "31. Rd8#") })
	var pgn string
	eventually(t, "and published", func() bool { pgn = follower.Last("pgn"); return strings.Contains(pgn, "31. Rd8#") })
	if status := daemon.ends(t, syscall.SIGTERM); status != 0 {
		t.Errorf("exit status %d after SIGTERM", status)
	}
	log, told = log+daemon.err.String(), told+daemon.out.String()

	if killed != -1 {
		t.Errorf("killed, and exit status %d", killed)
	}
	inOrder(t, "the log", log,
		"a journal begins", "sensors do not answer", "0x22 on", "sensors answer again", "resuming the journal")
	if n := strings.Count(log, "sensors do not answer"); n != 1 {
		t.Errorf("the silent chip is told of %d times:\n%s", n, log)
	}
	inOrder(t, "the lines", told, "1. e4", "1... e5", "5... O-O", "13. O-O-O", "31. Rd8#")

	journals, err := filepath.Glob(filepath.Join(state, "open", "hall-7", "*.jsonl"))
	if err != nil || len(journals) != 1 {
		t.Fatalf("journals %v, %v", journals, err)
	}
	if _, uci, _ := call(t, "replay", "--output", "uci", journals[0]); strings.TrimSpace(uci) != strings.Join(plies, " ") {
		t.Errorf("the journal holds\n%splayed was\n%s", uci, strings.Join(plies, " "))
	}
	if status, uci, text := call(t, "pgn", "convert", "--to", "uci", write(t, "told.pgn", pgn)); status != 0 || strings.TrimSpace(uci) != strings.Join(plies, " ") {
		t.Errorf("published as PGN was\n%s%splayed was\n%s\n%s", uci, text, strings.Join(plies, " "), pgn)
	}
	if !strings.Contains(pgn, `[Result "1-0"]`) {
		t.Errorf("mate, and the PGN is\n%s", pgn)
	}
	wire := bus.Wire()
	t.Logf("%v of play, %d transactions on the bus, %d of them without an answer", time.Duration(p.End())*time.Microsecond, wire.Transactions, wire.Refused)
}

// inOrder expects the parts in the text, one after another.
func inOrder(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	rest := text
	for _, part := range parts {
		_, after, found := strings.Cut(rest, part)
		if !found {
			t.Errorf("%s do not hold %q in the order of %q:\n%s", what, part, parts, text)
			return
		}
		rest = after
	}
}
