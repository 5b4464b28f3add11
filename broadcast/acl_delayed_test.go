package broadcast_test

import (
	"context"
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
)

// The access list for a mosquitto with a delayed feed: clients without a name can read only
// the delayed feed, and only the daemon writes to either feed.
func TestMosquittoDelayedACL(t *testing.T) {
	m := guarded(t, "../docs/mosquitto-delayed.acl")
	own := broadcast.Broker{URL: m.URL(), Username: "touchmove", Password: "touchmove's"}
	live, late := newStory(1), newStory(1)
	publish(t, own, live, nil)
	behind := topics
	behind.Base, behind.Delayed = "touchmove/v1-delayed", true
	p, err := broadcast.NewPublisher(own, behind, info, late, nil, quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); p.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })

	const public = "touchmove/v1-delayed/open-2026/hall-7/"
	anyone := broadcasttest.Follow(t, m.URL(), "", "", "")
	arbiter := broadcasttest.Follow(t, m.URL(), "", "arbiter", "arbiter's")
	for range 5 {
		live.goOn()
	}
	late.goOn()
	stands := func(topic string, s *story) func() bool {
		return func() bool { return strings.Contains(arbiter.Last(topic), s.fen()) }
	}
	broadcasttest.Eventually(t, "the arbiter has the live state", stands(prefix+"state", live))
	broadcasttest.Eventually(t, "and the late one", stands(public+"state", late))
	broadcasttest.Eventually(t, "the public has the late state", func() bool { return strings.Contains(anyone.Last(public+"state"), late.fen()) })
	for _, topic := range []string{"state", "move", "position", "pgn", "previous", "game", "clock", "event", "desk", "alarms"} {
		if got := anyone.Last(prefix + topic); got != "" {
			t.Errorf("without a name the live %s was read: %s", topic, got)
		}
	}
	for _, topic := range []string{"event", "desk", "alarms"} {
		if got := anyone.Last(public + topic); got != "" {
			t.Errorf("the delayed feed has %s: %s", topic, got)
		}
	}
	for _, name := range []string{"", "arbiter"} {
		c, err := dial(t, m.URL(), name, name+"'s", nil)
		if err != nil {
			t.Fatal(err)
		}
		attempt(t, c, public+"state", `{"forged":true}`, true)
		attempt(t, c, public+"cmd/result", `{"id":"x","result":"1-0"}`, false)
	}
	late.goOn()
	broadcasttest.Eventually(t, "the next late state", stands(public+"state", late))
	if strings.Contains(strings.Join(arbiter.Messages(public+"state"), ""), "forged") || len(arbiter.Messages(public+"cmd/result")) > 0 {
		t.Error("somebody wrote to the delayed feed")
	}
}
