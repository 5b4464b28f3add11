package guide

import (
	"fmt"
	"strings"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

// position is a position to set up and measure.
type position struct {
	name   string
	ask    string
	brings string // what is measured with it
	shown  sensors.Scan
}

// positions returns the positions to set up. If only a few squares are measured, the
// positions concern only those.
func positions(s sensors.Sensing, squares rules.Squares) (list []position) {
	if squares != 0 {
		return few(s, squares)
	}
	asks := []string{
		"Take everything off the board, then take your hands off.",
		"Set up the starting position, then take your hands off.",
		"Move White to ranks 5 and 6 and Black to ranks 3 and 4.",
		"Move White to ranks 7 and 8 and Black to ranks 1 and 2.",
		"Move White to ranks 3 and 4 and Black to ranks 5 and 6.",
	}
	brings := []string{
		"zeros and noise", "one pole on ranks 1, 2, 7 and 8", "one pole over the middle squares", "the other pole on ranks 1, 2, 7 and 8", "the other pole over the middle",
	}
	if s == sensors.Occupancy {
		asks[2] = "Move all pieces to ranks 3 to 6."
		brings = []string{"readings of the empty board", "pieces on ranks 1, 2, 7 and 8", "pieces on the middle squares"}
	}
	for i, l := range calibration.Layouts(s) {
		list = append(list, position{name: l.Name, ask: asks[i], brings: brings[i], shown: l.Shown})
	}
	return list
}

// positionsAfter returns the positions that remain if one piece has stood alone on every
// square.
func positionsAfter(s sensors.Sensing) (list []position) {
	if s == sensors.Occupancy {
		return positions(s, 0)[:2]
	}
	asks := []string{
		"Take everything off the board, then take your hands off.",
		"Set up Black's pieces alone, on ranks 7 and 8.",
		"Move Black to ranks 5 and 6.",
		"Move Black to ranks 3 and 4.",
		"Move Black to ranks 1 and 2, and put White on ranks 7 and 8.",
	}
	for i, l := range calibration.LayoutsAfter(s) {
		list = append(list, position{name: l.Name, ask: asks[i], brings: [...]string{"zeros and noise", "the other pole"}[min(i, 1)], shown: l.Shown})
	}
	return list
}

// positionsAfterBlack returns the positions that remain when the piece that stood alone on
// every square turns out to have been black.
func positionsAfterBlack() (list []position) {
	asks := []string{
		"Leave Black on ranks 7 and 8, and put White on ranks 5 and 6.",
		"Move White to ranks 3 and 4.",
		"Move White to ranks 1 and 2.",
		"Move White to ranks 7 and 8 and Black to ranks 1 and 2.",
	}
	for i, l := range calibration.LayoutsAfterBlack() {
		list = append(list, position{name: l.Name, ask: asks[i], brings: "the other pole", shown: l.Shown})
	}
	return list
}

func few(s sensors.Sensing, squares rules.Squares) []position {
	on := func(state sensors.State) sensors.Scan {
		scan := blank(sensors.Unknown)
		for sq := range squares.All() {
			scan[sq] = state
			for n := range sq.Neighbours().All() {
				if !squares.Has(n) {
					scan[n] = sensors.Empty
				}
			}
		}
		return scan
	}
	names := squareNames(squares)
	if squares.Count() > 6 {
		names = fmt.Sprintf("the %d squares shown", squares.Count())
	}
	list := []position{{"Empty", "Take everything off " + names + " and around.", "zeros and noise", on(sensors.Empty)}}
	if s == sensors.Occupancy {
		return append(list, position{"A piece", "Put a piece on " + names + ".", "pieces", on(sensors.Occupied)})
	}
	return append(list,
		position{"White", "Put a white piece on " + names + ".", "one pole", on(sensors.White)},
		position{"Black", "Put a black piece on " + names + ".", "the other pole", on(sensors.Black)})
}

// squareNames lists squares as words: "c2", "c2 and g7", "c2, e5 and g7".
func squareNames(squares rules.Squares) string {
	var names []string
	for sq := range squares.All() {
		names = append(names, sq.String())
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// piece says what to put on a square.
func piece(p *position, sq rules.Square) string {
	colour := map[sensors.State]string{sensors.White: "white ", sensors.Black: "black "}[p.shown[sq]]
	if p.name == "Starting position" {
		kind := [...]string{"rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook"}[sq.File()]
		if r := sq.Rank(); r == 1 || r == 6 {
			kind = "pawn"
		}
		if colour == "" {
			colour = map[bool]string{true: "white ", false: "black "}[sq.Rank() < 4]
		}
		return colour + kind
	}
	return colour + "piece"
}
