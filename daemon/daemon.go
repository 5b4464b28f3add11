package daemon

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"touchmove/broadcast"
	"touchmove/broadcast/broker"
	"touchmove/configs"
	"touchmove/daemon/control"
	"touchmove/daemon/health"
	"touchmove/daemon/web"
)

// Daemon is everything that a configuration names, opened: the boards, each with
// its journal, and the way to the world. Make it with Open, run it once with
// Run.
type Daemon struct {
	Boards []*Board
	Broker *broker.Server // nil when the configuration names another
	Web    *web.Server    // the broadcast screen; nil when none is wanted

	damaged []configs.Board // those that do not play: their journals are damaged
	nodes   []*broadcast.Node
	delayed []func(context.Context) // the delayed feed, a board each; none without a delay
	control *control.Server
	status  *health.Status
	scores  *scorebook
	config  *configs.Config
	log     *slog.Logger
}

// Run plays until ctx ends, or until a board cannot go on, which ends the
// others too: a journal that cannot be written is a matter of the machine, and
// a supervisor's. Then, in this order, the boards stop, their journals are
// synced and closed, the publishers tell what is left and that the boards are
// offline, and the broker is closed. It returns the first error.
func (d *Daemon) Run(ctx context.Context) error {
	playing, stop := context.WithCancel(ctx)
	defer stop()
	telling, hush := context.WithCancel(context.WithoutCancel(ctx))
	defer hush()

	var tellers, scorers sync.WaitGroup
	var reading sync.Mutex // journals of games before: one board's after the other's, while all are scanned
	for _, n := range d.nodes {
		tellers.Go(func() { n.Run(telling) })
	}
	for _, b := range d.Boards {
		tellers.Go(func() { b.source.Load(&reading) })
		tellers.Go(func() { b.publisher.Run(telling) })
		topics := broadcast.Topics{Base: d.config.MQTT.Base, Event: b.Config.Event, Board: b.Config.ID, Node: d.config.MQTT.Node}
		if b.session.pair.KeepsRecord() { // a game has one record
			path, history := b.session.Journal.Path(), b.History.Follow()
			scorers.Go(func() {
				d.scores.before(topics, path)
				d.scores.follow(telling, topics, history)
			})
		}
	}
	for _, run := range d.delayed {
		tellers.Go(func() { run(telling) })
	}
	tellers.Go(func() { d.scores.bind(telling, &scorers) })
	tellers.Go(func() { d.control.Run(playing) })
	tellers.Go(func() { d.status.Serve(telling) })
	tellers.Go(func() { d.status.Supervise(playing) })
	tellers.Go(func() { d.settle(playing) })
	if d.Web != nil {
		tellers.Go(func() { d.Web.Serve(telling) })
	}
	var players sync.WaitGroup
	errs := make([]error, len(d.Boards))
	for i, b := range d.Boards {
		players.Go(func() {
			defer stop()
			errs[i] = b.session.Run(b.live.Records(playing, b.session.BoardLoop))
			if errs[i] != nil {
				d.log.Error("a board cannot go on: the daemon stops", "board", b.Config.ID, "error", errs[i])
			}
		})
	}
	players.Wait()
	err := errors.Join(errs...)
	for _, b := range d.Boards {
		if closing := b.session.Journal.Close(); err == nil {
			err = closing
		}
	}
	hush()
	tellers.Wait()
	if shutting := d.shut(); err == nil {
		err = shutting
	}
	return err
}

// shut gives back what is open besides the journals.
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
