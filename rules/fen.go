package rules

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// ParseFEN reads a position in Forsyth-Edwards notation (PGN standard 1994, section 16.1), with
// castling in the classic form KQkq, in X-FEN (KQkq is the outermost rook, a file letter any
// other), or in Shredder-FEN (file letters only). The counters, the last two fields, may be
// missing: they are then 0 and 1. A move number 0, which some programs write, is read as 1. Errors
// are *SetupError. ParseFEN does not check whether the position is possible; NewPosition does that.
func ParseFEN(fen string) (Setup, error) {
	s := Setup{EnPassant: NoSquare, FullmoveNumber: 1}
	if err := s.parse(strings.Fields(fen)); err != nil {
		err.FEN = fen
		return Setup{}, err
	}
	return s, nil
}

// badFEN makes the error about a field; ParseFEN adds the text.
func badFEN(field string, r Reason, format string, args ...any) *SetupError {
	return &SetupError{Field: field, Reason: r, Detail: fmt.Sprintf(format, args...)}
}

func (s *Setup) parse(f []string) *SetupError {
	if len(f) < 4 || len(f) > 6 {
		return badFEN(fieldFEN, BadFieldCount, "a FEN has 4 to 6 fields (placement, turn, castling, en passant, and two counters), this has %d", len(f))
	}
	if err := s.parsePlacement(f[0]); err != nil {
		return err
	}
	switch f[1] {
	case "w":
	case "b":
		s.Turn = Black
	default:
		return badFEN(fieldTurn, BadTurn, "%q is neither w nor b", f[1])
	}
	if f[2] != "-" {
		for i := range len(f[2]) {
			if err := s.parseCastling(f[2], f[2][i]); err != nil {
				return err
			}
		}
	}
	if f[3] != "-" {
		ep, err := ParseSquare(f[3])
		if err != nil || ep.Rank() != 2 && ep.Rank() != 5 {
			return badFEN(fieldEnPassant, BadEnPassant, "%q is neither - nor a square of the third or sixth rank", f[3])
		}
		s.EnPassant = ep
	}
	return s.parseCounters(f[4:])
}

func (s *Setup) parsePlacement(field string) *SetupError {
	ranks := strings.Split(field, "/")
	if len(ranks) != 8 {
		return badFEN(fieldPlacement, BadPlacement, "want 8 ranks between slashes, found %d", len(ranks))
	}
	for i, rank := range ranks {
		file, digit := 0, false
		for j := range len(rank) {
			c := rank[j]
			if c >= '1' && c <= '8' {
				if digit {
					return badFEN(fieldPlacement, BadPlacement, "rank %d has two numbers in a row", 8-i)
				}
				file, digit = file+int(c-'0'), true
				continue
			}
			digit = false
			p := pieceOfLetter(c)
			if p == NoPiece {
				return badFEN(fieldPlacement, BadPlacement, "rank %d: %q is neither a piece (PNBRQK, pnbrqk) nor a number 1-8", 8-i, c)
			}
			if file < 8 {
				s.Board[SquareAt(file, 7-i)] = p
			}
			file++
		}
		if file != 8 {
			return badFEN(fieldPlacement, BadPlacement, "rank %d has %d squares instead of 8", 8-i, file)
		}
	}
	return nil
}

// parseCastling reads one letter of the field: K or Q for the outermost rook, else the rook's file.
func (s *Setup) parseCastling(field string, c byte) *SetupError {
	color := White
	if c >= 'a' {
		color = Black
	}
	letter, home := c&^0x20, color.homeRank()
	var rook Squares
	switch {
	case letter == 'K' || letter == 'Q':
		rooks, king := s.find(color, Rook)&home, s.find(color, King)&home
		if king == 0 {
			return badFEN(fieldCastling, CastlingKingAway, "%q: %s's king is not on its first rank", c, color.name())
		}
		if letter == 'K' {
			rook = highest(rooks &^ (king - 1))
		} else {
			rook = rooks & -rooks & (king - 1)
		}
		if rook == 0 {
			return badFEN(fieldCastling, NoCastlingRook, "%q: %s has no rook on that side of the king", c, color.name())
		}
	case letter >= 'A' && letter <= 'H' && (c >= 'a' || c == letter):
		rook = home & FileSquares(int(letter-'A'))
	default:
		return badFEN(fieldCastling, BadCastling, "%q is neither - nor letters of KQkq, A-H and a-h", field)
	}
	if s.Castling&rook != 0 {
		return badFEN(fieldCastling, BadCastling, "%q names the rook on %v twice", field, rook.First())
	}
	s.Castling |= rook
	return nil
}

// parseCounters reads the fields that may be missing.
func (s *Setup) parseCounters(f []string) *SetupError {
	for i, counter := range []struct {
		field string
		into  *int
	}{{fieldHalfmove, &s.HalfmoveClock}, {fieldFullmove, &s.FullmoveNumber}} {
		if i >= len(f) {
			break
		}
		n, err := strconv.ParseUint(f[i], 10, 32)
		if err != nil || n > counterLimit {
			return badFEN(counter.field, BadCounter, "%q is not a number from 0 to %d", f[i], counterLimit)
		}
		*counter.into = int(n)
	}
	s.FullmoveNumber = max(s.FullmoveNumber, 1)
	return nil
}

// highest returns a set with only the last square of a set, empty for the empty set.
func highest(b Squares) Squares {
	if b == 0 {
		return 0
	}
	return 1 << (bits.Len64(uint64(b)) - 1)
}

// FEN writes the position in X-FEN, which for standard chess is plain FEN. The en passant square appears
// only if a capture there is legal, so the same position always gives the same text.
func (p Position) FEN() string {
	s := p.Setup()
	return s.fen()
}

// ShredderFEN writes the position with castling rooks named by their files, as in HAha.
func (p Position) ShredderFEN() string {
	s := p.Setup()
	return s.write(true)
}

// FEN writes the set-up in X-FEN as it is, without checking it.
func (s Setup) FEN() string { return s.fen() }

func (s *Setup) fen() string { return s.write(false) }

func (s *Setup) write(shredder bool) string {
	b := make([]byte, 0, 96)
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			p := s.Board[SquareAt(file, rank)]
			if p == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				b = append(b, '0'+empty)
				empty = 0
			}
			b = append(b, p.letter())
		}
		if empty > 0 {
			b = append(b, '0'+empty)
		}
		if rank > 0 {
			b = append(b, '/')
		}
	}
	if s.Turn == White {
		b = append(b, " w "...)
	} else {
		b = append(b, " b "...)
	}
	if s.Castling&(rank1|rank8) == 0 {
		b = append(b, '-')
	}
	for c := White; c <= Black; c++ {
		b = s.appendCastling(b, c, shredder)
	}
	b = append(b, ' ')
	b = append(b, s.EnPassant.String()...)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(s.HalfmoveClock), 10)
	b = append(b, ' ')
	return string(strconv.AppendInt(b, int64(s.FullmoveNumber), 10))
}

// appendCastling writes a colour's rights from the h file to the a file: K or Q for an outermost rook.
func (s *Setup) appendCastling(b []byte, c Color, shredder bool) []byte {
	home := c.homeRank()
	rights, rooks, king := s.Castling&home, s.find(c, Rook)&home, s.find(c, King)&home
	for rights != 0 {
		rook := highest(rights)
		rights &^= rook
		letter := 'A' + byte(rook.First().File())
		switch {
		case shredder || king == 0:
		case rook > king && rook == highest(rooks):
			letter = 'K'
		case rook < king && rook == rooks&-rooks:
			letter = 'Q'
		}
		if c == Black {
			letter |= 0x20
		}
		b = append(b, letter)
	}
	return b
}
