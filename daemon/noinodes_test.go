package daemon_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"touchmove/sensors/trace"
)

// On a disk that has space but takes no more files, play goes on and is kept: the next game
// goes into the journal of the one before, and a restart has both.
func TestDiskWithoutInodes(t *testing.T) {
	dir := smallDisk(t, "2m,nr_inodes=40")
	state := filepath.Join(dir, "hall-7")
	records := performance(t, "clean", 1)
	s := open(t, state, header, quiet)
	for n := 0; ; n++ {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint("other-", n)), nil, 0o644); err != nil {
			break
		}
	}
	if err := s.Loop.Run(all(records)); err != nil {
		t.Fatal(err)
	}
	first, at := s.History.Last().Game, records[len(records)-1].At
	again := []trace.Record{{At: at + time.Second, What: trace.Command{ID: "next", Do: trace.DoNewGame}}}
	for _, r := range records {
		r.At += at + 2*time.Second
		again = append(again, r)
	}
	if err := s.Loop.Run(all(again)); err != nil {
		t.Fatal(err)
	}
	if got := alarmsOf(s.History); len(got) > 0 {
		t.Errorf("everything is kept, and the alarms are %v", got)
	}
	last, moves := s.History.Last(), s.History.State().Moves
	if len(moves) < 20 || last.Game == first {
		t.Errorf("%d moves of game %s after %s", len(moves), last.Game, first)
	}
	if err := s.Store.CloseJournal(); err != nil {
		t.Error(err)
	}
	back := open(t, state, header, quiet) // and a start needs no new file either
	if now := back.History.Last(); now.Game != last.Game || now.Seq != last.Seq || !slices.Equal(back.History.State().Moves, moves) {
		t.Errorf("%s %d with %d moves came back as %s %d with %d", last.Game, last.Seq, len(moves), now.Game, now.Seq, len(back.History.State().Moves))
	}
	back.Store.Journal.Close()
}
