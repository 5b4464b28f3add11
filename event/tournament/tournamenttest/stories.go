package tournamenttest

import (
	"time"

	"touchmove/internal/envelope"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// story is what happens in a game besides its moves, and how it ends.
type story struct {
	name    string
	tell    func(*play)
	control string // of the game; empty is that of the event
	long    bool   // takes many moves: played only once
}

// stories are all stories, in the order in which a tournament uses them.
var stories = []story{
	{name: "resigned", tell: resigned},
	{name: "draw agreed", tell: agreed},
	{name: "mate", tell: mated},
	{name: "wrong claim", tell: wrongClaim},
	{name: "repetition claimed", tell: repetition},
	{name: "fivefold repetition", tell: fivefold},
	{name: "illegal move", tell: illegalOnce},
	{name: "two illegal moves", tell: illegalTwice},
	{name: "press without a move", tell: pressedWithoutMove},
	{name: "knocked over", tell: knockedOver},
	{name: "power cut", tell: powerCut},
	{name: "adjourned", tell: adjourned},
	{name: "black absent", tell: blackAbsent},
	{name: "nobody came", tell: nobodyCame},
	{name: "flag fell", tell: flagFell},
	{name: "touched piece", tell: touchedPiece},
	{name: "both lose", tell: bothLose},
	{name: "wrong result undone", tell: resultUndone},
	{name: "clock set right", tell: clockSetRight},
	{name: "telephone", tell: telephone},
	{name: "restored to an earlier move", tell: wentBack},
	{name: "real hands", tell: realHands},
	{name: "fifty moves claimed", tell: fiftyMoves, long: true},
	{name: "quickplay finish", tell: quickplayDrawn, control: "900"},
	{name: "increment asked for", tell: quickplayIncrement, control: "900"},
	{name: "new game by mistake", tell: mistakenGame},
}

// loser chooses at random who loses a decided game.
func (p *play) loser() rules.Color { return rules.Color(p.dice.IntN(2)) }

// ends records the result in the truth, lets the players sign, and checks that no alarm
// still rings.
func (p *play) ends(result, reason string) {
	p.t.Helper()
	p.wait(30 * time.Second)
	p.truth.Result, p.truth.Reason = result, reason
	// At a live board a command takes effect at the next scan, whose time no script knows.
	p.truth.Left, p.truth.Timed = p.watch.left, p.live == nil
	p.sign()
	p.wait(3 * time.Minute)
	p.noneUnanswered()
}

// sign lets the players confirm the result (8.7): usually both, sometimes one or none.
// After a default nobody signs.
func (p *play) sign() {
	p.t.Helper()
	if p.truth.Forfeit {
		return
	}
	for _, by := range []rules.Color{rules.White, rules.Black} {
		if p.dice.IntN(4) > 0 {
			p.wait(5 * time.Second)
			p.say(p.by(by.String(), trace.DoSign, "result", p.truth.Result))
			p.truth.Signed[by] = true
		}
	}
}

// confirm has the arbiter confirm the result that the program proposed, and ends the game.
func (p *play) confirm(result, reason string) {
	p.t.Helper()
	p.wait(20 * time.Second)
	p.say(p.arbiter(trace.DoResult, "result", result))
	p.watch.stop(p.at)
	p.ends(result, reason)
}

// noneUnanswered fails the test if an alarm still rings.
func (p *play) noneUnanswered() {
	p.t.Helper()
	for _, a := range p.console().Ringing() {
		p.t.Errorf("%s, round %s, %s: unanswered: %s", p.id, p.truth.Round, p.truth.Story, a.Text(rules.English, p.at))
	}
}

// resign ends the game by resignation.
func (p *play) resign(by rules.Color) {
	p.t.Helper()
	p.wait(p.within(5*time.Second, 2*time.Minute))
	p.say(p.by(by.String(), trace.DoResign))
	p.watch.stop(p.at)
	p.ends(rules.WinFor(by.Other()).String(), "resignation")
}

func resigned(p *play) {
	p.moves(len(p.plan))
	p.resign(p.loser())
}

func agreed(p *play) {
	p.moves(len(p.plan) / 2)
	p.offer()
	p.moves(1) // a move declines the offer
	p.moves(len(p.plan))
	p.offer()
	p.wait(20 * time.Second)
	p.say(p.by(p.pos.Turn().String(), trace.DoAcceptDraw))
	p.watch.stop(p.at)
	p.ends("1/2-1/2", "agreement")
}

// offer makes a move and offers a draw before the press (9.1.2.1).
func (p *play) offer() {
	p.t.Helper()
	m := p.quiet()
	if p.next < len(p.plan) {
		m = p.plan[p.next]
	}
	by := p.pos.Turn()
	p.think()
	p.hand(m)
	p.played(m)
	p.wait(2 * time.Second)
	p.say(p.by(by.String(), trace.DoOfferDraw))
	p.settle()
	p.press(by)
}

func mated(p *play) {
	for p.next < len(p.plan)-1 {
		p.moves(1)
	}
	by := p.pos.Turn()
	p.think()
	p.hand(p.plan[p.next])
	released := p.at
	p.played(p.plan[p.next])
	p.watch.stop(released)
	p.wait(5 * time.Second)
	p.truth.After = append(p.truth.After, p.watch.left)
	p.confirm(rules.WinFor(by).String(), "checkmate")
}

func knockedOver(p *play) {
	p.moves(len(p.plan) / 2)
	by := p.pos.Turn()
	p.wait(15 * time.Second)
	var fell []rules.Square
	for sq := range rules.Square(64) { // a sleeve sweeps along the board
		if p.pos.At(sq) != rules.NoPiece && sq.File() > 3 && len(fell) < 6 {
			p.lift(sq)
			p.wait(20 * time.Millisecond)
			fell = append(fell, sq)
		}
	}
	p.wait(12 * time.Second)
	p.stop("pieces fell")
	for _, sq := range fell { // 7.4.1, but on the opponent's time
		p.wait(2 * time.Second)
		p.place(sq)
	}
	p.wait(3 * time.Second)
	if guide := p.console().Game().Guide(); len(guide) > 0 {
		p.t.Errorf("%s: the board is put right, and the guide asks for %v", p.id, guide)
	}
	p.wait(10 * time.Second)
	p.start(by)
	p.moves(len(p.plan))
	p.resign(p.loser())
}

func powerCut(p *play) {
	p.moves(len(p.plan) / 2)
	by := p.pos.Turn()
	m := p.plan[p.next]
	for p.pos.Captured(m) != rules.NoSquare || m.IsCastling() || m.Promotion() != rules.NoKind {
		p.moves(1)
		by, m = p.pos.Turn(), p.plan[p.next]
	}
	p.think()
	p.lift(m.From()) // in the hand when the power fails
	p.cut(4 * time.Minute)
	p.truth.Log = append(p.truth.Log, trace.DoStopClocks) // by the program: after a restart the clocks are stopped
	p.shown[m.To()] = sensors.Occupied                    // put down during the power cut
	p.record(trace.Scan{Board: p.shown})
	p.wait(10 * time.Second)
	p.played(m)
	p.watch.stop(p.at)
	// The players remember what the clocks showed when the power failed, and the arbiter
	// enters it.
	p.watch.left[by] = (p.watch.left[by] - time.Minute).Truncate(time.Second)
	p.watch.left[by.Other()] = p.watch.left[by.Other()].Truncate(time.Second)
	p.say(p.arbiter(trace.DoSetClock, "white_ms", p.watch.left[rules.White].Milliseconds(), "black_ms", p.watch.left[rules.Black].Milliseconds(), "runs", by.String()))
	p.start(by)
	p.wait(5 * time.Second)
	p.press(by)
	p.moves(len(p.plan))
	p.resign(p.loser())
}

func adjourned(p *play) {
	p.moves(len(p.plan) / 2)
	by := p.pos.Turn()
	p.wait(time.Minute)
	p.say(p.arbiter(trace.DoAdjourn))
	p.wait(3 * time.Minute)
	m := p.plan[p.next]
	san := p.pos.SAN(m)
	key, err := envelope.NewKey()
	if err != nil {
		p.t.Fatal(err)
	}
	sealed, err := envelope.Close(san, key.Public())
	if err != nil {
		p.t.Fatal(err)
	}
	p.say(p.by(by.String(), trace.DoSeal, "envelope", sealed.Envelope, "commitment", sealed.Commitment))
	p.watch.stop(p.at)
	p.wait(time.Minute)
	for sq := range p.shown { // the pieces are put away
		p.wait(300 * time.Millisecond)
		p.lift(rules.Square(sq))
	}
	p.wait(2 * time.Hour)
	p.setUp(p.pos)
	p.refused(p.arbiter(trace.DoResumeAdjourned, "text", p.pos.SAN(p.quiet()), "salt", "00"), "this is not what was sealed")
	opened, err := key.Open(sealed.Envelope)
	if err != nil {
		p.t.Fatal(err)
	}
	p.say(p.arbiter(trace.DoResumeAdjourned, "text", opened.Text, "salt", opened.Salt))
	p.hand(m)
	p.played(m)
	p.truth.After = append(p.truth.After, p.watch.left)
	p.wait(10 * time.Second)
	p.start(by.Other())
	p.moves(len(p.plan))
	p.resign(p.loser())
}

func blackAbsent(p *play) {
	p.say(p.arbiter(trace.DoPresent, "player", "white"))
	p.wait(20 * time.Minute)
	p.truth.Forfeit = true
	p.confirm("1-0", "default")
	p.truth.Timed = false
}

func nobodyCame(p *play) {
	p.wait(20 * time.Minute)
	p.truth.Forfeit = true
	p.confirm("0-0", "default")
	p.truth.Timed = false
}

func flagFell(p *play) {
	p.moves(len(p.plan))
	by := p.pos.Turn()
	left := p.watch.left[by]
	if len(p.truth.Moves)/2 >= 40 { // the second period can be used too
		left += 30 * time.Minute
	}
	p.wait(left + time.Minute)
	p.watch.on = false
	p.watch.left[by] = 0
	p.confirm(rules.WinFor(by.Other()).String(), "flag_fall")
}

func touchedPiece(p *play) {
	p.moves(len(p.plan) / 2)
	by := p.pos.Turn()
	touched := p.quiet()
	other := rules.NoMove
	for _, m := range p.pos.LegalMoves(nil) {
		if m.From() != touched.From() && p.pos.Captured(m) == rules.NoSquare && !m.IsCastling() && p.pos.At(m.From()).Kind() == rules.Pawn && m.Promotion() == rules.NoKind {
			other = m
		}
	}
	if other == rules.NoMove {
		p.t.Fatalf("%s: no other move in %s", p.id, p.pos.FEN())
	}
	p.think()
	p.lift(touched.From())
	p.wait(2 * time.Second)
	p.place(touched.From())
	p.wait(5 * time.Second)
	p.hand(other)
	p.settle()
	p.record(trace.Press{By: by})
	p.watch.press(by, p.at)
	p.wait(6 * time.Second)
	p.stop("a claim")
	p.say(p.by(by.Other().String(), trace.DoClaim, "what", trace.ClaimTouchedPiece))
	p.wait(10 * time.Second)
	p.lift(other.To())
	p.wait(time.Second)
	p.place(other.From())
	p.wait(20 * time.Second)
	p.start(by)
	p.watch.left[by] = p.left(by) // the program decides what became of the increment
	p.withTouched(touched.From())
	p.moves(0)
	p.resign(p.loser())
}

// left returns the time on a clock according to the program.
func (p *play) left(by rules.Color) time.Duration {
	c, _ := p.console().Game().Clock()
	return c.Left(by)
}

func bothLose(p *play) {
	p.moves(len(p.plan))
	p.wait(20 * time.Second)
	p.say(p.arbiter(trace.DoPenalty, "kind", "both-lose", "why", "agreed moves"))
	p.watch.stop(p.at)
	p.ends("0-0", "penalty")
}

func resultUndone(p *play) {
	p.moves(len(p.plan) - 2)
	by := p.pos.Turn()
	p.wait(10 * time.Second)
	p.say(p.arbiter(trace.DoResult, "result", "1-0")) // meant for another board
	p.watch.stop(p.at)
	p.wait(30 * time.Second)
	p.say(p.arbiter(trace.DoUndo))
	p.wait(10 * time.Second)
	p.start(by)
	p.moves(len(p.plan))
	p.resign(p.loser())
}

func clockSetRight(p *play) {
	p.moves(len(p.plan) / 2)
	by := p.pos.Turn()
	p.stop("wrong setting")
	p.wait(2 * time.Minute)
	p.watch.left = [2]time.Duration{70 * time.Minute, 65 * time.Minute}
	p.say(p.arbiter(trace.DoSetClock, "white_ms", p.watch.left[0].Milliseconds(), "black_ms", p.watch.left[1].Milliseconds()))
	p.say(p.arbiter(trace.DoPenalty, "kind", "extra-time", "player", "white", "ms", 90_000, "why", "disturbed"))
	p.watch.left[rules.White] += 90 * time.Second
	p.say(p.arbiter(trace.DoNote, "what", "noise in the corridor", "private", true))
	p.start(by)
	p.moves(len(p.plan))
	p.resign(p.loser())
}

func telephone(p *play) {
	p.moves(len(p.plan) - 3)
	by := p.loser()
	p.wait(20 * time.Second)
	p.stop("a telephone")
	p.say(p.arbiter(trace.DoPenalty, "kind", "device", "player", by.String()))
	p.confirm(rules.WinFor(by.Other()).String(), "")
	p.truth.Reason = "" // its name depends on the edition
}

func wentBack(p *play) {
	half := len(p.plan) / 2
	p.moves(half)
	from, times := p.pos, p.watch.left
	keys, next, after := len(p.keys), p.next, len(p.truth.After)
	p.moves(2)
	p.wait(5 * time.Second)
	by := from.Turn()
	// An illegal position is found late, and play continues from the position before it
	// (7.2, 7.5.1).
	p.stop("an irregularity")
	p.say(p.arbiter(trace.DoRestore, "ply", half))
	p.watch.left = times
	p.pos, p.keys, p.next = from, p.keys[:keys], next
	p.truth.Moves, p.truth.After = p.truth.Moves[:half], p.truth.After[:after]
	p.putRight(2 * time.Second)
	p.wait(5 * time.Second)
	p.start(by)
	p.moves(len(p.plan))
	p.resign(p.loser())
}

// putRight follows the arbiter's guide, square by square, until the board agrees.
func (p *play) putRight(pause time.Duration) {
	for len(p.console().Game().Guide()) > 0 {
		step := p.console().Game().Guide()[0]
		p.wait(pause)
		if step.Remove {
			p.lift(step.Square)
		} else {
			p.place(step.Square)
		}
	}
}
