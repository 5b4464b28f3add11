// Package markup writes HTML. It escapes text from elsewhere, so that browsers show it and
// never interpret it. It is used instead of html/template, which calls methods by name and
// so makes the linker keep every exported method in the program: two and a half megabytes
// that a Raspberry Pi has no use for.
package markup

import (
	"fmt"
	"html"
	"strings"
)

// HTML is markup, which is not escaped.
type HTML string

// Sprintf is fmt.Sprintf for a format that is HTML. Arguments that are numbers or HTML are
// not escaped; all others are escaped as text. That is safe between tags and in a quoted
// attribute, except attributes with addresses, scripts or styles: an address must be one of
// our own.
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

// Each writes HTML for each item and joins the results.
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

// If returns the HTML if the condition is true, and else nothing.
func If(is bool, then HTML) HTML {
	if is {
		return then
	}
	return ""
}
