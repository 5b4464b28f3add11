package tournament

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"touchmove/internal/markup"
	"touchmove/internal/words"
	"touchmove/rules"
)

// style is the style of the page, except the orientation of the paper.
const style = `body { font: 10.5pt/1.4 system-ui, sans-serif; color: #000; margin: 0 auto; padding: 0 1em; max-width: 270mm }
h1 { font-size: 16pt; margin: .6em 0 0 } p.under { margin: 0 0 1em; color: #444 } h2 { font-size: 12pt; margin: 1.2em 0 .3em }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { border-bottom: .2mm solid #bbb; padding: .25em .6em; text-align: left; vertical-align: top } th { border-bottom: .4mm solid #000; font-size: 9pt }
td.n, th.n { text-align: right; white-space: nowrap } td.c, th.c { text-align: center; white-space: nowrap } td ul { margin: .1em 0; padding-left: 1.2em; font-size: 9pt; color: #333 }
tr { break-inside: avoid } footer { margin: 2em 0 1em; border-top: .3mm solid #000; width: 20em; padding-top: .2em }
`

type paper struct {
	Code, Title, Under, Turn, Sign string
	Heads                          []string
	Rows                           []row
	Lists                          []list
}

type row struct{ Cells []cell }

type cell struct {
	Text, Class string
	List        []string
}

type list struct {
	Title string
	Lines []string
}

func (p paper) html() string {
	return string(markup.Sprintf(`<!doctype html>
<html lang="%s"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>%s</title>
<style>
@page { size: A4 %s; margin: 12mm }
%s</style>
<h1>%s</h1><p class="under">%s</p>
<div class="wide"><table><tr>%s</tr>
%s</table></div>
%s
%s
</html>
`, p.Code, p.Title, p.Turn, markup.HTML(style), p.Title, p.Under,
		markup.Each(p.heads(), func(c cell) markup.HTML { return markup.Sprintf("<th%s>%s</th>", c.class(), c.Text) }),
		markup.Each(p.Rows, func(r row) markup.HTML { return markup.Sprintf("<tr>%s</tr>\n", markup.Each(r.Cells, cell.html)) }),
		markup.Each(p.Lists, list.html), markup.If(p.Sign != "", markup.Sprintf("<footer>%s</footer>", p.Sign))))
}

func (c cell) class() markup.HTML {
	return markup.If(c.Class != "", markup.Sprintf(` class="%s"`, c.Class))
}

// heads returns the headings, aligned like their columns.
func (p paper) heads() []cell {
	heads := make([]cell, len(p.Heads))
	for i, h := range p.Heads {
		heads[i].Text = h
		if len(p.Rows) > 0 {
			heads[i].Class = p.Rows[0].Cells[i].Class
		}
	}
	return heads
}

func (c cell) html() markup.HTML {
	return markup.Sprintf("<td%s>%s%s</td>", c.class(), c.Text,
		markup.If(len(c.List) > 0, markup.Sprintf("<ul>%s</ul>", markup.Items(c.List))))
}

func (l list) html() markup.HTML {
	return markup.If(len(l.Lines) > 0, markup.Sprintf("<h2>%s</h2><ul>%s</ul>", l.Title, markup.Items(l.Lines)))
}

// text writes the same for a terminal, with columns as wide as necessary.
func (p paper) text() string {
	widths := make([]int, len(p.Heads))
	for i, h := range p.Heads {
		widths[i] = utf8.RuneCountInString(h)
	}
	for _, r := range p.Rows {
		for i, c := range r.Cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(c.Text))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", p.Title)
	if p.Under != "" {
		fmt.Fprintf(&b, "%s\n", p.Under)
	}
	b.WriteByte('\n')
	line := func(cells []cell) {
		var l strings.Builder
		for i, c := range cells {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c.Text))
			if c.Class == "n" {
				l.WriteString(space + c.Text + "  ")
			} else {
				l.WriteString(c.Text + space + "  ")
			}
		}
		b.WriteString(strings.TrimRight(l.String(), " ") + "\n")
		for _, c := range cells {
			for _, item := range c.List {
				fmt.Fprintf(&b, "    %s\n", item)
			}
		}
	}
	line(p.heads())
	for _, r := range p.Rows {
		line(r.Cells)
	}
	for _, l := range p.Lists {
		if len(l.Lines) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s:\n", l.Title)
		for _, item := range l.Lines {
			fmt.Fprintf(&b, "    %s\n", item)
		}
	}
	return b.String()
}

// paper arranges a report as a table.
func (r *Report) paper(l rules.Language) (paper, error) {
	w, err := words.For("reports", l)
	if err != nil {
		return paper{}, err
	}
	p := paper{
		Code: w.Code, Title: joined(r.Event, w.T("report.title")+" "+r.Round), Under: joined(r.Site, r.Date), Turn: "portrait",
		Heads: []string{w.T("label.board"), w.T("white"), w.T("black"), w.T("label.result"), w.T("report.reason"), w.T("report.moves"), w.T("report.clocks")},
		Sign:  orElse(r.Chief, w.T("label.arbiter")),
	}
	var open, byes, unsigned []string
	for i := range r.Games {
		g := &r.Games[i]
		moves := ""
		if g.Journal != "" {
			moves = fmt.Sprint(g.Moves)
		}
		p.Rows = append(p.Rows, row{[]cell{
			{Text: g.Board}, {Text: g.White, List: g.remarks(w)}, {Text: g.Black}, {Text: g.Result, Class: "c"}, {Text: w.Reason(g.Reason)}, {Text: moves, Class: "n"}, {Text: g.clocks(), Class: "n"},
		}})
		for _, what := range g.open(w, l) {
			open = append(open, fmt.Sprintf("%s %s: %s – %s: %s", w.T("label.board"), g.Board, g.White, g.Black, what))
		}
	}
	for i := range r.Games {
		if missing := r.Games[i].unsigned(w); missing != "" {
			unsigned = append(unsigned, missing)
		}
	}
	for _, b := range r.Byes {
		byes = append(byes, b.Player+" ("+b.Kind+")")
	}
	p.Lists = []list{{w.T("report.byes"), byes}, {w.T("report.open"), open}, {w.T("report.unsigned"), unsigned}, {w.T("report.strange"), r.Strange}}
	return p, nil
}

// Text writes the report for a terminal. The error says that there are no texts in the
// language.
func (r *Report) Text(l rules.Language) (string, error) {
	p, err := r.paper(l)
	return p.text(), err
}

// HTML writes the report as a page for the printer, A4. The error is that of Text.
func (r *Report) HTML(l rules.Language) (string, error) {
	p, err := r.paper(l)
	if err != nil {
		return "", err
	}
	return p.html(), nil
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}
