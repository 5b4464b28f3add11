package daemon_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/daemon/store"
	"touchmove/internal/topic"
	"touchmove/rules/pgn"
)

// Each game of a daemon is in a PGN file of its own and in its round's, with the moves that were
// published, and no other files are left.
func TestPGNFiles(t *testing.T) {
	t.Parallel() // it mostly waits
	c := small(t)
	for i := range c.Boards {
		w := c.Boards[i].Wiring.(configs.Simulated)
		w.Speed = 100
		c.Boards[i].Wiring = w
	}
	d, stop := runDaemon(t, c)
	board := d.Boards[0]
	broadcasttest.Eventually(t, "four moves on each board", func() bool {
		return len(made(d.Boards[0].History)) >= 4 && len(made(d.Boards[1].History)) >= 4
	})
	stop()
	var files []string
	err := filepath.WalkDir(filepath.Join(c.State, "pgn"), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, strings.TrimPrefix(path, filepath.Join(c.State, "pgn")+"/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	round := "local/round-" + topic.Level(board.History.State().Opened.Pairing.Round)
	for _, b := range d.Boards {
		for _, want := range []string{round + ".pgn", round + "/" + b.History.State().Game + ".pgn"} {
			if !slices.Contains(files, want) {
				t.Errorf("no %s among %v", want, files)
			}
		}
	}
	read := func(name string) (games []*pgn.Game) {
		t.Helper()
		f, err := os.Open(filepath.Join(c.State, "pgn", name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for g, err := range pgn.NewReader(f).All() {
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, g)
		}
		return games
	}
	single := 0
	for _, name := range files {
		list := read(name)
		if strings.Count(name, "/") == 2 {
			single++
			if len(list) != 1 {
				t.Errorf("%s holds %d games", name, len(list))
			}
			for _, b := range d.Boards {
				if s := b.History.State(); strings.HasSuffix(name, "/"+s.Game+".pgn") && len(list[0].Moves) != len(s.Moves) {
					t.Errorf("%s has %d moves and %d were told", name, len(list[0].Moves), len(s.Moves))
				}
			}
		} else if others, _ := filepath.Glob(filepath.Join(c.State, "pgn", strings.TrimSuffix(name, ".pgn"), "*")); len(list) != len(others) {
			t.Errorf("%s holds %d games of %d", name, len(list), len(others))
		}
	}
	if single < 2 {
		t.Errorf("%d games have files: %v", single, files)
	}
}

// If a process dies between the end of a game and the writing of its file, the next process writes
// it; the round's file has it too.
func TestPageOfTheGameBefore(t *testing.T) {
	t.Parallel() // it mostly waits
	c := small(t)
	c.Boards = c.Boards[:1]
	w := c.Boards[0].Wiring.(configs.Simulated)
	w.Speed, w.PGN = 100, filepath.Join(t.TempDir(), "short.pgn")
	if err := os.WriteFile(w.PGN, []byte("[White \"A\"]\n[Black \"B\"]\n[Round \"1\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c.Boards[0].Wiring = w
	dir := filepath.Join(c.State, "pgn")
	play := func(enough func(*daemon.History) bool) string {
		t.Helper()
		d, stop := runDaemon(t, c)
		history := d.Boards[0].History
		broadcasttest.Eventually(t, "enough is played", func() bool { return enough(history) })
		stop()
		return history.Last().Game
	}
	first := ""
	play(func(h *daemon.History) bool {
		if now := h.Last().Game; first == "" {
			first = now
		} else if now != first {
			return len(h.State().Moves) > 0
		}
		return false
	})
	var round string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if filepath.Base(path) == first+".pgn" {
			round = filepath.Dir(path) + ".pgn"
		}
		return err
	})
	if err != nil || round == "" {
		t.Fatalf("no file of %s, %v", first, err)
	}
	want, err := os.ReadFile(strings.TrimSuffix(round, ".pgn") + "/" + first + ".pgn")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil { // as if nothing of it had been written yet
		t.Fatal(err)
	}
	second := play(func(h *daemon.History) bool { return len(h.State().Moves) > 0 })
	for _, path := range []string{strings.TrimSuffix(round, ".pgn") + "/" + first + ".pgn", round} {
		if got, err := os.ReadFile(path); err != nil || !strings.Contains(string(got), strings.TrimSpace(string(want))) {
			t.Errorf("after the restart %s has %q, %v; and not %q", path, got, err, want)
		}
	}
	if found, _ := filepath.Glob(filepath.Join(dir, "local", "*", second+".pgn")); len(found) != 1 {
		t.Errorf("the game that is played has files %v", found)
	}
}

// However many boards of a round are played, and however fast, its file is written at most every
// 15 s, and so is a game's: such copies do not wear out a card.
func TestPagesAreFew(t *testing.T) {
	dir := t.TempDir()
	game := performance(t, "clean", 1)
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		boards, players := map[string]*daemon.History{}, map[string]*daemon.BoardLoop{}
		for i := range 8 {
			id := fmt.Sprintf("hall-%d", i)
			g := newBoard(t, id)
			h := store.NewHistory(g)
			boards[id], players[id] = h, daemon.NewBoardLoop(g, nil, h, quiet)
		}
		done := make(chan bool)
		go func() {
			daemon.FollowPGNFiles(ctx, dir, boards)
			close(done)
		}()
		last, written := map[string]uint64{}, map[string]int{}
		const minutes = 5
		for second := range minutes * 60 {
			from, to := len(game)*second/(minutes*60), len(game)*(second+1)/(minutes*60)
			for id, d := range players {
				if err := d.Run(all(game[from:to])); err != nil {
					t.Fatal(id, err)
				}
			}
			time.Sleep(time.Second)
			synctest.Wait()
			err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				info, err := d.Info()
				if err != nil {
					return err
				}
				if inode := info.Sys().(*syscall.Stat_t).Ino; inode != last[path] { // every write makes a new file
					last[path] = inode
					written[path]++
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		stop()
		<-done
		if len(written) != len(boards)+1 {
			t.Errorf("%d files of %d boards", len(written), len(boards))
		}
		for path, n := range written {
			if n < minutes || n > minutes*4+1 {
				t.Errorf("%s was written %d times in %d minutes", path, n, minutes)
			}
		}
		t.Logf("%d boards, %d minutes: %v", len(boards), minutes, written)
	})
}

// PGN files are deleted by the rule of the journals: by age, ten at a time, the oldest first.
// Files stay if their game is owed, if a wrong clock named them, or if they belong to another
// board. The file of a round without games is deleted.
func TestOldPGNFilesAreDeleted(t *testing.T) {
	c := small(t)
	c.Boards, c.Journal.Keep = c.Boards[:1], 15*24*time.Hour
	w := c.Boards[0].Wiring.(configs.Simulated)
	w.Speed = 100
	c.Boards[0].Wiring = w
	dir, now := filepath.Join(c.State, "pgn", "local"), time.Now()
	put := func(path string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("[White \"A\"]\n\n1. e4 *\n"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	var games []string
	for day := 45; day >= 0; day-- { // the last twenty are the current one and 19 more
		at := strings.TrimSuffix(journal.Name(now.Add(-time.Duration(day)*24*time.Hour-time.Hour)), journal.Suffix)
		round := "games"
		if len(games) == 0 {
			round = "round-1"
		}
		games = append(games, filepath.Join(dir, round, "one-"+at+"-1.pgn"))
	}
	ahead := filepath.Join(dir, "games", "one-"+strings.TrimSuffix(journal.Name(now.AddDate(70, 0, 0)), journal.Suffix)+"-1.pgn")
	other := strings.Replace(games[1], "one-", "two-", 1)
	unknown := filepath.Join(dir, "games", "one-game.pgn")
	for _, path := range append(games, ahead, other, unknown, filepath.Join(dir, "round-1.pgn"), filepath.Join(dir, "games.pgn")) {
		put(path)
	}
	owed := filepath.Base(games[2])[len("one-"):]
	put(filepath.Join(c.State, "local", "one", strings.TrimSuffix(owed, "-1.pgn")+journal.Suffix+".untold"))
	is := func(path string) bool { _, err := os.Stat(path); return err == nil }

	d, stop := runDaemon(t, c)
	broadcasttest.Eventually(t, "a move", func() bool { return len(made(d.Boards[0].History)) > 0 })
	stop()
	_, stop = runDaemon(t, c) // continues the game
	broadcasttest.Eventually(t, "ten of the oldest are deleted", func() bool { return !is(games[10]) })
	stop()
	for i, path := range games {
		if gone := i < 11 && i != 2; is(path) == gone {
			t.Errorf("the file of %d days ago: deleted %v", 45-i, !is(path))
		}
	}
	for what, path := range map[string]string{"a game of 2096": ahead, "another board's": other, "a file of somebody": unknown} {
		if !is(path) {
			t.Errorf("%s is deleted", what)
		}
	}
	if is(filepath.Join(dir, "round-1.pgn")) || is(filepath.Join(dir, "round-1")) {
		t.Error("a round without games is still there")
	}
	text, err := os.ReadFile(filepath.Join(dir, "games.pgn"))
	left, _ := filepath.Glob(filepath.Join(dir, "games", "*.pgn"))
	if n := strings.Count(string(text), "[White "); err != nil || n != len(left) {
		t.Errorf("the file of a round has %d games, its directory %d: %v", n, len(left), err)
	}
}
