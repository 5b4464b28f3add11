package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/reconcile"
	"touchmove/rules"
)

// tale is the history of a board on which legal moves are made at random. It
// knows when each was told.
type tale struct {
	mu    sync.Mutex
	told  []broadcast.Told
	grown chan struct{}
	at    map[uint64]time.Time

	game string
	seq  uint64
	ply  int
	dice *rand.Rand
	pos  rules.Position
}

func newTale(n int) *tale {
	t := &tale{grown: make(chan struct{}), at: map[uint64]time.Time{}, game: fmt.Sprintf("board-%d-20261121t182200123z-1", n), dice: rand.New(rand.NewPCG(uint64(n), 1)), pos: rules.StartPosition()}
	t.add(broadcast.Opened{Start: rules.StartFEN, Laws: rules.FIDE2009})
	t.add(reconcile.Started{FEN: rules.StartFEN})
	return t
}

// From implements broadcast.Source.
func (t *tale) From(i int) ([]broadcast.Told, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clip(t.told[i:]), t.grown
}

func (t *tale) add(what reconcile.What) {
	now := time.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, opened := what.(broadcast.Opened); !opened {
		t.seq++
	}
	t.at[t.seq] = now
	at := time.Duration(t.seq) * time.Second
	t.told = append(t.told, broadcast.Told{Game: t.game, Seq: t.seq, Time: now, Event: reconcile.Event{At: at, Seq: t.seq, Game: 1, What: what}})
	close(t.grown)
	t.grown = make(chan struct{})
}

// move makes one more move; false when the game is over.
func (t *tale) move() bool {
	moves := t.pos.LegalMoves(nil)
	if len(moves) == 0 {
		return false
	}
	m := moves[t.dice.IntN(len(moves))]
	after := t.pos.After(m)
	t.ply++
	t.add(reconcile.Made{
		Ply: t.ply, Move: m, UCI: m.UCI(rules.Standard), SAN: t.pos.SAN(m), FEN: after.FEN(), By: t.pos.Turn(), Confidence: 0.99, How: reconcile.Seen,
	})
	t.pos = after
	return true
}

// hall publishes many boards' games through one mosquitto to one subscriber, a
// move every five seconds on each, which is blitz on every board of a big open.
func hall(boards int, length time.Duration) error {
	b, err := startMosquitto()
	if err != nil {
		return err
	}
	defer b.stop()
	quiet := slog.New(slog.DiscardHandler)
	tales := map[string]*tale{}
	var mu sync.Mutex
	var lags []time.Duration
	arrived := map[string]map[uint64]bool{}
	bytes, messages := 0, 0
	reader, err := subscribe(b.url, "bench-screen", "touchmove/v1/#", func(_ mqtt.Client, m mqtt.Message) {
		now := time.Now()
		mu.Lock()
		defer mu.Unlock()
		bytes, messages = bytes+len(m.Payload())+len(m.Topic()), messages+1
		if topic := m.Topic(); topic[len(topic)-5:] != "/move" {
			return
		}
		var move struct {
			Game string
			Seq  uint64
		}
		if json.Unmarshal(m.Payload(), &move) != nil {
			return
		}
		if arrived[move.Game] == nil {
			arrived[move.Game] = map[uint64]bool{}
		}
		if t := tales[move.Game]; t != nil && !arrived[move.Game][move.Seq] {
			t.mu.Lock()
			lags = append(lags, now.Sub(t.at[move.Seq]))
			t.mu.Unlock()
		}
		arrived[move.Game][move.Seq] = true
	})
	if err != nil {
		return err
	}
	defer reader.Disconnect(100)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var publishers []*broadcast.Publisher
	for i := range boards {
		t := newTale(i)
		topics := broadcast.Topics{Base: "touchmove/v1", Event: "open", Board: fmt.Sprintf("board-%d", i), Node: "bench"}
		p, err := broadcast.NewPublisher(broadcast.Broker{URL: b.url}, topics, broadcast.Info{}, t, nil, quiet)
		if err != nil {
			return err
		}
		mu.Lock()
		tales[t.game] = t
		mu.Unlock()
		publishers = append(publishers, p)
	}
	var running sync.WaitGroup
	for _, p := range publishers {
		running.Go(func() { p.Run(ctx) })
	}
	for limit := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		ready := 0
		for _, p := range publishers {
			if p.Stats().Snapshot().Entries >= 2 {
				ready++
			}
		}
		if ready == boards {
			break
		} else if time.Now().After(limit) {
			return fmt.Errorf("only %d of %d boards are connected", ready, boards)
		}
	}
	mu.Lock()
	bytes, messages = 0, 0
	mu.Unlock()
	before, err := cpu(b.cmd.Process.Pid)
	if err != nil {
		return err
	}
	var playing sync.WaitGroup
	const pause = 5 * time.Second
	began := time.Now()
	var list []*tale
	for _, t := range tales {
		list = append(list, t)
	}
	for i, t := range list {
		playing.Go(func() {
			time.Sleep(pause * time.Duration(i) / time.Duration(boards)) // not all at once
			for time.Since(began) < length && t.move() {
				time.Sleep(pause)
			}
		})
	}
	playing.Wait()
	made, missing := 0, 0
	for limit := time.Now().Add(20 * time.Second); time.Now().Before(limit); time.Sleep(100 * time.Millisecond) {
		mu.Lock()
		made, missing = 0, 0
		for _, t := range tales {
			made += t.ply
			missing += t.ply - len(arrived[t.game])
		}
		mu.Unlock()
		if missing == 0 {
			break
		}
	}
	took := time.Since(began)
	after, err := cpu(b.cmd.Process.Pid)
	if err != nil {
		return err
	}
	rss, err := resident(b.cmd.Process.Pid)
	if err != nil {
		return err
	}
	mu.Lock()
	fmt.Printf("hall      %d boards, one mosquitto, one subscriber: %d moves made, %d missing; from telling to subscriber %s; %d messages of %d bytes; mosquitto took %.1f %% of a core and %.1f MB\n",
		boards, made, missing, spread(lags), messages, bytes/max(1, messages), 100*(after-before).Seconds()/took.Seconds(), float64(rss)/1e6)
	mu.Unlock()
	stop()
	running.Wait()
	if missing > 0 {
		return fmt.Errorf("%d moves did not arrive", missing)
	}
	return nil
}
