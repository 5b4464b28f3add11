package eventlog

import (
	"touchmove/eventlog/alarms"
	"touchmove/rules"
)

// Keeping is the entry for a change in whether what is published is also stored: the
// daemon's observation of its disk. It is not published as an event, but as an alarm.
type Keeping struct {
	How KeptHow
	Why string // the disk's error; for the log, not for the public
}

// Name returns "keeping".
func (Keeping) Name() string { return "keeping" }

// KeptHow is how safely published entries are stored.
type KeptHow uint8

// Kept: stored as they should be. KeptInReserve: the disk is full, and there is room for
// about one more game. NotKept: play continues and is published, but a power cut would
// lose it.
const (
	Kept KeptHow = iota
	KeptInReserve
	NotKept
)

// Calibrated is the entry for a board that no longer matches its calibration, or matches
// it again. Like Keeping it is not published as an event, but as alarms.
type Calibrated struct {
	Days    int           // age of the calibration, if it is too old; otherwise 0
	Drifted rules.Squares // whose sensors read differently now
}

// Name returns "calibrated".
func (Calibrated) Name() string { return "calibrated" }

// Ringing is the entry for a change of the alarms that ring at the arbiters' consoles.
// They include what players must not know. Like Unread it is not an event; it is
// published on the topic alarms, which needs a login.
type Ringing struct {
	Alarms []alarms.Alarm // urgent ones first
}

// Name returns "ringing".
func (Ringing) Name() string { return "ringing" }
