package rules

// A Closure holds, for every piece of a position, the squares on which it could ever stand,
// whatever legal moves are played. It may include squares that cannot be reached, but never omits
// one that can: it ignores checks, pins and the order of events, and it takes a square as passable
// unless its piece can never leave and never be captured. What a Closure excludes is therefore
// impossible; this is how locked positions are proved dead.
//
// It rests on invariants that every legal move keeps: a piece of the start position that is still
// on the board stands on a square of its Reach or, if promoted, of its PromotedReach; a piece that
// is gone is in Captured. Closed checks them.
type Closure struct {
	Start         Position
	Reach         [64]Squares // by the square a piece starts on
	PromotedReach [64]Squares // the squares a pawn can reach after promoting, by the square it starts on
	Captured      Squares     // starting squares of the pieces that might be captured
}

// ClosureOf computes the closure of a position. If the position allows a capture en passant, every
// set is full, since that capture removes a pawn from a square the capturer never enters.
func ClosureOf(p Position) *Closure {
	c := &Closure{Start: p}
	for s := range p.Occupied().All() {
		c.Reach[s] = bit(s)
		if p.ep != NoSquare {
			c.Reach[s], c.PromotedReach[s] = AllSquares, AllSquares
		}
	}
	if p.ep != NoSquare {
		c.Captured = p.occupied() &^ p.kings()
		return c
	}
	for c.grow() {
	}
	return c
}

// Closed reports whether no legal move leads out of the sets; this proves the invariants.
func (c *Closure) Closed() bool {
	again := *c
	for s := range c.Start.Occupied().All() {
		if !c.Reach[s].Has(s) {
			return false
		}
	}
	return !again.grow()
}

// fixed returns the squares whose piece can never leave and never be captured.
func (c *Closure) fixed() (set Squares) {
	for s := range (c.Start.occupied() &^ c.Captured).All() {
		if c.Reach[s] == bit(s) && c.PromotedReach[s] == 0 {
			set |= bit(s)
		}
	}
	return set
}

// visits returns the squares on which a colour's pieces other than the king may stand.
func (c *Closure) visits(color Color) (set Squares) {
	for s := range (c.Start.of(color) &^ c.Start.kings()).All() {
		set |= c.Reach[s] | c.PromotedReach[s]
	}
	return set
}

// held returns the squares that fixed pieces of a colour always attack: those next to them or a
// knight's jump away, where nothing can come between.
func (c *Closure) held(color Color, fixed Squares) (set Squares) {
	p := &c.Start
	for s := range (fixed & p.of(color)).All() {
		switch p.kindAt(s) {
		case Pawn:
			set |= table.pawn[color][s]
		case Knight:
			set |= table.knight[s]
		case Bishop:
			set |= table.king[s] & table.emptyBishop[s]
		case Rook:
			set |= table.king[s] & table.emptyRook[s]
		default:
			set |= table.king[s]
		}
	}
	return set
}

// grow adds what one more move of each piece reaches, and reports whether that added anything.
func (c *Closure) grow() (grown bool) {
	p := &c.Start
	fixed := c.fixed()
	fixedKings := fixed & p.kings()
	for color := White; color <= Black; color++ {
		other := color.Other()
		enemies := c.visits(other)
		held := c.held(other, fixed)
		var captures Squares // squares on which a piece of this colour may capture
		closed := fixed&p.of(color) | fixedKings
		for s := range p.of(color).All() {
			kind := p.kindAt(s)
			to := Squares(0)
			switch kind {
			case Pawn:
				push, take := c.pawnMoves(color, c.Reach[s], fixed, enemies)
				captures |= take
				to = push | take
				promoted := to&(rank1|rank8) | c.PromotedReach[s]
				more := promoted | c.pieceMoves(Queen, promoted, fixed)&^closed | c.pieceMoves(Knight, promoted, fixed)&^closed
				captures |= more
				grown = grown || more&^c.PromotedReach[s] != 0
				c.PromotedReach[s] |= more
				to &^= rank1 | rank8
			case King:
				to = c.pieceMoves(King, c.Reach[s], fixed) &^ closed &^ held
				captures |= to
				to |= c.castlings(color, s, fixed)
			default:
				to = c.pieceMoves(kind, c.Reach[s], fixed) &^ closed
				captures |= to
			}
			grown = grown || to&^c.Reach[s] != 0
			c.Reach[s] |= to
		}
		for s := range (p.of(other) &^ p.kings() &^ c.Captured).All() {
			if (c.Reach[s]|c.PromotedReach[s])&captures != 0 {
				c.Captured |= bit(s)
				grown = true
			}
		}
	}
	return grown
}

// pieceMoves returns the squares a piece reaches in one move from anywhere in a set, if only fixed
// pieces are in its way. It may land on the fixed pieces.
func (c *Closure) pieceMoves(k Kind, from, fixed Squares) (to Squares) {
	for s := range from.All() {
		switch k {
		case Knight:
			to |= table.knight[s]
		case Bishop:
			to |= bishopAttacks(s, fixed)
		case Rook:
			to |= rookAttacks(s, fixed)
		case Queen:
			to |= bishopAttacks(s, fixed) | rookAttacks(s, fixed)
		case King:
			to |= table.king[s]
		}
	}
	return to
}

// pawnMoves returns the squares a pawn reaches from anywhere in a set, by steps and by captures. It
// treats a double step as two single steps, so the pawn may also stand on the square it passes, and
// a capture en passant is a capture on that square.
func (c *Closure) pawnMoves(color Color, from, fixed, enemies Squares) (push, take Squares) {
	up := 8
	if color == Black {
		up = -8
	}
	return rotate(from, up) &^ fixed, pawnsAttack(color, from) & enemies
}

// castlings adds the rook's target to its reach and returns the king's targets, for each right that
// is left.
func (c *Closure) castlings(color Color, king Square, fixed Squares) (to Squares) {
	for rook := range (c.Start.castling & c.Start.of(color)).All() {
		kingTo, rookTo := castlingTargets(makeMove(king, rook, flagCastling))
		way := table.between[king][kingTo] | bit(kingTo) | table.between[rook][rookTo] | bit(rookTo)
		if way&^bit(king)&^bit(rook)&fixed == 0 {
			to |= bit(kingTo)
			c.Reach[rook] |= bit(rookTo)
		}
	}
	return to
}

// Excludes reports whether the closure proves that a colour can never checkmate. For every square
// on which the other king may stand, either that king cannot be attacked there, or it has a square
// to go to that none of its own pieces can occupy and no piece of the colour can ever attack.
func (c *Closure) Excludes(winner Color) bool {
	p := &c.Start
	loser := winner.Other()
	checks := c.checks(winner)
	attacks := checks | c.pieceMoves(King, c.Reach[p.king(winner)], 0)
	unsafe := attacks | c.visits(loser)
	for k := range (c.Reach[p.king(loser)] & checks).All() {
		if table.king[k]&^unsafe == 0 {
			return false
		}
	}
	return true
}

// checks returns the squares that a colour's pieces other than the king may ever attack. A king
// that can leave its square does not block them: the line is open behind it. A king that can never
// leave does block. For its own side that is right. For the other side it makes no difference,
// since each square beside such a king holds a fixed piece of its own, or is attacked by a fixed
// piece of the opponent's from so near that nothing can come between.
func (c *Closure) checks(winner Color) (set Squares) {
	p := &c.Start
	inWay := c.fixed()
	for s := range (p.of(winner) &^ p.kings()).All() {
		kind := p.kindAt(s)
		if kind != Pawn {
			set |= c.pieceMoves(kind, c.Reach[s], inWay)
			continue
		}
		set |= pawnsAttack(winner, c.Reach[s])
		set |= c.pieceMoves(Queen, c.PromotedReach[s], inWay) | c.pieceMoves(Knight, c.PromotedReach[s], inWay)
	}
	return set
}
