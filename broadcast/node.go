package broadcast

import (
	"context"
	"log/slog"
)

// Node says whether this computer is there: its availability is the will of a
// connection of its own, which stands as long as the process does.
type Node struct {
	broker Broker
	topics Topics
	log    *slog.Logger
}

// NewNode makes the node's publisher for one event; Board does not matter.
func NewNode(b Broker, t Topics, log *slog.Logger) *Node { return &Node{b, t, log} }

// Run publishes "online" on every connection until ctx ends, and then
// "offline".
func (n *Node) Run(ctx context.Context) {
	id := n.topics.client(n.broker, n.topics.Node, n.topics.Event)
	say := func(word string) message {
		return message{topic: n.topics.node(), payload: []byte(word), retained: true}
	}
	telling, cancel := lingering(ctx)
	defer cancel()
	for {
		c, err := connect(ctx, n.broker, id, say(offline), n.log)
		if err != nil {
			return // ctx ended
		}
		own := c.guardAvailability(telling, n.topics.node(), n.log)
		own.expect(online)
		for again := true; again; {
			if err := c.publish(telling, []message{say(online)}); err != nil {
				break
			}
			select {
			case <-own.wrong: // a will that came late
			case <-c.lost:
				again = false
			case <-ctx.Done():
				again = false
			}
		}
		if ctx.Err() != nil {
			c.leave(say(offline), n.log)
			return
		}
		c.drop()
	}
}
