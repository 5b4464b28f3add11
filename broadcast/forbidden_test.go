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

	const command = `{"id":"x","by":"white"}`
	for _, c := range []struct{ what, name, password, topic, payload string }{
		{"a command without a name", "", "", prefix + "cmd/resign", command},
		{"a reader's command", "rea", "reader's", prefix + "cmd/resign", command},
		{"an arbiter's state", "ann", "arbiter's", prefix + "state", `{"forged":1}`},
		{"an arbiter's answer", "ann", "arbiter's", prefix + "cmd/resign/result", `{"forged":1}`},
		{"a command to the node", "ann", "arbiter's", topics.Base + "/open-2026/_node/cmd/x/y", command},
		{"outside of the base", "ann", "arbiter's", "elsewhere/open-2026/hall-7/cmd/resign", command},
		{"what begins as the base does", "ann", "arbiter's", topics.Base + "x/open-2026/hall-7/cmd/resign", command},
		{"the broker's own topics", "ann", "arbiter's", "$SYS/broker/version", "x"},
		{"levels missing", "ann", "arbiter's", topics.Base + "/hall-7/cmd/resign", command},
		{"levels too many", "ann", "arbiter's", topics.Base + "/a/open-2026/hall-7/cmd/resign", command},
		{"a path out of the board", "ann", "arbiter's", prefix + "../hall-8/cmd/resign", command},
	} {
		client, err := dial(t, url, c.name, c.password, nil)
		if err != nil {
			t.Fatal(err)
		}
		if attempt(t, client, c.topic, c.payload, true) {
			t.Errorf("%s: %s was published", c.what, c.topic)
		}
	}

	// A client with a role is told why not.
	tim, err := dial(t, url, "tim", "technician's", nil)
	if err != nil {
		t.Fatal(err)
	}
	attempt(t, tim, prefix+"cmd/resign", command, false)
	broadcasttest.Eventually(t, "the refusal of a technician's resignation", func() bool {
		return strings.Contains(watch.Last("cmd/resign/result"), "not for the role technician")
	})
	if n := len(requests); n > 0 {
		t.Errorf("%d of these commands reached the board", n)
	}

	// Commands for boards that do not exist have no effect, whatever tricks their names
	// use.
	for _, board := range []string{"hall-8", "..", ".", "%2e%2e", "hall-7%00", "HALL-7", "hall-7 ", "\u202ehall-7", strings.Repeat("a", 1000)} {
		client, err := dial(t, url, "ann", "arbiter's", nil)
		if err != nil {
			t.Fatal(err)
		}
		attempt(t, client, topics.Base+"/open-2026/"+board+"/cmd/resign", command, false)
	}
	for _, name := range []string{"..", "resign.", "RESIGN", "%2e", strings.Repeat("a", 1000)} {
		client, err := dial(t, url, "ann", "arbiter's", nil)
		if err != nil {
			t.Fatal(err)
		}
		attempt(t, client, prefix+"cmd/"+name, command, false)
	}

	// A filter that names a private topic is refused; one that only covers it delivers
	// nothing of it.
	for _, filter := range []string{prefix + "event", prefix + "desk", prefix + "raw", prefix + "cmd/#", prefix + "cmd/+/result", topics.Base + "/+/+/event", "$SYS/#"} {
		client, err := dial(t, url, "", "", nil)
		if err != nil {
			t.Fatal(err)
		}
		token := client.Subscribe(filter, 1, func(_ mqtt.Client, m mqtt.Message) { t.Errorf("%s brought %s", filter, m.Topic()) })
		if token.Wait(); token.Error() == nil && token.(*mqtt.SubscribeToken).Result()[filter] < 0x80 {
			t.Errorf("%s was granted to somebody without a name", filter)
		}
	}

	big, err := dial(t, url, "ann", "arbiter's", nil)
	if err != nil {
		t.Fatal(err)
	}
	if attempt(t, big, prefix+"cmd/note", `{"id":"big","what":"`+strings.Repeat("x", 2<<20)+`"}`, false) {
		t.Error("a packet of two megabytes was taken")
	}
	long, err := dial(t, url, "ann", "arbiter's", nil)
	if err != nil {
		t.Fatal(err)
	}
	attempt(t, long, prefix+"cmd/note", `{"id":"long","what":"`+strings.Repeat("x", 20<<10)+`"}`, false)
	broadcasttest.Eventually(t, "a command that is too long is refused", func() bool {
		return strings.Contains(watch.Last("cmd/note/result"), "bytes")
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
