package broadcast_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/broker"
	"touchmove/eventlog"
	"touchmove/reconcile"
)

// hand is a clock that the test moves.
type hand struct {
	mu    sync.Mutex
	now   time.Time
	waits []wait
}

type wait struct {
	until time.Time
	ch    chan time.Time
}

func (h *hand) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *hand) At(t time.Time) <-chan time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	w := wait{t, make(chan time.Time, 1)}
	if !t.After(h.now) {
		w.ch <- h.now
	} else {
		h.waits = append(h.waits, w)
	}
	return w.ch
}

func (h *hand) move(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
	h.waits = slices.DeleteFunc(h.waits, func(w wait) bool {
		due := !w.until.After(h.now)
		if due {
			w.ch <- h.now
		}
		return due
	})
}

const lag = 15 * time.Minute

var delayedTopics = broadcast.Topics{Base: "touchmove/v1-delayed", Event: "open-2026", Board: "hall-7", Node: "pi-3", Delayed: true, More: topics.More}

// delayed publishes a story with a delay until stop is called.
func delayed(t *testing.T, b broadcast.Broker, s broadcast.Source, clock *hand, shown *broadcast.Shown) (stop func()) {
	t.Helper()
	d := broadcast.NewDelayed(s, broadcast.Delay{
		By: lag, Clock: clock, Shown: *shown, Keep: func(now broadcast.Shown) error { *shown = now; return nil },
	})
	late := info
	late.Delay = lag
	p, err := broadcast.NewPublisher(b, delayedTopics, late, d, nil, quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { d.Run(ctx, quiet) })
	running.Go(func() { p.Run(ctx) })
	stop = func() { cancel(); running.Wait() }
	t.Cleanup(stop)
	return stop
}

// recorder is a client without a name that records everything from the broker, with the
// time of the test's clock.
type recorder struct {
	clock *hand
	mu    sync.Mutex
	heard []heardAt
}

type heardAt struct {
	topic, payload string
	at             time.Time
}

func listen(t *testing.T, url string, clock *hand) *recorder {
	t.Helper()
	r := &recorder{clock: clock}
	c, err := dial(t, url, "", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, filter := range []string{"#", "touchmove/v1-delayed/#", "touchmove/+/open-2026/+/state"} {
		if token := c.Subscribe(filter, 1, r.take); token.Wait() && token.Error() != nil {
			t.Fatal(token.Error())
		}
	}
	return r
}

func (r *recorder) take(_ mqtt.Client, m mqtt.Message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.heard = append(r.heard, heardAt{m.Topic(), string(m.Payload()), r.clock.Now()})
}

func (r *recorder) all() []heardAt {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.heard)
}

func (r *recorder) last(topic string) string {
	list := r.all()
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].topic == delayedTopics.Base+"/open-2026/hall-7/"+topic {
			return list[i].payload
		}
	}
	return ""
}

// numbered identifies a state of a game by its sequence number.
type numbered struct {
	Game string
	Seq  uint64
}

// numbersOf returns the numbers in a payload, which would reveal a leak: its own, and those
// of earlier games in it.
func numbersOf(payload string) (list []numbered) {
	var p struct {
		numbered
		Games []numbered
	}
	if json.Unmarshal([]byte(payload), &p) == nil && p.Game != "" {
		list = append(list, p.numbered)
	}
	return append(list, p.Games...)
}

// seqOf returns the number of a game in a payload, or 0 if the payload is about another
// game.
func seqOf(payload, game string) uint64 {
	for _, n := range numbersOf(payload) {
		if n.Game == game {
			return n.Seq
		}
	}
	return 0
}

// delayedGames are games that a broker publishes at once for arbiters and late for the public.
type delayedGames struct {
	*story
	t     *testing.T
	clock *hand
	told  map[numbered]time.Time // when each number was decided
	read  int
	ended []string // games

	public  *recorder               // a client without a name
	late    *recorder               // an arbiter's, which reads what is for the public
	arbiter *broadcasttest.Follower // an arbiter's
}

func newDelayedGames(t *testing.T, b *broker.Server) *delayedGames {
	t.Helper()
	g := &delayedGames{t: t, story: newStory(1), clock: &hand{now: began.Add(2 * time.Second)}, told: map[numbered]time.Time{}}
	g.note()
	g.now = g.clock.Now
	url := "tcp://" + b.Addr()
	g.public = listen(t, url, g.clock)
	g.arbiter = follow(t, url, "ann", "arbiter's")
	g.late = &recorder{clock: g.clock}
	if c, err := dial(t, url, "ann", "arbiter's", nil); err != nil {
		t.Fatal(err)
	} else if token := c.Subscribe(delayedTopics.Base+"/#", 1, g.late.take); token.Wait() && token.Error() != nil {
		t.Fatal(token.Error())
	}
	return g
}

// note remembers when the latest entries were decided.
func (g *delayedGames) note() {
	entries, _ := g.From(g.read)
	for _, e := range entries {
		if n := (numbered{e.Game, e.Seq}); g.told[n].IsZero() {
			g.told[n] = e.Time
		}
	}
	g.read += len(entries)
}

// next ends the game and begins another one.
func (g *delayedGames) next(id string) {
	g.tell(reconcile.ResultKnown{Result: "1-0", Reason: "arbiter"})
	g.ended = append(g.ended, g.game)
	g.begin(id)
}

// mistake begins a game by mistake, plays in it, and goes back.
func (g *delayedGames) mistake(id, back string) {
	g.begin(id)
	g.goOn()
	g.ended = append(g.ended, g.goBack(back))
}

// minute plays a move at its beginning and one shortly before its end, which an arbiter has at once.
func (g *delayedGames) minute() {
	g.t.Helper()
	for _, d := range []time.Duration{time.Minute - 500*time.Millisecond, 500 * time.Millisecond} {
		g.goOn()
		g.note()
		caughtUp(g.t, g.arbiter, g.story) // a leak would show in this time
		g.clock.move(d)
	}
}

// publicHas waits until the public has what had been decided at a time.
func (g *delayedGames) publicHas(due time.Time) {
	g.t.Helper()
	var want eventlog.Entry // the last entry published by then
	entries, _ := g.From(0)
	for _, e := range entries {
		if !e.Time.After(due) {
			want = e
		}
	}
	broadcasttest.Eventually(g.t, fmt.Sprintf("the public has number %d of %s, decided by %v", want.Seq, want.Game, due), func() bool {
		for _, topic := range []string{"state", "previous"} { // of this game, or of one that has been shown since
			if seqOf(g.public.last(topic), want.Game)+2 >= want.Seq { // touches have numbers that occur in no state
				return true
			}
		}
		return false
	})
}

// checkHeard looks at all that the public and the arbiter's client have received.
func (g *delayedGames) checkHeard() {
	t := g.t
	t.Helper()
	for _, h := range g.late.all() {
		if strings.HasSuffix(h.topic, "/event") || strings.HasSuffix(h.topic, "/desk") || strings.HasSuffix(h.topic, "/alarms") {
			t.Fatalf("%s is late, and is for arbiters, who read the live one: %s", h.topic, h.payload)
		}
	}
	if g.late.last("state") == "" {
		t.Error("an arbiter reads nothing of what is late")
	}
	left := map[string]bool{} // games that the public was told the end of
	for _, h := range g.public.all() {
		switch {
		case !strings.HasPrefix(h.topic, delayedTopics.Base+"/"):
			t.Fatalf("the public reads %s: %s", h.topic, h.payload)
		case strings.HasSuffix(h.topic, "/event"):
			t.Fatalf("the public reads what is for arbiters: %s", h.payload)
		}
		for _, n := range numbersOf(h.payload) {
			if g.told[n].IsZero() {
				t.Fatalf("number %d of %s was never told: %s", n.Seq, n.Game, h.payload)
			}
			if age := h.at.Sub(g.told[n]); age < lag {
				t.Fatalf("number %d of %s was told at %v and heard after %v on %s", n.Seq, n.Game, g.told[n], age, h.topic)
			}
			if strings.HasSuffix(h.topic, "/previous") {
				left[n.Game] = true
			}
		}
	}
	for _, game := range g.ended {
		if !left[game] {
			t.Errorf("the public was never told how %s was left", game)
		}
	}
	if n := len(g.public.all()); n < 100 {
		t.Errorf("the public heard only %d messages: too few for a test of what it hears", n)
	}
}

// Nothing of a game reaches the public before the delay is over: not on the delayed topics
// or on the live ones, not with a wildcard, not as a retained message, and not after a
// restart. The same is true of earlier games. In the end everything has been published.
func TestNothingLeaksEarly(t *testing.T) {
	b, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", Base: topics.Base, Delayed: delayedTopics.Base, Users: users}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	g := newDelayedGames(t, b)
	start := g.clock.Now()
	restarted := start
	publish(t, b.Broker(), g.story, nil)
	var shown broadcast.Shown
	stop := delayed(t, b.Broker(), g.story, g.clock, &shown)
	caughtUp(t, g.arbiter, g.story)
	for minute := range 45 {
		switch minute {
		case 12, 31: // once before and once after a restart
			g.next(gameID(minute))
		case 25:
			g.mistake(gameID(minute), gameID(12))
		}
		g.minute()
		if minute%20 == 19 { // a restart, with everything replayed from the journal
			stop()
			stop = delayed(t, b.Broker(), g.story, g.clock, &shown)
			restarted = g.clock.Now()
		}
		// One minute later: on a busy computer the clock may move before the delayed
		// history has read the entry.
		due := start.Add(time.Duration(minute)*time.Minute - lag)
		if g.clock.Now().Sub(restarted) >= lag && !due.Before(start) { // after a restart the public waits for the whole delay
			g.publicHas(due)
		}
	}
	g.clock.move(lag)
	broadcasttest.Eventually(t, "the public has the whole game", func() bool {
		g.clock.move(time.Minute) // the last entry may be read late
		return g.public.last("position") == g.fen() && strings.Contains(g.public.last("pgn"), g.sans()) && g.public.last("info") != ""
	})
	stop()
	broadcasttest.Eventually(t, "the public is told that the board has gone", func() bool { return g.public.last("availability") == "offline" })
	g.checkHeard()
}

// A delayed history shows each entry when it is due, in order. Of the entries from before
// the start, it shows at once those that had been shown, decided by the time in the journal
// and not by their numbers. It holds the others for the whole delay.
func TestDelayedHistory(t *testing.T) {
	entry := func(game string, seq uint64, at time.Duration) eventlog.Entry {
		return eventlog.Entry{Game: game, Seq: seq, Time: began, Event: reconcile.Event{At: at}}
	}
	of := func(game string) eventlog.Entry {
		told := entry(game, 9, 0)
		told.What = eventlog.Left{}
		return told
	}
	left, unsure := []eventlog.Entry{of("g-0")}, of("g-3")
	past := []eventlog.Entry{entry("g-1", 1, time.Second), entry("g-1", 2, time.Minute)}
	entries := []eventlog.Entry{entry("g-2", 1, time.Second), entry("g-2", eventlog.Leap+2, 2*time.Second), entry("g-2", eventlog.Leap+3, 3*time.Second)}
	for _, c := range []struct {
		name  string
		past  []eventlog.Entry
		shown broadcast.Shown
		want  int // entries shown at once
	}{
		{"how games before were left", slices.Concat(left, past), broadcast.Shown{Game: "g-1", AtUS: 1e6}, 2},
		{"and the public was shown nothing since", left, broadcast.Shown{Game: "g-0", AtUS: 60e6}, 0},
		{"nothing was shown", past, broadcast.Shown{}, 0},
		{"of the game before", past, broadcast.Shown{Game: "g-1", AtUS: 1e6}, 1},
		{"all of the game before", past, broadcast.Shown{Game: "g-1", AtUS: 60e6}, 2},
		{"of this game", past, broadcast.Shown{Game: "g-2", AtUS: 2e6}, 4},
		{"without a past", nil, broadcast.Shown{Game: "g-2", AtUS: 2.5e6}, 2},
		{"of a game that is not known", nil, broadcast.Shown{Game: "g-0", AtUS: 60e6}, 0},
		{"all", nil, broadcast.Shown{Game: "g-2", AtUS: 3e6}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			clock := &hand{now: began}
			s := &story{Log: broadcast.NewLog()}
			s.Append(entries...)
			var kept []broadcast.Shown
			full := errors.New("the disk is full")
			var mu sync.Mutex
			d := broadcast.NewDelayed(s, broadcast.Delay{By: lag, Clock: clock, Past: c.past, Unsure: []eventlog.Entry{unsure}, Shown: c.shown, Keep: func(now broadcast.Shown) error {
				mu.Lock()
				defer mu.Unlock()
				if full != nil {
					return full
				}
				kept = append(kept, now)
				return nil
			}})
			ctx, cancel := context.WithCancel(context.Background())
			done := make(chan struct{})
			go func() { defer close(done); d.Run(ctx, quiet) }()
			defer func() { cancel(); <-done }()
			all := len(c.past) + len(entries) + 1
			shown := func() int { told, _ := d.From(0); return len(told) }
			clock.move(lag - time.Microsecond)
			if got := shown(); got != c.want {
				t.Fatalf("%d entries at once, want %d", got, c.want)
			}
			clock.move(time.Microsecond)
			clock.move(time.Minute)
			if got := shown(); got != c.want {
				t.Fatalf("%d entries that could not be kept, want %d", got, c.want)
			}
			mu.Lock()
			full = nil
			mu.Unlock()
			broadcasttest.Eventually(t, "all is shown", func() bool { clock.move(time.Second); return shown() == all })
			mu.Lock()
			defer mu.Unlock()
			end := broadcast.Shown{Game: "g-2", AtUS: 3e6}
			if len(kept) > 0 && kept[len(kept)-1] != end || len(kept) == 0 && c.shown != end {
				t.Errorf("kept %v, want %v in the end", kept, end)
			}
			told, _ := d.From(0)
			for i, e := range slices.Insert(slices.Concat(c.past, entries), c.want, unsure) {
				if told[i].Game != e.Game || told[i].Seq != e.Seq {
					t.Fatalf("entry %d is %s %d", i, told[i].Game, told[i].Seq)
				}
			}
		})
	}
}

// Without a delay, a reader without a name reads the live topics; with a delay, only the
// delayed ones. A reader with a name reads both.
func TestDelayedAccess(t *testing.T) {
	b, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", Base: topics.Base, Delayed: delayedTopics.Base, Users: users}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	s := newStory(1)
	clock := &hand{now: began.Add(time.Hour)}
	early := follow(t, "tcp://"+b.Addr(), "ann", "arbiter's")
	publish(t, b.Broker(), s, nil)
	delayed(t, b.Broker(), s, clock, &broadcast.Shown{Game: s.game, AtUS: 1 << 40})
	broadcasttest.Eventually(t, "all is retained", func() bool {
		return early.Last("pgn") != "" && early.Last(delayedTopics.Base+"/open-2026/hall-7/pgn") != ""
	})
	for _, c := range []struct {
		name, password, filter string
		granted, live          bool
	}{
		{"", "", "touchmove/v1/open-2026/hall-7/state", false, false},
		{"", "", "touchmove/v1/+/+/state", false, false},
		{"", "", "touchmove/v1/#", false, false},
		{"", "", "touchmove/#", true, false},
		{"", "", "touchmove/v1-delayed/#", true, false},
		{"", "", "touchmove/v1-delayed/+/+/event", false, false},
		{"rea", "reader's", "touchmove/v1/#", true, true},
		{"rea", "reader's", "touchmove/#", true, true},
		{"rea", "reader's", "touchmove/v1-delayed/#", true, false},
		{"ann", "arbiter's", "touchmove/#", true, true},
	} {
		client, err := dial(t, "tcp://"+b.Addr(), c.name, c.password, nil)
		if err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		bases := map[string]bool{}
		token := client.Subscribe(c.filter, 1, func(_ mqtt.Client, m mqtt.Message) {
			mu.Lock()
			defer mu.Unlock()
			if strings.HasSuffix(m.Topic(), "/state") {
				bases[strings.TrimSuffix(m.Topic(), "/open-2026/hall-7/state")] = true
			}
		})
		token.Wait()
		if got := token.(*mqtt.SubscribeToken).Result()[c.filter] <= 2; got != c.granted {
			t.Errorf("%q may subscribe to %s: %v, want %v", c.name, c.filter, got, c.granted)
		}
		if !c.granted {
			continue
		}
		base := delayedTopics.Base
		if c.live && c.filter != "touchmove/#" {
			base = topics.Base
		}
		broadcasttest.Eventually(t, c.name+" reads "+c.filter, func() bool { mu.Lock(); defer mu.Unlock(); return bases[base] })
		if c.live {
			broadcasttest.Eventually(t, c.name+" reads the live topics", func() bool { mu.Lock(); defer mu.Unlock(); return bases[topics.Base] })
		}
		mu.Lock()
		if bases[topics.Base] != c.live {
			t.Errorf("%q with %s reads %v", c.name, c.filter, bases)
		}
		mu.Unlock()
	}
	arbiter, err := dial(t, "tcp://"+b.Addr(), "ann", "arbiter's", nil)
	if err != nil {
		t.Fatal(err)
	}
	token := arbiter.Publish(delayedTopics.Base+"/open-2026/hall-7/state", 1, true, "forged")
	token.Wait()
	f := broadcasttest.Follow(t, "tcp://"+b.Addr(), delayedTopics.Base+"/open-2026/hall-7/", "", "")
	broadcasttest.Eventually(t, "the state", func() bool { return f.Last("state") != "" })
	if f.Last("state") == "forged" {
		t.Error("a state of the delayed feed was forged")
	}
}
