package feeds_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/feeds"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
)

var quiet = slog.New(slog.DiscardHandler)

var began = time.Date(2026, 11, 21, 18, 22, 0, 123e6, time.UTC)

// table is one board whose games the test plays: the history that a publisher reads.
type table struct {
	name, game string
	told       *broadcast.Log
	seq        uint64
	number     int
	at         rules.Position
	moves      []string // of the game in progress, in UCI
	sans       []string
}

// Follow implements broadcast.Source.
func (b *table) Follow() *broadcast.Cursor { return b.told.Follow(0) }

func (b *table) tell(w reconcile.What) {
	b.seq++
	at := time.Duration(b.seq) * 1500 * time.Millisecond
	b.told.Append(eventlog.Entry{
		Game: b.game, Seq: b.seq, Time: began.Add(at), Event: reconcile.Event{At: at, Seq: b.seq, Game: b.number, What: w},
	})
}

// open sets up a game.
func (b *table) open(p eventlog.Pairing, start rules.Position) {
	b.number++
	b.game = b.name + "-20261121t182200123z-" + string(rune('0'+b.number))
	b.at, b.moves, b.sans = start, nil, nil
	b.tell(eventlog.Opened{Start: start.FEN(), Variant: start.Variant(), Laws: rules.FIDE2009, Pairing: p})
}

// start starts it.
func (b *table) start() {
	b.tell(reconcile.Started{FEN: b.at.FEN(), Variant: b.at.Variant()})
}

// play makes moves, given in SAN.
func (b *table) play(t *testing.T, sans ...string) {
	t.Helper()
	for _, san := range sans {
		m, err := b.at.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		b.tell(b.make(m))
	}
}

func (b *table) make(m rules.Move) reconcile.Made {
	before := b.at
	b.at = before.After(m)
	b.moves, b.sans = append(b.moves, m.UCI(before.Variant())), append(b.sans, before.SAN(m))
	return reconcile.Made{
		Ply: len(b.moves), Move: m, UCI: m.UCI(before.Variant()), SAN: before.SAN(m), FEN: b.at.FEN(), By: before.Turn(), Confidence: 0.99,
	}
}

// end publishes a confirmed result.
func (b *table) end(result string) {
	b.tell(reconcile.ResultKnown{Result: result, Reason: "arbiter"})
}

// hall is a broker with boards, and a hub that listens.
type hall struct {
	broker *broadcasttest.Mosquitto
	hub    *feeds.Hub
}

const base = "touchmove/v1"

// open starts a hall with these boards. Everything ends with the test.
func open(t *testing.T, event string, tables ...*table) *hall {
	t.Helper()
	h := &hall{broker: broadcasttest.NewMosquitto(t), hub: feeds.NewHub(base, nil, quiet)}
	listen(t, h, event, tables...)
	return h
}

// listen makes a hub listen to these boards.
func listen(t *testing.T, h *hall, event string, tables ...*table) {
	t.Helper()
	background(t, func(ctx context.Context) { h.hub.Run(ctx, h.broker.Broker()) })
	for _, b := range tables {
		publish(t, h.broker, event, b)
	}
	for _, b := range tables {
		h.until(t, event, b)
	}
}

func publish(t *testing.T, broker *broadcasttest.Mosquitto, event string, b *table) {
	t.Helper()
	topics := broadcast.Topics{Base: base, Event: event, Board: b.name, Node: "pi-3"}
	p, err := broadcast.NewPublisher(broker.Broker(), topics, broadcast.Info{Version: "v1", Hardware: "simulated", Sensing: "occupancy", ScanHz: 200}, b, nil, quiet)
	if err != nil {
		t.Fatal(err)
	}
	background(t, p.Run)
}

// background runs a function until the test ends, and then waits for it.
func background(t *testing.T, run func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
}

// until waits until the hub has the current state of the board's game.
func (h *hall) until(t *testing.T, event string, b *table) {
	t.Helper()
	broadcasttest.Eventually(t, "the hub has the game of "+b.name, func() bool {
		now, _ := h.hub.Now()
		g := now.Find(event, b.game)
		return g != nil && slices.Equal(mainLine(g), b.moves) && g.Seq == b.seq
	})
}

func mainLine(g *feeds.Game) []string {
	line := make([]string, 0, len(g.Parsed.Moves))
	for _, m := range g.Parsed.MainLine() {
		line = append(line, m.UCI(g.Parsed.Start.Variant()))
	}
	return line
}

func newTable(name string) *table { return &table{name: name, told: broadcast.NewLog()} }

// pairing returns an invented pairing of a round.
func pairing(round, white, black string) eventlog.Pairing {
	return eventlog.Pairing{
		Event: "Open 2026", Site: "Łódź POL", Round: round,
		White: eventlog.Player{Name: white, FideID: 1100211, Title: "WGM", Rating: 2412}, Black: eventlog.Player{Name: black},
		TimeControl: "40/5400+30:1800+30",
	}
}
