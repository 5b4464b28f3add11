package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"touchmove/eventlog"
	"touchmove/reconcile/article4"
	"touchmove/rules"
)

// guide prints, square by square, how to put the board right. It prints nothing if
// the board is right.
func (t *deskPrinter) guide() {
	steps := t.d.Guide
	if len(steps) == 0 {
		return
	}
	t.printf("%s: %s\n", t.T("guide"), t.T("steps", "n", len(steps)))
	for n, step := range steps {
		if step.Put == "" {
			t.printf("  %d. %s\n", n+1, t.T("takeoff", "s", step.Square))
			continue
		}
		by := rules.Black
		if step.Put == strings.ToUpper(step.Put) {
			by = rules.White
		}
		t.printf("  %d. %s\n", n+1, t.T("puton", "p", t.Colour(by), "a", t.T("piece."+strings.ToLower(step.Put)), "s", step.Square))
	}
}

// actions prints the actions of the game, the latest first, with the commands that
// undo them.
func (t *deskPrinter) actions() {
	t.printf("%s\n", t.T("actions"))
	if len(t.d.Actions) == 0 {
		t.printf("  %s\n", t.T("noactions"))
	}
	for _, a := range slices.Backward(t.d.Actions) {
		t.printf("  %s\n", t.action(a))
		if a.Number == t.d.Whole && a.Number != t.d.Undoable {
			t.printf("      touchmove ctl undo action=%d   (%s)\n", a.Number, t.T("ctl.annuls"))
		}
		if a.Number == t.d.Undoable {
			t.printf("      touchmove ctl undo action=%d\n", a.Number)
		}
	}
}

// action prints an action as the command that it was, with its keys as they would be
// typed.
func (t *deskPrinter) action(a eventlog.DoneAction) string {
	var had map[string]any
	if err := json.Unmarshal(a.Keys, &had); err != nil {
		had = nil
	}
	parts := []string{fmt.Sprintf("%d. %s", a.Number, minutes(a.AtMS)), a.Do}
	for _, name := range []string{"what", "kind", "player", "ply", "plies", "uci", "square", "to", "piece", "result", "ms", "why", "text"} {
		if v, ok := had[name]; ok {
			parts = append(parts, fmt.Sprintf("%s=%v", name, v))
		}
	}
	if a.By != "" {
		parts = append(parts, "by="+a.By)
	}
	if who, ok := had["who"]; ok {
		parts = append(parts, fmt.Sprintf("(%v, %v)", who, had["role"]))
	}
	line := strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
	if laws, err := rules.ParseLaws(t.d.Rules.Laws); err == nil && swapsColours(a.Do, fmt.Sprint(had["what"])) {
		line += ": " + t.Reason(string(article4.OnSwapped(laws, a.Before.Ply)))
	}
	switch {
	case a.Undone > 0:
		line += ": " + t.T("undone", "n", a.Undone)
	case a.Undoes > 0:
		line += ": " + t.T("undoing", "n", a.Undoes)
	}
	return line
}
