package main

import (
	"fmt"
	"strings"

	"touchmove/internal/words"
	"touchmove/rules"
)

// gameNumber returns the number at the end of a game's id.
func gameNumber(id string) string { return id[strings.LastIndexByte(id, '-')+1:] }

// numbered writes a move with its number, as 9. Qd8+ or 9... Kxd8.
func numbered(ply int, san string) string {
	dots := "."
	if ply%2 == 0 {
		dots = "..."
	}
	return fmt.Sprintf("%d%s %s", (ply+1)/2, dots, san)
}

func orWord(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// reasonIn returns a reason in words. In English it is the code itself, which logs and scripts also
// use.
func reasonIn(t *words.Texts, code string) string {
	if t.Language == rules.English || code == "" {
		return strings.ReplaceAll(code, "_", " ")
	}
	return t.Reason(code)
}
