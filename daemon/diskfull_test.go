package daemon_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/daemon/store"
	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// smallDisk mounts a file system of this size, which a test can fill.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("a small file system takes root: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// fill fills the disk except for some pages, and returns a function that frees the
// space again.
func fill(t *testing.T, dir string, pages int) (empty func()) {
	t.Helper()
	path := filepath.Join(dir, "other")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, n := range []int{4096, 1} { // to the last byte
		for block := make([]byte, n); ; {
			if _, err = f.Write(block); err != nil {
				break
			}
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	if info, err := f.Stat(); err != nil || f.Truncate(info.Size()-int64(4096*pages)) != nil {
		t.Fatal(err)
	}
	return func() { os.Remove(path) }
}

// alarmsOf returns a board's alarms, by id.
func alarmsOf(h *daemon.History) (ids []alarms.ID) {
	s := h.State()
	for _, a := range s.Alarms() {
		ids = append(ids, a.ID)
	}
	return ids
}

// A full disk stops nothing. Play is first kept in the reserve; when that is full too,
// it goes on in memory; both are reported. Once there is room everything is written,
// and after a restart all of it is there.
func TestDiskFull(t *testing.T) {
	dir := smallDisk(t, "1m")
	state := filepath.Join(dir, "hall-7")
	records := performance(t, "clean", 1)[:60]
	s := open(t, state, header, quiet)
	step := func(n int) {
		t.Helper()
		if err := s.Loop.Run(all(records[:n])); err != nil {
			t.Fatal(err)
		}
		records = records[n:]
	}
	ask := func(id string) { // a command that takes 12 kB
		r := trace.Record{At: s.Last, What: trace.Command{ID: id, Do: trace.DoNote, What: strings.Repeat("x", 12<<10)}}
		if err := s.Loop.Run(all([]trace.Record{r})); err != nil {
			t.Fatal(err)
		}
	}
	step(20)
	s.Last = performance(t, "clean", 1)[19].At
	empty := fill(t, dir, 0)
	ask("1")
	if got := alarmsOf(s.History); !slices.Contains(got, alarms.DiskFull) {
		t.Fatalf("the disk is full and the alarms are %v", got)
	}
	if kept, err := journal.Read(s.Store.Journal.Path()); err != nil || kept.Records[len(kept.Records)-1].What.(trace.Command).ID != "1" {
		t.Fatalf("not kept in the reserve: %v", err)
	}
	for i := range 30 {
		ask(string(rune('a' + i)))
	}
	if got := alarmsOf(s.History); !slices.Contains(got, alarms.NotKept) {
		t.Fatalf("the reserve is full too, and the alarms are %v", got)
	}
	moves := len(made(s.History))
	step(20)
	if len(made(s.History)) <= moves {
		t.Error("a full disk stopped the game")
	}
	empty()
	step(20)
	if err := s.Loop.Run(all([]trace.Record{{At: performance(t, "clean", 1)[59].At + 2*time.Minute, What: trace.Press{By: rules.White}}})); err != nil {
		t.Fatal(err)
	}
	if got := alarmsOf(s.History); slices.Contains(got, alarms.NotKept) || slices.Contains(got, alarms.DiskFull) {
		t.Errorf("there is room, and the alarms are %v", got)
	}
	want, last := made(s.History), s.History.Last()
	s.Store.Journal.Close()
	again := open(t, state, header, quiet)
	defer again.Store.Journal.Close()
	if got := made(again.History); !slices.Equal(got, want) {
		t.Errorf("kept are %v, told were %v", got, want)
	}
	if now := again.History.Last(); now.Game != last.Game || now.Seq != last.Seq {
		t.Errorf("after the restart the numbers are %d, before it %d", now.Seq, last.Seq)
	}
}

// A daemon that dies with a full disk may have published more than it kept. The next
// one publishes everything again, with numbers above all earlier ones.
func TestToldMoreThanKept(t *testing.T) {
	dir := smallDisk(t, "600k")
	state := filepath.Join(dir, "hall-7")
	records := performance(t, "clean", 1)[:60]
	s := open(t, state, header, quiet)
	if err := s.Loop.Run(all(records[:20])); err != nil {
		t.Fatal(err)
	}
	empty := fill(t, dir, 0)
	for range 30 {
		note := trace.Record{At: records[19].At, What: trace.Command{Do: trace.DoNote, What: strings.Repeat("x", 12<<10)}}
		if err := s.Loop.Run(all([]trace.Record{note})); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Loop.Run(all(records[20:40])); err != nil {
		t.Fatal(err)
	}
	told := s.History.Last()
	s.Store.Journal.Close() // fails, as after a kill
	empty()
	again := open(t, state, header, quiet)
	defer again.Store.Journal.Close()
	entries, _ := again.History.From(0)
	for _, e := range entries {
		if e.Game == told.Game && e.Seq <= told.Seq {
			t.Fatalf("%+v does not replace seq %d", e, told.Seq)
		}
	}
	again.Store.Journal.Close()
	last := again.History.Last()
	third := open(t, state, header, quiet)
	defer third.Store.Journal.Close()
	if now := third.History.Last(); now.Seq != last.Seq {
		t.Errorf("and again at the next start: %d after %d", now.Seq, last.Seq)
	}
}

// counter counts what is appended to a keeper and its syncs.
type counter struct{ appends, syncs int }

func (c *counter) Append(trace.Record) error { c.appends++; return nil }
func (c *counter) Sync() error               { c.syncs++; return nil }

// counted returns a board's loop whose syncs are counted.
func counted(t *testing.T) (*daemon.BoardLoop, *daemon.History, *counter) {
	t.Helper()
	g := newBoard(t, "s")
	h := store.NewHistory(g)
	keep := &counter{}
	return daemon.NewBoardLoop(g, keep, h, quiet), h, keep
}

// A board on which five moves are made every second does not wear out a card. Its
// events are published in batches, at most half a second late, but commands at once.
func TestBoundedWriting(t *testing.T) {
	d, h, keep := counted(t)
	start := performance(t, "clean", 1)[0].What.(trace.Scan).Board
	records := []trace.Record{{What: trace.Scan{Board: start}}}
	const minutes = 5
	to := [][2]rules.Square{{rules.G1, rules.F3}, {rules.B8, rules.C6}, {rules.F3, rules.G1}, {rules.C6, rules.B8}}
	for i, at := 0, 3*time.Second; at < minutes*time.Minute; i, at = i+1, at+200*time.Millisecond {
		records = append(records,
			trace.Record{At: at, What: trace.Change{Square: to[i%4][0], Is: sensors.Empty}},
			trace.Record{At: at + 60*time.Millisecond, What: trace.Change{Square: to[i%4][1], Is: sensors.Occupied}},
			trace.Record{At: at + 120*time.Millisecond, What: trace.Press{By: rules.Color(i % 2)}})
	}
	longest, told := time.Duration(0), 0
	err := d.Run(func(yield func(trace.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
			entries, _ := h.From(told)
			for _, e := range entries {
				if e.At > 4*time.Second { // the game has begun
					longest = max(longest, r.At-e.At)
				}
			}
			told += len(entries)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d records, %d entries told, %d syncs in %d minutes, told at most %v late", keep.appends, told, keep.syncs, minutes, longest)
	if longest > time.Second { // half a second, plus the time that a game needs to decide
		t.Errorf("something was told %v late", longest)
	}
	if told < 500 {
		t.Errorf("only %d entries prove nothing", told)
	}
	if most := 40 + minutes*60*4 + minutes*60/5; keep.syncs > most {
		t.Errorf("%d syncs in %d minutes, more than %d", keep.syncs, minutes, most)
	}
}

// However fast and long a game is played, its moves do not wait for the card; touches
// do.
func TestFastMovesAreToldAtOnce(t *testing.T) {
	d, h, keep := counted(t)
	board := performance(t, "clean", 1)[0].What.(trace.Scan).Board
	const (
		tick    = 10 * time.Millisecond
		ply     = 700 * time.Millisecond // 86 moves a minute of each player
		minutes = 4
	)
	to := [][2]rules.Square{{rules.G1, rules.F3}, {rules.B8, rules.C6}, {rules.F3, rules.G1}, {rules.C6, rules.B8}}
	n, moves, told, late := 0, 0, 0, time.Duration(0)
	err := d.Run(func(yield func(trace.Record, error) bool) {
		for at := time.Duration(0); at < minutes*time.Minute; at += tick {
			var what trace.What = trace.Scan{Board: board}
			if at > 3*time.Second {
				from, onto := to[n%4][0], to[n%4][1]
				switch at % ply {
				case 0:
					board[from], what = sensors.Empty, trace.Change{Square: from, Is: sensors.Empty}
				case 200 * time.Millisecond:
					board[onto], what = sensors.Occupied, trace.Change{Square: onto, Is: sensors.Occupied}
				case 400 * time.Millisecond:
					what = trace.Press{By: rules.Color(n % 2)}
					n++
				}
			}
			if !yield(trace.Record{At: at, What: what}, nil) {
				return
			}
			entries, _ := h.From(told)
			for _, e := range entries {
				if m, is := e.What.(reconcile.Made); is && m.Ply > 1 {
					moves++
					late = max(late, at-e.At)
				}
			}
			told += len(entries)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d moves, %d entries told, %d syncs, moves at most %v late", moves, told, keep.syncs, late)
	if late > tick {
		t.Errorf("a move was told %v after it was decided", late)
	}
	if moves < n-10 {
		t.Errorf("%d of %d moves told", moves, n)
	}
}

// Wherever in a session the disk becomes full, even as the next game begins: play goes
// on, and once there is room everything is kept, under the numbers that were published.
func TestDiskFullAnywhere(t *testing.T) {
	dir := smallDisk(t, "2m")
	records := performance(t, "clean", 1)
	at := records[len(records)-1].At
	again := []trace.Record{{At: at + time.Second, What: trace.Command{ID: "next", Do: trace.DoNewGame}}}
	for _, r := range records {
		r.At += at + 2*time.Second
		again = append(again, r)
	}
	for _, pages := range []int{0, 1, 4, 7} {
		state := filepath.Join(dir, fmt.Sprintf("hall-%d", pages))
		s := open(t, state, header, quiet)
		reserve := filepath.Join(state, "reserve")
		if pages%2 == 1 { // and without a reserve
			if err := os.Remove(reserve); err != nil {
				t.Fatal(err)
			}
		}
		empty := fill(t, dir, pages)
		if err := s.Loop.Run(all(records)); err != nil {
			t.Fatal(err)
		}
		if err := s.Loop.Run(all(again)); err != nil {
			t.Fatal(err)
		}
		empty()
		later := trace.Record{At: again[len(again)-1].At + 2*time.Minute, What: trace.Command{ID: "later", Do: trace.DoNote, What: "there is room"}}
		after := trace.Record{At: later.At + 2*time.Minute, What: trace.Press{By: rules.White}}
		if err := s.Loop.Run(all([]trace.Record{later, after})); err != nil {
			t.Fatal(err)
		}
		if got := alarmsOf(s.History); slices.Contains(got, alarms.NotKept) {
			t.Errorf("%d pages: there is room, and the alarms are %v", pages, got)
		}
		last, moves := s.History.Last(), s.History.State().Moves
		if len(moves) < 20 {
			t.Errorf("%d pages: %d moves in the second game: a full disk stopped it", pages, len(moves))
		}
		s.Store.Journal.Close()
		back := open(t, state, header, quiet)
		if now := back.History.Last(); now.Game != last.Game || now.Seq != last.Seq || !slices.Equal(back.History.State().Moves, moves) {
			t.Errorf("%d pages: %s %d with %d moves came back as %s %d with %d", pages, last.Game, last.Seq, len(moves), now.Game, now.Seq, len(back.History.State().Moves))
		}
		back.Store.Journal.Close()
		left, _ := filepath.Glob(filepath.Join(state, "*.new"))
		if len(left) > 0 {
			t.Errorf("%d pages: %v are left", pages, left)
		}
		if err := os.RemoveAll(state); err != nil {
			t.Fatal(err)
		}
	}
}

// However many commands somebody sends, they do not wear out the card either: each is
// kept before it is answered, and those that arrive between two syncs share the next
// one.
func TestBoundedCommands(t *testing.T) {
	d, _, keep := counted(t)
	start := performance(t, "clean", 1)[0].What.(trace.Scan).Board
	records := []trace.Record{{What: trace.Scan{Board: start}}}
	const seconds = 60
	for at := time.Second; at < seconds*time.Second; at += 10 * time.Millisecond {
		records = append(records, trace.Record{At: at, What: trace.Command{ID: at.String(), Do: trace.DoNote, What: "again"}})
	}
	if err := d.Run(all(records)); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d commands, %d syncs in %d s", len(records)-1, keep.syncs, seconds)
	if most := 40 + seconds*4 + 2; keep.appends != len(records) || keep.syncs > most {
		t.Errorf("%d of %d records, %d syncs in %d s, more than %d", keep.appends, len(records), keep.syncs, seconds, most)
	}
}
