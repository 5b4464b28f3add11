package entrants

import "strings"

// kind is the meaning of a column in a pairing list.
type kind uint8

const (
	noKind kind = iota
	boardColumn
	roundColumn
	resultColumn
	nameColumn
	titleColumn
	ratingColumn
	fideColumn
	federationColumn
)

// kindNames are the headings that pairing programs use for each kind of column, in English,
// German, Spanish and Portuguese, in lower case and without full stops and hyphens.
var kindNames = map[kind][]string{
	boardColumn:      {"bo", "board", "table", "brett", "br", "tisch", "mesa", "tab", "tablero", "tabuleiro"},
	roundColumn:      {"rd", "round", "runde", "ronda", "rodada"},
	resultColumn:     {"result", "res", "ergebnis", "erg", "resultado"},
	nameColumn:       {"name", "nombre", "nome", "player", "spieler", "jugador", "jogador"},
	titleColumn:      {"title", "titel", "tit", "titulo", "título", ""},
	ratingColumn:     {"rtg", "rating", "elo", "rtgi", "rtgint", "eloint", "elointl"},
	fideColumn:       {"fideid", "fide", "id", "fidecode", "idfide", "codigofide", "fideno"},
	federationColumn: {"fed", "federation", "verband", "land", "pais", "país", "federacion", "federação"},
}

// sideNames are the words for White and Black in headings.
var sideNames = [2][]string{
	{"white", "w", "weiß", "weiss", "blancas", "blanco", "brancas"},
	{"black", "b", "schwarz", "negras", "negro", "pretas"},
}

// column is the kind of a column, and the player it belongs to: 0 is White, 1 Black.
type column struct {
	kind kind
	side int
}

// columnsOf parses the line of headings. It returns false if the line does not name both
// players.
func columnsOf(row []cell) ([]column, bool) {
	list := make([]column, len(row))
	var next [federationColumn + 1]int
	names := [2]bool{}
	for i, c := range row {
		word := strings.NewReplacer(".", "", "-", "", " ", "", "_", "").Replace(strings.ToLower(c.text))
		k, side := kindOf(word)
		if k == noKind {
			continue
		}
		if k == titleColumn && word == "" && (i+1 >= len(row) || !isNameHeading(row[i+1].text)) {
			continue // an empty heading means a title only if a name follows
		}
		if side < 0 { // the first of its kind is White's
			side = next[k]
		}
		if side > 1 {
			continue
		}
		next[k] = side + 1
		list[i] = column{k, side}
		if k == nameColumn {
			names[side] = true
		}
	}
	return list, names[0] && names[1]
}

func isNameHeading(text string) bool {
	k, _ := kindOf(strings.NewReplacer(".", "", " ", "").Replace(strings.ToLower(text)))
	return k == nameColumn
}

// kindOf parses a heading. The side is -1 if the heading does not name one. A side alone
// heads the column with the names of its players.
func kindOf(word string) (kind, int) {
	for side, words := range sideNames {
		for _, w := range words {
			rest, ok := strings.CutPrefix(word, w)
			switch {
			case !ok:
			case rest == "" && len(w) > 1:
				return nameColumn, side
			case rest == "":
			default:
				if k := plainKind(rest); k >= nameColumn {
					return k, side
				}
			}
		}
	}
	return plainKind(word), -1
}

func plainKind(word string) kind {
	for k := boardColumn; k <= federationColumn; k++ {
		for _, name := range kindNames[k] {
			if word == name {
				return k
			}
		}
	}
	return noKind
}
