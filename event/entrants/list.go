package entrants

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"touchmove/eventlog"
	"touchmove/internal/strict"
	chessclock "touchmove/reconcile/clock"
)

// list is the state of parsing a pairing list.
type list struct {
	name    string
	faults  strict.Faults
	event   *Event
	round   string // the round named by the last line that names one
	date    string
	time    string
	columns []column // of the last line of headings; nil before the first
	headed  bool
	seats   map[[2]string]int // line numbers, by round and player
	boards  map[[2]string]int // line numbers, by round and board
}

// These find what the lines above the headings say about the list.
var (
	roundLine = regexp.MustCompile(`(?i)(?:\b(?:round|runde|ronda|rodada)\b\s*([0-9]{1,3})|([0-9]{1,3})\s*\.\s*(?:round|runde|ronda|rodada))`)
	isoDate   = regexp.MustCompile(`\b([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})\b`)
	shortDate = regexp.MustCompile(`\b([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})\b`)
	aboutLine = regexp.MustCompile(`(?i)^(site|place|ort|lugar|local|time control|bedenkzeit|ritmo(?: de jogo| de juego)?)\s*:?$`)
	byes      = []string{"bye", "spielfrei", "not paired", "nicht ausgelost", "descansa", "libre", "folga", "-", ""}
)

func parseList(name string, text []byte) (*Event, strict.Faults) {
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
		l.faults = append(l.faults, strict.Fault{File: name, What: "no line of headings that names both players",
			Remedy: "the headings are those of Swiss-Manager, for example `Bo.;No.;White;Rtg;Result;Black;Rtg;No.`; another file is an event file when it ends in .toml"})
	case len(l.event.Rounds) == 0:
		l.faults = append(l.faults, strict.Fault{File: name, What: "no pairing below the headings", Remedy: "export the list again, with the pairings of the round"})
	}
	if l.event.Name == "" && l.headed {
		l.faults = append(l.faults, strict.Fault{File: name, What: "the event has no name", Remedy: "write it on a line of its own above the headings, or as name under [event] in the configuration", Warning: true})
	}
	return l.event, l.faults
}

func (l *list) fault(i int, line string, at cell, what, remedy string) {
	l.faults = append(l.faults, strict.Fault{
		File: l.name, Line: i + 1, Column: at.column, Width: max(1, min(at.width, len(line)-at.column+1)), Source: line, What: printable(what), Remedy: remedy,
	})
}

// printable keeps a message on one line, whatever text of the file it quotes.
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

// about parses a line that says what the list is about. It returns false if the line does
// not.
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

// dateIn finds a date in a text, and returns "" if there is none.
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

// entry is a line of the list with a game on it.
type entry struct {
	list *list
	i    int // the line's number, from 0
	line string
	row  []cell
}

// at returns the cell of a column, and whether the list has the column. If the line is too
// short, the cell is its end.
func (e entry) at(k kind, side int) (cell, bool) {
	end := cell{column: len(e.line) + 1, width: 1}
	for c, col := range e.list.columns {
		if col == (column{k, side}) {
			if c < len(e.row) {
				return e.row[c], true
			}
			return end, true
		}
	}
	return end, false
}

func (e entry) fault(at cell, what, remedy string) { e.list.fault(e.i, e.line, at, what, remedy) }

// pairing parses a line with a game.
func (l *list) pairing(i int, line string, row []cell) {
	e := entry{l, i, line, row}
	var g Game
	names := [2]cell{e.player(&g.White, 0), e.player(&g.Black, 1)}
	free := func(c cell) bool { return slices.Contains(byes, strings.ToLower(c.text)) }
	if free(names[0]) || free(names[1]) {
		return // a player without an opponent
	}
	if !e.canPlay(names) {
		return
	}
	round, ok := e.round()
	if !ok {
		return
	}
	if g.Board, ok = e.board(round); !ok || !e.seat(round, names) {
		return
	}
	l.add(round, g)
}

// player parses what a line says about one player, and returns the cell with the name.
func (e entry) player(p *eventlog.Player, side int) (name cell) {
	name, _ = e.at(nameColumn, side)
	p.Name = name.text
	if c, ok := e.at(titleColumn, side); ok && c.text != "" {
		if p.Title, ok = tidyTitle(c.text); !ok {
			e.fault(c, fmt.Sprintf("title: %q is not a title", c.text), "write one of "+strings.Join(titles, ", ")+", or nothing")
		}
	}
	if c, ok := e.at(ratingColumn, side); ok {
		if p.Rating, ok = number(c.text, maxRating); !ok {
			e.fault(c, fmt.Sprintf("rating: %q is not a rating", c.text), fmt.Sprintf("write 1 to %d, or nothing", maxRating))
		}
	}
	if c, ok := e.at(fideColumn, side); ok {
		if p.FideID, ok = number(c.text, maxFideID); !ok {
			e.fault(c, fmt.Sprintf("FIDE id: %q is not a FIDE id", c.text), "write the number of the player's page at ratings.fide.com, or nothing")
		}
	}
	if c, ok := e.at(federationColumn, side); ok && isFederation(c.text) {
		p.Federation = c.text
	}
	return name
}

// canPlay reports whether the two names can be those of two players.
func (e entry) canPlay(names [2]cell) bool {
	for side, c := range names {
		if !isTag(c.text) {
			e.fault(c, "name: it does not fit into a PGN tag", "write up to 255 bytes on one line")
			return false
		}
		if side == 1 && c.text == names[0].text {
			e.fault(c, fmt.Sprintf("%s plays against themselves", c.text), "correct one of the two names")
			return false
		}
	}
	return true
}

// round returns the round of the line, or else the one named above the headings.
func (e entry) round() (round string, ok bool) {
	c, has := e.at(roundColumn, 0)
	if !has || c.text == "" {
		return e.list.round, true
	}
	if !isTag(c.text) {
		e.fault(c, "round: it does not fit into a PGN tag", "write its number")
		return "", false
	}
	return c.text, true
}

// board returns the board of the line, or else the next one of the round, and marks it as
// taken.
func (e entry) board(round string) (board string, ok bool) {
	c, has := e.at(boardColumn, 0)
	if board = c.text; !has {
		board = strconv.Itoa(e.list.count(round) + 1) // without that column, a list is in the order of the boards
	} else if n, err := strconv.Atoi(board); err == nil {
		board = strconv.Itoa(n)
	}
	if !isBoard(board) || board[0] == '-' {
		e.fault(c, fmt.Sprintf("board: %q cannot be a board", c.text), "write the board's number or its id")
		return "", false
	}
	if other, taken := e.list.boards[[2]string{round, board}]; taken {
		e.fault(c, fmt.Sprintf("board: %s is already on line %d", board, other), "give each game of a round a board of its own")
		return "", false
	}
	e.list.boards[[2]string{round, board}] = e.i + 1
	return board, true
}

// seat records that both players play in the round, and returns false if either already
// did.
func (e entry) seat(round string, names [2]cell) bool {
	for _, c := range names {
		if other, plays := e.list.seats[[2]string{round, c.text}]; plays {
			e.fault(c, fmt.Sprintf("%s already plays on line %d", c.text, other), "nobody plays twice in a round: correct one of the two; in a match give each game a round of its own, such as 1.1 and 1.2")
			return false
		}
		e.list.seats[[2]string{round, c.text}] = e.i + 1
	}
	return true
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
