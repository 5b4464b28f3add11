package guide

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"touchmove/calibration"
	"touchmove/internal/terminal"
	"touchmove/rules"
)

// Width and Height are the size of the smallest terminal that fits the views.
const (
	Width  = 80
	Height = 24
)

// Style is the appearance of the views on a terminal: the ANSI colours of the user's
// palette, and true colours only on squares (on a light terminal also for text).
type Style struct {
	ok, warn, bad, info, dim, bold, plain ink
	bar, barBold, barName                 ink  // first and last line
	dark, light, hot, put, lost           ink  // squares
	bright                                ink  // bold on a square
	night                                 ink  // below a lamp on a light terminal, so that it is visible
	paper                                 bool // the background is light
	lit                                   [len(lampColours)]ink
	ascii                                 bool
	squares                               bool // squares differ in their background
}

// Terminal is what a terminal can show.
type Terminal struct {
	Profile colorprofile.Profile
	ASCII   bool // it is restricted to ASCII
	Light   bool // its background is light
}

// NewStyle makes the style of a terminal. The yellow, green and cyan of its own palette
// would be hard to read on a light background.
func NewStyle(t Terminal) Style {
	fore := func(c string) lipgloss.Style { return lipgloss.NewStyle().Foreground(lipgloss.Color(c)) }
	back := func(c string) lipgloss.Style { return lipgloss.NewStyle().Background(lipgloss.Color(c)) }
	all := newInks()
	bar := back("#202a33").Foreground(lipgloss.Color("#aab6c1"))
	ok, warn, bad, info, dim, strong, name := "2", "3", "1", "6", "8", "15", "6"
	squares := [...]string{"#11171d", "#1c252e", "#3d3013", "#43201a"}
	if t.Light {
		ok, warn, bad, info, dim = "#006b4a", "#7d5200", "#a92e08", "#005f9e", "#495663"
		bar, strong, name = back("#e1e6ec").Foreground(lipgloss.Color("#495663")), "#0d1217", "#005f9e"
		squares = [...]string{"#d3dae2", "#e8ecf1", "#f8e3b4", "#f3cfc4"}
	}
	s := Style{
		ok: all.of(fore(ok)), warn: all.of(fore(warn)), bad: all.of(fore(bad)), info: all.of(fore(info)), dim: all.of(fore(dim)),
		// White text would be invisible on a light terminal; squares have backgrounds of
		// their own.
		bold: all.of(lipgloss.NewStyle().Bold(true)), bright: all.of(fore(strong).Bold(true)), plain: all.of(lipgloss.NewStyle()),
		bar: all.of(bar), barBold: all.of(bar.Foreground(lipgloss.Color(strong)).Bold(true)), barName: all.of(bar.Foreground(lipgloss.Color(name))),
		dark: all.of(back(squares[0])), light: all.of(back(squares[1])), hot: all.of(back(squares[2])), lost: all.of(back(squares[3])),
		night: all.of(back("#11171d")),
		put:   all.of(back("#f5b83d").Foreground(lipgloss.Color("#0d1217")).Bold(true)),
		ascii: t.ASCII, paper: t.Light,
	}
	for tone, c := range lampColours {
		s.lit[tone] = all.of(fore(c))
	}
	if s.squares = t.Profile >= colorprofile.ANSI256; !s.squares { // with sixteen colours a chequered board would be confusing
		s.dark, s.light, s.hot, s.lost, s.night = s.plain, s.plain, s.plain, s.plain, s.plain
		s.bright = s.bold
	}
	return s
}

// sign returns the sign of a grade; with its word and its colour, the grade is shown in
// three ways.
func (s *Style) sign(g calibration.Grade) string {
	signs := [...]string{"●", "▲", "✖", "?", "○"}
	if s.ascii {
		signs = [...]string{"o", "!", "X", "?", "-"}
	}
	return signs[min(int(g), len(signs)-1)]
}

// of returns the colour of a grade.
func (s *Style) of(g calibration.Grade) ink {
	switch g {
	case calibration.Good:
		return s.ok
	case calibration.Weak:
		return s.warn
	case calibration.Untried:
		return s.dim
	}
	return s.bad
}

// on returns the colour of a square.
func (s *Style) on(sq rules.Square) ink {
	if sq.Bright() {
		return s.light
	}
	return s.dark
}

// text replaces characters that ASCII does not have.
func (s *Style) text(t string) string {
	if !s.ascii {
		return t
	}
	return strings.NewReplacer("×", "x", "·", ".", "━", "#", "┄", ".", "│", "|", "●", "o", "◐", "%", "○", "-", "✓", "*", "±", "+-", "←↑↓→", "arrows", "▲", "!", "…", "..").Replace(t)
}

// meter is a bar of a given width, filled in part.
func (s *Style) meter(part float64, width int, fill ink) string {
	n := int(part*float64(width) + 0.5)
	n = max(0, min(width, n))
	return fill.Render(s.text(strings.Repeat("━", n))) + s.dim.Render(s.text(strings.Repeat("┄", width-n)))
}

// page is one screen: a first and a last line, and the lines between them.
type page struct {
	title, name, more, right string
	body                     []string
	keys                     [][2]string
}

// draw makes a page of the terminal's size, or of Width by Height if that is larger.
func (s *Style) draw(p page, width, height int) string {
	width, height = max(width, Width), max(height, Height)
	left := s.barBold.Render(" "+p.title) + s.bar.Render("  ") + s.barName.Render(p.name)
	room := width - lipgloss.Width(left) - lipgloss.Width(p.right) - 4
	left += s.bar.Render("  " + s.text(clip(p.more, max(0, room))))
	gap := max(0, width-lipgloss.Width(left)-lipgloss.Width(p.right)-1)
	lines := []string{left + s.bar.Render(strings.Repeat(" ", gap)+p.right+" ")}
	lines = append(lines, p.body...)
	for len(lines) < height-1 {
		lines = append(lines, "")
	}
	lines = lines[:height-1]
	var keys string
	for gap := 3; gap > 0; gap-- {
		keys = s.bar.Render(" ")
		for i, k := range p.keys {
			if i > 0 {
				keys += s.bar.Render(strings.Repeat(" ", gap))
			}
			keys += s.barBold.Render(s.text(k[0])) + s.bar.Render(" "+k[1])
		}
		if lipgloss.Width(keys) <= width {
			break
		}
	}
	keys += s.bar.Render(strings.Repeat(" ", max(0, width-lipgloss.Width(keys))))
	lines = append(lines, keys)
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// columns puts lines to the right of others, starting at a column.
func (s *Style) columns(left, right []string, column int) []string {
	var lines []string
	for i := range max(len(left), len(right)) {
		line := ""
		if i < len(left) {
			line = left[i]
		}
		if i < len(right) && right[i] != "" {
			line = terminal.Pad(line, column) + right[i]
		}
		lines = append(lines, line)
	}
	return lines
}

// clip shortens a text to a width.
func clip(s string, width int) string { return ansi.Truncate(s, width, "…") }
