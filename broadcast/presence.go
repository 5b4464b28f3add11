package broadcast

import (
	"context"
	"log/slog"
	"sync"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// availabilityGuard watches what the broker passes on under a topic that is ours alone. When
// a line breaks without the broker noticing, the will of the old connection may
// be published long after the new one has said that we are there, and would
// stand as retained until the next restart. Who listens to its own topic hears
// that, and puts it right.
type availabilityGuard struct {
	wrong chan struct{} // holds a value when something else than expected was heard

	mu       sync.Mutex
	expected string
	next     time.Time // before which it is not put right again
}

// repairInterval is the shortest time between two corrections: two daemons of one
// name would contradict each other for ever.
const repairInterval = time.Second

// guardAvailability listens to a topic of our own. A broker that does not let us is no
// reason not to publish: then nobody listens.
func (c *connection) guardAvailability(ctx context.Context, topic string, log *slog.Logger) *availabilityGuard {
	g := &availabilityGuard{wrong: make(chan struct{}, 1)}
	err := c.subscribe(ctx, topic, func(m mqtt.Message) { g.hear(string(m.Payload())) })
	if err != nil {
		log.Info("our own availability cannot be watched: a will that comes late would stand", "topic", topic, "error", err)
	}
	return g
}

// expect says what the topic is to hold from now on.
func (g *availabilityGuard) expect(payload string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.expected = payload
}

func (g *availabilityGuard) hear(payload string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if payload == g.expected || g.expected == "" {
		return
	}
	now := time.Now()
	wait := g.next.Sub(now)
	if g.next = now.Add(repairInterval); wait <= 0 {
		g.ring()
		return
	}
	g.next = g.next.Add(wait)
	time.AfterFunc(wait, g.ring)
}

func (g *availabilityGuard) ring() {
	select {
	case g.wrong <- struct{}{}:
	default:
	}
}
