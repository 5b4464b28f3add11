package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// member is one key and value of a JSON object.
type member struct {
	key   string
	raw   json.RawMessage
	value any // decoded, with the digits of numbers kept; nil if not decoded yet
}

// errNotJSON is wrapped by every error for a line that is not a complete JSON text.
// A power cut may leave such a last line.
var errNotJSON = errors.New("not JSON")

// twice is an error for a key that occurs twice in one object.
type twice string

func (t twice) Error() string {
	return fmt.Sprintf("key %q occurs twice in one object: keep one", string(t))
}

// object splits one JSON object into its members, in order. Keys are
// case-sensitive. A key that occurs twice is an error, since nobody can say which
// of the two was meant; all members are returned with it.
func object(line []byte) ([]member, error) {
	var whole json.RawMessage
	if err := json.Unmarshal(line, &whole); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, fmt.Errorf("%w: %w at column %d; write one JSON object on each line", errNotJSON, syntax, syntax.Offset)
		}
		return nil, fmt.Errorf("%w: %v; write one JSON object on each line", errNotJSON, err)
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, fmt.Errorf("%s is not a JSON object: write one on each line, in braces", clip(whole))
	}
	var members []member
	var again error
	seen := map[string]bool{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, fmt.Errorf("%w: %v", errNotJSON, err)
		}
		m := member{key: key.(string)}
		if err := dec.Decode(&m.raw); err != nil {
			return nil, fmt.Errorf("%w: %v", errNotJSON, err)
		}
		if seen[m.key] && again == nil {
			again = twice(m.key)
		}
		seen[m.key] = true
		members = append(members, m)
	}
	return members, again
}

// text returns the value of a JSON string.
func (m member) text() (string, error) {
	if m.raw[0] != '"' {
		return "", fmt.Errorf("%q is %s and must be a text in quotes", m.key, clip(m.raw))
	}
	var s string
	if err := json.Unmarshal(m.raw, &s); err != nil {
		return "", fmt.Errorf("%s: %w", m.key, err)
	}
	return s, nil
}

// count returns a whole number that fits into an int on every machine.
func (m member) count() (int, error) {
	n, err := strconv.ParseInt(string(m.raw), 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%q is %s and must be a whole number", m.key, clip(m.raw))
	}
	return int(n), nil
}

// truth returns the value true or false.
func (m member) truth() (bool, error) {
	switch string(m.raw) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, fmt.Errorf("%q is %s and must be true or false", m.key, clip(m.raw))
}

// clip shortens a value for an error message.
func clip(raw []byte) string {
	const most = 60
	if len(raw) > most {
		return fmt.Sprintf("%.*q...", most, raw)
	}
	return string(raw)
}

// list returns the values of a JSON array.
func list(m member) ([]json.RawMessage, error) {
	var values []json.RawMessage
	if err := json.Unmarshal(m.raw, &values); err != nil || m.raw[0] != '[' {
		return nil, fmt.Errorf("%q is %s and must be a list in square brackets", m.key, clip(m.raw))
	}
	return values, nil
}
