package trace

import (
	"fmt"
	"slices"
	"strconv"
)

// commandKeys are the keys that have a field of their own, in the order in which
// they are written.
var commandKeys = [...]string{
	"id", "do", "by", "piece", "what", "square", "to", "uci", "ply", "plies", "fen", "variant", "result", "why",
}

func isCommandKey(key string) bool { return slices.Contains(commandKeys[:], key) }

// texts returns the fields that hold text, in the order of commandKeys; nil stands
// for the two numbers.
func (c *Command) texts() [len(commandKeys)]*string {
	return [...]*string{
		&c.ID, &c.Do, &c.By, &c.Piece, &c.What, &c.Square, &c.To, &c.UCI, nil, nil, &c.FEN, &c.Variant, &c.Result, &c.Why,
	}
}

// Word returns the value of a key, a text or a number, in the form used in
// sentences; empty if the command does not have the key.
func (c Command) Word(key string) (word string) {
	switch i := slices.Index(commandKeys[:], key); {
	case key == "ply" && (c.Ply != 0 || c.AtStart):
		return strconv.Itoa(c.Ply)
	case key == "plies" && c.Plies != 0:
		return strconv.Itoa(c.Plies)
	case i >= 0 && c.texts()[i] != nil:
		return *c.texts()[i]
	case i >= 0:
		return ""
	}
	var value any
	if _, err := c.Extra.Get(key, &value); err != nil || value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

// AppendJSON appends the command as one JSON object in canonical form: first the
// keys of the fields that are set, in their order, then those of Extra, sorted.
func (c Command) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	first := true
	next := func(key string) {
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(appendString(b, key), ':')
	}
	number := func(key string, n int) {
		if n != 0 || c.AtStart && key == "ply" {
			next(key)
			b = strconv.AppendInt(b, int64(n), 10)
		}
	}
	for i, field := range c.texts() {
		switch {
		case field == nil && commandKeys[i] == "ply":
			number("ply", c.Ply)
		case field == nil:
			number("plies", c.Plies)
		case *field != "":
			next(commandKeys[i])
			b = appendString(b, *field)
		}
	}
	if len(c.Extra) > len("{}") {
		if !first {
			b = append(b, ',')
		}
		b = append(b, c.Extra[1:len(c.Extra)-1]...)
	}
	return append(b, '}')
}

// MarshalJSON calls AppendJSON for package encoding/json, which then escapes <, >
// and & in its own way.
func (c Command) MarshalJSON() ([]byte, error) { return c.AppendJSON(nil), nil }

// UnmarshalJSON reads a command as written in a trace, in an MQTT payload or on the
// local socket, and refuses what Validate refuses. After an error c is unchanged.
func (c *Command) UnmarshalJSON(raw []byte) error {
	read, err := parseCommand(raw)
	if err != nil {
		return err
	}
	*c = read
	return nil
}

func parseCommand(raw []byte) (Command, error) {
	members, err := object(raw)
	if err != nil {
		return Command{}, err
	}
	return commandOf(members)
}

func commandOf(members []member) (c Command, err error) {
	texts := c.texts()
	var rest []member
	zero := false
	for _, m := range members {
		switch i := slices.Index(commandKeys[:], m.key); {
		case i < 0:
			rest = append(rest, m)
		case m.key == "ply":
			c.Ply, err = m.count()
			zero = c.Ply == 0
		case m.key == "plies":
			c.Plies, err = m.count()
		default:
			*texts[i], err = m.text()
		}
		if err != nil {
			return Command{}, err
		}
	}
	c.AtStart = zero && c.Do == DoRestore
	if c.Extra, err = extraOf(rest); err != nil {
		return Command{}, err
	}
	if err := c.validate(); err != nil { // Extra is canonical: it has just been written
		return Command{}, err
	}
	return c, nil
}
