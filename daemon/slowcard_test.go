package daemon_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broker"
	"touchmove/daemon"
	"touchmove/daemon/copies"
	"touchmove/daemon/health"
	"touchmove/daemon/store"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/trace"
)

// card is a disk whose syncs take time and may fail.
type card struct {
	live  *daemon.Live // the records that it stores
	told  *daemon.History
	scans *scan.Stats
	takes time.Duration
	fails func(at time.Duration) bool // whether a sync that begins at this time fails
	began time.Time

	// A sync, or an Append, that begins at this time takes half a minute.
	stuck, stuckGiven func(at time.Duration) bool

	t       *testing.T
	writing atomic.Bool
	mu      sync.Mutex
	given   []trace.Record
	kept    int // how many of given are stored
}

// one is held during every write: a journal is for one goroutine.
func (c *card) one() (over func()) {
	if !c.writing.CompareAndSwap(false, true) {
		c.t.Error("two write at once")
	}
	return func() { c.writing.Store(false) }
}

func (c *card) Append(r trace.Record) error {
	defer c.one()()
	if c.stuckGiven != nil && c.stuckGiven(time.Since(c.began)) {
		time.Sleep(30 * time.Second)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.given = append(c.given, r)
	return nil
}

func (c *card) Sync() error {
	defer c.one()()
	at := time.Since(c.began)
	time.Sleep(c.takes)
	if c.stuck != nil && c.stuck(at) {
		time.Sleep(30 * time.Second)
	}
	if c.fails != nil && c.fails(at) {
		return errDisk
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept = len(c.given)
	return nil
}

// holding returns the records that are stored, and the others.
func (c *card) holding() (kept, rest []trace.Record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.given[:c.kept:c.kept], c.given[c.kept:]
}

// holds reports whether everything up to a time is stored.
func (c *card) holds(at time.Duration) bool {
	kept, _ := c.holding()
	return len(kept) > 0 && kept[len(kept)-1].At >= at
}

// onCard plays with hands on a live board whose journal is on a card.
func onCard(t *testing.T, c *card, hands func(h *chipBoard, ask chan<- broadcast.Request)) (*daemon.History, scan.Snapshot) {
	t.Helper()
	h, board := newChipBoard(t)
	board.Stats = &scan.Stats{}
	for sq := rules.A1; sq <= rules.H8; sq++ {
		if sq < rules.A3 || sq >= rules.A7 {
			h.pins.SetSquare(sq, sensors.Occupied)
		}
	}
	g := newBoard(t, "s")
	history := store.NewHistory(g)
	c.t, c.began, c.told, c.scans = t, time.Now(), history, board.Stats
	d := daemon.NewBoardLoop(g, c, history, quiet)
	requests := make(chan broadcast.Request, 10)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	c.live = daemon.NewLive(board, 0, nil, requests)
	go func() { done <- d.Run(c.live.Records(ctx, d)) }()
	watching, over := context.WithCancel(t.Context())
	watched := make(chan struct{})
	go func() { // every entry, as soon as it is published
		defer close(watched)
		told := 1
		failed := false
		for {
			entries, grown := history.From(told)
			for _, e := range entries {
				k, is := e.What.(eventlog.Keeping)
				if failed = is && k.How == eventlog.NotKept || failed && !is; !failed && !is && !c.holds(e.At) {
					t.Errorf("%T of %v was told and not kept", e.What, e.At)
				}
			}
			told += len(entries)
			select {
			case <-grown:
			case <-watching.Done():
				return
			}
		}
	}()
	hands(h, requests)
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	over()
	<-watched
	if _, rest := c.holding(); len(rest) > 0 {
		t.Errorf("%d records are not kept at the end", len(rest))
	}
	return history, board.Stats.Snapshot()
}

// quickHands plays a game of quick captures: the square of the captured piece is empty
// only for a moment.
func quickHands(h *chipBoard, _ chan<- broadcast.Request) {
	time.Sleep(3 * time.Second)
	set := func(square string, is sensors.State, then time.Duration) {
		h.pins.SetSquare(rules.SquareAt(int(square[0]-'a'), int(square[1]-'1')), is)
		time.Sleep(then)
	}
	for _, move := range strings.Fields("e2e4 d7d5 e4xd5 d8xd5 b1c3 d5xg2 f1xg2 c8h3 g2xb7 h3f1 b7xa8") {
		from, to := move[:2], move[len(move)-2:]
		if strings.Contains(move, "x") {
			set(to, sensors.Empty, 60*time.Millisecond)
			set(from, sensors.Empty, 60*time.Millisecond)
		} else {
			set(from, sensors.Empty, 120*time.Millisecond)
		}
		set(to, sensors.Occupied, 1500*time.Millisecond)
	}
	time.Sleep(5 * time.Second)
}

// A card whose syncs take most of a second delays what is published and nothing else:
// the board is scanned at its usual rate, and no move is lost.
func TestSlowCard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fast, _ := onCard(t, &card{}, quickHands)
		c := &card{takes: 700 * time.Millisecond}
		slow, counts := onCard(t, c, quickHands)
		if got, want := made(slow), made(fast); !slices.Equal(got, want) || len(got) != 11 {
			t.Errorf("made %v, and on a fast card %v", got, want)
		}
		if all := uint64(time.Since(c.began) / (5 * time.Millisecond)); counts.Overruns > 0 || counts.LateMax > 0 || counts.Scans < all-1 {
			t.Errorf("the scans waited for the card: %+v", counts)
		}
		if half, _, most := c.live.Syncs.Summary(); half < 600*time.Millisecond || most != 700*time.Millisecond {
			t.Errorf("syncs are said to take %v, %v at most", half, most)
		}
	})
}

// A command is answered when it is kept. The same command sent again in the meantime is
// answered too, with the same answer.
func TestAnsweredWhenKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &card{takes: 700 * time.Millisecond}
		onCard(t, c, func(_ *chipBoard, ask chan<- broadcast.Request) {
			time.Sleep(3 * time.Second)
			answers := make(chan broadcast.Answer, 10)
			for _, id := range []string{"a", "a", "b", "a"} {
				ask <- broadcast.Request{Command: trace.Command{ID: id, Do: trace.DoNote, What: id}, Answer: func(a broadcast.Answer) {
					kept, _ := c.holding()
					if !slices.ContainsFunc(kept, func(r trace.Record) bool { w, is := r.What.(trace.Command); return is && w.ID == id }) {
						t.Errorf("%s is answered and not kept", id)
					}
					answers <- a
				}}
				time.Sleep(100 * time.Millisecond)
			}
			time.Sleep(3 * time.Second)
			var ids []string
			for len(answers) > 0 {
				a := <-answers
				if ids = append(ids, a.ID); !a.OK {
					t.Errorf("a command that waited for the card is refused: %+v", a)
				}
			}
			if strings.Join(ids, "") != "aaab" {
				t.Errorf("answered %v", ids)
			}
		})
	})
}

// A card that fails after slow syncs stops nothing. What it did not store is published
// after the alarm, and the next moves at once; when it has recovered, it gets
// everything. Only then are commands answered.
func TestSlowCardFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fast, _ := onCard(t, &card{}, quickHands)
		c := &card{takes: 700 * time.Millisecond, fails: func(at time.Duration) bool {
			return at > 6*time.Second && at < 14*time.Second
		}}
		answers := make(chan time.Duration, 1)
		h, counts := onCard(t, c, func(h *chipBoard, ask chan<- broadcast.Request) {
			go func() {
				time.Sleep(6500 * time.Millisecond) // the sync that will fail is in progress
				ask <- broadcast.Request{Command: trace.Command{ID: "1", Do: trace.DoNote, What: "?"}, Answer: func(a broadcast.Answer) {
					if !a.OK {
						t.Errorf("a command during a failing sync is refused: %+v", a)
					}
					answers <- time.Since(c.began)
				}}
			}()
			quickHands(h, ask)
		})
		if got, want := made(h), made(fast); !slices.Equal(got, want) {
			t.Errorf("made %v, and on a good card %v", got, want)
		}
		if counts.Overruns > 0 {
			t.Errorf("the scans waited for the card: %+v", counts)
		}
		if answered := <-answers; answered < 14*time.Second || answered > 24*time.Second {
			t.Errorf("the command was answered after %v", answered)
		}
		var how []eventlog.KeptHow
		entries, _ := h.From(0)
		for _, e := range entries {
			if k, is := e.What.(eventlog.Keeping); is {
				how = append(how, k.How)
			}
		}
		if len(how) < 2 || how[0] != eventlog.NotKept || how[len(how)-1] != eventlog.Kept {
			t.Errorf("said to be kept: %v", how)
		}
	})
}

// A disk that does not answer at all for half a minute is not waited for: the alarm is
// published, and then everything at once, until the disk answers again.
func TestStuckCard(t *testing.T) {
	during := func(at time.Duration) bool { return at > 6*time.Second && at < 7*time.Second }
	t.Run("over a sync", func(t *testing.T) { stuckCard(t, &card{stuck: during}) })
	t.Run("over a record", func(t *testing.T) { stuckCard(t, &card{stuckGiven: during}) })
}

func stuckCard(t *testing.T, c *card) {
	synctest.Test(t, func(t *testing.T) {
		fast, _ := onCard(t, &card{}, quickHands)
		h, counts := onCard(t, c, func(h *chipBoard, ask chan<- broadcast.Request) {
			quickHands(h, ask)
			time.Sleep(20 * time.Second)
		})
		if got, want := made(h), made(fast); !slices.Equal(got, want) {
			t.Errorf("made %v, and on a good card %v", got, want)
		}
		if counts.LateMax > 0 {
			t.Errorf("the scans waited for the card: %+v", counts)
		}
		var how []eventlog.KeptHow
		var alarmed time.Duration
		entries, _ := h.From(0)
		moves := 0
		for _, e := range entries {
			switch w := e.What.(type) {
			case eventlog.Keeping:
				if how = append(how, w.How); w.How == eventlog.NotKept {
					alarmed = e.At
				}
			case reconcile.Made:
				if len(how) == 1 {
					moves++
				}
			}
		}
		if len(how) < 2 || how[0] != eventlog.NotKept || how[len(how)-1] != eventlog.Kept {
			t.Errorf("said to be kept: %v", how)
		}
		if alarmed < 11*time.Second || alarmed > 12*time.Second {
			t.Errorf("the alarm came at %v", alarmed)
		}
		if moves < 5 {
			t.Errorf("%d moves were told while the disk did not answer", moves)
		}
	})
}

// While the disks of the journal and of the second copy do not answer, /healthz and /metrics do, ten
// times a second, and no time passes in them: they wait for nothing that waits for a disk.
func TestPagesWhileDisksHang(t *testing.T) {
	state := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		during := func(at time.Duration) bool { return at > 6*time.Second && at < 7*time.Second }
		c := &card{stuck: during}
		copying, over := context.WithCancel(t.Context())
		second := copies.New(deafStore{copying.Done()}, state, nil, quiet)
		go second.Run(copying)
		defer synctest.Wait()
		defer over()
		onCard(t, c, func(h *chipBoard, ask chan<- broadcast.Request) {
			s, err := health.Open(health.Options{
				Clients: func() broker.Clients { return broker.Clients{} },
				Copy: func() health.Copy {
					now := second.Status(time.Now())
					return health.Copy{Behind: now.Behind, Files: now.Copies, Failed: now.Err != nil}
				},
			}, []health.Board{{
				ID: "s", Scans: c.scans, Syncs: &c.live.Syncs, State: c.told.State,
				Published: (&broadcast.PublishStats{}).Snapshot, Entries: func() uint64 { return uint64(c.told.Len()) },
			}}, quiet)
			if err != nil {
				t.Fatal(err)
			}
			played := make(chan struct{})
			go func() {
				defer close(played)
				quickHands(h, ask)
				time.Sleep(20 * time.Second)
			}()
			codes := map[int]int{}
			for pages := s.Handler(); ; {
				for _, page := range []string{"/healthz", "/metrics"} {
					began, w := time.Now(), httptest.NewRecorder()
					pages.ServeHTTP(w, httptest.NewRequest("GET", page, nil))
					if took := time.Since(began); took > 0 {
						t.Errorf("%s takes %v, %v after the start", page, took, time.Since(c.began))
					}
					if page == "/healthz" {
						codes[w.Code]++
					}
				}
				select {
				case <-played:
					if codes[http.StatusOK] < 100 || codes[http.StatusServiceUnavailable] < 100 {
						t.Errorf("/healthz has answered with %v", codes)
					}
					return
				case <-time.After(100 * time.Millisecond):
				}
			}
		})
	})
}

// deafStore is a second copy that does not answer until it is closed.
type deafStore struct{ closed <-chan struct{} }

func (d deafStore) Put(context.Context, string, []byte, int) error { <-d.closed; return nil }

func (d deafStore) Get(context.Context, string) ([]byte, error) {
	<-d.closed
	return nil, copies.ErrNone
}

func (d deafStore) Sizes(context.Context) (map[string]int64, error) { <-d.closed; return nil, nil }
