package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"touchmove/configs"
	"touchmove/daemon"
)

// reloading runs a hall until ctx ends. At SIGHUP it reads the configuration
// again: a faulty one is told and changes nothing; with a good one the boards
// stop, in order, and go on at once under it, each from its journal, so that no
// game is lost. Where the new configuration cannot be opened, as when a port is
// taken, the old one is.
func reloading(ctx context.Context, c *console, config *configs.Config, reload func() (*configs.Config, error), run func(context.Context, *configs.Config, *daemon.Hall, *slog.Logger) error) error {
	hups := make(chan os.Signal, 1)
	signal.Notify(hups, syscall.SIGHUP)
	defer signal.Stop(hups)
	log := slog.New(logHandler(c.err, config.Log))
	hall, err := openHall(config, log)
	if err != nil {
		return err
	}
	for {
		playing, stop := context.WithCancelCause(ctx)
		asked := make(chan *configs.Config, 1)
		go func() {
			defer close(asked)
			for {
				select {
				case <-hups:
					next, err := reload()
					if err == nil {
						asked <- next
						log.Info("the configuration is read again", "boards", len(next.Boards))
						daemon.Reloading(log)
						stop(daemon.ErrReload)
						return
					}
					log.Error("the configuration is not read again: the daemon goes on as it was", "error", err)
				case <-playing.Done():
					return
				}
			}
		}()
		err := run(playing, config, hall, log)
		stop(nil)
		next := <-asked
		if next == nil || err != nil && !errors.Is(err, daemon.ErrReload) {
			return err
		}
		log = slog.New(logHandler(c.err, next.Log))
		if hall, err = openHall(next, log); err == nil {
			config = next
			continue
		}
		log.Error("the new configuration cannot be used: back to the one before", "error", err)
		if hall, err = openHall(config, log); err != nil {
			return err
		}
	}
}
