package daemon_test

import (
	"context"
	"fmt"
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
		runtime.ReadMemStats(&before)
		for minute := range minutes {
			from, to := len(game)*minute/minutes, len(game)*(minute+1)/minutes
			if err := player.Run(all(game[from:to])); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			synctest.Wait()
			if now := inode(); now != last {
				written, last = written+1, now
			}
		}
		runtime.ReadMemStats(&after)
		// 24 MB at 16 KiB a second last 25 minutes.
		if written < 2 || written > 4 {
			t.Errorf("the file of %d games was written %d times in %d minutes of play", games, written, minutes)
		}
		// Each game is read into memory that grows to its length; a buffer of the whole would take more than that again.
		if each := (after.TotalAlloc - before.TotalAlloc) / uint64(max(1, written)); each > 4*games*length {
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
