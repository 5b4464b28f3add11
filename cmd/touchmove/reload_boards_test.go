package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"touchmove/broadcast/broadcasttest"
	"touchmove/internal/livetest"
)

// reloadable runs a daemon. said waits until its log contains a text at least so many times; hup
// makes it read the configuration again.
func reloadable(t *testing.T, config string) (stderr *livetest.Output, ended chan int, said func(what string, times int), hup func()) {
	stderr, ended = &livetest.Output{}, make(chan int, 1)
	go func() {
		ended <- run([]string{"run", "--plain", "--config", config}, &console{in: strings.NewReader(""), out: io.Discard, err: stderr})
	}()
	said = func(what string, times int) {
		t.Helper()
		broadcasttest.Eventually(t, what, func() bool { return strings.Count(stderr.String(), what) >= times })
	}
	hup = func() {
		t.Helper()
		if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
	}
	return stderr, ended, said, hup
}

// A board is removed and comes back, the broker changes, and a configuration that cannot be
// opened changes nothing. Every game continues in its own journal.
func TestReloadBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	broker := broadcasttest.NewMosquitto(t)
	dir := t.TempDir()
	config := filepath.Join(dir, "hall.toml")
	game := "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Be7 5. O-O O-O 6. Re1 d6 7. c3 Na5 8. Bb5 a6 9. Ba4 b5 10. Bc2 c5 1-0\n"
	if err := os.WriteFile(filepath.Join(dir, "game.pgn"), []byte(game), 0o644); err != nil {
		t.Fatal(err)
	}
	put := func(mqtt string, boards ...string) {
		t.Helper()
		text := "state = \"state\"\n[screen]\nlisten = \"\"\n[mqtt]\n" + mqtt + "\n"
		for _, id := range boards {
			text += fmt.Sprintf("[[board]]\nid = %q\nevent = \"open\"\nscan_hz = 50\nwiring = { driver = \"simulated\", style = \"clean\", speed = 4.0, pgn = \"game.pgn\" }\n", id)
		}
		if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	address := broadcasttest.FreeAddress(t)
	embedded := fmt.Sprintf("listen = %q\nwebsocket = \"\"", address)
	elsewhere := fmt.Sprintf("broker = %q", broker.URL())
	put(embedded, "one", "two")
	stderr, ended, said, hup := reloadable(t, config)
	said("all boards are being scanned\" boards=2", 1)
	at := broadcasttest.Follow(t, "tcp://"+address, "touchmove/v1/open/two/", "", "")
	broadcasttest.Eventually(t, "a move of two", func() bool { moves, _ := at.Moves(at.Game()); return len(moves) > 0 })

	one := broadcasttest.Follow(t, broker.URL(), "touchmove/v1/open/one/", "", "")
	two := broadcasttest.Follow(t, broker.URL(), "touchmove/v1/open/two/", "", "")
	put(elsewhere, "one")
	hup()
	broadcasttest.Eventually(t, "one is at the other broker", func() bool { return one.Last("availability") == "online" && one.Game() != "" })
	said("all boards are being scanned\" boards=1", 1)
	said("no longer configured", 1)
	first := one.Game()
	if two.Last("availability") != "" {
		t.Errorf("two was taken away, and is %s", two.Last("availability"))
	}

	put("listen = \""+strings.TrimPrefix(broker.URL(), "tcp://")+"\"\nwebsocket = \"\"", "one") // a taken port
	hup()
	said("the new configuration cannot be used: back to the one before", 1)
	said("all boards are being scanned\" boards=1", 2)
	broadcasttest.Eventually(t, "one is still there", func() bool { return one.Last("availability") == "online" })

	put(elsewhere, "two", "one")
	hup()
	broadcasttest.Eventually(t, "two is back", func() bool { return two.Last("availability") == "online" && two.Game() != "" })
	said("all boards are being scanned\" boards=2", 2)
	if one.Game() != first {
		t.Errorf("one plays %s, and played %s before", one.Game(), first)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := <-ended; status != exitDone {
		t.Errorf("exit status %d", status)
	}
	for _, f := range []*broadcasttest.Follower{one, two} {
		for _, c := range f.Contradictions() {
			t.Error(c)
		}
	}
	if journals, err := filepath.Glob(filepath.Join(dir, "state", "open", "*", "*.jsonl")); err != nil || len(journals) != 2 {
		t.Errorf("of two games there are %v, %v", journals, err)
	}
	if t.Failed() {
		t.Log(stderr.String())
	}
}

// A line that scripted hands cannot follow was skipped while they played: it stops neither a
// reload nor the hands, who go on with what is added afterwards.
func TestReloadHandsThatSkipped(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	dir := t.TempDir()
	config, hands := filepath.Join(dir, "hall.toml"), filepath.Join(dir, "hands.txt")
	add := func(line string) {
		t.Helper()
		f, err := os.OpenFile(hands, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteString(line + "\n"); err != nil {
			t.Fatal(err)
		}
	}
	address := broadcasttest.FreeAddress(t)
	text := fmt.Sprintf("state = \"state\"\n[screen]\nlisten = \"\"\n[mqtt]\nlisten = %q\nwebsocket = \"\"\n", address) +
		"[[board]]\nid = \"one\"\nevent = \"open\"\nscan_hz = 50\nwiring = { driver = \"simulated\", hands = \"hands.txt\", speed = 4.0 }\n"
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	add("gap:500ms")
	stderr, ended, said, hup := reloadable(t, config)
	said("all boards are being scanned", 1)
	one := broadcasttest.Follow(t, "tcp://"+address, "touchmove/v1/open/one/", "", "")
	plays := func(line string) {
		t.Helper()
		broadcasttest.Eventually(t, line, func() bool { moves, _ := one.Moves(one.Game()); return strings.Join(moves, " ") == line })
	}
	add("-e2 +e4 white")
	plays("e2e4")
	game := one.Game()
	add("nothing that hands can do")
	said("skip this", 1)
	add("-a5 -e7 +e5 black") // nothing stands on a5
	said("skip this", 2)
	plays("e2e4 e7e5")
	for n := range 2 {
		hup()
		said("all boards are being scanned", n+2)
		said("skip this", 4+2*n)
	}
	add("-g1 +f3 white")
	plays("e2e4 e7e5 g1f3")
	if one.Game() != game {
		t.Errorf("the game is %s, and was %s", one.Game(), game)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := <-ended; status != exitDone || strings.Contains(stderr.String(), "back to the one before") {
		t.Errorf("exit status %d: %s", status, stderr.String())
	}
}
