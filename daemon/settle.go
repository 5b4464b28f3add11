package daemon

import (
	"context"
	"time"

	"touchmove/broadcast"
)

// settling is how long a broker has to stay after it has acknowledged a game's
// end until the mark is taken away: one that is killed may forget what it had
// acknowledged, and then it is told again.
const settling = 5 * time.Second

// settle takes the marks away.
func (d *Daemon) settle(ctx context.Context) {
	before := make([]broadcast.PublishCounts, len(d.Boards))
	for rest(ctx, settling) {
		for i, b := range d.Boards {
			b.source.CatchUp()
			now := b.publisher.Stats().Snapshot()
			if now.Connected && now.Connections == before[i].Connections {
				if err := b.source.Settle(before[i].Entries); err != nil {
					d.log.Warn("a game will be told again at the next start", "board", b.Config.ID, "error", err)
				}
			}
			before[i] = now
		}
	}
}
