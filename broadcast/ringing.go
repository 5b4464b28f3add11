package broadcast

import (
	"touchmove/eventlog"
	"touchmove/eventlog/alarms"
	"touchmove/internal/words"
)

// AlarmsPayload is the content of the topic alarms: what rings at the arbiters' consoles.
type AlarmsPayload struct {
	head
	Alarms []OpenAlarm `json:"alarms"`
}

// OpenAlarm is one alarm on the topic alarms.
type OpenAlarm struct {
	ID      alarms.ID `json:"id"`
	Cause   string    `json:"cause"`
	Urgent  bool      `json:"urgent"`
	SinceMS int64     `json:"since_ms"`
	Since   string    `json:"since"`
	RangMS  int64     `json:"rang_ms"`
	DueMS   *int64    `json:"due_ms,omitempty"`
	Player  string    `json:"player,omitempty"`
	Name    string    `json:"name,omitempty"`
	Squares []string  `json:"squares"`
	Duty    string    `json:"duty,omitempty"`
	UCI     string    `json:"uci,omitempty"`
	Ply     int       `json:"ply,omitempty"`
	SAN     string    `json:"san,omitempty"`
	What    string    `json:"what,omitempty"`
	Result  string    `json:"result,omitempty"`
	Count   int       `json:"count,omitempty"`
	Moves   *int      `json:"moves,omitempty"`
	Needed  int       `json:"needed,omitempty"`
	OffMS   *int64    `json:"off_ms,omitempty"`

	Acknowledged   bool   `json:"acknowledged"`
	AcknowledgedMS *int64 `json:"acknowledged_ms,omitempty"`
	AcknowledgedBy string `json:"acknowledged_by,omitempty"`

	Text map[string]string `json:"text"`
}

func ringingPayload(s *eventlog.State) []byte {
	list := make([]OpenAlarm, len(s.Ringing.Alarms))
	for i, a := range s.Ringing.Alarms {
		o := OpenAlarm{
			ID: a.ID, Cause: a.Cause, Urgent: a.Urgent, SinceMS: a.Since.Milliseconds(), Since: utc(s.Changed.Ringing.Time.Add(a.Since - s.Changed.Ringing.At)), RangMS: a.Rang.Milliseconds(),
			Squares: a.Squares, Duty: a.Duty, UCI: a.UCI, Ply: a.Ply, SAN: a.SAN, What: a.Why, Result: a.Result, Acknowledged: a.Seen, Text: map[string]string{},
		}
		if o.Squares == nil {
			o.Squares = []string{}
		}
		if a.OfPlayer() {
			o.Player, o.Name = a.Player.String(), a.Name
		}
		span := a.Span.Milliseconds()
		switch a.ID {
		case alarms.DefaultNear:
			o.DueMS = &span
		case alarms.ClockDisagrees:
			o.OffMS = &span
		case alarms.IllegalMove, alarms.MoveWithoutTime:
			o.Count = a.Count
		case alarms.Flag:
			moves := a.Moves
			o.Moves, o.Needed = &moves, a.Needed
		}
		if a.Seen {
			seen := a.SeenAt.Milliseconds()
			o.AcknowledgedMS, o.AcknowledgedBy = &seen, a.SeenBy
		}
		for _, w := range words.All() {
			o.Text[w.Code] = a.Template(w.Language)
		}
		list[i] = o
	}
	return encode(AlarmsPayload{head{order{Version, s.Game, s.Changed.Ringing.Seq}, s.Changed.Ringing.At.Milliseconds(), utc(s.Changed.Ringing.Time)}, list})
}
