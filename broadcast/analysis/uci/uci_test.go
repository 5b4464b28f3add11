package uci_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast/analysis/uci"
	"touchmove/broadcast/analysis/uci/ucitest"
	"touchmove/rules"
)

func TestMain(m *testing.M) {
	ucitest.Main()
	os.Exit(m.Run())
}

func start(t *testing.T, kind string, options ...uci.Option) (*uci.Engine, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	e, err := uci.Start(ctx, os.Args[0], ucitest.Args(kind), options)
	if err == nil {
		t.Cleanup(e.Close)
	}
	return e, err
}

var short = uci.Limits{Time: 50 * time.Millisecond, Nodes: 1000, Depth: 8}

func TestSearch(t *testing.T) {
	for _, c := range []struct {
		kind  string
		score uci.Value
	}{
		{ucitest.Good, uci.Value{Centipawns: 35}},
		{ucitest.Garbage, uci.Value{Centipawns: 35}},
		{ucitest.MatesSoon, uci.Value{Mate: 2}},
	} {
		e, err := start(t, c.kind, uci.Option{Name: "Hash", Value: "4"})
		if err != nil {
			t.Fatalf("%s: %v", c.kind, err)
		}
		for range 2 {
			info, err := e.Search(t.Context(), rules.StartFEN, short)
			if err != nil || info.Value != c.score || info.Depth != 8 || info.Nodes != 4711 || len(info.Line) != 1 {
				t.Errorf("%s: found %+v, %v", c.kind, info, err)
			}
		}
		if e.Name() != "Fake Engine 1" || !e.Has("UCI_Chess960") || e.Has("Threads") {
			t.Errorf("%s: it is called %q", c.kind, e.Name())
		}
	}
}

// Implausible lines are ignored: bounds, impossible scores, further variations.
func TestLies(t *testing.T) {
	e, err := start(t, ucitest.Lies)
	if err != nil {
		t.Fatal(err)
	}
	info, err := e.Search(t.Context(), rules.StartFEN, short)
	if err != nil || info.Value.Centipawns != 34 || !slices.Equal(info.Line, []string{"a1a1", "zz", "e2e5"}) {
		t.Errorf("found %+v, %v", info, err)
	}
}

func TestProgramsThatAreNoEngines(t *testing.T) {
	for _, c := range []struct{ path, says string }{{"/nowhere/engine", "no such file"}, {"/bin/true", "does not speak UCI"}} {
		_, err := uci.Start(t.Context(), c.path, nil, nil)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), c.path) {
			t.Errorf("%s: error %v does not say %q", c.path, err, c.says)
		}
	}
	for _, kind := range []string{ucitest.Mute, ucitest.NoUCI} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		if _, err := uci.Start(ctx, os.Args[0], ucitest.Args(kind), nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if _, err := start(t, ucitest.Good, uci.Option{Name: "Threads", Value: "2"}); err == nil || !strings.Contains(err.Error(), `no option "Threads"`) {
		t.Errorf("an option that it does not have: %v", err)
	}
}

// If an engine fails, the error says how and is final, and no process is left.
func TestEnginesThatFail(t *testing.T) {
	for _, c := range []struct {
		kind string
		want error
	}{{ucitest.Crashes, uci.ErrEnded}, {ucitest.Endless, uci.ErrTooLong}, {ucitest.Hangs, uci.ErrSilent}, {ucitest.Stubborn, uci.ErrSilent}} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			e, err := start(t, c.kind)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := e.Search(t.Context(), rules.StartFEN, short); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if _, err := e.Search(t.Context(), rules.StartFEN, short); !errors.Is(err, c.want) {
				t.Errorf("used again: %v", err)
			}
		})
	}
	e, err := start(t, ucitest.Dies)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Search(t.Context(), rules.StartFEN, short); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Search(t.Context(), rules.StartFEN, short); !errors.Is(err, uci.ErrEnded) {
		t.Errorf("the second search: %v", err)
	}
}

// An engine that does not read what it is told ends with an error, and holds up neither searches nor
// its own end.
func TestEngineThatReadsNothing(t *testing.T) {
	done := make(chan error, 1)
	go func() {
		e, err := uci.Start(context.Background(), os.Args[0], ucitest.Args(ucitest.ReadsNothing), nil)
		if err != nil {
			done <- err
			return
		}
		for n := 0; n < 5000 && err == nil; n++ { // more than a pipe holds
			_, err = e.Search(context.Background(), rules.StartFEN, short)
		}
		e.Close()
		done <- err
	}()
	select {
	case err := <-done:
		if !errors.Is(err, uci.ErrSilent) {
			t.Errorf("%v, want %v", err, uci.ErrSilent)
		}
	case <-time.After(time.Minute):
		t.Fatal("it is waited for without end")
	}
}

// An engine that lists options without end takes little memory, and is no engine.
func TestOptionsWithoutEnd(t *testing.T) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	_, err := start(t, ucitest.Boasts)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if err == nil {
		t.Error("it is started")
	}
	if n := int64(after.HeapSys) - int64(before.HeapSys); n > 32<<20 {
		t.Errorf("it takes %d MB of memory", n>>20)
	}
}

// A search that is cancelled ends at once, and the engine can be used again.
func TestStop(t *testing.T) {
	e, err := start(t, ucitest.Waits)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(20*time.Millisecond, cancel)
		info, err := e.Search(ctx, rules.StartFEN, uci.Limits{Time: time.Hour})
		if !errors.Is(err, context.Canceled) || info.Depth != 8 {
			t.Errorf("a search that was ended returns %+v, %v", info, err)
		}
	}
}

// A real engine, if one is installed.
func TestStockfish(t *testing.T) {
	path, err := exec.LookPath("stockfish")
	if err != nil {
		if path = "/usr/games/stockfish"; !isThere(path) {
			t.Skip("NOT TESTED: there is no stockfish: apt-get install stockfish")
		}
	}
	e, err := uci.Start(t.Context(), path, nil, []uci.Option{{Name: "Threads", Value: "1"}, {Name: "Hash", Value: "16"}})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	info, err := e.Search(t.Context(), "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", uci.Limits{Time: 2 * time.Second, Depth: 6})
	if err != nil || info.Value.Mate != 1 || len(info.Line) == 0 || info.Line[0] != "a1a8" {
		t.Errorf("mate in one: %+v, %v", info, err)
	}
	info, err = e.Search(t.Context(), rules.StartFEN, uci.Limits{Time: 2 * time.Second, Nodes: 20_000})
	if err != nil || info.Depth < 5 || info.Value.Centipawns < -100 || info.Value.Centipawns > 150 {
		t.Errorf("the first position: %+v, %v", info, err)
	}
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func FuzzInfo(f *testing.F) {
	for _, line := range []string{
		"info depth 20 seldepth 31 multipv 1 score cp 35 nodes 4711 nps 1 hashfull 3 tbhits 0 time 12 pv e2e4 e7e5",
		"info depth 12 score mate -3 pv a1a2", "info depth 1 score mate 0", "info string NNUE", "info depth", "bestmove e2e4", "info currmove e2e4",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		info, ok := uci.ParseInfo(line)
		if ok && (info.Depth < 1 || info.Depth > 1000 || len(info.Line) > 64 || info.Value.Centipawns > 100_000 || info.Value.Centipawns < -100_000 || info.Nodes < 0) {
			t.Errorf("%q is read as %+v", line, info)
		}
	})
}
