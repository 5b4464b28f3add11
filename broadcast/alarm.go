package broadcast

import "touchmove/eventlog/alarms"

// Alarms lists what needs a person now and may be known to the public, urgent ones
// first.
func (s *Score) Alarms() []alarms.Public {
	return alarms.PublicOf(alarms.Facts{
		DiskFull: s.Disk.How == KeptInReserve, NotKept: s.Disk.How == NotKept, Drifted: s.Calibrated.Drifted, Days: s.Calibrated.Days, Faulty: s.Faulty, Unread: s.Unread,
		Differ: s.Differ, Late: s.late, Result: s.Result, Over: s.Phase == Over, Moves: s.Moves,
	})
}

func (s *Score) alarmPayload() []byte {
	return encode(struct {
		order
		Alarms []alarms.Public `json:"alarms"`
	}{order{Version, s.Game, s.alarmSeq}, s.alarms})
}

// availability is "online", or "degraded" while sensors have no vote.
func (s *Score) availability() []byte {
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
