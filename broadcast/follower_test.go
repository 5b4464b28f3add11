package broadcast_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
)

var topics = broadcast.Topics{Base: "touchmove/v1", Event: "open-2026", Board: "hall-7", Node: "pi-3"}

const prefix = "touchmove/v1/open-2026/hall-7/"

// follower is a subscriber as docs/mqtt.md describes it: of each game it keeps
// what had the highest seq, from states and from moves alike.
type follower struct {
	url, name, password string
	stop                chan struct{}

	mu       sync.Mutex
	games    map[string]*view
	latest   map[string]string // topic below prefix -> the last payload
	retained map[string]string // those that came as retained
	all      []received
	on       bool
}

type view struct {
	seq   uint64
	moves []string
}

type received struct{ topic, payload string }

// follow connects, and connects again when the broker has gone, until the test
// ends.
func follow(t *testing.T, url, name, password string) *follower {
	t.Helper()
	f := &follower{url: url, name: name, password: password, stop: make(chan struct{}), games: map[string]*view{}, latest: map[string]string{}, retained: map[string]string{}}
	done := make(chan struct{})
	go func() { defer close(done); f.run(t) }()
	t.Cleanup(func() { close(f.stop); <-done })
	eventually(t, "the follower is connected", func() bool { f.mu.Lock(); defer f.mu.Unlock(); return f.on })
	return f
}

func (f *follower) run(t *testing.T) {
	for {
		lost := make(chan struct{})
		opts := mqtt.NewClientOptions().AddBroker(f.url).SetClientID("follower-" + t.Name()).SetAutoReconnect(false).
			SetUsername(f.name).SetPassword(f.password).SetConnectTimeout(5 * time.Second).
			SetConnectionLostHandler(func(mqtt.Client, error) { close(lost) })
		c := mqtt.NewClient(opts)
		if token := c.Connect(); token.Wait() && token.Error() == nil {
			if token := c.Subscribe("touchmove/#", 1, f.take); token.Wait() && token.Error() == nil {
				f.set(true)
				select {
				case <-lost:
				case <-f.stop:
					c.Disconnect(0)
					return
				}
				f.set(false)
			}
			c.Disconnect(0)
		}
		select {
		case <-f.stop:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (f *follower) set(on bool) { f.mu.Lock(); f.on = on; f.mu.Unlock() }

func (f *follower) take(_ mqtt.Client, m mqtt.Message) {
	f.mu.Lock()
	defer f.mu.Unlock()
	topic := strings.TrimPrefix(m.Topic(), prefix)
	f.latest[topic] = string(m.Payload())
	f.all = append(f.all, received{topic, string(m.Payload())})
	if m.Retained() {
		f.retained[topic] = string(m.Payload())
	}
	switch topic {
	case "state":
		var s struct {
			Game  string
			Seq   uint64
			Moves []struct{ UCI string }
		}
		if json.Unmarshal(m.Payload(), &s) != nil {
			return
		}
		v := f.game(s.Game)
		if s.Seq < v.seq {
			return
		}
		v.seq, v.moves = s.Seq, nil
		for _, move := range s.Moves {
			v.moves = append(v.moves, move.UCI)
		}
	case "move":
		var s struct {
			Game      string
			Seq       uint64
			Ply       int
			UCI       string
			Retracted bool
		}
		if json.Unmarshal(m.Payload(), &s) != nil {
			return
		}
		v := f.game(s.Game)
		if s.Seq <= v.seq || s.Ply-1 > len(v.moves) { // old news, or a gap that the next state fills
			return
		}
		v.seq, v.moves = s.Seq, v.moves[:s.Ply-1]
		if !s.Retracted {
			v.moves = append(v.moves, s.UCI)
		}
	}
}

func (f *follower) game(id string) *view {
	if f.games[id] == nil {
		f.games[id] = &view{}
	}
	return f.games[id]
}

// moves returns the game as the follower knows it, and its seq.
func (f *follower) moves(game string) (moves []string, seq uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if v := f.games[game]; v != nil {
		return slices.Clone(v.moves), v.seq
	}
	return nil, 0
}

func (f *follower) last(topic string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.latest[topic]
}

func (f *follower) kept(topic string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.retained[topic]
}

func (f *follower) messages(topic string) (payloads []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, m := range f.all {
		if m.topic == topic {
			payloads = append(payloads, m.payload)
		}
	}
	return payloads
}
