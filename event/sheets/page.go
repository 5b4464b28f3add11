package sheets

import (
	"strings"

	"touchmove/internal/markup"
	"touchmove/internal/words"
	"touchmove/rules"
)

// perColumn is the number of moves in each of a page's two columns.
const perColumn = 30

const style = `<style>
@page { size: A4; margin: 14mm }
body { font: 11pt/1.35 system-ui, sans-serif; color: #000; max-width: 186mm; margin: 0 auto }
h1 { font-size: 16pt; margin: 0 0 4mm }
dl { display: grid; grid-template-columns: max-content 1fr max-content 1fr; gap: 1mm 4mm; margin: 0 0 5mm }
dt { color: #444 } dd { margin: 0; border-bottom: .2mm solid #888; min-height: 1.3em }
.moves { display: grid; grid-template-columns: 1fr 1fr; gap: 6mm }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; break-inside: avoid }
th, td { border: .2mm solid #888; padding: .6mm 1.5mm; text-align: left; height: 1.3em } td.n, td.t { text-align: right; color: #444; width: 1% ; white-space: nowrap }
.signed { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 8mm; margin: 10mm 0 4mm } .signed div { border-top: .3mm solid #000; padding-top: 1mm }
footer { font-size: 9pt; color: #333 } ul { margin: 3mm 0; padding-left: 5mm }
</style>`

// cell is a move as the page shows it.
type cell struct{ Marked, Time string }

type line struct {
	Number       int
	White, Black cell
}

// HTML writes the sheet as a page for the printer, A4. The error is that of Text.
func (s *Sheet) HTML(l rules.Language) (string, error) {
	w, err := words.For("sheets", l)
	if err != nil {
		return "", err
	}
	fields := s.fields(w)
	for i := range fields {
		fields[i].Value = strings.Trim(fields[i].Value, "_") // the page draws lines of its own
	}
	var columns [][]line
	add := func(x line) {
		if n := len(columns); n == 0 || len(columns[n-1]) == perColumn {
			columns = append(columns, nil)
		}
		columns[len(columns)-1] = append(columns[len(columns)-1], x)
	}
	last := s.First - 1
	for _, r := range s.rows() {
		add(line{r.Number, cell{r.White.marked(), r.White.Time}, cell{r.Black.marked(), r.Black.Time}})
		last = r.Number
	}
	for len(columns) < 2 || len(columns)%2 == 1 || len(columns[len(columns)-1]) < perColumn {
		last++
		add(line{Number: last})
	}
	column := func(lines []line) markup.HTML {
		time := markup.If(s.Timed, markup.Sprintf("<th>%s</th>", w.T("sheet.time")))
		return markup.Sprintf("\n<table><tr><th>%s</th><th>%s</th>%s<th>%s</th>%s</tr>\n%s</table>",
			w.T("sheet.number"), w.T("white"), time, w.T("black"), time, markup.Each(lines, func(r line) markup.HTML { return r.html(s.Timed) }))
	}
	notes := s.notes(w)
	return string(markup.Sprintf(`<!doctype html>
<html lang="%s"><meta charset="utf-8"><title>%s</title>
%s
<h1>%s</h1>
<dl>%s</dl>
<div class="moves">%s
</div>
%s
<div class="signed">%s%s<div>%s</div></div>
<footer>%s</footer>
</html>
`, w.Code, w.T("sheet.title"), markup.HTML(style), w.T("sheet.title"),
		markup.Each(fields, field.html),
		markup.Each(columns, column), markup.If(len(notes) > 0, markup.Sprintf("<ul>%s</ul>", markup.Items(notes))),
		s.signature(rules.White, w), s.signature(rules.Black, w), w.T("label.arbiter"), w.T("sheet.notice"))), nil
}

// signature is the line on which a player signs, with the result confirmed at the board.
func (s *Sheet) signature(by rules.Color, w *words.Texts) markup.HTML {
	confirmed := s.confirmed(by, w)
	return markup.Sprintf("<div>%s (%s)%s</div>", w.T("sheet.signature"), [2]string{w.T("white"), w.T("black")}[by], markup.If(confirmed != "", markup.Sprintf("<br><small>%s</small>", confirmed)))
}

func (r line) html(timed bool) markup.HTML {
	move := func(c cell) markup.HTML {
		return markup.Sprintf("<td>%s</td>", c.Marked) + markup.If(timed, markup.Sprintf(`<td class="t">%s</td>`, c.Time))
	}
	return markup.Sprintf("<tr><td class=\"n\">%d</td>%s%s</tr>\n", r.Number, move(r.White), move(r.Black))
}

// Blank returns an empty sheet with a heading.
func Blank(head Head) Sheet { return Sheet{Head: head, First: 1, Result: "*"} }
