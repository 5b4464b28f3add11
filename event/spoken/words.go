package spoken

import (
	"fmt"
	"strings"
	"sync"

	"touchmove/internal/words"
	"touchmove/reconcile/article4"
	"touchmove/rules"
)

// Set is the names that are spoken: German, which the Laws print, or a local one.
type Set uint8

// The sets. Spanish is the one of the print of 2005; English and Portuguese are local
// sets as the arbiter may allow.
const (
	German Set = iota
	Spanish
	English
	Portuguese
)

var codes = [...]string{"de", "es", "en", "pt"}

// String is the language of the set (ISO 639-1).
func (s Set) String() string { return codes[s] }

// Codes are the languages of the sets (ISO 639-1).
func Codes() []string { return codes[:] }

// ParseSet reads a language as String writes it.
func ParseSet(code string) (Set, error) {
	for i, c := range codes {
		if c == code {
			return Set(i), nil
		}
	}
	return German, fmt.Errorf("%q is not a set of names: write %s", code, strings.Join(codes[:], ", "))
}

// Of is the set that an edition prints: German, and translated in 2005.
func Of(l rules.Laws) Set {
	if _, spanish := article4.HasAnnouncements(l); spanish {
		return Spanish
	}
	return German
}

// Announced reports whether an edition has announcements: from 2001 on.
func Announced(l rules.Laws) bool {
	is, _ := article4.HasAnnouncements(l)
	return is
}

// vocabulary is the words of a set.
type vocabulary struct {
	files  []string
	ranks  []string
	pieces map[rules.Kind]string
	takes  string
	short  string // castling on the king's side
	long   string
}

// vocabularies are the words of every set, from the file of its language.
var vocabularies = sync.OnceValue(func() (list [len(codes)]vocabulary) {
	for i, code := range codes {
		l, err := rules.ParseLanguage(code)
		if err != nil {
			panic("spoken: " + err.Error()) // codes of this package
		}
		w, _ := words.In(l)
		list[i] = vocabulary{
			files: strings.Fields(w.T("spoken.files")), ranks: strings.Fields(w.T("spoken.ranks")), pieces: map[rules.Kind]string{},
			takes: w.T("spoken.takes"), short: w.T("spoken.short"), long: w.T("spoken.long"),
		}
		for kind, letter := range map[rules.Kind]string{rules.King: "k", rules.Queen: "q", rules.Rook: "r", rules.Bishop: "b", rules.Knight: "n", rules.Pawn: "p"} {
			list[i].pieces[kind] = w.T("piece." + letter)
		}
	}
	return list
})

// words are the vocabulary of a set.
func (s Set) words() vocabulary { return vocabularies()[s] }

// Square is the name of a square, as in "Eva vier".
func (s Set) Square(sq rules.Square) string {
	v := s.words()
	return v.files[sq.File()] + " " + v.ranks[sq.Rank()]
}
