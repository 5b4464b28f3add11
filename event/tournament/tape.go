package tournament

import (
	"time"

	"touchmove/eventlog"
	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/sensors/trace"
)

// Filed is one recorded game, in its final or current state.
type Filed struct {
	Journal string    // the name of the record
	Began   time.Time // when the first move was made, or, before that, when the first position stood; zero if the day is unknown
	Header  trace.Header
	Pairing eventlog.Pairing
	Played  reconcile.Played
	End     reconcile.Situation
	Clock   chessclock.Clock   // at the end; only if End.Timed
	Actions []reconcile.Action // of this game
	Open    []alarms.Alarm     // alarms that were still ringing
	At      time.Duration      // time of the last record
	Broken  *reconcile.Adjournment
	Cuts    int // how often the program was restarted during the game

	origin time.Time // the moment of At 0
}

// Tape takes the records of a board and keeps what reports need of its games. Make it with
// NewTape.
type Tape struct {
	name  string
	board *eventlog.Board
	began time.Time
	filed []Filed

	paired []eventlog.Pairing // the pairings replaced by new-game commands, the latest last
}

// NewTape makes the tape for a record with this name and header. began is the moment of At
// 0, or zero if the day is unknown. The error is about the header.
func NewTape(name string, h trace.Header, began time.Time) (*Tape, error) {
	board, err := eventlog.New(h, eventlog.Journal{ID: name, Began: began})
	if err != nil {
		return nil, err
	}
	t := &Tape{name: name, board: board, began: began}
	t.filed = []Filed{{Journal: name, Header: h}}
	return t, nil
}

// Game returns the game after the records so far.
func (t *Tape) Game() *reconcile.Game { return t.board.Game() }

// Ringing lists the alarms that are ringing.
func (t *Tape) Ringing() []alarms.Alarm { return t.board.Ringing() }

// Advance lets time pass without a record. Alarms whose cause must last for a while begin
// to ring when they are due.
func (t *Tape) Advance(at time.Duration) { t.board.Advance(at) }

// Due returns when the next alarm begins to ring if nothing else happens, and false if none
// is waiting.
func (t *Tape) Due() (time.Duration, bool) { return t.board.RingsAt() }

// Step takes a record. It ignores a refused command, which was also refused when it was
// given. Any other error says what is wrong with the record.
func (t *Tape) Step(r trace.Record) error {
	command, asked := r.What.(trace.Command)
	if asked && (command.Do == trace.DoNewGame || command.Do == trace.DoUndo) {
		t.note(r.At) // the final state of the game before
	}
	step, err := t.board.Again(r)
	if err != nil {
		if asked {
			return nil
		}
		return err
	}
	for len(t.filed) < len(t.Game().Games()) {
		t.filed = append(t.filed, Filed{Journal: t.name, Header: t.Game().Header()})
	}
	if asked && command.Do == trace.DoNewGame {
		last := &t.filed[t.Game().Number()-1]
		t.paired = append(t.paired, last.Pairing)
		if p, err := eventlog.PairingOf(command); err == nil {
			last.Pairing = p
		}
	}
	for _, e := range step.Events {
		last := &t.filed[e.Game-1]
		switch w := e.What.(type) {
		case reconcile.Resumed:
			if n := len(t.paired); n > 0 && !w.Same {
				if !w.Begun { // other players were named, but their game was not played
					last.Pairing = t.paired[n-1]
				}
				t.paired = t.paired[:n-1]
			}
		case reconcile.Started, reconcile.Made:
			if len(last.Played.Moves) == 0 && !t.began.IsZero() { // the clock may have been set before the first move
				last.Began = t.board.Clock(e.At)
				last.origin = last.Began.Add(-e.At)
			}
		case reconcile.ClockChanged:
			if w.Change == chessclock.HasPaused.String() && w.Why == trace.WhyRestart {
				last.Cuts++
			}
		}
	}
	if len(step.Events) > 0 || asked {
		t.note(r.At)
	}
	return nil
}

// note stores the state of the current game.
func (t *Tape) note(at time.Duration) {
	f := &t.filed[t.Game().Number()-1]
	f.At, f.Played, f.End, f.Open = at, *t.Game().Playing(), t.Game().Situation(), t.board.Ringing()
	if c, ok := t.Game().Clock(); ok {
		f.Clock = c
	}
	if a, ok := t.Game().Adjourned(); ok {
		f.Broken = &a
	}
}

// Filed returns the games that were set up or begun and not annulled, in their order.
// Records taken later do not change them.
func (t *Tape) Filed() []Filed {
	var list []Filed
	for i, f := range t.filed {
		if t.Game().Games()[i].Annulled {
			continue
		}
		if !f.Played.Begun && f.Pairing == (eventlog.Pairing{}) && !f.Outcome().Known {
			continue
		}
		for _, a := range t.Game().Actions() {
			if a.Game == i+1 {
				f.Actions = append(f.Actions, a)
			}
		}
		list = append(list, f)
	}
	return list
}
