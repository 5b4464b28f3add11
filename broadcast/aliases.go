package broadcast

import (
	"touchmove/eventlog"
	"touchmove/sensors/trace"
)

// The log's types under the names that they had here.
type (
	Told       = eventlog.Entry
	Score      = eventlog.State
	Opened     = eventlog.Opened
	Unread     = eventlog.Unread
	Annuls     = eventlog.Annuls
	Left       = eventlog.Left
	Pairing    = eventlog.Pairing
	Player     = eventlog.Player
	Keeping    = eventlog.Keeping
	Calibrated = eventlog.Calibrated
	Ringing    = eventlog.Ringing
	Desk       = eventlog.Desk
)

// The same for values.
const (
	Leap          = eventlog.Leap
	Waiting       = eventlog.Waiting
	Playing       = eventlog.Playing
	Over          = eventlog.Over
	Kept          = eventlog.Kept
	KeptInReserve = eventlog.KeptInReserve
	NotKept       = eventlog.NotKept
)

// Public says whether an event changes what the state tells.
func Public(what interface{ Name() string }) bool { return eventlog.Public(what) }

// PairingOf reads who plays from a new-game command.
func PairingOf(c trace.Command) (Pairing, error) { return eventlog.PairingOf(c) }
