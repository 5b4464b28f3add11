package broadcast

import (
	"context"
	"log/slog"
	"sync"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// availabilityGuard watches a retained topic that only this daemon may write. If a
// connection breaks and the broker does not notice, the broker may publish the old
// connection's will long after the new connection has published "online", and "offline"
// would stay until the next restart. A daemon that reads its own topic notices that and
// corrects it.
type availabilityGuard struct {
	wrong chan struct{} // holds a value after an unexpected message

	mu       sync.Mutex
	expected string
	next     time.Time // no correction before this time
}

// repairInterval is the shortest time between two corrections: otherwise two daemons with
// the same name would keep contradicting each other.
const repairInterval = time.Second

// guardAvailability reads one of our own topics. If the broker does not permit that,
// publishing continues without the guard.
func (c *connection) guardAvailability(ctx context.Context, topic string, log *slog.Logger) *availabilityGuard {
	g := &availabilityGuard{wrong: make(chan struct{}, 1)}
	err := c.subscribe(ctx, topic, func(m mqtt.Message) { g.receive(string(m.Payload())) })
	if err != nil {
		log.Info("the daemon cannot read its own availability: a late will would not be corrected", "topic", topic, "error", err)
	}
	return g
}

// expect sets what the topic must contain from now on.
func (g *availabilityGuard) expect(payload string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.expected = payload
}

func (g *availabilityGuard) receive(payload string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if payload == g.expected || g.expected == "" {
		return
	}
	now := time.Now()
	wait := g.next.Sub(now)
	if g.next = now.Add(repairInterval); wait <= 0 {
		g.notify()
		return
	}
	g.next = g.next.Add(wait)
	time.AfterFunc(wait, g.notify)
}

func (g *availabilityGuard) notify() {
	select {
	case g.wrong <- struct{}{}:
	default:
	}
}
