package broker_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/broker"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
)

var topics = broadcast.Topics{Base: "touchmove/v1", Event: "open-2026", Board: "hall-7", Node: "pi-3"}

const prefix = "touchmove/v1/open-2026/hall-7/"

var quiet = slog.New(slog.DiscardHandler)

var users = []broker.User{
	{Name: "ann", Password: "arbiter's", Role: broadcast.Arbiter},
	{Name: "tim", Password: "technician's", Role: broadcast.Technician},
	{Name: "rea", Password: "reader's", Role: broadcast.Reader},
}

// story is a game in which the knights move out and back, for the publisher of the broker's
// tests.
type story struct {
	*broadcast.Log
	game  string
	seq   uint64
	line  rules.Position
	moves []string
}

func newStory() *story {
	s := &story{Log: broadcast.NewLog(), game: "hall-7-20261121t182200123z-1", line: rules.StartPosition()}
	s.tell(eventlog.Opened{Start: rules.StartFEN, Laws: rules.FIDE2009, Pairing: eventlog.Pairing{Event: "Open 2026", Round: "3"}})
	s.tell(reconcile.Started{FEN: rules.StartFEN})
	return s
}

// Follow implements broadcast.Source.
func (s *story) Follow() *broadcast.Cursor { return s.Log.Follow(0) }

func (s *story) tell(w reconcile.What) {
	if _, ok := w.(eventlog.Opened); !ok {
		s.seq++
	}
	at := time.Duration(s.seq) * 1500 * time.Millisecond
	s.Append(eventlog.Entry{
		Game: s.game, Seq: s.seq, Time: time.Date(2026, 11, 21, 18, 22, 0, 0, time.UTC).Add(at),
		Event: reconcile.Event{At: at, Seq: s.seq, Game: 1, What: w},
	})
}

// goOn publishes a touch, which is private, and a move.
func (s *story) goOn() {
	uci := []string{"g1f3", "g8f6", "f3g1", "f6g8"}[len(s.moves)%4]
	before := s.line
	m, err := before.ParseUCI(uci)
	if err != nil {
		panic(err)
	}
	s.tell(reconcile.Touched{Square: m.From(), Piece: before.At(m.From()), By: before.Turn()})
	s.line, s.moves = before.After(m), append(s.moves, uci)
	s.tell(reconcile.Made{
		Ply: len(s.moves), Move: m, UCI: uci, SAN: before.SAN(m), FEN: s.line.FEN(), By: before.Turn(),
		Released: time.Duration(s.seq) * 1500 * time.Millisecond, Confidence: 0.99,
	})
}

func (s *story) fen() string { return s.line.FEN() }

// caughtUp waits until a follower knows the whole game.
func caughtUp(t *testing.T, f *broadcasttest.Follower, s *story) {
	t.Helper()
	broadcasttest.Eventually(t, "the follower knows the whole game", func() bool {
		_, seq := f.Moves(s.game)
		return seq == s.seq
	})
	if got, _ := f.Moves(s.game); !slices.Equal(got, s.moves) {
		t.Fatalf("the follower has\n%v\nand the game is\n%v", got, s.moves)
	}
}

// publish runs a publisher until the test ends.
func publish(t *testing.T, b broadcast.Broker, s *story, requests chan<- broadcast.Request) {
	t.Helper()
	info := broadcast.Info{Version: "v1.2.3", Hardware: "mcp23017", Sensing: "occupancy", ScanHz: 200}
	p, err := broadcast.NewPublisher(b, topics, info, s, requests, quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); p.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
}

// start starts a broker with a WebSocket, and a publisher.
func start(t *testing.T, requests chan<- broadcast.Request) (*broker.Server, *story) {
	t.Helper()
	b, err := broker.Start(broker.Options{
		Listen: "127.0.0.1:0", WebSocket: "127.0.0.1:0", Base: topics.Base, Users: users, Origins: []string{"http://127.0.0.1:8080"}, Pages: "8090",
	}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	s := newStory()
	publish(t, b.Broker(), s, requests)
	return b, s
}

// dial connects an ordinary MQTT client, as others use it.
func dial(t *testing.T, url, name, password string) (mqtt.Client, error) {
	t.Helper()
	c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(url).SetClientID("test-" + t.Name() + time.Now().String()).
		SetAutoReconnect(false).SetConnectTimeout(time.Minute).SetUsername(name).SetPassword(password))
	token := c.Connect()
	token.Wait()
	if token.Error() == nil {
		t.Cleanup(func() { c.Disconnect(0) })
	}
	return c, token.Error()
}

// follow follows the board until the test ends.
func follow(t *testing.T, url, name, password string) *broadcasttest.Follower {
	t.Helper()
	return broadcasttest.Follow(t, url, prefix, name, password)
}

// attempt publishes and reports whether the broker acknowledged it.
func attempt(t *testing.T, c mqtt.Client, topic, payload string, retained bool) bool {
	t.Helper()
	token := c.Publish(topic, 1, retained, payload)
	return token.WaitTimeout(time.Minute) && token.Error() == nil
}
