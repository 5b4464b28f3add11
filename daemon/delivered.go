package daemon

import (
	"context"
	"time"

	"touchmove/broadcast"
)

// settling is how long a connection must last after the broker has acknowledged the end
// of a game before the game's mark is removed. A broker that is killed may forget what
// it acknowledged; the marked game is then published again.
const settling = 5 * time.Second

// unmarkDelivered removes the marks of journals that the broker has received in full.
func (d *Daemon) unmarkDelivered(ctx context.Context) {
	before := make([]broadcast.PublishCounts, len(d.Boards))
	for rest(ctx, settling) {
		for i, b := range d.Boards {
			b.source.CatchUp()
			now := b.publisher.Stats().Snapshot()
			if now.Connected && now.Connections == before[i].Connections {
				if err := b.source.Settle(before[i].Entries); err != nil {
					d.log.Warn("a game will be published again at the next start", "board", b.Config.ID, "error", err)
				}
			}
			before[i] = now
		}
	}
}
