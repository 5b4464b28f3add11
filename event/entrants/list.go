package entrants

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"touchmove/broadcast"
	"touchmove/configs"
	chessclock "touchmove/reconcile/clock"
)

// list reads a pairing list.
type list struct {
	name    string
	faults  configs.Faults
	event   *Event
	round   string // the one that the lines before said
	date    string
	time    string
	columns []column // of the headings last read; nil before
	headed  bool
	seats   map[[2]string]int // by round and player: the line
	boards  map[[2]string]int // by round and board: the line
}

// Lines before the headings say what the list is of.
var (
	roundLine = regexp.MustCompile(`(?i)(?:\b(?:round|runde|ronda|rodada)\b\s*([0-9]{1,3})|([0-9]{1,3})\s*\.\s*(?:round|runde|ronda|rodada))`)
	isoDate   = regexp.MustCompile(`\b([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})\b`)
	shortDate = regexp.MustCompile(`\b([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})\b`)
	aboutLine = regexp.MustCompile(`(?i)^(site|place|ort|lugar|local|time control|bedenkzeit|ritmo(?: de jogo| de juego)?)\s*:?$`)
	byes      = []string{"bye", "spielfrei", "not paired", "nicht ausgelost", "descansa", "libre", "folga", "-", ""}
)

func parseList(name string, text []byte) (*Event, configs.Faults) {
	l := &list{name: name, event: &Event{}, seats: map[[2]string]int{}, boards: map[[2]string]int{}}
	lines := strings.Split(strings.ReplaceAll(decode(text), "\r\n", "\n"), "\n")
	comma := separator(lines)
	for i, line := range lines {
		row, ok := cells(line, comma)
		if !ok {
			l.fault(i, line, row[len(row)-1], "quotes are not closed", `write another " at the end of the field`)
			continue
		}
		l.row(i, line, row)
	}
	switch {
	case !l.headed:
		l.faults = append(l.faults, configs.Fault{File: name, What: "no line of headings that names both players",
			Remedy: "the headings are those of Swiss-Manager, for example `Bo.;No.;White;Rtg;Result;Black;Rtg;No.`; another file is an event file when it ends in .toml"})
	case len(l.event.Rounds) == 0:
		l.faults = append(l.faults, configs.Fault{File: name, What: "no pairing below the headings", Remedy: "export the list again, with the pairings of the round"})
	}
	if l.event.Name == "" && l.headed {
		l.faults = append(l.faults, configs.Fault{File: name, What: "the event has no name", Remedy: "write it on a line of its own above the headings, or as name under [event] in the configuration", Warning: true})
	}
	return l.event, l.faults
}

func (l *list) fault(i int, line string, at cell, what, remedy string) {
	l.faults = append(l.faults, configs.Fault{
		File: l.name, Line: i + 1, Column: at.column, Width: max(1, min(at.width, len(line)-at.column+1)), Source: line, What: printable(what), Remedy: remedy,
	})
}

// printable keeps a message on its line, whatever text of the file it quotes.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
}

func (l *list) row(i int, line string, row []cell) {
	var filled []cell
	for _, c := range row {
		if c.text != "" {
			filled = append(filled, c)
		}
	}
	if len(filled) == 0 {
		return
	}
	if columns, ok := columnsOf(row); ok {
		l.columns, l.headed = columns, true
		return
	}
	if len(filled) <= 2 && l.about(filled) || l.columns == nil {
		if l.columns == nil && !l.about(filled) && len(filled) == 1 && l.event.Name == "" && isTag(filled[0].text) {
			l.event.Name = filled[0].text
		}
		return
	}
	l.pairing(i, line, row)
}

// about reads a line that says what the list is of, and whether it was one.
func (l *list) about(filled []cell) bool {
	text, alone := filled[0].text, len(filled) == 1
	if key, value, ok := strings.Cut(text, ":"); ok && alone {
		filled = []cell{{text: strings.TrimSpace(key)}, {text: strings.TrimSpace(value)}}
	}
	if len(filled) == 2 {
		if m := aboutLine.FindStringSubmatch(filled[0].text); m != nil && isTag(filled[1].text) {
			switch key := strings.ToLower(m[1]); {
			case !strings.HasPrefix(key, "time") && !strings.HasPrefix(key, "bedenk") && !strings.HasPrefix(key, "ritmo"):
				l.event.Site = filled[1].text
			default:
				if control, err := chessclock.Parse(filled[1].text); err == nil && control.Known() {
					l.event.TimeControl, _ = control.PGN()
				}
			}
			return true
		}
	}
	m := roundLine.FindStringSubmatch(text)
	if m == nil || !alone {
		return false
	}
	l.round, l.date, l.time = strings.TrimLeft(m[1]+m[2], "0"), dateIn(text), timeIn(text)
	return true
}

// dateIn finds a date in a text, "" when there is none.
func dateIn(text string) string {
	write := func(y, m, d string) string {
		date := fmt.Sprintf("%s-%02s-%02s", y, m, d)
		if !dateForm.MatchString(date) {
			return ""
		}
		return date
	}
	if m := isoDate.FindStringSubmatch(text); m != nil {
		return write(m[1], m[2], m[3])
	}
	if m := shortDate.FindStringSubmatch(text); m != nil {
		return write(m[3], m[2], m[1])
	}
	return ""
}

// pairing reads one game.
func (l *list) pairing(i int, line string, row []cell) {
	end := cell{column: len(line) + 1, width: 1}
	at := func(k kind, side int) (cell, bool) {
		for c, col := range l.columns {
			if col == (column{k, side}) {
				if c < len(row) {
					return row[c], true
				}
				return end, true
			}
		}
		return end, false
	}
	var g Game
	var names [2]cell
	for side, p := range []*broadcast.Player{&g.White, &g.Black} {
		names[side], _ = at(nameColumn, side)
		p.Name = names[side].text
		if title, ok := at(titleColumn, side); ok && title.text != "" {
			if p.Title, ok = tidyTitle(title.text); !ok {
				l.fault(i, line, title, fmt.Sprintf("title: %q is none", title.text), "write one of "+strings.Join(titles, ", ")+", or nothing")
			}
		}
		if c, ok := at(ratingColumn, side); ok {
			if p.Rating, ok = number(c.text, maxRating); !ok {
				l.fault(i, line, c, fmt.Sprintf("rating: %q is none", c.text), fmt.Sprintf("write 1 to %d, or nothing", maxRating))
			}
		}
		if c, ok := at(fideColumn, side); ok {
			if p.FideID, ok = number(c.text, maxFideID); !ok {
				l.fault(i, line, c, fmt.Sprintf("FIDE id: %q is none", c.text), "write the number of the player's page at ratings.fide.com, or nothing")
			}
		}
		if c, ok := at(federationColumn, side); ok && isFederation(c.text) {
			p.Federation = c.text
		}
	}
	free := func(c cell) bool { return slices.Contains(byes, strings.ToLower(c.text)) }
	if free(names[0]) || free(names[1]) {
		return // nobody to play against
	}
	for side, c := range names {
		if !isTag(c.text) {
			l.fault(i, line, c, "name: it becomes a tag of PGN", "write up to 255 bytes on one line")
			return
		}
		if side == 1 && c.text == names[0].text {
			l.fault(i, line, c, fmt.Sprintf("%s plays against themselves", c.text), "mend one of the two names")
			return
		}
	}
	round := l.round
	if c, ok := at(roundColumn, 0); ok && c.text != "" {
		if round = c.text; !isTag(round) {
			l.fault(i, line, c, "round: it becomes a tag of PGN", "write its number")
			return
		}
	}
	c, ok := at(boardColumn, 0)
	if g.Board = c.text; !ok {
		g.Board = strconv.Itoa(l.count(round) + 1) // lists without the column are in the order of the boards
	} else if n, err := strconv.Atoi(g.Board); err == nil {
		g.Board = strconv.Itoa(n)
	}
	if !isBoard(g.Board) || g.Board[0] == '-' {
		l.fault(i, line, c, fmt.Sprintf("board: %q cannot be a board", c.text), "write the board's number or its id")
		return
	}
	if other, ok := l.boards[[2]string{round, g.Board}]; ok {
		l.fault(i, line, c, fmt.Sprintf("board: %s is already on line %d", g.Board, other), "give each game of a round a board of its own")
		return
	}
	l.boards[[2]string{round, g.Board}] = i + 1
	for _, c := range names {
		if other, ok := l.seats[[2]string{round, c.text}]; ok {
			l.fault(i, line, c, fmt.Sprintf("%s already plays on line %d", c.text, other), "nobody plays twice in a round: mend one of the two")
			return
		}
		l.seats[[2]string{round, c.text}] = i + 1
	}
	l.add(round, g)
}

func (l *list) count(round string) int {
	for _, r := range l.event.Rounds {
		if r.Name == round {
			return len(r.Games)
		}
	}
	return 0
}

func (l *list) add(round string, g Game) {
	for i := range l.event.Rounds {
		if r := &l.event.Rounds[i]; r.Name == round {
			r.Games = append(r.Games, g)
			return
		}
	}
	l.event.Rounds = append(l.event.Rounds, Round{Name: round, Date: l.date, Time: l.time, Games: []Game{g}})
}
