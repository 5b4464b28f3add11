package broadcast

import (
	"context"
	"log/slog"
	"time"
)

// Node publishes whether this computer is online. Its will belongs to a connection of its
// own, which exists as long as the process.
type Node struct {
	broker Broker
	topics Topics
	log    *slog.Logger
}

// NewNode makes the node's publisher for one event. Topics.Board is not used.
func NewNode(b Broker, t Topics, log *slog.Logger) *Node { return &Node{b, t, log} }

// Run publishes "online" on every connection until ctx ends, and then "offline".
func (n *Node) Run(ctx context.Context) {
	id := n.topics.client(n.broker, n.topics.Node, n.topics.Event)
	say := func(word string) message {
		return message{topic: n.topics.node(), payload: []byte(word), retained: true}
	}
	publishing, cancel := lingering(ctx)
	defer cancel()
	var rest pause
	for {
		c, err := connect(ctx, ctx, n.broker, id, say(offline), n.log)
		if err != nil {
			return // ctx ended
		}
		began := time.Now()
		own := c.guardAvailability(publishing, n.topics.node(), n.log)
		own.expect(online)
		for again := true; again; {
			if err := c.publish(publishing, []message{say(online)}); err != nil {
				break
			}
			select {
			case <-own.wrong: // a late will
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
		rest.after(ctx, began)
	}
}
