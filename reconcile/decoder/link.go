package decoder

import (
	"time"

	"touchmove/reconcile/policy"
	"touchmove/reconcile/release"
	"touchmove/rules"
)

// link is one move of a hypothesis. Links never change once a hypothesis holds them, so hypotheses
// share their past.
type link struct {
	prev   *link
	ply    int
	move   rules.Move
	pos    rules.Position // after the move
	key    uint64         // pos.Key()
	line   uint64         // a hash of the whole line up to here
	lifted time.Duration  // when its piece left its square
	landed time.Duration  // when the last of its pieces landed
	traits traits
	price  float64 // what the move cost when it was made, for explanations
	paid   float64 // what its hypothesis had paid by then, including the move
	strain float64 // what this move and those before it cost above plain ones; older moves count less
	ordeal float64 // the same, fading more slowly
	saga   float64 // the same, hardly fading

	// Computed when first needed.
	onward release.Onward // where else its hand may be going
	chosen float64        // what choice returns
	kept   bool           // a merger uses it
}

// traits tell publishing how a move was detected.
type traits uint16

const (
	silent      traits = 1 << iota // a capture whose square never read empty
	blind                          // one end on a sensor that was distrusted or gave no reading
	castling                       // castling
	promotion                      // a promotion
	capture                        // a capture
	illegal                        // not a legal move
	forced                         // set by a command
	passant                        // en passant
	before                         // made before reading began
	unlit                          // made during or soon after an outage
	unseenAtAll                    // neither end could be read
	uncounted                      // such a move precedes it, so there may have been more or fewer moves
	imposed                        // the Laws take it as played; no hypothesis had it
	unplaced                       // its piece is not detected where it stands
	elsewhere                      // and another piece stood where none should when it was tried, which has been paid for
)

// mover returns the player who made the move of l, which is not the first link.
func (l *link) mover() rules.Color { return l.prev.pos.Turn() }

// beganAt returns when the half-move before was made, since when this one could be made.
func (l *link) beganAt() time.Duration {
	if l.prev == nil {
		return 0
	}
	return l.prev.landed
}

// mixLine returns the hash of a line that continues with m. Of its traits, only illegal counts.
func mixLine(line uint64, m rules.Move, tr traits) uint64 {
	x := line ^ (uint64(m)+1)*0x9e3779b97f4a7c15
	if tr&illegal != 0 {
		x ^= 0x5851f42d4c957f2d
	}
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	x ^= x >> 29
	return x
}

// at walks back to the link of ply n; nil when the line is shorter.
func (l *link) at(n int) *link {
	if l == nil || l.ply < n {
		return nil
	}
	for l.ply > n {
		l = l.prev
	}
	return l
}

// after returns the link after prev, and nil if l does not have the moves up to prev.
func (l *link) after(prev *link) *link {
	if on := l.at(prev.ply + 1); on != nil && on.prev.line == prev.line {
		return on
	}
	return nil
}

// isLegalSince reports whether all moves after since, a link of the same line, are legal.
func (l *link) isLegalSince(since *link) bool {
	for ; l.ply > since.ply; l = l.prev {
		if l.traits&illegal != 0 {
			return false
		}
	}
	return true
}

// common returns the last link at which l and m have reached the same position by the same moves.
func (l *link) common(m *link) *link {
	for l.ply > m.ply {
		l = l.prev
	}
	for m.ply > l.ply {
		m = m.prev
	}
	for l.line != m.line && l.prev != nil {
		l, m = l.prev, m.prev
	}
	return l
}

// bear records the costs of a new link; a plain move costs costMove.
func (l *link) bear(paid, costMove float64) {
	l.paid = paid
	if l.prev == nil {
		return
	}
	burden := min(max(0, paid-l.prev.paid-costMove), burdenMost)
	l.strain = l.prev.strain*strainKept + burden
	l.ordeal = l.prev.ordeal*ordealKept + burden
	l.saga = l.prev.saga*sagaKept + burden
}

const (
	burdenMost = 20.0
	strainKept = 0.6
	ordealKept = 0.95
	sagaKept   = 0.99
)

// difference returns the plies in which the moves of a differ from those of b: the first one, and a
// bit for each ply from there on.
func difference(a, b *link) (from int, differ uint64) {
	for b.ply > a.ply {
		b = b.prev
	}
	from = a.ply + 1
	for a.line != b.line && a.prev != nil {
		var on *link
		if b.ply == a.ply {
			on, b = b, b.prev
		}
		differ <<= 1
		if on == nil || on.move != a.move {
			differ |= 1
		}
		from = a.ply
		a = a.prev
		if b == nil {
			break
		}
	}
	return from, differ
}

// endsGame reports whether the game ends with l automatically: there is no legal move left, or its
// position has appeared for the fifth time (2014: 9.6.1). Nobody presses the clock then.
func endsGame(l *link) bool {
	if !l.pos.HasLegalMove() {
		return true
	}
	times := 1
	for b := l.prev; b != nil; b = b.prev {
		if b.key == l.key {
			times++
		}
	}
	return times >= 5
}

// choice returns the logarithm of the sum of the likelihoods of all replies to l. A reply's score
// less this is the logarithm of the probability that players choose it.
func (l *link) choice() float64 {
	if l.chosen == 0 {
		l.chosen = policy.Sum(&l.pos, previous(l))
	}
	return l.chosen
}

// previous returns the last moves of the player to move and of the opponent, up to l.
func previous(l *link) (before policy.Previous) {
	if l.prev == nil {
		return before
	}
	before.Other = l.move
	if l.prev.prev != nil {
		before.Own = l.prev.move
	}
	return before
}

// movedOn returns first if it is only the piece that gave mate or stalemate with was, moved on from
// where it had stood for long, and otherwise nil. The game was over by then (Articles 5.1.1 and 5.2.1
// of 2023), so a press by the same player does not show that play goes on.
func movedOn(first, was *link) *link {
	if first == nil || was.pos.HasLegalMove() || first.move.From() != was.move.From() || first.landed-was.landed < mateStands {
		return nil
	}
	return first
}

// mateStands is longer than anybody holds a piece on a mating square without releasing it.
const mateStands = 5 * time.Second
