package reconcile

import (
	"touchmove/reconcile/article4"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
)

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
	if game := g.games[g.current]; s.Result == nil && game.isProposed() {
		s.Result, s.Obligation = &game.told, nil // by default time, by a sealed move
	}
	if len(g.second.held) > 0 {
		s.Completed = false
		s.Needs = append(s.Needs, "second_board")
	}
	return s
}

// Claimed returns the latest claim of a draw or of the quickplay finish, with what
// the record says of it; false when there is none.
func (g *Game) Claimed() (article4.Claimed, bool) { return g.laws.Claimed() }

// OfferedBy returns who made the latest offer of a draw, and false when nobody has.
func (g *Game) OfferedBy() (rules.Color, bool) { return g.laws.OfferedBy() }

// Appearances lists the half-moves after which the position on the board has
// stood, as a claim of repetition needs them.
func (g *Game) Appearances() []int { return g.laws.Appearances() }

// Quiet is how many half-moves in a row were neither captures nor pawn moves, and
// the first of them, as a claim of fifty moves needs them.
func (g *Game) Quiet() (count, first int) { return g.laws.Quiet() }

// Counts returns what an arbiter keeps of each player.
func (g *Game) Counts() article4.Counts { return g.laws.Counts() }

// KeepEvidence has take called with everything that is known about each move, whenever it
// is judged, and the game it is of: for fitting. It is to be called before the first record.
func (g *Game) KeepEvidence(take func(game int, j decoder.Judgement)) {
	g.decoder.KeepEvidence(func(j decoder.Judgement) { take(g.current+1, j) })
}
