package main

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"

	"touchmove/rules"
	"touchmove/sensors/lights"
)

// boardRows is the number of lines that the board takes: eight ranks, the half lines between and
// around them, and the letters of the files.
const boardRows = 18

// The colours of the pieces. They do not come from the terminal's palette, because they stand on
// the squares' own backgrounds: a light terminal's white is grey.
var (
	whiteMen = lipgloss.Color("#ffffff")
	blackMen = lipgloss.Color("#6cc3f5")
)

// lampColours gives each tone of a lamp the colour that it has on the screen.
var lampColours = map[lights.Tone]color.Color{
	lights.White: lipgloss.Color("#fff6e0"), lights.Green: lipgloss.Color("#4fd1a5"), lights.Amber: lipgloss.Color("#f5b83d"), lights.Red: lipgloss.Color("#ff8566"), lights.Violet: lipgloss.Color("#c3a8ff"),
}

// squareWidth is the width of a square in columns.
const squareWidth = 5

// drawBoard draws the position, White below. With colours, half blocks make each square two lines
// high. Without, dots mark empty squares and brackets mark the last move.
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

// edge draws the half line above a rank, where rank 8 means the top edge of the board. The upper
// half of the line belongs to the rank above it, the lower half to the rank below.
func (s *screen) edge(t tints, rank int) string {
	if !t.squares || t.ascii {
		return ""
	}
	row := "    "
	for file := range 8 {
		above, below := rules.SquareAt(file, rank), rules.SquareAt(file, rank-1)
		switch {
		case rank == 8: // only the lower half, drawn as a foreground
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

// fore returns a style with the background colour of back as its foreground.
func fore(back lipgloss.Style) lipgloss.Style {
	return back.Foreground(back.GetBackground()).UnsetBackground()
}

// back returns the background of a square.
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

// square draws the middle line of a square: its piece, brackets where the last move began or ended,
// hatching where the board shows something else.
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
	case s.state.Differ.Has(sq):
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

// lamp draws the lamp of a square, at the square's right: a large or a small disc.
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

// lastMove returns the squares where the last move began and ended, or NoSquare if there is none.
// For castling, the second is where the king ends up.
func (s *screen) lastMove() (from, to rules.Square) {
	n := len(s.state.Moves)
	if n == 0 {
		return rules.NoSquare, rules.NoSquare
	}
	m := s.state.Moves[n-1].Move
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
