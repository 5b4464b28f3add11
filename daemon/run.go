package daemon

import (
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/control"
	"touchmove/daemon/journal"
	"touchmove/daemon/pairing"
	"touchmove/daemon/sealed"
	"touchmove/daemon/store"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// BoardLoop takes the records of one board: its eventlog.Board folds them, the journal
// stores them, and the History publishes their entries.
type BoardLoop struct {
	board    *eventlog.Board
	games    games           // nil: all games are in one journal
	writer   *journal.Writer // nil: nothing is stored
	history  *History
	commands *control.Pending
	feed     watch // published entries reach no broker
	copied   watch // the second copy is late
	double   watch // another daemon publishes as this board
	pair     pairing.Board
	lit      *lit // nil without lamps
	hall     hallClock
	growth   *growth
	log      *slog.Logger

	envelopes *sealed.Envelopes // of sealed moves; nil has no key
}

// games begins and continues the journals of a board's games.
type games interface {
	// Reach returns why the game with this id cannot be reopened.
	Reach(id string) error
	// Turn begins the next game's journal, or continues that of the previous
	// game. It calls use once the journal is there, and not after an error.
	Turn(b *eventlog.Board, t *eventlog.Turn, use func(store.Turned)) error
	// Header returns what a game is by default.
	Header() trace.Header
}

// NewBoardLoop makes the loop of a board after the last record of its journal and
// history. keep is nil for a replay, which stores nothing.
func NewBoardLoop(board *eventlog.Board, keep journal.Keeper, history *History, log *slog.Logger) *BoardLoop {
	d := &BoardLoop{board: board, history: history, commands: control.NewPending(), growth: newGrowth(), log: log}
	d.commands.Admit = d.growth.command
	if keep != nil {
		d.setWriter(keep, journal.Options{Log: log})
	}
	return d
}

// Run takes records until there are no more. Refused records are not stored, and nothing
// is published before it is stored, unless the disk fails: then that is published first,
// as an alarm, and play continues. It returns the first error of the records, or an
// error about a record that a journal cannot hold.
func (d *BoardLoop) Run(records iter.Seq2[trace.Record, error]) error {
	defer d.writer.Flush()
	for r, err := range records {
		if err != nil {
			return err
		}
		if err := d.step(r); err != nil {
			return err
		}
		d.lit.follow(d.board)
	}
	return nil
}

// step takes one record.
func (d *BoardLoop) step(r trace.Record) error {
	if !d.writer.IsBeside() { // otherwise Live polls once a scan
		d.writer.Poll(r.At)
		defer d.writer.Poll(r.At)
	}
	if err := d.expire(r); err != nil {
		return err
	}
	if err := d.reachable(r); err != nil {
		d.refuse(r, err)
		return nil
	}
	step, err := d.board.Step(r)
	if err != nil {
		d.refuse(r, err)
		return nil
	}
	if step.Turn != nil {
		return d.turn(r, step)
	}
	if err := d.store(r, step); err != nil {
		return err
	}
	d.forward(r, step.Events)
	return nil
}

// expire decides everything that has fallen due in a game before a command ends it, such
// as its last move. This belongs in the game's own journal; the command does not.
func (d *BoardLoop) expire(r trace.Record) error {
	c, ok := r.What.(trace.Command)
	shown, known := d.board.Reading()
	if due, waits := d.board.Due(); !ok || c.Do != trace.DoNewGame || d.games == nil || !known || !waits || due > r.At {
		return nil
	}
	return d.step(trace.Record{At: r.At, What: trace.Scan{Board: shown}})
}

// store writes a record to the journal, and publishes its entries once it is there. The
// error is about a record that a journal cannot hold.
func (d *BoardLoop) store(r trace.Record, step eventlog.Step) error {
	if step.Keep {
		if err := d.writer.Append(r); err != nil {
			return err
		}
	}
	if step.Decided {
		d.writer.Decide(r.At, step.Urgent)
	}
	d.history.Put(step.Entries)
	return nil
}

// forward passes a record on to the game's other board, and its result to the sender of
// a command.
func (d *BoardLoop) forward(r trace.Record, events []reconcile.Event) {
	d.pair.Forward(d.board.Game(), r.What, events)
	d.applied(r)
}

// turn ends the journal with a record and continues in that of the next game, or of the
// previous one. If the disk allows no new journal, the next game goes into the same one.
func (d *BoardLoop) turn(r trace.Record, ended eventlog.Step) error {
	if err := d.store(r, ended); err != nil {
		return err
	}
	events, back := ended.Events, ended.Turn.Back
	err := errors.New("the disk does not answer")
	if back || !d.writer.Stuck() {
		d.writer.Flush()
		err = d.games.Turn(d.board, ended.Turn, func(t store.Turned) {
			d.history.Ended(t.Before)
			d.board, d.feed.last, d.copied.last, d.double.last = t.Board, false, false, false
			d.pair.Forget()
			if !back {
				d.commands.NextGame()
				events = t.Step.Events
			}
			d.writer.Use(t.To)
			d.history.Put(t.Step.Entries)
		})
	}
	switch {
	case err != nil && back:
		return fmt.Errorf("the previous game cannot be reopened: restart the daemon: %w", err)
	case err != nil:
		d.log.Error("no new journal can be created: the game is stored in the previous one", "error", err)
		step := d.board.Stay(ended.Turn)
		if err := d.store(r, step); err != nil {
			return err
		}
		events = step.Events
	}
	d.forward(r, events)
	return nil
}

// reachable refuses to undo a new-game if the journal of the previous game cannot be
// read.
func (d *BoardLoop) reachable(r trace.Record) error {
	c, ok := r.What.(trace.Command)
	if !ok || d.games == nil || c.Do != trace.DoUndo {
		return nil
	}
	a, err := d.board.Game().Undoes(c)
	if err != nil || a.Command.Do != trace.DoNewGame || reconcile.Follows(a.Command) == "" {
		return nil // the game itself refuses it
	}
	return d.games.Reach(reconcile.Follows(a.Command))
}

// Due returns when something will be decided even if nothing happens, and false if
// nothing is open.
func (d *BoardLoop) Due() (time.Duration, bool) {
	return earliest(d.board.Due, d.writer.Due, d.board.RingsAt)
}

// dueInGame is Due without the disk: deadlines that need a record.
func (d *BoardLoop) dueInGame() (time.Duration, bool) {
	return earliest(d.board.Due, d.board.RingsAt)
}

// open is Due without the alarms, which may wait for hours and do not need a reading of
// the board.
func (d *BoardLoop) open() (time.Duration, bool) { return earliest(d.board.Due, d.writer.Due) }

// earliest returns the earliest of several deadlines, if there is one.
func earliest(deadlines ...func() (time.Duration, bool)) (at time.Duration, ok bool) {
	for _, due := range deadlines {
		if next, is := due(); is && (!ok || next < at) {
			at, ok = next, true
		}
	}
	return at, ok
}

// applied answers the sender of a command that has been carried out, once it is stored.
func (d *BoardLoop) applied(r trace.Record) {
	if c, ok := r.What.(trace.Command); ok {
		id, a := c.ID, d.history.Stamp(broadcast.Answer{ID: c.ID, OK: true})
		d.writer.WhenKept(func() { d.commands.Reply(id, a) }) // capturing c would allocate for every record
	}
}

// refuse logs a record that does not fit the game, and answers its sender.
func (d *BoardLoop) refuse(r trace.Record, err error) {
	d.log.Warn("record refused", "record", fmt.Sprintf("%T", r.What), "at", r.At, "error", err)
	if c, ok := r.What.(trace.Command); ok {
		d.commands.Reply(c.ID, d.history.Stamp(broadcast.Refused(c.ID, err)))
	}
}
