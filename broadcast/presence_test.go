package broadcast_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
)

// If the broker publishes a will late, when the daemon has long been back, the daemon
// notices and corrects it, on the board's topic and on the node's.
func TestLateWill(t *testing.T) {
	b := broadcasttest.NewMosquitto(t)
	publish(t, b.Broker(), newStory(1), nil)
	n := broadcast.NewNode(b.Broker(), topics, quiet)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); n.Run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	f := follow(t, b.URL(), "", "")
	node := topics.Base + "/" + topics.Event + "/_node/" + topics.Node + "/availability"
	broadcasttest.Eventually(t, "online", func() bool { return f.Last("availability") == "online" && f.Last(node) == "online" })
	for range 2 {
		before, beforeNode := len(f.Messages("availability")), len(f.Messages(node))
		late, err := dial(t, b.URL(), "", "", nil)
		if err != nil {
			t.Fatal(err)
		}
		attempt(t, late, prefix+"availability", "offline", true)
		attempt(t, late, node, "offline", true)
		broadcasttest.Eventually(t, "it is put right", func() bool {
			board, nodes := f.Messages("availability"), f.Messages(node)
			return len(board) >= before+2 && board[len(board)-1] == "online" && len(nodes) >= beforeNode+2 && nodes[len(nodes)-1] == "online"
		})
		again := follow(t, b.URL(), "", "")
		broadcasttest.Eventually(t, "it is retained", func() bool { return again.Kept("availability") == "online" && again.Kept(node) == "online" })
	}
}

// Two daemons with the same name that contradict each other do not flood the network.
func TestContradiction(t *testing.T) {
	b := broadcasttest.NewMosquitto(t)
	publish(t, b.Broker(), newStory(1), nil)
	f := follow(t, b.URL(), "", "")
	broadcasttest.Eventually(t, "online", func() bool { return f.Last("availability") == "online" })
	other, err := dial(t, b.URL(), "", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 200 {
		attempt(t, other, prefix+"availability", "degraded", true)
	}
	said := strings.Count(strings.Join(f.Messages("availability"), " "), "online")
	if said > 5 {
		t.Errorf("the daemon contradicted %d times at once", said)
	}
	broadcasttest.Eventually(t, "the truth at last", func() bool { return f.Last("availability") == "online" })
}

// Two daemons that publish as one board notice it, whether their computers have names of their
// own or were copied from one card, and do not fight for the connection hundreds of times a
// second. One daemon, however often its connection is cut, notices nothing.
func TestTwoDaemonsOfOneName(t *testing.T) {
	for _, copied := range []bool{false, true} {
		b := broadcasttest.NewMosquitto(t)
		other := topics
		if !copied {
			other.Node = "other-computer"
		}
		boards := []struct {
			s *story
			p *broadcast.Publisher
		}{{s: newStory(1)}, {s: newStory(2)}}
		for i := range boards {
			at := []broadcast.Topics{topics, other}[i]
			p, err := broadcast.NewPublisher(b.Broker(), at, info, boards[i].s, nil, quiet)
			if err != nil {
				t.Fatal(err)
			}
			boards[i].p = p
			ctx, stop := context.WithCancel(context.Background())
			done := make(chan struct{})
			go func() { defer close(done); p.Run(ctx) }()
			t.Cleanup(func() { stop(); <-done })
		}
		broadcasttest.Eventually(t, "both notice it", func() bool {
			for _, b := range boards {
				b.s.goOn()
			}
			return boards[0].p.Doubled(time.Now()) && boards[1].p.Doubled(time.Now())
		})
		if n := boards[0].p.Stats().Snapshot().Connections; n > 40 {
			t.Errorf("copied %v: %d connections", copied, n)
		}
		if boards[0].p.Doubled(time.Now().Add(2 * time.Minute)) {
			t.Error("it never ends")
		}
	}
}
