package daemon

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broker"
	"touchmove/configs"
	"touchmove/daemon/control"
	"touchmove/daemon/copies"
	"touchmove/daemon/discovery"
	"touchmove/daemon/health"
	"touchmove/daemon/resources"
	"touchmove/daemon/store"
	"touchmove/daemon/web"
)

// Daemon is an opened configuration: the boards, each with its journal, and their
// connections to broker, screen and control socket. Make it with Open, and run it once
// with Run.
type Daemon struct {
	Boards []*Board
	Broker *broker.Server // nil if the configuration names an external broker
	Web    *web.Server    // the broadcast screen; nil if there is none

	damaged []configs.Board // boards that do not play because their files cannot be used
	nodes   []*broadcast.Node
	delayed []func(context.Context) // one delayed feed per board; none without a delay
	control *control.Server
	found   *discovery.Announcer // nil if this computer should not be found by name
	status  *health.Status
	pgn     *pgnFiles
	copier  *copies.Copier // nil if there is no second copy
	config  *configs.Config
	log     *slog.Logger

	resources *resources.Resources

	settling time.Duration // how long a connection must last; see the constant settling
}

// Run plays until ctx ends, or until one board cannot continue, which also ends the
// others: a journal that cannot be written is a fault of the machine and a matter for
// its supervisor. It then stops the boards, syncs and closes their journals, publishes
// what is left and that the boards are offline, and closes the broker, in this order. It
// returns the first error.
func (d *Daemon) Run(ctx context.Context) error {
	playing, stop := context.WithCancel(ctx)
	defer stop()
	publishing, stopPublishing := context.WithCancel(context.WithoutCancel(ctx))
	defer stopPublishing()
	services := d.serve(playing, publishing)
	err := d.play(playing, stop)
	for _, b := range d.Boards {
		if closing := b.session.Store.CloseJournal(); err == nil {
			err = closing
		}
	}
	stopPublishing()
	services.Wait()
	if shutting := d.shut(); err == nil {
		err = shutting
	}
	return err
}

// serve starts everything but the boards: what publishes, until publishing ends, and what takes
// commands, until playing ends.
func (d *Daemon) serve(playing, publishing context.Context) *sync.WaitGroup {
	var services, written sync.WaitGroup
	var reading sync.Mutex // earlier journals are read one board at a time, while all boards are scanned
	for _, n := range d.nodes {
		services.Go(func() { n.Run(publishing) })
	}
	for _, b := range d.Boards {
		services.Go(func() { b.source.Load(&reading) })
		services.Go(func() { b.publisher.Run(publishing) })
		services.Go(func() { d.unmarkDelivered(publishing, b) })
		if b.Signals != nil {
			services.Go(func() { b.Signals.Run(publishing) })
			services.Go(func() { b.publishLamps(publishing) })
		}
		written.Go(d.writeGames(publishing, b))
	}
	services.Go(d.checkEarlier(publishing))
	services.Go(func() { watchCertificate(publishing, d.resources, d.log) })
	for _, run := range d.delayed {
		services.Go(func() { run(publishing) })
	}
	services.Go(func() { d.pgn.writeRounds(publishing, &written) })
	if d.copier != nil {
		services.Go(func() { d.copier.Run(publishing) })
	}
	services.Go(func() { d.control.Run(playing) })
	services.Go(func() { d.status.Serve(publishing) })
	services.Go(func() { d.status.Supervise(playing) })
	if d.Web != nil {
		services.Go(func() { d.Web.Serve(publishing) })
	}
	if d.found != nil {
		services.Go(func() { d.found.Run(publishing) })
	}
	return &services
}

// play runs the boards until playing ends. A board that cannot go on stops the others.
func (d *Daemon) play(playing context.Context, stop func()) error {
	var players sync.WaitGroup
	errs := make([]error, len(d.Boards))
	for i, b := range d.Boards {
		players.Go(func() {
			defer stop()
			errs[i] = b.session.Loop.Run(b.records(playing))
			if errs[i] != nil {
				d.log.Error("a board has failed: stopping the daemon", "board", b.Config.ID, "error", errs[i])
			}
		})
	}
	players.Wait()
	return errors.Join(errs...)
}

// writeGames returns a function that writes the games of a board as PGN files until ctx ends.
func (d *Daemon) writeGames(ctx context.Context, b *Board) func() {
	topics := broadcast.Topics{Base: d.config.MQTT.Base, Event: b.Config.Event, Board: b.Config.ID, Node: d.config.MQTT.Node}
	path, live := b.session.Store.Journal.Path(), b.History.Follow() // keeps the history complete until it is followed
	return func() {
		defer live.Close()
		states := b.pgnSource()
		if !b.session.Loop.pair.KeepsRecord() { // of two boards with one game, only one records it
			states.Close()
			return
		}
		if live.Close(); d.config.Broadcast.Delay == 0 {
			d.pgn.writePrevious(topics, path)
		}
		d.pgn.follow(ctx, topics, states, func(game string) { d.pgn.prune(topics, b.session.Store.Retention, filepath.Dir(path), game) })
	}
}

// checkEarlier returns a function that checks the journals of all boards' earlier games, one
// board after the other.
func (d *Daemon) checkEarlier(ctx context.Context) func() {
	var checks []func()
	for _, b := range d.Boards {
		path, log := b.session.Store.Journal.Path(), d.log.With("board", b.Config.ID) // before the game can change
		checks = append(checks, func() { store.CheckEarlier(ctx, path, log) })
	}
	return func() {
		for _, check := range checks {
			check()
		}
	}
}

// shut closes everything but the journals.
func (d *Daemon) shut() error {
	var errs []error
	if d.status != nil {
		d.status.Close()
	}
	if d.control != nil {
		d.control.Close()
	}
	if d.Web != nil {
		d.Web.Close()
	}
	for _, b := range d.Boards {
		errs = append(errs, b.close())
	}
	if d.Broker != nil {
		errs = append(errs, d.Broker.Close())
	}
	return errors.Join(errs...)
}
