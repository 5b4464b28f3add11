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
	names  [2]string

	result  string // told last, "*" while it is open
	plies   int
	turn    rules.Color // who has the move
	clock   reconcile.Times
	known   bool // a clock is there
	timed   map[int]bool
	pending int // the half-move whose clock has not been pressed, 0 for none
}

// NewDesk returns the desk of a board with that header.
func NewDesk(h trace.Header) *Desk {
	return &Desk{Bell: NewBell(h.Mode != trace.StandardPlay), header: h, result: "*", timed: map[int]bool{}}
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
	case reconcile.Started:
		d.Forget(e.At, BoardMissing, SensorFault, FeedStopped, BoardsDiffer)
		d.result, d.plies, d.timed, d.pending = "*", 0, map[int]bool{}, 0
		d.turn = rules.White
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
		a := Alarm{ID: Reconstructing, Squares: names(w.Squares)}
		if w.Squares.Count() >= 3 {
			d.Set(a, e.At)
		}
	case reconcile.Restored:
		d.ClearAll(e.At, Reconstructing, IllegalPosition)
	case reconcile.Fault:
		d.fault(w, e.At)
	case reconcile.IllegalMove:
		d.illegal(w, e.At)
	case reconcile.Breach:
		a := d.of(TouchViolation, w.By)
		a.Why = w.Rule
		if w.Status == "claimable" {
			d.Set(a, e.At)
		} else {
			d.Clear(a.ID, a.Cause, e.At)
		}
	case reconcile.Remark:
		if w.Remark == "default_due" {
			d.Clear(DefaultNear, w.By.String(), e.At)
		}
	case reconcile.ResultKnown:
		d.ended(w, e.At)
	case reconcile.ClockTold:
		d.told(w, e.At)
	}
}

func (d *Desk) made(m reconcile.Made, at time.Duration) {
	d.plies, d.turn = m.Ply, m.By.Other()
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

func (d *Desk) fault(w reconcile.Fault, at time.Duration) {
	if w.Squares.Count() == 64 {
		if w.Kind == reconcile.NoReading {
			d.Set(Alarm{ID: BoardMissing}, at)
		} else {
			d.ClearAll(at, BoardMissing)
		}
		return
	}
	for sq := range w.Squares.All() {
		a := Alarm{ID: SensorFault, Cause: sq.String(), Squares: []string{sq.String()}, Why: w.Kind.String()}
		if w.Kind == reconcile.Trusted {
			d.Clear(a.ID, a.Cause, at)
		} else {
			d.Set(a, at)
		}
	}
}

func (d *Desk) illegal(w reconcile.IllegalMove, at time.Duration) {
	if w.Reason == "not counted" || w.Reason == "it was a legal move" {
		d.Clear(IllegalMove, w.By.String(), at)
		return
	}
	a := d.of(IllegalMove, w.By)
	a.Why, a.Count = w.Reason, w.Number
	d.Set(a, at)
}

func (d *Desk) ended(w reconcile.ResultKnown, at time.Duration) {
	a := Alarm{ID: GameFinished, Result: w.Result, Why: w.Reason}
	switch {
	case w.Result == "*":
		d.ClearAll(at, GameFinished, AutoDraw, PrematureResult, IllegalPosition)
		d.result = "*"
		return
	case w.Reason == "illegal_position":
		d.Set(Alarm{ID: IllegalPosition}, at)
		return
	case w.Proposed:
		d.Set(a, at)
		return
	}
	d.result = w.Result
	switch t, err := rules.ParseTermination(w.Reason); {
	case err == nil && (t == rules.FivefoldRepetition || t == rules.SeventyFiveMoves || t == rules.DeadPosition):
		d.Set(Alarm{ID: AutoDraw, Why: w.Reason}, at)
		d.Set(a, at)
	case err == nil && t.Automatic(d.header.Laws):
		d.Set(a, at)
	default: // somebody has declared it
		d.settle(at)
	}
}

// settle clears what a confirmed result answers.
func (d *Desk) settle(at time.Duration) {
	d.ClearAll(at, GameFinished, AutoDraw, Flag, Claim, TouchViolation, IllegalMove, IllegalPosition, ClockNotPressed, TimeTrouble, ClockPaused, KingMoveDoubt, GuessedMove, MoveWithoutTime, DefaultNear, PrematureResult, Reconstructing)
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
	case chessclock.Resumed.String(), chessclock.Started.String(), chessclock.Stopped.String():
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
		a.Moves, a.Needed = w.Moves[w.By], w.Needed[w.By]
		d.Set(a, at)
	case chessclock.FlagRaised.String():
		d.Clear(Flag, w.By.String(), at)
	case chessclock.Disagrees.String():
		a := d.of(ClockDisagrees, w.By)
		a.Span = max(w.Off, -w.Off)
		d.Set(a, at)
	}
	d.shortOfTime(at)
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

// Command hears what was asked for and carried out.
func (d *Desk) Command(c trace.Command, at time.Duration) {
	d.Advance(at)
	switch c.Do {
	case trace.DoClaim, trace.DoQuickplay:
		if by, err := rules.ParseColor(c.By); err == nil && d.result == "*" {
			a := d.of(Claim, by)
			a.Why = c.What
			if c.Do == trace.DoQuickplay {
				a.Why = "quickplay finish"
			}
			d.Set(a, at)
		}
	case trace.DoVerdict:
		d.ClearAll(at, Claim)
	case trace.DoIllegal:
		d.ClearAll(at, IllegalMove)
	case trace.DoResult:
		if c.Result != "*" {
			d.settle(at)
		}
	case trace.DoCorrect:
		d.Clear(GuessedMove, ply(c.Ply), at)
		d.Clear(MoveWithoutTime, ply(c.Ply), at)
	case trace.DoRestore, trace.DoSetPosition:
		d.ClearAll(at, Reconstructing, IllegalPosition, WrongSetUp)
	case trace.DoPresent:
		var player string
		if _, err := c.Extra.Get("player", &player); err == nil {
			d.Clear(DefaultNear, player, at)
		}
	case trace.DoStopClocks:
		if c.Why != "" && c.Why != "restart" {
			d.ClearAll(at, ClockPaused)
		}
	case trace.DoSetClock:
		d.ClearAll(at, ClockDisagrees)
	}
}

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
	d.setAfter(a, at, max(loses-5*time.Minute-at, 0))
}

// Arrived says that a player has come.
func (d *Desk) Arrived(by rules.Color, at time.Duration) { d.Clear(DefaultNear, by.String(), at) }

// SetUp says on which squares the board is not set up as it has to be; none clears.
func (d *Desk) SetUp(wrong rules.Squares, at time.Duration) {
	if wrong == 0 {
		d.ClearAll(at, WrongSetUp)
		return
	}
	d.Set(Alarm{ID: WrongSetUp, Squares: names(wrong)}, at)
}

// Compare says on which squares the two boards of one game differ after an
// announcement (2009: E2.7); none clears.
func (d *Desk) Compare(differ rules.Squares, at time.Duration) {
	if differ == 0 {
		d.ClearAll(at, BoardsDiffer)
		return
	}
	d.Set(Alarm{ID: BoardsDiffer, Squares: names(differ)}, at)
}

// Feed says whether what is told outside is behind.
func (d *Desk) Feed(behind bool, at time.Duration) {
	if behind {
		d.Set(Alarm{ID: FeedStopped}, at)
		return
	}
	d.ClearAll(at, FeedStopped)
}
