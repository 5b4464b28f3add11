package daemon

import (
	"fmt"
	"iter"
	"log/slog"
	"time"

	"touchmove/broadcast"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// Daemon takes the records of one board through the game: it keeps them, and
// tells what they mean.
type Daemon struct {
	game    *reconcile.Game
	keep    Keeper
	history *History
	desk    *desk
	shown   shown
	unread  unread
	turn    func(trace.Record) ([]reconcile.Event, error) // keeps a record as the first of another journal; nil is none
	log     *slog.Logger
}

// Keeper keeps records where a crash cannot take them; journal.Journal does.
type Keeper interface {
	Append(trace.Record) error
	Sync() error
}

// New makes a daemon of a game that stands where its journal, and the history,
// end. keep is nil for a replay, which keeps nothing.
func New(game *reconcile.Game, keep Keeper, history *History, log *slog.Logger) *Daemon {
	return &Daemon{game: game, keep: keep, history: history, desk: newDesk(), log: log}
}

// Run takes records until there are no more. Nothing is told before it is
// kept, and nothing refused is kept. It returns the first error of the records
// or of the journal; after the latter nothing more may be told, so that the
// process is to end, and the next one continues from what was kept.
func (d *Daemon) Run(records iter.Seq2[trace.Record, error]) error {
	for r, err := range records {
		if err != nil {
			return err
		}
		events, err := d.game.Step(r)
		if err != nil {
			d.refuse(r, err)
			continue
		}
		if d.turn != nil && opensGame(r, d.game) {
			if events, err = d.turn(r); err != nil {
				return err
			}
			d.history.Append(r, events, d.game)
			d.answer(r)
			continue
		}
		due, fell := d.unread.expire(r.At)
		first, tells := !d.shown.known, d.shown.tells(r)
		if tells && d.unread.see(d.shown.board.Unknown(), r.At, first && d.shown.known) {
			due, fell = r.At, true
		}
		switch {
		case tells || len(events) > 0:
			err = d.keepRecord(r, len(events) > 0 || fell)
		case !fell:
			continue // the tick of a clock, and nothing fell due
		case d.keep != nil:
			err = d.keep.Sync() // the readings that it rests on
		}
		if err != nil {
			return err
		}
		if fell {
			d.history.Unread(due, d.unread.told)
		}
		d.history.Append(r, events, d.game)
		d.answer(r)
	}
	return nil
}

// Due returns the time at which something is decided even when nothing
// happens, and false when nothing is open.
func (d *Daemon) Due() (time.Duration, bool) {
	due, open := d.game.Due()
	if unread, ok := d.unread.due(); ok && (!open || unread < due) {
		return unread, true
	}
	return due, open
}

// keepRecord keeps a record. One that decided something, or that somebody
// waits for, is kept for certain before it returns.
func (d *Daemon) keepRecord(r trace.Record, decided bool) error {
	if d.keep == nil {
		return nil
	}
	if err := d.keep.Append(r); err != nil {
		return err
	}
	if _, asked := r.What.(trace.Command); asked || decided {
		return d.keep.Sync()
	}
	return nil
}

// opensGame says whether a record, after it has been stepped, has put an end to
// one game and set up another.
func opensGame(r trace.Record, g *reconcile.Game) bool {
	c, ok := r.What.(trace.Command)
	games := g.Games()
	return ok && c.Do == trace.DoNewGame && len(games) > 1 && !games[len(games)-1].Begun
}

// refuse says that a record does not fit the game.
func (d *Daemon) refuse(r trace.Record, err error) {
	d.log.Warn("refused", "record", fmt.Sprintf("%T", r.What), "at", r.At, "error", err)
	if c, ok := r.What.(trace.Command); ok {
		d.desk.close(c.ID, d.history.stamp(broadcast.Answer{ID: c.ID, Error: err.Error()}))
	}
}

// answer tells whoever sent a command that it is kept.
func (d *Daemon) answer(r trace.Record) {
	if c, ok := r.What.(trace.Command); ok {
		d.desk.close(c.ID, d.history.stamp(broadcast.Answer{ID: c.ID, OK: true}))
	}
}
