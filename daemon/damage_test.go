package daemon_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"touchmove/broadcast/broadcasttest"
	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/sensors/trace"
)

// A card that has lost a block of what was kept and published must not lead to one
// number with two meanings. The game continues from before the block, is published again
// with higher numbers, and what followed the block is put aside for a person to look
// at.
func TestLostBlock(t *testing.T) {
	dir := t.TempDir()
	records := performance(t, "clean", 1)[:60]
	s := open(t, dir, header, quiet)
	if err := s.Loop.Run(all(records)); err != nil {
		t.Fatal(err)
	}
	told, moves := s.History.Last(), made(s.History)
	path := s.Store.Journal.Path()
	if err := s.Store.Journal.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const block = 512
	from := len(text) / 2 / block * block
	clear(text[from : from+block])
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	again := open(t, dir, header, slog.New(slog.NewTextHandler(&log, nil)))
	entries, _ := again.History.From(0)
	for _, e := range entries {
		if e.Game == told.Game && e.Seq <= told.Seq {
			t.Fatalf("%+v does not replace seq %d", e, told.Seq)
		}
	}
	if got := made(again.History); len(got) == 0 || len(got) >= len(moves) || got[0] != moves[0] {
		t.Errorf("%v came back of %v", got, moves)
	}
	if n := strings.Count(log.String(), "level=ERROR"); n != 1 || !strings.Contains(log.String(), "records of the journal are lost") {
		t.Errorf("the log has %d errors: %s", n, &log)
	}
	aside, err := os.ReadFile(path + ".torn")
	if err != nil || !bytes.HasSuffix(text, aside) || !bytes.Contains(aside, []byte{0}) {
		t.Errorf("%d bytes were put aside, %v", len(aside), err)
	}
	if _, err := os.Stat(filepath.Join(dir, "short")); !os.IsNotExist(err) {
		t.Errorf("the mark is still there: %v", err)
	}
	if err := again.Loop.Run(all([]trace.Record{{At: records[59].At, What: trace.Command{ID: "1", Do: trace.DoNote, What: "on"}}})); err != nil {
		t.Fatal(err)
	}
	last := again.History.Last()
	again.Store.Journal.Close()
	third := open(t, dir, header, quiet)
	defer third.Store.Journal.Close()
	if now := third.History.Last(); now.Seq != last.Seq {
		t.Errorf("and again at the next start: %d after %d", now.Seq, last.Seq)
	}
}

// A journal that a card has corrupted keeps its own board from playing until it is
// repaired, and no other board; health and metrics report it. If it is the only board,
// it is an error.
func TestDamagedJournal(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	c := small(t)
	c.Metrics.Listen = "127.0.0.1:0"
	play := func(log *slog.Logger) (boards []string, health string) {
		t.Helper()
		d, err := daemon.Open(c, "v1", log)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- d.Run(ctx) }()
		for _, b := range d.Boards {
			boards = append(boards, b.Config.ID)
			before := len(made(b.History))
			broadcasttest.Eventually(t, "board "+b.Config.ID+" plays", func() bool { return len(made(b.History)) > before })
		}
		for _, path := range []string{"/healthz", "/metrics"} {
			r, err := http.Get("http://" + d.StatusAddr() + path)
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(r.Body)
			r.Body.Close()
			health += r.Status + " " + string(text)
		}
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		return boards, health
	}
	if boards, health := play(quiet); len(boards) != 2 || !strings.HasPrefix(health, "200 ") {
		t.Fatalf("undamaged: boards %v, health %q, want two boards and 200", boards, health)
	}
	path, err := journal.Latest(filepath.Join(c.State, "local", "one"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Replace(text, []byte(`"is":"empty"`), []byte(`"is":"emptx"`), 1)
	if err := os.WriteFile(path, damaged, 0o644); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	boards, health := play(slog.New(slog.NewTextHandler(&log, nil)))
	if !slices.Equal(boards, []string{"two"}) || !strings.HasPrefix(health, "503 ") || !strings.Contains(health, `"board":"one","ok":false`) || !strings.Contains(health, `touchmove_journal_damaged{board="one",event="local"} 1`) {
		t.Errorf("boards %v, %s", boards, health)
	}
	if !strings.Contains(log.String(), "a board does not play") || !strings.Contains(log.String(), path) {
		t.Errorf("the log names no journal: %s", &log)
	}
	if now, _ := os.ReadFile(path); !bytes.Equal(now, damaged) {
		t.Error("the damaged journal was changed")
	}
	both := c.Boards
	c.Boards = both[:1]
	if _, err := daemon.Open(c, "v1", quiet); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("alone it gave %v", err)
	}
	c.Boards = both
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	if boards, health := play(quiet); len(boards) != 2 || !strings.HasPrefix(health, "200 ") {
		t.Errorf("mended: %v, %s", boards, health)
	}
}

// A journal that is cut or deleted while the daemon is stopped is no power cut: the start names
// it, and what is left is published again.
func TestCutWhileStopped(t *testing.T) {
	for _, c := range []struct {
		what, says string
		do         func(path string) error
	}{
		{"nothing", "", func(string) error { return nil }},
		{"cut", "it was cut or replaced while the daemon was stopped", func(path string) error {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			lines := bytes.SplitAfter(text, []byte{'\n'})
			return os.WriteFile(path, bytes.Join(lines[:len(lines)/2], nil), 0o644)
		}},
		{"deleted", "the journal of the latest game is missing", os.Remove},
	} {
		dir := t.TempDir()
		s := open(t, dir, header, quiet)
		if err := s.Loop.Run(all(performance(t, "clean", 1)[:60])); err != nil {
			t.Fatal(err)
		}
		told, path := s.History.Last(), s.Store.Journal.Path()
		if err := s.Store.CloseJournal(); err != nil {
			t.Fatal(err)
		}
		if err := c.do(path); err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		again := open(t, dir, header, slog.New(slog.NewTextHandler(&log, nil)))
		if n := strings.Count(log.String(), "level=ERROR"); (n == 0) != (c.says == "") || n > 1 || !strings.Contains(log.String(), c.says) {
			t.Errorf("%s: the log has %d errors: %s", c.what, n, &log)
		}
		if entries, _ := again.History.From(0); c.what == "cut" {
			for _, e := range entries {
				if e.Game == told.Game && e.Seq <= told.Seq {
					t.Fatalf("%+v does not replace seq %d", e, told.Seq)
				}
			}
		}
		if err := again.Store.CloseJournal(); err != nil {
			t.Fatal(err)
		}
	}
}
