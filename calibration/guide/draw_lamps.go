package guide

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"touchmove/rules"
	"touchmove/sensors/lights"
)

// lampColours are the colours of lamps on the terminal, by tone, as on the screen. They are
// not taken from the terminal's palette, which would not suit the backgrounds of squares.
var lampColours = [...]string{lights.White: "#fff6e0", lights.Green: "#4fd1a5", lights.Amber: "#f5b83d", lights.Red: "#ff8566", lights.Violet: "#c3a8ff"}

// lampsShown returns what the lamps of the board show; all are dark if it has none.
func (g *Guide) lampsShown() (f lights.Frame) {
	if g.o.Lamps == nil {
		return f
	}
	return g.Lamps()
}

// cell writes what is shown on a square, with its lamp in the last column.
func (s *Style) cell(style ink, sq rules.Square, text string, lamps lights.Frame) string {
	lamp := lamps.Squares[sq]
	if !lamp.Lit() {
		return style.Render(text)
	}
	text = strings.NewReplacer("[", " ", "]", " ").Replace(text) // the lamp marks the square
	back := style
	if style.id == s.put.id { // too bright to show a lamp
		back = s.on(sq)
	}
	if s.paper {
		back = s.night
	}
	return style.Render(ansi.Truncate(text, lipgloss.Width(text)-1, "")) + s.lit[lamp.Tone].Inherit(back).Render(s.disc(lamp))
}

// disc returns the sign of a lamp, large or small.
func (s *Style) disc(lamp lights.Lamp) string {
	signs := [...]string{"•", "●"}
	if s.ascii {
		signs = [...]string{"*", "O"}
	}
	if lamp.Large {
		return signs[1]
	}
	return signs[0]
}

// lampsLegend explains the signs of lamps; "" for a board without lamps.
func (s *Style) lampsLegend(g *Guide) string {
	if g.o.Lamps == nil {
		return ""
	}
	return s.dim.Render("Lamps  ") + s.disc(lights.Lamp{Large: true}) + " large  " + s.disc(lights.Lamp{}) + " small"
}
