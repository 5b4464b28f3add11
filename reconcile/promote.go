package reconcile

import (
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// promote names the piece of a promotion, which may not have been made yet.
func (g *Game) promote(c trace.Command) {
	kind, err := rules.ParseKind(c.Piece)
	if err != nil {
		return
	}
	if by, err := rules.ParseColor(c.By); err == nil && g.laws.NamesAhead(by) {
		g.decoder.PromoteAhead(kind, by)
		return
	}
	g.decoder.Promote(kind)
}

// announce enters the piece of a promotion announced aloud.
func (g *Game) announce(c trace.Command) {
	m, err := g.Position().ParseUCI(c.UCI)
	if err == nil && m.Promotion() != rules.NoKind {
		g.decoder.Promote(m.Promotion())
	}
}
