package configs

// MQTT is the broker that events and states are published to.
type MQTT struct {
	Broker    string // URL of a broker (tcp://, mqtt://, ssl://, mqtts://, ws://, wss://); empty runs the embedded one
	Listen    string // embedded broker: host:port for MQTT
	WebSocket string // embedded broker: host:port for MQTT over WebSocket; empty means none
	Base      string // topic levels before event and board
	Node      string // this computer's topic level, under which its availability is published
	Username  string // to log in to Broker
	Password  Secret
	TLS       TLS
	Users     []User // embedded broker: who may do more than read
}

// Embedded reports whether the daemon runs its own broker.
func (m MQTT) Embedded() bool { return m.Broker == "" }

// TLS names the PEM files of a secured connection. If all are empty, the system's
// certificates are trusted, and the embedded broker does not use TLS.
type TLS struct {
	CA   string // certificates trusted instead of the system's; for the embedded broker: those of the authority of its clients
	Cert string // our certificate, as a client or as the embedded broker
	Key  string // its key
}

// User is a user of the embedded broker.
type User struct {
	Name     string
	Role     Role
	Password Secret
	Boards   []string // ids; for an Assistant and a Seat; nil is all
	Side     string   // for a Seat: white or black
}

// Role is what a user of the embedded broker may do beyond reading public topics.
type Role uint8

// The roles. A Reader may also read private topics, except commands. A Technician may in
// addition ask for raw readings and enter notes. An Arbiter, the chief, may send every
// command. An Assistant may send those of an assistant arbiter, for the boards that are
// named. A Seat is the device at a player's side of a board, and sends that player's
// commands. An Analyst publishes what a chess engine finds, and reads what is public.
const (
	Reader Role = iota
	Technician
	Arbiter
	Assistant
	Seat
	Analyst
)

var roles = []string{"reader", "technician", "arbiter", "assistant", "player", "analyst"}

// String returns "reader", "technician", "arbiter", "assistant", "player" or "analyst".
func (r Role) String() string {
	if int(r) < len(roles) {
		return roles[r]
	}
	return "unknown"
}
