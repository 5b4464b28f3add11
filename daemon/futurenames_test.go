package daemon_test

import (
	"bytes"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// A clock that was years ahead while games were played, and was then set back: the board goes on,
// its journals stay in order, every game is found again, and the log says once at each start why
// they have such names. A new header begins another journal, behind those.
func TestClockSetBackBehindTheJournals(t *testing.T) {
	dir := t.TempDir()
	ahead := time.Date(2037, 1, 1, 0, 0, 0, 0, time.UTC)
	now := time.Date(2026, 11, 21, 18, 22, 0, 0, time.UTC)
	records := performance(t, "clean", 1)
	begin := func(h trace.Header, at time.Time) (*daemon.Session, string) {
		t.Helper()
		var log bytes.Buffer
		s, err := daemon.OpenSession(dir, "hall-7", h, at, slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		return s, log.String()
	}
	s, said := begin(header, ahead)
	if err := s.Loop.Run(all(records)); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(said, "future") {
		t.Errorf("before the clock was set back the log says %s", said)
	}
	if err := s.Store.CloseJournal(); err != nil {
		t.Fatal(err)
	}
	games := []string{s.History.Last().Game}
	other := header
	other.Laws = rules.FIDE2018
	for _, h := range []trace.Header{header, other} {
		s, said := begin(h, now)
		if n := strings.Count(said, "in the future"); n != 1 {
			t.Errorf("the log says %d times that the journals are in the future: %s", n, said)
		}
		at := s.Last + time.Second
		if err := s.Loop.Run(all([]trace.Record{{At: at, What: trace.Command{ID: "next" + h.Laws.String(), Do: trace.DoNewGame}}})); err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			r.At += at + time.Second
			if err := s.Loop.Run(all([]trace.Record{r})); err != nil {
				t.Fatal(err)
			}
		}
		if last := s.History.Last().Game; slices.Contains(games, last) {
			t.Errorf("the game after %s is %s", games[len(games)-1], last)
		} else {
			games = append(games, last)
		}
		if err := s.Store.CloseJournal(); err != nil {
			t.Fatal(err)
		}
	}
	paths, err := journal.List(dir)
	if err != nil || len(paths) < 3 {
		t.Fatalf("journals %v, %v, want at least three", paths, err)
	}
	for i, game := range games {
		if !slices.ContainsFunc(paths, func(p string) bool {
			return strings.Contains(game, strings.TrimSuffix(filepath.Base(p), journal.Suffix))
		}) {
			t.Errorf("game %d, %s, has no journal among %v", i+1, game, paths)
		}
	}
	if !slices.IsSorted(games) {
		t.Errorf("%v are out of order", games)
	}
	s, _ = begin(other, now)
	if last := s.History.Last().Game; last != games[len(games)-1] {
		t.Errorf("the next start continues %s, and the last game was %s", last, games[len(games)-1])
	}
	s.Store.Journal.Close()
}

// The last name of all has none behind it: the board does not play, with an error that says what to
// do, and the others do.
func TestLastNameOfAll(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, header, quiet)
	if err := s.Loop.Run(all(performance(t, "clean", 1))); err != nil {
		t.Fatal(err)
	}
	if err := s.Store.CloseJournal(); err != nil {
		t.Fatal(err)
	}
	const last = "99991231t235959999z"
	j, err := journal.Create(journal.OS{}, filepath.Join(dir, last+journal.Suffix), header)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	other := header
	other.Sensing++
	_, err = daemon.OpenSession(dir, "hall-7", other, time.Now(), quiet)
	if err == nil || !journal.IsOfOneBoard(err) || !strings.Contains(err.Error(), "no name") {
		t.Errorf("after the last name of all: %v", err)
	}
}
