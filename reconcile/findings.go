package reconcile

import (
	"time"

	chessclock "touchmove/reconcile/clock"
	"touchmove/reconcile/decoder"
)

// takeFindings turns the decoder's findings into events and recorded moves, and carries out the
// orders of the Laws that follow.
func (g *Game) takeFindings() {
	g.passFindings()
	g.carryOutOrders()
}

// passFindings takes the decoder's findings and passes each on to the Laws.
func (g *Game) passFindings() {
	for _, f := range g.decoder.Findings() {
		g.takeFinding(f)
		g.informLaws(f)
	}
}

// informLaws passes a finding of the decoder to the Laws.
func (g *Game) informLaws(f decoder.Finding) {
	switch f.Kind {
	case decoder.Began:
		game := &g.games[g.current]
		start := f.After
		if g.current == 0 && game.Ply > 0 && game.Start == f.After {
			start = g.origin
		}
		g.laws.Begin(start, f.After, game.Ply, f.At)
	case decoder.Made, decoder.Amended:
		g.laws.Made(f.HalfMove, f.At)
	case decoder.Retracted:
		g.laws.Retracted(f.Ply, f.At)
	case decoder.Displaced:
		g.laws.Displaced(f.At)
	}
	g.takeNotices()
}

// takeFinding turns one finding into events, and enters it in the recorded game.
func (g *Game) takeFinding(f decoder.Finding) {
	game := &g.games[g.current]
	switch f.Kind {
	case decoder.Began:
		if len(game.Moves) > 0 || game.Begun {
			g.suspend(g.decoder.Suspended())
			game = g.addGame(Played{Start: f.After, Result: "*"})
			g.play = play{paired: g.paired}
			g.setClock(controlsOf(g.header.TimeControl, g.header.BlackControl, ""), chessclock.Options{})
		}
		game.Begun = true
		g.emit(f.At, Started{FEN: f.After.FEN(), Variant: f.After.Variant()})
	case decoder.Made:
		if g.hasTwoBoards() {
			g.secondBoardShows(f.Ply - 1) // the reply shows that the move was made on the second board
		}
		m := g.made(game, f)
		g.arrive(m.By)
		g.emit(f.At, m)
		g.afterMove(f.At, m)
	case decoder.Amended:
		game.cut(f.Ply)
		g.second.setBack(f.Ply)
		m := g.made(game, f)
		g.emit(f.At, Amended{Made: m, Was: f.Was.UCI(game.Start.Variant())})
		g.afterMove(f.At, m)
	case decoder.Retracted:
		game.cut(f.Ply)
		g.second.setBack(f.Ply)
		g.emit(f.At, Retracted{Ply: f.Ply})
		g.timing.ledger.Retracted(f.Ply)
		g.adjournAgain()
		g.endQuestion(f.At, f.Ply, AnsweredByNobody)
		g.checkContradiction(f.At)
	case decoder.Assured:
		if game.judge(f.Ply, f.Confidence) {
			g.emit(f.At, Settled{f.Ply, f.Confidence, f.Level})
		}
	case decoder.Doubted:
		if game.judge(f.Ply, f.Confidence) {
			g.emit(f.At, Doubted{f.Ply, f.Confidence, f.Level})
		}
	case decoder.Asked:
		g.ask(f.At, f.Question)
	case decoder.Unasked:
		g.endQuestion(f.At, f.Ply, AnsweredByPlay)
	case decoder.Displaced:
		g.emit(f.At, Displaced{Squares: f.Squares, Why: decoder.Handling(f.Why)})
	case decoder.Restored:
		g.contradiction.told = false
		g.emit(f.At, Restored{FEN: g.Position().FEN()})
	case decoder.Faulty:
		g.emit(f.At, Fault{Squares: f.Squares, Kind: FaultKind(f.Fault)})
	case decoder.Ended:
		if game.Result != "*" && game.Result != "" {
			return // the Laws have ended the game: there is nothing left to propose
		}
		if f.Why == KingsInTheCentre {
			g.laws.KingsShown(f.At)
			g.takeNotices()
		}
		g.emit(f.At, ResultKnown{Result: f.Result, Reason: f.Why, Proposed: true})
	case decoder.Left:
		g.takeShownResult(f)
	}
}

// afterMove does what a move that was made or corrected calls for.
func (g *Game) afterMove(at time.Duration, m Made) {
	g.adjournAgain()
	g.questionKept(at, m)
	g.checkContradiction(at)
}

// takeShownResult accepts the result that the players have shown with their kings. They have since
// left the game, and nobody has contradicted it.
func (g *Game) takeShownResult(f decoder.Finding) {
	game := &g.games[g.current]
	if game.Result != "*" && game.Result != "" {
		return
	}
	game.shown = f.Result
	g.laws.Finished(f.Result, f.Why, f.At) // takeNotices then publishes it
}

// made adds a move to the recorded game and returns its event.
func (g *Game) made(game *Played, f decoder.Finding) Made {
	before := game.Last()
	m := Made{
		Ply: f.Ply, Move: f.Move, UCI: f.Move.UCI(before.Variant()), FEN: f.After.FEN(),
		By: before.Turn(), Released: f.Released, Confidence: f.Confidence, Illegal: f.Illegal,
	}
	if f.Illegal {
		m.SAN = m.UCI
	} else {
		m.SAN = before.SAN(f.Move)
	}
	switch {
	case f.Corrected:
		m.How = Corrected
	case f.Inferred:
		m.How = Inferred
	}
	game.Moves = append(game.Moves, PlayedMove{Made: m, After: f.After, Published: f.At, Reason: f.Reason})
	return m
}
