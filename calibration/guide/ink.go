package guide

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// ink is a lipgloss style with its escape sequences computed once: a live board has
// hundreds of pieces of text, ten times per second, on a small computer.
type ink struct {
	style     lipgloss.Style
	pre, post string
	id        int
	all       *inks
}

// inks are the inks of one Style. They are for one goroutine.
type inks struct {
	n     int
	mixed map[[2]int]ink
	bold  map[int]ink
}

func newInks() *inks { return &inks{mixed: map[[2]int]ink{}, bold: map[int]ink{}} }

// of computes the sequences of a style.
func (a *inks) of(style lipgloss.Style) ink {
	const text = "x"
	pre, post, _ := strings.Cut(style.Render(text), text)
	a.n++
	return ink{style: style, pre: pre, post: post, id: a.n, all: a}
}

// Render writes a text of one line.
func (i ink) Render(text string) string {
	if text == "" {
		return ""
	}
	return i.pre + text + i.post
}

// Inherit returns the ink with the properties of from that it does not set itself.
func (i ink) Inherit(from ink) ink {
	key := [2]int{i.id, from.id}
	mixed, ok := i.all.mixed[key]
	if !ok {
		mixed = i.all.of(i.style.Inherit(from.style))
		i.all.mixed[key] = mixed
	}
	return mixed
}

// Bold returns the ink in bold.
func (i ink) Bold() ink {
	bold, ok := i.all.bold[i.id]
	if !ok {
		bold = i.all.of(i.style.Bold(true))
		i.all.bold[i.id] = bold
	}
	return bold
}
