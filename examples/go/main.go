// Follows one board over MQTT and prints its game at every change, as docs/mqtt.md asks of
// readers. Nothing else of touchmove is needed: copy it.
//
//	go run ./examples/go tcp://127.0.0.1:1883 local demo-1
package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// state is what is read here of the topic state, and of each of the games in previous.
type state struct {
	V      int
	Game   string
	Seq    int64
	Phase  string
	Result string
	Moves  []struct{ SAN string }
}

// move is what is read here of the topic move.
type move struct {
	V         int
	Game      string
	Seq       int64
	Ply       int
	SAN       string
	Retracted bool
}

// game is what is known of one game: whatever had the highest seq.
type game struct {
	id     string
	seq    int64
	moves  []string
	result string
}

func (g *game) String() string {
	words := append([]string{g.id}, g.moves...)
	if g.result != "*" {
		words = append(words, g.result)
	}
	return strings.Join(words, " ")
}

// newer reports whether a message tells more than is known, and remembers it.
func (g *game) newer(seq int64) bool {
	if seq <= g.seq {
		return false
	}
	g.seq = seq
	return true
}

func (g *game) state(s state) bool {
	if !g.newer(s.Seq) {
		return false
	}
	g.moves, g.result = nil, "*"
	for _, m := range s.Moves {
		g.moves = append(g.moves, m.SAN)
	}
	if s.Phase == "over" { // what stands before that may change
		g.result = s.Result
	}
	return true
}

// end takes how the game was left. The result may be new under a known seq: kings showed it, and
// it counts from now on.
func (g *game) end(s state, result string) bool {
	if s.Seq < g.seq {
		return false
	}
	known := s.Seq == g.seq && result == g.result
	g.seq, g.moves, g.result = s.Seq, nil, result
	for _, m := range s.Moves {
		g.moves = append(g.moves, m.SAN)
	}
	return !known
}

// move takes one move; it has no effect when it is old, or when one before it was missed: the
// next state has all of them.
func (g *game) move(m move) bool {
	if m.Ply > len(g.moves)+1 || !g.newer(m.Seq) {
		return false
	}
	g.moves = g.moves[:m.Ply-1]
	if !m.Retracted {
		g.moves = append(g.moves, m.SAN)
	}
	return true
}

// board is the games of one board that were heard of.
type board map[string]*game

func (b board) of(id string) *game {
	if b[id] == nil {
		b[id] = &game{id: id, seq: -1, result: "*"}
	}
	return b[id]
}

// receive takes a message and returns the games of which it said something new.
func (b board) receive(topic string, payload []byte) (changed []*game, err error) {
	switch topic {
	case "state":
		var s state
		if err := read(payload, &s, &s.V); err != nil {
			return nil, err
		}
		if g := b.of(s.Game); g.state(s) {
			changed = append(changed, g)
		}
	case "move":
		var m move
		if err := read(payload, &m, &m.V); err != nil {
			return nil, err
		}
		if g := b.of(m.Game); g.move(m) {
			changed = append(changed, g)
		}
	case "previous": // games that ended, perhaps while we were away; others do not matter here
		var p struct {
			V       int
			Games   []state
			Results map[string]string // by game
		}
		if err := read(payload, &p, &p.V); err != nil {
			return nil, err
		}
		for _, s := range p.Games {
			if g := b[s.Game]; g != nil && g.end(s, cmp.Or(p.Results[s.Game], s.Result)) {
				changed = append(changed, g)
			}
		}
	}
	return changed, nil
}

func read(payload []byte, into any, version *int) error {
	if err := json.Unmarshal(payload, into); err != nil {
		return err
	}
	if *version != 1 {
		return fmt.Errorf("version %d is not known here", *version)
	}
	return nil
}

func main() {
	base := flag.String("base", "touchmove/v1", "topic levels before event and board")
	plies := flag.Int("plies", 0, "end after so many half-moves of a game")
	flag.Parse()
	if flag.NArg() != 3 {
		fmt.Fprintln(os.Stderr, "usage: follow [-base LEVELS] [-plies N] BROKER EVENT BOARD, as in: follow tcp://127.0.0.1:1883 local demo-1")
		os.Exit(2)
	}
	prefix := strings.Join([]string{*base, flag.Arg(1), flag.Arg(2), ""}, "/")
	b, done := board{}, make(chan struct{}, 1)
	receive := func(_ mqtt.Client, m mqtt.Message) { // one message after the other
		topic := strings.TrimPrefix(m.Topic(), prefix)
		if topic == "availability" {
			fmt.Println("#", string(m.Payload()))
			return
		}
		changed, err := b.receive(topic, m.Payload())
		if err != nil {
			fmt.Fprintln(os.Stderr, m.Topic()+":", err)
			os.Exit(1)
		}
		for _, g := range changed {
			fmt.Println(g)
			if *plies > 0 && len(g.moves) >= *plies {
				select {
				case done <- struct{}{}:
				default:
				}
			}
		}
	}
	options := mqtt.NewClientOptions().AddBroker(flag.Arg(0)).
		SetProtocolVersion(4).                                       // 3.1.1
		SetConnectRetry(true).SetConnectRetryInterval(time.Second).  // until there is a broker
		SetAutoReconnect(true).SetMaxReconnectInterval(time.Second). // it waits ten minutes otherwise
		SetOnConnectHandler(func(c mqtt.Client) {                    // again after every connection: nothing is remembered for us
			c.SubscribeMultiple(map[string]byte{prefix + "state": 1, prefix + "move": 1, prefix + "previous": 1, prefix + "availability": 1}, receive)
		})
	client := mqtt.NewClient(options)
	if token := client.Connect(); token.Wait() && token.Error() != nil {
		fmt.Fprintln(os.Stderr, token.Error())
		os.Exit(1)
	}
	<-done
	client.Disconnect(250)
}
