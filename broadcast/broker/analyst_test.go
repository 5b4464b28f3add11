package broker_test

import (
	"strings"
	"sync"
	"testing"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/broker"
)

// An analyst may publish only on the topic analysis of boards, in the public feed. What it
// publishes is retained unchanged. It may not read anything that is private or not yet
// public.
func TestAnalyst(t *testing.T) {
	for _, c := range []struct{ base, delayed, writes string }{
		{"touchmove/v1", "", "touchmove/v1/open/hall-7/analysis"},
		{"touchmove/v1", "touchmove/v1-delayed", "touchmove/v1-delayed/open/hall-7/analysis"},
	} {
		b, err := broker.Start(broker.Options{
			Listen: "127.0.0.1:0", Base: c.base, Delayed: c.delayed,
			Users: append([]broker.User{{Name: "fish", Password: "analyst's", Role: broadcast.Analyst}}, users...),
		}, quiet)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { b.Close() })
		url := "tcp://" + b.Addr()
		daemon := b.Broker()
		own, err := dial(t, url, daemon.Username, daemon.Password)
		if err != nil {
			t.Fatal(err)
		}
		for _, topic := range []string{"state", "desk", "event", "cmd/resign/result"} {
			attempt(t, own, "touchmove/v1/open/hall-7/"+topic, "live", topic != "event")
			attempt(t, own, "touchmove/v1-delayed/open/hall-7/"+topic, "late", topic != "event")
		}
		fish, err := dial(t, url, "fish", "analyst's")
		if err != nil {
			t.Fatal(err)
		}
		for _, topic := range []string{
			"touchmove/v1/open/hall-7/analysis", "touchmove/v1-delayed/open/hall-7/analysis", "touchmove/v1/open/hall-7/state", "touchmove/v1/open/hall-7/cmd/resign",
			"touchmove/v1/open/_node/analysis", "touchmove/v1/analysis", "elsewhere/open/hall-7/analysis", "touchmove/v1/open/hall-7/analysis/more",
		} {
			c, err := dial(t, url, "fish", "analyst's") // a client that breaks the rules is disconnected
			if err != nil {
				t.Fatal(err)
			}
			attempt(t, c, topic, "forged", true)
		}
		attempt(t, fish, c.writes, `{"v":1}`, true)
		reader, err := dial(t, url, "ann", "arbiter's")
		if err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		kept := map[string]string{}
		for _, filter := range []string{"touchmove/#", "elsewhere/#"} {
			reader.Subscribe(filter, 1, func(_ mqtt.Client, m mqtt.Message) {
				mu.Lock()
				kept[m.Topic()] = string(m.Payload())
				mu.Unlock()
			}).Wait()
		}
		broadcasttest.Eventually(t, "the analysis is kept, as it was published", func() bool {
			mu.Lock()
			defer mu.Unlock()
			return kept[c.writes] == `{"v":1}`
		})
		mu.Lock()
		for topic, payload := range kept {
			if payload == "forged" {
				t.Errorf("delayed %q: an analyst has published on %s", c.delayed, topic)
			}
		}
		mu.Unlock()
		var got []string
		fish.Subscribe("touchmove/#", 1, func(_ mqtt.Client, m mqtt.Message) {
			mu.Lock()
			got = append(got, m.Topic())
			mu.Unlock()
		}).Wait()
		public := strings.TrimSuffix(c.writes, "analysis") + "state"
		broadcasttest.Eventually(t, "it reads what is public", func() bool {
			mu.Lock()
			defer mu.Unlock()
			return strings.Contains(strings.Join(got, " "), public)
		})
		mu.Lock()
		for _, topic := range got {
			if topic != public && topic != c.writes {
				t.Errorf("delayed %q: an analyst reads %s", c.delayed, topic)
			}
		}
		mu.Unlock()
	}
}
