package sim_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/internal/goldentest"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim"
	"touchmove/sensors/trace"
)

func isChange(r trace.Record) bool {
	_, ok := r.What.(trace.Change)
	return ok
}

// At every level, a trace is the same after writing and reading as before.
func TestTraceCanBeReadBack(t *testing.T) {
	for _, s := range sim.Styles() {
		p := played(t, s, 3)
		var b bytes.Buffer
		if err := p.Trace(&b); err != nil {
			t.Fatal(err)
		}
		r, err := trace.NewReader(&b)
		if err != nil {
			t.Fatalf("level %s: %v", s.Name, err)
		}
		if h := r.Header(); h.Start != p.Header().Start || h.Sensing != p.Header().Sensing || h.ScanHz != p.Header().ScanHz {
			t.Errorf("level %s: header %+v, want %+v", s.Name, h, p.Header())
		}
		for want := range p.Records() {
			got, err := r.Next()
			if err != nil {
				t.Fatalf("level %s: %v", s.Name, err)
			}
			if got.At != want.At || !reflect.DeepEqual(got.What, want.What) {
				t.Fatalf("level %s: read %v, want %v", s.Name, got, want)
			}
		}
		if _, err := r.Next(); !errors.Is(err, io.EOF) {
			t.Errorf("level %s: after the last record comes %v", s.Name, err)
		}
	}
}

// Records come from scans: the times between changes are multiples of the scan
// period, every change is new, and what it says was true of the signal at some
// moment of that scan.
func TestScansSeeOnlyWhatWasThere(t *testing.T) {
	for _, s := range sim.Styles() {
		for seed := range uint64(4) {
			p := played(t, s, seed)
			period := int64(1000000 / p.Header().ScanHz)
			var bySquare [64][]sim.Signal
			for sq := range bySquare {
				bySquare[sq] = []sim.Signal{{Square: rules.Square(sq), Is: p.First()[sq]}}
			}
			for _, sig := range p.Signals() {
				list := bySquare[sig.Square]
				if last := list[len(list)-1]; sig.AtUS < last.AtUS || sig.Is == last.Is {
					t.Fatalf("level %s: signal %v after %v", s.Name, sig, last)
				}
				bySquare[sig.Square] = append(list, sig)
			}
			board := p.First()
			phase := int64(-1)
			var before time.Duration
			for r := range p.Records() {
				if r.At < before {
					t.Fatalf("level %s: a record at %v after one at %v", s.Name, r.At, before)
				}
				before = r.At
				switch w := r.What.(type) {
				case trace.Scan:
					if w.Board != board {
						t.Fatalf("level %s: a whole scan at %v shows\n%v, but the changes lead to\n%v", s.Name, r.At, w.Board, board)
					}
				case trace.Change:
					at := r.At.Microseconds()
					if phase < 0 {
						phase = at % period
					}
					if at%period != phase {
						t.Fatalf("level %s: a change at %d us is between two scans of %d us", s.Name, at, period)
					}
					if board[w.Square] == w.Is {
						t.Fatalf("level %s: at %v %v changes to %v and was that", s.Name, r.At, w.Square, w.Is)
					}
					board[w.Square] = w.Is
					from := at - period
					for _, f := range p.Truth().Faults {
						if f.Kind == "no-scans" && *f.FromUS <= at && at <= f.ToUS+period {
							from = *f.FromUS - period
						}
					}
					if !was(bySquare[w.Square], from, at, w.Is) {
						t.Fatalf("level %s: at %v %v reads %v, which its signal was not during that scan", s.Name, r.At, w.Square, w.Is)
					}
				}
			}
		}
	}
}

// was reports whether a signal had a state at some moment between two times.
func was(list []sim.Signal, from, to int64, is sensors.State) bool {
	for i, sig := range list {
		until := int64(1) << 62
		if i+1 < len(list) {
			until = list[i+1].AtUS
		}
		if sig.Is == is && sig.AtUS <= to && until > from {
			return true
		}
	}
	return false
}

// On a perfect board that nobody has swept, the last reading is the last position.
func TestCleanBoardEndsInTheFinalPosition(t *testing.T) {
	s, err := sim.StyleByName("clean")
	if err != nil {
		t.Fatal(err)
	}
	from := suited(t, s)
	for seed := range uint64(10) {
		p := played(t, s, seed)
		var board sensors.Scan
		for r := range p.Records() {
			switch w := r.What.(type) {
			case trace.Scan:
				board = w.Board
			case trace.Change:
				board[w.Square] = w.Is
			}
		}
		g := from[int(seed)%len(from)]
		pos := g.Start
		for _, m := range g.Moves {
			pos = pos.After(m)
		}
		if board.Full() != pos.Occupied() {
			t.Errorf("seed %d: the board ends with %v, the game with %v", seed, board.Full(), pos.Occupied())
		}
	}
}

// Every machine makes the same bytes: the sums were taken on amd64.
func TestGoldenSums(t *testing.T) {
	var b strings.Builder
	for _, s := range sim.Styles() {
		p := played(t, s, 1)
		sum := sha256.New()
		if err := p.Trace(sum); err != nil {
			t.Fatal(err)
		}
		if err := p.Truth().WriteJSON(sum); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %x\n", s.Name, sum.Sum(nil))
	}
	const file = "testdata/seed1.sha256"
	goldentest.Check(t, file, b.String())
}

func TestKingsTellTheResult(t *testing.T) {
	s, err := sim.StyleByName("session")
	if err != nil {
		t.Fatal(err)
	}
	s.Kings = 1000
	seen := map[string]int{}
	for seed := range uint64(20) {
		truth := perform(t, s, suited(t, s), seed).Truth()
		for _, n := range truth.Incidents {
			if n.Kind != sim.IncidentKings {
				continue
			}
			light := 0
			for _, name := range n.Squares {
				if name != "e4" && name != "d5" && name != "d4" && name != "e5" {
					t.Errorf("seed %d: a king on %s", seed, name)
				}
				if name == "e4" || name == "d5" {
					light++
				}
			}
			if want := map[string]int{"1-0": 2, "1/2-1/2": 1, "0-1": 0}[n.Result]; light != want {
				t.Errorf("seed %d: %s with kings on %v", seed, n.Result, n.Squares)
			}
			seen[n.Result]++
		}
	}
	if len(seen) != 3 {
		t.Errorf("results shown: %v, want all three", seen)
	}
}

func TestPerformRefuses(t *testing.T) {
	club, err := sim.StyleByName("club")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sim.Perform(nil, club, 1); err == nil {
		t.Error("no game at all was played")
	}
	g := games(t, "games-otb.pgn")[0]
	g.Moves = append([]rules.Move{g.Moves[1]}, g.Moves...)
	if _, err := sim.Perform([]sim.Game{g}, club, 1); !errors.Is(err, rules.ErrIllegalMove) || !strings.Contains(err.Error(), "ply 1") {
		t.Errorf("an illegal first move gives %v, want ErrIllegalMove and the ply", err)
	}
	nowhere := club
	nowhere.Paces = []string{"lightning"}
	if _, err := sim.Perform(games(t, "games-otb.pgn")[:1], nowhere, 1); err == nil || !strings.Contains(err.Error(), "bullet") {
		t.Errorf("an unknown pace gives %v, want an error that names the paces", err)
	}
}

// Performances are consistent whatever the seed, the game and the level.
func FuzzPerform(f *testing.F) {
	for i := range sim.Styles() {
		f.Add(uint64(i)*7919, uint8(i), uint8(i*5))
	}
	all := append(games(f, "games-otb.pgn"), games(f, "games-chess960.pgn")...)
	f.Fuzz(func(t *testing.T, seed uint64, level, game uint8) {
		styles := sim.Styles()
		s := styles[int(level)%len(styles)]
		g := all[int(game)%len(all)]
		play := slices.Repeat([]sim.Game{g}, s.Games)
		p, err := sim.Perform(play, s, seed)
		if err != nil {
			t.Fatalf("level %s, game %d, seed %d: %v", s.Name, int(game)%len(all), seed, err)
		}
		if err := p.Trace(io.Discard); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkPerform(b *testing.B) {
	s, err := sim.StyleByName("hard")
	if err != nil {
		b.Fatal(err)
	}
	from := suited(b, s)
	for i := range b.N {
		perform(b, s, from, uint64(i))
	}
}
