package spoken

import (
	"fmt"
	"strings"
	"sync"

	"touchmove/internal/words"
	"touchmove/reconcile/article4"
	"touchmove/rules"
)

// Set is a set of spoken names: German, which the Laws print, or a local one.
type Set uint8

// The sets. Spanish is printed in the edition of 2005; English and Portuguese are local
// sets, which an arbiter may allow.
const (
	German Set = iota
	Spanish
	English
	Portuguese
)

var codes = [...]string{"de", "es", "en", "pt"}

// String returns the language of the set (ISO 639-1).
func (s Set) String() string { return codes[s] }

// Codes returns the languages of the sets (ISO 639-1).
func Codes() []string { return codes[:] }

// ParseSet parses a language as written by String. The error lists the languages.
func ParseSet(code string) (Set, error) {
	for i, c := range codes {
		if c == code {
			return Set(i), nil
		}
	}
	return German, fmt.Errorf("%q is not a set of names: write %s", code, strings.Join(codes[:], ", "))
}

// Of returns the set printed in an edition: German, or Spanish in 2005.
func Of(l rules.Laws) Set {
	if article4.AnnouncesInSpanish(l) {
		return Spanish
	}
	return German
}

// Announced reports whether an edition requires announcements: from 2001 on.
func Announced(l rules.Laws) bool { return article4.HasAnnouncements(l) }

// vocabulary is the words of a set.
type vocabulary struct {
	files  []string
	ranks  []string
	pieces map[rules.Kind]string
	takes  string
	short  string // castling on the king's side
	long   string
}

// vocabularies has the words of every set, from the file of its language.
var vocabularies = sync.OnceValue(func() (list [len(codes)]vocabulary) {
	for i, code := range codes {
		l, err := rules.ParseLanguage(code)
		if err != nil {
			panic("spoken: " + err.Error()) // the codes are those of this package
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

// words returns the vocabulary of a set.
func (s Set) words() vocabulary { return vocabularies()[s] }

// Square returns the spoken name of a square, as in "Eva vier".
func (s Set) Square(sq rules.Square) string {
	v := s.words()
	return v.files[sq.File()] + " " + v.ranks[sq.Rank()]
}
