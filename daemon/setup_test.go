package daemon_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/trace"
)

// Games that begin only by setting up the pieces have a journal each as well, and each
// journal has the game that was played.
func TestEveryGameHasAJournal(t *testing.T) {
	h, board := newChipBoard(t)
	played := slices.Clone(games(t, 2))
	for i := range played {
		played[i].Moves = played[i].Moves[:24]
		played[i].Result = "1-0"
		played[i].Source = sim.Source{}
	}
	hands, err := simboard.NewHands(simboard.Play{Games: played, Style: style(t, "clean"), Seed: 3}, h.pins, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	board.Hands, board.Simulation, board.Period = hands, simboard.NewSimulation(1e9), 20*time.Millisecond
	dir := t.TempDir()
	s := open(t, dir, header, quiet)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ids := map[string][]string{}
	records := until(daemon.NewLive(board, 0, nil, nil).Records(ctx, s.Loop), time.Hour, stop)
	if err := s.Loop.Run(func(yield func(r trace.Record, err error) bool) {
		for r, err := range records {
			if !yield(r, err) {
				return
			}
			if paths, _ := filepath.Glob(filepath.Join(dir, "*.jsonl")); len(paths) > 3 {
				return
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	told, _ := s.History.From(0)
	var state eventlog.State
	var order []string
	for _, e := range told {
		if state.Apply(e); !slices.Contains(order, e.Game) {
			order = append(order, e.Game)
		}
		ids[e.Game] = nil
		for _, m := range state.Moves {
			ids[e.Game] = append(ids[e.Game], m.UCI)
		}
	}
	s.Store.Journal.Close()
	paths, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(paths) < 3 {
		t.Fatalf("%d journals, %v", len(paths), err)
	}
	if len(order) != len(paths) {
		t.Errorf("%d games were told, and there are %d journals", len(order), len(paths))
	}
	for i, path := range paths[:len(paths)-1] {
		var want []string
		for _, m := range played[i%2].Moves {
			want = append(want, m.UCI(rules.Standard))
		}
		if got := ids[order[i]]; !slices.Equal(got, want) {
			t.Errorf("of game %d was told\n%v\nand the hands played\n%v", i+1, got, want)
		}
		alone := t.TempDir()
		kept, err := journal.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		copied, err := journal.Create(journal.OS{}, filepath.Join(alone, filepath.Base(path)), kept.Header, kept.Records...)
		if err != nil {
			t.Fatal(err)
		}
		copied.Close()
		again := open(t, alone, header, quiet)
		again.Store.Journal.Close()
		first := ""
		entries, _ := again.History.From(0)
		var replay eventlog.State
		var got []string
		for _, e := range entries {
			if first == "" {
				first = e.Game
			}
			if e.Game == first {
				replay.Apply(e)
			}
		}
		for _, m := range replay.Moves {
			got = append(got, m.UCI)
		}
		if first != order[i] || !slices.Equal(got, want) {
			t.Errorf("journal %d tells as %s\n%v\ninstead of, as %s,\n%v", i+1, first, got, order[i], want)
		}
	}
}
