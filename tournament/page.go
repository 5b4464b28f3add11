package tournament

import (
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"

	"touchmove/rules"
)

var page = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="{{.Code}}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{.Title}}</title>
<style>
@page { size: A4 {{.Turn}}; margin: 12mm }
body { font: 10.5pt/1.4 system-ui, sans-serif; color: #000; margin: 0 auto; padding: 0 1em; max-width: 270mm }
h1 { font-size: 16pt; margin: .6em 0 0 } p.under { margin: 0 0 1em; color: #444 } h2 { font-size: 12pt; margin: 1.2em 0 .3em }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { border-bottom: .2mm solid #bbb; padding: .25em .6em; text-align: left; vertical-align: top } th { border-bottom: .4mm solid #000; font-size: 9pt }
td.n { text-align: right; white-space: nowrap } td.c { text-align: center; white-space: nowrap } td ul { margin: .1em 0; padding-left: 1.2em; font-size: 9pt; color: #333 }
tr { break-inside: avoid } footer { margin: 2em 0 1em; border-top: .3mm solid #000; width: 20em; padding-top: .2em }
</style>
<h1>{{.Title}}</h1><p class="under">{{.Under}}</p>
<div class="wide"><table><tr>{{range .Heads}}<th>{{.}}</th>{{end}}</tr>
{{range .Rows}}<tr>{{range .Cells}}<td{{if .Class}} class="{{.Class}}"{{end}}>{{.Text}}{{if .List}}<ul>{{range .List}}<li>{{.}}</li>{{end}}</ul>{{end}}</td>{{end}}</tr>
{{end}}</table></div>
{{range .Lists}}{{if .Lines}}<h2>{{.Title}}</h2><ul>{{range .Lines}}<li>{{.}}</li>{{end}}</ul>{{end}}{{end}}
{{if .Sign}}<footer>{{.Sign}}</footer>{{end}}
</html>
`))

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

func (p paper) html() (string, error) {
	var b strings.Builder
	err := page.Execute(&b, p)
	return b.String(), err
}

// text writes the same for a terminal: columns as wide as they need to be.
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
	heads := make([]cell, len(p.Heads))
	for i, h := range p.Heads {
		heads[i].Text = h
		if len(p.Rows) > 0 {
			heads[i].Class = p.Rows[0].Cells[i].Class
		}
	}
	line(heads)
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

// paper lays a report out.
func (r *Report) paper(l rules.Language) (paper, error) {
	w, err := wordsOf(l)
	if err != nil {
		return paper{}, err
	}
	p := paper{
		Code: w.code, Title: joined(r.Event, w.report+" "+r.Round), Under: joined(r.Site, r.Date), Turn: "portrait",
		Heads: []string{w.board, w.white, w.black, w.result, w.reason, w.moves, w.clocks},
		Sign:  orElse(r.Chief, w.arbiter),
	}
	var open, byes []string
	for i := range r.Games {
		g := &r.Games[i]
		moves := ""
		if g.Journal != "" {
			moves = fmt.Sprint(g.Moves)
		}
		p.Rows = append(p.Rows, row{[]cell{
			{Text: g.Board}, {Text: g.White, List: g.remarks(w)}, {Text: g.Black}, {Text: g.Result, Class: "c"}, {Text: w.why(g.Reason)}, {Text: moves, Class: "n"}, {Text: g.clocks(), Class: "n"},
		}})
		for _, what := range g.open(w, l) {
			open = append(open, fmt.Sprintf("%s %s: %s – %s: %s", w.board, g.Board, g.White, g.Black, what))
		}
	}
	for _, b := range r.Byes {
		byes = append(byes, b.Player+" ("+b.Kind+")")
	}
	p.Lists = []list{{w.byes, byes}, {w.open, open}, {w.strange, r.Strange}}
	return p, nil
}

// Text writes the report for a terminal. The error says that there are no words in
// that language.
func (r *Report) Text(l rules.Language) (string, error) {
	p, err := r.paper(l)
	return p.text(), err
}

// HTML writes the report as a page for the printer, A4.
func (r *Report) HTML(l rules.Language) (string, error) {
	p, err := r.paper(l)
	if err != nil {
		return "", err
	}
	return p.html()
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}
