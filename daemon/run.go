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

// BoardLoop takes the records of one board: it has its Board fold them, keeps them,
// and tells what they mean.
type BoardLoop struct {
	board    *eventlog.Board
	games    games           // nil keeps all in one journal
	writer   *journal.Writer // nil keeps nothing
	history  *History
	commands *control.Pending
	outside  outside
	pair     pairing.Board
	log      *slog.Logger

	envelopes *sealed.Envelopes // of sealed moves; nil has no key
}

// games are the journals of a board's games.
type games interface {
	// Reach says why the game with this id cannot be gone back to.
	Reach(id string) error
	// Turn begins the next game's journal, or goes on with that of the game
	// before. It calls use once that is there; with an error it has not.
	Turn(b *eventlog.Board, t *eventlog.Turn, use func(store.Turned)) error
}

// NewBoardLoop makes the loop of a board that stands where its journal, and the history,
// end. keep is nil for a replay, which keeps nothing.
func NewBoardLoop(board *eventlog.Board, keep journal.Keeper, history *History, log *slog.Logger) *BoardLoop {
	d := &BoardLoop{board: board, history: history, commands: control.NewPending(), log: log}
	if keep != nil {
		d.keepIn(keep, journal.Options{Log: log})
	}
	return d
}

// Run takes records until there are no more. Nothing refused is kept, and
// nothing is told before it is kept, unless the disk fails: then that is told
// first, as an alarm, and play goes on. It returns the first error of the
// records, or about a record that no journal may hold.
func (d *BoardLoop) Run(records iter.Seq2[trace.Record, error]) error {
	defer d.writer.Flush()
	for r, err := range records {
		if err != nil {
			return err
		}
		if err := d.take(r); err != nil {
			return err
		}
	}
	return nil
}

// take is one record.
func (d *BoardLoop) take(r trace.Record) error {
	if !d.writer.IsBeside() { // else that is done once a scan
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
	if err := d.tell(r, step); err != nil {
		return err
	}
	d.done(r, step.Events)
	return nil
}

// expire has a game that a command is about to end have all that has fallen due in
// it: its last move, say. That belongs into its own journal, which the command does not.
func (d *BoardLoop) expire(r trace.Record) error {
	c, ok := r.What.(trace.Command)
	shown, known := d.board.Reading()
	if due, waits := d.board.Due(); !ok || c.Do != trace.DoNewGame || d.games == nil || !known || !waits || due > r.At {
		return nil
	}
	return d.take(trace.Record{At: r.At, What: trace.Scan{Board: shown}})
}

// tell keeps a record, and tells what came of it once that is kept. The error is
// about a record that no journal may hold.
func (d *BoardLoop) tell(r trace.Record, step eventlog.Step) error {
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

// done says what a record has done to the other board of the game, and to
// whoever gave it as a command.
func (d *BoardLoop) done(r trace.Record, events []reconcile.Event) {
	d.pair.Forward(d.board.Game(), r.What, events)
	d.applied(r)
}

// turn ends the journal with a record and goes on in that of the next game, or of
// the game before. Where the disk allows no new journal, the next game is kept in
// the same one.
func (d *BoardLoop) turn(r trace.Record, ended eventlog.Step) error {
	if err := d.tell(r, ended); err != nil {
		return err
	}
	events, back := ended.Events, ended.Turn.Back
	err := errors.New("the disk does not answer")
	if back || !d.writer.Stuck() {
		d.writer.Flush()
		err = d.games.Turn(d.board, ended.Turn, func(t store.Turned) {
			d.history.Ended(t.Before)
			d.board, d.outside.told = t.Board, false
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
		return fmt.Errorf("the game before cannot be gone back to: start the daemon again: %w", err)
	case err != nil:
		d.log.Error("no journal can be begun: the game is kept in the one before", "error", err)
		step := d.board.Stay(ended.Turn)
		if err := d.tell(r, step); err != nil {
			return err
		}
		events = step.Events
	}
	d.done(r, events)
	return nil
}

// reachable refuses to undo a new-game when the journal of the game before cannot be read.
func (d *BoardLoop) reachable(r trace.Record) error {
	c, ok := r.What.(trace.Command)
	if !ok || d.games == nil || c.Do != trace.DoUndo {
		return nil
	}
	a, err := d.board.Game().Undoes(c)
	if err != nil || a.Command.Do != trace.DoNewGame || reconcile.Follows(a.Command) == "" {
		return nil // what there is to say the game says
	}
	return d.games.Reach(reconcile.Follows(a.Command))
}

// Due returns the time at which something is decided even when nothing
// happens, and false when nothing is open.
func (d *BoardLoop) Due() (time.Duration, bool) { return sooner(d.open())(d.board.RingsAt()) }

// falls is Due without the disk: what needs a record to be decided.
func (d *BoardLoop) falls() (time.Duration, bool) { return sooner(d.board.Due())(d.board.RingsAt()) }

// open is Due without the alarms, which may wait for hours and call for no reading
// of the board.
func (d *BoardLoop) open() (time.Duration, bool) { return sooner(d.board.Due())(d.writer.Due()) }

// sooner returns the earlier one of two deadlines, if there is one.
func sooner(a time.Duration, is bool) func(b time.Duration, ok bool) (time.Duration, bool) {
	return func(b time.Duration, ok bool) (time.Duration, bool) {
		if ok && (!is || b < a) {
			return b, true
		}
		return a, is
	}
}

// applied says that a record has been taken: if it is a command, whoever sent it
// is told so once it is kept.
func (d *BoardLoop) applied(r trace.Record) {
	if c, ok := r.What.(trace.Command); ok {
		id, a := c.ID, d.history.Stamp(broadcast.Answer{ID: c.ID, OK: true})
		d.writer.WhenKept(func() { d.commands.Reply(id, a) }) // c would be allocated for every record
	}
}

// refuse says that a record does not fit the game.
func (d *BoardLoop) refuse(r trace.Record, err error) {
	d.log.Warn("refused", "record", fmt.Sprintf("%T", r.What), "at", r.At, "error", err)
	if c, ok := r.What.(trace.Command); ok {
		d.commands.Reply(c.ID, d.history.Stamp(broadcast.Refused(c.ID, err)))
	}
}
