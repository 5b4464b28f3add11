package rules

// A Setup is the content of a FEN before any check whether it can be played: any placement, any
// claims about castling and en passant. Make one with ParseFEN or Position.Setup, or by hand with
// EnPassant set to NoSquare and FullmoveNumber to 1. NewPosition makes it a Position.
type Setup struct {
	Board          [64]Piece // by Square
	Turn           Color     // the player to move
	Castling       Squares   // the rooks that have not lost the right to castle
	EnPassant      Square    // the square a pawn has just passed over, whether or not it can be captured; else NoSquare
	HalfmoveClock  int       // half-moves since the last capture or pawn move
	FullmoveNumber int       // number of the current move
}

// Fields of a FEN, as errors and warnings name them.
const (
	fieldFEN       = "fen"
	fieldPlacement = "placement"
	fieldTurn      = "turn"
	fieldCastling  = "castling"
	fieldEnPassant = "en passant"
	fieldHalfmove  = "halfmove clock"
	fieldFullmove  = "fullmove number"
)

func (s *Setup) find(c Color, k Kind) (set Squares) {
	for sq, p := range s.Board {
		if p == PieceOf(c, k) {
			set |= bit(Square(sq))
		}
	}
	return set
}

// NewPosition checks a Setup and returns the Position it describes. It refuses, with a *SetupError,
// what no rules allow to play from: a side without exactly one king or with more than sixteen
// pieces, pawns on the first or eighth rank, the player not to move in check, castling rights
// without king and rook in place (in standard chess: on their original squares), an en passant
// square that no pawn has just passed, counters out of range. It accepts everything else, however
// it may have arisen; see Warnings.
func NewPosition(s Setup, v Variant) (Position, error) {
	p := Position{turn: s.Turn & 1, variant: v, ep: NoSquare}
	for _, place := range []func(*Position) *SetupError{s.placePieces, s.grantCastling, s.openEnPassant, s.setCounters} {
		if err := place(&p); err != nil {
			err.FEN = s.fen()
			return Position{}, err
		}
	}
	return p, nil
}

// placePieces refuses boards that no rules allow to play on.
func (s *Setup) placePieces(p *Position) *SetupError {
	for sq := A1; sq <= H8; sq++ {
		piece := s.Board[sq]
		if piece != NoPiece && (piece.Kind() == NoKind || piece.Kind() > King || piece > PieceOf(Black, King)) {
			return badFEN(fieldPlacement, BadPiece, "%v holds %d, which is not a piece", sq, piece)
		}
		p.put(sq, piece)
	}
	for c := White; c <= Black; c++ {
		switch kings := s.find(c, King); {
		case kings == 0:
			return badFEN(fieldPlacement, NoKing, "%s has no king", c.name())
		case kings.more():
			return badFEN(fieldPlacement, ManyKings, "%s has %d kings, on %v", c.name(), kings.Count(), kings)
		}
		if n := p.of(c).Count(); n > 16 {
			return badFEN(fieldPlacement, ManyPieces, "%s has %d pieces, more than the sixteen of a game", c.name(), n)
		}
	}
	if bad := p.pawns() & (rank1 | rank8); bad != 0 {
		return badFEN(fieldPlacement, PawnOnLastRank, "a pawn cannot stand on %v", bad.First())
	}
	other := p.turn.Other()
	if by := p.Attackers(p.king(other), p.turn); by != 0 {
		return badFEN(fieldTurn, OpponentInCheck, "%s is to move and already attacks the king on %v from %v",
			p.turn.name(), p.king(other), by)
	}
	return nil
}

// grantCastling refuses rights without king and rook in place.
func (s *Setup) grantCastling(p *Position) *SetupError {
	for c := White; c <= Black; c++ {
		rights := s.Castling & c.homeRank()
		if rights == 0 {
			continue
		}
		king := p.king(c)
		if !c.homeRank().Has(king) {
			return badFEN(fieldCastling, CastlingKingAway, "%s may not castle with the king on %v", c.name(), king)
		}
		if missing := rights &^ s.find(c, Rook); missing != 0 {
			return badFEN(fieldCastling, NoCastlingRook, "%s has no rook on %v to castle with", c.name(), missing.First())
		}
		before := rights & (bit(king) - 1)
		if before.more() || (rights &^ before).more() {
			return badFEN(fieldCastling, ManyCastlingRooks, "%s can castle with one rook on each side of the king, not with those on %v", c.name(), rights)
		}
		if p.variant == Standard && (king.File() != 4 || rights&^(fileA|fileH) != 0) {
			return badFEN(fieldCastling, NotStandardCastling,
				"in standard chess the king castles from the e file with rooks of the a and h files, not from %v with %v; is this Chess960?", king, rights)
		}
	}
	if bad := s.Castling &^ (rank1 | rank8); bad != 0 {
		return badFEN(fieldCastling, NoCastlingRook, "a rook on %v has moved and cannot castle", bad.First())
	}
	p.castling = s.Castling
	return nil
}

// openEnPassant refuses a square that no pawn has just passed.
func (s *Setup) openEnPassant(p *Position) *SetupError {
	ep, other := s.EnPassant, p.turn.Other()
	if ep == NoSquare {
		return nil
	}
	want := 5
	if p.turn == Black {
		want = 2
	}
	if ep > NoSquare || ep.Rank() != want {
		return badFEN(fieldEnPassant, ImpossibleEnPassant, "with %v to move it is a square of rank %d or NoSquare, not %v", p.turn, want+1, ep)
	}
	pawn, origin := ep^8, ep+8
	if p.turn == Black {
		origin = ep - 8
	}
	if s.Board[pawn] != PieceOf(other, Pawn) || s.Board[ep] != NoPiece || s.Board[origin] != NoPiece {
		return badFEN(fieldEnPassant, ImpossibleEnPassant, "no %v pawn has just stepped from %v over %v to %v", other, origin, ep, pawn)
	}
	p.setEnPassant(ep)
	return nil
}

func (s *Setup) setCounters(p *Position) *SetupError {
	if s.HalfmoveClock < 0 || s.HalfmoveClock > counterLimit {
		return badFEN(fieldHalfmove, BadCounter, "%d is not within 0 and %d", s.HalfmoveClock, counterLimit)
	}
	if s.FullmoveNumber < 1 || s.FullmoveNumber > counterLimit {
		return badFEN(fieldFullmove, BadCounter, "%d is not within 1 and %d", s.FullmoveNumber, counterLimit)
	}
	p.halfmove, p.fullmove = uint16(s.HalfmoveClock), uint16(s.FullmoveNumber)
	return nil
}

// Setup is the position in the form of a FEN.
func (p Position) Setup() Setup {
	s := Setup{Turn: p.turn, Castling: p.castling, EnPassant: p.ep,
		HalfmoveClock: int(p.halfmove), FullmoveNumber: int(p.fullmove)}
	for sq := range s.Board {
		s.Board[sq] = p.At(Square(sq))
	}
	return s
}
