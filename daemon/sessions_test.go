package daemon_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/journal"
)

// hall is a configuration of many boards.
func hall(t *testing.T, boards int) *configs.Config {
	c := small(t)
	one := c.Boards[0]
	c.Boards = nil
	for i := range boards {
		one.ID = fmt.Sprintf("hall-%d", i+1)
		c.Boards = append(c.Boards, one)
	}
	return c
}

// boardsIn returns the boards that lines of a log name, in the order of the lines.
func boardsIn(log string) (names []string) {
	for _, m := range regexp.MustCompile(`board=(hall-\d+)`).FindAllStringSubmatch(log, -1) {
		names = append(names, m[1])
	}
	return slices.Compact(names)
}

// The boards of a hall are opened at the same time, and what the log says is in their order all the same: at the first
// start, at another, and when the journals of some are damaged.
func TestManyBoardsAreOpenedInOrder(t *testing.T) {
	c := hall(t, 9)
	start := func() (log, boards string) {
		t.Helper()
		var lines bytes.Buffer
		boards = briefly(t, c, slog.New(slog.NewTextHandler(&lines, nil)))
		opened, _, _ := strings.Cut(lines.String(), "scanning")
		return opened, boards
	}
	const all = "hall-1 hall-2 hall-3 hall-4 hall-5 hall-6 hall-7 hall-8 hall-9"
	for _, says := range []string{"a journal begins", "resuming the journal"} {
		log, boards := start()
		var told []string
		for line := range strings.Lines(log) {
			if strings.Contains(line, says) {
				told = append(told, boardsIn(line)...)
			}
		}
		if boards != all || strings.Join(told, " ") != all {
			t.Errorf("%s: %s of %s: %s", says, told, boards, log)
		}
	}
	for _, i := range []int{0, 6} {
		latest, err := journal.Latest(filepath.Join(c.State, "local", c.Boards[i].ID))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(latest, []byte("{}\n{}\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	log, boards := start()
	if told := strings.Join(boardsIn(log), " "); boards != "hall-2 hall-3 hall-4 hall-5 hall-6 hall-8 hall-9" || !strings.HasPrefix(told, all) {
		t.Errorf("%s play, and the log names %s: %s", boards, told, log)
	}
}

// While another process has the directory of one board, the daemon does not begin, and leaves those of the others as
// they were.
func TestOneBoardOfManyIsInUse(t *testing.T) {
	c := hall(t, 6)
	dir := func(i int) string { return filepath.Join(c.State, "local", c.Boards[i].ID) }
	other, err := journal.LockDir(dir(4))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := daemon.Open(c, "v1", quiet); !errors.Is(err, journal.ErrLocked) || !strings.Contains(err.Error(), "hall-5") {
		t.Errorf("%v", err)
	}
	other.Close()
	for i := range c.Boards {
		if latest, err := journal.Latest(dir(i)); err != nil || latest != "" {
			t.Errorf("board %d: %s, %v", i+1, latest, err)
		}
	}
	if boards := briefly(t, c, quiet); len(strings.Fields(boards)) != 6 {
		t.Errorf("after that, only %s play", boards)
	}
}

// A board that cannot be opened for good ends the start: the journals of the others are closed, also of those that were
// being read, and the next start finds them free.
func TestStartThatFailsClosesEveryJournal(t *testing.T) {
	c := hall(t, 6)
	briefly(t, c, quiet)
	wiring := c.Boards[1].Wiring.(configs.Simulated)
	broken := wiring
	broken.PGN = filepath.Join(t.TempDir(), "missing.pgn")
	c.Boards[1].Wiring = broken
	if _, err := daemon.Open(c, "v1", quiet); err == nil || !strings.Contains(err.Error(), "missing.pgn") {
		t.Errorf("%v", err)
	}
	c.Boards[1].Wiring = wiring
	for _, b := range c.Boards {
		dir, err := journal.LockDir(filepath.Join(c.State, "local", b.ID))
		if err != nil {
			t.Fatal(err)
		}
		dir.Close()
	}
	if boards := briefly(t, c, quiet); len(strings.Fields(boards)) != 6 {
		t.Errorf("after that, only %s play", boards)
	}
}

// A journal with something to say of every record does not fill the memory with lines that wait for their turn.
func TestHeldLinesAreBounded(t *testing.T) {
	c := hall(t, 2)
	briefly(t, c, quiet)
	latest, err := journal.Latest(filepath.Join(c.State, "local", "hall-2"))
	if err != nil {
		t.Fatal(err)
	}
	tamper(t, latest, func(l [][]byte) [][]byte {
		first := regexp.MustCompile(`,"crc":"[0-9a-f]*"}`).ReplaceAll(l[0], []byte("}"))
		l = [][]byte{first, []byte(`{"at_us":1000,"scan":"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"}` + "\n")}
		for range 1500 {
			l = append(l, []byte(`{"at_us":9000000,"command":{"do":"accept-draw","by":"white"}}`+"\n"))
		}
		return l
	})
	var log bytes.Buffer
	boards := briefly(t, c, slog.New(slog.NewTextHandler(&log, nil)))
	if n := strings.Count(log.String(), "record refused"); boards != "hall-1 hall-2" || n == 0 || n > 1000 || !strings.Contains(log.String(), "more of these lines are left out") {
		t.Errorf("%s: %d lines: %.2000s", boards, n, &log)
	}
}
