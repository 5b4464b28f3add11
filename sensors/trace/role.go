package trace

// Role is who gives a command.
type Role uint8

// The roles. A Player uses only the buttons at their own board and only for their
// own side. An Assistant arbiter acts for the boards assigned, a Chief arbiter for
// all. A Technician decides nothing.
const (
	Nobody Role = iota
	Player
	Assistant
	Chief
	Technician
)

var roleWords = [...]string{"nobody", "player", "assistant", "chief", "technician"}

// String returns "player", "assistant", "chief", "technician" or "nobody".
func (r Role) String() string { return roleWords[r] }
