package article4

import (
	"strings"

	"touchmove/rules"
)

// rule is a rule of Article 4 that a legal move can break.
type rule uint8

// When a move breaks several rules, the first of these is named: what a release decided comes
// before what a touch decided.
const (
	promotionChoice  rule = iota // a piece other than the first one on the square (2005:4.4d)
	promotionRelease             // a pawn taken back from the last rank
	castlingRelease              // a king taken back after its two squares
	releasedPiece                // a piece moved on from a square where its release was a legal move
	rookFirst                    // castled with a rook touched before the king (4.4b)
	castlingTouch                // not castled although 4.4a required it
	touchedPiece                 // any other duty of 4.3 and 4.4
)

func (r rule) String() string {
	return [...]string{"promotion_choice", "promotion_release", "castling_release", "released_piece",
		"rook_first", "castling_touch", "touched_piece"}[r]
}

// isOfRelease reports whether the rule is about releases: 4.6 in 2009, and 4.7 in 1997 and 2001,
// which also makes the choice of a piece final.
func (r rule) isOfRelease(e *edition) bool {
	return r >= promotionRelease && r <= releasedPiece || r == promotionChoice && !e.promotionFinal
}

// article returns the article of a rule in the numbers of an edition. 1953 is printed without
// numbers; those here follow its cross references.
func (r rule) article(l rules.Laws) string {
	return strings.Trim(strings.Fields(articles[r])[l], "-")
}

// releasedCapture is the article of a piece released on a square where it captures.
const releasedCapture = "7b 4.7 4.7 4.6a 4.6a 4.7a 4.7.1 4.7.1"

// articles of 1953, 1997, 2001, 2005, 2009, 2014, 2018 and 2023; "-" means that the edition has no
// such rule.
var articles = [...]string{
	promotionChoice:  "7d 4.7 4.7 4.4d 4.4d 4.4d 4.4.4 4.4.4",
	promotionRelease: "7d 4.7 4.7 4.6c 4.6c 4.7c 4.7.3 4.7.3",
	castlingRelease:  "7c 4.7 4.7 4.6b 4.6b 4.7b 4.7.2 4.7.2",
	releasedPiece:    "7a 4.7 4.7 4.6 4.6 4.7 4.7 4.7",
	rookFirst:        "- 4.4b 4.4b 4.4b 4.4b 4.4b 4.4.2 4.4.2",
	castlingTouch:    "- 4.4a 4.4a 4.4a 4.4a 4.4a 4.4.1 4.4.1",
	touchedPiece:     "8 4.3 4.3 4.3 4.3 4.3 4.3 4.3",
}

// RuleOf is a rule of Article 4 that a legal move can break, as an edition has it.
type RuleOf struct{ Name, Article, Says string }

// Rules lists the rules that a legal move can break, with their articles in an edition, in the
// order of precedence.
func Rules(l rules.Laws) []RuleOf {
	says := [...]string{
		promotionChoice:  "a piece other than the first one to touch the square",
		promotionRelease: "the pawn taken back from the last rank",
		castlingRelease:  "the king taken back after its two squares",
		releasedPiece:    "a piece moved on after its release had made a legal move",
		rookFirst:        "castling, although the rook was touched before the king",
		castlingTouch:    "no castling, although the king and then a rook were touched",
		touchedPiece:     "the touched piece was not moved or captured",
	}
	list := make([]RuleOf, len(says))
	for r := range says {
		list[r] = RuleOf{Name: rule(r).String(), Article: rule(r).article(l), Says: says[r] + "; the opponent may claim"}
	}
	return list
}

// breach is a rule broken by a legal move.
type breach struct {
	rule     rule
	restores rules.Move // the move that stands if the claim succeeds; NoMove: the position before
	duty     *duty      // the duty that was owed; nil with restores
	sides    obligation // the effect of the touches on castling
	captures bool       // releasedPiece: the move that was released would have captured
}

// article returns the article that was broken, in the numbers of an edition.
func (b *breach) article(l rules.Laws) string {
	if b.rule == releasedPiece && b.captures {
		return strings.Fields(releasedCapture)[l]
	}
	return b.rule.article(l)
}
