package sheets

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"touchmove/internal/words"
	"touchmove/rules"
)

// Text writes the sheet as plain text. The error says that there are no sheets in the
// language.
func (s *Sheet) Text(l rules.Language) (string, error) {
	w, err := words.For("sheets", l)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", w.T("sheet.title"))
	for _, f := range s.fields(w) {
		fmt.Fprintf(&b, "%s %s\n", pad(f.Name+":", 16), f.Value)
	}
	fmt.Fprintf(&b, "\n%5s  %s %s  %s %s\n", w.T("sheet.number"), pad(w.T("white"), 14), pad(s.head(w), 8), pad(w.T("black"), 14), s.head(w))
	for _, r := range s.rows() {
		line := fmt.Sprintf("%4d.  %s %s  %s %s", r.Number, pad(r.White.marked(), 14), pad(r.White.Time, 8), pad(r.Black.marked(), 14), r.Black.Time)
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	b.WriteString("\n")
	for _, note := range s.notes(w) {
		b.WriteString(note + "\n")
	}
	b.WriteString("\n")
	for by, name := range []string{w.T("white"), w.T("black")} {
		line := fmt.Sprintf("%s (%s): ____________________ %s", w.T("sheet.signature"), name, s.confirmed(rules.Color(by), w))
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	fmt.Fprintf(&b, "%s: ____________________\n\n%s\n", w.T("label.arbiter"), w.T("sheet.notice"))
	return b.String(), nil
}

func (s *Sheet) head(w *words.Texts) string {
	if s.Timed {
		return w.T("sheet.time")
	}
	return ""
}

// field is a line of the heading.
type field struct{ Name, Value string }

func (s *Sheet) fields(w *words.Texts) []field {
	list := []field{
		{w.T("label.event"), s.Head.Event}, {w.T("label.site"), s.Head.Site}, {w.T("label.date"), s.Head.Date}, {w.T("label.round"), s.Head.Round}, {w.T("label.board"), s.Head.Board},
		{w.T("white"), s.Head.White}, {w.T("black"), s.Head.Black}, {w.T("sheet.control"), s.Head.Control}, {w.T("sheet.laws"), s.Head.Laws.String()}, {w.T("label.result"), s.Result},
	}
	for i := range list {
		if list[i].Value == "" || list[i].Value == "*" {
			list[i].Value = "____________________"
		}
	}
	return list
}

func (m Move) marked() string {
	text := m.Text
	if m.Illegal {
		text += "!"
	}
	if m.Guess {
		text += "*"
	}
	return text
}

// notes explains the marks that occur on the sheet.
func (s *Sheet) notes(w *words.Texts) (list []string) {
	var unknown, offer, illegal, guess bool
	for _, m := range s.Moves {
		unknown = unknown || m.Time == "?"
		offer = offer || strings.Contains(m.Text, rules.DrawOffer)
		illegal = illegal || m.Illegal
		guess = guess || m.Guess
	}
	for _, note := range []struct {
		is   bool
		text string
	}{{unknown, w.T("sheet.no-time")}, {offer, w.T("sheet.offer")}, {illegal, w.T("sheet.illegal")}, {guess, w.T("sheet.guess")}} {
		if note.is {
			list = append(list, note.text)
		}
	}
	for by, name := range []string{w.T("white"), w.T("black")} {
		if s.Relief[by] != "" {
			list = append(list, name+": "+w.T("sheet.relief", "moves", s.Relief[by]))
		}
	}
	return list
}

// confirmed says that a player has confirmed the result at the board; it returns "" if not.
func (s *Sheet) confirmed(by rules.Color, w *words.Texts) string {
	if s.Signed[by] == "" {
		return ""
	}
	return w.T("sheet.confirmed", "result", s.Signed[by])
}

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}
