package guide

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"touchmove/rules"
	"touchmove/sensors/lights"
)

// lampColours are those of lamps, by tone, as on the screen: squares have backgrounds of their
// own, so that a palette of the terminal's would not fit them.
var lampColours = [...]string{lights.White: "#fff6e0", lights.Green: "#4fd1a5", lights.Amber: "#f5b83d", lights.Red: "#ff8566", lights.Violet: "#c3a8ff"}

// lampsShown is what the lamps of the board show, or what they would if it had any: dark.
func (g *Guide) lampsShown() (f lights.Frame) {
	if g.o.Lamps == nil {
		return f
	}
	return g.Lamps()
}

// cell writes what stands on a square, and in its last column the lamp below it.
func (s *Style) cell(style ink, sq rules.Square, text string, lamps lights.Frame) string {
	lamp := lamps.Squares[sq]
	if !lamp.Lit() {
		return style.Render(text)
	}
	text = strings.NewReplacer("[", " ", "]", " ").Replace(text) // the lamp marks the square
	back := style
	if style.id == s.put.id { // too bright for a lamp to be seen on
		back = s.on(sq)
	}
	if s.paper {
		back = s.night
	}
	return style.Render(ansi.Truncate(text, lipgloss.Width(text)-1, "")) + s.lit[lamp.Tone].Inherit(back).Render(s.disc(lamp))
}

// disc is the shape of a lamp: large or small.
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

// lampsLegend says what stands for a lamp, "" at a board without any.
func (s *Style) lampsLegend(g *Guide) string {
	if g.o.Lamps == nil {
		return ""
	}
	return s.dim.Render("Lamps  ") + s.disc(lights.Lamp{Large: true}) + " large  " + s.disc(lights.Lamp{}) + " small"
}
