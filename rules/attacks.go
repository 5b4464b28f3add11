package rules

//go:generate sh -c "go run ./internal/magicgen > magics.go && gofmt -w magics.go"

import "math/bits"

// Attacks of sliding pieces come from "magic" tables: the set of pieces on a square's lines,
// multiplied by a number found by trial, gives the index of its entry in the table of attacks. The
// method is Lasse Hansen's (2006); our multipliers are in magics.go.

type magic struct {
	mask   Squares // squares whose occupation matters
	mult   uint64
	offset uint32 // where the square's attacks begin in slides
	shift  uint32
}

type direction struct{ file, rank int }

var (
	straightDirections = []direction{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	diagonalDirections = []direction{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	knightSteps        = []direction{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	kingSteps          = append(append([]direction{}, straightDirections...), diagonalDirections...)
)

// slidesSize is the sum of 2^(squares that matter) over all squares: rooks 102400, bishops 5248.
const slidesSize = 102400 + 5248

// tables holds what is computed once, when the program starts, and never changed afterwards.
type tables struct {
	slides        [slidesSize]Squares
	rook, bishop  [64]magic
	knight, king  [64]Squares
	pawn          [2][64]Squares  // squares a pawn of the colour attacks
	between       [64][64]Squares // the squares strictly between two squares on a common line, else none
	line          [64][64]Squares // the whole line through two squares, edge to edge, else none
	pinUp         [64]Squares     // the file through a square
	pinWest       [2][64]Squares  // the diagonal through a square along which the colour's pawns capture towards the a file
	pinEast       [2][64]Squares  // the same, towards the h file
	emptyRook     [64]Squares
	emptyBishop   [64]Squares
	lastSlideUsed int
}

var table = makeTables()

func makeTables() *tables {
	t := new(tables)
	for s := A1; s <= H8; s++ {
		t.rook[s] = t.makeMagic(s, straightDirections, rookMultipliers[s])
		t.bishop[s] = t.makeMagic(s, diagonalDirections, bishopMultipliers[s])
		rising := slide(s, 0, []direction{{1, 1}, {-1, -1}})
		falling := slide(s, 0, []direction{{-1, 1}, {1, -1}})
		t.pinUp[s] = FileSquares(s.File())
		t.pinWest[White][s], t.pinEast[White][s] = falling, rising
		t.pinWest[Black][s], t.pinEast[Black][s] = rising, falling
		t.emptyRook[s] = slide(s, 0, straightDirections)
		t.emptyBishop[s] = slide(s, 0, diagonalDirections)
		t.knight[s], t.king[s] = steps(s, knightSteps), steps(s, kingSteps)
		t.pawn[White][s] = steps(s, []direction{{-1, 1}, {1, 1}})
		t.pawn[Black][s] = steps(s, []direction{{-1, -1}, {1, -1}})
	}
	for a := A1; a <= H8; a++ {
		for _, d := range kingSteps {
			ray := slide(a, 0, []direction{d})
			line := ray | slide(a, 0, []direction{{-d.file, -d.rank}}) | bit(a)
			for b := range ray.All() {
				t.between[a][b] = slide(a, bit(b), []direction{d}) &^ bit(b)
				t.line[a][b] = line
			}
		}
	}
	return t
}

func (t *tables) makeMagic(s Square, dirs []direction, mult uint64) magic {
	// An edge matters only to a piece that stands on it.
	var edges Squares
	if s.File() != 0 {
		edges |= fileA
	}
	if s.File() != 7 {
		edges |= fileH
	}
	if s.Rank() != 0 {
		edges |= rank1
	}
	if s.Rank() != 7 {
		edges |= rank8
	}
	mask := slide(s, 0, dirs) &^ edges
	n := mask.Count()
	m := magic{mask: mask, mult: mult, offset: uint32(t.lastSlideUsed), shift: uint32(64 - n)}
	t.lastSlideUsed += 1 << n
	for occ := Squares(0); ; {
		t.slides[uint64(m.offset)+uint64(occ)*mult>>m.shift] = slide(s, occ, dirs)
		if occ = (occ - mask) & mask; occ == 0 {
			return m
		}
	}
}

// slide walks from s in each direction, up to the edge or onto the first occupied square.
func slide(s Square, occ Squares, dirs []direction) (set Squares) {
	for _, d := range dirs {
		for at := s; ; {
			at = SquareAt(at.File()+d.file, at.Rank()+d.rank)
			set = set.With(at)
			if at == NoSquare || occ.Has(at) {
				break
			}
		}
	}
	return set
}

func steps(s Square, dirs []direction) (set Squares) {
	for _, d := range dirs {
		set = set.With(SquareAt(s.File()+d.file, s.Rank()+d.rank))
	}
	return set
}

func rookAttacks(s Square, occ Squares) Squares {
	m := &table.rook[s&63]
	return table.slides[uint64(m.offset)+uint64(occ&m.mask)*m.mult>>(m.shift&63)]
}

func bishopAttacks(s Square, occ Squares) Squares {
	m := &table.bishop[s&63]
	return table.slides[uint64(m.offset)+uint64(occ&m.mask)*m.mult>>(m.shift&63)]
}

// pawnsAttack returns the squares attacked by a set of pawns of one colour.
func pawnsAttack(c Color, pawns Squares) Squares {
	if c == White {
		return pawns&^fileA<<7 | pawns&^fileH<<9
	}
	return pawns&^fileA>>9 | pawns&^fileH>>7
}

// rotate moves every square of a set forward by n squares and wraps around at the end of the board.
func rotate(b Squares, n int) Squares { return Squares(bits.RotateLeft64(uint64(b), n)) }
