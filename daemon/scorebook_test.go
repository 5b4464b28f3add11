package daemon_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/rules"
)

// Each game of a hall stands in a PGN file of its own and in its round's, with
// the moves that were told, and nothing else is left lying about.
func TestPGNFiles(t *testing.T) {
	c := small(t)
	for i := range c.Boards {
		w := c.Boards[i].Wiring.(configs.Simulated)
		w.Speed = 100
		c.Boards[i].Wiring = w
	}
	hall, err := daemon.Open(c, "v1", quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- hall.Run(ctx) }()
	board := hall.Boards[0]
	broadcasttest.Eventually(t, "four moves on each board", func() bool {
		return len(made(hall.Boards[0].History)) >= 4 && len(made(hall.Boards[1].History)) >= 4
	})
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	var files []string
	err = filepath.WalkDir(filepath.Join(c.State, "pgn"), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, strings.TrimPrefix(path, filepath.Join(c.State, "pgn")+"/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	round := "local/round-" + configs.Level(board.History.Score().Opened.Pairing.Round)
	for _, b := range hall.Boards {
		for _, want := range []string{round + ".pgn", round + "/" + b.History.Score().Game + ".pgn"} {
			if !slices.Contains(files, want) {
				t.Errorf("no %s among %v", want, files)
			}
		}
	}
	read := func(name string) (games []*rules.Game) {
		t.Helper()
		f, err := os.Open(filepath.Join(c.State, "pgn", name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for g, err := range rules.NewPGNReader(f).All() {
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
			for _, b := range hall.Boards {
				if s := b.History.Score(); strings.HasSuffix(name, "/"+s.Game+".pgn") && len(list[0].Moves) != len(s.Moves) {
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
