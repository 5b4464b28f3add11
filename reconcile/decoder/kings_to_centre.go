package decoder

import (
	"time"

	"touchmove/rules"
)

// The squares on which the kings are put after a game: both on light squares for a win by White,
// both on dark ones for a win by Black, one on each for a draw (the convention of DGT boards).
const (
	d4, e4, d5, e5 = rules.Square(27), rules.Square(28), rules.Square(35), rules.Square(36)
	centre         = rules.Squares(1<<d4 | 1<<e4 | 1<<d5 | 1<<e5)
	lightCentre    = rules.Squares(1<<e4 | 1<<d5)
	darkCentre     = rules.Squares(1<<d4 | 1<<e5)
)

const (
	centrePause     = 12 * time.Second // longest time between the two kings
	centreFor       = 400 * time.Millisecond
	centreAmidFor   = 1200 * time.Millisecond // when other pieces were lifted or knocked over too
	centreAstray    = 2                       // most pieces that may lie elsewhere
	centreTaken     = 2                       // most pieces that may be missing when only one of the kings has moved
	centreBack      = 4                       // positions that are examined
	resumeFor       = time.Second
	centreDoubtFor  = 5 * time.Second
	centreUntoldFor = 2500 * time.Millisecond // when a published move was the first king on its way
	centreWait      = 4 * time.Second         // a king that goes to the centre may be the first of two
	centreWaitPress = 10 * time.Second        // the same, if a press is due
)

// kingsWay is what the board shows of the way of both kings to the centre: when squares were left and filled.
type kingsWay struct {
	board  *board
	now    time.Duration
	bounce time.Duration // the longest time for which a piece that stays reads as empty
	brush  time.Duration // the longest time for which a piece that only passes fills a square
}

// gone returns the squares that their kings have left. A king that stood in the centre and went
// to another square there has left its own although it is occupied, if that was filled after the
// other king had been lifted: by that king, which takes longer than a sleeve that brushes the square.
func (k kingsWay) gone(kings rules.Squares) rules.Squares {
	gone := kings &^ k.board.full
	if stays := kings & k.board.full; gone.Count() == 1 && stays&^centre == 0 {
		g := k.board.gaps[stays.First()][0]
		if g.until > k.leftAt(gone.First()) && g.until-g.from > centreFor/2 {
			return kings
		}
	}
	return gone
}

// hasReplaced reports whether sq, on which another piece stood, was filled after a king had been
// lifted. While the other king stands where it was, an empty square must have been seen between
// them: a reading that flickered is no king.
func (k kingsWay) hasReplaced(sq rules.Square, gone, kings rules.Squares) bool {
	if gone &= ^k.board.blind; gone == 0 || k.board.changed[sq] <= k.firstLeft(gone) {
		return false
	}
	g := k.board.gaps[sq][0]
	return gone == kings || g.until == k.board.changed[sq] && g.until-g.from > k.bounce
}

// haveCome reports whether the squares of pair were filled after a king had left its own
// square: a piece that stood there before is not a king. A king that nobody saw leaving may have come
// first.
func (k kingsWay) haveCome(kings, gone, pair rules.Squares) bool {
	unseen := gone & k.board.blind
	left := k.firstLeft(gone &^ unseen)
	for set := pair &^ (kings &^ gone); set != 0; set &= set - 1 {
		switch at := k.board.changed[set.First()]; {
		case at >= left-k.bounce:
		case unseen == 0 || at < left-centrePause:
			return false
		default:
			unseen = 0 // that was the one
		}
	}
	return true
}

// mayHaveLeft reports whether the king of unseen, the one king whose square gives no reading, may be
// one of the pieces that have come to pair: its square was silent before both of them stood there.
func (k kingsWay) mayHaveLeft(unseen, pair rules.Squares) bool {
	if unseen.Count() != 1 {
		return false
	}
	for set := pair; set != 0; set &= set - 1 {
		if k.board.changed[set.First()] > k.board.dark[unseen.First()].from {
			return true
		}
	}
	return false
}

// firstLeft returns when the first of the kings of gone left its square.
func (k kingsWay) firstLeft(gone rules.Squares) time.Duration {
	left := k.now
	for set := gone; set != 0; set &= set - 1 {
		left = min(left, k.leftAt(set.First()))
	}
	return left
}

// leftAt returns when the piece of a square left it last. Pieces that only brushed the square since
// do not count.
func (k kingsWay) leftAt(sq rules.Square) time.Duration {
	g := &k.board.gaps[sq]
	i := 0
	for i+1 < len(g) && g[i+1].until != 0 && g[i].from-g[i+1].until < k.brush {
		i++
	}
	return g[i].from
}

// kingsOf returns the squares of the kings.
func kingsOf(p *rules.Position) rules.Squares {
	return rules.SquaresOf(p.King(rules.White), p.King(rules.Black))
}

// isKingToCentre reports whether l moved a king onto a centre square.
func isKingToCentre(l *link) bool {
	return l.prev != nil && centre.Has(l.move.To()) && l.traits&castling == 0 && l.prev.pos.At(l.move.From()).Kind() == rules.King
}
