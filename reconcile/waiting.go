package reconcile

import (
	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// settleBefore judges a press that waits to be judged, before a command ends the game or changes moves or position: what
// waits is dropped then. Before an undo only late readings are no longer awaited, since it may go back to what waits.
func (g *Game) settleBefore(c trace.Command) {
	switch c.Do {
	case trace.DoUndo:
		g.laws.SettleLate(g.now)
	case trace.DoTakeBack, trace.DoRestore, trace.DoCorrect, trace.DoSetPosition, trace.DoNewGame,
		trace.DoResult, trace.DoSign, trace.DoResign, trace.DoAcceptDraw, trace.DoVerdict, trace.DoClaim, trace.DoPenalty:
		if c.Do == trace.DoPenalty && !isAboutPlay(c) || c.Do == trace.DoClaim && c.What != trace.ClaimRepetition && c.What != trace.ClaimFiftyMoves {
			return // play goes on, or the claim waits itself
		}
		g.laws.Settle(g.now)
	default:
		return
	}
	g.carryOutOrders()
}

// publishMadeBefore publishes the moves that are made on the board and wait only to be published, if a command
// is about the game as the board shows it: its undo restores them.
func (g *Game) publishMadeBefore(c trace.Command) {
	plies, _ := g.decoder.Unpublished()
	if plies == 0 || isFromOther(c) {
		return
	}
	by, err := rules.ParseColor(c.By)
	after, known := g.decoder.PendingLine()
	isOwn := err == nil && by == g.Position().Turn() && !(known && after.Turn() == by) // what waits is a move of the player who claims
	game := &g.games[g.current]
	before := c.Do == trace.DoIllegal && c.Ply != 0 && c.Ply <= game.Ply+len(game.Moves) || c.Do == trace.DoSetPosition || c.Do == trace.DoRestore || c.Do == trace.DoTouch
	switch {
	case before && !g.decoder.HasRested(article4.DefaultSlide):
		// The command is about what came before, or about a touch, and the hand may go on with the piece.
	case c.Do == trace.DoNewGame:
		g.decoder.TellEnd() // pieces may already be off their squares
	case c.Do == trace.DoClaim && c.What != trace.ClaimTime && !isOwn,
		c.Do == trace.DoRestore && (c.Ply != 0 || c.AtStart),
		c.Do == trace.DoTouch, c.Do == trace.DoAdjourn, c.Do == trace.DoIllegal, c.Do == trace.DoSetPosition:
		g.decoder.TellMade()
	}
	g.takeFindings()
}

// noteOffer records an open offer of a draw.
func (g *Game) noteOffer(c trace.Command) {
	by, err := rules.ParseColor(c.By)
	if c.Do == trace.DoOfferDraw && err == nil && g.laws.HasOffered(by) {
		game := &g.games[g.current]
		game.Offers = append(game.Offers, Offer{By: by, At: g.now})
	}
}
