package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broker"
	"touchmove/configs"
	"touchmove/daemon/control"
	"touchmove/daemon/health"
	"touchmove/daemon/journal"
	"touchmove/daemon/pairing"
	"touchmove/daemon/resources"
	"touchmove/daemon/sealed"
	"touchmove/daemon/web"
	"touchmove/sensors/scan"
	"touchmove/sensors/scan/host"
	"touchmove/sensors/sim/simboard"
)

// Hall is everything that a configuration names, opened: the boards, each with
// its journal, and the way to the world. Make it with Open, run it once with
// Run.
type Hall struct {
	Boards []*Hosted
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

// Hosted is one board of a hall.
type Hosted struct {
	Config  configs.Board
	History *History // of everything told; safe for any goroutine

	Simulation *simboard.Simulation // what visitors may do; nil on a real board
	Stats      *scan.Stats          // counts of its scanning, for any goroutine
	Faults     *scan.Faults         // what is wrong with its sensing, for any goroutine

	session   *Session
	source    *retelling // the history, after games that may not have been told
	live      *Live
	publisher *broadcast.Publisher
	requests  chan broadcast.Request
	close     func() error
}

// room is how many commands may wait for a board at once.
const room = 64

// Open reads what a configuration names, and opens it.
func Open(c *configs.Config, version string, log *slog.Logger) (*Hall, error) {
	r, err := resources.Read(c, time.Now(), log)
	if err != nil {
		return nil, err
	}
	return OpenResources(r, version, log)
}

// OpenResources opens the journals, the boards and, if the configuration says so, the
// embedded broker. version is the program's; it is written into the journals,
// and a new one announces every state anew. A board whose journal is damaged is
// left out, and the log says so, as long as there is another one. Nothing is
// left open when there is an error, and it may be tried again.
func OpenResources(r *resources.Resources, version string, log *slog.Logger) (_ *Hall, err error) {
	c := r.Config
	h := &Hall{config: c, log: log, scores: newScorebook(filepath.Join(c.State, "pgn"), log)}
	defer func() {
		if err != nil {
			for _, b := range h.Boards {
				err = errors.Join(err, b.session.Journal.Close())
			}
			err = errors.Join(err, h.shut())
		}
	}()
	publishTo := r.Broker
	if c.MQTT.Embedded() {
		if h.Broker, err = broker.Start(r.Embedded, log); err != nil {
			return nil, err
		}
		publishTo = h.Broker.Broker()
	}
	envelopes := sealed.New(filepath.Join(c.State, "envelope.key"), c.Event.EnvelopeKeys)
	events := map[string]bool{}
	for i, board := range c.Boards {
		hosted, err := openHosted(r, board, r.Sheets[i], envelopes, version, log)
		if last := i+1 == len(c.Boards) && len(h.Boards) == 0; errors.Is(err, journal.ErrDamaged) && !last {
			log.Error("a board does not play: the others do: mend its journal and reload", "board", board.ID, "error", err)
			h.damaged = append(h.damaged, board)
			continue
		}
		if err != nil {
			return nil, err
		}
		h.Boards = append(h.Boards, hosted)
		topics := broadcast.Topics{Base: c.MQTT.Base, Event: board.Event, Board: board.ID, Node: c.MQTT.Node}
		_, simulated := board.Wiring.(configs.Simulated)
		info := broadcast.Info{
			Version: version, Hardware: board.Wiring.Driver(), Sensing: board.Sensing.String(), ScanHz: board.ScanHz, Simulated: simulated,
		}
		if s := hosted.live.board.Sheet; s != nil {
			info.Calibrated = s.Date.Format(time.RFC3339)
		}
		hosted.publisher, err = broadcast.NewPublisher(publishTo, topics, info, hosted.source, hosted.requests, log)
		if err != nil {
			return nil, fmt.Errorf("board %s: %w", board.ID, err)
		}
		hosted.live.Show(hosted.publisher.Readings())
		hosted.session.outside.reached = hosted.reached
		if err := h.delay(hosted, publishTo, topics, info); err != nil {
			return nil, err
		}
		if !events[board.Event] {
			events[board.Event] = true
			h.nodes = append(h.nodes, broadcast.NewNode(publishTo, topics, log))
		}
	}
	for _, b := range h.Boards {
		for _, other := range h.Boards {
			if b.Config.Second == other.Config.ID {
				pairUp(b.session, other.session)
			}
		}
	}
	if h.Web, err = web.OpenFor(c, h.Broker, r.ScreenTLS, log); err != nil {
		return nil, err
	}
	if h.control, err = h.openControl(); err != nil {
		return nil, err
	}
	if h.status, err = h.openStatus(log); err != nil {
		return nil, err
	}
	return h, nil
}

// openControl opens the sockets for commands on this computer.
func (h *Hall) openControl() (*control.Server, error) {
	var boards []control.Board
	for _, b := range h.Boards {
		boards = append(boards, control.Board{ID: b.Config.ID, Event: b.Config.Event, Ask: b.Ask, Score: b.History.Score})
	}
	c := h.config.Control
	return control.Listen(control.Sockets{Dir: h.config.ControlDir(), Arbiters: c.Arbiters, Technicians: c.Technicians}, boards, h.log)
}

// openStatus opens what tells how the daemon is.
func (h *Hall) openStatus(log *slog.Logger) (*health.Status, error) {
	o := health.Options{Listen: h.config.Metrics.Listen, Delayed: h.config.Broadcast.Delay > 0}
	if h.Broker != nil {
		o.Clients = h.Broker.Clients
	}
	var boards []health.Board
	for _, b := range h.Boards {
		one := health.Board{
			ID: b.Config.ID, Event: b.Config.Event, Scans: b.Stats, Syncs: &b.live.Syncs, State: b.History.Score,
			Published: b.publisher.Stats().Snapshot,
			Entries:   func() uint64 { n, _ := b.source.total(); return n },
		}
		if b.Simulation != nil {
			one.Halted = b.Simulation.Halted
		}
		boards = append(boards, one)
	}
	for _, b := range h.damaged {
		boards = append(boards, health.Board{ID: b.ID, Event: b.Event, Damaged: true})
	}
	return health.Open(o, boards, time.Now(), log)
}

// StatusAddr is where /metrics and /healthz are served, "" when nowhere.
func (h *Hall) StatusAddr() string { return h.status.Addr() }

// timers is up to how many boards of one process sleep by timers of their own. Of
// more, Go's timers wake several at once, and that takes less of the processor.
const timers = 8

func openHosted(r *resources.Resources, board configs.Board, measured *resources.Sheet, envelopes *sealed.Envelopes, version string, log *slog.Logger) (*Hosted, error) {
	c := r.Config
	log = log.With("board", board.ID)
	header := c.Header(board)
	header.WrittenBy = version
	now := time.Now()
	session, err := OpenSession(filepath.Join(c.State, board.Event, board.ID), board.ID, header, now, log)
	if err != nil {
		return nil, fmt.Errorf("board %s: %w", board.ID, err)
	}
	session.envelopes = envelopes
	session.Retention = journal.Retention{Keep: c.Journal.Keep, Size: c.Journal.MaxMB << 20}
	session.prune()
	pairing, paired := r.Pairing(board.ID)
	session.Paired = paired
	hosted := &Hosted{
		Config: board, History: session.History, session: session,
		source:   newRetelling(session, broadcast.Topics{Event: board.Event, Board: board.ID}, version),
		requests: make(chan broadcast.Request, room),
	}
	opened, err := openBoard(scan.Reconnecting(host.Computer{}), board, session)
	if err != nil {
		return nil, errors.Join(err, session.Journal.Close())
	}
	if err := measured.Apply(opened.Board, board, now, log); err != nil {
		return nil, errors.Join(fmt.Errorf("board %s: %w", board.ID, err), opened.Close(), session.Journal.Close())
	}
	if len(c.Boards) <= timers {
		opened.Timer = scan.NewTimer()
	}
	hosted.close = opened.Close
	hosted.Simulation, hosted.Stats, hosted.Faults = opened.Simulation, opened.Stats, opened.Faults
	hosted.live = NewLive(opened, session.resume(time.Now(), opened.Hands != nil), nil, hosted.requests)
	if paired {
		err = hosted.announce(pairing, log)
	}
	if err != nil {
		return nil, errors.Join(err, hosted.close(), session.Journal.Close())
	}
	return hosted, nil
}

// Ask sends a command to the board and waits until it is kept or refused. The
// request's Answer is not used. When ctx ends first, its error is returned, and
// the command may yet be taken: ask again with the same id.
func (h *Hosted) Ask(ctx context.Context, r broadcast.Request) (broadcast.Answer, error) {
	answers := make(chan broadcast.Answer, 1)
	r.Answer = func(a broadcast.Answer) { answers <- a }
	select {
	case h.requests <- r:
	case <-ctx.Done():
		return broadcast.Answer{}, ctx.Err()
	}
	select {
	case a := <-answers:
		return a, nil
	case <-ctx.Done():
		return broadcast.Answer{}, ctx.Err()
	}
}

// reached says how much of the history a broker has, and whether that is all.
func (h *Hosted) reached() (entries uint64, all bool) {
	now := h.publisher.Stats().Snapshot()
	told, known := h.source.total()
	return now.Entries, known && now.Connected && now.Entries >= told
}

// Run plays until ctx ends, or until a board cannot go on, which ends the
// others too: a journal that cannot be written is a matter of the machine, and
// a supervisor's. Then, in this order, the boards stop, their journals are
// synced and closed, the publishers tell what is left and that the boards are
// offline, and the broker is closed. It returns the first error.
func (h *Hall) Run(ctx context.Context) error {
	playing, stop := context.WithCancel(ctx)
	defer stop()
	telling, hush := context.WithCancel(context.WithoutCancel(ctx))
	defer hush()

	var tellers, scorers sync.WaitGroup
	var reading sync.Mutex // journals of games before: one board's after the other's, while all are scanned
	for _, n := range h.nodes {
		tellers.Go(func() { n.Run(telling) })
	}
	for _, b := range h.Boards {
		tellers.Go(func() { b.source.load(&reading) })
		tellers.Go(func() { b.publisher.Run(telling) })
		topics := broadcast.Topics{Base: h.config.MQTT.Base, Event: b.Config.Event, Board: b.Config.ID, Node: h.config.MQTT.Node}
		if b.session.pair.KeepsRecord() { // a game has one record
			path, history := b.session.Journal.Path(), b.History.Follow()
			scorers.Go(func() {
				h.scores.before(topics, path)
				h.scores.follow(telling, topics, history)
			})
		}
	}
	for _, run := range h.delayed {
		tellers.Go(func() { run(telling) })
	}
	tellers.Go(func() { h.scores.bind(telling, &scorers) })
	tellers.Go(func() { h.control.Run(playing) })
	tellers.Go(func() { h.status.Serve(telling) })
	tellers.Go(func() { h.status.Supervise(playing) })
	tellers.Go(func() { h.settle(playing) })
	if h.Web != nil {
		tellers.Go(func() { h.Web.Serve(telling) })
	}
	var players sync.WaitGroup
	errs := make([]error, len(h.Boards))
	for i, b := range h.Boards {
		players.Go(func() {
			defer stop()
			errs[i] = b.session.Run(b.live.Records(playing, b.session.Daemon))
			if errs[i] != nil {
				h.log.Error("a board cannot go on: the daemon stops", "board", b.Config.ID, "error", errs[i])
			}
		})
	}
	players.Wait()
	err := errors.Join(errs...)
	for _, b := range h.Boards {
		if closing := b.session.Journal.Close(); err == nil {
			err = closing
		}
	}
	hush()
	tellers.Wait()
	if shutting := h.shut(); err == nil {
		err = shutting
	}
	return err
}

// shut gives back what is open besides the journals.
func (h *Hall) shut() error {
	var errs []error
	if h.status != nil {
		h.status.Close()
	}
	if h.control != nil {
		h.control.Close()
	}
	if h.Web != nil {
		h.Web.Close()
	}
	for _, b := range h.Boards {
		errs = append(errs, b.close())
	}
	if h.Broker != nil {
		errs = append(errs, h.Broker.Close())
	}
	return errors.Join(errs...)
}

// pairUp has the boards of one game follow each other; the first one's record is the
// game's.
func pairUp(main, second *Session) {
	main.pair, second.pair = pairing.New(main.game)
}
