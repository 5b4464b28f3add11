package journal_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/daemon/journal"
	"touchmove/sensors/trace"
)

// slowDisk is a journal that is slow, fails or hangs on request.
type slowDisk struct {
	takes, fails atomic.Int64  // how long a sync takes, and whether it fails
	hangs        chan struct{} // until it is closed; nil: it does not hang
	given, kept  atomic.Int64
}

func (d *slowDisk) Append(trace.Record) error { d.given.Add(1); return nil }

func (d *slowDisk) Sync() error {
	time.Sleep(time.Duration(d.takes.Load()))
	if d.hangs != nil {
		<-d.hangs
	}
	if d.fails.Load() != 0 {
		return errDisk
	}
	d.kept.Store(d.given.Load())
	return nil
}

// told logs what a Writer published, answered and reported, in order.
type told struct {
	*journal.Writer
	disk     *slowDisk
	at       time.Duration
	appended int64

	mu    sync.Mutex
	lines []string
	next  int
}

func (w *told) line(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lines = append(w.lines, fmt.Sprintf(format, args...))
}

func newTold(d *slowDisk) *told {
	w := &told{disk: d}
	w.Writer = journal.NewWriter(d, journal.Options{
		Publish: func(n int) {
			for range n {
				w.next++
				w.line("entry %d of %d kept", w.next, d.kept.Load())
			}
		},
		Changed: func(_ time.Duration, s journal.State) { w.line("durability %d", s.How) },
	})
	return w
}

// decide appends a record that gives an entry, and a command that waits for it.
func (w *told) decide() {
	w.at += 10 * time.Millisecond
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	must(w.Append(trace.Record{At: w.at}))
	w.appended++
	w.Decide(w.at, true)
	w.Entries(1)
	n := w.appended
	w.WhenKept(func() {
		w.line("answer, %v", w.disk.kept.Load() >= n)
	})
}

// scans lets time pass, with a scan every five milliseconds.
func (w *told) scans(d time.Duration) {
	for range d / (5 * time.Millisecond) {
		time.Sleep(5 * time.Millisecond)
		w.at += 5 * time.Millisecond
		w.Poll(w.at)
	}
}

func (w *told) check(t *testing.T, want ...string) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Equal(w.lines, want) {
		t.Errorf("told\n%q, want\n%q", w.lines, want)
	}
	w.lines = nil
}

// A decision is published after the sync that stores it, and answered after that,
// whether the Writer waits for the disk or writes from another goroutine.
func TestWriterPublishesWhatIsKept(t *testing.T) {
	for _, beside := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			w := newTold(&slowDisk{})
			w.disk.takes.Store(int64(300 * time.Millisecond))
			if beside {
				defer w.Beside(func(time.Duration) {}, func() {})()
			}
			w.decide()
			w.check(t)
			w.scans(50 * time.Millisecond)
			if beside {
				w.decide() // while the first is written: together with the next one
				w.decide()
				w.check(t)
			}
			w.scans(time.Second)
			if beside {
				w.check(t, "entry 1 of 1 kept", "answer, true", "entry 2 of 3 kept", "entry 3 of 3 kept", "answer, true", "answer, true")
			} else {
				w.check(t, "entry 1 of 1 kept", "answer, true")
			}
			w.Entries(1) // depends on nothing new
			w.check(t, fmt.Sprintf("entry %d of %d kept", w.next, w.disk.kept.Load()))
			w.decide()
			w.Flush()
			w.check(t, fmt.Sprintf("entry %d of %d kept", w.next, w.disk.kept.Load()), "answer, true")
		})
	}
}

// If a disk fails, that is reported first, and only then are the entries published that
// it did not store; later entries are published at once. Answers wait until the disk
// has recovered.
func TestWriterOnAFailingDisk(t *testing.T) {
	for _, beside := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			d := &slowDisk{}
			d.fails.Store(1)
			w := newTold(d)
			if beside {
				defer w.Beside(func(time.Duration) {}, func() {})()
			}
			w.decide()
			w.scans(50 * time.Millisecond)
			w.check(t, "durability 2", "entry 1 of 0 kept")
			w.decide()
			w.scans(50 * time.Millisecond)
			w.check(t, "entry 2 of 0 kept")
			d.fails.Store(0)
			w.scans(6 * time.Second)
			w.check(t, "durability 0", "answer, true", "answer, true")
		})
	}
}

// A disk that hangs is given up after five seconds. That is reported, and then the
// entries that it should have stored are published. When it answers again, all is well.
func TestWriterOnAHangingDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &slowDisk{hangs: make(chan struct{})}
		w := newTold(d)
		defer w.Beside(func(time.Duration) {}, func() {})()
		w.decide()
		w.scans(4900 * time.Millisecond)
		w.check(t)
		if w.Stuck() {
			t.Error("given up too soon")
		}
		w.scans(200 * time.Millisecond)
		w.check(t, "durability 2", "entry 1 of 0 kept")
		w.decide()
		w.scans(50 * time.Millisecond)
		w.check(t, "entry 2 of 0 kept")
		close(d.hangs)
		w.scans(10 * time.Second)
		w.check(t, "durability 0", "answer, true", "answer, true")
	})
}

// hangingDisk is a disk that makes no file until it is closed.
type hangingDisk struct {
	journal.OS
	closed chan struct{}
}

func (d hangingDisk) Create(path string) (journal.File, error) { <-d.closed; return d.OS.Create(path) }

// A disk that hangs wholly, so that it does not even take the mark for the next start, is
// given up after five seconds too. A mark that takes time holds up no scan.
func TestWriterOnADiskThatTakesNoMark(t *testing.T) {
	for _, answers := range []time.Duration{3 * time.Second, 20 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			d, disk := &slowDisk{hangs: make(chan struct{})}, hangingDisk{closed: make(chan struct{})}
			w := newTold(d)
			mark := journal.Flag{Disk: disk, Path: filepath.Join(t.TempDir(), "short")}
			w.Short = mark
			defer w.Beside(func(time.Duration) {}, func() {})()
			began := time.Now()
			go func() {
				time.Sleep(answers)
				close(d.hangs)
				time.Sleep(time.Second)
				close(disk.closed)
			}()
			w.decide()
			w.scans(4900 * time.Millisecond)
			if answers < 5*time.Second {
				w.check(t, "entry 1 of 1 kept", "answer, true")
			} else {
				w.check(t)
				w.scans(200 * time.Millisecond)
				w.check(t, "durability 2", "entry 1 of 0 kept")
				w.scans(30 * time.Second)
				w.check(t, "durability 0", "answer, true")
			}
			w.scans(10 * time.Second)
			if took := time.Since(began).Round(time.Millisecond); took != w.at-10*time.Millisecond {
				t.Errorf("scans of %v took %v", w.at, took)
			}
			if mark.IsSet() {
				t.Error("the next start would raise the numbers for nothing")
			}
		})
	}
}

// A disk that was given up answers, and has space: no alarm about a full disk rings.
func TestWriterGivenUpForNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &slowDisk{hangs: make(chan struct{})}
		w := newTold(d)
		defer w.Beside(func(time.Duration) {}, func() {})()
		w.decide()
		w.scans(5100 * time.Millisecond)
		w.check(t, "durability 2", "entry 1 of 0 kept")
		close(d.hangs)
		w.scans(time.Second)
		w.check(t, "durability 0", "answer, true")
	})
}

// A disk fails again as soon as it has recovered: the mark for the next start stays as
// long as more is published than is kept.
func TestMarkOfAFailingDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &slowDisk{}
		dir := t.TempDir()
		w := &told{disk: d}
		w.Writer = journal.NewWriter(d, journal.Options{Reserve: journal.ReserveIn(dir), Short: journal.ShortIn(dir)})
		for range 3 {
			d.fails.Store(1)
			w.decide()
			w.scans(50 * time.Millisecond)
			if !w.Short.IsSet() {
				t.Fatal("nothing says to the next start that more is published than is kept")
			}
			d.fails.Store(0)
			for w.Short.IsSet() && d.kept.Load() < w.appended {
				w.scans(5 * time.Millisecond)
			}
		}
		w.scans(2 * time.Minute)
		if w.Short.IsSet() {
			t.Error("the mark stays on a disk that is well")
		}
	})
}

// Whatever a disk does and however play goes on, every entry is published once, in
// order. While the state is durable, only what is kept is published. Every command is
// answered once it is kept.
func TestWriterWhateverTheDiskDoes(t *testing.T) {
	for seed := range uint64(200) {
		synctest.Test(t, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(seed, 3))
			d := &slowDisk{}
			var w *journal.Writer
			decided, published, answered, asked := int64(0), int64(0), 0, 0
			durable, at := true, time.Duration(0)
			w = journal.NewWriter(d, journal.Options{
				Publish: func(n int) {
					if published += int64(n); durable && published > d.kept.Load() {
						t.Errorf("seed %d: entry %d is published, and %d are kept", seed, published, d.kept.Load())
					}
				},
				Changed: func(_ time.Duration, s journal.State) { durable = s.How != journal.NotDurable },
			})
			over := func() {}
			if dice.IntN(2) == 0 {
				over = w.Beside(func(time.Duration) {}, func() {})
			}
			for range 300 {
				switch dice.IntN(12) {
				case 0:
					d.fails.Store(1 - d.fails.Load())
				case 1:
					d.takes.Store(int64(time.Duration(dice.IntN(3000)*dice.IntN(2)*(1+5*(dice.IntN(10)/9))) * time.Millisecond))
				case 2, 3, 4:
					decided++ // one record, one entry
					if err := w.Append(trace.Record{At: at}); err != nil {
						t.Fatal(err)
					}
					w.Decide(at, dice.IntN(2) == 0)
					w.Entries(1)
					if n := decided; dice.IntN(3) == 0 {
						asked++
						w.WhenKept(func() {
							if answered++; d.kept.Load() < n {
								t.Errorf("seed %d: command %d is answered, and %d are kept", seed, n, d.kept.Load())
							}
						})
					}
				case 5:
					if dice.IntN(10) == 0 {
						w.Flush()
					}
				default:
					step := time.Duration(dice.IntN(400)) * time.Millisecond
					at += step
					time.Sleep(step)
				}
				w.Poll(at)
			}
			d.fails.Store(0)
			d.takes.Store(0)
			for range 3 {
				at += 10 * time.Second
				time.Sleep(10 * time.Second)
				w.Poll(at)
			}
			w.Flush()
			over()
			if published != decided || d.kept.Load() != decided || answered != asked {
				t.Errorf("seed %d: %d decided, %d published, %d kept; %d asked, %d answered", seed, decided, published, d.kept.Load(), asked, answered)
			}
		})
	}
}

// Entries that no screen shows use only half a burst of syncs, so that the move after a
// flurry of touches need not wait.
func TestTouchesLeaveHalfTheBurstToMoves(t *testing.T) {
	for _, c := range []struct {
		name  string
		shown bool
		want  int // entries published at once
	}{{"touches", false, 20}, {"moves", true, 40}} {
		w := newTold(&slowDisk{})
		decide := func(shown bool) {
			if err := w.Append(trace.Record{}); err != nil {
				t.Fatal(err)
			}
			w.Decide(0, shown)
			w.Entries(1)
			w.Poll(0)
		}
		for range 60 {
			decide(c.shown)
		}
		if w.next != c.want {
			t.Errorf("%s: of 60 at one moment, %d are published at once, want %d", c.name, w.next, c.want)
		}
		if decide(true); !c.shown && w.next != 61 {
			t.Errorf("%s: a move after them waits: %d entries are published, want all 61", c.name, w.next)
		}
	}
}
