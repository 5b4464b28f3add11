package article4

import (
	"slices"

	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// checkPlayer refuses commands of a player that can have no effect: in a game that is over nothing
// can be offered, claimed or resigned, and only an open offer can be answered.
func (ref *Referee) checkPlayer(c trace.Command) error {
	if ref.result.text != "" && !ref.result.proposed && !ref.isBreachClaimed(c) {
		return refusal.New("game-over", "{do}: the game is over, {result}: undo what ended it first, or enter another result", "do", c.Do, "result", ref.result.text)
	}
	if p, ok := ref.endedOnBoard(); ok && !isAboutMove(c) {
		return refusal.New("game-over", "{do}: the game is over, {result}: undo what ended it first, or enter another result", "do", c.Do, "result", p)
	}
	by, err := rules.ParseColor(c.By)
	open := ref.draws.offer.status == "open"
	switch c.Do {
	case trace.DoAcceptDraw:
		switch {
		case !open:
			return refusal.New("no-draw-offer", "{do}: no offer of a draw is open", "do", c.Do)
		case err == nil && ref.draws.offer.by == by:
			return refusal.New("own-draw-offer", "{do}: {player} made the offer: only the opponent can accept it", "do", c.Do, "player", by)
		case ref.isTooEarlyToAgree():
			return refusal.New("draw-too-early", "{do}: a draw can be agreed only after a move by each player (2018: 5.2.3)", "do", c.Do)
		}
	case trace.DoOfferDraw:
		if ref.result.text != "" {
			return refusal.New("result-proposed", "{do}: {result} is proposed: the arbiter declares it, or decides otherwise first", "do", c.Do, "result", ref.result.text)
		}
	case trace.DoDeclineDraw:
		if !open {
			return refusal.New("no-draw-offer", "{do}: no offer of a draw is open", "do", c.Do)
		}
	}
	return nil
}

// endedOnBoard returns the result of a mate or stalemate that stands on the board and is not yet
// published, and false when there is none: the game ended with that move (2023:5.1.1, 5.2.1).
func (ref *Referee) endedOnBoard() (rules.Result, bool) {
	if _, ahead := ref.decoder.PendingMove(); !ahead || ref.hold != nil || ref.header.Tactile {
		return rules.Ongoing, false
	}
	switch p, ok := ref.decoder.PendingLine(); {
	case !ok:
	case p.Of(p.Turn().Other())&^(ref.current().pos.Of(p.Turn().Other())|ref.debouncer.full) != 0:
		// No sensor shows the piece that gives mate, so the players decide.
	case p.IsCheckmate():
		return rules.WinFor(p.Turn().Other()), true
	case p.IsStalemate():
		return rules.Drawn, true
	}
	return rules.Ongoing, false
}

// EndedOnBoard returns the result of a mate or stalemate that stands on the board and is not yet
// published, and false when there is none.
func (ref *Referee) EndedOnBoard() (rules.Result, bool) {
	if !ref.begun {
		return rules.Ongoing, false
	}
	return ref.endedOnBoard()
}

// isAboutMove reports whether a claim is about the way in which the opponent has moved: only such a
// claim may follow a move that ends the game (2018:5.1.1, 4.8).
func isAboutMove(c trace.Command) bool {
	if c.Do != trace.DoClaim {
		return false
	}
	switch c.What {
	case trace.ClaimTouchedPiece, trace.ClaimRookFirst, trace.ClaimReleasedPiece, trace.ClaimPromotionChoice, trace.ClaimIllegal:
		return true
	}
	return false
}

// isBreachClaimed reports whether a claim is about something that the opponent has done. Such a
// claim is not refused when it comes too late, but rejected, so that it is on record.
func (ref *Referee) isBreachClaimed(c trace.Command) bool {
	by, err := rules.ParseColor(c.By)
	if c.Do != trace.DoClaim || err != nil {
		return false
	}
	switch c.What {
	case trace.ClaimTouchedPiece, trace.ClaimRookFirst, trace.ClaimReleasedPiece, trace.ClaimPromotionChoice:
		v := ref.violation()
		return v != nil && v.by != by
	case trace.ClaimIllegal:
		return ref.offences.illegal != nil && ref.offences.illegal.by != by
	}
	return false
}

// checkSeen refuses reports of an arbiter that would change nothing: a touch of an empty square or
// after the end of the game, the attribution of a touch that did not happen, two hands without a
// player, in a game with a result or a second time for the same move, a flag in a game with a result
// or one that has already been called, a promotion without a pawn near the last rank, and an announced
// move in a game without announcements.
func (ref *Referee) checkSeen(c trace.Command) error {
	if !ref.begun {
		return nil
	}
	switch c.Do {
	case trace.DoTouch, trace.DoAdjust, trace.DoSay, trace.DoAnnounce:
		if ref.result.text != "" && !ref.result.proposed {
			return refusal.New("game-over", "{do}: the game is over, {result}: undo what ended it first, or enter another result", "do", c.Do, "result", ref.result.text)
		}
	}
	switch c.Do {
	case trace.DoPromote:
		if !ref.mayPromote() {
			return refusal.New("no-promotion", "promote: no pawn is near the last rank, and none was promoted in the last moves")
		}
	case trace.DoAnnounce:
		if !ref.header.Tactile && !ref.header.TactileOppo && !ref.header.TwoBoards {
			return refusal.New("announce-ordinary", "announce: moves are announced only in a game with a visually impaired player: set kind = \"tactile\" for one of its boards")
		}
	case trace.DoTouch:
		if sq, err := rules.ParseSquare(c.Square); err == nil && ref.standsNow(sq) == rules.NoPiece && !ref.debouncer.full.Has(sq) {
			return refusal.New("touch-empty", "touch: nothing stands on {square}", "square", c.Square)
		}
	case trace.DoAttribute:
		if sq, err := rules.ParseSquare(c.Square); err == nil && ref.lastTouch(sq) == nil && !ref.isBeingLifted(sq) {
			return refusal.New("attribute-no-touch", "attribute: {square} was not touched in the last two half-moves", "square", c.Square)
		}
	case trace.DoIrregularity:
		return ref.checkTwoHands(c)
	case trace.DoFlag:
		return ref.checkFlag(c)
	}
	return nil
}

// standsNow returns what stands on a square after the moves that are made, published or not.
func (ref *Referee) standsNow(sq rules.Square) rules.Piece {
	if _, ahead := ref.decoder.PendingMove(); ahead {
		if p, ok := ref.decoder.PendingLine(); ok {
			return p.At(sq)
		}
	}
	return ref.current().pos.At(sq)
}

// checkTwoHands refuses two hands without a player, and two hands for one move twice.
func (ref *Referee) checkTwoHands(c trace.Command) error {
	if c.What != "two-hands" {
		return nil
	}
	_, err := rules.ParseColor(c.Word("player"))
	if _, by := rules.ParseColor(c.By); err != nil && by != nil {
		return refusal.New("two-hands-player", "irregularity: whose hands? give player, white or black")
	}
	if ref.laws.pressCounts && ref.result.text != "" {
		return refusal.New("two-hands-over", "irregularity: the game has a result, {result}: two hands no longer matter; take the result back first (result *), or enter a note", "result", ref.result.text)
	}
	if ref.hasTwoHands(c) {
		return refusal.New("two-hands-already", "irregularity: two hands are entered for this move already")
	}
	return nil
}

// checkFlag refuses a flag that has already been called, and any flag once the game has a result.
func (ref *Referee) checkFlag(c trace.Command) error {
	if by, err := rules.ParseColor(c.By); err == nil && ref.result.text == "" && ref.proposal.flag && ref.flags.called[by] {
		return refusal.New("result-proposed", "{do}: {result} is proposed: the arbiter declares it, or decides otherwise first", "do", c.Do, "result", ref.proposal.byFlag.text)
	}
	if ref.result.text != "" {
		return refusal.New("game-over", "{do}: the game is over, {result}: undo what ended it first, or enter another result", "do", c.Do, "result", ref.result.text)
	}
	return nil
}

// mayPromote reports whether a pawn may be promoted soon or was promoted in one of the last turns.
// The recorded game may be one move behind the board.
func (ref *Referee) mayPromote() bool {
	for _, t := range ref.turns {
		if t.made != nil && t.made.Move.Promotion() != rules.NoKind {
			return true
		}
	}
	return ref.arePawnsNear()
}

// arePawnsNear reports whether a pawn may reach the last rank with the next move, or the one after it.
func (ref *Referee) arePawnsNear() bool {
	const near = 0xFFFF<<40 | 0xFFFF<<8 // the second, third, sixth and seventh rank
	p := &ref.current().pos
	for sq := range (p.Occupied() & near).All() {
		if piece := p.At(sq); piece.Kind() == rules.Pawn && (sq.Rank() >= 5) == (piece.Color() == rules.White) {
			return true
		}
	}
	return false
}

// isQueen reports whether a piece other than a queen is named for a pawn that became a queen because
// it was left on the last rank when the clock was pressed (2018:7.5.2).
func (ref *Referee) isQueen(piece string) bool {
	ill := ref.offences.illegal
	kind, err := rules.ParseKind(piece)
	if err != nil || kind == rules.Queen || ill == nil || ill.reason != Unpromoted || !ill.counted || !ref.laws.pawnBecomesQueen {
		return false
	}
	t := ref.current()
	return ill.ply == t.ply || ill.ply == t.ply-1 && !t.hasLiftedPromoting()
}

// hasLiftedPromoting reports whether a pawn was lifted that can promote.
func (t *turn) hasLiftedPromoting() bool {
	return slices.ContainsFunc(t.acts, func(a act) bool {
		return a.kind == lifted && slices.ContainsFunc(t.legalMoves(), func(m rules.Move) bool {
			return m.From() == a.sq && m.Promotion() != rules.NoKind
		})
	})
}
