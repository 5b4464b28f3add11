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

// Board is one board and the journal of its records: records in, entries out. It
// is the same fold under live play, recovery, replay, the archive, scoresheets
// and tournaments; what it says depends on the records alone. Make it with New.
// Another journal is another Board: nothing is carried over but what the first
// records of the journal say.
type Board struct {
	game    *reconcile.Game
	alarms  *alarms.Board
	rings   []alarms.Alarm // told last
	reading reading
	unread  unread
	desk    desk
	log     numbering
	kept    time.Duration // time of the last record that is kept
	entries []Entry       // all so far

	// Splits has each game go on in a journal of its own: Step then says when
	// the next one begins. Set it where records are kept; a replay takes a
	// journal as it is.
	Splits bool
}

// Step is what came of a record.
type Step struct {
	Entries []Entry           // in the order in which they are told
	Events  []reconcile.Event // of the game, which some of the entries are about

	// Keep: the record belongs into the journal. Others repeat a reading, and
	// what falls due in their time falls due as well by the next one.
	Keep    bool
	Decided bool // the journal is to be synced before the entries are told
	Urgent  bool // screens, or whoever gave a command, wait for that
	Turn    *Turn
}

// New makes the board of a journal that begins with this header. Entries has
// its first entry. The error is about the header.
func New(h trace.Header, j Journal) (*Board, error) {
	game, err := reconcile.NewGame(h)
	if err != nil {
		return nil, err
	}
	b := &Board{game: game, alarms: alarms.NewBoard(h), log: newNumbering(j)}
	b.put(b.log.opened(0, game, Pairing{}))
	return b, nil
}

// Game is the game as the records so far have it. It must not be stepped.
func (b *Board) Game() *reconcile.Game { return b.game }

// Entries returns every entry so far. It must not be changed.
func (b *Board) Entries() []Entry { return slices.Clip(b.entries) }

// Latest returns the entry decided last.
func (b *Board) Latest() Entry { return b.log.latest }

// GameID is the id of a game of the journal, by its number.
func (b *Board) GameID(number int) string { return b.log.id(number) }

// Reading is the board as it was read last, and false before the first reading.
func (b *Board) Reading() (sensors.Scan, bool) { return b.reading.board, b.reading.known }

// Ringing lists the alarms that ring now.
func (b *Board) Ringing() []alarms.Alarm { return b.alarms.Ringing() }

// Check says why a command cannot be carried out at a moment, as far as the game
// need not be asked.
func (b *Board) Check(c trace.Command, at time.Duration) error { return b.alarms.CheckCommand(c, at) }

// Step takes a record. Whatever fell due before it comes first; an error refuses
// the record and changes nothing.
func (b *Board) Step(r trace.Record) (Step, error) {
	if c, ok := r.What.(trace.Command); ok {
		if err := b.Check(c, r.At); err != nil {
			return Step{}, err
		}
	}
	games := len(b.game.Games())
	events, err := b.game.Step(r)
	if err != nil {
		return Step{}, err
	}
	if turn, ended := b.turn(r, events, games); turn != nil {
		return ended, nil
	}
	return b.take(r, events), nil
}

// take is the one order in which things are told: squares that give no reading,
// each event and each alarm in the order of their own times, the game that a
// command sets up, the alarms that ring with the record, the arbiter's desk.
func (b *Board) take(r trace.Record, events []reconcile.Event) Step {
	first := len(b.entries)
	silent := b.look(r.At, r.What)
	b.tell(events)
	b.ringUntil(r.At)
	command, asked := r.What.(trace.Command)
	b.opens(r.At, command)
	b.alarms.Follow(r, nil, b.game)
	b.ring(r.At)
	if list, changed := b.desk.see(command, events, b.game); changed {
		b.observe(r.At, list)
	}
	return b.step(r.At, events, first, silent, asked)
}

// step says what is to become of a record whose entries begin with this one.
func (b *Board) step(at time.Duration, events []reconcile.Event, first int, silent, asked bool) Step {
	beats := b.game.TimeRuns() && at-b.kept >= heartbeat
	s := Step{
		Entries: b.entries[first:len(b.entries):len(b.entries)], Events: events,
		Keep: b.reading.told || len(events) > 0 || beats, Decided: asked || silent || beats || len(events) > 0,
		Urgent: asked || silent || slices.ContainsFunc(events, func(e reconcile.Event) bool { return Public(e.What) }),
	}
	if s.Keep {
		b.kept = at
	}
	return s
}

// heartbeat is how long a running clock may go without a record that is kept: so
// much of a player's time is lost at most when the power is.
const heartbeat = 10 * time.Second

// look takes what the board shows, and says whether squares have become silent
// or can be read again.
func (b *Board) look(at time.Duration, what trace.What) (changed bool) {
	due, changed := b.unread.expire(at)
	first := !b.reading.known
	b.reading.take(at, what)
	if b.reading.told && b.unread.see(b.reading.board.Unknown(), at, first && b.reading.known) {
		due, changed = at, true
	}
	if changed {
		b.ringUntil(due)
		b.observe(due, Unread{Squares: b.unread.told})
		b.alarms.Unread(b.unread.told, due)
		b.ring(due)
	}
	return changed
}

// tell adds events, each behind what began to ring before it.
func (b *Board) tell(events []reconcile.Event) {
	for _, e := range events {
		b.ringUntil(e.At)
		b.decided(e)
		b.alarms.Take(e)
		b.ring(e.At)
	}
}

// Advance lets time pass without a record: what has to hold for a while before
// it rings does so at its time.
func (b *Board) Advance(at time.Duration) []Entry {
	first := len(b.entries)
	b.ringUntil(at)
	return b.entries[first:len(b.entries):len(b.entries)]
}

// Outside has the alarms hear of what lies outside the records, at a time that
// the game has come to: a feed that stands still, another board of the game.
func (b *Board) Outside(at time.Duration, hear func(*alarms.Board)) []Entry {
	first := len(b.entries)
	hear(b.alarms)
	b.ring(at)
	return b.entries[first:len(b.entries):len(b.entries)]
}

// ringUntil adds what has begun to ring up to a time, each alarm at its own.
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

// ring adds what rings now, when it is something else than before.
func (b *Board) ring(at time.Duration) {
	if !b.alarms.Changed() {
		return
	}
	if list := b.alarms.Ringing(); !reflect.DeepEqual(list, b.rings) {
		b.rings = list
		b.observe(at, Ringing{Alarms: list})
	}
}

// observe adds what is no event of the game.
func (b *Board) observe(at time.Duration, what reconcile.What) {
	b.put(b.log.observed(b.log.latest, at, what))
}

func (b *Board) put(entries ...Entry) {
	if len(entries) > 0 {
		b.entries = append(b.entries, entries...)
		b.log.latest = entries[len(entries)-1]
	}
}

// Due returns when something is decided even when nothing happens, and false
// when nothing is open. Alarms that wait are left out: see RingsAt.
func (b *Board) Due() (time.Duration, bool) {
	due, open := b.game.Due()
	if at, waits := b.unread.due(); waits && (!open || at < due) {
		due, open = at, true
	}
	return due, open
}

// RingsAt returns when the next alarm begins to ring if nothing happens, and
// false when none waits.
func (b *Board) RingsAt() (time.Duration, bool) { return b.alarms.Due() }
