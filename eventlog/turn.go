package eventlog

import (
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// Turn means that the journal ends with this record, if the disk allows it.
type Turn struct {
	// Back: the game on the board was annulled, and the previous game continues in
	// its own journal.
	Back bool
	// First are the first records of the next game's journal: what the board
	// shows, a new-game command, and perhaps the record that made it begin.
	First []trace.Record

	record trace.Record
	events []reconcile.Event // of the next game
	kept   bool              // whether the record belongs to the journal that ends
}

// SetUp is the reason in a new-game command that was not given by anybody: the pieces
// were set up.
const SetUp = "set up on the board"

// turn checks whether a record that has been stepped ends the journal. The returned step
// has the entries of the game that ends.
func (b *Board) turn(r trace.Record, events []reconcile.Event, games int) (*Turn, Step) {
	if !b.Splits {
		return nil, Step{}
	}
	c, asked := r.What.(trace.Command)
	closes := b.game.IsClosed()
	begins := asked && c.Do == trace.DoNewGame && b.game.Number() > 1 && !b.game.Playing().Begun
	setUp := !asked && len(b.game.Games()) == games+1 // the pieces were set up without a command
	if !closes && !begins && !setUp {
		return nil, Step{} // the usual case: nothing is allocated
	}
	shown := trace.Record{At: r.At, What: trace.Scan{Board: b.reading.board}}
	turn, first := &Turn{record: r}, len(b.entries)
	switch {
	case closes:
		b.reading.apply(r.At, r.What)
		b.addEvents(events)
		b.ringUntil(r.At)
		b.openGame(r.At, c)
		b.alarms.Follow(r, nil, b.game)
		b.ring(r.At)
		turn.Back = true
		return turn, b.lastStep(turn, r, first, events, true)
	case begins:
		ended := untilGame(events, b.game.Number())
		turn.First, turn.events = []trace.Record{shown, r}, events[len(ended):]
		b.addEvents(ended)
		return turn, b.lastStep(turn, r, first, ended, false)
	default: // the pieces were set up
		at := max(b.reading.since, b.log.latest.At) // the position may have been there before the previous game was over
		ended := untilGame(events, b.game.Number())
		for _, e := range ended {
			at = max(at, e.At)
		}
		start := b.game.Playing().Start
		said := trace.Command{Do: trace.DoNewGame, FEN: start.FEN(), Variant: start.Variant().String(), Why: SetUp}
		if n := len(b.log.openings); n > 0 && b.log.openings[n-1].Pairing.Named() { // the same pairing begins again
			said.Extra, _ = b.log.openings[n-1].Pairing.Extra() // it was read from the same keys
		}
		shown.At = at
		turn.First, turn.events = []trace.Record{shown, {At: at, What: said}, r}, events[len(ended):]
		b.addEvents(ended)
		return turn, b.lastStep(turn, r, first, ended, len(ended) > 0)
	}
}

// untilGame returns the events before the first of this game.
func untilGame(events []reconcile.Event, number int) []reconcile.Event {
	n := 0
	for n < len(events) && events[n].Game < number {
		n++
	}
	return events[:n:n]
}

// lastStep is the last step of a journal; its entries begin at index first. keep means
// that the record belongs to this journal.
func (b *Board) lastStep(turn *Turn, r trace.Record, first int, events []reconcile.Event, keep bool) Step {
	turn.kept = keep
	s := Step{Entries: b.since(first), Events: events, Keep: keep, Decided: keep, Urgent: keep, Turn: turn}
	if keep {
		b.kept = r.At
	}
	return s
}

// Stay continues in the same journal if no other one can be begun: the record has begun
// the next game, and its entries follow here.
func (b *Board) Stay(t *Turn) Step {
	s := b.apply(t.record, t.events)
	s.Keep = s.Keep && !t.kept
	return s
}

// Begun is the next game's journal.
type Begun struct {
	Board  *Board
	Header trace.Header
	First  []trace.Record
	Step   Step // with every entry of these records
}

// Next begins the next game's journal. h is its header, apart from the starting
// position. An error changes nothing.
func (b *Board) Next(t *Turn, h trace.Header, j Journal) (next Begun, err error) {
	start := b.game.Playing().Start
	h.Start, h.Variant = start.FEN(), start.Variant()
	next.Header = h
	if next.First, err = b.following(t.First); err != nil {
		return Begun{}, err
	}
	if next.Board, err = New(h, j); err != nil {
		return Begun{}, err
	}
	for _, r := range next.First {
		s, err := next.Board.Step(r)
		if err != nil {
			return Begun{}, err
		}
		next.Step.Events = append(next.Step.Events, s.Events...)
	}
	next.Step.Entries = next.Board.Entries()
	next.Board.Splits = b.Splits
	return next, nil
}

// following returns the first records of a new journal. Its new-game command names the
// previous game, to which an undo returns.
func (b *Board) following(first []trace.Record) ([]trace.Record, error) {
	before := b.game.Before()
	list := append([]trace.Record{}, first...)
	for i, r := range list {
		c, ok := r.What.(trace.Command)
		if !ok || c.Do != trace.DoNewGame || before == 0 {
			continue
		}
		extra, err := c.Extra.With(map[string]any{reconcile.After: b.GameID(before)})
		if err != nil {
			return nil, err
		}
		c.Extra = extra
		list[i].What = c
		break
	}
	return list, nil
}
