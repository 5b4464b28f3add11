package analysis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/broadcast/analysis"
	"touchmove/broadcast/analysis/uci"
	"touchmove/broadcast/analysis/uci/ucitest"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/broker"
	"touchmove/broadcast/contract/schemas"
	"touchmove/internal/livetest"
	"touchmove/rules"
)

const base = "touchmove/v1-delayed"

func TestMain(m *testing.M) {
	ucitest.Main()
	os.Exit(m.Run())
}

// hall is a broker, an analyst with one kind of engine, and everything that was published
// below touchmove, in order.
type hall struct {
	t      *testing.T
	writer mqtt.Client
	starts atomic.Int32
	stop   func()

	mu   sync.Mutex
	seen []mqtt.Message
}

func open(t *testing.T, kind string, change func(*analysis.Options)) *hall {
	t.Helper()
	broker := broadcasttest.NewMosquitto(t)
	h := &hall{t: t}
	h.writer = mqtt.NewClient(mqtt.NewClientOptions().AddBroker(broker.URL()).SetClientID("writer"))
	if token := h.writer.Connect(); token.Wait() && token.Error() != nil {
		t.Fatal(token.Error())
	}
	t.Cleanup(func() { h.writer.Disconnect(0) })
	token := h.writer.Subscribe("touchmove/#", 1, func(_ mqtt.Client, m mqtt.Message) {
		h.mu.Lock()
		h.seen = append(h.seen, m)
		h.mu.Unlock()
	})
	if token.Wait() && token.Error() != nil {
		t.Fatal(token.Error())
	}
	o := analysis.Options{
		Base: base, Limits: uci.Limits{Time: 100 * time.Millisecond, Depth: 8}, Backoff: time.Millisecond,
		Start: func(ctx context.Context) (*uci.Engine, error) {
			h.starts.Add(1)
			return uci.Start(ctx, os.Args[0], ucitest.Args(kind), nil)
		},
	}
	if change != nil {
		change(&o)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	a := analysis.New(o, slog.New(slog.DiscardHandler))
	go func() { defer close(done); a.Run(ctx, broker.Broker()) }()
	h.stop = sync.OnceFunc(func() { stop(); <-done })
	t.Cleanup(h.stop)
	return h
}

func (h *hall) say(topic, payload string) {
	h.t.Helper()
	if token := h.writer.Publish(topic, 1, true, payload); token.Wait() && token.Error() != nil {
		h.t.Fatal(token.Error())
	}
}

func (h *hall) info(topics, board string, delay time.Duration) {
	h.t.Helper()
	h.say(topics+"/open/"+board+"/info", fmt.Sprintf(`{"v":1,"delay_ms":%d}`, delay.Milliseconds()))
}

// state publishes a game after the first moves of a line; more has further keys, each with
// a comma before it.
func (h *hall) state(topics, board string, moves int, more string) {
	h.t.Helper()
	p := rules.StartPosition()
	for _, text := range strings.Fields("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1f1 e8e7")[:moves] {
		m, err := p.ParseUCI(text)
		if err != nil {
			h.t.Fatal(err)
		}
		p = p.After(m)
	}
	if more == "" {
		more = `,"phase":"playing"`
	}
	h.say(topics+"/open/"+board+"/state", fmt.Sprintf(`{"v":1,"game":"g-%s","seq":%d,"ply":%d,"fen":"%s","variant":"standard","handling":null%s}`, board, 10+moves, moves, p.FEN(), more))
}

// finding is the payload of the topic analysis.
type finding struct {
	Game, FEN, Engine string
	Seq               uint64
	Ply, Depth        int
	Centipawns, Mate  *int
	Moves             []struct{ UCI, SAN string }
}

// found returns what is retained on the topic analysis of a board, or nil.
func (h *hall) found(board string) *finding {
	h.t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	var last mqtt.Message
	for _, m := range h.seen {
		if m.Topic() == base+"/open/"+board+"/analysis" {
			last = m
		}
	}
	if last == nil || len(last.Payload()) == 0 {
		return nil
	}
	if err := schemas.Check(last.Topic(), last.Payload()); err != nil {
		h.t.Error(err)
	}
	var f finding
	if err := json.Unmarshal(last.Payload(), &f); err != nil {
		h.t.Error(err)
	}
	return &f
}

func (h *hall) findsOf(board string, ply int) {
	h.t.Helper()
	broadcasttest.Eventually(h.t, fmt.Sprintf("%s after %d half-moves", board, ply), func() bool { f := h.found(board); return f != nil && f.Ply == ply })
}

// An analysis is always of a position that was shown before on the same feed, whatever the
// live feed shows: readers of a delayed feed never learn of a move from its analysis.
func TestNeverAheadOfWhatIsShown(t *testing.T) {
	h := open(t, ucitest.Good, nil)
	h.info(base, "hall-7", 15*time.Minute)
	h.info("touchmove/v1", "hall-7", 0)
	for ply := range 7 {
		h.state("touchmove/v1", "hall-7", ply+1, "") // the live feed is one move ahead
		h.state(base, "hall-7", ply, "")
		h.findsOf("hall-7", ply)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	shown := map[string]bool{}
	findings := 0
	for _, m := range h.seen {
		if strings.HasPrefix(m.Topic(), "touchmove/v1/") && strings.HasSuffix(m.Topic(), "/analysis") {
			t.Errorf("%s: an analysis on the live feed", m.Topic())
		}
		var s struct {
			FEN, Game string
			Ply       int
		}
		if !strings.HasPrefix(m.Topic(), base) || json.Unmarshal(m.Payload(), &s) != nil {
			continue
		}
		key := fmt.Sprintf("%s %d %s", s.Game, s.Ply, s.FEN)
		switch {
		case strings.HasSuffix(m.Topic(), "/state"):
			shown[key] = true
		case strings.HasSuffix(m.Topic(), "/analysis"):
			findings++
			if !shown[key] {
				t.Errorf("%s is analysed before it was shown", key)
			}
		}
	}
	if findings != 7 {
		t.Errorf("%d findings", findings)
	}
}

// The value is from White's point of view, whoever is to move; the moves of the line are
// legal; the engine has a name.
func TestFindings(t *testing.T) {
	h := open(t, ucitest.Good, nil)
	h.info(base, "hall-1", time.Minute)
	h.state(base, "hall-1", 1, "")
	h.findsOf("hall-1", 1)
	f := h.found("hall-1")
	if f.Centipawns == nil || *f.Centipawns != -35 || f.Mate != nil || f.Depth != 8 || f.Engine != "Fake Engine 1" || f.Seq != 11 || f.Game != "g-hall-1" || len(f.Moves) != 1 || f.Moves[0].SAN == "" {
		t.Errorf("found %+v", f)
	}
	mates := open(t, ucitest.MatesSoon, nil)
	mates.info(base, "hall-1", time.Minute)
	mates.state(base, "hall-1", 1, "")
	mates.findsOf("hall-1", 1)
	if f := mates.found("hall-1"); f.Mate == nil || *f.Mate != -2 || f.Centipawns != nil {
		t.Errorf("a mate is %+v", f)
	}
	lies := open(t, ucitest.Lies, nil)
	lies.info(base, "hall-1", time.Minute)
	lies.state(base, "hall-1", 2, "")
	lies.findsOf("hall-1", 2)
	if f := lies.found("hall-1"); len(f.Moves) != 0 || *f.Centipawns != 34 {
		t.Errorf("moves that cannot be played: %+v", f)
	}
}

// A board whose feed is not delayed is not analysed unless that is asked for.
func TestLiveBoards(t *testing.T) {
	h := open(t, ucitest.Good, nil)
	h.info(base, "hall-1", 0)
	h.state(base, "hall-1", 1, "")
	h.state(base, "hall-2", 1, "") // whether it is delayed is unknown
	h.info(base, "hall-3", time.Minute)
	h.state(base, "hall-3", 1, "")
	h.findsOf("hall-3", 1)
	if h.found("hall-1") != nil || h.found("hall-2") != nil {
		t.Error("boards are analysed that are not known to be delayed")
	}
	live := open(t, ucitest.Good, func(o *analysis.Options) { o.Live = true })
	live.state(base, "hall-1", 1, "")
	live.findsOf("hall-1", 1)
}

// A broker on which the analyst may not publish ends the connection at every analysis. The log
// then says what is missing, and connections are made less often.
func TestMayNotPublish(t *testing.T) {
	b, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", Base: "touchmove/v1"}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	own := b.Broker()
	h := &hall{t: t, writer: mqtt.NewClient(mqtt.NewClientOptions().AddBroker("tcp://" + b.Addr()).SetClientID("writer").SetUsername(own.Username).SetPassword(own.Password))}
	if token := h.writer.Connect(); token.Wait() && token.Error() != nil {
		t.Fatal(token.Error())
	}
	t.Cleanup(func() { h.writer.Disconnect(0) })
	h.state("touchmove/v1", "hall-1", 1, "")
	var out livetest.Output
	a := analysis.New(analysis.Options{
		Base: "touchmove/v1", Live: true, Limits: uci.Limits{Time: 100 * time.Millisecond, Depth: 8}, Backoff: time.Millisecond,
		Start: func(ctx context.Context) (*uci.Engine, error) {
			return uci.Start(ctx, os.Args[0], ucitest.Args(ucitest.Good), nil)
		},
	}, slog.New(slog.NewTextHandler(&out, nil)))
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); a.Run(ctx, broadcast.Broker{URL: "tcp://" + b.Addr()}) }()
	t.Cleanup(func() { stop(); <-done })
	broadcasttest.Eventually(t, "what is missing", func() bool {
		return strings.Contains(out.String(), `role \"analyst\"`) && strings.Contains(out.String(), "touchmove/v1/open/hall-1/analysis")
	})
}

// One engine serves all boards. When a game is over, or its position is not legal, its
// analysis is removed; at the end all are.
func TestManyBoards(t *testing.T) {
	h := open(t, ucitest.Good, nil)
	boards := []string{"hall-1", "hall-2", "hall-3", "hall-4", "hall-5", "hall-6"}
	for i, b := range boards {
		h.info(base, b, time.Minute)
		h.state(base, b, i, "")
	}
	for i, b := range boards {
		h.findsOf(b, i)
	}
	if n := h.starts.Load(); n != 1 {
		t.Errorf("the engine was started %d times", n)
	}
	h.state(base, "hall-1", 2, `,"phase":"over"`)
	h.say(base+"/open/hall-2/state", `{"v":1,"game":"g-hall-2","seq":99,"phase":"playing","fen":"8/8/8/8/8/8/8/8 w - - 0 1","variant":"standard"}`)
	for _, b := range boards[:2] {
		broadcasttest.Eventually(t, b+" is removed", func() bool { return h.found(b) == nil })
	}
	h.stop()
	for _, b := range boards {
		broadcasttest.Eventually(t, b+" is removed at the end", func() bool { return h.found(b) == nil })
	}
}

// An engine that dies is started again and continues. A position at which it always dies is
// skipped and does not hold up other boards.
func TestEnginesThatDie(t *testing.T) {
	h := open(t, ucitest.Dies, nil)
	h.info(base, "hall-1", time.Minute)
	for ply := range 5 {
		h.state(base, "hall-1", ply, "")
		h.findsOf("hall-1", ply)
	}
	if n := h.starts.Load(); n < 3 {
		t.Errorf("started %d times", n)
	}
	poison := open(t, ucitest.Poisoned, nil)
	poison.info(base, "hall-1", time.Minute)
	poison.info(base, "hall-2", time.Minute)
	poison.state(base, "hall-1", 8, "") // after both kings have moved
	poison.state(base, "hall-2", 3, "")
	poison.findsOf("hall-2", 3)
	poison.state(base, "hall-2", 4, "")
	poison.findsOf("hall-2", 4)
	if poison.found("hall-1") != nil || poison.starts.Load() > 3 {
		t.Errorf("%d starts", poison.starts.Load())
	}
}

// A search ends when the position of its board changes.
func TestTheBoardGoesOn(t *testing.T) {
	h := open(t, ucitest.Waits, func(o *analysis.Options) { o.Limits.Time = time.Hour })
	h.info(base, "hall-1", time.Minute)
	h.state(base, "hall-1", 1, "")
	broadcasttest.Eventually(t, "the engine", func() bool { return h.starts.Load() == 1 })
	time.Sleep(50 * time.Millisecond) // so that the search may have begun; the test passes in either order
	h.state(base, "hall-1", 2, `,"phase":"over"`)
	h.stop()
	if f := h.found("hall-1"); f != nil {
		t.Errorf("found %+v", f)
	}
}

// Messages that have no position to analyse are ignored.
func TestNoPositions(t *testing.T) {
	h := open(t, ucitest.Good, nil)
	for i, payload := range []string{
		``, `[]`, `{"v":2}`, `{"v":1,"game":"g","phase":"waiting","fen":"` + rules.StartFEN + `","variant":"standard"}`,
		`{"v":1,"game":"g","phase":"playing","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1","variant":"standard"}`,
		`{"v":1,"game":"g","phase":"playing","fen":"` + rules.StartFEN + `","variant":"atomic"}`,
		`{"v":1,"game":"g","phase":"playing","handling":"clearing","fen":"` + rules.StartFEN + `","variant":"standard"}`,
		`{"v":1,"game":"g","phase":"playing","fen":"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1","variant":"standard"}`,
		`{"v":1,"game":"` + strings.Repeat("g", 500) + `","phase":"playing","fen":"` + rules.StartFEN + `","variant":"standard"}`,
	} {
		board := fmt.Sprintf("no-%d", i)
		h.info(base, board, time.Minute)
		h.say(base+"/open/"+board+"/state", payload)
	}
	h.info(base, "hall-1", time.Minute)
	h.state(base, "hall-1", 1, "")
	h.findsOf("hall-1", 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if i := slices.IndexFunc(h.seen, func(m mqtt.Message) bool {
		return strings.Contains(m.Topic(), "/no-") && strings.HasSuffix(m.Topic(), "/analysis")
	}); i >= 0 {
		t.Errorf("%s: %s", h.seen[i].Topic(), h.seen[i].Payload())
	}
}
