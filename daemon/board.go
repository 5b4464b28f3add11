package daemon

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"time"

	"touchmove/broadcast"
	"touchmove/configs"
	"touchmove/daemon/hardware"
	"touchmove/daemon/journal"
	"touchmove/daemon/resources"
	"touchmove/daemon/sealed"
	"touchmove/daemon/signals"
	"touchmove/daemon/store"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/trace"
)

// Board is one board of the daemon: its journals, its loop and its publisher.
type Board struct {
	Config  configs.Board
	History *History // everything published; safe for any goroutine

	Simulation *simboard.Simulation // what visitors of a simulated board may do; nil on a real board
	Stats      *scan.Stats          // counts of its scanning, for any goroutine
	Faults     *scan.Faults         // the current faults of its sensing, for any goroutine
	Signals    *signals.Signals     // its lamps and buzzer; nil where there are none

	session   *Session
	source    *store.Backlog // the history, preceded by games that may not have been delivered
	live      *Live
	records   func(context.Context) iter.Seq2[trace.Record, error] // what its loop takes: usually the records of live
	publisher *broadcast.Publisher
	requests  chan broadcast.Request
	pgnSource func() *broadcast.Cursor // source of its PGN files: with a delay, the delayed history
	close     func() error
}

// mostRequests is the number of commands that may be queued for a board.
const mostRequests = 64

// mostTimers is the largest number of boards in one process that sleep with timers of their
// own. With more boards, Go's timers need less processor time, as one wake-up serves
// several of them.
const mostTimers = 8

// unopened is the error about a board whose journals cannot be opened.
type unopened struct {
	board string
	err   error
}

// Error implements error.
func (u *unopened) Error() string { return "board " + u.board + ": " + u.err.Error() }

// Unwrap returns the error without the board.
func (u *unopened) Unwrap() error { return u.err }

// openBoard opens a board, whose journal is open.
func openBoard(r *resources.Resources, session *Session, board configs.Board, measured *resources.Sheet, envelopes *sealed.Envelopes, log *slog.Logger) (*Board, error) {
	c, now := r.Config, time.Now()
	session.Loop.sealWith(envelopes)
	session.Store.Retention = journal.Retention{Keep: c.Journal.Keep, Size: c.Journal.MaxMB << 20}
	session.Store.Prune()
	pairing, paired := r.Pairing(board.ID)
	session.Paired = paired
	b := &Board{
		Config: board, History: session.History, session: session,
		source:   store.NewBacklog(session.Store, session.History, board.Event),
		requests: make(chan broadcast.Request, mostRequests),
	}
	opened, err := hardware.OpenOn(scan.Reconnecting(r.Hardware), board, session.played())
	if err != nil {
		return nil, errors.Join(err, session.Store.Journal.Close())
	}
	if err := measured.Apply(opened.Board, board, now, log); err != nil {
		return nil, errors.Join(fmt.Errorf("board %s: %w", board.ID, err), opened.Close(), session.Store.Journal.Close())
	}
	if len(c.Boards) <= mostTimers {
		opened.Timer = scan.NewTimer()
	}
	b.close = opened.Close
	if script, ok := opened.Hands.(*simboard.Script); ok {
		script.Report = func(err error) { log.Warn("the simulated hands skip this", "error", err) }
	}
	b.Simulation, b.Stats, b.Faults = opened.Simulation, opened.Stats, opened.Faults
	b.pgnSource = b.History.Follow
	b.light(r.Hardware, board, session.Loop)
	b.live = NewLive(opened, session.resume(time.Now(), opened.Hands != nil), nil, b.requests)
	if opened.Simulation == nil {
		session.Loop.Follow(time.Now)
	}
	b.records = func(ctx context.Context) iter.Seq2[trace.Record, error] {
		return b.live.Records(ctx, session.Loop)
	}
	if paired {
		err = b.announce(pairing, log)
	}
	if err != nil {
		return nil, errors.Join(err, b.close(), session.Store.Journal.Close())
	}
	return b, nil
}

// Ask sends a command to the board and waits until it is stored or refused. The
// request's Answer is not used. If ctx ends first, its error is returned and the command
// may still be carried out: ask again with the same id.
func (b *Board) Ask(ctx context.Context, r broadcast.Request) (broadcast.Answer, error) {
	answers := make(chan broadcast.Answer, 1)
	r.Answer = func(a broadcast.Answer) { answers <- a }
	select {
	case b.requests <- r:
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

// reached returns how many entries of the history a broker has, and whether these are
// all.
func (b *Board) reached() (entries uint64, all bool) {
	now := b.publisher.Stats().Snapshot()
	total, known := b.source.Total()
	return now.Entries, known && now.Connected && now.Entries >= total
}
