package sheets

import (
	"html/template"
	"strings"

	"touchmove/rules"
)

// perColumn is how many moves stand in one of a page's two columns.
const perColumn = 30

var page = template.Must(template.New("sheet").Parse(`<!doctype html>
<html lang="{{.Lang}}"><meta charset="utf-8"><title>{{.Title}}</title>
<style>
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
</style>
<h1>{{.Title}}</h1>
<dl>{{range .Fields}}<dt>{{.Name}}</dt><dd>{{.Value}}</dd>{{end}}</dl>
<div class="moves">{{range .Columns}}
<table><tr><th>{{$.Move}}</th><th>{{$.White}}</th>{{if $.Timed}}<th>{{$.Time}}</th>{{end}}<th>{{$.Black}}</th>{{if $.Timed}}<th>{{$.Time}}</th>{{end}}</tr>
{{range .}}<tr><td class="n">{{.Number}}</td><td>{{.White.Marked}}</td>{{if $.Timed}}<td class="t">{{.White.Time}}</td>{{end}}<td>{{.Black.Marked}}</td>{{if $.Timed}}<td class="t">{{.Black.Time}}</td>{{end}}</tr>
{{end}}</table>{{end}}
</div>
{{if .Notes}}<ul>{{range .Notes}}<li>{{.}}</li>{{end}}</ul>{{end}}
<div class="signed"><div>{{.Signed}} ({{.White}})</div><div>{{.Signed}} ({{.Black}})</div><div>{{.Arbiter}}</div></div>
<footer>{{.Notice}}</footer>
</html>
`))

// cell is a move as the page shows it.
type cell struct{ Marked, Time string }

type line struct {
	Number       int
	White, Black cell
}

// HTML writes the sheet as a page for the printer, A4.
func (s *Sheet) HTML(l rules.Language) (string, error) {
	w, err := wordsOf(l)
	if err != nil {
		return "", err
	}
	fields := s.fields(w)
	for i := range fields {
		fields[i].Value = strings.Trim(fields[i].Value, "_") // the page has lines of its own
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
	code := map[rules.Language]string{rules.English: "en", rules.Spanish: "es", rules.Portuguese: "pt", rules.German: "de"}[l]
	var b strings.Builder
	err = page.Execute(&b, map[string]any{
		"Lang": code, "Title": w.sheet, "Fields": fields, "Columns": columns, "Timed": s.Timed, "Move": w.move, "White": w.white, "Black": w.black,
		"Time": w.time, "Notes": s.notes(w), "Signed": w.signed, "Arbiter": w.arbiter, "Notice": w.notice,
	})
	return b.String(), err
}

// Blank is a sheet on which nothing has been written.
func Blank(head Head) Sheet { return Sheet{Head: head, First: 1, Result: "*"} }
