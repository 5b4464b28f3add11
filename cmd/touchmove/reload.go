package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/health"
	"touchmove/daemon/resources"
	"touchmove/eventlog"
)

// reloading runs the daemon until ctx ends. At SIGHUP it reads the configuration again,
// with all files that it names. A fault in any of them is reported and changes nothing; so is
// that a board's records wait in memory for a disk. Otherwise the boards stop in order and continue at once with the new configuration,
// each from its journal, so that no game is lost. If the new configuration cannot be
// opened, for example because a port is taken, the old one is opened again with the file
// contents read at first.
func reloading(ctx context.Context, c *console, config *configs.Config, reload func(warnings io.Writer) (*configs.Config, error), run func(context.Context, *configs.Config, *daemon.Daemon, *slog.Logger) error) error {
	hups := make(chan os.Signal, 1)
	signal.Notify(hups, syscall.SIGHUP)
	defer signal.Stop(hups)
	lines := newLogQueue(c.err)
	defer lines.end()
	log := lines.logger(config.Log)
	read := func(log *slog.Logger) (*resources.Resources, error) { // warnings are lines of the log
		config, err := reload(lines)
		if err != nil {
			return nil, err
		}
		return readResources(config, log)
	}
	now, err := readResources(config, log)
	if err != nil {
		return err
	}
	d, err := openDaemon(ctx, now, log)
	for {
		if errors.Is(err, errStopped) {
			log.Info(err.Error())
			return nil
		}
		if err != nil {
			return err
		}
		playing, stop := context.WithCancelCause(ctx)
		asked := make(chan *resources.Resources, 1)
		go func() {
			defer close(asked)
			if next := awaitReload(playing, hups, read, d, log); next != nil {
				asked <- next
				leftAlone(d, next.Config, log)
				log.Info("the configuration has been read again", "boards", len(next.Config.Boards))
				health.Reloading(log)
				stop(health.ErrReload)
			}
		}()
		err = run(playing, now.Config, d, log)
		stop(nil)
		if err != nil && !errors.Is(err, health.ErrReload) {
			return err
		}
		var next *resources.Resources
		select {
		case next = <-asked:
		case <-ctx.Done(): // whatever is still being read, and may take for ever
		}
		if next == nil || ctx.Err() != nil {
			return nil
		}
		log = lines.logger(next.Config.Log)
		if d, err = openDaemon(ctx, next, log); err == nil || errors.Is(err, errStopped) {
			now = next
			continue
		}
		log.Error("the new configuration cannot be used: back to the one before", "error", err)
		log = lines.logger(now.Config.Log)
		d, err = openDaemon(ctx, now, log)
	}
}

// awaitReload waits until a configuration has been read again that can be used, and returns nil if ctx ends first.
func awaitReload(ctx context.Context, hups <-chan os.Signal, read func(*slog.Logger) (*resources.Resources, error), d *daemon.Daemon, log *slog.Logger) *resources.Resources {
	for {
		select {
		case <-hups:
		case <-ctx.Done():
			return nil
		}
		next, err := read(log)
		if err == nil {
			err = allKept(d)
		}
		if err == nil {
			return next
		}
		log.Error("the new configuration is not used: the daemon continues with the old one", "error", err)
	}
}

// allKept returns an error about boards with records that are stored nowhere: the daemon that opens
// their journals again would not find them.
func allKept(d *daemon.Daemon) error {
	var boards []string
	for _, b := range d.Boards {
		if state := b.History.State(); state.Disk.How == eventlog.NotKept {
			boards = append(boards, b.Config.ID)
		}
	}
	if len(boards) == 0 {
		return nil
	}
	return fmt.Errorf("%s: what the disk has not stored would be lost: reload again once it can be written (alarm not_kept)", strings.Join(boards, ", "))
}

// leftAlone warns of boards on which a game is being played but whose id and event are
// missing from the new configuration.
func leftAlone(d *daemon.Daemon, next *configs.Config, log *slog.Logger) {
	for _, b := range d.Boards {
		stays := slices.ContainsFunc(next.Boards, func(other configs.Board) bool {
			return other.ID == b.Config.ID && other.Event == b.Config.Event
		})
		if state := b.History.State(); !stays && state.Phase == eventlog.Playing && len(state.Moves) > 0 {
			log.Warn("a board with a game in progress is no longer configured: the game waits in its journal, and continues when the board is configured again with the same id and event",
				"board", b.Config.ID, "event", b.Config.Event, "game", state.Game)
		}
	}
}
