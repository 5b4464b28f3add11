package broadcast_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
)

// Listen receives all retained messages on every connection, reports when the broker has
// gone and when it is back, and ends with its context.
func TestListen(t *testing.T) {
	b := broadcasttest.NewMosquitto(t)
	s := newStory(1)
	for range 5 {
		s.goOn()
	}
	publish(t, b.Broker(), s, nil)
	var mu sync.Mutex
	var states, connections []string
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		broadcast.Listen(ctx, broadcast.Broker{URL: b.URL()}, []string{prefix + "state", prefix + "position"}, func(m broadcast.Message) {
			mu.Lock()
			defer mu.Unlock()
			if m.Topic == prefix+"position" {
				states = append(states, string(m.Payload))
			}
		}, func(connected bool) {
			mu.Lock()
			defer mu.Unlock()
			connections = append(connections, fmt.Sprint(connected))
		}, quiet)
	}()
	hears := func(fen string) {
		t.Helper()
		broadcasttest.Eventually(t, fen+" is heard", func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(states) > 0 && states[len(states)-1] == fen
		})
	}
	hears(s.fen())
	b.Kill(t)
	broadcasttest.Eventually(t, "the broker is missed", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return slices.Equal(connections, []string{"true", "false"})
	})
	for range 3 {
		s.goOn()
	}
	b.Start(t)
	hears(s.fen())
	cancel()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("it listens on")
	}
	if !slices.Equal(connections, []string{"true", "false", "true", "false"}) {
		t.Errorf("connections %v", connections)
	}
}

// A client sends commands, which the broker does not keep, and receives the answers.
func TestClient(t *testing.T) {
	requests := make(chan broadcast.Request, 1)
	b, _ := startEmbedded(t, requests)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := broadcast.Dial(ctx, broadcast.Broker{URL: "tcp://" + b.Addr(), Username: "ann", Password: "arbiter's"}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	there := make(chan struct{}, 16)
	if err := c.Subscribe(ctx, prefix+"state", func(broadcast.Message) { there <- struct{}{} }); err != nil {
		t.Fatal(err)
	}
	<-there // the board accepts commands
	answers := make(chan string, 1)
	if err := c.Subscribe(ctx, prefix+"cmd/note/result", func(m broadcast.Message) { answers <- string(m.Payload) }); err != nil {
		t.Fatal(err)
	}
	if err := c.Retain(ctx, prefix+"cmd/note", []byte(`{"id":"1","what":"hello"}`)); err != nil {
		t.Fatal(err)
	}
	r := <-requests
	r.Answer(broadcast.Answer{ID: "1", OK: true})
	select {
	case a := <-answers:
		if a == "" {
			t.Error("an empty answer")
		}
	case <-ctx.Done():
		t.Fatal("no answer")
	}
	anonymous, err := broadcast.Dial(ctx, broadcast.Broker{URL: "tcp://" + b.Addr()}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer anonymous.Close()
	if err := anonymous.Subscribe(ctx, prefix+"cmd/note/result", func(broadcast.Message) {}); err == nil {
		t.Error("a stranger may read answers")
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := broadcast.Dial(ended, broadcast.Broker{URL: "tcp://127.0.0.1:1"}, quiet); err == nil {
		t.Error("connected to nobody")
	}
}
