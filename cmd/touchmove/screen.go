package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"touchmove/calibration/guide"
	"touchmove/eventlog"
	"touchmove/internal/hms"
	"touchmove/internal/terminal"
	"touchmove/internal/words"
	"touchmove/rules"
	"touchmove/sensors/lights"
)

// screenWidth and screenHeight are the size of the terminal for which the live view is made. In a
// larger terminal it occupies the corner.
const (
	screenWidth  = 80
	screenHeight = 24
	sideColumn   = 47 // first column of names, moves and addresses
)

// screen is everything that the live view shows at one moment.
type screen struct {
	texts     *words.Texts
	board     string // the board's id
	what      string // how it is wired
	clock     time.Time
	state     eventlog.State
	position  rules.Position // in the state
	known     bool           // whether the board has shown a position
	players   [2]eventlog.Player
	speed     float64     // of the board's time; 0 means 1
	published string      // how long the last move took to be published
	links     [][2]string // name and address
	facts     []string
	lost      []string // squares without a vote or a reading, and their chips
	alarm     string   // the alarm on top; empty if none
	note      string   // the answer to the last key
	offline   string   // why nothing is published; empty if the broker is connected
	paused    bool
	lamps     lights.Frame // below the squares
	keys      [][2]string
	events    []string // shown instead of the board if not nil
}

// tints holds the colours for the roles in the live view.
type tints struct {
	paint
	title, titleDim, titleName, keyBar, key  lipgloss.Style
	light, dark, origin, target, plate, move lipgloss.Style
	squares                                  bool // whether background colours distinguish the squares
	ascii                                    bool
}

// newTints returns the colours for a terminal.
func newTints(t guide.Terminal) tints {
	back := func(c string) lipgloss.Style { return lipgloss.NewStyle().Background(lipgloss.Color(c)) }
	roles, bar, strong, quiet, name := newPaint(), "#202a33", "#ffffff", "#aab6c1", "#6cc3f5"
	plate, plateText := "#f4f1ea", "#0d1217"
	if t.Light {
		roles, bar, strong, quiet, name = lightPaint(), "#e1e6ec", "#0d1217", "#495663", "#005f9e"
		plate, plateText = plateText, plate
	}
	onBar := func(c string) lipgloss.Style { return back(bar).Foreground(lipgloss.Color(c)) }
	return tints{
		paint: roles,
		title: onBar(strong).Bold(true), titleDim: onBar(quiet), titleName: onBar(name), keyBar: onBar(quiet), key: onBar(strong).Bold(true),
		light: back("#3a4b5a"), dark: back("#22303c"), origin: back("#54400f"), target: back("#7a5508"),
		plate:   back(plate).Foreground(lipgloss.Color(plateText)).Bold(true),
		move:    back("#f5b83d").Foreground(lipgloss.Color("#0d1217")).Bold(true),
		squares: t.Profile > colorprofile.ASCII,
		ascii:   t.ASCII,
	}
}

// draw returns the view: screenHeight lines of at most screenWidth columns.
func (s *screen) draw(t tints) string {
	lines := []string{s.drawTitle(t), s.drawAlarm(t)}
	if s.events != nil {
		lines = append(lines, s.drawEvents()...)
	} else {
		left, right := s.drawBoard(t), s.drawSide(t)
		for i := range boardRows {
			lines = append(lines, strings.TrimRight(terminal.Pad(left[i], sideColumn)+right[i], " "))
		}
	}
	for len(lines) < 20 {
		lines = append(lines, "")
	}
	rule := "─"
	if t.ascii {
		rule = "-"
	}
	lines = append(lines, t.dim.Render(strings.Repeat(rule, screenWidth)))
	lines = append(lines, s.drawState(t), s.drawFacts(t), s.drawKeys(t))
	return strings.Join(lines, "\n")
}

func (s *screen) drawTitle(t tints) string {
	clock := s.clock.Format("15:04:05") + " "
	what := ansi.Truncate(s.what, screenWidth-len(" touchmove run  ")-lipgloss.Width(s.board)-3-len(clock), "…")
	line := t.title.Render(" touchmove run") + t.titleDim.Render("  ") + t.titleName.Render(s.board) + t.titleDim.Render("  "+what)
	return line + t.titleDim.Render(strings.Repeat(" ", max(0, screenWidth-lipgloss.Width(line)-len(clock)))+clock)
}

// drawEvents lists the latest events over the full width, in place of the board.
func (s *screen) drawEvents() []string {
	var rows []string
	for _, e := range s.events {
		for i, line := range strings.Split(ansi.Wordwrap(e, screenWidth-16, ""), "\n") {
			indent := "  "
			if i > 0 {
				indent = strings.Repeat(" ", 14)
			}
			rows = append(rows, strings.TrimRight(indent+line, " "))
		}
	}
	return rows[max(0, len(rows)-boardRows):]
}

// drawAlarm returns the line for the alarm that nobody has acknowledged.
func (s *screen) drawAlarm(t tints) string {
	if s.alarm == "" {
		return ""
	}
	sign := "▲ "
	if t.ascii {
		sign = "! "
	}
	return " " + t.warn.Render(ansi.Truncate(sign+s.alarm, screenWidth-2, "…"))
}

// drawSide returns the column beside the board, one line for each row of the board: names, clocks,
// the last moves and addresses.
func (s *screen) drawSide(t tints) []string {
	rows := make([]string, boardRows)
	rows[0], rows[1] = s.player(t, rules.Black), s.federationAndRating(t, rules.Black)
	rows[16], rows[17] = s.player(t, rules.White), s.federationAndRating(t, rules.White)
	for i, line := range s.moveRows(t, 7) {
		rows[2+i] = line
	}
	if lost := s.lostRows(t); len(lost) > 0 { // in place of what is the same all evening
		copy(rows[9:16], lost)
		return rows
	}
	if s.published != "" {
		rows[10] = t.dim.Render(s.published)
	}
	for i, link := range s.links {
		if 12+i < 16 {
			rows[12+i] = t.dim.Render(terminal.Pad(link[0], 8)) + t.info.Render(link[1])
		}
	}
	return rows
}

// lostRows says which squares are not trusted or not read, and by which chips they should be: at
// most seven rows.
func (s *screen) lostRows(t tints) (rows []string) {
	const most = 7
	sign := "◐ "
	if t.ascii {
		sign = "% "
	}
	for _, text := range s.lost {
		for i, line := range strings.Split(ansi.Wordwrap(text, sideWidth-2, ""), "\n") {
			if indent := "  "; i > 0 {
				line = indent + line
			} else {
				line = sign + line
			}
			rows = append(rows, t.warn.Render(line))
		}
	}
	if len(rows) > most {
		rows = append(rows[:most-1], t.warn.Render("  …"))
	}
	return rows
}

// sideWidth is the width of the column beside the board.
const sideWidth = screenWidth - sideColumn

// player returns the line for one player: the side in words, since chess symbols would change sides
// on a light terminal; the name; and the clock, or the share of the point.
func (s *screen) player(t tints, c rules.Color) string {
	p := s.players[c]
	side := s.texts.Colour(c) + "  "
	right := ""
	if won, ok := s.won(c); ok {
		right = t.plate.Render(" " + won + " ")
	} else if left, ok := s.left(c); ok {
		right = clockText(left)
		if s.state.Clock.Running() && s.state.Clock.Times.Runs == c {
			sign := "▶ "
			if t.ascii {
				sign = "> "
			}
			right = t.plate.Render(sign + right)
		}
	}
	room := sideWidth - lipgloss.Width(side) - lipgloss.Width(right) - 1
	return terminal.Pad(t.dim.Render(side)+t.bold.Render(fitName(p, room)), sideWidth-lipgloss.Width(right)) + right
}

// fitName shortens a name to the room: first it leaves out the title, then the first name.
func fitName(p eventlog.Player, room int) string {
	title := ""
	if p.Title != "" {
		title = p.Title + " "
	}
	for _, name := range []string{title + p.Name, p.Name, surname(p)} {
		if lipgloss.Width(name) <= room {
			return name
		}
	}
	return ansi.Truncate(surname(p), room, "…")
}

// federationAndRating returns a player's federation and rating.
func (s *screen) federationAndRating(t tints, c rules.Color) string {
	p := s.players[c]
	words := p.Federation
	if p.Rating > 0 {
		words = strings.TrimSpace(fmt.Sprintf("%s %d", words, p.Rating))
	}
	if words == "" {
		return ""
	}
	return strings.Repeat(" ", lipgloss.Width(s.texts.Colour(c))+2) + t.dim.Render(words)
}

// left returns what a player's clock shows now, counted on from the last time published. It shows
// 0:00 only if that was published; ok is false if the clock is not known.
func (s *screen) left(c rules.Color) (time.Duration, bool) {
	k := s.state.Clock
	if !k.Known {
		return 0, false
	}
	left := k.Times.Left[c]
	if s.paused || !k.Running() || k.Times.Runs != c || left == 0 || k.Mark.Time.IsZero() {
		return left, true
	}
	speed := s.speed
	if speed == 0 {
		speed = 1
	}
	passed := time.Duration(float64(s.clock.Sub(k.Mark.Time)) * speed)
	return max(left-max(passed-k.Times.Delay[c], 0), time.Second), true
}

// clockText formats a time as a clock does, rounded up to a second: 1:23:45, or 23:45 below an
// hour.
func clockText(d time.Duration) string {
	return hms.Short(d + time.Second - 1)
}

// won returns a player's share of the point. ok is false until the result is final.
func (s *screen) won(c rules.Color) (string, bool) {
	r, err := rules.ParseResult(s.state.Result.Result)
	if err != nil || r == rules.Ongoing || s.state.Result.Proposed {
		return "", false
	}
	return [...]string{"0", "½", "1"}[r.Halves(c)], true
}

// moveRows returns the last moves, one move number on each line, with the latest move marked.
func (s *screen) moveRows(t tints, most int) []string {
	var rows []string
	moves := s.state.Moves
	for i := 0; i < len(moves); {
		number := (moves[i].Ply + 1) / 2
		row := t.dim.Render(fmt.Sprintf("%2d. ", number))
		if moves[i].Ply%2 == 0 {
			row += terminal.Pad(" ...", 9)
		} else {
			row += s.moveText(t, i)
			i++
		}
		if i < len(moves) && moves[i].Ply%2 == 0 {
			row += s.moveText(t, i)
			i++
		}
		rows = append(rows, row)
	}
	return rows[max(0, len(rows)-most):]
}

func (s *screen) moveText(t tints, i int) string {
	san := s.texts.SAN(s.state.Moves[i].SAN)
	if i == len(s.state.Moves)-1 {
		return terminal.Pad(t.move.Render(" "+san+" "), 9)
	}
	return terminal.Pad(" "+san, 9)
}

// drawState says in words what the public screens also show.
func (s *screen) drawState(t tints) string {
	sign := func(style lipgloss.Style, unicode, ascii, word string) string {
		if t.ascii {
			unicode = ascii
		}
		return style.Render(unicode + " " + word)
	}
	w := s.texts
	game := w.T("run.game", "game", gameNumber(s.state.Game), "ply", s.state.Ply())
	switch {
	case s.paused:
		return " " + sign(t.dim, "‖", "=", w.T("run.paused")) + "  " + game
	case s.offline != "":
		return " " + sign(t.warn, "▲", "!", w.T("run.nobroker")) + "  " + ansi.Truncate(s.offline, screenWidth-15, "…")
	case s.state.Phase == eventlog.Over:
		return " " + sign(t.bold, "✓", "#", s.state.Result.Result) + "  " + ansi.Truncate(orWord(reasonIn(w, s.state.Result.Reason), w.T("run.over")), 40, "…") + ", " + game
	case s.state.Phase == eventlog.Waiting:
		return " " + sign(t.dim, "…", ".", w.T("run.waiting")) + "  " + w.T("run.waitingfor")
	case s.state.Differ != 0:
		after := w.T("run.start")
		if n := len(s.state.Moves); n > 0 {
			after = numbered(s.state.Moves[n-1].Ply, w.SAN(s.state.Moves[n-1].SAN))
		}
		return " " + sign(t.warn, "▲", "!", w.T("run.checked")) + "  " + w.T("run.shown", "a", after)
	}
	line := w.T("run.toplay."+s.position.Turn().String(), "game", game)
	if s.state.Faults() != 0 {
		return " " + sign(t.warn, "◐", "%", w.T("run.live")) + "  " + line
	}
	return " " + sign(t.ok, "●", "o", w.T("run.live")) + "  " + line
}

func (s *screen) drawFacts(t tints) string {
	if s.note != "" {
		return "   " + t.warn.Render(ansi.Truncate(s.note, screenWidth-4, "…"))
	}
	separator := " · "
	if t.ascii {
		separator = ", "
	}
	return "   " + t.dim.Render(ansi.Truncate(strings.Join(s.facts, separator), screenWidth-4, "…"))
}

func (s *screen) drawKeys(t tints) string {
	keys, gap := fitKeys(s.keys)
	line := t.keyBar.Render(" ")
	for i, k := range keys {
		if i > 0 {
			line += t.keyBar.Render(strings.Repeat(" ", gap))
		}
		line += t.key.Render(k[0]) + t.keyBar.Render(" "+k[1])
	}
	return line + t.keyBar.Render(strings.Repeat(" ", max(0, screenWidth-lipgloss.Width(line))))
}

// fitKeys returns the keys, with words so short and gaps so small that they fit into one line.
func fitKeys(all [][2]string) (keys [][2]string, gap int) {
	keys, gap = slices.Clone(all), 3
	for keysWidth(keys, gap) > screenWidth {
		if gap > 1 {
			gap--
			continue
		}
		longest := slices.MaxFunc(keys, func(a, b [2]string) int { return cmp.Compare(wordWidth(a), wordWidth(b)) })
		if lipgloss.Width(longest[1]) < 2 {
			break
		}
		for i := range keys {
			if keys[i] == longest {
				keys[i][1] = ansi.Truncate(longest[1], lipgloss.Width(longest[1])-1, "…")
			}
		}
	}
	return keys, gap
}

// keysWidth returns the width of the line of keys.
func keysWidth(keys [][2]string, gap int) int {
	width := 1 + gap*max(0, len(keys)-1)
	for _, k := range keys {
		width += lipgloss.Width(k[0]) + 1 + lipgloss.Width(k[1])
	}
	return width
}

// wordWidth returns the width of a key's word, and 0 for the speed, which is never shortened.
func wordWidth(key [2]string) int {
	if strings.Contains(key[1], "×") {
		return 0
	}
	return lipgloss.Width(key[1])
}
