package daemon

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"touchmove/broadcast"
	"touchmove/configs"
	"touchmove/daemon/store"
	"touchmove/internal/atomicfile"
)

// shownFile is the file in a board's directory that stores how far its delayed feed has
// got.
const shownFile = "shown.json"

// delay adds the delayed feed of a board, which runs until the daemon stops publishing.
// Without a delay in the configuration it does nothing.
func (d *Daemon) delay(b *Board, broker broadcast.Broker, live broadcast.Topics, info broadcast.Info) error {
	by := d.config.Broadcast.Delay
	if by == 0 {
		return nil
	}
	log := delayedLog(d.log).With("board", b.Config.ID)
	dir := filepath.Dir(b.session.Store.Journal.Path())
	how, err := store.DelayOf(b.History, filepath.Join(dir, shownFile), broadcast.Delay{By: by, Clock: broadcast.RealTime{}}, log)
	if err != nil {
		return fmt.Errorf("board %s: delayed feed: %w", b.Config.ID, err)
	}
	topics := live
	topics.Base, topics.Delayed, topics.More.Discovery = d.config.Broadcast.Base, true, d.config.Broadcast.HomeAssistant
	info.Delay = by
	if err := topics.Validate(); err != nil {
		return fmt.Errorf("board %s: delayed feed: %w", b.Config.ID, err)
	}
	first := !slices.ContainsFunc(d.Boards[:len(d.Boards)-1], func(other *Board) bool { return other.Config.Event == b.Config.Event })
	all := b.History.Follow() // keeps the log complete until the delayed feed follows it
	var history *broadcast.Delayed
	var forPGN *broadcast.Cursor
	open := sync.OnceFunc(func() {
		history = b.source.Delayed(how, log)
		all.Close()
		forPGN = history.Follow()
	})
	b.pgnSource = func() *broadcast.Cursor { open(); return forPGN }
	d.delayed = append(d.delayed, func(ctx context.Context) {
		open()
		publisher, err := broadcast.NewPublisher(broker, topics, info, history, nil, log)
		if err != nil {
			panic("daemon: topics that were in order: " + err.Error())
		}
		var running sync.WaitGroup
		running.Go(func() { history.Run(ctx, log) })
		if first {
			running.Go(func() { broadcast.NewNode(broker, topics, d.log).Run(ctx) })
		}
		publisher.Run(ctx)
		running.Wait()
	})
	return nil
}

// closedMode are the permissions of a directory with the journals of a delayed feed.
const closedMode = 0o750

// closeToOthers restricts the directories with the journals to the daemon's own user
// and group: a journal is ahead of the public by the whole delay.
func closeToOthers(c *configs.Config) error {
	for _, board := range c.Boards {
		dir := filepath.Join(c.State, board.Event)
		if err := atomicfile.MakeDir(dir); err != nil {
			return fmt.Errorf("state directory: %w", err)
		}
		info, err := os.Stat(dir)
		if err == nil && info.Mode().Perm() == closedMode {
			continue
		}
		closed := err == nil && info.Mode().Perm()&0o007 == 0 // that will do on a disk that takes nothing
		if err := os.Chmod(dir, closedMode); err != nil && !closed {
			return fmt.Errorf("state directory: %w: with a delay nobody else may read the journals: give the directory to the daemon's user", err)
		}
	}
	return nil
}
