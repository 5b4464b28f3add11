package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"touchmove/eventlog"
	"touchmove/internal/hms"
	"touchmove/internal/words"
	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
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

// keyText returns a key with its value as people write it: durations in hours, minutes and seconds, numbers
// in full, each key of a person by itself.
func keyText(key trace.Key, v any) (parts []string) {
	switch value := v.(type) {
	case map[string]any:
		for _, name := range trace.PersonKeys() {
			if is, ok := value[name]; ok {
				parts = append(parts, keyText(trace.Key{Name: key.Name + "." + name}, is)...)
			}
		}
		return parts
	case float64:
		if strings.HasSuffix(key.Name, "ms") {
			return []string{key.Name + "=" + span(time.Duration(value)*time.Millisecond)}
		}
		return []string{key.Name + "=" + strconv.FormatFloat(value, 'f', -1, 64)}
	case string:
		if strings.ContainsAny(value, " \t") {
			return []string{fmt.Sprintf("%s=%q", key.Name, value)}
		}
	}
	return []string{fmt.Sprintf("%s=%v", key.Name, v)}
}

// span writes a duration as 1:30:00, 5:00 or 0:02.5.
func span(d time.Duration) string {
	text := hms.Short(d)
	if rest := d % time.Second; rest > 0 {
		text += strings.TrimRight(fmt.Sprintf(".%03d", rest.Milliseconds()), "0")
	}
	return text
}

// action prints an action as the command that it was, with its keys as they would be
// typed.
func (t *deskPrinter) action(a eventlog.DoneAction) string {
	var had map[string]any
	if err := json.Unmarshal(a.Keys, &had); err != nil {
		had = nil
	}
	parts := []string{fmt.Sprintf("%d. %s", a.Number, minutes(a.AtMS)), a.Do}
	if kind, ok := trace.CommandKindOf(a.Do); ok {
		for _, key := range kind.Keys {
			if v, ok := had[key.Name]; ok && key.Name != "envelope" && key.Name != "commitment" { // nobody can read these
				parts = append(parts, keyText(key, v)...)
			}
		}
	}
	if a.By != "" {
		parts = append(parts, "by="+a.By)
	}
	if who, ok := had["who"]; ok {
		parts = append(parts, fmt.Sprintf("(%v, %v)", who, had["role"]))
	}
	line := strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
	if advice := adviceOn(t.Texts, t.d, a); advice != "" {
		line += ": " + advice
	}
	switch {
	case a.Undone > 0:
		line += ": " + t.T("undone", "n", a.Undone)
	case a.Undoes > 0:
		line += ": " + t.T("undoing", "n", a.Undoes)
	}
	return line
}

// adviceOn returns what the edition has the arbiter do about an action of a desk: whether play goes on after the
// colours were swapped (2018: 7.3); "" for every other action.
func adviceOn(texts *words.Texts, d *desk, a eventlog.DoneAction) string {
	var keys struct{ What string }
	laws, err := rules.ParseLaws(d.Rules.Laws)
	if err != nil || json.Unmarshal(a.Keys, &keys) != nil || !swapsColours(a.Do, keys.What) {
		return ""
	}
	return texts.Reason(string(article4.OnSwapped(laws, a.Before.Ply)))
}
