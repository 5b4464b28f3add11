package eventlog

import (
	"reflect"
	"slices"
	"time"

	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Board folds the journal of one board: records in, entries out. Live play, recovery,
// replay, the archive, scoresheets and tournaments all use it, and its entries depend on
// the records alone. Make it with New. Another journal needs another Board: nothing is
// carried over except what the journal's first records say.
type Board struct {
	game    *reconcile.Game
	alarms  *alarms.Board
	rings   []alarms.Alarm // as in the latest Ringing entry
	reading reading
	unread  unread
	desk    desk
	log     numbering
	kept    time.Duration // time of the last record that is kept
	entries []Entry       // all so far

	// Splits gives each game a journal of its own: Step.Turn then says when the next one
	// begins. Set it where journals are written; a replay reads a journal as it is.
	Splits bool
}

// Step is the result of one record.
type Step struct {
	Entries []Entry           // in the order in which they are published
	Events  []reconcile.Event // of the game; some of the entries carry them

	// Keep: the record belongs in the journal. Otherwise it only repeats a reading, and
	// whatever is due at its time is also decided by the next record.
	Keep    bool
	Decided bool // the journal must be synced before the entries are published
	Urgent  bool // screens, or the sender of a command, are waiting for it
	Turn    *Turn
}

// New makes the board of a journal that begins with this header. Entries then returns
// the journal's first entry. The error is about the header.
func New(h trace.Header, j Journal) (*Board, error) {
	game, err := reconcile.NewGame(h)
	if err != nil {
		return nil, err
	}
	b := &Board{game: game, alarms: alarms.NewBoard(h), log: newNumbering(j)}
	b.put(b.log.opened(0, game, Pairing{}))
	return b, nil
}

// Game returns the game after the records so far. The caller must not step it.
func (b *Board) Game() *reconcile.Game { return b.game }

// Entries returns every entry so far. It must not be changed.
func (b *Board) Entries() []Entry { return slices.Clip(b.entries) }

// Latest returns the entry that was decided last.
func (b *Board) Latest() Entry { return b.log.latest }

// GameID returns the id of the journal's game with this number.
func (b *Board) GameID(number int) string { return b.log.id(number) }

// Reading returns the latest reading of the board, and false before the first one.
func (b *Board) Reading() (sensors.Scan, bool) { return b.reading.board, b.reading.known }

// Ringing lists the alarms that ring now.
func (b *Board) Ringing() []alarms.Alarm { return b.alarms.Ringing() }

// Check returns why a command cannot be carried out at this time, as far as that does not
// depend on the game. It covers the commands about alarms.
func (b *Board) Check(c trace.Command, at time.Duration) error { return b.alarms.CheckCommand(c, at) }

// Step takes a record. Whatever was due before it is decided first. An error refuses the
// record and changes nothing.
func (b *Board) Step(r trace.Record) (Step, error) { return b.stepWith(r, b.game.Step) }

// stepWith takes a record in one of the two ways in which the game does.
func (b *Board) stepWith(r trace.Record, take func(trace.Record) ([]reconcile.Event, error)) (Step, error) {
	if c, ok := r.What.(trace.Command); ok {
		if err := b.Check(c, r.At); err != nil {
			return Step{}, err
		}
	}
	games := len(b.game.Games())
	events, err := take(r)
	if err != nil {
		return Step{}, err
	}
	if turn, ended := b.turn(r, events, games); turn != nil {
		return ended, nil
	}
	return b.apply(r, events), nil
}

// apply fixes the order of the entries: squares without a reading, each event and each
// alarm at its own time, the game that a command sets up, the alarms that the record
// itself causes, and last the arbiter's desk.
func (b *Board) apply(r trace.Record, events []reconcile.Event) Step {
	first := len(b.entries)
	silent := b.observeBoard(r.At, r.What)
	b.addEvents(events)
	b.ringUntil(r.At)
	command, asked := r.What.(trace.Command)
	b.openGame(r.At, command)
	b.alarms.Follow(r, nil, b.game)
	b.ring(r.At)
	if list, changed := b.desk.update(command, events, b.game); changed {
		b.observe(r.At, list)
	}
	b.log.setClock(r.At, command)
	beats := b.game.TimeRuns() && r.At-b.kept >= heartbeat
	s := Step{
		Entries: b.since(first), Events: events,
		Keep: b.reading.isNews || len(events) > 0 || beats, Decided: asked || silent || beats || len(events) > 0,
		Urgent: asked || silent || slices.ContainsFunc(events, func(e reconcile.Event) bool { return Public(e.What) }),
	}
	if s.Keep {
		b.kept = r.At
	}
	return s
}

// since returns the entries from an index on.
func (b *Board) since(first int) []Entry { return b.entries[first:len(b.entries):len(b.entries)] }

// heartbeat is the longest time that a running clock goes without a record in the
// journal. A power cut therefore costs at most this much of a player's time.
const heartbeat = 10 * time.Second

// observeBoard takes a reading of the board. It returns whether squares have stopped
// giving readings, or give them again.
func (b *Board) observeBoard(at time.Duration, what trace.What) (changed bool) {
	due, changed := b.unread.expire(at)
	first := !b.reading.known
	b.reading.apply(at, what)
	if b.reading.isNews && b.unread.update(b.reading.board.Unknown(), at, first && b.reading.known) {
		due, changed = at, true
	}
	if changed {
		b.ringUntil(due)
		b.observe(due, Unread{Squares: b.unread.reported})
		b.alarms.Unread(b.unread.reported, due)
		b.ring(due)
	}
	return changed
}

// addEvents adds events, each after the alarms that began to ring before it.
func (b *Board) addEvents(events []reconcile.Event) {
	for _, e := range events {
		b.ringUntil(e.At)
		b.addEvent(e)
		b.alarms.Apply(e)
		b.ring(e.At)
	}
}

// Advance lets time pass without a record. Alarms whose cause has now held long enough
// ring, each at its own time.
func (b *Board) Advance(at time.Duration) []Entry {
	first := len(b.entries)
	b.ringUntil(at)
	return b.since(first)
}

// Outside reports to the alarms what is in no record, at a time that the game has
// reached: a feed that has stopped, or the game's other board.
func (b *Board) Outside(at time.Duration, report func(*alarms.Board)) []Entry {
	first := len(b.entries)
	report(b.alarms)
	b.ring(at)
	return b.since(first)
}

// ringUntil adds the alarms that begin to ring up to a time, each at its own time.
func (b *Board) ringUntil(at time.Duration) {
	for {
		due, waits := b.alarms.Due()
		if !waits || due > at {
			return
		}
		b.alarms.Advance(due)
		b.ring(due)
	}
}

// ring adds the list of ringing alarms if it has changed.
func (b *Board) ring(at time.Duration) {
	if !b.alarms.Changed() {
		return
	}
	if list := b.alarms.Ringing(); !reflect.DeepEqual(list, b.rings) {
		b.rings = list
		b.observe(at, Ringing{Alarms: list})
	}
}

// observe adds an entry that is not an event of the game.
func (b *Board) observe(at time.Duration, what reconcile.What) {
	b.put(b.log.observed(b.log.latest, at, what))
}

func (b *Board) put(entries ...Entry) {
	if len(entries) > 0 {
		b.entries = append(b.entries, entries...)
		b.log.latest = entries[len(entries)-1]
	}
}

// Due returns when something will be decided even if nothing happens, and false if
// nothing is open. It leaves out alarms that are waiting to ring: see RingsAt.
func (b *Board) Due() (time.Duration, bool) {
	due, open := b.game.Due()
	if at, waits := b.unread.due(); waits && (!open || at < due) {
		due, open = at, true
	}
	return due, open
}

// RingsAt returns when the next alarm begins to ring if nothing happens, and false if
// none is waiting.
func (b *Board) RingsAt() (time.Duration, bool) { return b.alarms.Due() }
