package daemon_test

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/daemon/store"
	"touchmove/eventlog"
	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim"
	"touchmove/sensors/trace"
)

// performance returns a played game as a trace.
func performance(t *testing.T, name string, seed uint64) []trace.Record {
	t.Helper()
	p, err := sim.Perform(games(t, 1), style(t, name), seed)
	if err != nil {
		t.Fatal(err)
	}
	records := slices.Collect(p.Records())
	return records[:len(records)-1] // a live board has no end
}

// all returns a sequence of records without errors.
func all(records []trace.Record) iter.Seq2[trace.Record, error] {
	return func(yield func(trace.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// Whatever length a power cut leaves of a journal, what is published after it is a
// prefix of what was published before, with the same numbers, and the rest of the game
// follows as if nothing had happened.
func TestCutJournal(t *testing.T) {
	records := performance(t, "clean", 1)
	records = records[:40]
	dir := t.TempDir()
	s := open(t, dir, header, quiet)
	if err := s.Loop.Run(all(records)); err != nil {
		t.Fatal(err)
	}
	whole := lines(s.History)
	if err := s.Store.Journal.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(s.Store.Journal.Path())
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(s.Store.Journal.Path())
	head := bytes.IndexByte(text, '\n') + 1
	dice := rand.New(rand.NewPCG(1, 1))
	for range 12 {
		n := head + dice.IntN(len(text)-head+1)
		cut := t.TempDir()
		if err := os.WriteFile(filepath.Join(cut, name), text[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		again := open(t, cut, header, quiet)
		if got := lines(again.History); !strings.HasPrefix(whole, got) {
			t.Fatalf("cut at byte %d\n%s", n, diff(whole, got))
		}
		kept := bytes.Count(text[:n], []byte{'\n'}) - 1
		if n < len(text) && text[n] == '\n' {
			kept++ // the record is complete, only its end of line is missing
		}
		if err := again.Loop.Run(all(records[kept:])); err != nil {
			t.Fatal(err)
		}
		if got := lines(again.History); got != whole {
			t.Fatalf("cut at byte %d, then the rest\n%s", n, diff(whole, got))
		}
		if err := again.Store.Journal.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// failing stores records until it fails.
type failing struct {
	appends, syncs int // this many succeed
}

var errDisk = errors.New("no space left on device")

func (f *failing) Append(trace.Record) error {
	if f.appends--; f.appends < 0 {
		return errDisk
	}
	return nil
}

func (f *failing) Sync() error {
	if f.syncs--; f.syncs < 0 {
		return errDisk
	}
	return nil
}

// What could not be stored is published after an alarm, and play goes on.
func TestDiskFails(t *testing.T) {
	records := performance(t, "clean", 1)[:40]
	run := func(keep journal.Keeper) (*daemon.History, error) {
		g := newBoard(t, "s")
		h := store.NewHistory(g)
		return h, daemon.NewBoardLoop(g, keep, h, quiet).Run(all(records))
	}
	h, err := run(&failing{appends: 1 << 20, syncs: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	whole := lines(h)
	g, err := reconcile.NewGame(header)
	if err != nil {
		t.Fatal(err)
	}
	// after[n] is the number of entries after n steps that decided something.
	after := []int{0}
	for _, r := range records {
		events, err := g.Step(r)
		if err != nil {
			t.Fatal(err)
		}
		if len(events) > 0 {
			after = append(after, after[len(after)-1]+len(events))
		}
	}
	if len(after) < 10 {
		t.Fatalf("only %d records decided something", len(after))
	}
	// Play goes on, and everything is published; what could not be stored, and only
	// that, comes after the alarm that says so.
	check := func(what string, kept int, h *daemon.History, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		told, _ := h.From(0)
		alarm := slices.IndexFunc(told, func(e eventlog.Entry) bool { _, is := e.What.(eventlog.Keeping); return is })
		before := 0 // events, without the entries for consoles
		for _, e := range told[:max(alarm, 0)] {
			switch e.What.(type) {
			case eventlog.Opened, eventlog.Ringing, eventlog.Desk:
			default:
				before++
			}
		}
		if alarm < 0 || before > kept {
			t.Fatalf("%s: the alarm is behind %d events, and %d were kept", what, before, kept)
		}
		if k := told[alarm].What.(eventlog.Keeping); k.How != eventlog.NotKept || !strings.Contains(k.Why, errDisk.Error()) {
			t.Fatalf("%s: the alarm is %+v", what, k)
		}
		var rest strings.Builder
		for i, line := range strings.SplitAfter(lines(h), "\n") {
			if i != alarm {
				rest.WriteString(line)
			}
		}
		if rest.String() != whole {
			t.Fatalf("%s: play did not go on\n%s", what, diff(whole, rest.String()))
		}
		var state eventlog.State
		for _, e := range told {
			state.Apply(e)
		}
		if rings := state.Alarms(); len(rings) == 0 || rings[0].ID != alarms.NotKept || !rings[0].Urgent {
			t.Fatalf("%s: rings %+v", what, rings)
		}
	}
	for syncs := range len(after) - 1 {
		h, err := run(&failing{appends: 1 << 20, syncs: syncs})
		check(fmt.Sprintf("after %d syncs", syncs), after[syncs], h, err)
	}
	for appends := range 20 {
		h, err := run(&failing{appends: appends, syncs: 0})
		check(fmt.Sprintf("after %d records", appends), after[0], h, err)
	}
}

// What is published is what the game knows: the state that a publisher makes from the
// events is the record of the game, whatever happened on the board.
func TestStateIsTheRecord(t *testing.T) {
	for _, s := range sim.Styles() {
		if s.Variant != rules.Standard || s.Polarity {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			g := newBoard(t, "s")
			h := store.NewHistory(g)
			d := daemon.NewBoardLoop(g, nil, h, quiet)
			var state eventlog.State
			read := 0
			records := performance(t, s.Name, 2)
			for i := range records[:min(len(records), 300)] {
				if err := d.Run(all(records[i : i+1])); err != nil {
					t.Fatal(err)
				}
				told, _ := h.From(read)
				for _, e := range told {
					state.Apply(e)
				}
				if read += len(told); len(told) == 0 {
					continue
				}
				played := g.Game().Games()[len(g.Game().Games())-1]
				var want, got []string
				for _, m := range played.Moves {
					want = append(want, m.UCI)
				}
				for _, m := range state.Moves {
					got = append(got, m.UCI)
				}
				if !slices.Equal(got, want) || state.FEN() != g.Game().Position().FEN() {
					t.Fatalf("at %v: told\n%v\n%s\nknown\n%v\n%s", records[i].At, got, state.FEN(), want, g.Game().Position().FEN())
				}
			}
		})
	}
}

// Another version of the program publishes everything again, with numbers above all
// earlier ones, and only once.
func TestAnotherVersion(t *testing.T) {
	records := performance(t, "clean", 1)[:40]
	dir := t.TempDir()
	s := open(t, dir, header, quiet)
	if err := s.Loop.Run(all(records)); err != nil {
		t.Fatal(err)
	}
	before := s.History.Last()
	s.Store.Journal.Close()
	newer := header
	newer.WrittenBy = "v2"
	var last eventlog.Entry
	for i := range 3 {
		s := open(t, dir, newer, quiet)
		told, _ := s.History.From(0)
		for _, e := range told {
			if e.Seq <= before.Seq {
				t.Fatalf("start %d: %+v does not replace seq %d", i, e, before.Seq)
			}
		}
		if last = s.History.Last(); last.Game != before.Game || last.Seq != before.Seq+eventlog.Leap {
			t.Errorf("start %d ends with %s %d, before it was %s %d", i, last.Game, last.Seq, before.Game, before.Seq)
		}
		if got, want := made(s.History), len(made(s.History)); len(got) != want {
			t.Errorf("start %d: moves %v", i, got)
		}
		s.Store.Journal.Close()
	}
	s = open(t, dir, header, quiet) // and back
	if again := s.History.Last(); again.Seq <= last.Seq {
		t.Errorf("back to the older version: seq %d after %d", again.Seq, last.Seq)
	}
	s.Store.Journal.Close()
}

// When the configuration changes, the current game goes on as it began. The next game,
// and any game after a change of sensing, has its own journal.
func TestConfigurationChanges(t *testing.T) {
	later := header
	later.Laws = rules.FIDE2023
	polar := header
	polar.Sensing = sensors.Polarity
	decided := header
	decided.ClaimsDecided = true
	played := performance(t, "clean", 1)[:40]
	over := trace.Record{What: trace.Command{Do: trace.DoResult, Result: "1-0"}}
	for _, c := range []struct {
		name    string
		records int
		result  bool
		header  trace.Header
		goesOn  bool
	}{
		{"the same", 40, true, header, true},
		{"other laws, in a game", 40, false, later, true},
		{"other laws, after it", 40, true, later, false},
		{"other laws, before it", 0, false, later, false},
		{"a version that decides claims, in a game", 40, false, decided, true},
		{"a version that decides claims, after it", 40, true, decided, false},
		{"other sensors", 40, false, polar, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			s := open(t, dir, header, quiet)
			records := slices.Clone(played[:c.records])
			if c.result {
				over.At = records[len(records)-1].At
				records = append(records, over)
			}
			if err := s.Loop.Run(all(records)); err != nil {
				t.Fatal(err)
			}
			s.Store.Journal.Close()
			again, err := daemon.OpenSession(dir, "hall-7", c.header, time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC), quiet)
			if err != nil {
				t.Fatal(err)
			}
			defer again.Store.Journal.Close()
			if goesOn := again.Store.Journal.Path() == s.Store.Journal.Path(); goesOn != c.goesOn {
				t.Errorf("goes on: %v, want %v", goesOn, c.goesOn)
			}
		})
	}
}
