package daemon_test

import (
	"fmt"
	"hash/maphash"
	"path/filepath"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/sim"
	"touchmove/sensors/trace"
)

// shortGame returns the records of some moves, and of the arbiter's command with the
// result.
func shortGame(t *testing.T) []trace.Record {
	t.Helper()
	g := games(t, 1)[0]
	g.Moves, g.Result = g.Moves[:12], "1/2-1/2"
	p, err := sim.Perform([]sim.Game{g}, style(t, "clean"), 1)
	if err != nil {
		t.Fatal(err)
	}
	var list []trace.Record
	for r := range p.Records() {
		if _, end := r.What.(trace.End); !end {
			list = append(list, r)
		}
	}
	end := list[len(list)-1].At + time.Second
	return append(list, trace.Record{At: end, What: trace.Command{Do: trace.DoResult, Result: "1/2-1/2", By: "arbiter"}})
}

// reader folds what it reads into a number, so that two readers of the same entries
// have the same number.
type reader struct {
	cursor *broadcast.Cursor
	sum    uint64
	read   int
}

var seed = maphash.MakeSeed()

func (r *reader) catchUp() {
	entries, _ := r.cursor.Next()
	for _, e := range entries {
		r.sum = maphash.String(seed, fmt.Sprintf("%x %s %d %s %v", r.sum, e.Game, e.Seq, e.What.Name(), e.At))
	}
	r.read += len(entries)
}

// After the first of two hundred games at one board, memory and goroutines stay as they
// are. A reader that reads at once, late or with one of two delays gets every entry.
func TestMemoryIsFlat(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	synctest.Test(t, func(t *testing.T) {
		const many = 200
		game := shortGame(t)
		length := game[len(game)-1].At + 30*time.Second
		dir := t.TempDir()
		s := open(t, dir, header, quiet)
		defer s.Store.Journal.Close()
		source, early, err := daemon.Forgetting(s, filepath.Join(dir, "shown.json"), 2*length, broadcast.RealTime{})
		if err != nil {
			t.Fatal(err)
		}
		second := broadcast.NewDelayed(s.History, broadcast.Delay{By: 15 * length, Clock: broadcast.RealTime{}, Keep: func(broadcast.Shown) error { return nil }})
		go early.Run(t.Context(), quiet)
		go second.Run(t.Context(), quiet)
		synctest.Wait()
		live, late := reader{cursor: source.Follow()}, reader{cursor: s.History.Follow()}
		delayed := []*reader{{cursor: early.Follow()}, {cursor: second.Follow()}}
		var first runtime.MemStats
		most, goroutines := 0, 0
		for n := range many {
			for _, r := range game {
				r.At += time.Duration(n) * length
				if err := s.Loop.Run(all([]trace.Record{r})); err != nil {
					t.Fatal(err)
				}
				live.catchUp()
			}
			time.Sleep(length)
			synctest.Wait()
			for _, r := range delayed {
				r.catchUp()
			}
			source.CatchUp()
			if err := source.Settle(live.read); err != nil {
				t.Fatal(err)
			}
			if n%10 == 9 { // its connection was down for ten games
				late.catchUp()
				if late != (reader{late.cursor, live.sum, live.read}) {
					t.Fatalf("after game %d, who was away has read %d entries of %d, or others", n+1, late.read, live.read)
				}
			}
			if state := s.History.State(); state.Ply() != 12 || state.Result.Result != "1/2-1/2" {
				t.Fatalf("game %d stands at ply %d, %s", n+1, state.Ply(), state.Result.Result)
			}
			if n == 39 {
				goroutines, most = runtime.NumGoroutine(), s.History.Held()
				runtime.GC()
				runtime.ReadMemStats(&first)
			}
		}
		time.Sleep(20 * length)
		synctest.Wait()
		for i, r := range delayed {
			if r.catchUp(); r.sum != live.sum || r.read != live.read {
				t.Errorf("delay %d has shown %d entries of %d, or others", i+1, r.read, live.read)
			}
		}
		if games := live.read / many; s.History.Held() > 2*games {
			t.Errorf("%d entries are held, of %d in %d games", s.History.Held(), live.read, many)
		}
		var last runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&last)
		grown := int64(last.HeapAlloc) - int64(first.HeapAlloc)
		t.Logf("%d entries, %d held after 40 games and %d after %d; the heap has grown by %d kB from %d kB", live.read, most, s.History.Held(), many, grown>>10, first.HeapAlloc>>10)
		if grown > 256<<10 {
			t.Errorf("the heap has grown from %d to %d bytes", first.HeapAlloc, last.HeapAlloc)
		}
		if n := runtime.NumGoroutine(); n > goroutines {
			t.Errorf("%d goroutines, %d after 40 games", n, goroutines)
		}
	})
}

// Entries that a reader still has to read are held for as long as it takes, and dropped
// once they were read.
func TestOwedEntriesStay(t *testing.T) {
	l := broadcast.NewLog()
	l.Keep(1 << 40)
	first, second := l.Follow(0), l.Follow(0)
	watch := l.Watch()
	entry := func(n int) eventlog.Entry {
		return eventlog.Entry{Seq: uint64(n), Event: reconcile.Event{What: eventlog.Unread{Squares: rules.Squares(n)}}}
	}
	for n := range 1000 {
		l.Append(entry(n))
		if entries, _ := first.Next(); len(entries) != 1 || entries[0].Seq != uint64(n) {
			t.Fatalf("at entry %d, %v is new", n, entries)
		}
	}
	if l.Held() != 1000 {
		t.Errorf("%d entries are held, and one reader needs 1000", l.Held())
	}
	second.Release(900)
	if l.Held() != 100 || l.End() != 1000 || second.Position() != 900 {
		t.Errorf("%d entries are held up to %d, and one reader needs those from %d on", l.Held(), l.End(), second.Position())
	}
	if entries, _ := watch.Next(); len(entries) != 100 || entries[0].Seq != 900 {
		t.Errorf("who watches reads %d entries, not the 100 that are there", len(entries))
	}
	second.Close()
	if l.Append(entry(1000)); l.Held() != 1 {
		first.Next()
		if l.Held() != 0 {
			t.Errorf("%d entries are held, and nobody needs them", l.Held())
		}
	}
}
