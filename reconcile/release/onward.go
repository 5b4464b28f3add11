package release

import (
	"math"

	"touchmove/reconcile/policy"
	"touchmove/rules"
)

// Onward is what a position shows of where a hand with a resting piece may still be going.
type Onward struct {
	Known     bool
	Further   bool    // the piece can go on in the same direction
	Ways      uint8   // number of nearby squares to which it can go
	Elsewhere float64 // the log-odds that a player chooses one of them
	Loses     float64 // the cost of what the move gives away
}

// Look returns where else a hand that has made the move m in p, leading to next, may be going;
// others are the legal moves of its piece. A player in doubt rests a piece near its origin, near
// its target, or on the way there.
func Look(p, next *rules.Position, m rules.Move, others []rules.Move, before policy.Previous) (o Onward) {
	o.Known = true
	from, to := m.From(), m.To()
	sum, last := 0.0, rules.NoSquare
	for _, other := range others {
		further := IsBetween(from, to, other.To())
		if other.To() == to || other.To() == last || other.IsCastling() || !further && distance(from, to) > 2 && distance(to, other.To()) > 3 {
			continue
		}
		last = other.To() // promotions to different pieces count as one way
		o.Ways++
		o.Further = o.Further || further
		after := p.After(other)
		sum += math.Exp(policy.Score(p, &after, other, before))
	}
	o.Elsewhere = min(max(math.Log(sum+0.01)-policy.Score(p, next, m, before), -oddsMost), oddsMost)
	return o
}

// oddsMost is the limit of the odds that a player chooses another square.
const oddsMost = 4.0

// Go sets the signs of where the hand may be going. If the piece has rested in this turn on another
// square to which it may go, the hand may go back: however rarely players choose that square, this one
// has just chosen it, so it is taken to be as likely as the present one.
func (x *Signs) Go(o *Onward, back bool) {
	x[Loses] = o.Loses
	elsewhere, ways := o.Elsewhere, o.Ways
	if back {
		elsewhere, ways = max(elsewhere, 0), max(ways, 1)
	}
	if ways == 0 {
		x[Nowhere] = 1
		return
	}
	x[Ways], x[Elsewhere] = math.Log2(float64(ways)), elsewhere
	if o.Further {
		x[Further], x[SlidOn] = 1, x[Slid]
	}
}

// IsBetween reports whether a piece that goes from a to c in a straight line passes b.
func IsBetween(a, b, c rules.Square) bool {
	bf, br, cf, cr := b.File()-a.File(), b.Rank()-a.Rank(), c.File()-a.File(), c.Rank()-a.Rank()
	return bf*cr == br*cf && bf*cf+br*cr > 0 && distance(a, b) < distance(a, c) && (cf == 0 || cr == 0 || cf == cr || cf == -cr)
}

// distance returns how many steps a king takes from a to b.
func distance(a, b rules.Square) int {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return max(files, -files, ranks, -ranks)
}

// Hands is how often pieces rested on their way at one board; older moves count less.
type Hands struct{ moves, rests float64 }

// Note counts a move, and whether its piece rested on the way.
func (h *Hands) Note(rested bool) {
	h.moves, h.rests = h.moves*kept+1, h.rests*kept
	if rested {
		h.rests++
	}
}

// Unsteady returns how often pieces rest on their way, as a logarithm relative to the usual rate.
func (h *Hands) Unsteady() float64 {
	return math.Log((h.rests + usualRests) / (h.moves + usualMoves) * usualMoves / usualRests)
}

const (
	kept       = 0.98 // share of the counts that is kept with each move
	usualMoves = 10.0 // the rate assumed at first: usualRests rests in usualMoves moves
	usualRests = 0.8
)
