package guide

import (
	"fmt"
	"strings"

	"touchmove/calibration"
	"touchmove/internal/terminal"
	"touchmove/rules"
)

// Verdict says how ready a board is: "READY", "READY: 3 weak, 1 no answer" or "NOT READY: 9
// bad"; or that only its wiring is known.
func Verdict(s *calibration.Sheet) string {
	if !s.Measured() {
		return "WIRING FOUND, not measured"
	}
	word := "READY"
	if s.Light() == calibration.Red {
		word = "NOT READY"
	}
	var parts []string
	for _, g := range []struct {
		grade calibration.Grade
		word  string
	}{{calibration.Bad, "bad"}, {calibration.Weak, "weak"}, {calibration.Silent, "no answer"}, {calibration.Untried, "not measured"}} {
		if n := s.Of(g.grade).Count(); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, g.word))
		}
	}
	if len(parts) > 0 {
		word += ": " + strings.Join(parts, ", ")
	}
	return word
}

// lamp returns the sign and the colour of the traffic light.
func (s *Style) lamp(l calibration.Light) (string, calibration.Grade) {
	g := [...]calibration.Grade{calibration.Good, calibration.Weak, calibration.Bad}[l]
	return s.sign(g), g
}

const resultSide = 41

func (s *Style) resultPage(g *Guide, turned bool, at int) ([]string, [][2]string) {
	sheet := g.sheet
	light := sheet.Light()
	if !sheet.Measured() {
		light = calibration.Amber
	}
	sign, grade := s.lamp(light)
	banner := s.of(grade).Bold()
	if grade != calibration.Good {
		back := s.hot
		if grade == calibration.Bad {
			back = s.lost
		}
		banner = banner.Inherit(back)
	}
	blankLine := banner.Render(strings.Repeat(" ", 34))
	left := []string{
		"", "   " + blankLine, "   " + banner.Render(terminal.Pad("  "+sign+" "+Verdict(sheet), 34)), "   " + blankLine, "",
		s.files(4, 4, turned),
	}
	lamps := g.lampsShown()
	for row := range 8 {
		rank, squares := order(row, turned)
		line := "  " + s.dim.Render(fmt.Sprint(rank+1)) + " "
		for _, sq := range squares {
			g := sheet.Squares[sq].Grade
			back := s.on(sq)
			switch g {
			case calibration.Weak:
				back = s.hot
			case calibration.Bad, calibration.Silent:
				back = s.lost
			}
			line += s.cell(back.Inherit(s.of(g)), sq, centre(s.sign(g), 4), lamps)
		}
		left = append(left, line)
	}
	left = append(left, "", "   "+s.legend(), "   "+s.lampsLegend(g))
	body := s.columns(left, s.whatToDo(g, at), resultSide)
	for len(body) < 18 {
		body = append(body, "")
	}
	switch {
	case g.saved != nil:
		for i, l := range terminal.Wrap(fmt.Sprintf("NOT SAVED: %v", g.saved), Width-4) {
			if i < 3 {
				body = append(body, "  "+s.bad.Render(l))
			}
		}
	case g.o.Save == nil:
		body = append(body, "  "+s.dim.Render("Practice: nothing is saved."))
	default:
		body = append(body,
			"  "+s.dim.Render("Saved  ")+g.board.File+"  "+s.dim.Render(fmt.Sprintf("%s, board %s, touchmove %s", sheet.Date.Format("2006-01-02 15:04"), sheet.Board, short(sheet.Program))),
			"  "+s.dim.Render("Report ")+s.info.Render(g.board.command("report")))
		if sheet.WiringFound && g.board.Plan != "" {
			body = append(body, "  "+s.dim.Render("Plan   ")+s.info.Render(g.board.Plan))
		}
	}
	keys := [][2]string{}
	if len(sheet.Poor()) > 2 && sheet.Measured() {
		keys = append(keys, [2]string{"n", "next weak"})
	}
	if g.poor() != 0 {
		keys = append(keys, [2]string{"m", "measure again"})
	}
	return body, append(keys, [2]string{"w", "watch live"}, [2]string{"p", "print report"}, [2]string{"q", "done"})
}

// short returns a version without its build information.
func short(version string) string {
	version, _, _ = strings.Cut(version, "+")
	return version
}

func (s *Style) legend() string {
	var parts []string
	for _, g := range []calibration.Grade{calibration.Good, calibration.Weak, calibration.Bad} {
		parts = append(parts, s.of(g).Render(s.sign(g))+" "+g.String())
	}
	return strings.Join(append(parts, s.bad.Render("?")+" no answer"), "  ")
}

// whatToDo lists the squares that are not good, worst first, beginning with number at of
// the list.
func (s *Style) whatToDo(g *Guide, at int) []string {
	const most = 17
	width := Width - resultSide - 8
	lines := []string{"", s.bold.Render("What to do"), ""}
	if len(g.wiringSays()) > 0 {
		for i, l := range terminal.Wrap(strings.Join(g.wiringSays(), " ")+" Accepted as it is.", width+6) {
			if i < 3 {
				lines = append(lines, s.warn.Render(l))
			}
		}
		lines = append(lines, "")
	}
	list := g.sheet.Poor()
	switch {
	case !g.sheet.Measured():
		lines = append(lines, "Measure the levels:")
		for _, l := range terminal.Wrap(g.board.command("levels"), width+6) {
			lines = append(lines, s.info.Render(l))
		}
		return lines
	case len(list) == 0:
		return append(lines, s.ok.Render("Nothing: all 64 squares are good."))
	}
	if len(list) > 0 {
		at %= len(list)
	}
	said := ""
	for i, sq := range list[at:] {
		q := &g.sheet.Squares[sq]
		cure := q.Cure()
		if cure == said {
			cure = "same"
		} else {
			said = cure
		}
		says := q.Says()
		if q.Grade == calibration.Silent {
			says += ", " + g.board.channel(sq)
		}
		var entry []string
		entry = append(entry, terminal.Wrap(s.text(says), width)...)
		for _, l := range terminal.Wrap(cure, width) {
			entry = append(entry, s.dim.Render(l))
		}
		if len(lines)+len(entry) > most {
			lines = append(lines, s.dim.Render(fmt.Sprintf("and %d more: n", len(list)-at-i)))
			break
		}
		for j, l := range entry {
			head := "      "
			if j == 0 {
				head = s.of(q.Grade).Render(terminal.Pad(s.sign(q.Grade)+" "+sq.String(), 6))
			}
			lines = append(lines, head+l)
		}
		lines = append(lines, "")
	}
	return lines
}

// wiringSays describes how the wiring that was found differs from the configured one.
func (g *Guide) wiringSays() []string {
	if g.wiring == nil {
		return nil
	}
	return calibration.Compare(g.wiring.found(), g.wiring.configured)
}

// someNames returns the names of squares, eight at most.
func someNames(squares rules.Squares) string {
	const most = 8
	var names []string
	for sq := range squares.All() {
		if len(names) == most {
			names = append(names, fmt.Sprintf("and %d more", squares.Count()-most))
			break
		}
		names = append(names, sq.String())
	}
	return strings.Join(names, " ")
}

// allNames lists squares, however many they are.
func allNames(squares rules.Squares) string {
	if squares.Count() == 64 {
		return "every square"
	}
	var names []string
	for sq := range squares.All() {
		names = append(names, sq.String())
	}
	return strings.Join(names, " ")
}
