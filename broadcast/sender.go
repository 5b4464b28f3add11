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

// Role is what a client may do beyond reading public topics, which everybody may.
type Role uint8

// The roles. A Reader also reads private topics, except commands and their answers. An
// Analyst reads what is public, and publishes only on the topic analysis. A Seat is the
// device at one player's side of a board: it reads what is public and the answers to
// commands, and gives the commands of that player. A Technician, an Assistant of named
// boards and an Arbiter, who is the chief, read everything and give the commands that the
// table of commands (package trace) allows them.
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
	Side   rules.Color // for a Seat
	Boards []string    // for a Seat or an Assistant: the boards it may act for; nil: all

	unknown bool // to the broker that passed the command on, so that it is refused
}

// offices maps the roles to those of the table of commands. A Reader and an Analyst give no
// commands.
var offices = map[Role]trace.Role{Seat: trace.Player, Technician: trace.Technician, Assistant: trace.Assistant, Arbiter: trace.Chief}

// String returns "reader", "analyst", "player", "technician", "assistant" or "arbiter".
func (r Role) String() string {
	return [...]string{"reader", "analyst", "player", "technician", "assistant", "arbiter"}[r]
}

// Keys of a command that say who gave it, kept in the journal. Only the program
// writes them.
const (
	keyWho  = "who"
	keyRole = "role"
)

// Request makes a command to a board from the sender's payload. do is what to do, which the
// payload may repeat. The payload must have an "id", and the table of commands (package
// trace) must allow the sender to give this command. The Request names its sender.
//
// The error says what to write, or who may give the command, and the Request returned with
// it has the id if it could be read, so that the error can be answered. The error is a
// refusal, with the code "malformed" if only the form is wrong.
func (s Sender) Request(p Payload, do, board string) (Request, error) {
	r, err := p.request(do)
	if err == nil {
		err = s.permit(&r, board)
	}
	return r, refusal.Wrap("malformed", err)
}

// permit checks that the sender may give this command to a board, and adds the sender to
// the command.
func (s Sender) permit(r *Request, board string) error {
	if s.unknown {
		return refusal.New("unknown-sender", "the broker does not know who sends this ({who:q}): log in as a user of the configuration", "who", s.Name)
	}
	if s.Boards != nil && !slices.Contains(s.Boards, board) {
		return refusal.New("not-your-board", "{who} is {role} of {boards}, and this is board {board}: the chief arbiter may act here", "who", orElse(s.Name, "this login"), "role", s.Role, "boards", strings.Join(s.Boards, ", "), "board", board)
	}
	if r.Raw != nil {
		if s.Role < Technician {
			return refusal.New("not-your-role", "{do} is not for the role {role}: it needs {roles}", "do", DoRaw, "role", s.Role, "roles", rawKind.Cases[0].Roles())
		}
		return nil // it asks for readings, and is not a record
	}
	if err := trace.May(offices[s.Role], s.Side, r.Command); err != nil {
		return err
	}
	return r.by(s)
}

// by adds the sender to the command, replacing what the command says about that.
func (r *Request) by(s Sender) (err error) {
	r.seat = s.Role == Seat
	if s.Name != "" {
		r.fields = r.fields.With(keyWho, s.Name).With(keyRole, offices[s.Role].String())
	}
	r.Command, err = r.fields.Command()
	return err
}

// StampSender writes the sender of a command into its payload, as the first key, for the
// publisher to read. It leaves a payload that is not a JSON object unchanged: the publisher
// will refuse it. If a payload already names a sender, it then has the key twice, and is
// refused too.
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
// not report it: its own access rules must allow only arbiters to publish commands, and
// technicians to publish theirs (docs/mosquitto.acl).
func (b Broker) sender(name string) Sender {
	if b.Known == nil {
		return Sender{Role: Arbiter}
	}
	if s, known := b.Known(name); known {
		return s
	}
	return Sender{Name: name, unknown: true}
}
