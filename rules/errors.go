package rules

import (
	"errors"
	"fmt"
	"strings"
)

// A Reason names why a FEN or a Setup was refused, or what is odd about it. Its spelling never
// changes, so programs may compare it.
type Reason string

// Reasons for which ParseFEN refuses a text.
const (
	BadFieldCount Reason = "bad_field_count" // not 4 to 6 fields
	BadPlacement  Reason = "bad_placement"   // the board is not eight ranks of eight squares
	BadTurn       Reason = "bad_turn"        // neither w nor b
	BadCastling   Reason = "bad_castling"    // not a list of castling letters
	BadEnPassant  Reason = "bad_en_passant"  // neither - nor a square of the third or sixth rank
	BadCounter    Reason = "bad_counter"     // a move counter is not a number or is too large
)

// Reasons for which NewPosition refuses a Setup. NoCastlingRook also comes from ParseFEN, which has
// to find the rook that K, Q, k or q stands for.
const (
	NoKing              Reason = "no_king"               // a side has no king
	ManyKings           Reason = "many_kings"            // a side has more than one king
	ManyPieces          Reason = "many_men"              // a side has more than sixteen pieces
	PawnOnLastRank      Reason = "pawn_on_last_rank"     // a pawn stands on the first or eighth rank
	OpponentInCheck     Reason = "opponent_in_check"     // the player not to move stands in check
	BadPiece            Reason = "bad_piece"             // a square holds a value that is not a piece
	NoCastlingRook      Reason = "no_castling_rook"      // a castling right without its rook
	CastlingKingAway    Reason = "castling_king_away"    // a castling right with the king off its first rank
	ManyCastlingRooks   Reason = "many_castling_rooks"   // two rights on the same side of the king
	NotStandardCastling Reason = "not_standard_castling" // a castling right of standard chess, with king or rook off the e, a and h files
	ImpossibleEnPassant Reason = "impossible_en_passant" // no pawn can have made the double step just now
)

// A SetupError tells why a FEN or a Setup was refused.
type SetupError struct {
	FEN    string // the text read, or the set-up written as one
	Field  string // placement, turn, castling, en passant, halfmove clock, fullmove number or fen
	Reason Reason
	Detail string // a sentence about this case
}

// Error names the field, explains, and quotes the text. The reason is for programs.
func (e *SetupError) Error() string {
	if e.Field == fieldFEN {
		return fmt.Sprintf("%s (in %q)", e.Detail, e.FEN)
	}
	return fmt.Sprintf("%s: %s (in %q)", e.Field, e.Detail, e.FEN)
}

// The kinds of error in the text of a move; errors.Is finds them in a *MoveError.
var (
	ErrInvalidMove   = errors.New("invalid move")   // the text is not a move
	ErrIllegalMove   = errors.New("illegal move")   // the text is a move, but not a legal one here
	ErrAmbiguousMove = errors.New("ambiguous move") // several legal moves fit
)

// A MoveError tells why a move was refused.
type MoveError struct {
	Text       string // the text read
	FEN        string // the position it was read in
	Err        error  // ErrInvalidMove, ErrIllegalMove or ErrAmbiguousMove
	Detail     string // a phrase about this case, or empty
	Candidates []Move // of an ambiguous move: the moves that fit
}

// Error names what is wrong and quotes the text and the position.
func (e *MoveError) Error() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%v %q", e.Err, e.Text)
	if e.Detail != "" {
		s.WriteString(": " + e.Detail)
	}
	fmt.Fprintf(&s, " (in %q)", e.FEN)
	return s.String()
}

// Unwrap returns ErrInvalidMove, ErrIllegalMove or ErrAmbiguousMove.
func (e *MoveError) Unwrap() error { return e.Err }

func (p *Position) moveError(err error, text, detail string) *MoveError {
	return &MoveError{Text: text, FEN: p.FEN(), Err: err, Detail: detail}
}
