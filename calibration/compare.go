package calibration

import (
	"fmt"
	"strings"

	"touchmove/rules"
)

// Compare describes how a wiring that was found differs from the configured one, in
// sentences; none if they are the same. Channels that serve no square in one of the two are
// left out, so that Compare can be called while the wiring is still being found.
func Compare(found, configured Wiring) (says []string) {
	laid, words, differ := configured, "", 65
	for i, w := range ways(configured) {
		if n := differing(found, w); n < differ {
			laid, differ = w, n
			words = [...]string{
				"", "The board is turned by a quarter clockwise.", "The board is turned by half.", "The board is turned by a quarter anticlockwise.",
				"The board comes in mirrored, left for right.", "The board comes in mirrored along the long diagonal from a1 to h8.",
				"The board comes in mirrored, top for bottom.", "The board comes in mirrored along the long diagonal from a8 to h1.",
			}[i]
		}
	}
	// A few squares fit several orientations: an orientation is reported only if it
	// explains most squares.
	if known := pairs(found, configured); words != "" && (known < 8 || 2*differ > known) {
		laid, words = configured, ""
	}
	if words != "" {
		says = append(says, words)
	}
	to := map[rules.Square]rules.Square{} // from the square found to the square expected
	for ch, sq := range found {
		if ch < len(laid) && sq != rules.NoSquare && laid[ch] != rules.NoSquare {
			to[sq] = laid[ch]
		}
	}
	ranks, left := lines(to, byRank)
	files, also := lines(to, byFile)
	if len(also) < len(left) {
		ranks, left = files, also
	}
	says = append(says, ranks...)
	return append(says, swaps(to, left)...)
}

func pairs(a, b Wiring) (n int) {
	for ch, sq := range a {
		if ch < len(b) && sq != rules.NoSquare && b[ch] != rules.NoSquare {
			n++
		}
	}
	return n
}

func differing(a, b Wiring) (n int) {
	for ch, sq := range a {
		if ch < len(b) && sq != rules.NoSquare && b[ch] != rules.NoSquare && b[ch] != sq {
			n++
		}
	}
	return n
}

// axis is one of the two ways to divide a board into lines of eight squares: by rank or by
// file.
type axis bool

const (
	byRank axis = true
	byFile axis = false
)

// at returns the square at a position along a line.
func (x axis) at(line, along int) rules.Square {
	if x == byRank {
		return rules.SquareAt(along, line)
	}
	return rules.SquareAt(line, along)
}

// of returns the line of a square and its position along the line; it is the inverse of at.
func (x axis) of(sq rules.Square) (line, along int) {
	if x == byRank {
		return sq.Rank(), sq.File()
	}
	return sq.File(), sq.Rank()
}

func (x axis) name(line int) string {
	if x == byRank {
		return fmt.Sprintf("rank %d", line+1)
	}
	return fmt.Sprintf("file %c", 'a'+line)
}

// comesInAs reports whether each square of a line comes in as the corresponding square of
// another line: in the same order (straight), or in the opposite one (reversed).
func (x axis) comesInAs(to map[rules.Square]rules.Square, line, other int) (straight, reversed bool) {
	straight, reversed = true, true
	for along := range 8 {
		t, ok := to[x.at(line, along)]
		if !ok {
			return false, false
		}
		l, a := x.of(t)
		straight = straight && l == other && a == along
		reversed = reversed && l == other && a == 7-along
	}
	return straight, reversed
}

// lines describes whole ranks, or files, that come in as another one or mirrored, and
// returns the squares that this does not explain.
func lines(to map[rules.Square]rules.Square, x axis) (says []string, left []rules.Square) {
	said := map[int]bool{}
	became := [8]int{}
	for line := range 8 {
		became[line] = -1
		for _, other := range []int{line, 0, 1, 2, 3, 4, 5, 6, 7} {
			straight, reversed := x.comesInAs(to, line, other)
			switch {
			case straight && other != line:
				became[line] = other
			case reversed && other == line:
				says = append(says, fmt.Sprintf("%s comes in mirrored (%v where %v was expected).", title(x.name(line)), x.at(line, 7), x.at(line, 0)))
			case reversed:
				says = append(says, fmt.Sprintf("%s comes in where %s was expected, and mirrored.", title(x.name(line)), x.name(other)))
			}
			if straight || reversed {
				said[line] = true
				break
			}
		}
	}
	for line, other := range became {
		switch {
		case other < 0:
		case became[other] == line && other > line:
			says = append(says, fmt.Sprintf("%s and %s are exchanged.", title(x.name(line)), x.name(other)))
		case became[other] != line:
			says = append(says, fmt.Sprintf("%s comes in where %s was expected.", title(x.name(line)), x.name(other)))
		}
	}
	for sq := range rules.AllSquares.All() {
		if line, _ := x.of(sq); !said[line] {
			if t, ok := to[sq]; ok && t != sq {
				left = append(left, sq)
			}
		}
	}
	return says, left
}

// swaps describes single squares.
func swaps(to map[rules.Square]rules.Square, left []rules.Square) (says []string) {
	const most = 6
	var rest []string
	for _, sq := range left {
		switch t := to[sq]; {
		case to[t] == sq && t > sq:
			says = append(says, fmt.Sprintf("%v and %v are exchanged.", sq, t))
		case to[t] != sq:
			rest = append(rest, fmt.Sprintf("%v for %v", sq, t))
		}
	}
	if len(says) > most {
		return []string{fmt.Sprintf("%d squares are wired in an order of their own.", len(left))}
	}
	switch {
	case len(rest) > most:
		says = append(says, fmt.Sprintf("%d squares are wired in an order of their own.", len(rest)))
	case len(rest) > 0:
		says = append(says, "These come in for each other: "+strings.Join(rest, ", ")+".")
	}
	return says
}

// title capitalises a word.
func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
