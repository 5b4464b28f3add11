package reconcile

import (
	"slices"
	"time"

	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
)

// decoderView lets the Laws ask the decoder, which a new game may replace.
type decoderView struct{ g *Game }

func (v decoderView) Distrusted() rules.Squares { return v.g.decoder.Distrusted() }

func (v decoderView) PendingMove() (time.Duration, bool) { return v.g.decoder.PendingMove() }

func (v decoderView) IsOnlyMove(m rules.Move) bool { return v.g.decoder.IsOnlyMove(m) }

// Distrusted returns the squares whose sensors have no vote.
func (g *Game) Distrusted() rules.Squares { return g.decoder.Distrusted() }

// KeepReasons makes the game keep, with each move told, why it was told: package explain
// puts that into words. It is to be called before the first Step.
func (g *Game) KeepReasons() { g.decoder.KeepReasons() }

// State returns where the Laws stand. Before the board has shown the first
// position every field is empty.
func (g *Game) State() State {
	s := g.laws.State()
	if s.Position == "" {
		s.Position = g.Position().FEN()
	}
	if len(g.second.held) > 0 {
		s.Completed = false
		s.Needs = append(s.Needs, "second_board")
	}
	return s
}

// advance lets everything fall due up to the time at, each thing at its own
// time: what decoder and Laws decide does not depend on how often it is called.
func (g *Game) advance(at time.Duration) {
	for {
		next, ok := g.due()
		if !ok || next > at {
			break
		}
		g.now = max(g.now, next)
		g.decoder.Advance(next)
		g.takeFindings()
		if due, open := g.laws.Due(); open && due <= next {
			g.laws.Advance(next)
			g.carryOutOrders()
		}
		if due, open := g.timing.ledger.Due(); open && due <= next {
			g.timing.ledger.Advance(next)
			g.tellClock()
			g.carryOutOrders()
		}
		if due, open := g.defaultDue(); open && due <= next {
			g.proposeDefault()
		}
	}
	g.decoder.Advance(at)
	g.now = at
	g.takeFindings()
}

// due is when the first of decoder, Laws and clock has something to decide.
func (g *Game) due() (time.Duration, bool) {
	next, ok := g.decoder.Due()
	if due, open := g.laws.Due(); open && (!ok || due < next) {
		next, ok = due, true
	}
	if due, open := g.timing.ledger.Due(); open && (!ok || due < next) {
		next, ok = due, true
	}
	if due, open := g.defaultDue(); open && (!ok || due < next) {
		next, ok = due, true
	}
	return next, ok
}

// takeFindings turns what the decoder has told into events and into the record, and
// carries out what the Laws make of it.
func (g *Game) takeFindings() {
	for _, t := range g.decoder.Findings() {
		g.takeFinding(t)
		g.informLaws(t)
	}
	g.carryOutOrders()
}

// informLaws tells the Laws what the decoder has told.
func (g *Game) informLaws(t decoder.Finding) {
	switch t.Kind {
	case decoder.Began:
		game := &g.games[g.current]
		start := t.After
		if g.current == 0 && game.Ply > 0 && game.Start == t.After {
			start = g.origin
		}
		g.laws.Begin(start, t.After, game.Ply, t.At)
	case decoder.Made, decoder.Amended:
		g.laws.Made(article4.Move{
			Ply: t.Ply, Move: t.Move, After: t.After, Released: t.Released, Illegal: t.Illegal,
			Assumed: t.Inferred && t.Move.Promotion() != rules.NoKind,
		}, t.At)
	case decoder.Retracted:
		g.laws.Retracted(t.Ply, t.At)
	case decoder.Displaced:
		g.laws.Displaced(t.At)
	}
	g.takeNotices()
}

// carryOutOrders carries out what the Laws ask of the decoder, until they ask nothing more.
func (g *Game) carryOutOrders() {
	for {
		orders := g.laws.Orders()
		if len(orders) == 0 {
			g.takeNotices()
			return
		}
		for _, o := range orders {
			g.carryOut(o)
			for _, t := range g.decoder.Findings() {
				g.takeFinding(t)
				g.informLaws(t)
			}
		}
	}
}

func (g *Game) carryOut(o article4.Order) {
	switch o.Do {
	case article4.Hold:
		g.decoder.Hold()
	case article4.Resume:
		g.decoder.Resume()
	case article4.TakeBack:
		g.decoder.TakeBack(o.Plies)
	case article4.Correct:
		game := &g.games[g.current]
		if n := o.Ply - 1 - game.Ply; n >= 0 && n <= len(game.Moves) && (n == len(game.Moves) || game.Moves[n].Move != o.Move) {
			g.decoder.Correct(o.Ply, o.Move, game.before(n))
		}
	case article4.Impose:
		g.decoder.Impose(o.Ply, o.Move, o.Legal, o.Lifted, o.Landed)
	case article4.Promote:
		g.decoder.Promote(o.Kind)
	case article4.Finish:
		if o.Result == rules.Ongoing.String() {
			g.decoder.Continue()
			g.laws.Finished(o.Result, o.Reason, g.now)
			return
		}
		g.decoder.Finish()
		g.decoder.Close()
		for _, t := range g.decoder.Findings() {
			g.takeFinding(t)
			g.informLaws(t)
		}
		g.laws.Finished(o.Result, o.Reason, g.now)
	}
}

// takeNotices makes events of what the Laws have to tell, and has the clock hear of it.
func (g *Game) takeNotices() {
	for {
		notices := g.laws.Notices()
		if len(notices) == 0 {
			break
		}
		if g.timing.ledger.Phase() != chessclock.Idle {
			notices = slices.Clone(notices) // what the clock makes of it may bring more
		}
		for _, n := range notices {
			if r, ok := n.What.(ResultKnown); ok && !r.Proposed {
				game := &g.games[g.current]
				r = game.withProposedReason(r)
				n.What = r
				game.Result, game.Reason = r.Result, r.Reason
				if r.Result == "*" {
					game.Reason = ""
				}
			}
			if g.isHeldBack(n) {
				continue
			}
			g.emit(n.At, n.What)
			g.informClock(n.What)
		}
	}
	for _, v := range g.laws.Voids() {
		g.timing.ledger.Uncompleted(v.By, v.Pressed)
		g.tellClock()
	}
	g.takeTimes()
}

// before returns the position before the move with this index.
func (p *Played) before(n int) rules.Position {
	if n == 0 {
		return p.Start
	}
	return p.Moves[n-1].After
}

// press takes a press of the clock.
func (g *Game) press(by rules.Color) {
	if g.laws.SuspectPress(by) {
		g.carryOutOrders()
		g.decoder.Hold()
	}
	g.decoder.Press(by)
	g.laws.Press(by, g.now)
	g.arrive(by)
	g.act(chessclock.Act{Do: chessclock.Press, By: by})
}

// restart has the Laws begin anew in a position set by a command.
func (g *Game) restart(p rules.Position) {
	g.laws.Set(p, g.now)
	g.carryOutOrders()
}

// end lets deadlines run out and settles the game.
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

// Claimed returns the latest claim of a draw or of the quickplay finish, with what
// the record says of it; false when there is none.
func (g *Game) Claimed() (article4.Claimed, bool) { return g.laws.Claimed() }

// Appearances lists the half-moves after which the position on the board has
// stood, as a claim of repetition needs them.
func (g *Game) Appearances() []int { return g.laws.Appearances() }

// Quiet is how many half-moves in a row were neither captures nor pawn moves, and
// the first of them, as a claim of fifty moves needs them.
func (g *Game) Quiet() (count, first int) { return g.laws.Quiet() }

// Counts returns what an arbiter keeps of each player.
func (g *Game) Counts() article4.Counts { return g.laws.Counts() }
