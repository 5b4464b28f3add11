package daemon

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broker"
	"touchmove/configs"
	"touchmove/daemon/control"
	"touchmove/daemon/copies"
	"touchmove/daemon/journal"
	"touchmove/daemon/pairing"
	"touchmove/daemon/resources"
	"touchmove/daemon/sealed"
	"touchmove/daemon/web"
)

// OpenResources opens the journals, the boards and, if configured, the embedded broker.
// version is the program's; it is written into the journals, and after a change all
// state is published again. A board whose own files cannot be used, such as a damaged
// journal, is left out and logged, as long as another board remains. After an error nothing is left open, and the call may
// be repeated.
func OpenResources(r *resources.Resources, version string, log *slog.Logger) (_ *Daemon, err error) {
	c := r.Config
	if err := copies.Unfinished(c.State); err != nil {
		return nil, fmt.Errorf("state directory: %w", err)
	}
	d := &Daemon{config: c, log: log, pgn: newPGNFiles(filepath.Join(c.State, "pgn"), log), settling: settling, resources: r}
	defer func() {
		if err != nil {
			for _, b := range d.Boards {
				err = errors.Join(err, b.session.Store.Journal.Close())
			}
			err = errors.Join(err, d.shut())
		}
	}()
	publishTo := r.Broker
	if c.MQTT.Embedded() {
		if d.Broker, err = broker.Start(r.Embedded, log); err != nil {
			return nil, err
		}
		publishTo = d.Broker.Broker()
	}
	played := log
	if c.Broadcast.Delay > 0 {
		played = delayedLog(log)
		if err := closeToOthers(c); err != nil {
			return nil, err
		}
	}
	if err := d.openBoards(r, publishTo, version, played); err != nil {
		return nil, err
	}
	if d.copier, err = openCopy(c, log); err != nil {
		return nil, err
	}
	d.joinBoards()
	if d.Web, err = web.OpenFor(c, r.Organiser, d.Broker, r.ScreenTLS, log); err != nil {
		return nil, err
	}
	d.found = d.announcer()
	if d.control, err = d.openControl(played); err != nil {
		return nil, err
	}
	if d.status, err = d.openStatus(log); err != nil {
		return nil, err
	}
	return d, nil
}

// openBoards opens the boards with their publishers, and a node for each event. played is the log
// of what happens on the boards.
func (d *Daemon) openBoards(r *resources.Resources, publishTo broadcast.Broker, version string, played *slog.Logger) (err error) {
	c := d.config
	envelopes := sealed.New(filepath.Join(c.State, "envelope.key"), c.Event.EnvelopeKeys)
	events := map[string]bool{}
	sessions, err := openSessions(c, version, played)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sessions.end()) }()
	for i, board := range c.Boards {
		session, log, err := sessions.next()
		var b *Board
		if err == nil {
			b, err = openBoard(r, session, board, r.Sheets[i], envelopes, log)
		}
		var own *unopened
		if last := i+1 == len(c.Boards) && len(d.Boards) == 0; errors.As(err, &own) && journal.IsOfOneBoard(own.err) && !last {
			d.log.Error("a board does not play, the others do: put its files right, as the error says, and reload", "board", board.ID, "error", err)
			d.damaged = append(d.damaged, board)
			continue
		}
		if err != nil {
			return err
		}
		d.Boards = append(d.Boards, b)
		topics := broadcast.Topics{Base: c.MQTT.Base, Event: board.Event, Board: board.ID, Node: c.MQTT.Node, More: more(c)}
		if err := d.openPublisher(b, publishTo, topics, version, played); err != nil {
			return err
		}
		if !events[board.Event] {
			events[board.Event] = true
			d.nodes = append(d.nodes, broadcast.NewNode(publishTo, topics, d.log))
		}
	}
	return nil
}

// openPublisher makes the publisher of a board, and its delayed feed.
func (d *Daemon) openPublisher(b *Board, publishTo broadcast.Broker, topics broadcast.Topics, version string, played *slog.Logger) (err error) {
	_, simulated := b.Config.Wiring.(configs.Simulated)
	info := broadcast.Info{
		Version: version, Hardware: b.Config.Wiring.Driver(), Sensing: b.Config.Sensing.String(), ScanHz: b.Config.ScanHz, Simulated: simulated,
	}
	if s := b.live.board.Sheet; s != nil {
		info.Calibrated = s.Date.Format(time.RFC3339)
	}
	b.publisher, err = broadcast.NewPublisher(publishTo, topics, info, b.source, b.requests, played)
	if err != nil {
		return fmt.Errorf("board %s: %w", b.Config.ID, err)
	}
	b.live.Show(b.publisher.Readings())
	b.session.Loop.feed.is, b.session.Loop.double.is = feedStopped(b.reached), b.publisher.Doubled
	return d.delay(b, publishTo, topics, info)
}

// joinBoards tells the boards of the second copy, and pairs those that are two boards of one game.
func (d *Daemon) joinBoards() {
	for _, b := range d.Boards {
		if d.copier != nil {
			b.session.Loop.copied.is = copyIsLate(func() copies.Status { return d.copier.Status(time.Now()) })
		}
		for _, other := range d.Boards {
			if b.Config.Second == other.Config.ID {
				pairUp(b.session, other.session)
			}
		}
	}
}

// more returns the optional parts of the live topics. Home Assistant discovers the topics
// that the public reads.
func more(c *configs.Config) broadcast.More {
	m := broadcast.More{Certainty: c.Broadcast.Settled, Values: c.Broadcast.Values}
	if c.Broadcast.Delay == 0 {
		m.Discovery = c.Broadcast.HomeAssistant
	}
	return m
}

// openControl opens the sockets for commands on this computer.
func (d *Daemon) openControl(played *slog.Logger) (*control.Server, error) {
	var boards []control.Board
	for _, b := range d.Boards {
		boards = append(boards, control.Board{ID: b.Config.ID, Event: b.Config.Event, Ask: b.Ask, State: b.History.State})
	}
	c := d.config.Control
	server, err := control.Listen(control.Sockets{Dir: d.config.ControlDir(), Arbiters: c.Arbiters, Technicians: c.Technicians}, boards, played)
	if journal.TakesNothing(err) {
		d.log.Error("touchmove ctl does not work: its sockets cannot be made, as the disk takes nothing: reload once it can be written, or name a directory on another disk for the next start (control.directory)", "error", err)
		return &control.Server{}, nil
	}
	return server, err
}

// pairUp makes two boards follow each other in one game; the first one's record is the
// game's.
func pairUp(main, second *Session) {
	main.Loop.pair, second.Loop.pair = pairing.New(main.Loop.board.Game())
}
