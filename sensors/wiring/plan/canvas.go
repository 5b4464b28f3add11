package plan

import (
	"math"
	"strconv"

	"touchmove/internal/markup"
)

// canvas collects what is drawn on one sheet. Lengths are in millimetres.
type canvas struct{ shapes []markup.HTML }

func (c *canvas) add(format string, args ...any) {
	c.shapes = append(c.shapes, markup.Sprintf(format+"\n", args...))
}

// num formats a length, rounded to a hundredth of a millimetre.
func num(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) }

// style says how a text is set.
type style struct {
	size   float64 // in mm; 0 means 2.5
	anchor string
	bold   bool
	fill   string // empty means black
}

func (c *canvas) text(x, y float64, s string, t style) {
	if t.size == 0 {
		t.size = 2.5
	}
	attribute := func(name, value string) markup.HTML {
		return markup.If(value != "", markup.Sprintf(` %s="%s"`, name, value))
	}
	c.add(`<text x="%s" y="%s" font-size="%s"%s%s%s>%s</text>`, num(x), num(y), num(t.size),
		attribute("text-anchor", t.anchor), markup.If(t.bold, ` font-weight="700"`), attribute("fill", t.fill), s)
}

// line draws a path without filling it.
func (c *canvas) line(path string, width float64) {
	c.add(`<path d="%s" fill="none" stroke="#000" stroke-width="%s"/>`, path, num(width))
}

// area fills a path.
func (c *canvas) area(path string) { c.add(`<path d="%s"/>`, path) }

func (c *canvas) rect(x, y, w, h float64, fill string, stroke float64) {
	c.add(`<rect x="%s" y="%s" width="%s" height="%s" fill="%s" stroke="#000" stroke-width="%s"/>`, num(x), num(y), num(w), num(h), fill, num(stroke))
}

func (c *canvas) dot(x, y, r float64) {
	c.add(`<circle cx="%s" cy="%s" r="%s"/>`, num(x), num(y), num(r))
}

func (c *canvas) ring(x, y, r float64, fill string) {
	c.add(`<circle cx="%s" cy="%s" r="%s" fill="%s" stroke="#000" stroke-width="0.3"/>`, num(x), num(y), num(r), fill)
}

// to builds a path of straight lines from the letters of SVG commands and their
// numbers.
func to(parts ...any) string {
	path := ""
	for _, p := range parts {
		switch v := p.(type) {
		case string:
			path += v
		case float64:
			path += num(v) + " "
		case int:
			path += strconv.Itoa(v) + " "
		}
	}
	return path
}

// wide returns the approximate width of a text in mm.
func wide(s string, size float64) float64 { return 0.6 * size * float64(len([]rune(s))) }

const (
	white = "#fff"
	grey  = "#444"
	shade = "#e4e4e4"
)
