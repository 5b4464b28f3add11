package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Extra holds the keys of a Command that have no field of their own, as one
// JSON object in canonical form: keys sorted, no spaces, each key once. It is
// a string so that commands stay comparable. The zero value holds none.
type Extra string

// NewExtra makes an Extra from keys and values. An empty map gives the zero value. The
// error names a key for which Command has a field, or a value that JSON cannot
// represent.
func NewExtra(keys map[string]any) (Extra, error) {
	if len(keys) == 0 {
		return "", nil
	}
	raw, err := json.Marshal(keys)
	if err != nil {
		return "", fmt.Errorf("extra keys: %w", err)
	}
	members, err := object(raw)
	if err != nil {
		return "", err
	}
	return extraOf(members)
}

// Get reads the value of one key into into, like json.Unmarshal. It reports whether the
// key is there; the error says that the value does not fit.
func (e Extra) Get(key string, into any) (bool, error) {
	if !strings.Contains(string(e), string(appendString(nil, key))+":") {
		return false, nil // no key at any depth has this name
	}
	members, err := object([]byte(e))
	if err != nil {
		return false, err
	}
	for _, m := range members {
		if m.key == key {
			if err := json.Unmarshal(m.raw, into); err != nil {
				return true, fmt.Errorf("%s: %w", key, err)
			}
			return true, nil
		}
	}
	return false, nil
}

// With returns e with these keys and values set; a nil value removes its key. The errors
// are those of NewExtra.
func (e Extra) With(keys map[string]any) (Extra, error) {
	all := map[string]any{}
	if e != "" {
		members, err := object([]byte(e))
		if err != nil {
			return "", err
		}
		for _, m := range members {
			all[m.key] = m.raw
		}
	}
	for key, value := range keys {
		if all[key] = value; value == nil {
			delete(all, key)
		}
	}
	return NewExtra(all)
}

// extraOf writes members that are not fields of a Command in canonical form. It sorts
// them in place.
func extraOf(members []member) (Extra, error) {
	if len(members) == 0 {
		return "", nil
	}
	slices.SortFunc(members, func(a, b member) int {
		return bytes.Compare([]byte(a.key), []byte(b.key))
	})
	b := []byte{'{'}
	for i, m := range members {
		if isCommandKey(m.key) {
			return "", fmt.Errorf("extra key %q is one that a command has by itself", m.key)
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, m.key), ':')
		var err error
		v := m.value
		if v == nil {
			if v, err = decoded(m.raw); err != nil {
				return "", fmt.Errorf("%s: %w", m.key, err)
			}
		}
		b = appendValue(b, v)
	}
	return Extra(append(b, '}')), nil
}

// checkCanonical returns an error unless the text is exactly what extraOf writes.
func (e Extra) checkCanonical() error {
	if e == "" {
		return nil
	}
	members, err := object([]byte(e))
	if err != nil {
		return fmt.Errorf("extra keys: %w", err)
	}
	canonical, err := extraOf(members)
	if err != nil {
		return err
	}
	if canonical != e {
		return fmt.Errorf("extra keys %s are not in canonical form, which is %s: make them with NewExtra", e, canonical)
	}
	return nil
}

// decoded decodes a value as encoding/json does, except that numbers keep their digits.
func decoded(raw json.RawMessage) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	return v, dec.Decode(&v)
}

// appendValue appends one JSON value without spaces and with sorted keys.
func appendValue(b []byte, v any) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("trace: a decoded JSON value does not encode: " + err.Error())
	}
	return append(b, bytes.TrimSuffix(buf.Bytes(), []byte{'\n'})...)
}

// appendString appends a JSON string. Plain ASCII, by far the most common, takes a short
// cut.
func appendString(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' || s[i] == '"' || s[i] == '\\' {
			return appendValue(b, s)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}
