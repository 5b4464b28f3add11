package guide

import (
	"fmt"
	"strings"
	"time"

	"touchmove/calibration"
	"touchmove/internal/terminal"
	"touchmove/rules"
	"touchmove/sensors"
)

// The live view also shows numbers on a terminal of at least this size.
const (
	LargeWidth  = 120
	LargeHeight = 40
)

// View is how a user looks at a live board.
type View struct {
	Cursor rules.Square
	Turned bool // Black at the bottom
	Frozen bool
	Other  bool // show margins instead of levels, or levels instead of margins
	Help   bool
	Clock  string // time of day
	Note   string

	CanTape bool          // a trace can be recorded
	Tape    bool          // one is being recorded
	Taped   time.Duration // length of the recording
}

// DrawWatch draws the live view, with more numbers if there is room.
func (s *Style) DrawWatch(w *Watch, v View, width, height int) string {
	p := page{title: "touchmove calibrate watch", name: w.board.ID, right: v.Clock}
	rate := fmt.Sprintf("%.0f scans/s", w.Rate())
	if v.Frozen {
		rate = "frozen"
	}
	p.more = w.board.What + "  " + rate
	if v.Tape {
		p.right = strings.TrimLeft(s.text("● rec ")+minutes(v.Taped)+"  "+v.Clock, " ")
	}
	large := width >= LargeWidth && height >= LargeHeight
	p.keys = s.watchKeys(w, v, large)
	if large {
		p.body = s.watchLarge(w, v)
	} else {
		p.body = s.watchSmall(w, v)
	}
	return s.draw(p, width, height)
}

// watchKeys returns the keys of the live view, as many as fit on the terminal.
func (s *Style) watchKeys(w *Watch, v View, large bool) [][2]string {
	turn, tape, keys := "turn", "record", "keys"
	if large {
		turn, tape, keys = "turn board", "record a trace", "all keys"
	}
	list := [][2]string{{"←↑↓→", "square"}, {"n", "next weak"}, {"f", "freeze"}, {"t", turn}}
	if w.board.Linear {
		other := "levels"
		if large != v.Other {
			other = "margins"
		}
		list = append(list, [2]string{"l", other})
	}
	if v.Tape {
		tape = "stop"
	}
	if v.CanTape {
		list = append(list, [2]string{"r", tape})
	}
	return append(list, [2]string{"?", keys}, [2]string{"q", "quit"})
}

// back returns the background of a square, which shows where the cursor is.
func (s *Style) back(sq rules.Square, v View) ink {
	if sq == v.Cursor {
		return s.hot
	}
	return s.on(sq)
}

func letter(state sensors.State) string {
	return [...]string{"?", "·", "o", "W", "B"}[min(int(state), 4)]
}

// cellHead is a square's first line: its piece and its level.
func (s *Style) cellHead(seen Seen, back ink, linear bool, width int) string {
	if seen.Grade == calibration.Silent {
		return back.Inherit(s.bad).Bold().Render(terminal.Pad("? lost", width))
	}
	style := back.Inherit(s.dim)
	switch seen.State {
	case sensors.White, sensors.Occupied:
		style = back.Inherit(s.bright)
	case sensors.Black:
		style = back.Inherit(s.info)
	}
	head := style.Render(s.text(letter(seen.State)))
	if !linear {
		return head + back.Render(strings.Repeat(" ", width-1))
	}
	level := fmt.Sprintf("%+d", seen.Level)
	if seen.Level == 0 {
		level = "0"
	}
	if !seen.State.Full() {
		return head + back.Inherit(s.dim).Render(terminal.PadLeft(level, width-1))
	}
	return head + back.Render(terminal.PadLeft(level, width-1))
}

func (s *Style) watchSmall(w *Watch, v View) []string {
	board := []string{s.files(4, 7, v.Turned)}
	for row := range 8 {
		rank, squares := order(row, v.Turned)
		one, two := s.dim.Render(fmt.Sprintf(" %d ", rank+1)), "   "
		for _, sq := range squares {
			seen := w.See(sq)
			back := s.back(sq, v)
			mark := " "
			if sq == v.Cursor && !s.squares {
				mark = ">"
			}
			one += back.Render(mark) + s.cellHead(seen, back, w.board.Linear, 6)
			two += back.Render(" ") + s.cellMeter(w, seen, back, sq, v.Other)
		}
		board = append(board, one, two)
	}
	lines := s.columns(board, s.watchSide(w, v, 19), 60)
	lines = append(lines, "", " "+s.boardCount(w))
	lines = append(lines, " "+s.dim.Render("Legend ")+s.legendWatch(w.board, v.Other))
	return append(lines, s.watchFault(w, v, Width-2))
}

// cellMeter is a square's second line: its margin or its level as a bar, or why there is
// none.
func (s *Style) cellMeter(w *Watch, seen Seen, back ink, sq rules.Square, level bool) string {
	if seen.Grade == calibration.Silent {
		return back.Inherit(s.bad).Render(terminal.Pad("ch "+fmt.Sprint(w.board.wired().Channel(sq)), 6))
	}
	if !w.board.Linear {
		text := ""
		if seen.Flips > 0 {
			text = fmt.Sprintf("%d×", min(seen.Flips, 9999))
		}
		if seen.Grade != calibration.Good {
			return back.Inherit(s.of(seen.Grade)).Render(terminal.Pad(clip(s.text(text), 5), 5) + s.sign(seen.Grade))
		}
		return back.Inherit(s.dim).Render(terminal.Pad(clip(s.text(text), 6), 6))
	}
	if level {
		sign := s.sign(seen.Grade)
		if seen.Grade == calibration.Good {
			sign = " "
		}
		return s.levelBar(w, seen, back, sq, 2) + back.Inherit(s.of(seen.Grade)).Render(sign)
	}
	n := max(0, min(5, int(seen.Margin/calibration.Wanted*5)))
	fill := back.Inherit(s.of(seen.Grade))
	if seen.Grade == calibration.Good {
		return fill.Render(s.text("━━━━━")) + back.Render(" ")
	}
	n = min(n, 4)
	return fill.Render(s.text(strings.Repeat("━", n)+strings.Repeat("┄", 5-n)) + s.sign(seen.Grade))
}

// watchSide describes the square under the cursor.
func (s *Style) watchSide(w *Watch, v View, width int) []string {
	sq := v.Cursor
	seen := w.See(sq)
	grade := seen.Grade.String()
	if seen.Grade == calibration.Silent {
		grade = "no answer"
	}
	lines := []string{s.bold.Render(sq.String()) + " " + s.of(seen.Grade).Render(s.sign(seen.Grade)+" "+grade), ""}
	fact := func(name, value string, style ink) {
		lines = append(lines, s.dim.Render(terminal.Pad(name, 9))+style.Render(s.text(value)))
	}
	plain := s.plain
	if w.board.Linear && seen.Grade != calibration.Silent {
		l := w.board.Table.Levels(sq)
		fact("level", fmt.Sprintf("%+d", seen.Level), plain)
		fact("zero", fmt.Sprint(l.Zero), plain)
		fact("enter", pairText(l.White.Enter, l.Black.Enter), plain)
		fact("leave", pairText(l.White.Leave, l.Black.Leave), plain)
		fact("noise", fmt.Sprintf("%.1f", seen.Noise), plain)
		fact("margin", fmt.Sprintf("%d %%", seen.Percent()), s.of(seen.Grade))
		if q := w.measured(sq); q != nil && q.Drift != 0 {
			fact("drift", fmt.Sprintf("%+.0f/h", q.Drift), plain)
		}
	} else if seen.Grade != calibration.Silent {
		fact("reads", seen.State.String(), plain)
		fact("changed", fmt.Sprintf("%d×", seen.Flips), plain)
	}
	if ch := w.board.wired().Channel(sq); ch >= 0 {
		fact("wire", w.board.Names.Short(ch), plain)
	}
	lines = append(lines, "")
	text := strings.TrimSuffix(seen.Says, ".")
	if text == "" && seen.Grade == calibration.Good {
		text = "Nothing to do."
	}
	if seen.Cure != "" {
		text += "; " + seen.Cure
	}
	return append(lines, terminal.Wrap(s.text(capital(text)), width)...)
}

// pairText writes the levels of both poles, in short form if they are symmetric.
func pairText(white, black int32) string {
	switch {
	case black == 0:
		return fmt.Sprintf("%+d", white)
	case white == -black:
		return fmt.Sprintf("±%d", max(white, black))
	}
	return fmt.Sprintf("%+d %+d", white, black)
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// measured returns what the sheet says about a square, or nil if it has no measurements.
func (w *Watch) measured(sq rules.Square) *calibration.Square {
	if s := w.board.Sheet; s != nil && s.Measured() {
		return &s.Squares[sq]
	}
	return nil
}

// boardCount is the line that sums up the board.
func (s *Style) boardCount(w *Watch) string {
	c := w.Count()
	line := s.dim.Render("Board ") + s.ok.Render(fmt.Sprintf("%s %d good", s.sign(calibration.Good), c[calibration.Good].Count()))
	for _, g := range []struct {
		grade calibration.Grade
		word  string
	}{{calibration.Weak, "weak"}, {calibration.Bad, "bad"}, {calibration.Silent, "lost"}} {
		if n := c[g.grade].Count(); n > 0 {
			line += "  " + s.of(g.grade).Render(fmt.Sprintf("%s %d %s %s", s.sign(g.grade), n, g.word, fewNames(c[g.grade], 4)))
		}
	}
	return line
}

func (s *Style) legendWatch(b *Board, level bool) string {
	if !b.Linear {
		return s.bold.Render("o") + " piece   " + s.text("3× how often it has changed while you watch")
	}
	text := s.bold.Render("o") + " piece"
	if b.Sensing == sensors.Polarity {
		text = s.bold.Render("W") + "/" + s.info.Render("B") + " piece by pole"
	}
	if level {
		return text + "   " + s.ok.Render(s.text("━")) + " level, " + s.bold.Render(s.text("│")) + " detected from there"
	}
	return text + "   " + s.meter(0.6, 5, s.ok) + " margin to the nearer threshold"
}

// watchFault is the bottom line: a note, a bus error, or that all is well.
func (s *Style) watchFault(w *Watch, v View, width int) string {
	switch silent := w.Count()[calibration.Silent]; {
	case v.Note != "":
		return " " + s.warn.Render(s.text(clip(v.Note, width)))
	case silent == rules.AllSquares:
		return " " + s.bad.Render(clip("No square gives a reading. `touchmove doctor` says why.", width))
	case silent != 0:
		text := fmt.Sprintf("%s: %s does not answer; check its plug.", silent.First(), w.board.channel(silent.First()))
		return " " + s.bad.Render(clip(text, width))
	case w.errors > 0:
		return " " + s.warn.Render(clip(fmt.Sprintf("%d scans with bus errors so far; the last: %s", w.errors, w.err), width))
	case w.board.Sheet == nil || !w.board.Sheet.Measured():
		return " " + s.dim.Render(clip("Not calibrated: levels are those of the configuration. To measure: "+w.board.command(""), width))
	}
	return ""
}

// fewNames returns some names of squares.
func fewNames(squares rules.Squares, most int) string {
	var names []string
	for sq := range squares.All() {
		if len(names) == most {
			return strings.Join(names, " ") + fmt.Sprintf(" +%d", squares.Count()-most)
		}
		names = append(names, sq.String())
	}
	return strings.Join(names, " ")
}
