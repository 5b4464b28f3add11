package rules

import (
	"fmt"
	"strings"
)

// ParseSAN reads a legal move in English algebraic notation, short or long, as people and programs
// write it. See ParseNotation.
func (p Position) ParseSAN(text string) (Move, error) { return p.ParseNotation(text, English) }

// ParseNotation reads a legal move in algebraic notation with a language's letters or with
// figurines. It takes O-O, 0-0 and o-o; e8=Q, e8Q, e8(Q) and e8/Q; Nf3, Ngf3, Ng1f3 and Ng1-f3; e4,
// e2-e4 and e2e4; x, : or nothing for a capture; marks of check, mate, en passant, a draw offer and
// !? are optional and, except for en passant, not checked. A text that fits several legal moves is
// refused with an error that names them. Errors are *MoveError.
func (p Position) ParseNotation(text string, l Language) (Move, error) {
	return p.parseNotation(text, l)
}

func (p *Position) parseNotation(text string, l Language) (Move, error) {
	want, problem := readNotation(text, l)
	if problem != "" {
		return NoMove, p.moveError(ErrInvalidMove, text, problem)
	}
	if !want.castling {
		if m := p.onlySource(&want); m != NoMove {
			return m, nil
		}
	}
	var list moveList
	moves := list[:p.generate(&list, AllSquares)]
	found, first := 0, NoMove
	for _, m := range moves {
		if (m.To() == want.to || want.castling) && want.fits(p, m) {
			if found == 0 {
				first = m
			}
			found++
		}
	}
	switch found {
	case 1:
		return first, nil
	case 0:
		return NoMove, p.moveError(ErrIllegalMove, text, "")
	}
	e := p.moveError(ErrAmbiguousMove, text, "")
	var names []string
	for _, m := range moves {
		if want.fits(p, m) {
			e.Candidates = append(e.Candidates, m)
			names = append(names, p.SAN(m))
		}
	}
	e.Detail = "it could be " + strings.Join(names, " or ")
	return NoMove, e
}

// onlySource finds the move quickly if the text fits exactly one legal move, as nearly every text
// does; otherwise it returns NoMove.
func (p *Position) onlySource(want *notated) Move {
	from := p.sources(want.kind, want.to)
	if want.file >= 0 {
		from &= FileSquares(int(want.file))
	}
	if want.rank >= 0 {
		from &= RankSquares(int(want.rank))
	}
	if from == 0 || from.more() {
		return NoMove
	}
	m := makeMove(from.First(), want.to, 0)
	if want.kind == Pawn {
		if (rank1 | rank8).Has(want.to) != (want.promotion != NoKind) {
			return NoMove
		}
		if want.promotion != NoKind {
			m |= promotionFlag(want.promotion)
		}
		if want.to == p.ep {
			m |= flagEnPassant
		}
	}
	if want.enPassant && !m.IsEnPassant() {
		return NoMove
	}
	return m
}

// A notated is what the text of a move says; -1, NoKind and so on mean that it does not say.
type notated struct {
	kind        Kind
	file, rank  int8 // of the origin
	to          Square
	promotion   Kind
	enPassant   bool
	castling    bool
	castlesLong bool
}

func (n *notated) fits(p *Position, m Move) bool {
	if n.castling || m.IsCastling() {
		return n.castling && m.IsCastling() && n.castlesLong == (m.To() < m.From())
	}
	return m.To() == n.to && p.kindAt(m.From()) == n.kind &&
		(n.file < 0 || m.From()&7 == Square(n.file)) && (n.rank < 0 || m.From()>>3 == Square(n.rank)) &&
		(n.promotion == NoKind || m.Promotion() == n.promotion) &&
		(!n.enPassant || m.IsEnPassant())
}

// readNotation splits the text of a move into its parts; problem is empty if it is well formed.
func readNotation(text string, l Language) (n notated, problem string) {
	s := n.cutMarks(strings.TrimSpace(text))
	if s == "" {
		return n, "there is no move in it"
	}
	if s[0] == 'O' || s[0] == '0' || s[0] == 'o' {
		return n, n.readCastling(s)
	}
	n.kind, s = l.CutLetter(s)
	if n.kind == NoKind {
		n.kind = Pawn
	}

	coords, count, rest := cutCoordinates(s)
	// The small letter of a promotion, as in e8b, may look like a file.
	if count >= 3 && coords[count-1] >= 'a' && rest == "" {
		count--
		rest = s[len(s)-1:]
	}
	if problem := n.readSquares(coords[:count]); problem != "" {
		return n, problem
	}
	if rest != "" && (n.kind != Pawn || !n.readPromotion(rest, l)) {
		return n, fmt.Sprintf("nothing is known to be meant by %q", rest)
	}
	return n, ""
}

// cutCoordinates reads up to four letters of files and digits of ranks, skipping signs of a move or
// a capture between them, and returns the rest.
func cutCoordinates(s string) (coords [4]byte, n int, rest string) {
	for s != "" {
		c := s[0]
		switch {
		case c >= 'a' && c <= 'h' || c >= '1' && c <= '8':
			if n == len(coords) {
				return coords, n, s
			}
			coords[n], s = c, s[1:]
			n++
		case c == 'x' || c == ':' || c == '-':
			s = s[1:]
		case strings.HasPrefix(s, "×"):
			s = s[len("×"):]
		case strings.HasPrefix(s, "–"):
			s = s[len("–"):]
		default:
			return coords, n, s
		}
	}
	return coords, n, ""
}

// readSquares reads the target from the last two coordinates and the origin from up to two before
// them.
func (n *notated) readSquares(coords []byte) (problem string) {
	last := len(coords) - 2
	if last < 0 || coords[last] < 'a' || coords[last+1] >= 'a' {
		return "it names no target square"
	}
	n.to = SquareAt(int(coords[last]-'a'), int(coords[last+1]-'1'))
	n.file, n.rank = -1, -1
	for j, c := range coords[:last] {
		switch {
		case c >= 'a' && j == 0:
			n.file = int8(c - 'a')
		case c < 'a' && n.rank < 0 && j == last-1:
			n.rank = int8(c - '1')
		default:
			return "the origin before the target is not a file, rank or square"
		}
	}
	return ""
}

// cutMarks removes marks that may follow a move but are not needed to identify it.
func (n *notated) cutMarks(s string) string {
	for s != "" {
		switch s[len(s)-1] {
		case '+', '#', '!', '?', ' ':
			s = s[:len(s)-1]
			continue
		case '.', 'p', ')', 0xa0, 0xa1: // the last bytes of e.p., (=), † and ‡
		default:
			return s
		}
		t := s
		for _, mark := range [...]string{"e.p.", "a.p.", "e.p", "ep", DrawOffer, "†", "‡"} {
			if t = strings.TrimSuffix(s, mark); t != s {
				n.enPassant = n.enPassant || mark[len(mark)-1] == '.' || mark[len(mark)-1] == 'p'
				break
			}
		}
		if t == s {
			return s
		}
		s = t
	}
	return s
}

func (n *notated) readCastling(s string) (problem string) {
	sides, dash := 0, true
	for _, c := range s {
		switch {
		case (c == 'O' || c == '0' || c == 'o') && dash:
			sides, dash = sides+1, false
		case (c == '-' || c == '–') && !dash:
			dash = true
		default:
			return "castling is O-O or O-O-O"
		}
	}
	if sides < 2 || sides > 3 || dash {
		return "castling is O-O or O-O-O"
	}
	n.castling, n.castlesLong = true, sides == 3
	return ""
}

func (n *notated) readPromotion(s string, l Language) bool {
	switch s[0] {
	case '=', '/':
		s = s[1:]
	case '(':
		if !strings.HasSuffix(s, ")") {
			return false
		}
		s = s[1 : len(s)-1]
	}
	k, rest := l.CutLetter(s)
	if k == NoKind && len(s) == 1 && s[0] >= 'a' && s[0] <= 'z' {
		k, rest = l.CutLetter(strings.ToUpper(s))
	}
	if k < Knight || k > Queen || rest != "" {
		return false
	}
	n.promotion = k
	return true
}
