package daemon_test

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon"
	"touchmove/daemon/hardware"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/rules/pgn"
	"touchmove/sensors"
	"touchmove/sensors/mcp23017"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/trace"
	"touchmove/sensors/wiring"
)

var header = trace.Header{
	Board: "hall-7", Start: rules.StartFEN, Laws: rules.FIDE2009, ScanHz: 200, WrittenBy: "v1",
}

var quiet = slog.New(slog.DiscardHandler)

// contacts is the table of a board whose contacts pull their lines to ground.
type contacts []rules.Square

func (wired contacts) Scan(c sensors.Counts, last sensors.Scan) sensors.Scan {
	var s sensors.Scan
	for channel, sq := range wired {
		switch c[channel] {
		case 0:
			s[sq] = sensors.Occupied
		case 1:
			s[sq] = sensors.Empty
		}
	}
	return s
}

// chipBoard is a board with the real drivers on simulated chips, accurate to the
// register.
type chipBoard struct {
	pins *chips.Board
	bus  *chips.Bus
}

func newChipBoard(t testing.TB) (*chipBoard, hardware.Board) {
	t.Helper()
	h := &chipBoard{pins: chips.NewBoard(), bus: chips.NewBus("I2C1")}
	squares := wiring.Natural(0)
	addrs := []uint16{0x20, 0x21, 0x22, 0x23}
	for i, addr := range addrs {
		h.bus.Attach(addr, chips.NewMCP23017(h.pins.Contacts(squares[16*i:16*i+16])))
	}
	dev, err := mcp23017.New(h.bus, mcp23017.Opts{Addrs: addrs})
	if err != nil {
		t.Fatal(err)
	}
	return h, hardware.Board{Board: scan.NewBoard(contacts(squares), 5*time.Millisecond, dev)}
}

// games returns the first n games that simulated boards play here.
func games(t testing.TB, n int) []sim.Game {
	t.Helper()
	f, err := os.Open("../sensors/sim/simboard/games/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []sim.Game
	for g, err := range pgn.NewReader(f).All() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, sim.FromPGN(g))
	}
	return list[:n]
}

func style(t testing.TB, name string) sim.Style {
	t.Helper()
	for _, s := range sim.Styles() {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no style %q", name)
	return sim.Style{}
}

// until stops a board's records after one that has reached this time.
func until(records iter.Seq2[trace.Record, error], at time.Duration, stop func()) iter.Seq2[trace.Record, error] {
	return func(yield func(trace.Record, error) bool) {
		for r, err := range records {
			if !yield(r, err) {
				return
			}
			if r.At >= at {
				stop()
				return
			}
		}
	}
}

// lines returns a history as text.
func lines(h *daemon.History) string {
	var b strings.Builder
	told, _ := h.From(0)
	for _, t := range told {
		fmt.Fprintf(&b, "%s %d %s ", t.Game, t.Seq, t.Time.Format(time.RFC3339Nano))
		b.Write(t.Event.AppendJSON(nil))
		b.WriteByte('\n')
	}
	return b.String()
}

func open(t testing.TB, dir string, h trace.Header, log *slog.Logger) *daemon.Session {
	t.Helper()
	s, err := daemon.OpenSession(dir, "hall-7", h, time.Date(2026, 11, 21, 18, 22, 0, 0, time.UTC), log)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// newBoard makes a board whose journal has this name.
func newBoard(t testing.TB, id string) *eventlog.Board {
	t.Helper()
	b, err := eventlog.New(header, eventlog.Journal{ID: id})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func made(h *daemon.History) (moves []string) {
	told, _ := h.From(0)
	var state eventlog.State
	for _, t := range told {
		state.Apply(t)
	}
	for _, m := range state.Moves {
		moves = append(moves, m.UCI)
	}
	return moves
}

// What a live board publishes is, byte for byte, what its journal gives when it is
// replayed, through a recovery in the middle and at the end.
func TestLiveIsReplay(t *testing.T) {
	played := games(t, 1)
	for _, name := range []string{"blitz", "noisy"} {
		t.Run(name, func(t *testing.T) {
			// play runs a daemon on the directory until that time.
			play := func(dir string, at time.Duration) (told string, moves []string) {
				h, board := newChipBoard(t)
				s := open(t, dir, header, quiet)
				hands, err := simboard.NewHands(simboard.Play{Games: played, Style: style(t, name), Seed: 3}, h.pins, s.Last, s.Done)
				if err != nil {
					t.Fatal(err)
				}
				board.Hands, board.Simulation, board.Period = hands, simboard.NewSimulation(1e9), 10*time.Millisecond
				ctx, stop := context.WithCancel(t.Context())
				defer stop()
				live := daemon.NewLive(board, s.Last, nil, nil)
				if err := s.Loop.Run(until(live.Records(ctx, s.Loop), at, stop)); err != nil {
					t.Fatal(err)
				}
				if err := s.Store.Journal.Close(); err != nil {
					t.Fatal(err)
				}
				return lines(s.History), made(s.History)
			}
			const short, long = time.Minute, 2 * time.Minute
			dir := t.TempDir()
			first, _ := play(dir, short)
			resumed := open(t, dir, header, quiet)
			// Every game has a journal, and only the last one is published again.
			last := lines(resumed.History)
			if from := strings.Index(first, last[:strings.Index(last, " ")]); last != first[max(from, 0):] {
				t.Fatalf("the journal tells otherwise than live play did\n%s", diff(first[max(from, 0):], last))
			}
			resumed.Store.Journal.Close()
			whole, moves := play(dir, long)
			if !strings.HasPrefix(whole, last) {
				t.Errorf("after a restart the beginning is told otherwise\n%s", diff(last, whole))
			}
			if len(moves) == 0 && name == "blitz" || strings.Count(whole, "\n") < 5 {
				t.Errorf("little was seen in %v:\n%s", long, whole)
			}
		})
	}
}

// diff returns the first line in which two histories differ.
func diff(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			if i >= len(b) {
				return fmt.Sprintf("line %d\nwant %s\nand there are only %d", i+1, a[i], len(b))
			}
			return fmt.Sprintf("line %d\nwant %s\ngot  %s", i+1, a[i], b[i])
		}
	}
	return "no difference"
}

// A real board is scanned in real time: here in a synctest bubble, so that hours take
// no time and nothing depends on the speed of the machine.
func TestRealTime(t *testing.T) {
	const rest = 20 * time.Second
	synctest.Test(t, func(t *testing.T) {
		h, board := newChipBoard(t)
		ctx, stop := context.WithCancel(t.Context())
		var start sensors.Scan
		for sq := range start {
			start[sq] = sensors.Empty
			if sq < 16 || sq >= 48 {
				start[sq] = sensors.Occupied
			}
		}
		h.pins.Set(start)
		s := open(t, t.TempDir(), header, quiet)
		presses := make(chan scan.Press, 1)
		live := daemon.NewLive(board, s.Last, presses, nil)
		done := make(chan error)
		go func() { done <- s.Loop.Run(live.Records(ctx, s.Loop)) }()
		time.Sleep(rest) // nothing happens for a long while
		h.pins.SetSquare(rules.E2, sensors.Empty)
		time.Sleep(700 * time.Millisecond)
		h.pins.SetSquare(rules.E4, sensors.Occupied)
		time.Sleep(time.Second)
		presses <- scan.Press{By: rules.White, At: time.Now()}
		time.Sleep(2 * time.Second)
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(made(s.History), " "); got != "e2e4" {
			t.Errorf("moves %q", got)
		}
		told, _ := s.History.From(0)
		for _, e := range told {
			if m, ok := e.What.(reconcile.Made); ok {
				after := m.Released - rest - 700*time.Millisecond
				if after < 0 || after > 10*time.Millisecond { // two scans
					t.Errorf("the piece was let go at %v", m.Released)
				}
				if e.At < m.Released || e.At > m.Released+time.Second+20*time.Millisecond {
					t.Errorf("the move of %v was told at %v", m.Released, e.At)
				}
			}
		}
		if err := s.Store.Journal.Close(); err != nil {
			t.Fatal(err)
		}
		_, kept, err := journal.Open(journal.OS{}, s.Store.Journal.Path())
		if err != nil {
			t.Fatal(err)
		}
		if n := len(kept.Records); n > 30 {
			for _, r := range kept.Records[:20] {
				t.Log(string(trace.AppendRecord(nil, r)))
			}
			t.Errorf("a rest and one move made %d records", n)
		}
	})
}

// A chip that stops answering makes its squares unknown. The log reports it once, and
// once more when it has recovered.
func TestSilentChip(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, board := newChipBoard(t)
		var log bytes.Buffer
		s := open(t, t.TempDir(), header, slog.New(slog.NewTextHandler(&log, nil)))
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- s.Loop.Run(daemon.NewLive(board, 0, nil, nil).Records(ctx, s.Loop)) }()
		time.Sleep(time.Second)
		h.bus.Unplug(0x21)
		time.Sleep(10 * time.Second)
		h.bus.Plug(0x21)
		time.Sleep(10 * time.Second)
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		s.Store.Journal.Close()
		_, kept, err := journal.Open(journal.OS{}, s.Store.Journal.Path())
		if err != nil {
			t.Fatal(err)
		}
		unknown, back := 0, 0
		for _, r := range kept.Records {
			if c, ok := r.What.(trace.Change); ok {
				if c.Square < rules.A3 || c.Square > rules.H4 {
					t.Errorf("%v changed and its chip is well", c.Square)
				}
				if c.Is == sensors.Unknown {
					unknown++
				} else {
					back++
				}
			}
		}
		if unknown != 16 || back != 16 {
			t.Errorf("%d squares became unknown and %d came back, of 16", unknown, back)
		}
		text := log.String()
		if n := strings.Count(text, "do not answer"); n != 1 || !strings.Contains(text, "0x21 on I2C1") {
			t.Errorf("the log tells of it %d times:\n%s", n, text)
		}
		if n := strings.Count(text, "answer again"); n != 1 {
			t.Errorf("the log tells %d times that it is well:\n%s", n, text)
		}
	})
}

// stuck is a bus on which every transfer takes a second and then fails, as on Linux
// when a line is held down.
type stuck struct{}

func (stuck) Read(into sensors.Counts) error {
	time.Sleep(time.Second)
	for i := range into {
		into[i] = sensors.Lost
	}
	return fmt.Errorf("mcp23017 0x20 on I2C2: connection timed out")
}
func (stuck) Channels() int  { return 16 }
func (stuck) String() string { return "mcp23017 0x20 on I2C2" }

// A stuck bus does not hold up the others, nor commands.
func TestStuckBus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, board := newChipBoard(t)
		board.Buses = append(board.Buses, scan.BusOf(stuck{}))
		s := open(t, t.TempDir(), header, quiet)
		requests := make(chan broadcast.Request, 1)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- s.Loop.Run(daemon.NewLive(board, 0, nil, requests).Records(ctx, s.Loop)) }()
		time.Sleep(10 * time.Second)
		h.pins.SetSquare(rules.E4, sensors.Occupied)
		asked := time.Now()
		answered := make(chan time.Duration, 1)
		requests <- broadcast.Request{
			Command: trace.Command{ID: "1", Do: trace.DoNote, What: "arrived"},
			Answer: func(a broadcast.Answer) {
				if !a.OK {
					t.Errorf("answer %+v", a)
				}
				answered <- time.Since(asked)
			},
		}
		if took := <-answered; took > 300*time.Millisecond {
			t.Errorf("a command waited %v for a stuck bus", took)
		}
		time.Sleep(time.Second) // the scan that was in progress may have read the square before
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		s.Store.Journal.Close()
		text, err := os.ReadFile(s.Store.Journal.Path())
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(text, []byte(`"square":"e4","is":"occupied"`)) {
			t.Error("the other bus was not read")
		}
		time.Sleep(2 * time.Second) // the transfer that cannot be cancelled
	})
}
