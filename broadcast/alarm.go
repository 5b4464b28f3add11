package broadcast

import (
	"touchmove/eventlog"
	"touchmove/eventlog/alarms"
)

func alarmPayload(s *eventlog.State) []byte {
	return encode(struct {
		order
		Alarms []alarms.Public `json:"alarms"`
	}{order{Version, s.Game, s.Changed.Alarm}, s.Alarms()})
}

// availabilityOf returns "online", or "degraded" if any sensor is not trusted.
func availabilityOf(s *eventlog.State) []byte {
	if s.Faults() != 0 {
		return []byte(degraded)
	}
	return []byte(online)
}

const (
	online   = "online"
	offline  = "offline"
	degraded = "degraded"
)
