package trace

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// Fields are the keys and values of a JSON object from outside the program, decoded once.
// Keys are case-sensitive.
type Fields struct {
	members []member
	twice   error
}

// ReadFields decodes one JSON object. The error says why the text is not one. A key that
// occurs twice is not an error yet: its last value counts, and Command refuses it.
func ReadFields(text []byte) (Fields, error) {
	members, err := object(text)
	f := Fields{members: members}
	var syntax *json.SyntaxError
	var again twice
	switch {
	case errors.As(err, &syntax):
		return Fields{}, syntax
	case errors.As(err, &again):
		f.twice = again
	case err != nil:
		v, _ := decoded(text)
		return Fields{}, fmt.Errorf("it is %s and must be a JSON object", nameOf(v))
	}
	for i := range members {
		m := &members[i]
		if m.value, err = decoded(m.raw); err != nil {
			return Fields{}, err
		}
	}
	return f, nil
}

// field returns the value of a key, or nil if it is null or missing.
func (f Fields) field(key string) any {
	for _, m := range slices.Backward(f.members) {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

// Text returns the text under a key, empty if the key is missing or null. The error says what
// was found instead.
func (f Fields) Text(key string) (string, error) {
	switch v := f.field(key).(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	default:
		return "", fmt.Errorf("%q is %s and must be a string", key, nameOf(v))
	}
}

// Count returns the whole number (0 or more) under a key. there is false if the key is
// missing or null. The error says what was found instead.
func (f Fields) Count(key string) (n uint64, there bool, err error) {
	switch v := f.field(key).(type) {
	case nil:
		return 0, false, nil
	case json.Number:
		if n, err = strconv.ParseUint(v.String(), 10, 64); err != nil {
			err = fmt.Errorf("%q is %s and must be a whole number from 0", key, v)
		}
		return n, true, err
	default:
		return 0, true, fmt.Errorf("%q is %s and must be a number", key, nameOf(v))
	}
}

// JSON returns the value of a key as received, or "null" if the key is missing.
func (f Fields) JSON(key string) string {
	for _, m := range slices.Backward(f.members) {
		if m.key == key {
			return string(m.raw)
		}
	}
	return "null"
}

// First returns the first key and its value if that is a text, else "".
func (f Fields) First() (key, text string) {
	if len(f.members) == 0 {
		return "", ""
	}
	text, _ = f.members[0].value.(string)
	return f.members[0].key, text
}

// Without returns the fields without some keys.
func (f Fields) Without(keys ...string) Fields {
	f.members = slices.DeleteFunc(slices.Clone(f.members), func(m member) bool { return slices.Contains(keys, m.key) })
	return f
}

// With returns the fields with a text under a key, in place of any earlier value.
func (f Fields) With(key, text string) Fields {
	f = f.Without(key)
	f.members = append(f.members, member{key: key, raw: appendString(nil, text), value: text})
	return f
}

// Command converts the fields to a command, and refuses what Validate refuses.
func (f Fields) Command() (Command, error) {
	if f.twice != nil {
		return Command{}, f.twice
	}
	return commandOf(f.members)
}

// Map returns the object as encoding/json would decode it. The error names a number that is
// too large.
func (f Fields) Map() (map[string]any, error) {
	all := make(map[string]any, len(f.members))
	for _, m := range f.members {
		v, err := float(m.value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.key, err)
		}
		all[m.key] = v
	}
	return all, nil
}

// float converts the numbers of a decoded value to float64, as encoding/json does by default.
func float(v any) (_ any, err error) {
	switch v := v.(type) {
	case json.Number:
		return v.Float64()
	case []any:
		list := make([]any, len(v))
		for i := range v {
			if list[i], err = float(v[i]); err != nil {
				return nil, err
			}
		}
		return list, nil
	case map[string]any:
		all := maps.Clone(v)
		for key := range v {
			if all[key], err = float(v[key]); err != nil {
				return nil, err
			}
		}
		return all, nil
	}
	return v, nil
}

// nameOf says what a decoded JSON value is.
func nameOf(v any) string {
	switch v.(type) {
	case string:
		return "a string"
	case json.Number:
		return "a number"
	case bool:
		return "true or false"
	case []any:
		return "an array"
	case map[string]any:
		return "an object"
	}
	return "null"
}
