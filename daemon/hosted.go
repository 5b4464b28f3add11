package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"touchmove/broadcast"
	"touchmove/configs"
	"touchmove/daemon/hardware"
	"touchmove/daemon/journal"
	"touchmove/daemon/resources"
	"touchmove/daemon/sealed"
	"touchmove/daemon/store"
	"touchmove/sensors/scan"
	"touchmove/sensors/scan/host"
	"touchmove/sensors/sim/simboard"
)

// Hosted is one board of a hall.
type Hosted struct {
	Config  configs.Board
	History *History // of everything told; safe for any goroutine

	Simulation *simboard.Simulation // what visitors may do; nil on a real board
	Stats      *scan.Stats          // counts of its scanning, for any goroutine
	Faults     *scan.Faults         // what is wrong with its sensing, for any goroutine

	session   *Session
	source    *store.Backlog // the history, after games that may not have been told
	live      *Live
	publisher *broadcast.Publisher
	requests  chan broadcast.Request
	close     func() error
}

// room is how many commands may wait for a board at once.
const room = 64

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
	session.sealWith(envelopes)
	session.Retention = journal.Retention{Keep: c.Journal.Keep, Size: c.Journal.MaxMB << 20}
	session.Prune()
	pairing, paired := r.Pairing(board.ID)
	session.Paired = paired
	hosted := &Hosted{
		Config: board, History: session.History, session: session,
		source:   store.NewBacklog(session.Store, session.History, board.Event),
		requests: make(chan broadcast.Request, room),
	}
	opened, err := hardware.OpenOn(scan.Reconnecting(host.Computer{}), board, session.played())
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
	told, known := h.source.Total()
	return now.Entries, known && now.Connected && now.Entries >= told
}
