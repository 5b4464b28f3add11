package broadcast_test

import (
	"context"
	"fmt"
	"log/slog"
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

// Where everybody may publish, a position that somebody else leaves on a board's topics, or its
// deletion, does not stay there; a flood of them is not answered with one.
func TestForeignPosition(t *testing.T) {
	b := broadcasttest.NewMosquitto(t)
	var log livetest.Output
	publishLogging(t, b.Broker(), newStory(1), nil, slog.New(slog.NewTextHandler(&log, nil)))
	other, err := dial(t, b.URL(), "", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	heard := map[string][]string{} // not with follow, which holds everybody to the contract
	if token := other.Subscribe(prefix+"#", 1, func(_ mqtt.Client, m mqtt.Message) {
		mu.Lock()
		defer mu.Unlock()
		name := strings.TrimPrefix(m.Topic(), prefix)
		heard[name] = append(heard[name], string(m.Payload()))
	}); token.Wait() && token.Error() != nil {
		t.Fatal(token.Error())
	}
	all := func(topic string) []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(heard[topic])
	}
	broadcasttest.Eventually(t, "a position", func() bool { return len(all("state")) > 0 && len(all("position")) > 0 })
	for _, c := range [][2]string{{"state", `{"v":1,"game":"x-1","seq":99,"fen":"8/8/8/8/8/8/8/K1k5"}`}, {"state", ""}, {"position", "8/8/8/8/8/8/8/K1k5 w - - 0 1"},
		{"state", `{"v":1,"game":"x-1","seq":99,"fen":"8/8/8/8/8/8/8/K1k5"` + strings.Repeat(" ", 80<<10) + "}"}} {
		before := all(c[0])
		truth := before[len(before)-1]
		attempt(t, other, prefix+c[0], c[1], true)
		broadcasttest.Eventually(t, c[0]+" is put right", func() bool {
			now := all(c[0])
			return len(now) >= len(before)+2 && now[len(now)-1] == truth
		})
	}
	before := len(all("state"))
	for n := range 200 {
		attempt(t, other, prefix+"state", fmt.Sprintf(`{"seq":%d}`, n), true)
	}
	if n := len(all("state")) - before - 200; n > 5 {
		t.Errorf("the daemon contradicted %d times at once", n)
	}
	if strings.Contains(log.String(), "another daemon publishes") { // a broker that restarts with old content has states, too
		t.Error("states count for the alarm")
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
