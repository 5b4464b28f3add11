package broadcast

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Role is what somebody may do beyond reading public topics, which everybody may.
type Role uint8

// A Reader also reads what is private but commands and their answers. An Analyst reads
// what is public, and publishes on the topic analysis alone. A Seat is
// the device at one player's side of a board: it reads what is public and the answers to
// commands, and gives those of a player. A Technician, an Assistant of named boards
// and an Arbiter, who is the chief, read everything and give the commands that
// package arbiter leaves to them.
const (
	Reader Role = iota
	Analyst
	Seat
	Technician
	Assistant
	Arbiter
)

// Sender is who gives a command, as known from the connection: a login at the embedded
// broker, or the Unix user at a local socket.
type Sender struct {
	Name   string // for the log of actions; empty if unknown
	Role   Role
	Side   rules.Color // of a Seat
	Boards []string    // that a Seat or an Assistant may act for; nil: all
}

// offices are the roles as the table of commands has them. A Reader and an Analyst give no commands.
var offices = map[Role]trace.Role{Seat: trace.Player, Technician: trace.Technician, Assistant: trace.Assistant, Arbiter: trace.Chief}

// String is "reader", "analyst", "player", "technician", "assistant" or "arbiter".
func (r Role) String() string {
	return [...]string{"reader", "analyst", "player", "technician", "assistant", "arbiter"}[r]
}

// Keys of a command that say who gave it, kept in the journal. Only the program
// writes them.
const (
	keyWho  = "who"
	keyRole = "role"
)

// Permit checks in the table of commands (package trace) that the sender may give this
// command to a board, and notes in the command who gave it. It must be called before
// anything else is done with a request. The error says who may give the command.
func (s Sender) Permit(r *Request, board string) error {
	if s.Boards != nil && !slices.Contains(s.Boards, board) {
		return refusal.New("not-your-board", "{who} is {role} of {boards}, and this is board {board}: the chief arbiter may act here", "who", orElse(s.Name, "this login"), "role", s.Role, "boards", strings.Join(s.Boards, ", "), "board", board)
	}
	if r.Raw != nil {
		if s.Role < Technician {
			return refusal.New("not-your-role", "{do} is not for the role {role}: it takes {roles}", "do", DoRaw, "role", s.Role, "roles", rawKind.Cases[0].Roles())
		}
		return nil // asks for readings, and is not a record
	}
	if err := trace.May(offices[s.Role], s.Side, r.Command); err != nil {
		return err
	}
	return r.by(s)
}

// by notes who gave the command, replacing what the command says about that.
func (r *Request) by(s Sender) (err error) {
	if s.Name != "" {
		r.fields = r.fields.With(keyWho, s.Name).With(keyRole, offices[s.Role].String())
	}
	r.Command, err = r.fields.Command()
	return err
}

// StampSender writes the sender of a command into its payload, as the first key, for the
// publisher to read. It leaves a payload that is not a JSON object unchanged: the
// publisher will refuse it. A payload that already names a sender then has the key
// twice, and is refused as well.
func StampSender(name string, payload []byte) []byte {
	rest, ok := bytes.CutPrefix(bytes.TrimSpace(payload), []byte("{"))
	if !ok {
		return payload
	}
	who, err := json.Marshal(name)
	if err != nil {
		return payload
	}
	head := append([]byte(`{"`+keyWho+`":`), who...)
	if !bytes.HasPrefix(bytes.TrimSpace(rest), []byte("}")) {
		head = append(head, ',')
	}
	return append(head, rest...)
}

// sender returns the sender of a command that arrived over MQTT. A broker elsewhere does
// not report it: its own access rules must let only arbiters publish commands, and
// technicians theirs (docs/mosquitto.acl).
func (b Broker) sender(name string) (Sender, error) {
	if b.Known == nil {
		return Sender{Role: Arbiter}, nil
	}
	s, ok := b.Known(name)
	if !ok {
		return s, refusal.New("unknown-sender", "the broker does not know who sends this ({who:q}): log in as a user of the configuration", "who", name)
	}
	return s, nil
}
