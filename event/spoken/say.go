package spoken

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"touchmove/rules"
)

// Say returns the announcement of a legal move: the algebraic notation with its letters
// spoken. The piece of a promotion is always named, which the Laws require from 2018 on and
// which the text of 2005 does too. Checks are not announced.
func (s Set) Say(p rules.Position, m rules.Move) string { return s.say(p, m, p.LegalMoves(nil)) }

func (s Set) say(p rules.Position, m rules.Move, legal []rules.Move) string {
	v := s.words()
	if m.IsCastling() {
		if kingTo, _ := p.CastlingTargets(m); kingTo.File() < 4 {
			return v.long
		}
		return v.short
	}
	var words []string
	kind := p.At(m.From()).Kind()
	from := m.From()
	captures := p.Captured(m) != rules.NoSquare
	switch {
	case kind != rules.Pawn:
		words = append(words, v.pieces[kind])
		file, rank := unsure(p, m, kind, legal)
		if file {
			words = append(words, v.files[from.File()])
		}
		if rank {
			words = append(words, v.ranks[from.Rank()])
		}
	case captures:
		words = append(words, v.files[from.File()])
	}
	if captures {
		words = append(words, v.takes)
	}
	words = append(words, s.Square(m.To()))
	if m.Promotion() != rules.NoKind {
		words = append(words, v.pieces[m.Promotion()])
	}
	return strings.Join(words, " ")
}

// unsure returns what has to be said of the square of departure because another piece of
// the same kind can go to the same square: the file, else the rank, else both.
func unsure(p rules.Position, m rules.Move, kind rules.Kind, legal []rules.Move) (file, rank bool) {
	others, sameFile, sameRank := false, false, false
	for _, other := range legal {
		if other.To() != m.To() || other.From() == m.From() || other.IsCastling() || p.At(other.From()).Kind() != kind {
			continue
		}
		others = true
		sameFile = sameFile || other.From().File() == m.From().File()
		sameRank = sameRank || other.From().Rank() == m.From().Rank()
	}
	switch {
	case !others:
		return false, false
	case !sameFile:
		return true, false
	case !sameRank:
		return false, true
	}
	return true, true
}

// The errors of Hear.
var (
	ErrNotRecognised = errors.New("no legal move is announced like this")
	ErrAmbiguous     = errors.New("more than one legal move is announced like this")
)

// Hear finds the legal move that an announcement means. Case and accents may differ, ü may
// be written ue, the word for a capture may be missing, and the square of departure may be
// added. The error wraps ErrNotRecognised or ErrAmbiguous.
func (s Set) Hear(p rules.Position, text string) (rules.Move, error) {
	want := s.plain(text)
	if len(want) == 0 {
		return rules.NoMove, ErrNotRecognised
	}
	var exact, long []rules.Move
	legal := p.LegalMoves(nil)
	for _, m := range legal {
		if slices.Equal(s.plain(s.say(p, m, legal)), want) {
			exact = append(exact, m)
		}
		if !m.IsCastling() && slices.Equal(s.plain(s.whole(p, m)), want) || !m.IsCastling() && slices.Equal(s.plain(s.squares(m)), want) {
			long = append(long, m)
		}
	}
	found := append(exact, long...)
	slices.Sort(found)
	found = slices.Compact(found)
	switch len(found) {
	case 0:
		return rules.NoMove, fmt.Errorf("%q: %w", text, ErrNotRecognised)
	case 1:
		return found[0], nil
	}
	return rules.NoMove, fmt.Errorf("%q: %w: say the square of departure too", text, ErrAmbiguous)
}

// whole returns a move as the piece and both squares.
func (s Set) whole(p rules.Position, m rules.Move) string {
	return s.words().pieces[p.At(m.From()).Kind()] + " " + s.squares(m)
}

// squares returns a move as its two squares.
func (s Set) squares(m rules.Move) string {
	text := s.Square(m.From()) + " " + s.Square(m.To())
	if m.Promotion() != rules.NoKind {
		text += " " + s.words().pieces[m.Promotion()]
	}
	return text
}

// fold replaces accented letters with plain ones, and punctuation with spaces.
var fold = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ê", "e", "ã", "a", ",", " ", ".", " ", "-", " ")

// plain returns the words of a text in lower case, without accents and without the word for
// a capture.
func (s Set) plain(text string) (words []string) {
	takes := fold.Replace(s.words().takes)
	for _, w := range strings.Fields(fold.Replace(strings.ToLower(text))) {
		if w != takes {
			words = append(words, w)
		}
	}
	return words
}
