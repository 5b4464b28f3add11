package daemon

import (
	"context"
	"time"

	"touchmove/broadcast"
)

// settling is how long a connection must last after the broker has acknowledged the end
// of a game before the game's mark is removed. A broker that is killed may lose what it
// has acknowledged; a game that is still marked is then published again.
const settling = 5 * time.Second

// unmarkDelivered records at once how each game of a board ended, in case the next
// start comes before the broker has it. It removes the marks of the journals that the
// broker has received in full and whose ends subscribers have had time to read.
func (d *Daemon) unmarkDelivered(ctx context.Context, b *Board) {
	tick := time.NewTicker(d.settling)
	defer tick.Stop()
	var before broadcast.PublishCounts
	for {
		grown := b.source.CatchUp()
		select {
		case <-grown:
			continue
		case <-tick.C:
		case <-ctx.Done():
			b.source.CatchUp()
			return
		}
		owed := b.publisher.Owed() // before the counts: a game left since is not in them
		now := b.publisher.Stats().Snapshot()
		if now.Connected && now.Connections == before.Connections {
			if err := b.source.Settle(before.Entries, owed); err != nil {
				d.log.Warn("a game will be published again at the next start", "board", b.Config.ID, "error", err)
			}
		}
		before = now
	}
}
