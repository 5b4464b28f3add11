package broadcast

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"touchmove/internal/refusal"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// Request is a command as it came from outside, and how to answer it.
type Request struct {
	Command trace.Command // valid by itself; whether it fits the game is not known yet
	Raw     *Lease        // of DoRaw alone, of which Command has no more than ID and Do; it is no record
	IfSeq   *uint64       // refuse it when the game's last Seq is another one
	Expires time.Time     // refuse it from this moment on; zero is never
	Answer  func(Answer)  // called once, from any goroutine; it does not block
}

// Answer is the content of cmd/<name>/result.
type Answer struct {
	ID     string // the request's; empty when it could not be read
	OK     bool   // taken and kept
	Error  string // why not, and what to do
	Reason *refusal.Reason
	Game   string // where the game stands now
	Seq    uint64
}

// Refused is the answer that a request is refused, with the reason of the error; an
// error without one has the code "other".
func Refused(id string, err error) Answer {
	return Answer{ID: id, Error: err.Error(), Reason: refusal.Of(refusal.Wrap("other", err))}
}

func (a Answer) payload() []byte {
	return encode(struct {
		order
		ID     *string         `json:"id"`
		OK     bool            `json:"ok"`
		Error  *string         `json:"error"`
		Reason *refusal.Reason `json:"reason"`
	}{order{Version, a.Game, a.Seq}, orNull(a.ID), a.OK, orNull(a.Error), a.Reason})
}

// maxCommand is the longest payload of a command, in bytes; a FEN and the
// names of two players take a tenth of it.
const maxCommand = 16 << 10

// maxID is the longest id, in bytes.
const maxID = 128

// ParseRequest reads the payload of a command topic. name is the topic's level
// after cmd, which says what is done; the payload may repeat it as "do" and
// must have an "id". The keys of the envelope ("v", "if_seq", "expires") are
// not part of the command. The error says what to write; the Request returned
// with it holds the id if one could be read, so that the error can be answered. It
// is a refusal, "malformed" where nothing else is wrong than how it is written.
func ParseRequest(name string, payload []byte) (Request, error) {
	r, err := parseRequest(name, payload)
	return r, refusal.Wrap("malformed", err)
}

func parseRequest(name string, payload []byte) (Request, error) {
	var r Request
	var envelope struct {
		ID      string          `json:"id"`
		V       *int            `json:"v"`
		Do      *string         `json:"do"`
		IfSeq   json.RawMessage `json:"if_seq"`
		Expires *string         `json:"expires"`
	}
	if len(payload) > maxCommand {
		return r, fmt.Errorf("the command has %d bytes, more than %d", len(payload), maxCommand)
	}
	if !utf8.Valid(payload) { // RFC 8259, 8.1; two ids could look the same else
		return r, errors.New("the command is not in UTF-8, as JSON is")
	}
	if err := json.Unmarshal(payload, &envelope); err != nil {
		return r, fmt.Errorf("the command is not a JSON object with the keys of a command: %w", notJSON(err))
	}
	r.Command.ID = envelope.ID
	switch {
	case envelope.ID == "":
		return r, errors.New(`the command has no "id": add one that is new for every command, so that it can be answered and is never done twice`)
	case len(envelope.ID) > maxID:
		r.Command.ID = ""
		return r, fmt.Errorf("the id has %d bytes, more than %d", len(envelope.ID), maxID)
	case envelope.V != nil && *envelope.V != Version:
		return r, fmt.Errorf("the command is of version %d, and this program knows version %d", *envelope.V, Version)
	case envelope.Do != nil && *envelope.Do != name:
		return r, fmt.Errorf(`"do" is %q on the topic cmd/%s: they must be the same`, *envelope.Do, name)
	}
	if len(envelope.IfSeq) > 0 {
		r.IfSeq = new(uint64)
		if err := json.Unmarshal(envelope.IfSeq, r.IfSeq); err != nil {
			return r, fmt.Errorf("if_seq is %s and must be the seq of the state that the command was made for", envelope.IfSeq)
		}
	}
	if envelope.Expires != nil {
		t, err := time.Parse(time.RFC3339, *envelope.Expires)
		if err != nil {
			return r, fmt.Errorf("expires is %q and must be a time as 2026-11-21T18:22:00Z (RFC 3339)", *envelope.Expires)
		}
		r.Expires = t
	}
	whole := payload
	if envelope.Do == nil {
		do, _ := json.Marshal(name)
		rest := bytes.TrimSpace(payload)[1:] // an object, or Unmarshal above had failed
		whole = append(append([]byte(`{"do":`), do...), ',')
		whole = append(whole, rest...)
	}
	if name == DoRaw {
		if err := checkSchema(whole); err != nil {
			return r, err
		}
		var err error
		if r.Raw, err = parseLease(whole); err == nil {
			r.Command.Do = DoRaw
		}
		return r, err
	}
	c := trace.Command{}
	if err := c.UnmarshalJSON(whole); err != nil {
		return r, err
	}
	if err := checkSchema(whole); err != nil {
		return r, err
	}
	if err := stripEnvelope(&c); err != nil {
		return r, err
	}
	r.Command = c
	return r, nil
}

// notJSON says what is wrong with a text in words of JSON, not of Go.
func notJSON(err error) error {
	var kind *json.UnmarshalTypeError
	switch {
	case !errors.As(err, &kind):
		return err
	case kind.Field == "":
		return fmt.Errorf("it is a JSON %s", kind.Value)
	}
	return fmt.Errorf("%q is a %s and must be a %s", kind.Field, kind.Value, map[bool]string{true: "number", false: "text"}[kind.Field == "v"])
}

// stripEnvelope takes the keys that are about the message out of the command.
func stripEnvelope(c *trace.Command) error {
	if c.Extra == "" {
		return nil
	}
	dec := json.NewDecoder(strings.NewReader(string(c.Extra)))
	dec.UseNumber()
	var keys map[string]any
	if err := dec.Decode(&keys); err != nil {
		return fmt.Errorf("the command's further keys: %w", err)
	}
	for _, key := range []string{"v", "if_seq", "expires"} {
		delete(keys, key)
	}
	if c.Do == trace.DoNewGame { // the daemon's own
		for _, key := range []string{reconcile.After, reconcile.Elsewhere, reconcile.From} {
			delete(keys, key)
		}
	}
	var err error
	c.Extra, err = trace.NewExtra(keys)
	return err
}
