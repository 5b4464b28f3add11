package broadcast

// Keeping stands in the history where it becomes certain, or uncertain, that
// what is told is also kept: the daemon's own observation of its disk. It is
// not published as an event, but as an alarm.
type Keeping struct {
	How KeptHow
	Why string // what the disk said; for the log, not for the public
}

// Name returns "keeping".
func (Keeping) Name() string { return "keeping" }

// KeptHow is what becomes of what is told.
type KeptHow uint8

// Kept is as it should be. KeptInReserve: the disk is full, and there is room
// for about one game more. NotKept: play goes on and is told, and would be lost
// with the power.
const (
	Kept KeptHow = iota
	KeptInReserve
	NotKept
)
