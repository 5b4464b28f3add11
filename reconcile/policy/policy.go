// Package policy estimates how likely players are to choose a move, by what the position shows at
// first sight: they recapture, save attacked pieces, give check, develop, and seldom give material
// away. It decides between moves that sensors cannot distinguish. It is a multinomial logit over
// the legal moves, fitted to master games by "make fit-policy".
package policy

import (
	"math"

	"touchmove/rules"
)

// A Feature is something that players look for, or avoid, in a move.
type Feature uint8

// The features of a move.
const (
	LosesPiece    Feature = iota // it gives away three pawns or more on its target
	LosesPawn                    // or less than that
	Wins                         // the logarithm of 1 + what it wins on its target
	Captures                     // it is a capture
	Bishop                       // a bishop moves, and so on; knights and pawns are the reference
	Rook                         //
	Queen                        //
	King                         // a king, while there are queens on the board
	EndgameKing                  // a king, when there are none
	Checks                       // it gives check
	TakesBack                    // it captures the piece that has just arrived
	GoesOn                       // the piece that its player moved last moves again
	Centralizes                  // by how many rings it moves closer to the centre
	Develops                     // a knight or bishop leaves the first rank
	Castles                      // castling
	Leaves                       // the logarithm of 1 + the most that the opponent can win elsewhere
	LeavesMore                   // the same of what can be won on all other squares together
	Threatens                    // the logarithm of 1 + the most that could be won if the opponent passed
	ThreatensMore                // the same of what could be won on all other squares together
	Mates                        // checkmate
	GoesHome                     // a knight or bishop returns to the first rank
	Answers                      // it attacks the piece that the opponent moved last
	Avoids                       // its piece was attacked by the piece that the opponent moved last
	EarlyQueen                   // a queen moves in the first eight moves
	Shield                       // a pawn beside its castled king moves
	Edge                         // a pawn on a rook's file moves
	Advances                     // a pawn moves on, by its distance from the first rank
	Passed                       // a passed pawn moves
	OpenFile                     // a rook goes to a file without pawns of its player
	KnightIn                     // Centralizes, of a knight
	PawnIn                       // Centralizes, of a pawn
	PawnAttacked                 // a pawn attacks its target
	EarlyPawnIn                  // PawnIn in the first ten moves
	FeatureCount  int     = iota
)

// Features are the features of one move.
type Features [FeatureCount]float64

// Previous are the last moves before a move: that of the same player and that of the opponent;
// rules.NoMove if there was none.
type Previous struct{ Own, Other rules.Move }

// Of returns the features of a legal move; next is the position after it.
func Of(p, next *rules.Position, m rules.Move, before Previous) (x Features) {
	x.threats(next, m)
	if m.IsCastling() {
		x[Castles] = 1
		return x
	}
	from, to := m.From(), m.To()
	kind := p.At(from).Kind()
	switch won := p.Exchange(m); {
	case won <= -3:
		x[LosesPiece] = 1
	case won < 0:
		x[LosesPawn] = 1
	case won > 0:
		x[Wins] = math.Log1p(float64(won))
	}
	if p.At(to) != rules.NoPiece {
		x[Captures] = 1
		x[TakesBack] = one(before.Other != rules.NoMove && before.Other.To() == to)
	}
	x.mover(p, kind)
	x[Checks] = one(next.InCheck())
	x[Mates] = one(x[Checks] == 1 && !next.HasLegalMove())
	x.since(p, next, m, before)
	x.place(p, next, m, kind)
	return x
}

// threats sets what both players could win in the position after a move, other than by taking the
// piece that has moved.
func (x *Features) threats(next *rules.Position, m rules.Move) {
	passed := next.Pass()
	x[Leaves], x[LeavesMore] = winnable(next, m.To())
	x[Threatens], x[ThreatensMore] = winnable(&passed, rules.NoSquare)
}

// winnable returns the logarithms of 1 + the most that the player to move can win on one square, and
// of 1 + what can be won on all others together, other than on the one given.
func winnable(p *rules.Position, other rules.Square) (best, more float64) {
	them := p.Turn().Other()
	most, all := 0, 0
	for set := p.Of(them).Without(other) &^ p.Pieces(them, rules.King); set != 0; set &= set - 1 {
		won := p.ExchangeOn(set.First())
		most, all = max(most, won), all+won
	}
	return math.Log1p(float64(most)), math.Log1p(float64(all - most))
}

// since sets what a move has to do with the moves just before it.
func (x *Features) since(p, next *rules.Position, m rules.Move, before Previous) {
	from, to := m.From(), m.To()
	own := before.Own
	x[GoesOn] = one(own != rules.NoMove && !own.IsCastling() && own.To() == from)
	if other := before.Other; other != rules.NoMove && !other.IsCastling() {
		us := p.Turn()
		x[Answers] = one(other.To() != to && next.Attackers(other.To(), us).Has(to))
		x[Avoids] = one(p.Attackers(from, us.Other()).Has(other.To()))
	}
}

// place sets what a move does for the place of its piece.
func (x *Features) place(p, next *rules.Position, m rules.Move, kind rules.Kind) {
	from, to, us := m.From(), m.To(), p.Turn()
	in := ring(to) - ring(from)
	x[Centralizes] = in
	home, king := 0, p.King(us)
	if us == rules.Black {
		home = 7
	}
	own := p.Pieces(us, rules.Pawn)
	switch kind {
	case rules.Knight, rules.Bishop:
		x[Develops] = one(from.Rank() == home && to.Rank() != home)
		x[GoesHome] = one(from.Rank() != home && to.Rank() == home)
		if kind == rules.Knight {
			x[KnightIn] = in
		}
	case rules.Queen:
		x[EarlyQueen] = one(p.FullmoveNumber() <= 8)
	case rules.Rook:
		x[OpenFile] = one(own&file(to.File()) == 0 && own&file(from.File()) != 0)
	case rules.Pawn:
		x[PawnIn] = in
		if p.FullmoveNumber() <= 10 {
			x[EarlyPawnIn] = in
		}
		x[Edge] = one(from.File() == 0 || from.File() == 7)
		x[Advances] = math.Abs(float64(to.Rank()-home)) / 6
		x[Shield] = one(king.Rank() == home && (king.File() < 3 || king.File() > 5) && max(king.File()-from.File(), from.File()-king.File()) <= 1)
		x[Passed] = one(isPassed(p, from))
	}
	x[PawnAttacked] = one(kind != rules.Pawn && next.Attackers(to, us.Other())&next.Pieces(us.Other(), rules.Pawn) != 0)
}

// file returns the squares of a file.
func file(f int) rules.Squares { return 0x0101_0101_0101_0101 << f }

// isPassed reports whether no pawn of the opponent can stop or capture a pawn on its way.
func isPassed(p *rules.Position, at rules.Square) bool {
	ahead := file(at.File())
	if at.File() > 0 {
		ahead |= file(at.File() - 1)
	}
	if at.File() < 7 {
		ahead |= file(at.File() + 1)
	}
	us := p.Turn()
	if us == rules.White {
		ahead &= ^rules.Squares(0) << (8 * (at.Rank() + 1))
	} else {
		ahead &= 1<<(8*at.Rank()) - 1
	}
	return p.Pieces(us.Other(), rules.Pawn)&ahead == 0
}

// mover sets which kind of piece moves.
func (x *Features) mover(p *rules.Position, kind rules.Kind) {
	switch kind {
	case rules.Bishop:
		x[Bishop] = 1
	case rules.Rook:
		x[Rook] = 1
	case rules.Queen:
		x[Queen] = 1
	case rules.King:
		if p.Pieces(rules.White, rules.Queen)|p.Pieces(rules.Black, rules.Queen) != 0 {
			x[King] = 1
		} else {
			x[EndgameKing] = 1
		}
	}
}

// ring is 4 for the four squares in the centre, 1 for those at the edge.
func ring(s rules.Square) float64 {
	file, rank := s.File(), s.Rank()
	return 1 + float64(min(file, 7-file, rank, 7-rank))
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Score is the logarithm of the likelihood that a legal move is chosen, up to a constant of its
// position. The mean score of the moves that were played is 0.
func Score(p, next *rules.Position, m rules.Move, before Previous) float64 {
	x := Of(p, next, m, before)
	score := -mean
	for i, w := range weights {
		score += w * x[i]
	}
	return score
}

// Sum is the logarithm of the sum of the likelihoods of all legal moves: a move's score minus this
// is the logarithm of the probability that it is chosen. Promotions count once, as to a queen. It
// takes some 100 µs on one core of a PC.
func Sum(p *rules.Position, before Previous) float64 {
	sum := 0.0
	var room [256]rules.Move
	for _, m := range p.LegalMoves(room[:0]) {
		if k := m.Promotion(); k != rules.NoKind && k != rules.Queen {
			continue
		}
		next := p.After(m)
		sum += math.Exp(Score(p, &next, m, before))
	}
	return math.Log(max(sum, math.SmallestNonzeroFloat64))
}

// SumFrom is Sum of the moves of one piece, that on from.
func SumFrom(p *rules.Position, from rules.Square, before Previous) float64 {
	sum := 0.0
	var room [32]rules.Move
	for _, m := range p.LegalMovesFrom(rules.SquaresOf(from), room[:0]) {
		if k := m.Promotion(); k != rules.NoKind && k != rules.Queen {
			continue
		}
		next := p.After(m)
		sum += math.Exp(Score(p, &next, m, before))
	}
	return math.Log(max(sum, math.SmallestNonzeroFloat64))
}

// String returns the name of the feature.
func (f Feature) String() string { return names[f] }

var names = [FeatureCount]string{
	LosesPiece: "LosesPiece", LosesPawn: "LosesPawn", Wins: "Wins", Captures: "Captures",
	Bishop: "Bishop", Rook: "Rook", Queen: "Queen", King: "King", EndgameKing: "EndgameKing", Checks: "Checks",
	TakesBack: "TakesBack", GoesOn: "GoesOn", Centralizes: "Centralizes", Develops: "Develops", Castles: "Castles",
	Leaves: "Leaves", LeavesMore: "LeavesMore", Threatens: "Threatens", ThreatensMore: "ThreatensMore", Mates: "Mates",
	GoesHome: "GoesHome", Answers: "Answers", Avoids: "Avoids", EarlyQueen: "EarlyQueen",
	Shield: "Shield", Edge: "Edge", Advances: "Advances", Passed: "Passed", OpenFile: "OpenFile", KnightIn: "KnightIn",
	PawnIn: "PawnIn", PawnAttacked: "PawnAttacked",
	EarlyPawnIn: "EarlyPawnIn",
}
