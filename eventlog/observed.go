package eventlog

import (
	"touchmove/eventlog/alarms"
	"touchmove/rules"
)

// Keeping stands in the log where it becomes certain, or uncertain, that
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

// Calibrated stands in the log where the daemon has found that a board is
// no longer what was measured of it, or is again. Like Keeping it is not
// published as an event, but as alarms.
type Calibrated struct {
	Days    int           // since it was measured, if that is too long; else 0
	Drifted rules.Squares // whose sensors read otherwise than then
}

// Name returns "calibrated".
func (Calibrated) Name() string { return "calibrated" }

// Ringing stands in the log where what rings at the arbiters' consoles has
// changed: all that needs a person, with what players must not know. Like Unread it
// is no event; it is published on the topic alarms, for those with a name.
type Ringing struct {
	Alarms []alarms.Alarm // urgent ones first
}

// Name returns "ringing".
func (Ringing) Name() string { return "ringing" }
