package broadcasttest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast/contract"
	"touchmove/broadcast/contract/schemas"
)

// Follower is a subscriber as docs/mqtt.md describes it: of each game it keeps the message
// with the highest seq, whether it was a state or a move. The test fails if it receives a
// payload that does not match contract/schemas.
type Follower struct {
	url, prefix, name, password string
	stop                        chan struct{}

	mu       sync.Mutex
	games    map[string]*view
	latest   map[string]string // topic below prefix -> the last payload
	retained map[string]string // payloads that came with the retain flag
	all      []received
	faults   []string          // payloads that match no schema
	meant    map[string]string // payload by topic, game and sequence number
	late     int               // games whose end was learned from previous
	twofold  []string          // descriptions of contradictions
	last     time.Time         // time of the last message
	silence  time.Duration     // longest time between two messages
	on       bool
}

type view struct {
	seq           uint64
	moves         []string
	fen           string
	phase, result string // of the last state
}

type received struct{ topic, payload string }

// Follow connects, and reconnects after the broker has gone, until the test ends.
func Follow(t *testing.T, url, prefix, name, password string) *Follower {
	t.Helper()
	f := &Follower{prefix: prefix, url: url, name: name, password: password, stop: make(chan struct{}), games: map[string]*view{}, latest: map[string]string{}, retained: map[string]string{}, meant: map[string]string{}}
	done := make(chan struct{})
	go func() { defer close(done); f.run() }()
	t.Cleanup(func() {
		close(f.stop)
		<-done
		for _, fault := range f.faults {
			t.Errorf("published against the contract: %s", fault)
		}
	})
	Eventually(t, "the follower is connected", func() bool { f.mu.Lock(); defer f.mu.Unlock(); return f.on })
	return f
}

func (f *Follower) run() {
	for {
		lost := make(chan struct{})
		opts := mqtt.NewClientOptions().AddBroker(f.url).SetClientID(fmt.Sprintf("follower-%p", f)).SetAutoReconnect(false).
			SetUsername(f.name).SetPassword(f.password).SetConnectTimeout(5 * time.Second).
			SetKeepAlive(10 * time.Second).SetPingTimeout(5 * time.Second).
			SetConnectionLostHandler(func(mqtt.Client, error) { close(lost) })
		c := mqtt.NewClient(opts)
		if token := c.Connect(); token.Wait() && token.Error() == nil {
			if token := c.Subscribe("touchmove/#", 1, f.receive); token.Wait() && token.Error() == nil {
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

func (f *Follower) set(on bool) { f.mu.Lock(); f.on = on; f.mu.Unlock() }

func (f *Follower) receive(_ mqtt.Client, m mqtt.Message) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.check(m)
	now := time.Now()
	if !f.last.IsZero() {
		f.silence = max(f.silence, now.Sub(f.last))
	}
	f.last = now
	topic := strings.TrimPrefix(m.Topic(), f.prefix)
	f.latest[topic] = string(m.Payload())
	f.all = append(f.all, received{topic, string(m.Payload())})
	if m.Retained() {
		f.retained[topic] = string(m.Payload())
	}
	switch topic {
	case "state":
		var s state
		if json.Unmarshal(m.Payload(), &s) != nil {
			return
		}
		f.state(s)
	case "previous":
		var games struct{ Games []state }
		if json.Unmarshal(m.Payload(), &games) != nil {
			return
		}
		for _, s := range games.Games {
			if v := f.games[s.Game]; v != nil && s.Seq > v.seq {
				f.late++
			}
			f.state(s)
		}
	case "move":
		var s struct {
			Game      string
			Seq       uint64
			Ply       int
			UCI       string
			FEN       string
			Retracted bool
		}
		if json.Unmarshal(m.Payload(), &s) != nil {
			return
		}
		v := f.game(s.Game)
		if s.Seq <= v.seq || s.Ply-1 > len(v.moves) { // old, or there is a gap, which the next state fills
			return
		}
		v.seq, v.fen, v.moves = s.Seq, s.FEN, v.moves[:s.Ply-1]
		if !s.Retracted {
			v.moves = append(v.moves, s.UCI)
		}
	}
}

// state is what the follower reads of a state, also of those in previous.
type state struct {
	Game          string
	Seq           uint64
	FEN           string
	Moves         []struct{ UCI string }
	Phase, Result string
}

func (f *Follower) state(s state) {
	v := f.game(s.Game)
	if s.Seq < v.seq {
		return
	}
	v.seq, v.fen, v.moves, v.phase, v.result = s.Seq, s.FEN, nil, s.Phase, s.Result
	for _, move := range s.Moves {
		v.moves = append(v.moves, move.UCI)
	}
}

// check checks a message against the contract. Commands come from other clients and may be
// anything.
func (f *Follower) check(m mqtt.Message) {
	if c, _ := contract.Of(m.Topic()); c.Incoming {
		return
	}
	f.compare(m)
	if err := schemas.Check(m.Topic(), m.Payload()); err != nil {
		f.faults = append(f.faults, fmt.Sprintf("%v: %.200q, retained %v", err, m.Payload(), m.Retained()))
	}
}

// compare checks that a message is the same as an earlier one with the same number, except
// where docs/mqtt.md allows a difference.
func (f *Follower) compare(m mqtt.Message) {
	c, _ := contract.Of(m.Topic())
	switch c.Name {
	case contract.Info, contract.Game, contract.State, contract.Move, contract.Event, contract.Clock:
		var payload map[string]any
		if json.Unmarshal(m.Payload(), &payload) == nil {
			f.means(m.Topic(), payload)
		}
	case contract.Previous: // each game in it is a state
		var payload struct{ Games []map[string]any }
		if json.Unmarshal(m.Payload(), &payload) == nil {
			for _, state := range payload.Games {
				f.means(strings.TrimSuffix(m.Topic(), contract.Previous)+contract.State, state)
			}
		}
	}
}

func (f *Follower) means(topic string, payload map[string]any) {
	if payload["game"] == nil || payload["seq"] == nil {
		return
	}
	delete(payload, "unseen") // squares that cannot be read now are not part of the game
	key := fmt.Sprint(topic, " ", payload["game"], " ", payload["seq"])
	text, _ := json.Marshal(payload)
	if before, told := f.meant[key]; told && before != string(text) {
		f.twofold = append(f.twofold, fmt.Sprintf("%s was told as\n%s\nand as\n%s", key, before, text))
	}
	f.meant[key] = string(text)
}

// Contradictions lists messages that differed from an earlier one with the same number.
func (f *Follower) Contradictions() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.twofold)
}

func (f *Follower) game(id string) *view {
	if f.games[id] == nil {
		f.games[id] = &view{}
	}
	return f.games[id]
}

// Moves returns the moves of a game as the follower knows it, and its seq.
func (f *Follower) Moves(game string) (moves []string, seq uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if v := f.games[game]; v != nil {
		return slices.Clone(v.moves), v.seq
	}
	return nil, 0
}

// Position returns the FEN of a game as the follower knows it.
func (f *Follower) Position(game string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if v := f.games[game]; v != nil {
		return v.fen
	}
	return ""
}

// Result returns the phase and the result of a game from the last state received.
func (f *Follower) Result(game string) (phase, result string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if v := f.games[game]; v != nil {
		return v.phase, v.result
	}
	return "", ""
}

// Late returns the number of games that ended while the follower was disconnected, so that
// it learned their end from the topic previous.
func (f *Follower) Late() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.late
}

// Count returns the number of messages, how many moves and events came more than once, and
// the longest time between two messages.
func (f *Follower) Count() (messages, again int, silence time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	seen := map[received]bool{}
	for _, m := range f.all {
		if m.topic == "move" || m.topic == "event" {
			if seen[m] {
				again++
			}
			seen[m] = true
		}
	}
	return len(f.all), again, f.silence
}

// Game returns the game of the last state, or "" before the first.
func (f *Follower) Game() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var s struct{ Game string }
	json.Unmarshal([]byte(f.latest["state"]), &s)
	return s.Game
}

// Last returns the last payload of a topic below the prefix.
func (f *Follower) Last(topic string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.latest[topic]
}

// Kept returns the last payload of a topic that came with the retain flag.
func (f *Follower) Kept(topic string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.retained[topic]
}

// Messages returns all payloads of a topic in the order of arrival.
func (f *Follower) Messages(topic string) (payloads []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, m := range f.all {
		if m.topic == topic {
			payloads = append(payloads, m.payload)
		}
	}
	return payloads
}
