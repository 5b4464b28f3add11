package alarms

import (
	"fmt"
	"time"

	"touchmove/reconcile"
	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Board is the alarms of one board. Take gives it the events of the game and Command
// what was asked for, both in their order; what lies outside a game (a feed that has
// stopped, two boards of one game) is raised in its Set. Make it with NewBoard.
type Board struct {
	*Set
	header trace.Header
	game

	faults []fault
	unread rules.Squares // give no reading, whatever is played

	number int    // of the game, from 1
	left   []left // the games before it that may be gone back to
	fresh  bool   // another game is set up, and has not begun
}

// game is what a Board knows of the game on the board.
type game struct {
	names [2]string

	result  string // told last, "*" while it is open
	plies   int
	turn    rules.Color // who has the move
	clock   reconcile.Times
	known   bool // a clock is there
	timed   map[int]bool
	pending int // the half-move whose clock has not been pressed, 0 for none

	claims   int           // made so far
	falls    int           // of flags so far
	signed   [2]string     // the result that each player has confirmed
	illegals [2]int        // counted so far
	found    Alarm         // the latest illegal move, as it rang
	waiting  [2]bool       // for a player who has not come
	wrong    rules.Squares // not as the set-up has to be
}

// fault is squares that failed together: one cause, and one alarm. It keeps its
// name while some of them fail.
type fault struct {
	cause   string
	squares rules.Squares
	why     string
}

// NewBoard returns the alarms of a board with that header.
func NewBoard(h trace.Header) *Board {
	return &Board{Set: NewSet(h.Mode != trace.StandardPlay), header: h, game: game{result: "*", timed: map[int]bool{}}, number: 1}
}

func (b *Board) of(id ID, by rules.Color) Alarm {
	return Alarm{ID: id, Cause: by.String(), Player: by, Name: b.names[by]}
}

// Take hears an event.
func (b *Board) Take(e reconcile.Event) {
	b.Advance(e.At)
	switch w := e.What.(type) {
	case reconcile.Resumed:
		b.resume(e.Game, w, e.At)
	case reconcile.Annulled:
		if e.Game == b.number {
			b.settle(e.At)
		}
	case reconcile.Started:
		if e.Game > b.number && !b.fresh { // its pieces were set up without a word
			b.leave(e.At)
		}
		b.number, b.fresh = max(b.number, e.Game), false
		b.begin(e.At)
		if p, err := rules.ParseFEN(w.FEN); err == nil {
			if pos, err := rules.NewPosition(p, w.Variant); err == nil {
				b.turn = pos.Turn()
			}
		}
	case reconcile.Made:
		b.made(w, e.At)
	case reconcile.Amended:
		b.cut(w.Ply, e.At)
		b.made(w.Made, e.At)
	case reconcile.Retracted:
		b.cut(w.Ply, e.At)
	case reconcile.Displaced:
		b.displaced(w.Squares, e.At)
	case reconcile.Restored:
		b.ClearAll(e.At, Reconstructing, IllegalPosition)
	case reconcile.Fault:
		b.fault(w, e.At)
	case reconcile.IllegalMove:
		b.illegal(w, e.At)
	case reconcile.Breach:
		b.ClearAll(e.At, TouchViolation) // there is one at a time
		if w.Status == article4.StatusClaimable {
			a := b.of(TouchViolation, w.By)
			a.Cause += " " + ply(b.plies)
			a.Why = w.Rule
			b.Raise(a, e.At)
		}
	case reconcile.Remark:
		if w.Remark == article4.DefaultDue {
			b.Arrived(w.By, e.At)
		}
	case reconcile.ResultKnown:
		b.ended(w, e.At)
	case reconcile.ClockTold:
		b.told(w, e.At)
	}
}

// ofTheBoard are alarms about the board and not about its game.
var ofTheBoard = []ID{BoardMissing, SensorFault, FeedStopped, BoardsDiffer}

// begin forgets what was of another game.
func (b *Board) begin(at time.Duration) {
	b.Forget(at, ofTheBoard...)
	b.result, b.plies, b.timed, b.pending = "*", 0, map[int]bool{}, 0
	b.turn, b.wrong, b.waiting, b.signed = rules.White, 0, [2]bool{}, [2]string{}
}

// displaced: two squares are a piece in the hand.
func (b *Board) displaced(squares rules.Squares, at time.Duration) {
	t := b.find(Reconstructing, "")
	switch {
	case squares.Count() >= 3, t != nil && t.rings:
		b.Raise(Alarm{ID: Reconstructing, Squares: names(squares)}, at)
	default:
		b.ClearAll(at, Reconstructing)
	}
}

func (b *Board) made(m reconcile.Made, at time.Duration) {
	b.plies, b.turn, b.signed = m.Ply, m.By.Other(), [2]string{}
	b.settleClaims(at)
	if t := b.find(IllegalMove, claimableBy(m.By.Other())); t != nil {
		b.Clear(IllegalMove, t.alarm.Cause, at) // nobody has claimed it
	}
	if Guessed(m) {
		b.Raise(Alarm{ID: GuessedMove, Cause: ply(m.Ply), Ply: m.Ply, SAN: m.SAN}, at)
	}
	if b.result != "*" {
		b.Raise(Alarm{ID: PrematureResult, Result: b.result}, at)
	}
	b.doubt(m, at)
	if !b.known || b.clock.Phase != chessclock.Running {
		return
	}
	if before := b.pending; before > 0 && before == m.Ply-1 {
		// The reply is made, and the clock of the move before it still runs.
		b.raiseAfter(Alarm{ID: ClockNotPressed, Cause: ply(before), Ply: before}, at, 10*time.Second)
	}
	if b.clock.Runs == m.By {
		b.pending = m.Ply
		b.Raise(Alarm{ID: ClockNotPressed, Cause: ply(m.Ply), Ply: m.Ply}, at)
	}
}

// doubt holds a king's move to the centre that may tell a result: nobody has pressed
// for it in time, or the clocks stand.
func (b *Board) doubt(m reconcile.Made, at time.Duration) {
	centre := rules.SquaresOf(rules.D4, rules.E4, rules.D5, rules.E5)
	b.ClearAll(at, KingMoveDoubt)
	if len(m.SAN) == 0 || m.SAN[0] != 'K' || !centre.Has(m.Move.To()) && !centre.Has(m.Move.From()) || !b.known {
		return
	}
	a := Alarm{ID: KingMoveDoubt, Ply: m.Ply, SAN: m.SAN}
	if b.clock.Phase == chessclock.Running {
		b.Raise(a, at)
	} else {
		b.RaiseNow(a, at)
	}
}

// cut forgets what was said of half-moves that were not made.
func (b *Board) cut(from int, at time.Duration) {
	for n := from; n <= b.plies; n++ {
		b.Clear(GuessedMove, ply(n), at)
		b.Clear(MoveWithoutTime, ply(n), at)
		b.Clear(ClockNotPressed, ply(n), at)
		delete(b.timed, n)
	}
	b.ClearAll(at, KingMoveDoubt)
	if b.pending >= from {
		b.pending = 0
	}
	if (b.plies-from)%2 == 0 {
		b.turn = b.turn.Other()
	}
	b.plies = from - 1
}

// claimableBy is the cause of an illegal move that has to be claimed.
func claimableBy(by rules.Color) string { return by.String() + " claimable" }

func (b *Board) illegal(w reconcile.IllegalMove, at time.Duration) {
	b.ClearAll(at, IllegalMove) // there is one at a time
	if w.Reason.Withdrawn() {
		return
	}
	a := b.of(IllegalMove, w.By)
	a.Why, a.Count, a.Cause = string(w.Reason), w.Number, fmt.Sprint(w.By, " ", w.Number)
	if w.Number == 0 { // it does not count unless it is claimed
		a.Count, a.Cause = b.illegals[w.By]+1, claimableBy(w.By)
	} else {
		b.illegals[w.By] = w.Number
	}
	b.found = a
	b.Raise(a, at)
}

func (b *Board) ended(w reconcile.ResultKnown, at time.Duration) {
	if w.Result == "*" {
		b.ClearAll(at, GameFinished, AutoDraw, PrematureResult, IllegalPosition)
		b.result = "*"
		return
	}
	a := Alarm{ID: GameFinished, Cause: w.Result, Result: w.Result, Why: w.Reason}
	if t := b.find(GameFinished, w.Result); t == nil || !t.holds {
		b.ClearAll(at, GameFinished) // another result was proposed before
	}
	if w.Reason == article4.IllegalPosition {
		b.Raise(Alarm{ID: IllegalPosition, Cause: ply(b.plies)}, at)
		return
	}
	if w.Proposed {
		b.Raise(a, at)
		if w.Reason == reconcile.KingsInTheCentre && b.known && b.clock.Phase == chessclock.Running {
			b.raiseAfter(Alarm{ID: PrematureResult, Result: w.Result}, at, signAndClock)
		}
		return
	}
	b.result = w.Result
	switch t, err := rules.ParseTermination(w.Reason); {
	case err == nil && (t == rules.FivefoldRepetition || t == rules.SeventyFiveMoves || t == rules.DeadPosition):
		b.Raise(Alarm{ID: AutoDraw, Cause: ply(b.plies), Why: w.Reason}, at)
		b.Raise(a, at)
	case err == nil && t.Automatic(b.header.Laws):
		b.Raise(a, at)
	default: // somebody has declared it
		b.settle(at)
	}
}

// signAndClock is how long a clock may run on after such a sign: players set the
// kings up first and stop the clock then.
const signAndClock = 10 * time.Second

// settle clears what a confirmed result answers.
func (b *Board) settle(at time.Duration) {
	b.ClearAll(at, GameFinished, AutoDraw, Flag, Claim, TouchViolation, IllegalMove, IllegalPosition, ClockNotPressed, TimeTrouble, ClockPaused, KingMoveDoubt, GuessedMove, MoveWithoutTime, DefaultNear, PrematureResult, Reconstructing, ClockDisagrees)
}

func (b *Board) told(w reconcile.ClockTold, at time.Duration) {
	b.clock, b.known = w.Times, true
	switch w.Change {
	case chessclock.HasPaused.String():
		a := Alarm{ID: ClockPaused, Why: w.Why}
		switch w.Why {
		case trace.WhyRestart:
			b.RaiseNow(a, at)
		case "", "white", "black":
			b.Raise(a, at)
		} // else somebody has given a reason
	case chessclock.Resumed.String(), chessclock.Started.String():
		b.ClearAll(at, ClockPaused)
	case chessclock.Stopped.String():
		b.ClearAll(at, ClockPaused)
	case chessclock.Pressed.String():
		b.ClearAll(at, ClockNotPressed, KingMoveDoubt)
		b.pending = 0
	case chessclock.Completed.String():
		if w.AtPress {
			b.timed[w.Ply] = true
			b.Clear(MoveWithoutTime, ply(w.Ply), at)
		} else {
			delete(b.timed, w.Ply)
			b.Raise(Alarm{ID: MoveWithoutTime, Cause: ply(w.Ply), Ply: w.Ply}, at)
		}
	case chessclock.FlagFell.String():
		a := b.of(Flag, w.By)
		b.falls++
		a.Cause += " " + fmt.Sprint(b.falls)
		a.Moves, a.Needed = w.Moves[w.By], w.Needed[w.By]
		b.Raise(a, at)
	case chessclock.FlagRaised.String():
		b.clearOf(Flag, w.By, at)
	case chessclock.Disagrees.String():
		a := b.of(ClockDisagrees, w.By)
		a.Span = max(w.Off, -w.Off)
		b.Raise(a, at)
	case chessclock.Agrees.String():
		b.clearOf(ClockDisagrees, w.By, at)
	}
	if b.clock.Phase != chessclock.Running && b.result == "*" { // stopped after the kings told the result
		b.ClearAll(at, PrematureResult)
	}
	b.shortOfTime(at)
}

// clearOf clears the alarms of that name about a player.
func (b *Board) clearOf(id ID, by rules.Color, at time.Duration) {
	for i := range b.triggers {
		if a := b.triggers[i].alarm; a.ID == id && a.Player == by {
			b.Clear(id, a.Cause, at)
		}
	}
}

// shortOfTime watches for five minutes without thirty seconds a move: the running
// time falls without anybody telling it.
func (b *Board) shortOfTime(at time.Duration) {
	for _, by := range []rules.Color{rules.White, rules.Black} {
		a := b.of(TimeTrouble, by)
		spare := b.clock.Left[by] - 5*time.Minute
		runs := b.clock.Phase == chessclock.Running && b.clock.Runs == by
		switch {
		case b.thirty() || b.clock.Phase == chessclock.Over:
			b.Clear(a.ID, a.Cause, at)
		case spare < 0:
			b.RaiseNow(a, at)
		case runs && !b.clock.External:
			if t := b.find(a.ID, a.Cause); t != nil && t.rings {
				b.Clear(a.ID, a.Cause, at)
			}
			b.Clear(a.ID, a.Cause, at)
			b.raiseAfter(a, at, spare+b.clock.Delay[by]+time.Microsecond)
		default:
			b.Clear(a.ID, a.Cause, at)
		}
	}
}

// thirty says whether moves bring thirty seconds, so that recording never ends.
func (b *Board) thirty() bool { return b.clock.Thirty }

func ply(n int) string { return fmt.Sprint(n) }

func names(set rules.Squares) (list []string) {
	for sq := range set.All() {
		list = append(list, sq.String())
	}
	return list
}

// Waiting says that a player has not come, and when that loses; it rings five
// minutes before.
func (b *Board) Waiting(by rules.Color, loses, at time.Duration) {
	a := b.of(DefaultNear, by)
	a.Span = loses
	if b.waiting[by] {
		return
	}
	b.waiting[by] = true
	b.raiseAfter(a, at, max(loses-5*time.Minute-at, 0))
}

// Arrived says that a player has come, or that nobody waits any more.
func (b *Board) Arrived(by rules.Color, at time.Duration) {
	b.waiting[by] = false
	b.Clear(DefaultNear, by.String(), at)
}

// SetUp says on which squares the board is not set up as it has to be; none clears.
// While somebody still sets it up nothing rings.
func (b *Board) SetUp(wrong rules.Squares, at time.Duration) {
	if wrong == b.wrong {
		return
	}
	b.wrong = wrong
	if t := b.find(WrongSetUp, ""); wrong == 0 || t != nil && t.holds && !t.rings {
		b.ClearAll(at, WrongSetUp)
	}
	if wrong != 0 {
		b.Raise(Alarm{ID: WrongSetUp, Squares: names(wrong)}, at)
	}
}

// Compare says on which squares the two boards of one game differ after an
// announcement (2009: E2.7), and after which half-move both agreed last; none clears.
func (b *Board) Compare(differ rules.Squares, agreed int, at time.Duration) {
	if differ == 0 {
		b.ClearAll(at, BoardsDiffer)
		return
	}
	b.Raise(Alarm{ID: BoardsDiffer, Cause: ply(agreed), Squares: names(differ), Ply: agreed}, at)
}

// Feed says whether what is told outside is behind.
func (b *Board) Feed(behind bool, at time.Duration) {
	if behind {
		b.Raise(Alarm{ID: FeedStopped}, at)
		return
	}
	b.ClearAll(at, FeedStopped)
}
