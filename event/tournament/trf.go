package tournament

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"touchmove/event/entrants"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
)

// TRF writes the report that is sent to FIDE: a Tournament Report File, version of 2016
// (FIDE Handbook, C.04, annex 2). Every line has its fields in fixed columns and ends with
// CR and LF. The columns of a game without a result are empty: the format has no code for
// it, and programs refuse a line with an opponent but no result. The error names what does
// not fit into the format.
func (r *Results) TRF(w io.Writer) error {
	var b strings.Builder
	if err := r.trfHead(&b); err != nil {
		return err
	}
	if err := r.oneLeftOver(); err != nil {
		return err
	}
	lines := r.Standings(0)
	for _, p := range r.Event.Players {
		for i := range lines {
			if lines[i].Player.No == p.No {
				if err := trfPlayer(&b, lines[i]); err != nil {
					return err
				}
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// oneLeftOver returns an error if a round has more than one pairing-allocated bye, which
// the format does not allow.
func (r *Results) oneLeftOver() error {
	for _, round := range r.Rounds {
		var names []string
		for _, bye := range round.Byes {
			if bye.Kind == entrants.PairingBye {
				names = append(names, bye.Player.Name)
			}
		}
		if len(names) > 1 {
			return fmt.Errorf("round %s: %s all have the pairing-allocated bye: a tournament report has room for one in each round (kind of the bye in the event file)", round.Name, strings.Join(names, " and "))
		}
	}
	return nil
}

// oneLine returns a text without characters that would break its line.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(c rune) bool { return unicode.IsControl(c) || unicode.IsSpace(c) }), " ")
}

// trfTitles are the titles that the format has.
var trfTitles = []string{"GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"}

// born writes a date of birth, or a year with zeros for the rest.
func born(date string) string {
	if len(date) == 4 {
		return date + "/00/00"
	}
	return slashed(date)
}

// columns is a line with fields at fixed columns, which count from 1.
type columns []rune

func (l *columns) put(column int, text string) {
	for len(*l) < column-1+utf8.RuneCountInString(text) {
		*l = append(*l, ' ')
	}
	copy((*l)[column-1:], []rune(text))
}

// right writes a field that ends at a column.
func (l *columns) right(column int, text string) {
	l.put(column-utf8.RuneCountInString(text)+1, text)
}

func (l *columns) end(b *strings.Builder) {
	b.WriteString(strings.TrimRight(string(*l), " ") + "\r\n")
	*l = nil
}

func (r *Results) trfHead(b *strings.Builder) error {
	e := r.Event
	var l columns
	line := func(code, text string) {
		if text = oneLine(text); text != "" {
			l.put(1, code+" "+text)
			l.end(b)
		}
	}
	var first, last string
	for _, round := range r.Rounds {
		if round.Date != "" && first == "" {
			first = round.Date
		}
		last = orElse(round.Date, last)
	}
	rated := 0
	for _, p := range e.Players {
		if p.Rating > 0 {
			rated++
		}
	}
	line("012", orElse(e.Name, "?"))
	line("022", e.Site)
	line("032", e.Federation)
	line("042", slashed(first))
	line("052", slashed(last))
	line("062", fmt.Sprint(len(e.Players)))
	line("072", fmt.Sprint(rated))
	line("092", orElse(e.System, "Individual"))
	line("102", e.Chief)
	for _, name := range e.Deputies {
		line("112", name)
	}
	if c, err := chessclock.Parse(e.TimeControl); err == nil && c.Known() {
		line("122", c.Words())
	} else {
		line("122", e.TimeControl)
	}
	if first == "" {
		return nil
	}
	l.put(1, "132")
	for i, round := range r.Rounds {
		if d := slashed(round.Date); d != "" {
			l.put(92+10*i, d[2:])
		}
	}
	l.end(b)
	return nil
}

// slashed writes a date as 2026/11/21.
func slashed(date string) string { return strings.ReplaceAll(date, "-", "/") }

func trfPlayer(b *strings.Builder, p Line) error {
	if p.Player.No > 9999 {
		return fmt.Errorf("%s has the number %d: a tournament report has room for numbers up to 9999 (no in the event file)", p.Player.Name, p.Player.No)
	}
	if p.Points > 99*2+1 {
		return fmt.Errorf("%s has %s points: a tournament report has room for 99.5", p.Player.Name, p.Points)
	}
	if int64(p.Player.FideID) > 99999999999 || p.Player.Rating > 9999 {
		return fmt.Errorf("%s: a tournament report has room for 11 digits of a FIDE id (%d) and 4 of a rating (%d)", p.Player.Name, p.Player.FideID, p.Player.Rating)
	}
	var l columns
	l.put(1, "001")
	l.right(8, fmt.Sprint(p.Player.No))
	l.put(10, p.Player.Sex)
	if slices.Contains(trfTitles, p.Player.Title) {
		l.right(13, p.Player.Title)
	}
	l.put(15, short(oneLine(p.Player.Name), 33))
	if p.Player.Rating > 0 {
		l.right(52, fmt.Sprint(p.Player.Rating))
	}
	l.put(54, p.Player.Federation)
	if p.Player.FideID > 0 {
		l.right(68, fmt.Sprint(p.Player.FideID))
	}
	l.put(70, born(p.Player.Born))
	l.right(84, p.Points.Decimal())
	l.right(89, fmt.Sprint(p.Rank))
	for i, c := range p.Results {
		if c.Result == ' ' {
			continue
		}
		opponent, colour := "0000", "-"
		if c.Opponent != 0 {
			opponent, colour = fmt.Sprint(c.Opponent), map[rules.Color]string{rules.White: "w", rules.Black: "b"}[c.Colour]
		}
		l.right(95+10*i, opponent)
		l.put(97+10*i, colour)
		l.put(99+10*i, string(c.Result))
	}
	l.end(b)
	return nil
}

// short shortens a text to at most the given number of characters.
func short(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
}
