package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Language decides the letters of the pieces in algebraic notation. English is the zero value.
type Language uint8

// The languages. Figurine writes the pieces as chess symbols.
const (
	English Language = iota
	Spanish
	Portuguese
	German
	French
	Italian
	Dutch
	Figurine
)

var languages = [...]struct {
	name, code string // English name and code of ISO 639-1
	letters    string // from knight to king
	enPassant  string
}{
	English:    {"english", "en", "NBRQK", "e.p."},
	Spanish:    {"spanish", "es", "CATDR", "a.p."},
	Portuguese: {"portuguese", "pt", "CBTDR", "e.p."},
	German:     {"german", "de", "SLTDK", "e.p."},
	French:     {"french", "fr", "CFTDR", "e.p."},
	Italian:    {"italian", "it", "CATDR", "e.p."},
	Dutch:      {"dutch", "nl", "PLTDK", "e.p."},
	Figurine:   {"figurine", "figurine", "♘♗♖♕♔", "e.p."},
}

// ParseLanguage reads a language's English name in small letters or its code, as in "spanish" or "es".
func ParseLanguage(s string) (Language, error) {
	for l := range languages {
		if languages[l].name == s || languages[l].code == s {
			return Language(l), nil
		}
	}
	var names []string
	for l := range languages {
		name := languages[l].name
		if code := languages[l].code; code != name {
			name = code + " (" + name + ")"
		}
		names = append(names, name)
	}
	return English, fmt.Errorf("%q is not a language of notation: want one of %s", s, strings.Join(names, ", "))
}

// String is the language's English name in small letters.
func (l Language) String() string {
	if int(l) >= len(languages) {
		return fmt.Sprintf("Language(%d)", uint8(l))
	}
	return languages[l].name
}

// Letter is the language's letter for a kind, empty for a pawn.
func (l Language) Letter(k Kind) string {
	if k < Knight || k > King || int(l) >= len(languages) {
		return ""
	}
	if l != Figurine {
		i := int(k - Knight)
		return languages[l].letters[i : i+1]
	}
	return string(rune('♔') + rune(King-k))
}

// CutLetter reads a piece's letter, or a figurine of either colour, at the start of a text.
func (l Language) CutLetter(s string) (k Kind, rest string) {
	if s == "" {
		return NoKind, s
	}
	if s[0] < utf8.RuneSelf {
		if l == Figurine {
			l = English
		}
		if i := strings.IndexByte(languages[l].letters, s[0]); i >= 0 {
			return Knight + Kind(i), s[1:]
		}
		if s[0] == 'P' {
			return Pawn, s[1:]
		}
		return NoKind, s
	}
	r, n := utf8.DecodeRuneInString(s)
	if r >= '♔' && r <= '♟' {
		rest = strings.TrimPrefix(s[n:], "\ufe0e") // a variation selector that asks for text instead of an emoji
		if r >= '♚' {
			r -= '♚' - '♔'
		}
		return King - Kind(r-'♔'), rest
	}
	return NoKind, s
}

// A Style decides how castling, checks and the like are written.
type Style uint8

// The styles. PGN is the zero value.
const (
	PGN  Style = iota // O-O, e8=Q, +, #: the export format of the PGN standard, section 8.2.3
	FIDE              // 0-0, e8Q, +, ++, e.p. after a space: the Laws 2005 and 2009, appendices E and C
)

// A Notation is a way to write moves: a style and a language. The zero value is that of PGN.
type Notation struct {
	Style    Style
	Language Language
}

// DrawOffer is the mark a player's scoresheet gets for an offered draw (2009: 8.1, C12).
const DrawOffer = "(=)"

// SAN writes a legal move in Standard Algebraic Notation as PGN requires it.
func (p Position) SAN(m Move) string { return p.Notate(m, Notation{}) }

// Notate writes a legal move in short algebraic notation. It adds an origin only where several
// pieces could legally go to the target: the file, else the rank, else both.
func (p Position) Notate(m Move, n Notation) string {
	return string(p.appendNotation(make([]byte, 0, 16), m, n))
}

func (p *Position) appendNotation(b []byte, m Move, n Notation) []byte {
	from, to := m.From(), m.To()
	k := p.kindAt(from)
	switch {
	case m.IsCastling():
		o := byte('O')
		if n.Style == FIDE {
			o = '0'
		}
		b = append(b, o, '-', o)
		if to < from {
			b = append(b, '-', o)
		}
	case k == Pawn:
		if from.File() != to.File() {
			b = append(b, 'a'+byte(from.File()), 'x')
		}
		b = append(b, to.String()...)
		if promotion := m.Promotion(); promotion != NoKind {
			if n.Style == PGN {
				b = append(b, '=')
			}
			b = append(b, n.Language.Letter(promotion)...)
		}
	default:
		b = append(b, n.Language.Letter(k)...)
		file, rank := p.disambiguate(m, k)
		if file {
			b = append(b, 'a'+byte(from.File()))
		}
		if rank {
			b = append(b, '1'+byte(from.Rank()))
		}
		if p.occupied().Has(to) {
			b = append(b, 'x')
		}
		b = append(b, to.String()...)
	}
	if m.IsEnPassant() && n.Style == FIDE {
		b = append(b, ' ')
		b = append(b, languages[n.Language].enPassant...)
	}
	var q Position
	p.into(&q, m)
	if q.checkers() != 0 {
		switch {
		case q.HasLegalMove():
			b = append(b, '+')
		case n.Style == FIDE:
			b = append(b, "++"...)
		default:
			b = append(b, '#')
		}
	}
	return b
}

// disambiguate tells which parts of a piece's origin have to be written.
func (p *Position) disambiguate(m Move, k Kind) (file, rank bool) {
	if k == King {
		return false, false
	}
	rivals := p.sources(k, m.To()) &^ bit(m.From())
	switch {
	case rivals == 0:
		return false, false
	case rivals&FileSquares(m.From().File()) == 0:
		return true, false
	case rivals&RankSquares(m.From().Rank()) == 0:
		return false, true
	}
	return true, true
}
