package daemon

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"touchmove/broadcast"
	"touchmove/daemon/store"
)

// shownFile is where a board's directory says how far its delayed feed has
// come.
const shownFile = "shown.json"

// delay adds the delayed feed of a board, which runs until the hall stops
// telling. Without a delay in the configuration it does nothing.
func (h *Hall) delay(b *Hosted, broker broadcast.Broker, live broadcast.Topics, info broadcast.Info) error {
	by := h.config.Broadcast.Delay
	if by == 0 {
		return nil
	}
	log := h.log.With("board", b.Config.ID)
	dir := filepath.Dir(b.session.Journal.Path())
	how, err := store.DelayOf(b.History, filepath.Join(dir, shownFile), broadcast.Delay{By: by, Clock: broadcast.RealTime{}}, log)
	if err != nil {
		return fmt.Errorf("board %s: delayed feed: %w", b.Config.ID, err)
	}
	topics := live
	topics.Base, topics.Delayed = h.config.Broadcast.Base, true
	info.Delay = by
	if err := topics.Validate(); err != nil {
		return fmt.Errorf("board %s: delayed feed: %w", b.Config.ID, err)
	}
	first := !slices.ContainsFunc(h.Boards[:len(h.Boards)-1], func(other *Hosted) bool { return other.Config.Event == b.Config.Event })
	all := b.History.Follow() // nothing is forgotten before the delayed feed follows
	h.delayed = append(h.delayed, func(ctx context.Context) {
		history := b.source.Delayed(how, log)
		all.Close()
		publisher, err := broadcast.NewPublisher(broker, topics, info, history, nil, h.log)
		if err != nil {
			panic("daemon: topics that were in order: " + err.Error())
		}
		var running sync.WaitGroup
		running.Go(func() { history.Run(ctx, log) })
		if first {
			running.Go(func() { broadcast.NewNode(broker, topics, h.log).Run(ctx) })
		}
		publisher.Run(ctx)
		running.Wait()
	})
	return nil
}
