package reconcile

import (
	"errors"
	"fmt"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Step takes the next record. First it makes all decisions that fell due up to the time of the
// record, then it takes the record. The events are valid until the next call. An error refuses the
// record, which then changes nothing; events of what fell due before it are returned with the next
// record.
func (g *Game) Step(r trace.Record) ([]Event, error) { return g.step(r, g.checkCommand) }

// Again takes a record of a journal, as Step does. It carries out what Step refuses only since a later
// version than the one that accepted it: a journal is replayed to the game that was played.
func (g *Game) Again(r trace.Record) ([]Event, error) {
	if g.header.WrittenBy == "" {
		return g.Step(r)
	}
	return g.step(r, g.checkPossible)
}

func (g *Game) step(r trace.Record, check func(trace.Command) error) ([]Event, error) {
	if err := g.check(r); err != nil {
		return nil, err
	}
	if !g.kept {
		g.out = g.out[:0]
	}
	g.kept = false
	g.advance(r.At)
	if c, ok := r.What.(trace.Command); ok {
		// Whether the command can be carried out may depend on what fell due before it, but not on
		// whether another record came in between.
		if err := check(c); err != nil {
			g.kept = true
			return nil, err
		}
	}
	switch w := r.What.(type) {
	case trace.Command:
		g.runLogged(w)
	case trace.End:
		g.end()
	default:
		g.sense(r)
	}
	g.takeFindings()
	return g.out, nil
}

// check refuses a record that is not valid, before anything has changed.
func (g *Game) check(r trace.Record) error {
	if g.ended {
		return errors.New("the recording has ended: no record can follow its end")
	}
	if g.closed {
		return errors.New("this game was annulled, and the previous one continues in its own record: no record can follow here")
	}
	if r.At < g.now {
		return fmt.Errorf("at_us goes back from %d to %d: records must be in time order", g.now.Microseconds(), r.At.Microseconds())
	}
	switch w := r.What.(type) {
	case trace.Scan:
		if w.Board == g.board {
			break // a scan that was accepted before is valid again
		}
		for sq, is := range w.Board {
			if err := g.checkState(rules.Square(sq), is); err != nil {
				return err
			}
		}
	case trace.Change:
		if w.Square >= rules.NoSquare {
			return fmt.Errorf("square %d is not on the board", w.Square)
		}
		return g.checkState(w.Square, w.Is)
	case trace.Command:
		return w.Validate()
	case trace.Press, trace.End:
	default:
		return fmt.Errorf("a record of type %T is not known", r.What)
	}
	return nil
}

func (g *Game) checkState(sq rules.Square, is sensors.State) error {
	switch is {
	case sensors.White, sensors.Black:
		if g.header.Sensing == sensors.Occupancy {
			return fmt.Errorf("%s reads %s, but this board's sensing is occupancy: it cannot tell colours", sq, is)
		}
	case sensors.Occupied:
		if g.header.Sensing == sensors.Polarity {
			return fmt.Errorf("%s reads occupied, but this board's sensing is polarity: it must say white or black", sq)
		}
	case sensors.Unknown, sensors.Empty:
	default:
		return fmt.Errorf("%s reads %s, which is not a state of a square", sq, is)
	}
	return nil
}

// Due returns the time from which Step would decide something even without a new reading, and false
// when nothing is open. A record at that time or later, or a repeated scan that changes nothing,
// triggers it; earlier ones do not.
func (g *Game) Due() (time.Duration, bool) {
	if g.ended || g.closed {
		return 0, false
	}
	return g.due()
}

// end lets all deadlines expire and settles the game.
func (g *Game) end() {
	if g.laws.HasPieceInHand() {
		g.decoder.Hold()
	}
	g.decoder.End()
	g.takeFindings()
	g.laws.End(g.now)
	g.carryOutOrders()
	g.ended = true
}
