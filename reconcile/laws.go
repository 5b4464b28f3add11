package reconcile

import (
	"touchmove/reconcile/article4"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
)

// KeepReasons makes the game store, with each published move, why it was published; package explain
// puts that into words. Call it before the first Step.
func (g *Game) KeepReasons() { g.decoder.KeepReasons() }

// State returns the state of the Laws. Before the board has shown the first position every field is
// empty.
func (g *Game) State() State {
	s := g.laws.State()
	if s.Position == "" {
		s.Position = g.Position().FEN()
	}
	if game := g.games[g.current]; s.Result == nil && game.isProposed() {
		s.Result, s.Obligation = &game.told.Result, nil // of the default time or a sealed move
	}
	if len(g.second.held) > 0 {
		s.Completed = false
		s.Needs = append(s.Needs, "second_board")
	}
	return s
}

// Claimed returns the latest claim of a draw or of the quickplay finish, with the evidence of the
// recorded game; false when there is none.
func (g *Game) Claimed() (article4.Claimed, bool) { return g.laws.Claimed() }

// OfferedBy returns the player who made the latest offer of a draw, and false when there was none.
func (g *Game) OfferedBy() (rules.Color, bool) { return g.laws.OfferedBy() }

// Appearances lists the half-moves after which the current position has appeared, as a claim of
// repetition needs them.
func (g *Game) Appearances() []int { return g.laws.Appearances() }

// Quiet returns how many half-moves in a row were neither captures nor pawn moves, and the first of
// them, as a claim of fifty moves needs them.
func (g *Game) Quiet() (count, first int) { return g.laws.Quiet() }

// Counts returns what an arbiter counts for each player.
func (g *Game) Counts() article4.Counts { return g.laws.Counts() }

// KeepEvidence makes the game call take, for fitting, with everything known about a move whenever
// one is judged, and with the number of its game. Call it before the first record.
func (g *Game) KeepEvidence(take func(game int, j decoder.Judgement)) {
	g.decoder.KeepEvidence(func(j decoder.Judgement) { take(g.current+1, j) })
}

// Tune replaces the parameters of the decoder, to measure what others would do. Call it before the
// first record.
func (g *Game) Tune(p *decoder.Parameters) { g.decoder.Tune(p) }
