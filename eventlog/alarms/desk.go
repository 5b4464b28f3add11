package alarms

import (
	"fmt"
	"time"

	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Desk rings for one board. Take gives it the events of the game and Command what
// was asked for, both in their order; what lies outside a game (a silent board, a
// feed that stands still, two boards of one game) is Set at its Bell. Make it with
// NewDesk.
type Desk struct {
	*Bell
	header trace.Header
	game

	faults []fault
	unread rules.Squares // give no reading, whatever is played

	number int    // of the game, from 1
	left   []left // the games before it that may be gone back to
	fresh  bool   // another game is set up, and has not begun
}

// game is what a desk knows of the game on the board.
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

// NewDesk returns the desk of a board with that header.
func NewDesk(h trace.Header) *Desk {
	return &Desk{Bell: NewBell(h.Mode != trace.StandardPlay), header: h, game: game{result: "*", timed: map[int]bool{}}, number: 1}
}

// Players tells the players' names, White's first.
func (d *Desk) Players(white, black string) { d.names = [2]string{white, black} }

func (d *Desk) of(id ID, by rules.Color) Alarm {
	return Alarm{ID: id, Cause: by.String(), Player: by, Name: d.names[by]}
}

// Take hears an event.
func (d *Desk) Take(e reconcile.Event) {
	d.Advance(e.At)
	switch w := e.What.(type) {
	case reconcile.Resumed:
		d.resume(e.Game, w, e.At)
	case reconcile.Annulled:
		if e.Game == d.number {
			d.settle(e.At)
		}
	case reconcile.Started:
		if e.Game > d.number && !d.fresh { // its pieces were set up without a word
			d.leave(e.At)
		}
		d.number, d.fresh = max(d.number, e.Game), false
		d.begin(e.At)
		if p, err := rules.ParseFEN(w.FEN); err == nil {
			if pos, err := rules.NewPosition(p, w.Variant); err == nil {
				d.turn = pos.Turn()
			}
		}
	case reconcile.Made:
		d.made(w, e.At)
	case reconcile.Amended:
		d.cut(w.Ply, e.At)
		d.made(w.Made, e.At)
	case reconcile.Retracted:
		d.cut(w.Ply, e.At)
	case reconcile.Displaced:
		d.displaced(w.Squares, e.At)
	case reconcile.Restored:
		d.ClearAll(e.At, Reconstructing, IllegalPosition)
	case reconcile.Fault:
		d.fault(w, e.At)
	case reconcile.IllegalMove:
		d.illegal(w, e.At)
	case reconcile.Breach:
		d.ClearAll(e.At, TouchViolation) // there is one at a time
		if w.Status == "claimable" {
			a := d.of(TouchViolation, w.By)
			a.Cause += " " + ply(d.plies)
			a.Why = w.Rule
			d.Set(a, e.At)
		}
	case reconcile.Remark:
		if w.Remark == "default_due" {
			d.Arrived(w.By, e.At)
		}
	case reconcile.ResultKnown:
		d.ended(w, e.At)
	case reconcile.ClockTold:
		d.told(w, e.At)
	}
}

// ofTheBoard are alarms about the board and not about its game.
var ofTheBoard = []ID{BoardMissing, SensorFault, FeedStopped, BoardsDiffer}

// begin forgets what was of another game.
func (d *Desk) begin(at time.Duration) {
	d.Forget(at, ofTheBoard...)
	d.result, d.plies, d.timed, d.pending = "*", 0, map[int]bool{}, 0
	d.turn, d.wrong, d.waiting, d.signed = rules.White, 0, [2]bool{}, [2]string{}
}

// displaced: two squares are a piece in the hand.
func (d *Desk) displaced(squares rules.Squares, at time.Duration) {
	t := d.find(Reconstructing, "")
	switch {
	case squares.Count() >= 3, t != nil && t.rings:
		d.Set(Alarm{ID: Reconstructing, Squares: names(squares)}, at)
	default:
		d.ClearAll(at, Reconstructing)
	}
}

func (d *Desk) made(m reconcile.Made, at time.Duration) {
	d.plies, d.turn, d.signed = m.Ply, m.By.Other(), [2]string{}
	d.settleClaims(at)
	if t := d.find(IllegalMove, claimableBy(m.By.Other())); t != nil {
		d.Clear(IllegalMove, t.alarm.Cause, at) // nobody has claimed it
	}
	if m.Confidence < 0.9 || m.How == reconcile.Inferred {
		d.Set(Alarm{ID: GuessedMove, Cause: ply(m.Ply), Ply: m.Ply, SAN: m.SAN}, at)
	}
	if d.result != "*" {
		d.Set(Alarm{ID: PrematureResult, Result: d.result}, at)
	}
	d.doubt(m, at)
	if !d.known || d.clock.Phase != chessclock.Running {
		return
	}
	if before := d.pending; before > 0 && before == m.Ply-1 {
		// The reply is made, and the clock of the move before it still runs.
		d.setAfter(Alarm{ID: ClockNotPressed, Cause: ply(before), Ply: before}, at, 10*time.Second)
	}
	if d.clock.Runs == m.By {
		d.pending = m.Ply
		d.Set(Alarm{ID: ClockNotPressed, Cause: ply(m.Ply), Ply: m.Ply}, at)
	}
}

// doubt holds a king's move to the centre that may tell a result: nobody has pressed
// for it in time, or the clocks stand.
func (d *Desk) doubt(m reconcile.Made, at time.Duration) {
	centre := rules.SquaresOf(rules.D4, rules.E4, rules.D5, rules.E5)
	d.ClearAll(at, KingMoveDoubt)
	if len(m.SAN) == 0 || m.SAN[0] != 'K' || !centre.Has(m.Move.To()) && !centre.Has(m.Move.From()) || !d.known {
		return
	}
	a := Alarm{ID: KingMoveDoubt, Ply: m.Ply, SAN: m.SAN}
	if d.clock.Phase == chessclock.Running {
		d.Set(a, at)
	} else {
		d.SetNow(a, at)
	}
}

// cut forgets what was said of half-moves that were not made.
func (d *Desk) cut(from int, at time.Duration) {
	for n := from; n <= d.plies; n++ {
		d.Clear(GuessedMove, ply(n), at)
		d.Clear(MoveWithoutTime, ply(n), at)
		d.Clear(ClockNotPressed, ply(n), at)
		delete(d.timed, n)
	}
	d.ClearAll(at, KingMoveDoubt)
	if d.pending >= from {
		d.pending = 0
	}
	if (d.plies-from)%2 == 0 {
		d.turn = d.turn.Other()
	}
	d.plies = from - 1
}

// claimableBy is the cause of an illegal move that has to be claimed.
func claimableBy(by rules.Color) string { return by.String() + " claimable" }

func (d *Desk) illegal(w reconcile.IllegalMove, at time.Duration) {
	if w.Reason == "not counted" || w.Reason == "it was a legal move" {
		d.ClearAll(at, IllegalMove) // there is one at a time
		return
	}
	d.ClearAll(at, IllegalMove)
	a := d.of(IllegalMove, w.By)
	a.Why, a.Count, a.Cause = w.Reason, w.Number, fmt.Sprint(w.By, " ", w.Number)
	if w.Number == 0 { // it does not count unless it is claimed
		a.Count, a.Cause = d.illegals[w.By]+1, claimableBy(w.By)
	} else {
		d.illegals[w.By] = w.Number
	}
	d.found = a
	d.Set(a, at)
}

func (d *Desk) ended(w reconcile.ResultKnown, at time.Duration) {
	if w.Result == "*" {
		d.ClearAll(at, GameFinished, AutoDraw, PrematureResult, IllegalPosition)
		d.result = "*"
		return
	}
	a := Alarm{ID: GameFinished, Cause: w.Result, Result: w.Result, Why: w.Reason}
	if t := d.find(GameFinished, w.Result); t == nil || !t.holds {
		d.ClearAll(at, GameFinished) // another result was proposed before
	}
	if w.Reason == "illegal_position" {
		d.Set(Alarm{ID: IllegalPosition, Cause: ply(d.plies)}, at)
		return
	}
	if w.Proposed {
		d.Set(a, at)
		if w.Reason == kingsInTheCentre && d.known && d.clock.Phase == chessclock.Running {
			d.setAfter(Alarm{ID: PrematureResult, Result: w.Result}, at, signAndClock)
		}
		return
	}
	d.result = w.Result
	switch t, err := rules.ParseTermination(w.Reason); {
	case err == nil && (t == rules.FivefoldRepetition || t == rules.SeventyFiveMoves || t == rules.DeadPosition):
		d.Set(Alarm{ID: AutoDraw, Cause: ply(d.plies), Why: w.Reason}, at)
		d.Set(a, at)
	case err == nil && t.Automatic(d.header.Laws):
		d.Set(a, at)
	default: // somebody has declared it
		d.settle(at)
	}
}

// kingsInTheCentre is the reason of a result that was read off the board.
const kingsInTheCentre = "kings in the centre"

// signAndClock is how long a clock may run on after such a sign: players set the
// kings up first and stop the clock then.
const signAndClock = 10 * time.Second

// settle clears what a confirmed result answers.
func (d *Desk) settle(at time.Duration) {
	d.ClearAll(at, GameFinished, AutoDraw, Flag, Claim, TouchViolation, IllegalMove, IllegalPosition, ClockNotPressed, TimeTrouble, ClockPaused, KingMoveDoubt, GuessedMove, MoveWithoutTime, DefaultNear, PrematureResult, Reconstructing, ClockDisagrees)
}

func (d *Desk) told(w reconcile.ClockTold, at time.Duration) {
	d.clock, d.known = w.Times, true
	switch w.Change {
	case chessclock.HasPaused.String():
		a := Alarm{ID: ClockPaused, Why: w.Why}
		switch w.Why {
		case "restart":
			d.SetNow(a, at)
		case "", "white", "black":
			d.Set(a, at)
		} // else somebody has given a reason
	case chessclock.Resumed.String(), chessclock.Started.String():
		d.ClearAll(at, ClockPaused)
	case chessclock.Stopped.String():
		d.ClearAll(at, ClockPaused)
	case chessclock.Pressed.String():
		d.ClearAll(at, ClockNotPressed, KingMoveDoubt)
		d.pending = 0
	case chessclock.Completed.String():
		if w.AtPress {
			d.timed[w.Ply] = true
			d.Clear(MoveWithoutTime, ply(w.Ply), at)
		} else {
			delete(d.timed, w.Ply)
			d.Set(Alarm{ID: MoveWithoutTime, Cause: ply(w.Ply), Ply: w.Ply}, at)
		}
	case chessclock.FlagFell.String():
		a := d.of(Flag, w.By)
		d.falls++
		a.Cause += " " + fmt.Sprint(d.falls)
		a.Moves, a.Needed = w.Moves[w.By], w.Needed[w.By]
		d.Set(a, at)
	case chessclock.FlagRaised.String():
		d.clearOf(Flag, w.By, at)
	case chessclock.Disagrees.String():
		a := d.of(ClockDisagrees, w.By)
		a.Span = max(w.Off, -w.Off)
		d.Set(a, at)
	case chessclock.Agrees.String():
		d.clearOf(ClockDisagrees, w.By, at)
	}
	if d.clock.Phase != chessclock.Running && d.result == "*" { // stopped after the kings told the result
		d.ClearAll(at, PrematureResult)
	}
	d.shortOfTime(at)
}

// clearOf clears the alarms of that name about a player.
func (d *Desk) clearOf(id ID, by rules.Color, at time.Duration) {
	for i := range d.triggers {
		if a := d.triggers[i].alarm; a.ID == id && a.Player == by {
			d.Clear(id, a.Cause, at)
		}
	}
}

// shortOfTime watches for five minutes without thirty seconds a move: the running
// time falls without anybody telling it.
func (d *Desk) shortOfTime(at time.Duration) {
	for _, by := range []rules.Color{rules.White, rules.Black} {
		a := d.of(TimeTrouble, by)
		spare := d.clock.Left[by] - 5*time.Minute
		runs := d.clock.Phase == chessclock.Running && d.clock.Runs == by
		switch {
		case d.thirty() || d.clock.Phase == chessclock.Over:
			d.Clear(a.ID, a.Cause, at)
		case spare < 0:
			d.SetNow(a, at)
		case runs && !d.clock.External:
			if t := d.find(a.ID, a.Cause); t != nil && t.rings {
				d.Clear(a.ID, a.Cause, at)
			}
			d.Clear(a.ID, a.Cause, at)
			d.setAfter(a, at, spare+d.clock.Delay[by]+time.Microsecond)
		default:
			d.Clear(a.ID, a.Cause, at)
		}
	}
}

// thirty says whether moves bring thirty seconds, so that recording never ends.
func (d *Desk) thirty() bool { return d.clock.Thirty }

func ply(n int) string { return fmt.Sprint(n) }

func names(set rules.Squares) (list []string) {
	for sq := range set.All() {
		list = append(list, sq.String())
	}
	return list
}

// Waiting says that a player has not come, and when that loses; it rings five
// minutes before.
func (d *Desk) Waiting(by rules.Color, loses, at time.Duration) {
	a := d.of(DefaultNear, by)
	a.Span = loses
	if d.waiting[by] {
		return
	}
	d.waiting[by] = true
	d.setAfter(a, at, max(loses-5*time.Minute-at, 0))
}

// Arrived says that a player has come, or that nobody waits any more.
func (d *Desk) Arrived(by rules.Color, at time.Duration) {
	d.waiting[by] = false
	d.Clear(DefaultNear, by.String(), at)
}

// SetUp says on which squares the board is not set up as it has to be; none clears.
// While somebody still sets it up nothing rings.
func (d *Desk) SetUp(wrong rules.Squares, at time.Duration) {
	if wrong == d.wrong {
		return
	}
	d.wrong = wrong
	if t := d.find(WrongSetUp, ""); wrong == 0 || t != nil && t.holds && !t.rings {
		d.ClearAll(at, WrongSetUp)
	}
	if wrong != 0 {
		d.Set(Alarm{ID: WrongSetUp, Squares: names(wrong)}, at)
	}
}

// Compare says on which squares the two boards of one game differ after an
// announcement (2009: E2.7), and after which half-move both agreed last; none clears.
func (d *Desk) Compare(differ rules.Squares, agreed int, at time.Duration) {
	if differ == 0 {
		d.ClearAll(at, BoardsDiffer)
		return
	}
	d.Set(Alarm{ID: BoardsDiffer, Cause: ply(agreed), Squares: names(differ), Ply: agreed}, at)
}

// Feed says whether what is told outside is behind.
func (d *Desk) Feed(behind bool, at time.Duration) {
	if behind {
		d.Set(Alarm{ID: FeedStopped}, at)
		return
	}
	d.ClearAll(at, FeedStopped)
}
