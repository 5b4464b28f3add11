package rules

import (
	"errors"
	"fmt"
)

// An Answer reports whether a colour can still checkmate by some series of legal moves with both
// players helping. Undecided, the zero value, means that the budget ran out.
type Answer uint8

// The answers.
const (
	Undecided Answer = iota
	Can
	Cannot
)

// String is "undecided", "can" or "cannot".
func (a Answer) String() string {
	return [...]string{"undecided", "can", "cannot"}[min(a, Cannot)]
}

// A Proof is the kind of evidence behind an answer.
type Proof uint8

// The kinds of evidence.
const (
	NoProof    Proof = iota
	ByLine           // Can: Line is a series of legal moves that ends in checkmate
	ByMaterial       // Cannot: with these pieces no position is checkmate, now or later
	ByClosure        // Cannot: Closure shows which squares every piece can ever reach, and none of that is mate
	BySearch         // Cannot: every position that can arise was visited or is excluded by one of the two above, and none is mate
)

// String names the evidence.
func (p Proof) String() string {
	return [...]string{"none", "line", "material", "closure", "search"}[min(p, BySearch)]
}

// A Budget limits how much is examined before the answer is Undecided.
type Budget struct {
	// Positions is how many different positions may be visited; each takes about 100 bytes and one
	// or two microseconds.
	Positions int
	// Done, when closed, ends the search soon after, as a context's Done does. It may be nil.
	Done <-chan struct{}
}

// FullPositions is a budget that decides all but a few constructed positions, for use when a flag
// falls. It takes at most 50 megabytes. On a fast machine it mostly takes less than a millisecond,
// and a second or two if the whole budget is used.
const FullPositions = 500_000

// A Verdict answers whether a colour can checkmate, with its proof.
type Verdict struct {
	Answer    Answer
	Proof     Proof
	Line      []Move   // ByLine
	Closure   *Closure // ByClosure
	Positions int      // how many different positions were visited
}

// String is the answer and its proof.
func (v Verdict) String() string {
	if v.Proof == NoProof {
		return v.Answer.String()
	}
	return v.Answer.String() + " by " + v.Proof.String()
}

// Winnable reports whether a colour can checkmate from the position by any series of legal moves,
// including the most unskilled play of the opponent. The Laws ask this when a flag falls (2009:
// 6.9) or a player is to lose for another reason (2009: 7.4b, 12.3b). If neither colour can, the
// position is dead (2009: 5.2b, 9.6). Repetition and counted moves are not considered. An answer other than
// Undecided is always right.
func Winnable(p Position, c Color, b Budget) Verdict {
	if p.attackers(p.king(p.turn.Other()), p.occupied())&p.of(p.turn) != 0 {
		if p.of(c).Count() == 1 {
			return Verdict{Answer: Cannot, Proof: ByMaterial}
		}
		return Verdict{} // an illegal move that stands left the other king in check: no legal move leads on
	}
	if p.turn != c && p.IsCheckmate() {
		return Verdict{Answer: Can, Proof: ByLine}
	}
	if p.materialExcludes(c) {
		return Verdict{Answer: Cannot, Proof: ByMaterial}
	}
	// Where closures are likely to decide they come first; otherwise a search mostly finds a mate
	// sooner.
	if p.straight()|p.knights() == 0 {
		if v := closureVerdict(p, c); v.Answer != Undecided {
			return v
		}
	}
	if b.Positions <= 0 {
		return Verdict{}
	}
	return newSearch(p, c, b).run(p)
}

func closureVerdict(p Position, c Color) Verdict {
	if locked(&p) {
		if closure := ClosureOf(p); closure.Excludes(c) {
			return Verdict{Answer: Cannot, Proof: ByClosure, Closure: closure}
		}
	}
	return Verdict{}
}

// quickPositions is how many positions WinnableQuick visits where few moves or pieces suggest that
// it will soon be done.
const quickPositions = 60

// WinnableQuick is a fast form of Winnable to call after every move: a few microseconds where
// nothing suggests a dead position, and less than a tenth of a millisecond elsewhere. It is meant
// to find that a colour cannot checkmate; for most colours that can, the answer is Undecided.
func WinnableQuick(p Position, c Color) Verdict {
	b := Budget{Positions: quickPositions}
	if !p.fewMoves() && p.straight()|p.knights() != 0 {
		b.Positions = 0
	}
	return Winnable(p, c, b)
}

// fewMoves reports whether there are at most two legal moves.
func (p *Position) fewMoves() bool {
	var list moveList
	return p.generate(&list, AllSquares) <= 2
}

// locked reports whether two pawns face each other. Without that no position is ever closed.
func locked(p *Position) bool {
	pawns := p.pawns()
	return pawns&p.white<<8&(pawns&^p.white) != 0
}

// Check verifies the verdict's own proof for the position and colour it was given for: it plays the
// line, counts the pieces, tests that the closure is closed and excludes mate, or searches again.
func (v Verdict) Check(p Position, c Color) error {
	switch v.Proof {
	case NoProof:
		if v.Answer != Undecided {
			return fmt.Errorf("%v is given without proof", v.Answer)
		}
		return nil
	case ByLine:
		if v.Answer != Can {
			break
		}
		for i, m := range v.Line {
			q, err := p.Play(m)
			if err != nil {
				return fmt.Errorf("half-move %d of the line: %w", i+1, err)
			}
			p = q
		}
		if !p.IsCheckmate() || p.turn == c {
			return fmt.Errorf("the line does not end in checkmate by %v but with %s", c, p.FEN())
		}
		return nil
	case ByMaterial:
		if v.Answer == Cannot && p.materialExcludes(c) && (p.turn == c || !p.IsCheckmate()) {
			return nil
		}
	case ByClosure:
		switch {
		case v.Answer != Cannot || v.Closure == nil:
		case v.Closure.Start != p:
			return errors.New("the closure is of another position")
		case !v.Closure.Closed():
			return errors.New("the closure is not closed: a legal move may lead out of it")
		case !v.Closure.Excludes(c):
			return fmt.Errorf("the closure does not exclude a checkmate by %v", c)
		default:
			return nil
		}
	case BySearch:
		again := newSearch(p, c, Budget{Positions: v.Positions + 1}).run(p)
		if v.Answer == Cannot && again.Answer == Cannot {
			return nil
		}
	}
	return fmt.Errorf("%v is not a proof of %v here", v.Proof, v.Answer)
}
