package broadcast_test

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/internal/livetest"
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

// message is a PUBLISH (MQTT 3.1.1, 3.3).
func message(head byte, topic string, id uint16, payload string) []byte {
	body := append(binary.BigEndian.AppendUint16(nil, uint16(len(topic))), topic...)
	if head&6 != 0 {
		body = binary.BigEndian.AppendUint16(body, id)
	}
	body = append(body, payload...)
	return append(binary.AppendUvarint([]byte{head}, uint64(len(body))), body...)
}

// Whatever a broker does instead of what MQTT says, the publisher tries again, and once the
// broker behaves it has everything. Meanwhile it takes no memory for what a broker announces.
func TestBrokersThatMisbehave(t *testing.T) {
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	t.Cleanup(func() { // when all of them have ended
		var after runtime.MemStats
		runtime.ReadMemStats(&after)
		if n := int64(after.TotalAlloc-before.TotalAlloc) >> 20; n > 250 {
			t.Errorf("the brokers have made the publisher allocate %d MB", n)
		}
	})
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
		"announces an acknowledgement of 256 MB": func(c net.Conn) {
			c.Read(make([]byte, 4096))
			c.Write(append(accepted, 0x90, 0xff, 0xff, 0xff, 0x7f, 'x'))
			io.Copy(io.Discard, c) // until it is disconnected
		},
		"answers CONNECT with 256 MB": func(c net.Conn) {
			c.Read(make([]byte, 4096))
			c.Write([]byte{0x20, 0xff, 0xff, 0xff, 0x7f, 'x'})
			io.Copy(io.Discard, c)
		},
		"sends messages at QoS 2 and releases none": func(c net.Conn) {
			c.Read(make([]byte, 4096))
			c.Write(accepted)
			go io.Copy(io.Discard, c)
			for id := uint16(1); ; id = max(1, id+1) {
				if _, err := c.Write(message(0x34, prefix+"cmd/note", id, strings.Repeat("a", 20000))); err != nil {
					return
				}
			}
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
				if testing.Short() {
					t.Skip("it takes until a time limit, as for a broker that acknowledges nothing")
				}
				connections = 1
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

// A broker that lets everybody in and acknowledges nothing, or a byte now and then, does not count
// as connected: nothing that is published there reaches anybody.
func TestBrokerThatAcknowledgesNothing(t *testing.T) {
	t.Parallel()
	for name, treat := range map[string]func(net.Conn){
		"nothing": func(c net.Conn) {
			c.Read(make([]byte, 4096))
			c.Write(accepted)
			io.Copy(io.Discard, c)
		},
		"a byte now and then": func(c net.Conn) {
			c.Read(make([]byte, 4096))
			c.Write(accepted)
			go io.Copy(io.Discard, c)
			for _, b := range append([]byte{0x90, 3, 0, 1, 1}, make([]byte, 100)...) {
				time.Sleep(100 * time.Millisecond)
				if _, err := c.Write([]byte{b}); err != nil {
					return
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := broadcasttest.NewMosquitto(t)
			through := b.Broker()
			through.URL = badly(t, strings.TrimPrefix(b.URL(), "tcp://"), 1, treat)
			p, err := broadcast.NewPublisher(through, topics, info, newStory(3), nil, quiet)
			if err != nil {
				t.Fatal(err)
			}
			done := make(chan struct{})
			go func() { defer close(done); p.Run(t.Context()) }()
			t.Cleanup(func() { <-done })
			broadcasttest.Eventually(t, "a connection", func() bool { return p.Stats().Snapshot().Connections == 1 })
			for range 100 {
				if now := p.Stats().Snapshot(); now.Connected && now.Connections == 1 {
					t.Fatal("it counts as connected")
				}
				time.Sleep(10 * time.Millisecond)
			}
			broadcasttest.Eventually(t, "the good broker counts", func() bool { return p.Stats().Snapshot().Connected })
		})
	}
}

// A message that is far too long, which anybody may send at a broker that lets everybody
// write, is not taken into memory, and does not keep the board from its broker, not even if it
// is retained. A command before and after it is answered, and the log names the broker.
func TestLongMessages(t *testing.T) {
	b := broadcasttest.NewMosquitto(t)
	vandal, err := net.Dial("tcp", strings.TrimPrefix(b.URL(), "tcp://"))
	if err != nil {
		t.Fatal(err)
	}
	defer vandal.Close()
	const size = 50 << 20
	answer := make([]byte, 4)
	send := func(packet []byte) {
		t.Helper()
		vandal.SetDeadline(time.Now().Add(time.Minute))
		if _, err := vandal.Write(packet); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(vandal, answer); err != nil {
			t.Fatal(err)
		}
	}
	send([]byte("\x10\x12\x00\x04MQTT\x04\x02\x00\x00\x00\x06vandal"))
	long := message(0x33, prefix+"cmd/note", 1, strings.Repeat("A", size)) // retained, QoS 1
	send(long)
	long[0] = 0x32
	requests := make(chan broadcast.Request, 100)
	go func() {
		for r := range requests {
			r.Answer(broadcast.Answer{ID: r.Command.ID, OK: true})
		}
	}()
	reader, err := dial(t, b.URL(), "", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	answers := make(chan string, 100)
	reader.Subscribe(prefix+"cmd/note/result", 1, func(_ mqtt.Client, m mqtt.Message) { answers <- string(m.Payload()) }).Wait()
	var log livetest.Output
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	publishLogging(t, b.Broker(), newStory(5), requests, slog.New(slog.NewTextHandler(&log, nil)))
	for n := range 3 {
		id := fmt.Sprintf("note-%d", n)
		broadcasttest.Eventually(t, "a command after a long message is answered", func() bool {
			attempt(t, reader, prefix+"cmd/note", `{"id":"`+id+`","what":"here"}`, false)
			select {
			case text := <-answers:
				return strings.Contains(text, id)
			case <-time.After(100 * time.Millisecond):
				return false
			}
		})
		send(long)
	}
	runtime.ReadMemStats(&after)
	if n := int64(after.TotalAlloc-before.TotalAlloc) >> 20; n > size>>20/2 {
		t.Errorf("for messages of %d MB, %d MB were allocated", size>>20, n)
	}
	text := log.String()
	if strings.Contains(text, "lost") || !strings.Contains(text, "is too long") || !strings.Contains(text, strings.TrimPrefix(b.URL(), "tcp://")) {
		t.Errorf("the log does not name the broker of a long message, or says that it was lost: %s", text)
	}
}

// A broker that never ends a long packet is disconnected after a while, and the log says why.
func TestPacketThatDoesNotEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a time limit: make test runs it")
	}
	b := broadcasttest.NewMosquitto(t)
	through := b.Broker()
	through.URL = badly(t, strings.TrimPrefix(b.URL(), "tcp://"), 1, func(c net.Conn) {
		c.Read(make([]byte, 4096))
		c.Write(append(accepted, 0x90, 3, 0, 1, 1, 0x30, 0xff, 0xff, 0xff, 0x7f))
		go io.Copy(io.Discard, c)
		for {
			if _, err := c.Write([]byte{'x'}); err != nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	})
	var log livetest.Output
	s := newStory(3)
	f := follow(t, b.URL(), "", "")
	publishLogging(t, through, s, nil, slog.New(slog.NewTextHandler(&log, nil)))
	s.goOn()
	caughtUp(t, f, s)
	if text := log.String(); !strings.Contains(text, "does not finish a packet") || !strings.Contains(text, through.URL) {
		t.Errorf("the log does not say why, and of which broker: %s", text)
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
