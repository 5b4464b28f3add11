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
	LosesPiece   Feature = iota // it gives away three pawns or more on its target
	LosesPawn                   // or less than that
	Wins                        // the logarithm of 1 + what it wins on its target
	Captures                    // it is a capture
	Escapes                     // its piece stood where a less valuable one could capture it, or any could without being recaptured
	Bishop                      // a bishop moves, and so on; knights and pawns are the reference
	Rook                        //
	Queen                       //
	King                        // a king, while there are queens on the board
	EndgameKing                 // a king, when there are none
	Checks                      // it gives check
	TakesBack                   // it captures the piece that has just arrived
	GoesOn                      // the piece that its player moved last moves again
	Centralizes                 // by how many rings it moves closer to the centre
	Develops                    // a knight or bishop leaves the first rank
	Castles                     // castling
	FeatureCount int     = iota
)

// Features are the features of one move.
type Features [FeatureCount]float64

// Previous are the last moves before a move: that of the same player and that of the opponent;
// rules.NoMove if there was none.
type Previous struct{ Own, Other rules.Move }

// worth is the worth of a piece, in pawns.
var worth = [8]float64{rules.Pawn: 1, rules.Knight: 3, rules.Bishop: 3, rules.Rook: 5, rules.Queen: 9, rules.King: 100}

// Of returns the features of a legal move; next is the position after it.
func Of(p, next *rules.Position, m rules.Move, before Previous) (x Features) {
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
	x[Escapes] = one(isAttacked(p, from, kind))
	x.mover(p, kind)
	x[Checks] = one(next.InCheck())
	x[GoesOn] = one(before.Own != rules.NoMove && !before.Own.IsCastling() && before.Own.To() == from)
	x[Centralizes] = ring(to) - ring(from)
	home := 0
	if p.Turn() == rules.Black {
		home = 7
	}
	x[Develops] = one((kind == rules.Knight || kind == rules.Bishop) && from.Rank() == home && to.Rank() != home)
	return x
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

// isAttacked reports whether the opponent could capture a piece with profit. It is false for pawns
// and the king.
func isAttacked(p *rules.Position, at rules.Square, kind rules.Kind) bool {
	if kind == rules.Pawn || kind == rules.King {
		return false
	}
	attackers := p.Attackers(at, p.Turn().Other())
	if attackers == 0 {
		return false
	}
	for set := attackers; set != 0; set &= set - 1 {
		if worth[p.At(set.First()).Kind()] < worth[kind] {
			return true
		}
	}
	return p.Attackers(at, p.Turn()) == 0
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

// String returns the name of the feature.
func (f Feature) String() string { return names[f] }

var names = [FeatureCount]string{
	LosesPiece: "LosesPiece", LosesPawn: "LosesPawn", Wins: "Wins", Captures: "Captures", Escapes: "Escapes",
	Bishop: "Bishop", Rook: "Rook", Queen: "Queen", King: "King", EndgameKing: "EndgameKing", Checks: "Checks",
	TakesBack: "TakesBack", GoesOn: "GoesOn", Centralizes: "Centralizes", Develops: "Develops", Castles: "Castles",
}
