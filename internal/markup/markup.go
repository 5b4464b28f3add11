// Package markup writes HTML: text that comes from elsewhere is escaped, so that
// it is shown and never obeyed. It replaces html/template, whose
// way of calling methods by name makes the linker keep every exported method in
// the program: two megabytes and a half, of which a Raspberry Pi has no use.
package markup

import (
	"fmt"
	"html"
	"strings"
)

// HTML is markup that is not escaped.
type HTML string

// Sprintf is fmt.Sprintf for a format that is HTML: of the arguments, numbers and
// HTML are not escaped, and everything else is escaped as text. That is right
// between tags and in a quoted attribute that is no address, script or style; an
// address has to be one of our own.
func Sprintf(format string, args ...any) HTML {
	safe := make([]any, len(args))
	for i, arg := range args {
		switch v := arg.(type) {
		case HTML, int, bool:
			safe[i] = v
		default:
			safe[i] = Text(fmt.Sprint(v))
		}
	}
	return HTML(fmt.Sprintf(format, safe...))
}

// Text escapes a text.
func Text(s string) HTML { return HTML(html.EscapeString(s)) }

// Each writes one piece of HTML for each item, one after the other.
func Each[T any](items []T, write func(T) HTML) HTML {
	var b strings.Builder
	for _, item := range items {
		b.WriteString(string(write(item)))
	}
	return HTML(b.String())
}

// Items writes a list of texts as <li> elements.
func Items(texts []string) HTML {
	return Each(texts, func(s string) HTML { return Sprintf("<li>%s</li>", s) })
}

// If returns the HTML when it is to be there, and else nothing.
func If(is bool, then HTML) HTML {
	if is {
		return then
	}
	return ""
}
