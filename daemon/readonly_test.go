package daemon_test

import (
	"bytes"
	"context"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/eventlog/alarms"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// writable makes a mounted file system read-only, or writable again.
func writable(t *testing.T, dir string, yes bool) {
	t.Helper()
	flags := uintptr(syscall.MS_REMOUNT)
	if !yes {
		flags |= syscall.MS_RDONLY
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", flags, ""); err != nil {
		t.Fatal(err)
	}
}

// A card that takes nothing at the start does not keep a board from playing, whether a game was
// under way or not: what is played is published, with the alarm not_kept, and commands are
// refused. Once the card can be written, the journal has everything, and the next start
// continues from it.
func TestReadOnlyCardAtTheStart(t *testing.T) {
	for _, c := range []struct {
		what   string
		before int // records before the card fails; -1: the board has no directory yet
		full   bool
	}{
		{"a game is under way", 40, false},
		{"no game has begun", 0, false},
		{"nothing is there yet", -1, false},
		{"nothing is there yet, and the disk is full", -1, true},
	} {
		t.Run(c.what, func(t *testing.T) {
			dir := smallDisk(t, "2m")
			state := filepath.Join(dir, "hall-7")
			records := performance(t, "clean", 1)[:120]
			done := 0
			if c.before >= 0 {
				s := open(t, state, header, quiet)
				if err := s.Loop.Run(all(records[:c.before])); err != nil {
					t.Fatal(err)
				}
				done = c.before
				if err := s.Store.CloseJournal(); err != nil {
					t.Fatal(err)
				}
			}
			var again func()
			if c.full {
				again = fill(t, dir, 0)
			} else {
				writable(t, dir, false)
				again = func() { writable(t, dir, true) }
			}
			var log bytes.Buffer
			s := open(t, state, header, slog.New(slog.NewTextHandler(&log, nil)))
			if err := s.Loop.Run(all(records[done:80])); err != nil {
				t.Fatal(err)
			}
			if got := alarmsOf(s.History); !slices.Contains(got, alarms.NotKept) {
				t.Errorf("nothing is kept, and the alarms are %v", got)
			}
			if len(movesOf(s)) == 0 {
				t.Error("nothing is published")
			}
			if !strings.Contains(log.String(), "takes nothing") {
				t.Errorf("the log does not say why: %s", &log)
			}
			if c.before >= 0 {
				if _, err := daemon.OpenSession(state, "hall-7", header, time.Now(), quiet); err == nil || !strings.Contains(err.Error(), "another touchmove") {
					t.Errorf("a second daemon begins: %v", err)
				}
			}
			again()
			if err := s.Loop.Run(all(records[80:])); err != nil {
				t.Fatal(err)
			}
			if got := alarmsOf(s.History); slices.Contains(got, alarms.NotKept) {
				t.Errorf("the card is well again, and the alarms are %v", got)
			}
			last, made := s.History.Last(), movesOf(s)
			if err := s.Store.CloseJournal(); err != nil {
				t.Fatal(err)
			}
			kept, err := journal.Read(s.Store.Journal.Path())
			if err != nil || len(kept.Records) < len(records) || !kept.Sealed {
				t.Errorf("the journal has %d records of %d, %v", len(kept.Records), len(records), err)
			}
			if files, err := filepath.Glob(filepath.Join(state, "*.aside*")); err != nil || len(files) > 0 {
				t.Errorf("put aside: %v, %v", files, err)
			}
			back := open(t, state, header, quiet)
			if now := back.History.Last(); now.Game != last.Game || now.Seq < last.Seq || !slices.Equal(movesOf(back), made) {
				t.Errorf("%s %d with %d moves came back as %s %d with %d", last.Game, last.Seq, len(made), now.Game, now.Seq, len(movesOf(back)))
			}
			back.Store.Journal.Close()
		})
	}
}

// The configuration has changed since the last game, so another journal begins, on a card that takes
// nothing: the board plays. Once the card can be written, the journals of both games are whole, and a
// start after the next game still knows that no broker has the one begun on that card.
func TestAnotherJournalOnAReadOnlyCard(t *testing.T) {
	dir := smallDisk(t, "2m")
	state := filepath.Join(dir, "hall-7")
	before := open(t, state, header, quiet)
	if err := before.Store.CloseJournal(); err != nil {
		t.Fatal(err)
	}
	writable(t, dir, false)
	changed := header
	changed.TimeControl = "900+10"
	s := open(t, state, changed, quiet)
	first := s.Store.Journal.Path()
	if first == before.Store.Journal.Path() {
		t.Fatal("the journal of the old configuration goes on")
	}
	records := performance(t, "clean", 1)[:80]
	if err := s.Loop.Run(all(records[:60])); err != nil {
		t.Fatal(err)
	}
	writable(t, dir, true)
	if err := s.Loop.Run(all(append(records[60:], trace.Record{At: records[79].At, What: trace.Command{Do: trace.DoNewGame, By: "arbiter"}}))); err != nil {
		t.Fatal(err)
	}
	if s.Store.Journal.Path() == first {
		t.Fatal("no journal begins with the next game")
	}
	if _, err := os.Stat(first + ".untold"); err != nil {
		t.Errorf("the journal of the game that began on the read-only card is not marked: %v", err)
	}
	if err := s.Store.CloseJournal(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{before.Store.Journal.Path(), first, s.Store.Journal.Path()} {
		if kept, err := journal.Read(path); err != nil || !kept.Sealed {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// The machine stops just after a new game was undone, and finds its card read-only when it starts
// again: the game before continues, and has everything once the card can be written.
func TestUndoneGameOnAReadOnlyCard(t *testing.T) {
	b := newSeries(t)
	dice := rand.New(rand.NewPCG(5, 5))
	b.play(dice, 4)
	game := b.game
	b.newGame()
	before := copyDir(t, b.dir)
	if !b.undo() {
		t.Fatal("the game is not resumed")
	}
	b.close()
	disk := smallDisk(t, "4m")
	dir := filepath.Join(disk, "hall-7")
	if err := os.CopyFS(dir, os.DirFS(b.dir)); err != nil {
		t.Fatal(err)
	}
	paths, err := journal.List(before)
	if err != nil || len(paths) != 2 {
		t.Fatalf("journals %v, %v", paths, err)
	}
	earlier, err := os.ReadFile(paths[0]) // without the undo
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, filepath.Base(paths[0])), earlier, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	writable(t, disk, false)
	n := &scriptedBoard{t: t, dir: dir, shown: b.shown, at: b.at}
	n.s = open(t, dir, header, quiet)
	if got := n.s.History.State().Game; got != game {
		t.Errorf("the game is %s, want %s", got, game)
	}
	n.wait(3 * time.Second)
	writable(t, disk, true)
	n.wait(10 * time.Second)
	if got := alarmsOf(n.s.History); slices.Contains(got, alarms.NotKept) {
		t.Errorf("the card is well again, and the alarms are %v", got)
	}
	last := n.s.History.Last()
	if err := n.s.Store.CloseJournal(); err != nil {
		t.Fatal(err)
	}
	back := open(t, dir, header, quiet)
	if now := back.History.Last(); now.Game != last.Game || now.Seq < last.Seq || back.History.State().Game != game {
		t.Errorf("%s %d came back as %s %d", last.Game, last.Seq, now.Game, now.Seq)
	}
	back.Store.Journal.Close()
}

func movesOf(s *daemon.Session) (moves []rules.Move) {
	for _, m := range s.History.State().Moves {
		moves = append(moves, m.Move)
	}
	return moves
}

// A whole daemon begins on such a card, whatever else it wants to write there.
func TestDaemonOnAReadOnlyCard(t *testing.T) {
	for _, c := range []struct {
		what   string
		before bool // the daemon has run before
		delay  time.Duration
	}{{"a new card", false, 0}, {"a card that was written", true, 0}, {"a card that was written, with a delay", true, 15 * time.Minute}, {"before the public was shown anything", true, 16 * time.Minute}} {
		t.Run(c.what, func(t *testing.T) {
			dir := smallDisk(t, "8m")
			config := small(t)
			config.State, config.Broadcast.Delay = filepath.Join(dir, "touchmove"), c.delay
			if c.delay > 0 {
				config.Broadcast.Base = "touchmove/v1-delayed"
			}
			if c.before {
				briefly(t, config, quiet)
			}
			if c.delay == 16*time.Minute {
				shown, err := filepath.Glob(filepath.Join(config.State, "local", "*", "shown.json"))
				if err != nil || len(shown) != 2 {
					t.Fatalf("what was shown is kept in %v, %v, want one file a board", shown, err)
				}
				for _, path := range shown {
					if err := os.Remove(path); err != nil {
						t.Fatal(err)
					}
				}
				if err := os.Chmod(filepath.Join(config.State, "local"), 0o700); err != nil { // closed to the group, too
					t.Fatal(err)
				}
			}
			writable(t, dir, false)
			var log bytes.Buffer
			d, err := daemon.Open(config, "v1", slog.New(slog.NewTextHandler(&log, nil)))
			if err != nil {
				t.Fatal(err)
			}
			if len(d.Boards) != 2 {
				t.Errorf("%d boards play: %s", len(d.Boards), &log)
			}
			ctx, stop := context.WithCancel(t.Context())
			stop()
			if err := d.Run(ctx); !journal.TakesNothing(err) {
				t.Errorf("at its end, with records that are stored nowhere: %v", err)
			}
			if !strings.Contains(log.String(), "fsck") {
				t.Errorf("the log does not say what to do: %s", &log)
			}
			if n := strings.Count(log.String(), "the disk of the state directory takes nothing"); n != 2 {
				t.Errorf("the log says %d times that the disk takes nothing: %s", n, &log)
			}
		})
	}
}
