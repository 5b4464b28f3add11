package daemon_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast/broadcasttest"
	"touchmove/daemon"
	"touchmove/reconcile"
	"touchmove/sensors/sim"
	"touchmove/sensors/trace"
)

// daysEnv names the variable with the number of days that TestDays plays.
const daysEnv = "TOUCHMOVE_DAYS"

// Days of play at one board, a whole game each hour, in virtual time: the daemon takes the board's
// records as fast as it can, and everything else works as usual: journals, broker, subscriber, PGN
// files, second copy and pages. Memory and goroutines stay as they were after the first day, journals
// and PGN files within max_mb each, and there are no more other files than after the first day.
// TOUCHMOVE_DAYS=7 plays a week; by default there are two short days.
func TestDays(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	// Other tests leave data in the memory of this process, but a game that is never freed takes
	// more.
	days, inDay, most := 2, 6, int64(5<<20)
	if n, err := strconv.Atoi(os.Getenv(daysEnv)); err == nil {
		days, inDay, most = n, 24, 1<<20
	}
	c := small(t)
	c.Boards, c.Metrics.Listen = c.Boards[:1], "127.0.0.1:0"
	c.Broadcast.Settled, c.Broadcast.Values, c.Broadcast.HomeAssistant = reconcile.Likely, true, "homeassistant"
	c.Journal.MaxMB = maxMB
	c.Journal.Copy.Dir = t.TempDir()
	d, err := daemon.Open(c, "v1", quiet)
	if err != nil {
		t.Fatal(err)
	}
	// Times that are seconds or minutes in real time are shortened like the days.
	d.Settling(50 * time.Millisecond)
	d.HoldOwed(50 * time.Millisecond)
	d.PGNPeriod(50 * time.Millisecond)
	w := &week{t: t, d: d, b: d.Boards[0], games: games(t, 24), state: c.State, copied: c.Journal.Copy.Dir}
	over := make(chan struct{})
	w.b.Perform(func(ctx context.Context) iter.Seq2[trace.Record, error] {
		return func(yield func(trace.Record, error) bool) {
			defer close(over)
			for range days {
				for range inDay {
					if !w.game(ctx, yield) {
						return
					}
				}
				w.evening()
			}
		}
	})
	stop := goRun(t, d)
	defer stop()
	reader := mqtt.NewClient(mqtt.NewClientOptions().AddBroker("tcp://" + c.MQTT.Listen).SetClientID("reader").SetDefaultPublishHandler(func(mqtt.Client, mqtt.Message) { w.told.Add(1) }))
	if token := reader.Connect(); token.Wait() && token.Error() != nil {
		t.Fatal(token.Error())
	}
	defer reader.Disconnect(0)
	if token := reader.Subscribe("#", 1, nil); token.Wait() && token.Error() != nil {
		t.Fatal(token.Error())
	}
	<-over
	if len(w.evenings) < days {
		t.Fatalf("%d of %d days were played", len(w.evenings), days)
	}
	first, last := w.evenings[0], w.evenings[days-1]
	// What is in memory depends on the games that are under way, so that one day says little.
	least := func(list []evening) int64 {
		return slices.MinFunc(list, func(a, b evening) int { return cmp.Compare(a.heap, b.heap) }).heap
	}
	before, after := least(w.evenings[:max(1, days/2)]), least(w.evenings[days/2:])
	if after-before > most {
		t.Errorf("the heap was %d bytes at least in the first half of the days, and %d in the second", before, after)
	}
	if last.goroutines > first.goroutines+2 {
		t.Errorf("%d goroutines after the first day, %d after the last", first.goroutines, last.goroutines)
	}
	if n := last.files[journalFiles].bytes; n > 3*maxMB<<20 {
		t.Errorf("the journals have %d bytes, and max_mb is %d", n, maxMB)
	}
	// The file of a round has all its games once more.
	if n := last.files[pgnFiles].bytes; n > 2*maxMB<<20+128<<10 {
		t.Errorf("the PGN files have %d bytes, with those of rounds, and max_mb is %d", n, maxMB)
	}
	if before, after := first.files[otherFiles].n, last.files[otherFiles].n; after > before {
		t.Errorf("%d files that are neither journals nor PGN after the first day, %d after the last", before, after)
	}
	if last.told <= first.told {
		t.Errorf("the subscriber has got %d messages on the first day, and %d in all", first.told, last.told)
	}
}

// week is a board that plays for days.
type week struct {
	t             *testing.T
	d             *daemon.Daemon
	b             *daemon.Board
	games         []sim.Game
	state, copied string // directories

	n        int           // games so far
	at       time.Duration // when the next game begins
	told     atomic.Int64  // messages to the subscriber
	evenings []evening
}

// evening is what was measured after a day.
type evening struct {
	heap, resident int64 // bytes
	goroutines     int
	files          [otherFiles + 1]filesOf
	told           int64
	pages          [2]time.Duration // the fastest of twenty answers of /healthz and /metrics
}

// filesOf are the files of a kind in the state directory.
type filesOf struct {
	n     int
	bytes int64
}

// Kinds of files: journals with their marks, games and rounds as PGN, and everything else.
const (
	journalFiles = iota
	pgnFiles
	otherFiles
)

// maxMB is the max_mb of the configuration.
const maxMB = 1

// game plays a game with club-level hands, and waits until the broker has it.
func (w *week) game(ctx context.Context, yield func(trace.Record, error) bool) bool {
	g := w.games[w.n%len(w.games)]
	p, err := sim.Perform([]sim.Game{g}, style(w.t, "club"), uint64(w.n))
	if err != nil {
		return yield(trace.Record{}, err)
	}
	var last time.Duration
	for r := range p.Records() {
		if _, end := r.What.(trace.End); end {
			continue
		}
		last = r.At
		if r.At += w.at; ctx.Err() != nil || !yield(r, nil) {
			return false
		}
	}
	end := trace.Record{At: w.at + last + 10*time.Second, What: trace.Command{Do: trace.DoResult, Result: g.Result, By: "arbiter"}}
	if !yield(end, nil) {
		return false
	}
	w.n++
	w.at += max(time.Hour, last+time.Minute).Round(time.Second)
	broadcasttest.Eventually(w.t, "the broker has the game", w.b.Reached)
	return true
}

// evening measures the state at the end of a day.
func (w *week) evening() {
	var e evening
	time.Sleep(time.Second) // for what is settled, written and copied in the background
	for i, page := range []string{"/healthz", "/metrics"} {
		for range 20 {
			began := time.Now()
			answer, err := http.Get("http://" + w.d.StatusAddr() + page)
			if err != nil {
				w.t.Error(err)
				return
			}
			io.Copy(io.Discard, answer.Body) //nolint:errcheck // only the time matters
			answer.Body.Close()
			if took := time.Since(began); e.pages[i] == 0 || took < e.pages[i] {
				e.pages[i] = took
			}
		}
	}
	http.DefaultClient.CloseIdleConnections()
	e.files = w.files()
	e.heap, e.goroutines, e.told, e.resident = restingHeap(), runtime.NumGoroutine(), w.told.Load(), resident(w.t)
	w.evenings = append(w.evenings, e)
	w.t.Logf("day %d, %d games: resident %.1f MB, heap %.2f MB, %d goroutines, journals %v and PGN files %v (max_mb = %d), %d other files, %d messages, /healthz %v, /metrics %v",
		len(w.evenings), w.n, float64(e.resident)/1e6, float64(e.heap)/1e6, e.goroutines, e.files[journalFiles], e.files[pgnFiles], maxMB, e.files[otherFiles].n, e.told, e.pages[0], e.pages[1])
}

// String implements fmt.Stringer.
func (f filesOf) String() string { return fmt.Sprintf("%d, %.2f MB", f.n, float64(f.bytes)/1e6) }

// files counts what is in the state directory.
func (w *week) files() (of [otherFiles + 1]filesOf) {
	err := filepath.WalkDir(w.state, func(path string, f fs.DirEntry, err error) error {
		if err != nil || f.IsDir() {
			return nil // deleted in the meantime
		}
		kind := otherFiles
		switch {
		case strings.Contains(path, ".jsonl"):
			kind = journalFiles
		case strings.HasPrefix(path, filepath.Join(w.state, "pgn")+string(filepath.Separator)):
			kind = pgnFiles
		}
		if info, err := f.Info(); err == nil {
			of[kind].n++
			of[kind].bytes += info.Size()
		}
		return nil
	})
	if err != nil {
		w.t.Error(err)
	}
	return of
}

// restingHeap returns how many bytes of the heap are in use when nothing happens: the least of
// several measurements, as something in the background may be at work during one.
func restingHeap() (least int64) {
	for since := 0; since < 10; since++ {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if now := int64(m.HeapAlloc); least == 0 || now < least {
			if least-now > least/100 {
				since = 0
			}
			least = now
		}
		time.Sleep(50 * time.Millisecond)
	}
	return least
}

// resident returns the memory of this process in bytes, or 0 if it is unknown.
func resident(t *testing.T) int64 {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		t.Error(err)
	}
	return pages * int64(os.Getpagesize())
}
