package broadcast_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

var info = broadcast.Info{Version: "v1.2.3", Hardware: "mcp23017", Sensing: "occupancy", ScanHz: 200}

// publish runs a publisher until stop is called; stop waits until it has ended.
func publish(t *testing.T, b broadcast.Broker, s broadcast.Source, requests chan<- broadcast.Request) (stop func()) {
	t.Helper()
	return publishLogging(t, b, s, requests, quiet)
}

func publishLogging(t *testing.T, b broadcast.Broker, s broadcast.Source, requests chan<- broadcast.Request, log *slog.Logger) (stop func()) {
	t.Helper()
	p, err := broadcast.NewPublisher(b, topics, info, s, requests, log)
	if err != nil {
		t.Fatal(err)
	}
	p.Lamps().Offer(lit)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); p.Run(ctx) }()
	stop = func() { cancel(); <-done }
	t.Cleanup(stop)
	return stop
}

// Touches and duties are not visible in what everybody may read, not even as a number that
// grows.
func TestTouchesStayPrivate(t *testing.T) {
	b, s := startEmbedded(t, nil)
	public, reader := follow(t, "tcp://"+b.Addr(), "", ""), follow(t, "tcp://"+b.Addr(), "rea", "reader's")
	s.goOn()
	caughtUp(t, public, s)
	broadcasttest.Eventually(t, "the state after the first move", func() bool { return strings.Contains(public.Last("state"), `"ply":1,`) })
	before := public.Last("state")
	s.tell(reconcile.Touched{Square: rules.E2, Piece: rules.StartPosition().At(rules.E2), By: rules.White})
	s.tell(reconcile.Obliged{By: rules.White, Duty: &reconcile.Duty{By: "white", Kind: "move", Squares: []string{"e2"}}})
	s.tell(reconcile.Breach{By: rules.White, Rule: "touched_piece", Article: "4.3", Status: "claimable"})
	broadcasttest.Eventually(t, "the reader knows", func() bool { return strings.Contains(reader.Last("event"), "violation") })
	n := len(public.Messages("state"))
	s.goOn()
	caughtUp(t, public, s)
	states := public.Messages("state")
	for _, payload := range states[n:] {
		if payload != public.Last("state") {
			t.Errorf("between\n%s and\n%s came\n%s", before, public.Last("state"), payload)
		}
	}
}

// The alarm is published when it changes, and not with every move.
func TestAlarmOnlyWhenItChanges(t *testing.T) {
	b, s := startEmbedded(t, nil)
	f := follow(t, "tcp://"+b.Addr(), "", "")
	broadcasttest.Eventually(t, "no alarm", func() bool { return f.Last("alarm") != "" })
	for range 20 {
		s.goOn()
	}
	caughtUp(t, f, s)
	s.tell(reconcile.Displaced{Squares: rules.SquaresOf(rules.E4)})
	broadcasttest.Eventually(t, "an alarm", func() bool { return strings.Contains(f.Last("alarm"), "e4") })
	distinct := map[string]bool{}
	for _, payload := range f.Messages("alarm") {
		distinct[payload] = true
	}
	if len(distinct) != 2 {
		t.Errorf("%d different alarms: %v", len(distinct), f.Messages("alarm"))
	}
}

func caughtUp(t *testing.T, f *broadcasttest.Follower, s *story) {
	t.Helper()
	broadcasttest.Eventually(t, "the follower knows the whole game", func() bool {
		_, seq := f.Moves(s.game)
		return seq == s.seq
	})
	if got, _ := f.Moves(s.game); !slices.Equal(got, s.truth()) {
		t.Fatalf("the follower has\n%v\nand the game is\n%v", got, s.truth())
	}
}

// A client that connects late gets everything as retained messages.
func TestRetainedAfterConnect(t *testing.T) {
	onBrokers(t, func(t *testing.T, b testBroker) {
		s := newStory(1)
		for range 40 {
			s.goOn()
		}
		publish(t, b.Broker(), s, nil)
		early := follow(t, b.URL(), "", "")
		caughtUp(t, early, s)
		broadcasttest.Eventually(t, "the game as PGN", func() bool { return early.Last("pgn") != "" })
		late := follow(t, b.URL(), "", "")
		for _, topic := range []string{"availability", "info", "game", "state", "position", "alarm", "pgn", "previous"} {
			broadcasttest.Eventually(t, topic+" is retained", func() bool { return late.Kept(topic) != "" })
		}
		if got := late.Kept("availability"); got != "online" {
			t.Errorf("availability %q", got)
		}
		if got := late.Kept("position"); got != s.fen() {
			t.Errorf("position %q, want %q", got, s.fen())
		}
		for topic, want := range map[string]map[string]any{
			"info":  {"v": 1., "version": "v1.2.3", "hardware": "mcp23017", "sensing": "occupancy", "node": "pi-3"},
			"game":  {"v": 1., "game": s.game, "event": "Open 2026", "board": "hall-7", "laws": "fide-2009", "result": "*", "start": rules.StartFEN},
			"state": {"v": 1., "game": s.game, "seq": float64(s.seq), "fen": s.fen(), "ply": float64(len(s.moves)), "phase": "playing", "matches": true},
			"alarm": {"v": 1., "game": s.game},
		} {
			var got map[string]any
			if err := json.Unmarshal([]byte(late.Kept(topic)), &got); err != nil {
				t.Errorf("%s: %v", topic, err)
			}
			for key, value := range want {
				if got[key] != value {
					t.Errorf("%s: %s is %v, want %v", topic, key, got[key], value)
				}
			}
		}
		g, err := pgn.NewReader(strings.NewReader(late.Kept("pgn"))).Next()
		if err != nil {
			t.Fatalf("pgn: %v\n%s", err, late.Kept("pgn"))
		}
		if g.Final().FEN() != s.fen() || g.Tags.Get("White") != "Żółć, Anna" || g.Tags.Get("WhiteFideId") != "1100211" || g.Tags.Get("Date") != "2026.11.21" {
			t.Errorf("pgn\n%s\ndoes not end in %s", late.Kept("pgn"), s.fen())
		}
	})
}

// Every event is published on event, every move on move, in order, with numbers that only
// grow.
func TestMovesAndEvents(t *testing.T) {
	onBrokers(t, func(t *testing.T, b testBroker) {
		f := follow(t, b.URL(), "rea", "reader's")
		s := newStory(2)
		publish(t, b.Broker(), s, nil)
		for range 100 {
			s.goOn()
		}
		caughtUp(t, f, s)
		broadcasttest.Eventually(t, "the last event", func() bool { return len(f.Messages("event")) >= int(s.seq) })
		for i, payload := range f.Messages("event") {
			var e struct {
				V           int
				Game, Event string
				Seq         uint64
				AtUS        int64 `json:"at_us"`
				AtMS        int64 `json:"at_ms"`
				At          time.Time
			}
			if err := json.Unmarshal([]byte(payload), &e); err != nil {
				t.Fatal(err)
			}
			if e.Seq != uint64(i+1) || e.Game != s.game || e.V != 1 || e.AtMS != e.AtUS/1000 || !e.At.Equal(began.Add(time.Duration(e.AtUS)*time.Microsecond)) {
				t.Fatalf("event %d is %s", i+1, payload)
			}
			if strings.Count(payload, `"seq"`) != 1 || strings.Count(payload, `"game"`) != 1 {
				t.Fatalf("a key stands twice: %s", payload)
			}
		}
		amended, retracted := 0, 0
		for _, payload := range f.Messages("move") {
			if strings.Contains(payload, `"amends"`) {
				amended++
			}
			if strings.Contains(payload, `"retracted":true`) {
				retracted++
			}
		}
		if amended == 0 || retracted == 0 {
			t.Errorf("%d amended and %d retracted moves: the story is too plain", amended, retracted)
		}
	})
}

// The broker is killed and started again several times during the game. The follower ends
// with the exact game, and so does a new one. (The embedded broker is part of the daemon:
// see the daemon's own tests.)
func TestBrokerRestarts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	b := broadcasttest.NewMosquitto(t)
	s := newStory(3)
	publish(t, b.Broker(), s, nil)
	f := follow(t, b.URL(), "", "")
	for range 5 {
		for range 20 {
			s.goOn()
		}
		b.Kill(t)
		for range 20 {
			s.goOn()
		}
		b.Start(t)
		for range 20 {
			s.goOn()
		}
		caughtUp(t, f, s)
	}
	fresh := follow(t, b.URL(), "", "")
	caughtUp(t, fresh, s)
	broadcasttest.Eventually(t, "availability is online again", func() bool { return fresh.Last("availability") == "online" })
}

// The connection to the broker is cut again and again, at any byte. A follower whose own
// connection is not cut receives every move, even those made during an outage.
func TestLineCut(t *testing.T) {
	t.Parallel()
	onBrokers(t, func(t *testing.T, b testBroker) {
		line := broadcasttest.NewLine(t, b.URL())
		through := b.Broker()
		through.URL = line.URL()
		s := newStory(7)
		f := follow(t, b.URL(), "", "")
		s.Keep(math.MaxInt) // entries that all have read are dropped
		all, told := s.Follow(), []eventlog.Entry{}
		publish(t, through, s, nil)
		for range 8 {
			for range 10 {
				s.goOn()
			}
			line.Cut(2000 + s.dice.IntN(20000))
			for range 10 {
				s.goOn()
			}
			broadcasttest.Eventually(t, "the line was cut", line.WasCut)
			entries, _ := all.Next()
			told = append(told, entries...)
		}
		line.Cut(-1)
		caughtUp(t, f, s)
		missing := func() (seqs []uint64) {
			have := map[uint64]bool{}
			for _, payload := range f.Messages("move") {
				var m struct{ Seq uint64 }
				if err := json.Unmarshal([]byte(payload), &m); err != nil {
					t.Fatal(err)
				}
				have[m.Seq] = true
			}
			for _, e := range told {
				switch e.What.(type) {
				case reconcile.Made, reconcile.Amended, reconcile.Retracted:
					if !have[e.Seq] {
						seqs = append(seqs, e.Seq)
					}
				}
			}
			return seqs
		}
		broadcasttest.Eventually(t, "every move is told", func() bool { return len(missing()) == 0 })
		broadcasttest.Eventually(t, "what was told is forgotten", func() bool { return s.Held() < len(told)/2 })
	})
}

// A publisher that stops publishes that it is offline; for one that dies the broker
// publishes the will.
func TestAvailability(t *testing.T) {
	onBrokers(t, func(t *testing.T, b testBroker) {
		s := newStory(4)
		f := follow(t, b.URL(), "", "")
		stop := publish(t, b.Broker(), s, nil)
		broadcasttest.Eventually(t, "online", func() bool { return f.Last("availability") == "online" })
		s.tell(reconcile.Fault{Squares: rules.SquaresOf(rules.C4), Kind: reconcile.StuckOn})
		broadcasttest.Eventually(t, "degraded", func() bool { return f.Last("availability") == "degraded" })
		s.tell(reconcile.Fault{Squares: rules.SquaresOf(rules.C4), Kind: reconcile.Trusted})
		broadcasttest.Eventually(t, "online", func() bool { return f.Last("availability") == "online" })
		s.tell(eventlog.Unread{Squares: rules.SquaresOf(rules.C4)})
		broadcasttest.Eventually(t, "degraded again", func() bool {
			return f.Last("availability") == "degraded" && strings.Contains(f.Last("alarm"), `"squares":["c4"]`) && strings.Contains(f.Last("state"), `"unseen":["c4"]`)
		})
		s.tell(eventlog.Unread{})
		broadcasttest.Eventually(t, "online again", func() bool { return f.Last("availability") == "online" })
		s.goOn() // published before it leaves
		stop()
		broadcasttest.Eventually(t, "offline", func() bool { return f.Last("availability") == "offline" })
		caughtUp(t, f, s)

		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() { defer close(done); broadcast.NewNode(b.Broker(), topics, quiet).Run(ctx) }()
		node := "touchmove/v1/open-2026/_node/pi-3/availability"
		broadcasttest.Eventually(t, "the node is online", func() bool { return f.Last(node) == "online" })
		cancel()
		<-done
		broadcasttest.Eventually(t, "the node is offline", func() bool { return f.Last(node) == "offline" })
	})
}

// A broker that acknowledges nothing does not hold up the end, and publishes the will.
func TestBrokerSilentAtTheEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	t.Parallel()
	m := broadcasttest.NewMosquitto(t)
	line := broadcasttest.NewLine(t, m.URL())
	s := newStory(6)
	f := follow(t, m.URL(), "", "")
	stop := publish(t, broadcast.Broker{URL: line.URL()}, s, nil)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		broadcast.NewNode(broadcast.Broker{URL: line.URL()}, topics, quiet).Run(ctx)
	}()
	node := "touchmove/v1/open-2026/_node/pi-3/availability"
	broadcasttest.Eventually(t, "online", func() bool { return f.Last("availability") == "online" && f.Last(node) == "online" })
	caughtUp(t, f, s)
	line.Deafen()
	s.goOn() // to be published at the end
	cancel()
	stop()
	<-done
	for _, topic := range []string{"availability", node} {
		broadcasttest.Eventually(t, topic+" is offline", func() bool { return f.Last(topic) == "offline" })
	}
}

// Without a broker nothing is held up: play goes on, and is published when a broker is
// there.
func TestNoBrokerYet(t *testing.T) {
	m := broadcasttest.NewMosquitto(t)
	m.Kill(t)
	s := newStory(5)
	publish(t, m.Broker(), s, nil)
	for range 200 {
		s.goOn()
	}
	m.Start(t)
	f := follow(t, m.URL(), "", "")
	caughtUp(t, f, s)
}

func TestAlarms(t *testing.T) {
	s := newStory(6)
	var state eventlog.State
	read := 0
	ids := func() string {
		told, _ := s.From(read)
		for _, e := range told {
			state.Apply(e)
		}
		read += len(told)
		var list []string
		for _, a := range state.Alarms() {
			list = append(list, string(a.ID))
		}
		return strings.Join(list, " ")
	}
	expect := func(what, want string) {
		t.Helper()
		if got := ids(); got != want {
			t.Errorf("%s: alarms %q, want %q", what, got, want)
		}
	}
	expect("a game has begun", "")
	s.tell(reconcile.Fault{Squares: rules.SquaresOf(rules.C4, rules.D4), Kind: reconcile.StuckOn})
	expect("two sensors stuck", "sensor_fault")
	s.tell(reconcile.Fault{Squares: rules.SquaresOf(rules.C4), Kind: reconcile.Flicker})
	expect("one of them flickers instead", "sensor_fault sensor_fault")
	s.tell(reconcile.Displaced{Squares: rules.SquaresOf(rules.E4)})
	expect("the board differs", "error_reconstructing_game sensor_fault sensor_fault")
	s.tell(reconcile.Fault{Squares: rules.SquaresOf(rules.C4, rules.D4), Kind: reconcile.Trusted})
	s.tell(reconcile.Restored{FEN: rules.StartFEN})
	expect("all is well again", "")
	s.tell(reconcile.Fault{Squares: ^rules.Squares(0), Kind: reconcile.NoReading})
	expect("the plug is out", "board_missing")
	s.tell(reconcile.Fault{Squares: ^rules.Squares(0), Kind: reconcile.Trusted})
	m := s.make(rules.StartPosition().LegalMoves(nil)[0])
	m.How, m.Confidence = reconcile.Inferred, 0.6
	s.tell(m)
	expect("a guess", "guessed_move")
	s.tell(reconcile.Retracted{Ply: 1})
	expect("the guess is taken back", "")
	s.line, s.moves = s.line[:1], nil
	s.tell(reconcile.ResultKnown{Result: "1-0", Reason: "kings", Proposed: true})
	expect("kings in the centre", "game_finished")
	s.tell(s.make(rules.StartPosition().LegalMoves(nil)[0]))
	expect("and yet a move", "premature_result")
	s.tell(reconcile.ResultKnown{Result: "1-0", Reason: "arbiter"})
	expect("confirmed", "")
}
