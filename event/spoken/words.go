package spoken

import (
	"fmt"

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

// ParseSet reads a language as String writes it.
func ParseSet(code string) (Set, error) {
	for i, c := range codes {
		if c == code {
			return Set(i), nil
		}
	}
	return German, fmt.Errorf("%q is no set of names: write de, es, en or pt", code)
}

// Of is the set that an edition prints: German, and translated in 2005.
func Of(l rules.Laws) Set {
	if _, spanish := article4.Announces(l); spanish {
		return Spanish
	}
	return German
}

// Announced says whether an edition has announcements: from 2001 on.
func Announced(l rules.Laws) bool {
	is, _ := article4.Announces(l)
	return is
}

// vocabulary is the words of a set.
type vocabulary struct {
	files  [8]string
	ranks  [8]string
	pieces map[rules.Kind]string
	takes  string
	short  string // castling on the king's side
	long   string
}

var vocabularies = [...]vocabulary{
	German: {
		files:  [8]string{"Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector"},
		ranks:  [8]string{"eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht"},
		pieces: map[rules.Kind]string{rules.King: "König", rules.Queen: "Dame", rules.Rook: "Turm", rules.Bishop: "Läufer", rules.Knight: "Springer", rules.Pawn: "Bauer"},
		takes:  "schlägt", short: "kurze Rochade", long: "lange Rochade",
	},
	Spanish: {
		files:  [8]string{"Ana", "Bella", "César", "David", "Eva", "Félix", "Gustavo", "Héctor"},
		ranks:  [8]string{"uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho"},
		pieces: map[rules.Kind]string{rules.King: "rey", rules.Queen: "dama", rules.Rook: "torre", rules.Bishop: "alfil", rules.Knight: "caballo", rules.Pawn: "peón"},
		takes:  "por", short: "enroque corto", long: "enroque largo",
	},
	English: {
		files:  [8]string{"Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector"},
		ranks:  [8]string{"one", "two", "three", "four", "five", "six", "seven", "eight"},
		pieces: map[rules.Kind]string{rules.King: "king", rules.Queen: "queen", rules.Rook: "rook", rules.Bishop: "bishop", rules.Knight: "knight", rules.Pawn: "pawn"},
		takes:  "takes", short: "short castling", long: "long castling",
	},
	Portuguese: {
		files:  [8]string{"Ana", "Bela", "César", "David", "Eva", "Félix", "Gustavo", "Heitor"},
		ranks:  [8]string{"um", "dois", "três", "quatro", "cinco", "seis", "sete", "oito"},
		pieces: map[rules.Kind]string{rules.King: "rei", rules.Queen: "dama", rules.Rook: "torre", rules.Bishop: "bispo", rules.Knight: "cavalo", rules.Pawn: "peão"},
		takes:  "toma", short: "roque pequeno", long: "roque grande",
	},
}

// Square is the name of a square, as in "Eva vier".
func (s Set) Square(sq rules.Square) string {
	v := &vocabularies[s]
	return v.files[sq.File()] + " " + v.ranks[sq.Rank()]
}
