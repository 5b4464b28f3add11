package rules_test

import (
	"flag"
	"testing"

	"touchmove/rules"
)

var matingFull = flag.Bool("mating.full", false, "look for mating positions wherever the king stands and with a piece of the opponent, not only in the corner and without")

func matesAtOnce(p rules.Position, buf []rules.Move) bool {
	for _, m := range p.LegalMoves(buf) {
		if p.After(m).IsCheckmate() {
			return true
		}
	}
	return false
}

// cannotAvoidMate is the Laws' own condition: whatever the player having the move plays, the next
// move checkmates him.
func cannotAvoidMate(p rules.Position) bool {
	var first, second [rules.MaxMoves]rules.Move
	moves := p.LegalMoves(first[:0])
	for _, m := range moves {
		if !matesAtOnce(p.After(m), second[:0]) {
			return false
		}
	}
	return len(moves) > 0
}

// TestMatingMaterial has, for each material that suffices, a position of just these pieces in which
// mate cannot be avoided, and checks that more pieces of the opponent change nothing.
func TestMatingMaterial(t *testing.T) {
	for _, c := range []struct{ pieces, fen string }{
		{"queen", "8/8/8/8/8/8/8/k1KQ4 b - - 0 1"},
		{"rook", "8/8/8/8/1R6/8/2K5/k7 b - - 0 1"},
		{"rook against knight", "8/8/8/8/R7/8/8/knK5 b - - 0 1"},
		{"pawn", "k7/7P/1K6/8/8/8/8/8 b - - 0 1"},
		{"bishops of both colours", "8/8/8/8/8/8/1B6/k1K2B2 b - - 0 1"},
		{"bishop and knight", "8/8/8/8/8/8/2N5/k1K2B2 b - - 0 1"},
		{"three knights", "8/8/8/8/8/8/2NN4/kNK5 b - - 0 1"},
		{"knight against pawn", "8/8/8/8/1N6/p7/8/k1K5 b - - 0 1"},
		{"two knights against knight", "8/8/8/8/8/2N5/8/k1K1N2n b - - 0 1"},
		{"two knights against bishop", "8/8/8/8/3N4/2N5/8/kbK5 b - - 0 1"},
		{"two knights against rook", "8/8/8/r7/3N4/2N5/8/k1K5 b - - 0 1"},
		{"bishop against knight and pawn", "8/8/8/8/8/8/p7/k1K1B2n b - - 0 1"},
		{"bishop against its like and pawn", "8/8/8/8/3B4/8/p7/k1K1b3 b - - 0 1"},
		{"bishop against the other bishop and pawn", "8/8/8/8/8/8/p7/kbK1B3 b - - 0 1"},
		{"bishop against rook and pawn", "8/8/8/8/8/2B5/p2r4/k1K5 b - - 0 1"},
		{"bishop against queen and pawn", "8/8/8/8/8/2B5/p3q3/k1K5 b - - 0 1"},
		{"bishop against the other bishop and knight", "8/8/8/8/2n5/2B5/b7/k1K5 b - - 0 1"},
		{"bishop against the other bishop and rook", "8/8/8/8/8/2B5/b2r4/k1K5 b - - 0 1"},
		{"bishop against the other bishop and queen", "8/8/8/8/8/2B5/b3q3/k1K5 b - - 0 1"},
		{"bishop against bishops of both colours", "8/8/8/8/3B4/8/b7/k1K1b3 b - - 0 1"},
	} {
		p := rules.MustPosition(c.fen, rules.Standard)
		if !p.MatingMaterial(rules.White) {
			t.Errorf("%s does not suffice, but see %s", c.pieces, c.fen)
		}
		if !cannotAvoidMate(p) {
			t.Errorf("%s: mate can be avoided in %s", c.pieces, c.fen)
		}
		for _, more := range []rules.Kind{rules.Pawn, rules.Knight, rules.Bishop, rules.Rook, rules.Queen} {
			s := p.Setup()
			s.Board[rules.G6] = rules.PieceOf(rules.Black, more)
			if richer, err := rules.NewPosition(s, rules.Standard); err == nil && !richer.MatingMaterial(rules.White) {
				t.Errorf("%s no longer suffices when Black also has a %v", c.pieces, more)
			}
		}
		if mirrored := mirror(t, p); !mirrored.MatingMaterial(rules.Black) {
			t.Errorf("%s suffices for White but not for Black: %s", c.pieces, mirrored.FEN())
		}
	}
}

// mirror swaps the colours and turns the board round.
func mirror(t *testing.T, p rules.Position) rules.Position {
	t.Helper()
	s := p.Setup()
	out := rules.Setup{Turn: s.Turn.Other(), EnPassant: rules.NoSquare, FullmoveNumber: 1}
	for sq, piece := range s.Board {
		if piece != rules.NoPiece {
			out.Board[sq^56] = rules.PieceOf(piece.Color().Other(), piece.Kind())
		}
	}
	q, err := rules.NewPosition(out, rules.Standard)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestNoMatingMaterial checks that with pieces that do not suffice, mate can be avoided wherever
// they stand. It tries all positions with the king in a corner, or with -mating.full all positions,
// also with a piece of the opponent.
func TestNoMatingMaterial(t *testing.T) {
	all := []string{"", "N", "B", "NN", "Nn", "Nb", "Nr", "Nq", "Bn", "Bb", "Br", "Bq", "Bp"}
	if !*matingFull {
		all = all[:4]
	}
	for _, pieces := range all {
		tried := 0
		for king := rules.A1; king <= rules.H8; king++ {
			f, r := king.File(), king.Rank()
			if *matingFull && (f > 3 || r > f && pieces != "Bp") || !*matingFull && king != rules.A1 {
				continue
			}
			for hunter := rules.A1; hunter <= rules.H8; hunter++ {
				if near(king, hunter) || !*matingFull && hunter.File() < hunter.Rank() && pieces != "Bp" {
					continue
				}
				s := rules.Setup{Turn: rules.Black, EnPassant: rules.NoSquare, FullmoveNumber: 1}
				s.Board[king], s.Board[hunter] = rules.PieceOf(rules.Black, rules.King), rules.PieceOf(rules.White, rules.King)
				tried += tryEverywhere(t, &s, pieces, rules.A1)
			}
		}
		if tried == 0 {
			t.Errorf("%q: no position tried", pieces)
		}
	}
}

// tryEverywhere sets up the pieces, given as letters of a FEN, on all free squares, the first of
// them on the square from or later.
func tryEverywhere(t *testing.T, s *rules.Setup, pieces string, from rules.Square) (tried int) {
	t.Helper()
	if pieces == "" {
		p, err := rules.NewPosition(*s, rules.Standard)
		if err != nil {
			return 0
		}
		if p.MatingMaterial(rules.White) {
			t.Fatalf("%s: the pieces suffice", p.FEN())
		}
		if cannotAvoidMate(p) {
			t.Errorf("%s: the pieces do not suffice, but mate cannot be avoided", p.FEN())
		}
		return 1
	}
	piece := map[byte]rules.Piece{
		'N': rules.PieceOf(rules.White, rules.Knight), 'B': rules.PieceOf(rules.White, rules.Bishop),
		'p': rules.PieceOf(rules.Black, rules.Pawn), 'n': rules.PieceOf(rules.Black, rules.Knight), 'b': rules.PieceOf(rules.Black, rules.Bishop),
		'r': rules.PieceOf(rules.Black, rules.Rook), 'q': rules.PieceOf(rules.Black, rules.Queen),
	}[pieces[0]]
	for sq := from; sq <= rules.H8; sq++ {
		if s.Board[sq] != rules.NoPiece || piece.Kind() == rules.Pawn && (sq.Rank() == 0 || sq.Rank() == 7) {
			continue
		}
		s.Board[sq] = piece
		next := rules.A1
		if len(pieces) > 1 && pieces[1] == pieces[0] {
			next = sq + 1 // which of two like pieces stands where makes no difference
		}
		tried += tryEverywhere(t, s, pieces[1:], next)
		s.Board[sq] = rules.NoPiece
	}
	return tried
}
