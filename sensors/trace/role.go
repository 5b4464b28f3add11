package trace

// Role is who gives a command.
type Role uint8

// The roles. A Player speaks at the own board's buttons only, for the own side; an
// Assistant arbiter for the boards that were named; a Chief arbiter for all. A
// Technician decides nothing.
const (
	Nobody Role = iota
	Player
	Assistant
	Chief
	Technician
)

var roleWords = [...]string{"nobody", "player", "assistant", "chief", "technician"}

// String is "player", "assistant", "chief", "technician" or "nobody".
func (r Role) String() string { return roleWords[r] }
