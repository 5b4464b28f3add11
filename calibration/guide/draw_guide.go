package guide

import (
	"fmt"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"touchmove/calibration"
	"touchmove/internal/terminal"
	"touchmove/rules"
	"touchmove/sensors"
)

// side is the column where the right half of a guide's page begins.
const side = 49

// Draw draws the current step of a guide on a terminal of the given size. If turned is
// true, Black is at the bottom.
func (s *Style) Draw(g *Guide, turned bool, at int, note string, width, height int) string {
	n, of := g.Steps()
	p := page{title: fmt.Sprintf("Calibrate %d of %d: %v", n, of, g.step), name: g.board.ID, right: left(g)}
	switch g.step {
	case StepWiring:
		p.body, p.keys = s.wiringPage(g, turned)
	case StepLevels:
		p.body, p.keys = s.levelsPage(g, turned)
	default:
		p.right = "took " + minutes(g.Elapsed())
		p.body, p.keys = s.resultPage(g, turned, at)
	}
	if note != "" {
		for len(p.body) < max(height, Height)-3 {
			p.body = append(p.body, "")
		}
		p.body[max(height, Height)-4] = "  " + s.warn.Render(s.text(clip(note, max(width, Width)-4)))
	}
	return s.draw(p, width, height)
}

// left says how much time is left.
func left(g *Guide) string {
	budget := g.Budget()
	if over := g.Elapsed() - budget; over > 0 {
		return minutes(over) + " over " + minutes(budget)
	}
	return minutes(budget-g.Elapsed()) + " left of " + minutes(budget)
}

func minutes(d time.Duration) string {
	sec := int(d / time.Second)
	return fmt.Sprintf("%d:%02d", sec/60, sec%60)
}

// sentence writes what to do, with the square in it in bold.
func (s *Style) sentence(a Ask) []string {
	text := a.Sentence
	if a.Square != rules.NoSquare {
		before, after, _ := strings.Cut(text, a.Square.String())
		text = before + s.bold.Render(a.Square.String()) + after
	} else {
		text = s.bold.Render(text)
	}
	return []string{"", "  " + text, "  " + s.dim.Render(a.Hint), ""}
}

// order returns the squares of a row of the page, from left to right.
func order(row int, turned bool) (rank int, squares [8]rules.Square) {
	rank = 7 - row
	if turned {
		rank = row
	}
	for i := range squares {
		file := i
		if turned {
			file = 7 - i
		}
		squares[i] = rules.SquareAt(file, rank)
	}
	return rank, squares
}

// files is the line of letters above or below a board; width is that of a cell.
func (s *Style) files(indent, width int, turned bool) string {
	line := strings.Repeat(" ", indent)
	for i := range 8 {
		c := 'a' + rune(i)
		if turned {
			c = 'h' - rune(i)
		}
		line += centre(string(c), width)
	}
	return s.dim.Render(strings.TrimRight(line, " "))
}

func centre(text string, width int) string {
	room := width - lipgloss.Width(text)
	before := max(0, room/2)
	return strings.Repeat(" ", before) + text + strings.Repeat(" ", max(0, room-before))
}

func (s *Style) wiringPage(g *Guide, turned bool) ([]string, [][2]string) {
	w := g.wiring
	a := w.ask()
	body := s.sentence(a)
	board := []string{s.files(4, 5, turned)}
	lamps := g.lampsShown()
	for row := range 8 {
		rank, squares := order(row, turned)
		line := "  " + s.dim.Render(fmt.Sprint(rank+1)) + " "
		for _, sq := range squares {
			style, text := s.wiringCell(w, sq, a.Square)
			line += s.cell(style, sq, centre(text, 5), lamps)
		}
		board = append(board, line)
	}
	body = append(body, s.columns(board, s.heardSoFar(w), side)...)
	done := w.finder.Done()
	body = append(body, "", "  "+s.meter(float64(done)/64, 40, s.ok)+fmt.Sprintf("  %d of 64", done))
	if ch := w.latest(); ch >= 0 {
		body = append(body, "  "+s.dim.Render(w.board.Names.Short(ch)+" = "+w.board.Names.Long(ch)))
	} else {
		body = append(body, "")
	}
	now := "listening to the empty board"
	switch {
	case !w.started:
		now = "waiting for the board to be empty"
	case w.detector.Felt() >= 0:
		now = "a piece is detected by " + w.board.Names.Long(w.detector.Felt())
	case a.Square != rules.NoSquare:
		now = "waiting for a piece on " + a.Square.String()
	}
	body = append(body, "", "  "+s.dim.Render("Now: ")+now)
	keys := [][2]string{}
	if n := len(w.assigned); n > 0 {
		keys = append(keys, [2]string{"u", "undo " + w.assigned[n-1].square.String()})
	}
	if a.Enter {
		keys = append(keys, [2]string{"Enter", "it is empty"})
	}
	if a.Square != rules.NoSquare {
		body = append(body, "  "+s.dim.Render("Nothing happens? Press s to skip; the square is reported at the end."))
		keys = append(keys, [2]string{"s", "skip " + a.Square.String()})
	}
	return body, append(keys, [2]string{"t", "turn board"}, [2]string{"?", "help"}, [2]string{"q", "stop without saving"})
}

// wiringCell returns what is shown on a square.
func (s *Style) wiringCell(w *wiringStep, sq, asked rules.Square) (style ink, text string) {
	ch := w.finder.Channel(sq)
	switch {
	case sq == asked && ch < 0:
		if !s.squares {
			return s.bold, "[put]"
		}
		return s.put, "put"
	case w.finder.Skipped().Has(sq):
		return s.on(sq).Inherit(s.bad), "?"
	case ch < 0:
		return s.on(sq).Inherit(s.dim), s.text("·")
	}
	style = s.on(sq)
	if w.configured[ch] != sq {
		style = style.Inherit(s.warn)
	}
	return style, w.board.Names.Short(ch)
}

// latest returns the channel assigned last, or -1 if there is none.
func (w *wiringStep) latest() int {
	for i := len(w.assigned) - 1; i >= 0; i-- {
		if w.assigned[i].channel >= 0 {
			return w.assigned[i].channel
		}
	}
	return -1
}

func (s *Style) heardSoFar(w *wiringStep) []string {
	lines := []string{s.bold.Render("Heard so far")}
	for i := range 3 {
		if n := len(w.assigned) - 1 - i; n >= 0 {
			h := w.assigned[n]
			text := terminal.Pad(h.square.String(), 4) + "skipped"
			if h.channel >= 0 {
				text = terminal.Pad(h.square.String(), 4) + w.board.Names.Long(h.channel)
			}
			text = clip(text, Width-side-1)
			if i > 0 {
				text = s.dim.Render(text)
			}
			lines = append(lines, text)
		}
	}
	if n := len(w.assigned); n > 0 && !w.assigned[n-1].sure {
		lines = append(lines, "")
		for i, l := range terminal.Wrap(fmt.Sprintf("%s Detected as %v. If the piece is on %v, put it there once more.", s.sign(calibration.Weak), w.assigned[n-1].square, w.finder.Next()), Width-side-1) {
			if i == 0 {
				l = s.warn.Render(l)
			}
			lines = append(lines, l)
		}
		return lines
	}
	if n := len(w.said); n > 0 {
		text := w.said[n-1]
		if n > 1 {
			text = fmt.Sprintf("%s (and %d more)", text, n-1)
		}
		lines = append(lines, "")
		for i, l := range terminal.Wrap(s.sign(calibration.Weak)+" "+text+" Accepted as it is: no rewiring needed.", Width-side-1) {
			if i == 0 {
				l = s.warn.Render(l)
			}
			lines = append(lines, l)
		}
	}
	return lines
}

func (s *Style) levelsPage(g *Guide, turned bool) ([]string, [][2]string) {
	l := g.levels
	body := s.sentence(l.ask())
	missing, extra := l.wrong()
	for i := range l.positions {
		body = append(body, s.positionLine(l, i, missing))
	}
	body = append(body, "")
	p := l.wanted()
	if p == nil {
		return body, nil
	}
	lamps := g.lampsShown()
	var board []string
	for row := range 8 {
		rank, squares := order(row, turned)
		line := "  " + s.dim.Render(fmt.Sprint(rank+1)) + "  "
		for _, sq := range squares {
			style, text := s.levelsCell(l, p, sq, missing, extra)
			line += s.cell(style, sq, text, lamps)
		}
		board = append(board, line)
	}
	board = append(board, s.files(5, 3, turned))
	body = append(body, s.columns(board, s.levelsToDo(l, p, missing, extra), 35)...)
	done := float64(len(l.captures))
	if l.gather != nil {
		done += float64(l.gather.For()) / float64(measureFor)
	}
	bar := s.meter(done/float64(len(l.positions)), 20, s.ok) + fmt.Sprintf("  %d of %d positions", len(l.captures), len(l.positions))
	for len(body) < 19 {
		body = append(body, "")
	}
	body = append(body, "", "  "+bar)
	keys := [][2]string{{"Enter", "measure now"}}
	if len(l.captures) > 0 || g.o.Wiring && l.squares == 0 {
		keys = append(keys, [2]string{"u", "back one step"})
	}
	if (missing|extra) != 0 && l.zero != nil {
		body = append(body, "  "+s.dim.Render("Stays amber although a piece is there? Press w: it is noted as weak."))
		keys = append(keys, [2]string{"w", "note as weak"})
	}
	if l.hasEnough() {
		keys = append(keys, [2]string{"e", "end here"})
	}
	return body, append(keys, [2]string{"?", "help"}, [2]string{"q", "stop"})
}

// levelsToDo lists what hands still have to do before the position p can be measured.
func (s *Style) levelsToDo(l *levelsStep, p *position, missing, extra rules.Squares) (lines []string) {
	unnamed := func(rules.Square) string { return "" }
	switch {
	case l.zero == nil:
	case extra.Count() > 3 || missing.Count() > 3:
		lines = append(lines, s.bold.Render("To do"))
		if extra != 0 {
			lines = append(lines, s.warn.Render(count(extra.Count(), "piece")+" to take away"))
		}
		if missing != 0 {
			lines = append(lines, s.warn.Render(count(missing.Count(), "piece")+" to put down"))
		}
	case extra != 0:
		lines = s.squareList("To be taken off", extra, unnamed)
	default:
		lines = s.squareList("Still missing", missing, func(sq rules.Square) string { return piece(p, sq) })
	}
	moving := l.moving &^ l.unsteady
	if lines = append(lines, ""); moving.Count() > 3 {
		return append(lines, s.bold.Render("Moving"), s.warn.Render(count(moving.Count(), "square")))
	}
	return append(lines, s.squareList("Moving", moving, unnamed)...)
}

// squareList lists up to three squares below a head, each with a word.
func (s *Style) squareList(head string, squares rules.Squares, word func(rules.Square) string) []string {
	lines := []string{s.bold.Render(head)}
	for sq := range squares.All() {
		if len(lines) > 3 {
			return append(lines, s.warn.Render(fmt.Sprintf("and %d more", squares.Count()-3)))
		}
		lines = append(lines, s.warn.Render(terminal.Pad(sq.String(), 4)+word(sq)))
	}
	if squares == 0 {
		lines = append(lines, "none")
	}
	return lines
}

func (s *Style) positionLine(l *levelsStep, i int, missing rules.Squares) string {
	p := &l.positions[i]
	sign, style, note := "○", s.dim, p.brings
	switch n := len(l.captures); {
	case i < n:
		sign, style, note = "●", s.ok, l.learned(i)
	case i == n:
		sign, style = "◐", s.warn
		want := p.shown.Full().Count()
		switch {
		case l.gather != nil:
			note = fmt.Sprintf("measuring, %.0f s to go", (measureFor - l.gather.For()).Seconds())
		case want > 0:
			note = fmt.Sprintf("%d of %d pieces seen", want-missing.Count(), want)
		default:
			note = "to be measured"
		}
	}
	name := terminal.Pad(s.text(p.name), 30)
	if i == len(l.captures) {
		name = s.bold.Render(name)
	} else if i > len(l.captures) {
		name = s.dim.Render(name)
	}
	if lipgloss.Width(p.name) > 29 {
		return "  " + style.Render(s.text(sign)) + " " + name
	}
	return "  " + style.Render(s.text(sign)) + " " + name + s.dim.Render(s.text(clip(note, Width-36)))
}

// levelsCell returns what is shown on a square, in three columns.
func (s *Style) levelsCell(l *levelsStep, p *position, sq rules.Square, missing, extra rules.Squares) (style ink, text string) {
	letter, style := s.text("·"), s.on(sq).Inherit(s.dim)
	is := p.shown[sq]
	switch {
	case is == sensors.Unknown:
		return s.on(sq), "   "
	case is == sensors.White:
		letter, style = "W", s.on(sq).Inherit(s.bright)
	case is == sensors.Black:
		letter, style = "B", s.on(sq).Inherit(s.info)
	case is.Full():
		letter, style = "o", s.on(sq).Inherit(s.bright)
	}
	switch {
	case l.noted.Has(sq):
		letter, style = s.sign(calibration.Weak), s.on(sq).Inherit(s.warn)
	case missing.Has(sq) && l.zero != nil:
		if style = s.put; !s.squares {
			return style, "[" + letter + "]"
		}
	case extra.Has(sq):
		letter, style = "x", s.put
	}
	return style, " " + letter + " "
}
