package guide

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"touchmove/calibration"
	"touchmove/internal/terminal"
	"touchmove/rules"
)

// watchLarge is the live view of a large terminal, with three lines per square.
func (s *Style) watchLarge(w *Watch, v View) []string {
	board := []string{s.files(4, 10, v.Turned)}
	for row := range 8 {
		rank, squares := order(row, v.Turned)
		lines := [4]string{"    ", s.dim.Render(fmt.Sprintf(" %d  ", rank+1)), "    ", "    "}
		for _, sq := range squares {
			seen := w.See(sq)
			back := s.back(sq, v)
			mark := " "
			if sq == v.Cursor && !s.squares {
				mark = ">"
			}
			lines[0] += back.Render(mark) + s.cellHead(seen, back, w.board.Linear, 8) + back.Render(" ")
			lines[1] += back.Render(" ") + s.reachBar(w, seen, back, sq, v.Other) + back.Render(" ")
			lines[2] += back.Render(" ") + s.cellMargin(w, seen, back) + back.Render(" ")
			lines[3] += back.Render(strings.Repeat(" ", 10))
		}
		board = append(board, lines[0], lines[1], lines[2], lines[3])
	}
	lines := s.columns(board, s.largeSide(w, v), 86)
	lines = append(lines, "", s.watchFault(w, v, LargeWidth-2))
	legend := s.legendWatch(w.board, false)
	if w.board.Linear && !v.Other {
		legend = s.ok.Render(s.text("━")) + " level   " + s.bold.Render(s.text("│")) + " enter threshold   " + "% margin, of what is needed   " + s.bold.Render("W") + "/" + s.info.Render("B") + " pole"
	}
	return append(lines, " "+legend+"   "+s.legend())
}

// reachBar shows a level or a margin as a bar, or why there is neither.
func (s *Style) reachBar(w *Watch, seen Seen, back ink, sq rules.Square, margin bool) string {
	switch {
	case seen.Grade == calibration.Silent:
		return back.Inherit(s.bad).Render(terminal.Pad(clip(w.board.Names.Short(w.board.wired().Channel(sq)), 8), 8))
	case !w.board.Linear:
		text := ""
		if seen.Flips > 0 {
			text = fmt.Sprintf("%d×", min(seen.Flips, 99999))
		}
		return back.Inherit(s.dim).Render(terminal.Pad(s.text(text), 8))
	}
	if margin {
		part := min(1, seen.Margin/calibration.Wanted)
		n := int(part * 8)
		return back.Inherit(s.of(seen.Grade)).Render(s.text(strings.Repeat("━", n) + strings.Repeat("┄", 8-n)))
	}
	return s.levelBar(w, seen, back, sq, 5)
}

// levelBar shows a level as a bar with a mark where a piece is felt: two columns before the
// mark and some after it, each for half of the distance from zero to the mark.
func (s *Style) levelBar(w *Watch, seen Seen, back ink, sq rules.Square, after int) string {
	enter, _ := reach(w.board.Table.Levels(sq), seen)
	n := 0
	if enter > 0 {
		n = int(math.Abs(float64(seen.Level)) / enter * 2)
	}
	fill := back.Inherit(s.of(seen.Grade))
	bar := func(n, of int) string {
		n = max(0, min(n, of))
		return fill.Render(s.text(strings.Repeat("━", n) + strings.Repeat("┄", of-n)))
	}
	return bar(n, 2) + back.Inherit(s.bright).Render(s.text("│")) + bar(n-2, after)
}

func (s *Style) cellMargin(w *Watch, seen Seen, back ink) string {
	style := back.Inherit(s.of(seen.Grade))
	switch {
	case seen.Grade == calibration.Silent:
		return style.Render(terminal.Pad("", 8))
	case !w.board.Linear:
		return style.Render(terminal.Pad(s.sign(seen.Grade), 8))
	}
	text := fmt.Sprintf(" %d %%", seen.Percent())
	if seen.Grade != calibration.Good {
		text += " " + s.sign(seen.Grade)
	}
	return style.Render(terminal.Pad(text, 8))
}

func (s *Style) largeSide(w *Watch, v View) []string {
	sq := v.Cursor
	seen := w.See(sq)
	lines := s.watchSide(w, v, LargeWidth-88)
	if q := w.measured(sq); q != nil && len(q.Near) > 0 {
		near := slices.Clone(q.Near)
		slices.SortStableFunc(near, func(a, b calibration.Near) int { return int(1000 * (math.Abs(b.Part) - math.Abs(a.Part))) })
		var parts []string
		for _, n := range near[:min(3, len(near))] {
			parts = append(parts, fmt.Sprintf("%v %+.0f%%", n.Square, 100*n.Part))
		}
		lines = append(lines, "", s.dim.Render("detects  ")+strings.Join(parts, "  "))
	}
	if ch := w.board.wired().Channel(sq); ch >= 0 {
		lines = append(lines, s.dim.Render(w.board.Names.Long(ch)))
	}
	if w.board.Linear {
		lines = append(lines, "", s.dim.Render("last 10 s"), s.of(seen.Grade).Render(s.sparks(w, sq)))
	}
	for len(lines) < 22 {
		lines = append(lines, "")
	}
	c := w.Count()
	lines = append(lines, s.bold.Render("Board"))
	for _, g := range []struct {
		grade calibration.Grade
		word  string
	}{{calibration.Good, "good"}, {calibration.Weak, "weak"}, {calibration.Bad, "bad"}, {calibration.Silent, "no answer"}} {
		if n := c[g.grade].Count(); n > 0 {
			text := fmt.Sprintf("%s %2d %-9s", s.sign(g.grade), n, g.word)
			if g.grade != calibration.Good {
				text += " " + fewNames(c[g.grade], 5)
			}
			lines = append(lines, s.of(g.grade).Render(text))
		}
	}
	lines = append(lines, "", s.bold.Render("Scan"), fmt.Sprintf("%.0f a second, %g wanted", w.Rate(), w.board.ScanHz))
	if w.errors == 0 {
		lines = append(lines, s.ok.Render(fmt.Sprintf("0 bus errors in %s", minutes(w.now-w.began))))
	} else {
		lines = append(lines, s.bad.Render(fmt.Sprintf("%s with bus errors in %s", count(w.errors, "scan"), minutes(w.now-w.began))))
	}
	return lines
}

// sparks draws the recent levels of a square as blocks, scaled to the largest.
func (s *Style) sparks(w *Watch, sq rules.Square) string {
	blocks := []rune(" ▁▂▃▄▅▆▇█")
	if s.ascii {
		blocks = []rune(" .:-=+*#@")
	}
	enter, _ := reach(w.board.Table.Levels(sq), w.See(sq))
	top := max(2*enter, 1)
	for _, v := range w.trail[sq] {
		top = max(top, math.Abs(float64(v)))
	}
	var b strings.Builder
	for _, v := range w.trail[sq] {
		b.WriteRune(blocks[int(math.Round(math.Abs(float64(v))/top*8))])
	}
	return b.String()
}
