package broadcast_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"strings"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/broker"
)

const forbiddenCommand = `{"id":"x","by":"white"}`

// forbidden are messages that the broker refuses, each with who sends it.
var forbidden = []struct{ what, name, password, topic, payload string }{
	{"a command without a name", "", "", prefix + "cmd/resign", forbiddenCommand},
	{"a reader's command", "rea", "reader's", prefix + "cmd/resign", forbiddenCommand},
	{"an arbiter's state", "ann", "arbiter's", prefix + "state", `{"forged":1}`},
	{"an arbiter's answer", "ann", "arbiter's", prefix + "cmd/resign/result", `{"forged":1}`},
	{"a command to the node", "ann", "arbiter's", topics.Base + "/open-2026/_node/cmd/x/y", forbiddenCommand},
	{"outside of the base", "ann", "arbiter's", "elsewhere/open-2026/hall-7/cmd/resign", forbiddenCommand},
	{"what begins as the base does", "ann", "arbiter's", topics.Base + "x/open-2026/hall-7/cmd/resign", forbiddenCommand},
	{"the broker's own topics", "ann", "arbiter's", "$SYS/broker/version", "x"},
	{"levels missing", "ann", "arbiter's", topics.Base + "/hall-7/cmd/resign", forbiddenCommand},
	{"levels too many", "ann", "arbiter's", topics.Base + "/a/open-2026/hall-7/cmd/resign", forbiddenCommand},
	{"a path out of the board", "ann", "arbiter's", prefix + "../hall-8/cmd/resign", forbiddenCommand},
}

// Every attempt to do something forbidden at the embedded broker fails, and readers are not
// affected.
func TestForbidden(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	requests := make(chan broadcast.Request, 100)
	b, s := startEmbedded(t, requests)
	url := "tcp://" + b.Addr()
	watch := follow(t, url, "ann", "arbiter's")
	broadcasttest.Eventually(t, "the state", func() bool { return watch.Last("state") != "" })

	subscribeForbidden(t, url) // until the end of the test
	t.Run("messages", func(t *testing.T) {
		for _, c := range forbidden {
			if attempt(t, loggedIn(t, url, c.name, c.password), c.topic, c.payload, true) {
				t.Errorf("%s: %s was published", c.what, c.topic)
			}
		}
	})
	t.Run("a technician's resignation, with the reason", func(t *testing.T) {
		attempt(t, loggedIn(t, url, "tim", "technician's"), prefix+"cmd/resign", forbiddenCommand, false)
		broadcasttest.Eventually(t, "the refusal of a technician's resignation", func() bool {
			return strings.Contains(watch.Last("cmd/resign/result"), "not for the role technician")
		})
	})
	t.Run("boards and commands that do not exist", func(t *testing.T) { attemptNowhere(t, url) })
	t.Run("messages that are too long", func(t *testing.T) {
		note := func(id string, length int) bool {
			return attempt(t, loggedIn(t, url, "ann", "arbiter's"), prefix+"cmd/note", `{"id":"`+id+`","what":"`+strings.Repeat("x", length)+`"}`, false)
		}
		if note("big", 2<<20) {
			t.Error("a packet of two megabytes was taken")
		}
		note("long", 20<<10)
		broadcasttest.Eventually(t, "a command that is too long is refused", func() bool {
			return strings.Contains(watch.Last("cmd/note/result"), "bytes")
		})
	})

	s.goOn()
	caughtUp(t, watch, s)
	if n := len(requests); n > 0 {
		t.Errorf("%d forbidden commands reached the daemon, the first %+v", n, (<-requests).Command)
	}
	for _, topic := range []string{"state", "cmd/resign/result", "availability"} {
		if strings.Contains(strings.Join(watch.Messages(topic), ""), "forged") {
			t.Errorf("a forged %s was passed on", topic)
		}
	}
}

// loggedIn connects with a name and password, or without a name.
func loggedIn(t *testing.T, url, name, password string) mqtt.Client {
	t.Helper()
	c, err := dial(t, url, name, password, nil)
	if err != nil {
		t.Fatalf("%q cannot log in: %v", name, err)
	}
	return c
}

// attemptNowhere gives commands to boards and of names that do not exist, whatever tricks
// their names use. The caller looks whether any had an effect.
func attemptNowhere(t *testing.T, url string) {
	t.Helper()
	for _, board := range []string{"hall-8", "..", ".", "%2e%2e", "hall-7%00", "HALL-7", "hall-7 ", "\u202ehall-7", strings.Repeat("a", 1000)} {
		attempt(t, loggedIn(t, url, "ann", "arbiter's"), topics.Base+"/open-2026/"+board+"/cmd/resign", forbiddenCommand, false)
	}
	for _, name := range []string{"..", "resign.", "RESIGN", "%2e", strings.Repeat("a", 1000)} {
		attempt(t, loggedIn(t, url, "ann", "arbiter's"), prefix+"cmd/"+name, forbiddenCommand, false)
	}
}

// subscribeForbidden subscribes to filters that name a private topic, which are refused, and
// to some that only cover it, which deliver nothing of it.
func subscribeForbidden(t *testing.T, url string) {
	t.Helper()
	for _, filter := range []string{prefix + "event", prefix + "desk", prefix + "raw", prefix + "cmd/#", prefix + "cmd/+/result", topics.Base + "/+/+/event", "$SYS/#"} {
		token := loggedIn(t, url, "", "").Subscribe(filter, 1, func(_ mqtt.Client, m mqtt.Message) { t.Errorf("%s brought %s", filter, m.Topic()) })
		if token.Wait(); token.Error() == nil && token.(*mqtt.SubscribeToken).Result()[filter] < 0x80 {
			t.Errorf("%s was granted to somebody without a name", filter)
		}
	}
}

// Bytes that are not MQTT end their own connection and do not affect others.
func TestMalformedPackets(t *testing.T) {
	b, s := startEmbedded(t, nil)
	f := follow(t, "tcp://"+b.Addr(), "", "")
	connect := []byte("\x10\x0d\x00\x04MQTT\x04\x02\x00\x3c\x00\x01z")
	tries := [][]byte{
		[]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
		{0x10, 0xff, 0xff, 0xff, 0xff, 0xff},                             // a length of five bytes [MQTT-2.2.3]
		{0x10, 0xff, 0xff, 0xff, 0x7f, 0x00},                             // 256 MB are announced
		[]byte("\x10\x0d\x00\x04MQTT\x04\x03\x00\x3c\x00\x01z"),          // the reserved flag [MQTT-3.1.2-3]
		[]byte("\x10\x0d\x00\x04MQTT\x63\x02\x00\x3c\x00\x01z"),          // version 99
		[]byte("\x10\x0e\x00\x04MQTT\x04\x02\x00\x3c\x00\x02\xff\xfe"),   // an id that is not UTF-8
		append(bytes.Clone(connect), connect...),                         // a second CONNECT [MQTT-3.1.0-2]
		append(bytes.Clone(connect), "\x82\x06\x00\x00\x00\x01a\x01"...), // a packet id of 0 [MQTT-2.3.1-1]
		append(bytes.Clone(connect), "\x36\x06\x00\x01a\x00\x01x"...),    // QoS 3 [MQTT-3.3.1-4]
		append(bytes.Clone(connect), "\x30\x04\x00\x01#x"...),            // a wildcard in a topic [MQTT-3.3.2-2]
		append(bytes.Clone(connect), "\x30\x04\x00\x01\x00x"...),         // U+0000 [MQTT-1.5.3-2]
		append(bytes.Clone(connect), 0xf0, 0x00),                         // a reserved type
		append(bytes.Clone(connect), 0x20, 0x02, 0x00, 0x00),             // a packet that only a broker sends
	}
	dice := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		noise := make([]byte, dice.IntN(200))
		for i := range noise {
			noise[i] = byte(dice.IntN(256))
		}
		if dice.IntN(2) == 0 {
			noise = append(bytes.Clone(connect), noise...)
		}
		tries = append(tries, noise)
	}
	for _, packet := range tries {
		c, err := net.Dial("tcp", b.Addr())
		if err != nil {
			t.Fatal(err)
		}
		c.SetDeadline(time.Now().Add(time.Minute))
		c.Write(packet)
		c.(*net.TCPConn).CloseWrite()
		if _, err := io.Copy(io.Discard, c); err != nil && strings.Contains(err.Error(), "timeout") {
			t.Errorf("%.40q was not ended", packet)
		}
		c.Close()
	}
	s.goOn()
	caughtUp(t, f, s)
}

// Passwords are never logged, not even at the lowest level, and not even wrong ones.
func TestNoSecretsInLogs(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug - 4})) // one for both, since it has the lock
	b, err := broker.Start(broker.Options{
		Listen: "127.0.0.1:0", WebSocket: "127.0.0.1:0", Base: topics.Base, Users: users,
	}, logger)
	if err != nil {
		t.Fatal(err)
	}
	for _, as := range []broadcast.Broker{b.Broker(), {URL: "tcp://" + b.Addr(), Username: "ann", Password: "a wrong secret"}} {
		p, err := broadcast.NewPublisher(as, topics, info, newStory(1), nil, logger)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		p.Run(ctx)
		cancel()
	}
	if _, err := dial(t, "tcp://"+b.Addr(), "ann", "another wrong secret", nil); err == nil {
		t.Error("let in")
	}
	b.Close()
	for _, secret := range []string{"wrong secret", "arbiter's", "reader's", b.Broker().Password} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log has %q:\n%s", secret, log.String())
		}
	}
	if !strings.Contains(log.String(), "broker") {
		t.Error("the log says nothing at all")
	}
}
