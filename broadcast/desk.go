package broadcast

import (
	"touchmove/eventlog"
	"touchmove/rules"
)

// guideStep is what to do with one square: put is the piece's letter as in FEN,
// empty when what stands there is to be taken off.
type guideStep struct {
	Square string `json:"square"`
	Put    string `json:"put"`
}

// deskPayload is the topic desk.
func deskPayload(s *eventlog.State) []byte {
	actions := s.Desk.Actions
	if actions == nil {
		actions = []eventlog.DoneAction{}
	}
	ruling := s.Desk.Laws
	if ruling.Needs == nil {
		ruling.Needs = []string{}
	}
	guide := make([]guideStep, len(s.Desk.Guide))
	for i, g := range s.Desk.Guide {
		guide[i] = guideStep{Square: g.Square.String()}
		if !g.Remove {
			guide[i].Put = g.Put.String()
		}
	}
	return encode(struct {
		head
		Actions  []eventlog.DoneAction `json:"actions"`
		Undoable int                   `json:"undoable"`
		Whole    int                   `json:"undoable_game"`
		Guide    []guideStep           `json:"guide"`
		Illegal  struct {
			White int `json:"white"`
			Black int `json:"black"`
		} `json:"illegal"`
		Offer   *string                `json:"draw_offer"`
		Sealing *string                `json:"adjourned"`
		Spoken  *eventlog.Announcement `json:"announcement"`
		Signed  toldSigned             `json:"signed"`
		eventlog.Ruling
	}{
		head: head{order{Version, s.Game, s.Changed.Desk.Seq}, s.Changed.Desk.At.Milliseconds(), utc(s.Changed.Desk.Time)}, Actions: actions, Undoable: s.Desk.Undoable, Whole: s.Desk.Whole, Guide: guide,
		Illegal: struct {
			White int `json:"white"`
			Black int `json:"black"`
		}{s.Desk.Illegal[rules.White], s.Desk.Illegal[rules.Black]},
		Offer: orNull(s.Desk.Offer), Sealing: orNull(s.Desk.Sealing), Spoken: s.Desk.Spoken, Signed: signedNow(s.Desk.Signed), Ruling: ruling,
	})
}

// DeskNow is the payload of the topic desk, for a client of the local socket.
func DeskNow(s *eventlog.State) []byte { return deskPayload(s) }

// AlarmsNow is the payload of the topic alarms, likewise.
func AlarmsNow(s *eventlog.State) []byte { return ringingPayload(s) }

// toldSigned is who has signed, on the topic desk.
type toldSigned struct {
	White   *string  `json:"white"`
	Black   *string  `json:"black"`
	Missing []string `json:"missing"`
}

func signedNow(s eventlog.Signed) toldSigned {
	told := toldSigned{White: orNull(s.By[rules.White]), Black: orNull(s.By[rules.Black]), Missing: []string{}}
	for _, by := range []rules.Color{rules.White, rules.Black} {
		if s.Missing[by] {
			told.Missing = append(told.Missing, by.String())
		}
	}
	return told
}
