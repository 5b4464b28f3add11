package article4

import (
	"time"

	"touchmove/rules"
)

// illegal is the latest illegal move whose clock was pressed.
type illegal struct {
	by      rules.Color
	ply     int
	count   int
	penalty *Penalty
	restore bool
	status  string // empty where the arbiter acts unasked
	reason  IllegalReason
	pressed time.Duration
	move    rules.Move // the move that stands, where one does
	onBoard bool       // the board showed it
	idle    bool       // a press for which no move was seen
	counted bool       // counts was raised
	// confirmed: the arbiter has ruled, and the opponent has the time.
	confirmed bool
	// unasked: the arbiter acts though illegal moves have to be claimed.
	unasked bool
}

// illegalMove counts an illegal move, or lets it stand where it has to be
// claimed.
func (w *Watch) illegalMove(t *turn, r *reading, j *judging) {
	if old := w.illegal; old != nil && old.ply == t.ply && old.onBoard && !t.handled(old.pressed) {
		return // the same position, pressed for once more
	}
	t.accounted++
	w.unsure = true
	w.void(j.by, j.pressed)
	ill := &illegal{by: j.by, ply: t.ply, pressed: j.pressed, reason: NotLegal, onBoard: true, move: t.craft(r)}
	ill.unasked = ill.move != rules.NoMove && w.actsUnasked(t, ill.move)
	if w.fast().claim && ill.move != rules.NoMove && !ill.unasked {
		ill.status = claimable
		w.illegal = ill
		w.tell(IllegalMove{By: ill.by, Reason: ill.reason})
		w.impose(t, r, ill.move, false)
		return
	}
	if d := w.laws.released(t, r, &w.opt); w.laws.releaseBindsAgain && d != nil {
		t.bound = d
	} else {
		t.void = true
	}
	w.countIllegal(t, ill, true)
	if w.result.text == "" && w.doubted {
		// Half of it looks like a legal move to the decoder.
		w.holdFor(&hold{why: holdIllegal, ply: t.ply})
	}
}

// actsUnasked says whether an arbiter acts where illegal moves have to be claimed,
// because both kings are in check (2005:B6, 2009:A4c).
func (w *Watch) actsUnasked(t *turn, m rules.Move) bool {
	after := t.pos.After(m)
	return w.laws.unasked == actsAtOnce && bothInCheck(&after)
}

// bothInCheck says whether both kings are attacked, which no legal move leaves.
func bothInCheck(p *rules.Position) bool {
	for _, c := range []rules.Color{rules.White, rules.Black} {
		if p.King(c) == rules.NoSquare || p.Attackers(p.King(c), c.Other()) == 0 {
			return false
		}
	}
	return true
}

// stillIllegal proposes a draw when both kings are in check, or a pawn stands on
// the last rank, and one more move has been made and mended nothing (2014:A.4b,
// 2018:A.4.4).
func (w *Watch) stillIllegal(t *turn) {
	if w.fast().claim && w.laws.unasked == drawsAfterNext && t.made.illegal {
		if prev := w.turnOf(t.ply - 1); prev != nil && prev.made != nil && prev.made.illegal && bothInCheck(&t.made.after) && bothInCheck(&prev.made.after) {
			w.tell(ResultKnown{Result: rules.Drawn.String(), Reason: IllegalPosition, Proposed: true})
		}
	}
}

// goesOn says whether the opponent has replied to an illegal move instead of
// having it put right: then it stands, and is told.
func (w *Watch) goesOn() bool {
	ill, t := w.illegal, w.current()
	if ill == nil || !ill.onBoard || ill.status != "" || ill.move == rules.NoMove || ill.ply != t.ply || w.mending() {
		return false
	}
	board := w.shows()
	next := turn{ply: t.ply + 1, pos: t.pos.After(ill.move)}
	if board.differs(&next.pos) == 0 || len(board.fits(&next)) == 0 {
		return false
	}
	w.impose(t, w.read(t, 0), ill.move, false)
	return true
}

// pawnLeft deals with a pawn left standing on the last rank at a press.
func (w *Watch) pawnLeft(t *turn, d *duty, j *judging) {
	ill := &illegal{by: j.by, ply: t.ply, pressed: j.pressed, reason: Unpromoted, unasked: w.laws.unasked == actsAtOnce}
	if !w.laws.pawnBecomesQueen {
		w.void(j.by, j.pressed)
	}
	switch {
	case w.laws.completeAtRelease:
		w.idle(t, j, withoutMove)
		return
	case w.laws.pawnBecomesQueen:
		w.countIllegal(t, ill, false)
		if w.result.text == "" {
			w.free()
			w.order(Order{Do: Promote, Kind: rules.Queen})
			w.order(Order{Do: Resume})
		}
		return
	case w.laws.releaseBindsAgain:
		t.bound = d
	default:
		t.void = true
	}
	w.countIllegal(t, ill, true)
}

// fast is how illegal moves are dealt with in this game.
func (w *Watch) fast() fast {
	if !w.header.Unsupervised {
		return fast{}
	}
	return w.laws.loose[w.header.Mode]
}

// countIllegal raises the player's count, or notes what may be claimed.
func (w *Watch) countIllegal(t *turn, ill *illegal, restore bool) {
	w.illegal, w.dirty = ill, true
	if w.fast().claim && !ill.unasked {
		ill.status = claimable
		w.tell(IllegalMove{By: ill.by, Reason: ill.reason})
		return
	}
	ill.restore = restore
	w.punish(t, ill)
}

// punish counts an illegal move and says what it costs.
func (w *Watch) punish(t *turn, ill *illegal) {
	w.counts[ill.by]++
	ill.count, ill.counted = w.counts[ill.by], true
	restore := ""
	if ill.restore {
		restore = t.pos.FEN()
	}
	var proof *Proof
	switch {
	case ill.status == upheld && w.fast().loses:
		text, why := w.loses(ill.by, &t.pos, true)
		ill.penalty, proof = &Penalty{Result: text}, why
	case w.laws.loseAt > 0 && ill.count >= w.laws.loseAt:
		text, why := w.loses(ill.by, &t.pos, w.laws.drawIfNoMate)
		ill.penalty, proof = &Penalty{Result: text}, why
	case w.laws.seconds[w.header.Mode] > 0:
		ill.penalty = &Penalty{OpponentTimeS: w.laws.seconds[w.header.Mode]}
	}
	w.tell(IllegalMove{By: ill.by, Number: ill.count, Restore: restore, Reason: ill.reason})
	if ill.penalty != nil && ill.penalty.Result != "" {
		// The arbiter declares it; the board is read on, for he may decide otherwise.
		w.result = result{text: ill.penalty.Result, reason: rules.IllegalMoves.String(), proposed: true, from: w.ply(), proof: proof}
	}
}

// craft makes a move of an illegal one: a piece put elsewhere, castling that was
// not allowed, or a capture in passing that was not. NoMove when it was neither.
// The numbers are those that rules.Move documents.
func (t *turn) craft(r *reading) rules.Move {
	const castlingFlag, passantFlag, queenFlag = 1 << 12, 2 << 12, 8<<12 | rules.Move(rules.Queen)<<12
	var own []release
	for _, rel := range r.releases {
		if rel.until == 0 && rel.piece.Color() == t.mover() {
			own = append(own, rel)
		}
	}
	var missing rules.Squares
	for _, h := range r.hand {
		missing = missing.With(h.from)
	}
	plain := func(from, to rules.Square) rules.Move { return rules.Move(from) | rules.Move(to)<<6 }
	switch len(own) {
	case 1:
		from, to := own[0].from, own[0].sq
		m := plain(from, to)
		pawn := own[0].piece.Kind() == rules.Pawn
		missing = missing.Without(to)
		if pawn && missing == rules.SquaresOf(to^8) && from.File() != to.File() {
			return m | passantFlag
		}
		if missing != 0 || t.pos.At(to).Kind() == rules.King {
			return rules.NoMove
		}
		if pawn && (to.Rank() == 0 || to.Rank() == 7) {
			return m | queenFlag
		}
		return m
	case 2:
		if missing != 0 {
			return rules.NoMove
		}
		for _, pair := range [2][2]release{{own[0], own[1]}, {own[1], own[0]}} {
			king, rook := pair[0], pair[1]
			if king.piece.Kind() != rules.King || rook.piece.Kind() != rules.Rook || king.from.Rank() != rook.from.Rank() {
				continue
			}
			m := plain(king.from, rook.from) | castlingFlag
			if kingTo, rookTo := t.pos.CastlingTargets(m); king.sq == kingTo && rook.sq == rookTo {
				return m
			}
		}
	}
	return rules.NoMove
}

// withdraw takes back a count when the move turns out to have been a legal one,
// made before the press. What the arbiter has confirmed is his to take back.
func (w *Watch) withdraw(t *turn) {
	ill := w.illegal
	if ill == nil || !ill.counted || ill.confirmed || !ill.onBoard && !ill.idle || ill.ply != t.ply || t.made.illegal || t.made.released > ill.pressed {
		return
	}
	w.counts[ill.by]--
	w.illegal, t.bound, t.void = nil, nil, false
	w.tell(IllegalMove{By: ill.by, Reason: WasLegalMove})
}

// lapseIllegal ends the right to claim an illegal move when the opponent has
// made a move.
func (w *Watch) lapseIllegal(t *turn) {
	if ill := w.illegal; ill != nil && ill.status == claimable && t.ply > ill.ply {
		ill.status = lapsed
	}
}
