package tournament

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"touchmove/internal/words"
	"touchmove/rules"
)

// Crosstable is the table of an event after a round.
type Crosstable struct {
	Event string
	Site  string
	After string // name of the round
	Lines []Line
	// TieBreaks are the tie-breaks that determine the order of the lines.
	TieBreaks []TieBreak

	rounds []string
}

// Crosstable returns the table after a round; an empty name means the last round with a
// result. The error lists the rounds that exist.
func (r *Results) Crosstable(round string) (*Crosstable, error) {
	n := 0
	for i := range r.Rounds {
		for _, g := range r.Rounds[i].Games {
			if g.Outcome.Known {
				n = i + 1
			}
		}
	}
	if round != "" {
		found, err := r.Round(round)
		if err != nil {
			return nil, err
		}
		for i := range r.Rounds {
			if &r.Rounds[i] == found {
				n = i + 1
			}
		}
	}
	return r.After(max(n, 1)), nil
}

// After returns the table after the first n rounds, from 1 to all.
func (r *Results) After(n int) *Crosstable {
	c := &Crosstable{Event: r.Event.Name, Site: r.Event.Site, After: r.Rounds[n-1].Name, Lines: r.Standings(n), TieBreaks: tieBreaksOf(r.Event)}
	for _, round := range r.Rounds[:n] {
		c.rounds = append(c.rounds, round.Name)
	}
	return c
}

// String writes a cell as in a crosstable: the opponent's rank, the colour and the result,
// as 12w1. A bye has a sign of its own: ½, 1, + or –.
func (c Cell) String() string {
	if c.Opponent == 0 {
		return map[byte]string{'H': "½", 'F': "1", 'U': "+", 'Z': "–"}[c.Result]
	}
	result := string(rune(c.Result))
	switch c.Result {
	case '=', 'D':
		result = "½"
	case 'W':
		result = "1"
	case 'L':
		result = "0"
	case ' ':
		result = "*"
	}
	return fmt.Sprintf("%d%s%s", c.Rank, map[rules.Color]string{rules.White: "w", rules.Black: "b"}[c.Colour], result)
}

// Columns returns the tie-breaks that have a column in a table: all but the direct
// encounter, which can be read from the table itself.
func (c *Crosstable) Columns() []TieBreak {
	return slices.DeleteFunc(slices.Clone(c.TieBreaks), func(b TieBreak) bool { return b == DirectEncounter })
}

func (c *Crosstable) paper(l rules.Language) (paper, error) {
	w, err := words.For("reports", l)
	if err != nil {
		return paper{}, err
	}
	p := paper{Code: w.Code, Title: joined(c.Event, w.T("report.crosstable")), Under: joined(c.Site, w.T("report.after", "round", c.After)), Turn: "landscape"}
	p.Heads = []string{w.T("report.rank"), w.T("report.number"), w.T("report.player-title"), w.T("report.name"), w.T("report.federation"), w.T("report.rating")}
	p.Heads = append(append(p.Heads, c.rounds...), w.T("report.points"))
	for _, b := range c.Columns() {
		p.Heads = append(p.Heads, string(b))
	}
	for _, line := range c.Lines {
		rating := ""
		if line.Player.Rating > 0 {
			rating = fmt.Sprint(line.Player.Rating)
		}
		cells := []cell{{Text: fmt.Sprint(line.Rank), Class: "n"}, {Text: fmt.Sprint(line.Player.No), Class: "n"}, {Text: line.Player.Title}, {Text: line.Player.Name}, {Text: line.Player.Federation}, {Text: rating, Class: "n"}}
		for _, r := range line.Results {
			cells = append(cells, cell{Text: r.String(), Class: "n"})
		}
		cells = append(cells, cell{Text: line.Points.String(), Class: "n"})
		for _, b := range c.Columns() {
			cells = append(cells, cell{Text: line.Tie(b).Text(), Class: "n"})
		}
		p.Rows = append(p.Rows, row{cells})
	}
	return p, nil
}

// Text writes the table for a terminal. The error says that there are no texts in the
// language.
func (c *Crosstable) Text(l rules.Language) (string, error) {
	p, err := c.paper(l)
	return p.text(), err
}

// HTML writes the table as a page for the printer, A4 landscape. The error is that of Text.
func (c *Crosstable) HTML(l rules.Language) (string, error) {
	p, err := c.paper(l)
	if err != nil {
		return "", err
	}
	return p.html(), nil
}

// JSON writes the table as one object, with results as in TRF16.
func (c *Crosstable) JSON() (string, error) {
	type result struct {
		Round    string `json:"round"`
		Opponent int    `json:"opponent,omitempty"`
		Colour   string `json:"colour,omitempty"`
		Result   string `json:"result"`
	}
	type tie struct {
		Code  TieBreak `json:"code"`
		Value float64  `json:"value"`
	}
	type player struct {
		Rank    int      `json:"rank"`
		No      int      `json:"no"`
		Name    string   `json:"name"`
		Title   string   `json:"title,omitempty"`
		Rating  int      `json:"rating,omitempty"`
		FideID  int      `json:"fide_id,omitempty"`
		Fed     string   `json:"federation,omitempty"`
		Points  float64  `json:"points"`
		Ties    []tie    `json:"tie_breaks"`
		Results []result `json:"results"`
	}
	table := struct {
		Event   string     `json:"event"`
		After   string     `json:"after_round"`
		Order   []TieBreak `json:"tie_breaks"`
		Players []player   `json:"players"`
	}{Event: c.Event, After: c.After, Order: c.TieBreaks}
	for _, line := range c.Lines {
		p := player{
			Rank: line.Rank, No: line.Player.No, Name: line.Player.Name, Title: line.Player.Title, Rating: line.Player.Rating, FideID: line.Player.FideID, Fed: line.Player.Federation,
			Points: float64(line.Points) / 2,
		}
		for _, b := range c.Columns() {
			p.Ties = append(p.Ties, tie{b, float64(line.Tie(b)) / 4})
		}
		for i, cell := range line.Results {
			r := result{Round: c.rounds[i], Opponent: cell.Opponent, Result: strings.TrimSpace(string(rune(cell.Result)))}
			if cell.Opponent != 0 {
				r.Colour = cell.Colour.String()
			}
			p.Results = append(p.Results, r)
		}
		table.Players = append(table.Players, p)
	}
	b, err := json.MarshalIndent(table, "", "  ")
	return string(b) + "\n", err
}
