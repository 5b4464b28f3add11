package broadcast

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"touchmove/broadcast/contract"
	"touchmove/eventlog"
	"touchmove/internal/plaintext"
	"touchmove/internal/refusal"
	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/sensors/trace"
)

// Request is a command from a client, with a way to answer it.
type Request struct {
	Command trace.Command // valid in itself; whether it fits the game is not yet known
	Raw     *Lease        // set for DoRaw only; Command then has only ID and Do, and is not a record
	IfSeq   *uint64       // refuse the command if this is not the game's last Seq
	Expires time.Time     // refuse the command from this time on; zero means never
	Answer  func(Answer)  // called once, from any goroutine; it does not block

	fields trace.Fields // the keys from which Command was made
	size   int          // bytes of the payload
	seat   bool         // a player's device sends it
}

// Size returns how many bytes the request had when it arrived.
func (r Request) Size() int { return r.size }

// FromSeat reports whether a player's device sends the request.
func (r Request) FromSeat() bool { return r.seat }

// Expired returns the refusal of a request that arrived after its expiry time, or nil if it
// arrived in time.
func (r Request) Expired(now time.Time) error {
	if r.Expires.IsZero() || now.Before(r.Expires) {
		return nil
	}
	return refusal.New("expired", "the command expired at {at}: send a new one if you still want it", "at", r.Expires.UTC().Format(time.RFC3339))
}

// Payload is a decoded payload of a command topic or of the local socket, from which
// Sender.Request makes the Request.
type Payload struct {
	ID    string // different for every command; empty if there is none
	Do    string // what to do, if the payload says so; on MQTT the topic does
	Board string // the board, over the local socket; empty if the payload does not say

	fields trace.Fields
	size   int // bytes
}

// maxCommand is the longest payload of a command, in bytes; a FEN and the names of two
// players take a tenth of it.
const maxCommand = 16 << 10

// maxID is the longest id, in bytes.
const maxID = 128

// Keys of a payload that are not keys of the command. What it says about its sender is
// ignored: the sender is known from the connection, and Sender.Request adds it.
const (
	keyVersion = "v"
	keyIfSeq   = "if_seq"
	keyExpires = "expires"
	keyBoard   = "board"
)

// ReadPayload decodes the payload of a command topic, or a line of the local socket. The
// error says what to write; it is a refusal with the code "malformed".
func ReadPayload(payload []byte) (Payload, error) {
	p, err := readPayload(payload)
	return p, refusal.Wrap("malformed", err)
}

func readPayload(payload []byte) (p Payload, err error) {
	if len(payload) > maxCommand {
		return p, fmt.Errorf("the command has %d bytes, more than %d", len(payload), maxCommand)
	}
	if !utf8.Valid(payload) { // RFC 8259, 8.1; otherwise two ids could look the same
		return p, errors.New("the command is not in UTF-8, as JSON is")
	}
	p.size = len(payload)
	if p.fields, err = trace.ReadFields(payload); err != nil {
		return p, notKeys(err)
	}
	for _, field := range []struct {
		key  string
		into *string
	}{{"do", &p.Do}, {keyBoard, &p.Board}, {"id", &p.ID}} {
		if *field.into, err = p.fields.Text(field.key); err != nil {
			return p, notKeys(err)
		}
	}
	return p, nil
}

// checkTexts checks every text of a command, because others will read them on terminals,
// pages and in files. A remark may have several lines, all other texts only one. The error
// names the first key in alphabetical order.
func checkTexts(f trace.Fields) error {
	values, err := f.Map()
	if err != nil {
		return notKeys(err)
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		text, ok := values[key].(string)
		if remark := key == "what" || key == "text"; ok && remark {
			err = plaintext.Text(text)
		} else {
			err = checkNames(values[key])
		}
		if err != nil {
			return fmt.Errorf("%q of the command: %w", key, err)
		}
	}
	return nil
}

// checkNames checks a text, or the texts in an object or list.
func checkNames(value any) error {
	switch v := value.(type) {
	case string:
		return plaintext.Name(v)
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if err := checkNames(v[key]); err != nil {
				return err
			}
		}
	case []any:
		for _, value := range v {
			if err := checkNames(value); err != nil {
				return err
			}
		}
	}
	return nil
}

func notKeys(err error) error {
	return fmt.Errorf("the command is not a JSON object with the keys of a command: %w", err)
}

// ParseRequest checks a command before it is sent, whoever will send it. See Sender.Request
// for what do, the payload and the error are.
func ParseRequest(do string, payload []byte) (Request, error) {
	p, err := ReadPayload(payload)
	if err != nil {
		return Request{}, err
	}
	r, err := p.request(do)
	return r, refusal.Wrap("malformed", err)
}

func (p Payload) request(do string) (r Request, err error) {
	if r, err = p.head(do); err != nil {
		return r, err
	}
	if err := checkTexts(p.fields); err != nil {
		return r, err
	}
	whole := p.fields.With("do", do)
	if do == DoRaw {
		if err := checkSchema(whole); err != nil {
			return r, err
		}
		r.Raw, err = leaseOf(whole)
		r.Command.Do = DoRaw
		return r, err
	}
	r.fields = whole.Without(keyVersion, keyIfSeq, keyExpires, keyBoard, keyWho, keyRole)
	if do == trace.DoNewGame { // set by the daemon alone
		r.fields = r.fields.Without(reconcile.After, reconcile.Elsewhere, reconcile.From)
	}
	c, err := r.fields.Command()
	if err != nil {
		return r, err
	}
	if err := checkSchema(whole); err != nil {
		return r, err
	}
	if do == trace.DoNewGame {
		if _, err := eventlog.PairingOf(c); err != nil {
			return r, err
		}
		if err := checkTimeControls(c); err != nil {
			return r, err
		}
	}
	r.Command = c
	return r, nil
}

// checkTimeControls returns an error about a time control of a new game that cannot be read: the
// game would be played without its times being kept, and no flag would fall.
func checkTimeControls(c trace.Command) error {
	var delay, control string
	if _, err := c.Extra.Get("time_delay", &delay); err != nil {
		return err
	}
	for _, key := range []string{"time_control", "time_control_black"} {
		control = ""
		if _, err := c.Extra.Get(key, &control); err != nil {
			return err
		}
		if _, err := chessclock.ParseDelay(control, delay); err != nil {
			return err
		}
	}
	return nil
}

// head parses the keys of a payload that are not part of the command.
func (p Payload) head(do string) (r Request, err error) {
	version, there, err := p.fields.Count(keyVersion)
	if err != nil {
		return r, notKeys(err)
	}
	expires, err := p.fields.Text(keyExpires)
	if err != nil {
		return r, notKeys(err)
	}
	switch {
	case p.ID == "":
		return r, errors.New(`the command has no "id": add one that is new for every command, so that it can be answered and is never done twice`)
	case len(p.ID) > maxID:
		return r, fmt.Errorf("the id has %d bytes, more than %d", len(p.ID), maxID)
	}
	r.Command.ID, r.size = p.ID, p.size
	switch {
	case there && version != Version:
		return r, fmt.Errorf("the command has version %d, but this program supports version %d", version, Version)
	case p.Do != "" && p.Do != do:
		return r, fmt.Errorf(`"do" is %q on the topic cmd/%s: they must be the same`, p.Do, do)
	}
	if seq, there, err := p.fields.Count(keyIfSeq); there {
		if err != nil {
			return r, fmt.Errorf("if_seq is %s and must be the seq of the state that the command was made for", p.fields.JSON(keyIfSeq))
		}
		r.IfSeq = &seq
	}
	if expires != "" {
		if r.Expires, err = time.Parse(time.RFC3339, expires); err != nil {
			return r, fmt.Errorf("expires is %q and must be a time such as 2026-11-21T18:22:00Z (RFC 3339)", expires)
		}
	}
	return r, nil
}

// checkSchema checks a command against the published schema. The error is a single line.
func checkSchema(command trace.Fields) error {
	value, err := command.Map()
	if err == nil {
		err = contract.CheckCommand(value)
	}
	if err != nil {
		return errors.New("the command " + strings.ReplaceAll(err.Error(), "<invalid reflect.Value>", "null"))
	}
	return nil
}

// who returns the sender's name as written by the broker (see StampSender).
func (p Payload) who() string {
	if key, name := p.fields.First(); key == keyWho {
		return name
	}
	return ""
}
