package daemon

import (
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/control"
	"touchmove/daemon/journal"
	"touchmove/daemon/pairing"
	"touchmove/daemon/sealed"
	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// Daemon takes the records of one board through the game: it keeps them, and
// tells what they mean.
type Daemon struct {
	game     *reconcile.Game
	writer   *journal.Writer // nil keeps nothing
	history  *History
	commands *control.Pending
	shown    shown
	unread   unread
	console  console
	alarms   *alarms.Board
	rings    []alarms.Alarm // told last
	outside  outside
	pair     pairing.Board
	kept     time.Duration                                    // when the last record was kept
	turn     func(...trace.Record) ([]reconcile.Event, error) // keeps records as the first of another journal; nil is none
	reach    func(game string) error                          // why a game of another journal cannot be gone back to
	back     comeback                                         // to the journal of an earlier game; nil is none
	log      *slog.Logger

	envelopes *sealed.Envelopes // of sealed moves; nil has no key
}

// New makes a daemon of a game that stands where its journal, and the history,
// end. keep is nil for a replay, which keeps nothing.
func New(game *reconcile.Game, keep journal.Keeper, history *History, log *slog.Logger) *Daemon {
	d := &Daemon{game: game, history: history, commands: control.NewPending(), alarms: alarms.NewBoard(game.Header()), log: log}
	if keep != nil {
		d.keepIn(keep, journal.Options{Log: log})
	}
	return d
}

// Run takes records until there are no more. Nothing refused is kept, and
// nothing is told before it is kept, unless the disk fails: then that is told
// first, as an alarm, and play goes on. It returns the first error of the
// records, or about a record that no journal may hold.
func (d *Daemon) Run(records iter.Seq2[trace.Record, error]) error {
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
func (d *Daemon) take(r trace.Record) error {
	if !d.writer.IsBeside() { // else that is done once a scan
		d.writer.Poll(r.At)
		defer d.writer.Poll(r.At)
	}
	played := len(d.game.Games())
	if c, ok := r.What.(trace.Command); ok {
		err := d.alarms.CheckCommand(c, r.At)
		if err == nil {
			err = d.checkBack(c)
		}
		if err != nil {
			d.refuse(r, err)
			return nil
		}
	}
	events, err := d.game.Step(r)
	if err != nil {
		d.refuse(r, err)
		return nil
	}
	if d.back != nil && d.game.Gone() {
		return d.turnBack(r, events)
	}
	if d.turn != nil && opensGame(r, d.game) && d.turnTo(r, nil) {
		return nil
	}
	if d.turn != nil && beginsByHand(r, d.game, played) && d.turnTo(r, events) {
		return nil
	}
	due, fell := d.unread.expire(r.At)
	first, tells := !d.shown.known, d.shown.tells(r)
	if tells && d.unread.see(d.shown.board.Unknown(), r.At, first && d.shown.known) {
		due, fell = r.At, true
	}
	beats := d.beats(r.At)
	decided := len(events) > 0 || fell || beats
	if d.writer != nil && (tells || len(events) > 0 || beats) { // else the tick of a clock: the readings it rests on are there
		if err := d.writer.Append(r); err != nil {
			return err
		}
		d.kept = r.At
	}
	_, asked := r.What.(trace.Command)
	if decided || asked {
		d.writer.Decide(r.At, asked || fell || slices.ContainsFunc(events, shows))
	}
	if fell {
		d.ringUntil(due)
		d.history.Unread(due, d.unread.told)
		d.alarms.Unread(d.unread.told, due)
		d.rung(due)
	}
	d.tell(r, events)
	d.list(r, events)
	d.pair.Forward(d.game, r, events)
	d.applied(r)
	return nil
}

// turnTo begins a journal with a record that opens a game. events are those of
// the record, when the game was set up on the board without a word; what they
// tell of the game before belongs to its journal. Where the disk allows no new
// journal, it says no, and the game is kept in the old one.
func (d *Daemon) turnTo(r trace.Record, events []reconcile.Event) bool {
	if d.writer.Stuck() {
		d.log.Error("no journal can be begun, for the disk does not answer: the game is kept in the one before")
		return false
	}
	at, before, n := r.At, d.shown, 0
	first := []trace.Record{{At: at, What: trace.Scan{Board: before.board}}, r}
	if events != nil {
		at = max(before.since, d.history.latest.At) // it may have stood there before the other game was over
		for n < len(events) && events[n].Game < d.game.Number() {
			at = max(at, events[n].At)
			n++
		}
		start := d.game.Playing().Start
		said := trace.Command{Do: trace.DoNewGame, FEN: start.FEN(), Variant: start.Variant().String(), Why: setUp}
		first = []trace.Record{{At: at, What: trace.Scan{Board: before.board}}, {At: at, What: said}, r}
		if n > 0 { // how the game before ended
			if d.writer.Append(r) != nil {
				return false
			}
			d.writer.Decide(r.At, true)
			d.tellEvents(events[:n:n])
		}
	}
	d.writer.Flush()
	decided, err := d.turn(first...)
	if err != nil {
		d.log.Error("no journal can be begun: the game is kept in the one before", "error", err)
		if n == 0 {
			return false
		}
		decided = events[n:] // the record itself is there already
	}
	d.shown.tells(r)
	d.tell(r, decided)
	d.list(r, decided)
	d.pair.Forward(d.game, r, decided)
	d.applied(r)
	return true
}

// setUp says of a new-game command that nobody gave it: the pieces were set up.
const setUp = "set up on the board"

// Due returns the time at which something is decided even when nothing
// happens, and false when nothing is open.
func (d *Daemon) Due() (time.Duration, bool) {
	due, open := d.open()
	if at, waits := d.alarms.Due(); waits && (!open || at < due) {
		due, open = at, true
	}
	return due, open
}

// open is Due without the alarms, which may wait for hours and call for no reading
// of the board.
func (d *Daemon) open() (time.Duration, bool) {
	due, open := d.game.Due()
	sooner := func(at time.Duration, ok bool) {
		if ok && (!open || at < due) {
			due, open = at, true
		}
	}
	sooner(d.unread.due())
	sooner(d.writer.Due())
	return due, open
}

// opensGame says whether a record, after it has been stepped, has put an end to
// one game and set up another.
func opensGame(r trace.Record, g *reconcile.Game) bool {
	c, ok := r.What.(trace.Command)
	return ok && c.Do == trace.DoNewGame && g.Number() > 1 && !g.Playing().Begun
}

// beginsByHand says whether a record, after it has been stepped, has begun one
// more game than there were: the pieces had been set up, and nobody said so.
func beginsByHand(r trace.Record, g *reconcile.Game, before int) bool {
	_, said := r.What.(trace.Command)
	return !said && len(g.Games()) == before+1
}

// applied says that a record has been taken: if it is a command, whoever sent it
// is told so once it is kept.
func (d *Daemon) applied(r trace.Record) {
	if c, ok := r.What.(trace.Command); ok {
		a := d.history.Stamp(broadcast.Answer{ID: c.ID, OK: true})
		d.writer.WhenKept(func() { d.commands.Reply(c.ID, a) })
	}
}

// refuse says that a record does not fit the game.
func (d *Daemon) refuse(r trace.Record, err error) {
	d.log.Warn("refused", "record", fmt.Sprintf("%T", r.What), "at", r.At, "error", err)
	if c, ok := r.What.(trace.Command); ok {
		d.commands.Reply(c.ID, d.history.Stamp(broadcast.Refused(c.ID, err)))
	}
}
