package rules

// A Move is a move as a value of 16 bits: where from, where to, and what is special about it. It
// has a meaning only together with a position. NoMove, the zero value, is no move.
//
// Castling is a separate kind of move: From is the king's square and To is the castling rook's
// square, in standard chess and in Chess960 alike. A king step and a castling therefore always
// differ. Position.CastlingTargets tells where the two pieces go.
//
// Bits 0-5 are the origin, 6-11 the target, 12-15 the flag: 0 for a plain move or capture,
// flagCastling, flagEnPassant, or flagPromotion plus the kind.
type Move uint16

// NoMove is the zero Move.
const NoMove Move = 0

const (
	flagCastling  Move = 1 << 12
	flagEnPassant Move = 2 << 12
	flagPromotion Move = 8 << 12 // with the Kind in bits 12-14
	flagMask      Move = 15 << 12
)

func makeMove(from, to Square, flag Move) Move { return Move(from) | Move(to)<<6 | flag }

func promotionFlag(k Kind) Move { return flagPromotion | Move(k)<<12 }

// From is the square the piece leaves, for castling the king's.
func (m Move) From() Square { return Square(m & 63) }

// To is the square the piece goes to; for castling it is always the rook's square.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// IsCastling reports whether the move is castling.
func (m Move) IsCastling() bool { return m&flagMask == flagCastling }

// IsEnPassant reports whether the move is a capture en passant.
func (m Move) IsEnPassant() bool { return m&flagMask == flagEnPassant }

// Promotion is the kind a pawn becomes, or NoKind if the move is no promotion.
func (m Move) Promotion() Kind {
	if m&flagPromotion == 0 {
		return NoKind
	}
	return Kind(m >> 12 & 7)
}

// UCI writes the move as the Universal Chess Interface does: origin, target and a small letter for
// a promotion. Castling is the king's step of two squares in standard chess (e1g1) and the king
// capturing its own rook in Chess960 (e1h1). NoMove is "0000".
func (m Move) UCI(v Variant) string {
	if m == NoMove {
		return "0000"
	}
	to := m.To()
	if v == Standard && m.IsCastling() {
		to, _ = castlingTargets(m)
	}
	var b [5]byte
	from := m.From()
	b[0], b[1] = 'a'+byte(from&7), '1'+byte(from>>3)
	b[2], b[3] = 'a'+byte(to&7), '1'+byte(to>>3)
	if k := m.Promotion(); k != NoKind {
		b[4] = k.Letter() | 0x20
		return string(b[:5])
	}
	return string(b[:4])
}

// String writes the move in UCI with castling as king takes rook, which is unambiguous in every
// variant.
func (m Move) String() string { return m.UCI(Chess960) }

// castlingTargets returns the squares on which king and rook end, the same in both variants: g and
// f file towards the h side, c and d file towards the a side (2009: 3.8ii and F3).
func castlingTargets(m Move) (kingTo, rookTo Square) {
	rank := m.From() &^ 7
	if m.To() > m.From() {
		return rank | 6, rank | 5
	}
	return rank | 2, rank | 3
}
