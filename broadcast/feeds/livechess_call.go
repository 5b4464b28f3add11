package feeds

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"touchmove/rules"
)

// maxCall is the longest call, in bytes; a subscription takes a hundredth of it.
const maxCall = 16 << 10

// call is a request of a program.
type call struct {
	id   json.RawMessage // echoed in the answer
	do   string          // eboards, subscribe, unsubscribe, setup, flip
	feed string          // the caller's own id of the feed, as it wrote it
	arg  string          // subscribe: the serial number; setup: a FEN
	flip bool
}

// parseCall parses one message of a client. The error says what is wrong with it; the call
// returned with it has the id, if that could be read.
func parseCall(text []byte) (call, error) {
	var m struct {
		Call  string          `json:"call"`
		ID    json.RawMessage `json:"id"`
		Param json.RawMessage `json:"param"`
	}
	if len(text) > maxCall {
		return call{}, fmt.Errorf("the call has %d bytes, more than %d", len(text), maxCall)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return call{}, fmt.Errorf("not a call in JSON: %w", err)
	}
	if !isName(m.ID) {
		return call{}, errors.New("the call has no id: give each call a number of its own")
	}
	c := call{id: m.ID}
	switch m.Call {
	case "eboards":
		c.do = "eboards"
		return c, nil
	case "subscribe", "unsubscribe", "call":
		return c.ofFeed(m.Call, m.Param)
	}
	return c, fmt.Errorf("the call %q is not known: use eboards, subscribe, unsubscribe or call", m.Call)
}

// ofFeed parses a call about one feed.
func (c call) ofFeed(what string, param json.RawMessage) (call, error) {
	var p struct {
		Feed   string          `json:"feed"`
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Param  struct {
			SerialNr string `json:"serialnr"`
			FEN      string `json:"fen"`
			Flip     *bool  `json:"flip"`
		} `json:"param"`
	}
	if len(param) == 0 {
		return c, fmt.Errorf("%s has no param", what)
	}
	if err := json.Unmarshal(param, &p); err != nil {
		return c, fmt.Errorf("%s: its param cannot be read: %w", what, err)
	}
	if !isName(p.ID) {
		return c, fmt.Errorf("%s: its param has no id, which names the feed", what)
	}
	c.feed = string(p.ID)
	if what != "call" {
		p.Method = what
	}
	switch p.Method {
	case "subscribe":
		if p.Feed != "eboardevent" {
			return c, fmt.Errorf("the feed %q is not known: the only one is eboardevent", p.Feed)
		}
		if p.Param.SerialNr == "" {
			return c, errors.New("subscribe: no serialnr: the call eboards lists them")
		}
		c.arg = p.Param.SerialNr
	case "setup":
		fen, err := startOf(p.Param.FEN)
		if err != nil {
			return c, fmt.Errorf("setup: %w", err)
		}
		c.arg = fen
	case "flip":
		if p.Param.Flip == nil {
			return c, errors.New("flip: no flip: it is true or false")
		}
		c.flip = *p.Param.Flip
	case "unsubscribe":
	default:
		return c, fmt.Errorf("the method %q is not known: use setup, flip or unsubscribe", p.Method)
	}
	c.do = p.Method
	return c, nil
}

// isName reports whether an id is a number or a non-empty text.
func isName(id json.RawMessage) bool {
	return len(id) > 0 && len(id) <= 64 && id[0] != '{' && id[0] != '[' && !bytes.Equal(id, []byte("null")) && !bytes.Equal(id, []byte(`""`))
}

// startOf completes a FEN sent by a program. The pieces must be correct. Everything else
// may be missing or, like castling rights in an unusual order, wrong, since only the pieces
// and the side to move are looked up in the game.
func startOf(fen string) (string, error) {
	fields := strings.Fields(fen)
	if len(fields) == 0 {
		return "", errors.New("no fen")
	}
	turn := "w"
	if len(fields) > 1 {
		turn = fields[1]
	}
	s, err := rules.ParseFEN(fields[0] + " " + turn + " - - 0 1")
	if err != nil {
		return "", err
	}
	plain := strings.Fields(s.FEN())
	if full, err := rules.ParseFEN(fen); err == nil {
		return full.FEN(), nil
	}
	return strings.Join(plain, " "), nil
}
