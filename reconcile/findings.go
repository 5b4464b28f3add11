package reconcile

import (
	chessclock "touchmove/reconcile/clock"
	"touchmove/reconcile/decoder"
)

func (g *Game) takeFinding(t decoder.Finding) {
	game := &g.games[g.current]
	switch t.Kind {
	case decoder.Began:
		if len(game.Moves) > 0 || game.Begun {
			g.suspend(g.decoder.Suspended())
			game = g.addGame(Played{Start: t.After, Result: "*"})
			g.play = play{paired: g.paired}
			g.setClock(controlsOf(g.header.TimeControl, g.header.BlackControl, ""), chessclock.Options{})
		}
		game.Begun = true
		g.emit(t.At, Started{FEN: t.After.FEN(), Variant: t.After.Variant()})
	case decoder.Made:
		if g.hasTwoBoards() {
			g.secondBoardShows(t.Ply - 1) // the reply shows that the move was made on the second board
		}
		m := g.made(game, t)
		g.arrive(m.By)
		g.emit(t.At, m)
		g.questionKept(t.At, m)
		g.checkContradiction(t.At)
	case decoder.Amended:
		game.cut(t.Ply)
		g.second.setBack(t.Ply)
		m := g.made(game, t)
		g.emit(t.At, Amended{Made: m, Was: t.Was.UCI(game.Start.Variant())})
		g.questionKept(t.At, m)
		g.checkContradiction(t.At)
	case decoder.Retracted:
		game.cut(t.Ply)
		g.second.setBack(t.Ply)
		g.emit(t.At, Retracted{Ply: t.Ply})
		g.timing.ledger.Retracted(t.Ply)
		g.endQuestion(t.At, t.Ply, AnsweredByNobody)
		g.checkContradiction(t.At)
	case decoder.Assured:
		if game.judge(t.Ply, t.Confidence) {
			g.emit(t.At, Settled{t.Ply, t.Confidence, t.Level})
		}
	case decoder.Doubted:
		if game.judge(t.Ply, t.Confidence) {
			g.emit(t.At, Doubted{t.Ply, t.Confidence, t.Level})
		}
	case decoder.Asked:
		g.ask(t.At, t.Question)
	case decoder.Unasked:
		g.endQuestion(t.At, t.Ply, AnsweredByPlay)
	case decoder.Displaced:
		g.emit(t.At, Displaced{Squares: t.Squares, Why: decoder.Handling(t.Why)})
	case decoder.Restored:
		g.contradiction.told = false
		g.emit(t.At, Restored{FEN: g.Position().FEN()})
	case decoder.Faulty:
		g.emit(t.At, Fault{Squares: t.Squares, Kind: FaultKind(t.Fault)})
	case decoder.Ended:
		if game.Result != "*" && game.Result != "" {
			return // the Laws have ended the game: there is nothing left to propose
		}
		if t.Why == KingsInTheCentre {
			g.laws.KingsShown(t.At)
			g.takeNotices()
		}
		g.emit(t.At, ResultKnown{Result: t.Result, Reason: t.Why, Proposed: true})
	case decoder.Left:
		g.takeShownResult(t)
	}
}

// takeShownResult accepts the result that the players have shown with their kings. They have since
// left the game, and nobody has contradicted it.
func (g *Game) takeShownResult(t decoder.Finding) {
	game := &g.games[g.current]
	if game.Result != "*" && game.Result != "" {
		return
	}
	game.shown = t.Result
	g.laws.Finished(t.Result, t.Why, t.At) // takeNotices then publishes it
}

// made adds a move to the recorded game and returns its event.
func (g *Game) made(game *Played, t decoder.Finding) Made {
	before := game.Last()
	m := Made{
		Ply: t.Ply, Move: t.Move, UCI: t.Move.UCI(before.Variant()), FEN: t.After.FEN(),
		By: before.Turn(), Released: t.Released, Confidence: t.Confidence, Illegal: t.Illegal,
	}
	if t.Illegal {
		m.SAN = m.UCI
	} else {
		m.SAN = before.SAN(t.Move)
	}
	switch {
	case t.Corrected:
		m.How = Corrected
	case t.Inferred:
		m.How = Inferred
	}
	game.Moves = append(game.Moves, PlayedMove{Made: m, After: t.After, Published: t.At, Reason: t.Reason})
	return m
}
