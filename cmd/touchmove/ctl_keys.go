package main

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"touchmove/internal/hms"
	"touchmove/sensors/trace"
)

// keys returns the command's keys as the socket expects them.
func (o *ctlOptions) keys(kind *trace.CommandKind, args []string) (map[string]any, error) {
	keys := map[string]any{"do": kind.Name, "id": o.id}
	if o.id == "" {
		keys["id"] = "ctl-" + rand.Text()
	}
	if o.board != "" {
		keys["board"] = o.board
	}
	if o.ifSeq != "" {
		n, err := strconv.ParseUint(o.ifSeq, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("--if-seq %s: write the seq of the state that the command is made for", o.ifSeq)
		}
		keys["if_seq"] = n
	}
	if o.expires != "" {
		if d, err := time.ParseDuration(o.expires); err == nil {
			keys["expires"] = time.Now().Add(d).UTC().Format(time.RFC3339)
		} else {
			keys["expires"] = o.expires
		}
	}
	for _, arg := range args {
		name, value, ok := strings.Cut(arg, "=")
		if word, is := wordAlone(kind, arg); is {
			name, value, ok = word.Name, arg, true
		}
		if !ok || name == "" {
			return nil, fmt.Errorf("%q: write KEY=VALUE, as in %s; --board names a board", arg, exampleKey(kind))
		}
		if err := set(keys, kind, name, value); err != nil {
			return nil, err
		}
	}
	return keys, nil
}

// wordAlone returns the key for an argument written without one. The move of an answer may
// stand alone, such as Nxg7; e8=Q is such a move too, not the key e8.
func wordAlone(kind *trace.CommandKind, arg string) (trace.Key, bool) {
	if kind.Name != trace.DoAnswer {
		return trace.Key{}, false
	}
	name, _, _ := strings.Cut(arg, "=")
	if _, known := kind.Key(name); known && name != arg {
		return trace.Key{}, false
	}
	return kind.Keys[0], true
}

func exampleKey(kind *trace.CommandKind) string {
	if len(kind.AllKeys()) == 0 {
		return "id=..., though " + kind.Name + " takes no keys"
	}
	return kind.AllKeys()[0].Name + "=" + valueWord(kind.AllKeys()[0])
}

// set adds one key=value to the command. A dot in the name selects a key of an object, such
// as white.name.
func set(keys map[string]any, kind *trace.CommandKind, name, value string) error {
	outer, inner, nested := strings.Cut(name, ".")
	key, ok := kind.Key(outer)
	if !ok {
		var known []string
		for _, k := range kind.AllKeys() {
			known = append(known, k.Name)
		}
		if len(known) == 0 {
			return fmt.Errorf("%s takes no keys: leave out %q", kind.Name, outer)
		}
		return fmt.Errorf("%s has no key %q: the keys are %s", kind.Name, outer, strings.Join(known, ", "))
	}
	if key.Type == trace.Person {
		if !nested {
			inner = "name"
		}
		player, _ := keys[outer].(map[string]any)
		if player == nil {
			player = map[string]any{}
			keys[outer] = player
		}
		if !slices.Contains(trace.PersonKeys(), inner) {
			return fmt.Errorf("%s.%s: a player has name, fide_id, title, rating and federation", outer, inner)
		}
		if inner == "fide_id" || inner == "rating" {
			return number(player, name, inner, value)
		}
		player[inner] = value
		return nil
	}
	if _, twice := keys[name]; twice {
		return fmt.Errorf("%s is given twice: keep one", name)
	}
	switch key.Type {
	case trace.Count, trace.Time:
		if valueWord(key) != "MS" {
			return number(keys, name, name, value)
		}
		if d, ok := hms.Parse(value); ok {
			value = strconv.FormatInt(d.Milliseconds(), 10)
		}
		if number(keys, name, name, value) != nil {
			return fmt.Errorf("%s=%s: write a time such as 5:00 or 1:30:00, or milliseconds", name, value)
		}
	case trace.Truth:
		b, err := strconv.ParseBool(value)
		if err != nil {
			return fmt.Errorf("%s=%s: write true or false", name, value)
		}
		keys[name] = b
	default:
		keys[name] = value
	}
	return nil
}

func number(into map[string]any, name, key, value string) error {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return fmt.Errorf("%s=%s: write a whole number", name, value)
	}
	into[key] = n
	return nil
}
