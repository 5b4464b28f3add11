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

// A Reader also reads what is private but commands and their answers. A Seat is
// the device at one player's side of a board: it reads what is public and the answers to
// commands, and gives those of a player. A Technician, an Assistant of named boards
// and an Arbiter, who is the chief, read everything and give the commands that
// package arbiter leaves to them.
const (
	Reader Role = iota
	Seat
	Technician
	Assistant
	Arbiter
)

// Sender is who gives a command, as the way it came in knows: a login at the
// embedded broker, or the Unix user at a local socket.
type Sender struct {
	Name   string // for the log of actions; empty is nobody known by name
	Role   Role
	Side   rules.Color // of a Seat
	Boards []string    // that a Seat or an Assistant speaks for; nil is all
}

// offices are the roles as the table of commands has them. A Reader gives none.
var offices = map[Role]trace.Role{Seat: trace.Player, Technician: trace.Technician, Assistant: trace.Assistant, Arbiter: trace.Chief}

// String is "reader", "player", "technician", "assistant" or "arbiter".
func (r Role) String() string {
	return [...]string{"reader", "player", "technician", "assistant", "arbiter"}[r]
}

// Keys of a command that say who gave it, kept in the journal. Only the program
// writes them.
const (
	keyWho  = "who"
	keyRole = "role"
)

// Permit says whether the sender may give this command to a board, by the table of
// package trace, and notes in the command who gave it. Whoever takes commands in
// asks it before anything else; the error says who may.
func (s Sender) Permit(r *Request, board string) error {
	if s.Boards != nil && !slices.Contains(s.Boards, board) {
		return refusal.New("not-your-board", "{who} is a {role} of {boards}, and this is board {board}: the chief arbiter may act here", "who", orElse(s.Name, "this login"), "role", s.Role, "boards", strings.Join(s.Boards, ", "), "board", board)
	}
	if r.Raw != nil {
		if s.Role < Technician {
			return refusal.New("not-your-role", "{do} is not for a {role}: it takes {roles}", "do", DoRaw, "role", s.Role, "roles", rawKind.Cases[0].Roles())
		}
		return nil // asks for readings, and is no record
	}
	if err := trace.May(offices[s.Role], s.Side, r.Command); err != nil {
		return err
	}
	return r.by(s)
}

// by notes who gave the command, in the place of what the command says of that.
func (r *Request) by(s Sender) (err error) {
	if s.Name != "" {
		r.fields = r.fields.With(keyWho, s.Name).With(keyRole, offices[s.Role].String())
	}
	r.Command, err = r.fields.Command()
	return err
}

// StampSender writes who sends a command into its payload, as the first key, for the
// publisher to read. What is no JSON object it leaves alone: nobody will take it. A
// payload that names a sender by itself then has the key twice, and is refused.
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

// sender is who sent a command that came over MQTT. A broker elsewhere does not say:
// its own rights let nobody but arbiters, and technicians for what is theirs, write
// there (docs/mosquitto.acl).
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
