package article4

import "touchmove/rules"

// noteFrozen remembers the move that the board shows although the game is adjourned: made after the
// request to seal, it is the sealed move (2005:A1a, 2018:I.1).
func (ref *Referee) noteFrozen() {
	if m, ok := ref.SealedOnBoard(); ok {
		ref.hold.played = m
	}
}

// checkFrozen notes that the board shows the position of the record again, which was corrected since the game was
// adjourned: a move from there is another one than before.
func (ref *Referee) checkFrozen() {
	t, board := ref.current(), ref.shows()
	if ref.hold.in == t.pos || board.differs(&t.pos) != 0 {
		return
	}
	ref.hold.ply, ref.hold.in, ref.hold.played = t.ply, t.pos, rules.NoMove
	t.add(act{kind: restores, at: ref.now, sq: rules.NoSquare}) // what hands did until now put the board right
}

// SealedOnBoard returns the first move that the player having the move has released on the board
// since the game was adjourned, and false when there is none. If the record was corrected since, only a move after
// the board has shown the position that then stands is meant. It changes nothing.
func (ref *Referee) SealedOnBoard() (rules.Move, bool) {
	if !ref.begun || !ref.isFrozen() || !ref.laws.sealedOnBoard {
		return rules.NoMove, false
	}
	t := ref.current()
	if ref.hold.in != t.pos {
		return rules.NoMove, false
	}
	if m := ref.hold.played; m != rules.NoMove {
		if m.Promotion() != rules.NoKind {
			m = t.named(m, ref.read(t, 0)) // the piece may have been named since
		}
		return m, true
	}
	if !ref.debouncer.isQuiet() || !ref.hasShownStart(t) {
		return rules.NoMove, false
	}
	r, board := ref.read(t, 0), ref.shows()
	if r.holdsOwn(t) || board.differs(&t.pos) == 0 {
		return rules.NoMove, false
	}
	fits := ref.consistent(t, r, board.fits(t))
	if len(fits) != 1 {
		return rules.NoMove, false
	}
	return t.named(fits[0], r), true
}

// takeBackFrozen takes back the move that was published when the game was adjourned, if the hand goes on with its piece
// in less time than a release takes: the player still had the move then.
func (ref *Referee) takeBackFrozen(a act) {
	prev := ref.previous()
	if !ref.isFrozen() || a.kind != lifted || prev == nil || prev.made.Illegal || a.sq != prev.made.Move.To() || prev.ply != ref.hold.ply-1 {
		return
	}
	released := prev.made.Released
	_, pressed := ref.pressFor(prev)
	if pressed && ref.timing.connected || released > ref.hold.began || a.at-released >= ref.opt.Slide {
		return
	}
	ref.hold.ply, ref.hold.in = prev.ply, prev.pos
	ref.order(Order{Do: TakeBack, Plies: 1})
	ref.order(Order{Do: Hold})
}
