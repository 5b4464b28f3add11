package reconcile

import (
	"slices"

	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// undoWithout undoes an action: it takes all that came after it again, without it, from the state before it. It
// reports whether that is possible: another game may have begun then.
func (g *Game) undoWithout(a *Action) bool {
	f := a.memory.fork
	a.memory.fork = nil
	if !g.isNear(f.mark) {
		return false
	}
	records, events := g.tape.since(f.at)
	w, giveBack := f.open(g)
	if w.timing.ledger.Phase() != chessclock.Idle {
		w.timing.ledger.Apply(chessclock.Act{At: w.now, Do: chessclock.Still}) // the time that has run since is not charged
	}
	for _, h := range records {
		w.replay(h, a.Number, g.actions)
		if w.work()-f.work > 2*workMost { // without the action, the readings may be harder to explain
			giveBack()
			return false
		}
	}
	w.advance(g.now)
	if w.current != g.current || len(w.games) != len(g.games) {
		giveBack()
		return false
	}
	shown, still := g.timing.ledger.At(g.now), w.timing.ledger.At(g.now)
	if w.timing.ledger.Phase() != chessclock.Idle {
		w.timing.ledger.Apply(chessclock.Act{At: g.now, Do: chessclock.Recall, To: &shown})
		w.timing.ledger.Signals()
	}
	if a.Before.Times.Left == a.After.Times.Left {
		g.keepTimes(w, a.Before.Ply)
	}
	g.replaceBy(w, slices.Clone(events))
	g.resetTimes(a, &still)
	return true
}

// keepTimes gives the moves of w that were also made in g the times that the clock showed when they were completed, from
// this half-move on. In w the clock stood.
func (g *Game) keepTimes(w *Game, ply int) {
	was, now := &g.games[g.current], &w.games[w.current]
	if was.Start != now.Start || was.Ply != now.Ply {
		return
	}
	for last := was.Ply + agreeing(was.Moves, now.Moves); ply <= last; ply++ {
		if shown, ok := g.timing.ledger.Times(ply); ok {
			w.timing.ledger.Showed(ply, shown)
		}
	}
}

// resetTimes sets the clock as it was before an action, with the moves that were completed since, as
// still has them.
func (g *Game) resetTimes(a *Action, still *chessclock.Clock) {
	ledger := g.timing.ledger
	if ledger.Phase() == chessclock.Idle {
		return
	}
	was := a.memory.clock
	to := was.PlayedOn(*still, [2]int{was.Moves(rules.White), was.Moves(rules.Black)}, [2]int{was.Period(rules.White), was.Period(rules.Black)})
	g.timing.used = g.timing.used || a.Before.Timed
	ledger.Apply(chessclock.Act{At: g.now, Do: chessclock.Recall, To: &to, Why: chessclock.WhyUndo})
	if still.Phase() == chessclock.Over && was.Phase() != chessclock.Over {
		ledger.Apply(chessclock.Act{At: g.now, Do: chessclock.Stop, Why: chessclock.WhyUndo})
	}
	g.emitClock()
}

// replay takes a record again. Actions that were undone, and their undo, are left out, and so is the one that is
// being undone.
func (g *Game) replay(h taped, without int, actions []Action) {
	g.advance(h.record.At)
	if c, ok := h.record.What.(trace.Command); ok {
		if n := h.action; n == without || n != 0 && actions[n-1].isVoid() || g.checkPossible(c) != nil {
			return
		}
		g.publishMadeBefore(c)
		g.command(c)
		g.takeFindings()
		g.stayFrozen()
		g.noteOffer(c)
		return
	}
	g.sense(h.record)
	g.takeFindings()
}

// agreeing returns how many of the first moves of two lines are the same.
func agreeing(a, b []PlayedMove) int {
	n := 0
	for n < len(a) && n < len(b) && a[n].Move == b[n].Move && a[n].Illegal == b[n].Illegal {
		n++
	}
	return n
}

// replaceBy makes w, which has taken the same readings, the game on the board, and tells what is different. told is what
// has been told since the two were one.
func (g *Game) replaceBy(w *Game, told []Event) {
	astray, was, laws := g.isDisplaced(), g.games[g.current], g.laws
	w.decoder.Replace(g.decoder)
	g.decoder, g.play = w.decoder, w.play
	now := &w.games[w.current]
	game := &g.games[g.current]
	*game = *now
	game.Moves, game.Result, game.Reason, game.told, game.byKings, game.question = nil, was.Result, was.Reason, was.told, was.byKings, was.question
	switch {
	case was.Begun && !now.Begun:
		g.emit(g.now, Resumed{FEN: now.Start.FEN(), Same: true})
		was.Moves = nil
	case was.Start != now.Start || was.Ply != now.Ply:
		g.emit(g.now, Started{FEN: now.Start.FEN(), Variant: now.Start.Variant()})
		was.Moves = nil
	}
	first := g.republish(was.Moves, now.Moves)
	g.emitMissed(w.out, told, first)
	g.takeFindings()
	g.laws = w.laws
	g.laws.Replace(laws, decoderView{g}, g.now)
	g.takeNotices()
	g.carryOutOrders()
	g.emitResult(now, w.out)
	g.emitQuestion(now.question)
	switch is := g.isDisplaced(); {
	case astray && !is:
		g.emit(g.now, Restored{FEN: g.Position().FEN()})
	case !astray && is:
		if e := last[Displaced](w.out); e != nil {
			g.emit(g.now, *e)
		}
	}
}

// isDisplaced reports whether it was told that the board shows no position of the game.
func (g *Game) isDisplaced() bool { return g.contradiction.told || g.decoder.IsAstray() }

// republish publishes a line in place of another, and returns the first half-move that differs, or the one after them.
func (g *Game) republish(was, now []PlayedMove) (first int) {
	game := &g.games[g.current]
	same := agreeing(was, now)
	first = game.Ply + same + 1
	for i := range same {
		m := was[i]
		m.Confidence = now[i].Confidence
		game.Moves = append(game.Moves, m)
		g.emitLevel(was[i].Confidence, &m)
	}
	if same == len(now) && same < len(was) {
		g.emit(g.now, Retracted{Ply: first})
	}
	for i, m := range now[same:] {
		m.Published = g.now
		if same+i < len(was) {
			m.How = Corrected
		}
		game.Moves = append(game.Moves, m)
		if i == 0 && same < len(was) {
			g.emit(g.now, Amended{Made: m.Made, Was: was[same].UCI})
		} else {
			g.emit(g.now, m.Made)
		}
	}
	return first
}

// emitLevel reports that the confidence of a move has crossed a level.
func (g *Game) emitLevel(was float64, m *PlayedMove) {
	for _, level := range []float64{Certain, Likely} {
		switch {
		case was < level && m.Confidence >= level:
			g.emit(g.now, Settled{m.Ply, m.Confidence, level})
			return
		case was >= level && m.Confidence < level:
			g.emit(g.now, Doubted{m.Ply, m.Confidence, level})
			return
		}
	}
}

// emitMissed reports what hands have done and what has not been told of it, such as an illegal move while the board was
// to be put right. Half-moves from first on are told anew.
func (g *Game) emitMissed(all, told []Event, first int) {
	known := map[string]int{}
	for _, e := range told {
		known[keyOf(e.What)]++
	}
	for _, e := range all {
		anew := false
		switch w := e.What.(type) {
		case Touched, Returned, IllegalMove, Remark:
		case Completed:
			anew = w.Ply >= first
		default:
			continue // follows from what the game is now
		}
		if k := keyOf(e.What); known[k] > 0 && !anew {
			known[k]--
			continue
		}
		if r, ok := e.What.(Remark); ok {
			g.laws.Noted(r.Remark)
		}
		g.emit(g.now, e.What)
	}
}

// keyOf is the same for what says the same.
func keyOf(w What) string { return string(Event{What: w}.AppendJSON(nil)) }

// emitResult reports the result if it is not the one that was told last.
func (g *Game) emitResult(now *Played, all []Event) {
	game := &g.games[g.current]
	if same := func(a, b string) bool { return a == b || a == "" && b == "*" || a == "*" && b == "" }; same(game.told.Result, now.told.Result) && game.Result == now.Result {
		return
	}
	is := ResultKnown{Result: now.Result, Reason: now.Reason}
	switch e := last[ResultKnown](all); {
	case e != nil && e.Result == now.told.Result:
		is = *e
	case now.isProposed():
		is = now.told
	case now.Result == rules.Ongoing.String():
		is.Reason = article4.ResultUndone
	}
	game.Result, game.Reason = now.Result, now.Reason
	g.emit(g.now, is)
}

// emitQuestion reports the open question if it is not the one that was asked last.
func (g *Game) emitQuestion(q *Question) {
	if open := g.Question(); open != nil {
		if q != nil && keyOf(Asked{*open}) == keyOf(Asked{*q}) {
			return
		}
		g.endQuestion(g.now, 0, AnsweredByNobody)
	}
	g.askAgain(q)
}

// last returns the last event of a kind, and nil if there is none.
func last[W What](all []Event) *W {
	for i := len(all) - 1; i >= 0; i-- {
		if w, ok := all[i].What.(W); ok {
			return &w
		}
	}
	return nil
}
