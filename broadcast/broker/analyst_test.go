package broker_test

import (
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/broker"
	"touchmove/internal/livetest"
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

// An analyst makes the broker retain nothing for boards that do not exist, and no more than
// a few KB for one that does. The log names the login and the topic once a connection, and
// a client that sends too much is cut off and counted.
func TestAnalystOfNoBoard(t *testing.T) {
	var logged livetest.Output
	b, err := broker.Start(broker.Options{
		Listen: "127.0.0.1:0", Base: "touchmove/v1", Users: append([]broker.User{{Name: "fish", Password: "analyst's", Role: broadcast.Analyst}}, users...),
	}, slog.New(slog.NewTextHandler(&logged, nil)))
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
	attempt(t, own, "touchmove/v1/open/hall-7/state", "live", true)
	fish, err := dial(t, url, "fish", "analyst's")
	if err != nil {
		t.Fatal(err)
	}
	const invented = 100
	for n := range invented {
		fish.Publish(fmt.Sprintf("touchmove/v1/open/x%d/analysis", n), 0, true, strings.Repeat("A", 60000)).Wait()
	}
	if !attempt(t, fish, "touchmove/v1/open/hall-7/analysis", "good", true) {
		t.Error("the analysis of a board that exists is refused")
	}
	if before := b.Clients().CutOff; attempt(t, fish, "touchmove/v1/open/hall-7/analysis", strings.Repeat("A", 60000), true) {
		t.Error("an analysis of 60 KB is taken")
	} else if after := b.Clients().CutOff; after != before+1 {
		t.Errorf("%d clients were cut off, want 1", after-before)
	}
	kept := map[string]string{}
	var mu sync.Mutex
	reader, err := dial(t, url, "ann", "arbiter's")
	if err != nil {
		t.Fatal(err)
	}
	reader.Subscribe("touchmove/#", 1, func(_ mqtt.Client, m mqtt.Message) {
		mu.Lock()
		kept[m.Topic()] = string(m.Payload())
		mu.Unlock()
	}).Wait()
	attempt(t, own, "touchmove/v1/open/hall-7/move", "last", false)
	broadcasttest.Eventually(t, "everything that is retained has come", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return kept["touchmove/v1/open/hall-7/move"] != ""
	})
	mu.Lock()
	defer mu.Unlock()
	if len(kept) != 3 || kept["touchmove/v1/open/hall-7/analysis"] != "good" {
		t.Errorf("%d topics have a message, want state, analysis and move; the analysis is %.20q", len(kept), kept["touchmove/v1/open/hall-7/analysis"])
	}
	if n := strings.Count(logged.String(), "there is no such board"); n != 1 || !strings.Contains(logged.String(), "user=fish") || !strings.Contains(logged.String(), "open/x0/analysis") {
		t.Errorf("that a board does not exist is logged %d times: %s", n, logged.String())
	}
	if !strings.Contains(logged.String(), "an analysis of 60000 bytes") {
		t.Errorf("the log does not say why the client was cut off: %s", logged.String())
	}
}
