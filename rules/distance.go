package rules

// goalLevels is the number of levels a distance can have.
const goalLevels = 256

// distance estimates how far a position is from mate by the winner, from 0 to goalLevels-1. It
// works in stages: first the winner needs something to mate with, then the loser's pieces that
// could prevent mate should go, and the losing king should be in a corner without squares to go to
// and with the winner's pieces around it.
func (s *search) distance(p *Position) int {
	ours, theirs := p.of(s.winner), p.of(s.loser)
	kings, pawns, knights := p.kings(), p.pawns(), p.knights()
	straight, diagonal := p.straight(), p.diagonal()
	bishops := diagonal &^ straight
	queens := diagonal & straight
	minors := (bishops | knights) & ours

	if straight&ours == 0 && pawns&ours != 0 {
		// Only the way to promotion matters; how the kings stand does not matter yet.
		return min(120+6*p.promotion(s.winner)+2*(theirs&^kings).Count(), goalLevels-1)
	}
	corners := AllSquares
	switch {
	case straight&ours != 0:
	case minors&knights == 0 && minors&lightSquares == 0:
		corners = darkSquares
	case minors&knights == 0 && minors&darkSquares == 0:
		corners = lightSquares
	case theirs&(knights|straight&^queens) != 0 || minors.more():
	case theirs&bishops&lightSquares == 0: // a bishop beside the corner blocks a square of its own colour
		corners = lightSquares
	case theirs&bishops&darkSquares == 0:
		corners = darkSquares
	}
	d := s.huntDistance(p, corners)
	switch {
	case straight&ours != 0:
		d += 8*(theirs&^kings&^pawns).Count() + (theirs & pawns).Count()
	case minors&knights != 0 && !minors.more():
		// A lone knight needs a piece beside the king that cannot capture the knight.
		d += s.blockedDistance(p, theirs&(knights|bishops|straight&^queens), theirs&queens)
	case minors&lightSquares == 0 && minors&knights == 0:
		d += s.blockedDistance(p, theirs&(knights|bishops&lightSquares), theirs&(straight|bishops&darkSquares))
	case minors&darkSquares == 0 && minors&knights == 0:
		d += s.blockedDistance(p, theirs&(knights|bishops&darkSquares), theirs&(straight|bishops&lightSquares))
	default:
		d += 6*(theirs&^kings&^pawns).Count() + (theirs & pawns).Count()
	}
	return min(d, goalLevels-1)
}

// huntDistance rates the losing king: the squares it can go to, the nearest of the corners, and the
// winner's pieces around it.
func (s *search) huntDistance(p *Position, corners Squares) (d int) {
	ours, theirs := p.of(s.winner), p.of(s.loser)
	king, hunter := p.king(s.loser), p.king(s.winner)
	minors := (p.diagonal()&^p.straight() | p.knights()) & ours
	without := p.occupied() &^ bit(king)
	for t := range (table.king[king] &^ theirs).All() {
		if p.attackers(t, without)&ours == 0 {
			d += 5
		}
	}
	d += 3 * cornerDistance(king, corners)
	d += 3 * max(0, kingDistance(king, hunter)-2)
	for m := range minors.All() {
		d += kingDistance(king, m)
	}
	return d
}

// blockedDistance is for a winner who needs one of the loser's pieces as a blocker beside the
// losing king. The nearest blocker should come near, other pieces should go. If there is no
// blocker, a pawn has to become one.
func (s *search) blockedDistance(p *Position, blockers, spoilers Squares) (d int) {
	d = 10 * spoilers.Count()
	if blockers == 0 {
		return d + 30 + 4*p.promotion(s.loser)
	}
	king := p.king(s.loser)
	nearest := 8
	for b := range blockers.All() {
		nearest = min(nearest, kingDistance(king, b))
	}
	return d + 3*(nearest-1) + 5*(blockers.Count()-1)
}

// promotion returns how far a colour's most promising pawn is from promotion: its steps plus the
// pieces in its way, where pawns count more.
func (p *Position) promotion(c Color) int {
	occ, pawns := p.occupied(), p.pawns()
	best := 15
	for s := range (pawns & p.of(c)).All() {
		way := FileSquares(s.File())
		steps := 7 - s.Rank()
		if c == White {
			way &^= bit(s)<<1 - 1
		} else {
			way &= bit(s) - 1
			steps = s.Rank()
		}
		best = min(best, steps+(way&occ).Count()+3*(way&pawns).Count())
	}
	return best
}

func kingDistance(a, b Square) int {
	f, r := a.File()-b.File(), a.Rank()-b.Rank()
	return max(f, -f, r, -r)
}

// cornerDistance counts the steps along files and ranks to the nearest corner of the set.
func cornerDistance(s Square, corners Squares) int {
	f, r := s.File(), s.Rank()
	light := min(7-f+r, f+7-r) // h1 and a8
	dark := min(f+r, 14-f-r)   // a1 and h8
	switch corners {
	case lightSquares:
		return light
	case darkSquares:
		return dark
	}
	return min(light, dark)
}
