package guard

// Limits are the limits of what one client may send. Packets beyond them are refused.
type Limits struct {
	Packet  int // bytes of a packet after its fixed header
	Filters int // in one SUBSCRIBE or UNSUBSCRIBE
	Topic   int // bytes of a topic name or filter
	Levels  int // of a topic name or filter
	Name    int // bytes of a client identifier or user name
	Paces   [paces]Pace
	Ahead   int // bytes that may be read ahead of the packet being read; 0 is a few hundred
}

// The longest packets, in bytes, by sender. The longest command, 16 KB, fits into a packet
// of a named client; the records of games published by the daemon need the most.
const (
	StrangerPacket = 16 << 10
	NamedPacket    = 64 << 10
	DaemonPacket   = 1 << 20
)

// Standard returns the limits for clients that have not logged in. The topics of touchmove
// have at most five levels below the base, and 256 bytes are enough for every base with
// three levels. base and levels, the bytes and levels of the base, raise the limits for
// longer ones.
func Standard(base int, levels int) Limits {
	const below, bytesBelow = 5, 128 // EVENT/BOARD/cmd/COMMAND/result
	return Limits{
		Packet:  StrangerPacket,
		Filters: 100,
		Topic:   max(256, base+bytesBelow),
		Levels:  max(8, levels+below),
		Name:    256,
		Paces:   [paces]Pace{ofAcks: {10000, 2000}, ofSubscriptions: {20, 1}, ofOthers: {20, 2}},
	}
}

// Named returns the limits of a client that has logged in.
func (l Limits) Named() Limits {
	l.Packet, l.Filters = NamedPacket, 1000
	l.Paces = [paces]Pace{ofAcks: {10000, 2000}, ofSubscriptions: {200, 5}, ofOthers: {100, 50}}
	return l
}

// Daemon returns the limits of the daemon's own connection.
func (l Limits) Daemon() Limits {
	l.Packet = DaemonPacket
	l.Paces = [paces]Pace{} // it publishes everything that is played
	l.Ahead = 16 << 10      // so that HasMore sees whether another packet is waiting
	return l
}
