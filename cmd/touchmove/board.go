package main

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"

	"touchmove/rules"
	"touchmove/sensors/lights"
)

// boardRows is how many lines the board takes: eight ranks, the half lines
// around them, and the files' letters.
const boardRows = 18

// The colours of the pieces. Squares have backgrounds of their own, so that a palette of the terminal's
// would not fit them: on a light terminal its white is grey.
var (
	whiteMen = lipgloss.Color("#ffffff")
	blackMen = lipgloss.Color("#6cc3f5")
)

// lampColours are those of lamps, by tone, as on the screen.
var lampColours = map[lights.Tone]color.Color{
	lights.White: lipgloss.Color("#fff6e0"), lights.Green: lipgloss.Color("#4fd1a5"), lights.Amber: lipgloss.Color("#f5b83d"), lights.Red: lipgloss.Color("#ff8566"), lights.Violet: lipgloss.Color("#c3a8ff"),
}

// squareWidth is the columns of one square.
const squareWidth = 5

// drawBoard draws the position, White below. With colours, half blocks make
// squares of two lines each; without, dots stand on empty squares and brackets
// around the last move.
func (s *screen) drawBoard(t tints) []string {
	rows := make([]string, 0, boardRows)
	rows = append(rows, s.edge(t, 8))
	for rank := 7; rank >= 0; rank-- {
		row := "  " + t.dim.Render(string(rune('1'+rank))) + " "
		for file := range 8 {
			row += s.square(t, rules.SquareAt(file, rank))
		}
		rows = append(rows, row, s.edge(t, rank))
	}
	files := "    "
	for file := range 8 {
		files += "  " + string(rune('a'+file)) + "  "
	}
	return append(rows, t.dim.Render(strings.TrimRight(files, " ")))
}

// edge is the half line above a rank (8 is above the board's top): the upper
// half belongs to the rank above it, the lower half to the rank below.
func (s *screen) edge(t tints, rank int) string {
	if !t.squares || t.ascii {
		return ""
	}
	row := "    "
	for file := range 8 {
		above, below := rules.SquareAt(file, rank), rules.SquareAt(file, rank-1)
		switch {
		case rank == 8: // only the lower half: drawn as a foreground
			row += fore(s.back(t, below)).Render(strings.Repeat("▄", squareWidth))
		case rank == 0:
			row += fore(s.back(t, above)).Render(strings.Repeat("▀", squareWidth))
		default:
			style := fore(s.back(t, above)).Background(s.back(t, below).GetBackground())
			row += style.Render(strings.Repeat("▀", squareWidth))
		}
	}
	return row
}

// fore turns a style's background into its foreground.
func fore(back lipgloss.Style) lipgloss.Style {
	return back.Foreground(back.GetBackground()).UnsetBackground()
}

// back is a square's background.
func (s *screen) back(t tints, sq rules.Square) lipgloss.Style {
	from, to := s.lastMove()
	switch {
	case sq == from:
		return t.origin
	case sq == to:
		return t.target
	case sq.Bright():
		return t.light
	}
	return t.dark
}

// square is the middle line of a square: its piece, brackets where the last
// move went, hatching where the board shows something else.
func (s *screen) square(t tints, sq rules.Square) string {
	back := s.back(t, sq)
	from, to := s.lastMove()
	letter, style := " ", back
	if s.known {
		if p := s.position.At(sq); p != rules.NoPiece {
			letter = p.String()
			style = back.Foreground(blackMen)
			if p.Color() == rules.White {
				style = back.Foreground(whiteMen).Bold(true)
			}
		}
	}
	plain := !t.squares || t.ascii
	if plain && letter == " " {
		letter = "·"
		if t.ascii {
			letter = "."
		}
	}
	around := [2]string{" ", " "}
	mark := back.Foreground(lipgloss.Color("#f5b83d")).Bold(true)
	switch {
	case s.score.Differ.Has(sq):
		around = [2]string{"░", "░"}
		if t.ascii {
			around = [2]string{"?", "?"}
		}
		mark = back.Foreground(lipgloss.Color("#c3a8ff"))
	case sq == to && s.known, sq == from && plain:
		around = [2]string{"[", "]"}
	}
	return back.Render(" ") + mark.Render(around[0]) + style.Render(letter) + mark.Render(around[1]) + s.lamp(t, back, s.lamps.Squares[sq])
}

// lamp is the lamp of a square, at its right: a large or a small disc.
func (s *screen) lamp(t tints, back lipgloss.Style, l lights.Lamp) string {
	sign := " "
	switch {
	case l.Lit() && t.ascii:
		sign = map[bool]string{true: "O", false: "o"}[l.Large]
	case l.Lit():
		sign = map[bool]string{true: "●", false: "•"}[l.Large]
	}
	return back.Foreground(lampColours[l.Tone]).Bold(l.Large).Render(sign)
}

// lastMove is from where to where the last move went, NoSquare when there is
// none; castling goes to where the king stands after it.
func (s *screen) lastMove() (from, to rules.Square) {
	n := len(s.score.Moves)
	if n == 0 {
		return rules.NoSquare, rules.NoSquare
	}
	m := s.score.Moves[n-1].Move
	if m == rules.NoMove {
		return rules.NoSquare, rules.NoSquare
	}
	to = m.To()
	if m.IsCastling() {
		to = rules.SquareAt(6, to.Rank())
		if m.To() < m.From() {
			to = rules.SquareAt(2, to.Rank())
		}
	}
	return m.From(), to
}
