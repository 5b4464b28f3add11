package broadcast_test

import (
	"crypto/rand"
	"encoding/json"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
)

// badly is a broker that treats the first connections badly, and passes those after them on to
// a good one.
func badly(t *testing.T, good string, connections int, treat func(c net.Conn)) (url string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for n := 0; ; n++ {
			c, err := l.Accept()
			if err != nil {
				return
			}
			if n < connections {
				go func() { defer c.Close(); treat(c) }()
				continue
			}
			to, err := net.Dial("tcp", good)
			if err != nil {
				c.Close()
				return
			}
			t.Cleanup(func() { c.Close(); to.Close() })
			go func() { io.Copy(to, c); to.Close() }()
			go func() { io.Copy(c, to); c.Close() }()
		}
	}()
	return "tcp://" + l.Addr().String()
}

var accepted = []byte{0x20, 2, 0, 0} // CONNACK (MQTT 3.1.1, 3.2)

// Whatever a broker does instead of what MQTT says, the publisher tries again, and once the
// broker behaves it has everything.
func TestBrokersThatMisbehave(t *testing.T) {
	for name, treat := range map[string]func(net.Conn){
		"accepts and never answers": func(c net.Conn) { io.Copy(io.Discard, c) },
		"sends anything":            func(c net.Conn) { io.CopyN(c, rand.Reader, 4000) },
		"closes at the first packet after CONNECT": func(c net.Conn) {
			buf := make([]byte, 4096)
			c.Read(buf)
			c.Write(accepted)
			c.Read(buf)
		},
		"announces a packet of 256 MB": func(c net.Conn) {
			c.Read(make([]byte, 4096))
			c.Write(append(accepted, 0x30, 0xff, 0xff, 0xff, 0x7f, 'x'))
		},
		"acknowledges what was never sent": func(c net.Conn) {
			c.Read(make([]byte, 4096))
			c.Write(append(accepted, 0x40, 2, 0, 9, 0x90, 3, 0, 9, 1, 0x62, 2, 0, 9, 0x70, 2, 0, 9, 0xb0, 2, 0, 9, 0xd0, 0, 0x20, 2, 0, 0))
			c.Read(make([]byte, 4096))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := broadcasttest.NewMosquitto(t)
			connections := 6
			if strings.Contains(name, "never answers") {
				connections = 1 // it takes until a time limit
			}
			through := b.Broker()
			through.URL = badly(t, strings.TrimPrefix(b.URL(), "tcp://"), connections, treat)
			s := newStory(3)
			f := follow(t, b.URL(), "", "")
			publish(t, through, s, nil)
			for range 10 {
				s.goOn()
			}
			caughtUp(t, f, s)
		})
	}
}

// What somebody has left at the broker on a board's topics, retained, is replaced by the truth
// or refused; it neither stops the daemon nor reaches the game.
func TestMalformedRetainedMessages(t *testing.T) {
	b := broadcasttest.NewMosquitto(t)
	vandal, err := dial(t, b.URL(), "", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	junk := []string{"{", "null", "[]", "\x00\xff\xfe", `{"id":1}`, `{"id":"x"}`, strings.Repeat("[", 10000), strings.Repeat("9", 20000), "\u202e\x1b[2J"}
	own := []string{"availability", "info", "game", "state", "position", "clock", "alarm", "alarms", "desk", "pgn", "previous", "lights"}
	for i, topic := range append([]string{"cmd/new-game", "cmd/result", "cmd/announce", "cmd/no-such-command", "cmd/raw", "cmd/\u202e", "event", "move", "raw"}, own...) {
		attempt(t, vandal, prefix+topic, junk[i%len(junk)], true)
	}
	attempt(t, vandal, topics.Base+"/"+topics.Event+"/_node/"+topics.Node+"/availability", "{", true)
	s := newStory(5)
	requests := make(chan broadcast.Request, 100)
	publish(t, b.Broker(), s, requests)
	for range 5 {
		s.goOn()
	}
	var mu sync.Mutex
	last := map[string]string{} // a follower would refuse the junk
	vandal.Subscribe(prefix+"#", 1, func(_ mqtt.Client, m mqtt.Message) {
		mu.Lock()
		defer mu.Unlock()
		last[strings.TrimPrefix(m.Topic(), prefix)] = string(m.Payload())
	}).Wait()
	broadcasttest.Eventually(t, "the truth", func() bool {
		mu.Lock()
		defer mu.Unlock()
		for _, topic := range own {
			if text := last[topic]; text == "" || slices.Contains(junk, text) {
				return false
			}
		}
		var state struct{ Ply int }
		return json.Unmarshal([]byte(last["state"]), &state) == nil && state.Ply == len(s.truth()) && last["availability"] == "online"
	})
	if len(requests) > 0 {
		t.Errorf("a retained command reached the game: %+v", <-requests)
	}
}
