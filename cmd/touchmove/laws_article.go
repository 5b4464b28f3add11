package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"touchmove/eventlog/alarms"
	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// isArticle reports whether an article is the one asked for or a part of it: 7.5.3 is a
// part of 7.5, 9.5b of 9.5, and A4a of A.
func isArticle(article, asked string) bool {
	rest, ok := strings.CutPrefix(article, asked)
	if !ok || article == "" {
		return false
	}
	last := rune(asked[len(asked)-1])
	return rest == "" || rest[0] == '.' || unicode.IsDigit(last) && unicode.IsLower(rune(rest[0])) || unicode.IsUpper(last) && unicode.IsDigit(rune(rest[0]))
}

// lawsArticle prints what the program does for an article of an edition and its parts:
// topics, sentences, breaches, ends of games, commands and alarms. It reports whether
// there is anything.
func lawsArticle(out io.Writer, l rules.Laws, asked string, tests bool) bool {
	found := false
	row := func(kind, name, article, says string) {
		if !found {
			fmt.Fprintf(out, "%s, article %s\n", l, asked)
			found = true
		}
		lawsRow(out, kind+name, []string{article}, []string{says})
	}
	for _, t := range article4.Topics() {
		if !isArticle(t.Articles[l], asked) {
			continue
		}
		says := t.Says[l]
		if tests {
			says += " (" + strings.Join(t.Tests, ", ") + ")"
		}
		row("", t.Name, t.Articles[l], says)
	}
	for _, s := range article4.Sentences() {
		if !isArticle(s.Articles[l], asked) {
			continue
		}
		row("", s.Says, s.Articles[l], doesOf(s, tests))
	}
	for _, r := range article4.Rules(l) {
		if isArticle(r.Article, asked) {
			row("breach ", r.Name, r.Article, r.Says)
		}
	}
	for t := rules.Checkmate; t <= rules.IllegalMoves; t++ {
		if article := t.Article(l); isArticle(article, asked) {
			says := "ends the game when it is declared"
			switch {
			case t.Automatic(l):
				says = "ends the game by itself"
			case t.Claimable():
				says = "ends the game on claim"
			}
			row("end ", t.String(), article, says)
		}
	}
	for _, kind := range trace.Commands() {
		for _, c := range kind.Cases {
			if article := c.Article(l); isArticle(article, asked) {
				row("command ", strings.TrimSpace(kind.Name+" "+strings.Join(c.Words, ", ")), article, commandSays(kind, c))
			}
		}
	}
	for _, id := range alarms.IDs() {
		if article := alarms.Article(id, l); isArticle(article, asked) {
			row("alarm ", string(id), article, alarms.When(id))
		}
	}
	return found
}

// doesOf says what the program does about a sentence of the Laws and, if wanted, which
// tests show it.
func doesOf(s article4.Sentence, tests bool) string {
	if !tests {
		return s.Does
	}
	return s.Does + " (" + strings.Join(s.Tests, ", ") + ")"
}

// commandSays says what a command does in one of its cases, and when it is accepted.
func commandSays(kind trace.CommandKind, c trace.Case) string {
	var does []string
	for _, part := range []string{c.Game, c.Clock} {
		if part != "" {
			does = append(does, part)
		}
	}
	if len(does) == 0 {
		does = append(does, kind.Help)
	}
	return strings.Join(does, "; clock: ") + " (when: " + c.When + ")"
}
