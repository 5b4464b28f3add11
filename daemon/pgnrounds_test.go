package daemon_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/daemon"
	"touchmove/daemon/store"
	"touchmove/sensors/trace"
)

// Years of games without a round are in one file, which is written again as long as the board plays:
// not more often than a card bears, not from memory, and not when the daemon stops, which is to be
// quick. Every game is in it.
func TestYearsOfGamesWithoutARound(t *testing.T) {
	const games, length = 3000, 8 << 10 // 24 MB
	dir := t.TempDir()
	round := filepath.Join(dir, "local", "games")
	if err := os.MkdirAll(round, 0o755); err != nil {
		t.Fatal(err)
	}
	text := "[White \"A\"]\n\n{" + strings.Repeat("x", length) + "} 1. e4 *\n"
	for n := range games {
		if err := os.WriteFile(filepath.Join(round, fmt.Sprintf("hall-1-%06d.pgn", n)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	game := performance(t, "clean", 1)
	inode := func() uint64 {
		info, err := os.Stat(round + ".pgn")
		if err != nil {
			return 0
		}
		return info.Sys().(*syscall.Stat_t).Ino // every write makes a new file
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		g := newBoard(t, "hall-1")
		h := store.NewHistory(g)
		player := daemon.NewBoardLoop(g, nil, h, quiet)
		done := make(chan bool)
		go func() {
			daemon.FollowPGNFiles(ctx, dir, map[string]*daemon.History{"hall-1": h})
			close(done)
		}()
		const minutes = 60
		written, last := 0, uint64(0)
		var before, after runtime.MemStats
		var allocated uint64 // while files are written, not by the play
		for minute := range minutes {
			from, to := len(game)*minute/minutes, len(game)*(minute+1)/minutes
			if err := player.Run(all(game[from:to])); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&before)
			time.Sleep(time.Minute)
			synctest.Wait()
			runtime.ReadMemStats(&after)
			allocated += after.TotalAlloc - before.TotalAlloc
			if now := inode(); now != last {
				written, last = written+1, now
			}
		}
		// 24 MB at 16 KiB a second last 25 minutes.
		if written < 2 || written > 4 {
			t.Errorf("the file of %d games was written %d times in %d minutes of play", games, written, minutes)
		}
		// Each game is read into memory that grows to its length; a buffer of the whole would take more than that again.
		if each := allocated / uint64(max(1, written)); each > 4*games*length && !raced { // the detector allocates besides
			t.Errorf("%d MB are allocated for a file of %d MB", each>>20, games*length>>20)
		}
		stop()
		<-done
		if inode() != last {
			t.Error("it is written when the daemon stops")
		}
		whole, err := os.ReadFile(round + ".pgn")
		if n := strings.Count(string(whole), "1. e4 *\n"); err != nil || n != games {
			t.Errorf("%d games of %d, %v", n, games, err)
		}
	})
}

// pgnFollowed plays a game at a board of this round, of which the PGN files are written in dir, and
// then calls check, with the board. It returns the log.
func pgnFollowed(t *testing.T, dir, round string, check func(t *testing.T, player *daemon.BoardLoop)) (log string) {
	t.Helper()
	game := performance(t, "clean", 1)
	var logged bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		g := newBoard(t, "hall-1")
		h := store.NewHistory(g)
		player := daemon.NewBoardLoop(g, nil, h, quiet)
		done := make(chan bool)
		go func() {
			daemon.FollowPGNFilesLogged(ctx, dir, map[string]*daemon.History{"hall-1": h}, slog.New(slog.NewTextHandler(&logged, nil)))
			close(done)
		}()
		if round != "" {
			pairing := trace.Record{What: trace.Command{Do: trace.DoNewGame, Extra: trace.Extra(`{"round":"` + round + `"}`)}}
			if err := player.Run(all([]trace.Record{pairing})); err != nil {
				t.Fatal(err)
			}
		}
		if err := player.Run(all(game)); err != nil {
			t.Fatal(err)
		}
		check(t, player)
		stop()
		<-done
	})
	return logged.String()
}

// inodeOf returns the inode of a file, which is another one after each write, or 0.
func inodeOf(path string) uint64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Sys().(*syscall.Stat_t).Ino
}

// note enters a note at a board: no game's file changes.
func note(t *testing.T, player *daemon.BoardLoop, n int) {
	t.Helper()
	r := trace.Record{At: 10*time.Hour + time.Duration(n)*time.Second, What: trace.Command{Do: trace.DoNote, By: "arbiter", What: "hello"}}
	if err := player.Run(all([]trace.Record{r})); err != nil {
		t.Fatal(err)
	}
}

// A round of which no game has changed is not written again, however much happens at its boards.
func TestRoundOfWhichNothingChanges(t *testing.T) {
	dir := t.TempDir()
	pgnFollowed(t, dir, "", func(t *testing.T, player *daemon.BoardLoop) {
		note(t, player, 0) // hours after the last move, which is settled by then
		time.Sleep(time.Minute)
		synctest.Wait()
		path := filepath.Join(dir, "local", "games.pgn")
		written := inodeOf(path)
		if written == 0 {
			t.Fatal("the round is not written")
		}
		for n := range 90 {
			note(t, player, n+1)
			time.Sleep(20 * time.Second)
			synctest.Wait()
			if inodeOf(path) != written {
				t.Fatalf("after note %d the round is written again", n+1)
			}
		}
	})
}

// The file of a long round with a number is not paced: it is written within 30 s, again and again, and
// when the daemon stops. A game that cannot be read is left out of it, and logged once. What was being
// written when the process before was killed is removed.
func TestLongRoundWithABadGame(t *testing.T) {
	dir := t.TempDir()
	round := filepath.Join(dir, "local", "round-3")
	if err := os.MkdirAll(round, 0o755); err != nil {
		t.Fatal(err)
	}
	const games = 900
	text := []byte("[White \"A\"]\n\n{" + strings.Repeat("x", 8<<10) + "} 1. e4 *\n")
	files := map[string][]byte{"bad.pgn": bytes.Repeat([]byte("x"), 5<<20), ".bad.pgn.17": text, "../.round-3.pgn.4711": text}
	for n := range games {
		files[fmt.Sprintf("other-%03d.pgn", n)] = text
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(round, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	whole := func() int {
		text, err := os.ReadFile(round + ".pgn")
		if err != nil {
			return 0
		}
		return bytes.Count(text, []byte("[White "))
	}
	add := func(name string) { // another board's game
		if err := os.WriteFile(filepath.Join(round, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	log := pgnFollowed(t, dir, "3", func(t *testing.T, player *daemon.BoardLoop) {
		time.Sleep(30 * time.Second)
		synctest.Wait()
		if n := whole(); n != games+1 {
			t.Errorf("%d games of %d are in the round after 30 s", n, games+1)
		}
		add("another.pgn")
		result := trace.Record{At: 20 * time.Hour, What: trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0", Why: "agreed"}}
		if err := player.Run(all([]trace.Record{result})); err != nil {
			t.Fatal(err)
		}
		time.Sleep(30 * time.Second)
		synctest.Wait()
		if n := whole(); n != games+2 {
			t.Errorf("%d games of %d are in the round 30 s after a change", n, games+2)
		}
		add("last.pgn")
		result.At, result.What = 21*time.Hour, trace.Command{Do: trace.DoResult, By: "arbiter", Result: "0-1", Why: "the other way"}
		if err := player.Run(all([]trace.Record{result})); err != nil {
			t.Fatal(err)
		}
	})
	if n := whole(); n != games+3 {
		t.Errorf("%d games of %d are in the round when the daemon has stopped", n, games+3)
	}
	if n := strings.Count(log, "bad.pgn"); n != 1 {
		t.Errorf("the bad game is logged %d times:\n%s", n, log)
	}
	for _, left := range []string{".bad.pgn.17", "../.round-3.pgn.4711"} {
		if inodeOf(filepath.Join(round, left)) != 0 {
			t.Errorf("%s is left", left)
		}
	}
}
