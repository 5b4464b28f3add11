package article4

import (
	"slices"

	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// CheckUse refuses a command that could be carried out but would change nothing, or would decide what
// the Laws leave no choice about. It changes nothing itself.
func (ref *Referee) CheckUse(c trace.Command) error {
	if !ref.begun {
		return nil
	}
	switch c.Do {
	case trace.DoDeclineDraw:
		if by, err := rules.ParseColor(c.By); err == nil && ref.HasOffered(by) {
			return refusal.New("offer-stands", "decline-draw: {player} made the offer: it cannot be withdrawn, and only the opponent can decline it (2009: 9.1)", "player", by)
		}
	case trace.DoAttribute:
		sq, err := rules.ParseSquare(c.Square)
		to, unknown := rules.ParseColor(c.To)
		if err != nil || unknown != nil {
			break
		}
		if last := ref.lastTouch(sq); last != nil && ref.countsFor(last) == to && !ref.isBeingLifted(sq) {
			return refusal.New("attribute-same", "attribute: the touch of {square} counts for {player} already", "square", c.Square, "player", to)
		}
	case trace.DoPromote:
		if ref.isQueen(c.Piece) {
			return refusal.New("promotion-queen", "promote: the pawn that was left on the last rank is a queen (2018: 7.5.2): if it had been promoted, reject the illegal move first (illegal reject)")
		}
		if c.Piece == "none" {
			return ref.checkLeft()
		}
		if ply, late := ref.isNamedLate(); late {
			return refusal.New("promotion-late", "promote: half-move {ply} was a promotion, and play has gone on: name its piece with correct (ply {ply}, and the move in uci)", "ply", ply)
		}
	case trace.DoDrawRule:
		by, err := rules.ParseColor(c.Word("player"))
		if c.What == ruleMoves && ref.draws.raised == movesOf(c) || c.What == ruleGap && err == nil && ref.draws.gaps[by] {
			return refusal.New("draw-rule-same", "draw-rule: this has been ruled already: nothing would change")
		}
	}
	return nil
}

// isNamedLate returns the half-move of the last promotion if a piece can no longer be named for it by
// promote, and none for a pawn to come.
func (ref *Referee) isNamedLate() (ply int, late bool) {
	if ref.arePawnsNear() || ref.decoder.MayNamePromotion() {
		return 0, false
	}
	for i, t := range slices.Backward(ref.turns) {
		if t.made != nil && t.made.Move.Promotion() != rules.NoKind {
			return t.ply, i < len(ref.turns)-2
		}
	}
	return 0, false
}

// checkLeft refuses the report that a pawn was left on the last rank if play has gone on since, or the piece
// was named: such a pawn is an illegal move for the arbiter to enter, if one can still be entered.
func (ref *Referee) checkLeft() error {
	prev := ref.previous()
	if _, ahead := ref.decoder.PendingMove(); ahead || ref.current().canPromote() || prev != nil && prev.made.assumed {
		return nil
	}
	for _, t := range slices.Backward(ref.turns) {
		if t.made == nil || t.made.Move.Promotion() == rules.NoKind {
			continue
		}
		if ref.fast().claim && t.ply < ref.record.ply() {
			break
		}
		uci := t.made.Move.UCI(ref.record.variant())[:4]
		return refusal.New("promotion-left-late", "promote: half-move {ply} was a promotion, and play has gone on or its piece is named: if the pawn was left there, enter the illegal move (illegal what=enter, with player {player}, ply {ply}, uci {uci})",
			"ply", t.ply, "player", t.mover(), "uci", uci)
	}
	return refusal.New("promotion-left-none", "promote: no pawn was left on the last rank that could still be corrected")
}
