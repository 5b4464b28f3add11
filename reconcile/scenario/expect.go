package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Differences compares a state, as JSON, with what the scenario expects. Only expected fields are
// compared; an expected null also accepts an absent field; of an expected object only the given
// keys are compared; expected events need only be among those of the state; lists other than moves
// are compared as sets. It returns one line for each field that differs.
func (s *Scenario) Differences(state []byte) ([]string, error) {
	var want, got map[string]any
	if len(s.Expect) == 0 {
		return nil, nil
	}
	if err := json.Unmarshal(s.Expect, &want); err != nil {
		return nil, fmt.Errorf("%s: expect: %w", s.ID, err)
	}
	if err := json.Unmarshal(state, &got); err != nil {
		return nil, fmt.Errorf("%s: state: %w", s.ID, err)
	}
	delete(want, "notes")
	var keys []string
	for k := range want {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	var diffs []string
	for _, k := range keys {
		if !agree(k, want[k], got[k]) {
			diffs = append(diffs, fmt.Sprintf("%s is %s, want %s", k, text(got[k]), text(want[k])))
		}
	}
	return diffs, nil
}

// Missed compares the events of a game, one JSON object a line, with those that the scenario
// expects, in this order, and with those that must not occur. It returns one line for each
// difference.
func (s *Scenario) Missed(events []byte) ([]string, error) {
	var all []map[string]any
	for line := range bytes.Lines(events) {
		if !s.compares(line) {
			continue
		}
		var e map[string]any
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("%s: events: %w", s.ID, err)
		}
		all = append(all, e)
	}
	var diffs []string
	shows := func(want Event) func(map[string]any) bool {
		return func(got map[string]any) bool { return agree("", map[string]any(want), got) }
	}
	rest := all
	for _, want := range s.Reports {
		i := slices.IndexFunc(rest, shows(want))
		if i < 0 {
			diffs = append(diffs, "not reported: "+text(want))
			continue
		}
		rest = rest[i+1:]
	}
	for _, want := range s.Silent {
		if i := slices.IndexFunc(all, shows(want)); i >= 0 {
			diffs = append(diffs, "reported: "+text(all[i]))
		}
	}
	return diffs, nil
}

// compares reports whether a line can be an event that the scenario expects, or one that must not occur. Most cannot,
// and decoding them took longer than playing the scenario.
func (s *Scenario) compares(line []byte) bool {
	could := func(e Event) bool {
		name, ok := e["event"].(string)
		return !ok || bytes.Contains(line, []byte(`"event":"`+name+`"`))
	}
	return slices.ContainsFunc(s.Reports, could) || slices.ContainsFunc(s.Silent, could)
}

func agree(key string, want, got any) bool {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return false
		}
		for k, v := range w {
			if !agree(k, v, g[k]) {
				return false
			}
		}
		return true
	case []any:
		g, ok := got.([]any)
		if !ok && got != nil {
			return false
		}
		if key == "moves" {
			return slices.EqualFunc(w, g, func(a, b any) bool { return reflect.DeepEqual(a, b) })
		}
		for _, v := range w {
			if !slices.ContainsFunc(g, func(o any) bool { return reflect.DeepEqual(v, o) }) {
				return false
			}
		}
		return key == "events" || len(w) == len(g)
	}
	return reflect.DeepEqual(want, got)
}

func text(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(b.String())
}
