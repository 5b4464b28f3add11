package broadcast_test

import (
	"context"
	"strings"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
)

// The attempts of TestForbidden, at a mosquitto with the access list and the lines of
// docs/operations.md. Nobody can forge messages or give commands without the right to,
// clients without a name receive nothing private, and nobody can disconnect the daemon from
// its broker.
func TestForbiddenAtMosquitto(t *testing.T) {
	m := guarded(t, "../docs/mosquitto.acl", "max_packet_size 262144")
	requests := make(chan broadcast.Request, 100)
	s := newStory(1)
	own := broadcast.Broker{URL: m.URL(), Username: "touchmove", Password: "touchmove's"}
	p, err := broadcast.NewPublisher(own, topics, info, s, requests, quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); p.Run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	watch := follow(t, m.URL(), "arbiter", "arbiter's")
	caughtUp(t, watch, s)

	// MQTT 3.1.1 does not report a refusal: the test checks that nothing happens.
	const command = `{"id":"forged","by":"white"}`
	for _, c := range []struct{ name, topic, payload string }{
		{"", prefix + "cmd/resign", command},
		{"", prefix + "cmd/note", `{"id":"forged","what":"x"}`},
		{"", prefix + "cmd/note/result", `{"forged":1}`},
		{"", prefix + "availability", "forged"},
		{"", topics.Base + "/open-2026/_node/pi-3/availability", "forged"},
		{"", prefix + "state", `{"forged":1}`},
		{"", topics.Base + "/open-2026/hall-8/state", `{"forged":1}`},
		{"technician", prefix + "cmd/resign", command},
		{"technician", prefix + "cmd/take-back", `{"id":"forged","plies":1}`},
		{"technician", prefix + "state", `{"forged":1}`},
		{"technician", prefix + "cmd/note/result", `{"forged":1}`},
		{"arbiter", prefix + "state", `{"forged":1}`},
		{"arbiter", prefix + "alarm", `{"forged":1}`},
		{"arbiter", prefix + "cmd/resign/result", `{"forged":1}`},
		{"arbiter", topics.Base + "/open-2026/../hall-7/cmd/resign", command},
		{"arbiter", topics.Base + "/open-2026/hall-7/../hall-7/cmd/resign", command},
		{"arbiter", topics.Base + "/open-2026/%2e%2e/cmd/resign", command},
		{"arbiter", topics.Base + "/open-2026/HALL-7/cmd/resign", command},
		{"arbiter", prefix + "cmd/note", `{"id":"forged","what":"` + strings.Repeat("x", 1<<20) + `"}`},
	} {
		client, err := dial(t, m.URL(), c.name, c.name+"'s", nil)
		if c.name == "" {
			client, err = dial(t, m.URL(), "", "", nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		client.Publish(c.topic, 1, true, c.payload).WaitTimeout(2 * time.Second)
	}
	for _, as := range [][2]string{{"arbiter", "wrong"}, {"touchmove", ""}, {"nobody", "nobody's"}} {
		if _, err := dial(t, m.URL(), as[0], as[1], nil); err == nil {
			t.Errorf("%s is let in with the password %q", as[0], as[1])
		}
	}

	// A will is a message like any other.
	dying := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(m.URL()).SetClientID("dying").SetAutoReconnect(false).SetWill(prefix+"state", `{"forged":1}`, 1, true))
	if token := dying.Connect(); token.Wait() && token.Error() == nil {
		dying.Publish("a/"+strings.Repeat("x", 10), 1, false, strings.Repeat("x", 1<<20)).WaitTimeout(time.Second) // the broker closes the connection
	}
	// The client id of a daemon without a password.
	before := p.Stats().Snapshot().Connections
	if thief, err := dialAs(t, m.URL(), "touchmove-pi-3-open-2026-hall-7"); err == nil {
		thief.Disconnect(0)
	}

	// A client without a name receives only what is public, whatever it subscribes to.
	public := follow(t, m.URL(), "", "") // subscribes to everything
	for _, filter := range []string{prefix + "event", prefix + "desk", prefix + "alarms", prefix + "lights", prefix + "raw", prefix + "cmd/#", topics.Base + "/+/+/event", "#"} {
		client, err := dial(t, m.URL(), "", "", nil)
		if err != nil {
			t.Fatal(err)
		}
		client.Subscribe(filter, 1, func(_ mqtt.Client, m mqtt.Message) {
			if last := strings.TrimPrefix(m.Topic(), prefix); strings.HasPrefix(last, "cmd/") || last == "event" || last == "desk" || last == "alarms" || last == "lights" || last == "raw" {
				t.Errorf("%s brought %s to somebody without a name", filter, m.Topic())
			}
		}).Wait()
	}
	s.goOn()
	caughtUp(t, public, s)
	caughtUp(t, watch, s)
	if len(watch.Messages("event")) == 0 {
		t.Error("the arbiter hears no events: the test proves nothing")
	}
	for _, f := range []*broadcasttest.Follower{watch, public} {
		for _, topic := range []string{"state", "alarm", "availability", "cmd/note/result", "cmd/resign/result"} {
			if strings.Contains(strings.Join(f.Messages(topic), ""), "forged\":1") {
				t.Errorf("a forged %s was passed on", topic)
			}
		}
	}
	for len(requests) > 0 {
		t.Errorf("a forbidden command reached the daemon: %+v", (<-requests).Command)
	}
	if now := p.Stats().Snapshot(); !now.Connected || now.Connections != before {
		t.Errorf("the daemon was pushed off its broker: %+v", now)
	}
}

// dialAs connects without a name, with a given client id.
func dialAs(t *testing.T, url, id string) (mqtt.Client, error) {
	t.Helper()
	c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(url).SetClientID(id).SetAutoReconnect(false).SetConnectTimeout(time.Minute))
	token := c.Connect()
	token.Wait()
	return c, token.Error()
}
