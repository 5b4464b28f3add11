package alarms

import (
	"fmt"
	"time"

	"touchmove/reconcile"
	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Board holds the alarms of one board. Apply takes the events of the game, and
// Command the commands that were carried out, both in order. Causes outside a game (a
// feed that has stopped, two boards of one game) are raised in its Set. Make it with
// NewBoard.
type Board struct {
	*Set
	header trace.Header
	game

	faults []fault
	unread rules.Squares // squares without a reading, whatever the state of the game

	number    int         // of the game, from 1
	suspended []suspended // the games before it, which can be reopened
	fresh     bool        // another game is set up, and has not begun
}

// game is what a Board knows about its current game.
type game struct {
	names [2]string

	result   string // the latest, "*" while the game is open
	plies    int
	sans     map[int]string // of the moves, by ply
	doubtful doubtful
	question int         // the ply of the current question; 0 for none
	turn     rules.Color // the player to move
	clock    clock

	claims   int           // number of claims
	signed   [2]string     // the result that each player has confirmed
	illegals [2]int        // illegal moves counted so far
	found    Alarm         // the latest illegal move, as it rang
	waiting  [2]bool       // for a player who has not arrived
	wrong    rules.Squares // squares that differ from the position to be set up
}

// clock is what a Board knows about the clock of its game.
type clock struct {
	known   bool // whether there is one
	shows   reconcile.Times
	untimed []int // moves completed without a press of their own, by ply, since a person has looked
	pending int   // the half-move after which the clock has not been pressed, 0 for none
	falls   int   // number of flag falls
}

// fault is a group of squares that failed together: one cause and one alarm. The alarm
// keeps its cause while any of them fails.
type fault struct {
	cause   string
	squares rules.Squares
	why     string
}

// NewBoard returns the alarms of a board whose trace has this header.
func NewBoard(h trace.Header) *Board {
	return &Board{Set: NewSet(reconcile.RateOf(h).Mode), header: h, game: game{result: "*", sans: map[int]string{}}, number: 1}
}

func (b *Board) of(id ID, by rules.Color) Alarm {
	return Alarm{ID: id, Cause: by.String(), Player: by, Name: b.names[by]}
}

// Apply takes an event of the game.
func (b *Board) Apply(e reconcile.Event) {
	b.Advance(e.At)
	switch w := e.What.(type) {
	case reconcile.Resumed:
		b.reopen(e.Game, w, e.At)
	case reconcile.Annulled:
		if e.Game == b.number {
			b.settle(e.At)
		}
	case reconcile.Started:
		b.started(e.Game, w, e.At)
	case reconcile.Made:
		b.made(w, e.At)
	case reconcile.Amended:
		b.cut(w.Ply, e.At)
		b.made(w.Made, e.At)
	case reconcile.Retracted:
		b.cut(w.Ply, e.At)
	case reconcile.Settled:
		b.judge(w.Ply, b.sans[w.Ply], w.Confidence, e.At)
	case reconcile.Doubted:
		b.judge(w.Ply, b.sans[w.Ply], w.Confidence, e.At)
	case reconcile.Asked:
		b.asked(w.Question, e.At)
	case reconcile.Answered:
		b.answered(w.Ply, e.At)
	case reconcile.Displaced:
		b.displaced(w, e.At)
	case reconcile.Restored:
		b.ClearAll(e.At, Reconstructing, IllegalPosition)
	case reconcile.Fault:
		b.fault(w, e.At)
	case reconcile.IllegalMove:
		b.illegal(w, e.At)
	case reconcile.Breach:
		b.breached(w, e.At)
	case reconcile.Remark:
		if w.Remark == article4.DefaultDue {
			b.Arrived(w.By, e.At)
		}
	case reconcile.ResultKnown:
		b.ended(w, e.At)
	case reconcile.ClockChanged:
		b.clockChanged(w, e.At)
	}
}

func (b *Board) started(game int, w reconcile.Started, at time.Duration) {
	if game > b.number && !b.fresh { // its pieces were set up without a command
		b.suspend(at)
	}
	b.number, b.fresh = max(b.number, game), false
	b.begin(at)
	if p, err := rules.ParseFEN(w.FEN); err == nil {
		if pos, err := rules.NewPosition(p, w.Variant); err == nil {
			b.turn = pos.Turn()
		}
	}
}

func (b *Board) breached(w reconcile.Breach, at time.Duration) {
	b.ClearAll(at, TouchViolation) // there is only one at a time
	if w.Status != article4.StatusClaimable {
		return
	}
	a := b.of(TouchViolation, w.By)
	a.Cause += " " + ply(b.plies)
	a.Why, a.UCI = w.Rule, w.Restores
	if w.Duty != nil {
		a.Duty, a.Squares = w.Duty.Kind, w.Duty.Squares
	}
	b.Raise(a, at)
}

// ofTheBoard lists the alarms about the board rather than its game.
var ofTheBoard = []ID{BoardMissing, SensorFault, FeedStopped, BoardsDiffer, CopyBehind, BoardDoubled}

// begin forgets everything about the previous game.
func (b *Board) begin(at time.Duration) {
	b.Forget(at, ofTheBoard...)
	b.result, b.plies, b.clock.untimed, b.clock.pending = "*", 0, nil, 0
	b.sans, b.doubtful, b.question = map[int]string{}, doubtful{}, 0
	b.turn, b.wrong, b.waiting, b.signed = rules.White, 0, [2]bool{}, [2]string{}
}

func ply(n int) string { return fmt.Sprint(n) }

func names(set rules.Squares) (list []string) {
	for sq := range set.All() {
		list = append(list, sq.String())
	}
	return list
}
