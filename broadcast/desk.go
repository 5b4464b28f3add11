package broadcast

import (
	"touchmove/eventlog"
	"touchmove/reconcile/article4"
	"touchmove/rules"
)

// DeskPayload is the payload of the topic desk: what an arbiter's console shows about a
// board.
type DeskPayload struct {
	head
	Actions  []eventlog.DoneAction  `json:"actions"`       // of the current game, the latest last
	Undoable int                    `json:"undoable"`      // number of the action that an undo would undo; 0: none
	Whole    int                    `json:"undoable_game"` // number of the new-game action whose undo returns to the previous game; 0: none
	Guide    []GuideStep            `json:"guide"`         // empty if the board agrees with the game
	Illegal  Illegal                `json:"illegal"`
	Offer    *string                `json:"draw_offer"` // its state; null if there is none
	OfferBy  *string                `json:"draw_offer_by"`
	Draws    DrawsPayload           `json:"draws"`
	Sealing  *string                `json:"adjourned"` // "open" or "sealed"; null if the game is not adjourned
	Spoken   *eventlog.Announcement `json:"announcement"`
	Signed   SignedPayload          `json:"signed"`
	Question *QuestionPayload       `json:"question"` // null if there is none
	Rules    RulesPayload           `json:"rules"`
	eventlog.Ruling
}

// GuideStep says what to do with one square: put is the letter of the piece to put there,
// as in FEN, or empty if the piece there must be removed.
type GuideStep struct {
	Square string `json:"square"`
	Put    string `json:"put"`
}

// Illegal is the number of illegal moves of each player.
type Illegal struct {
	White int `json:"white"`
	Black int `json:"black"`
}

// DrawsPayload says what each player has offered and claimed.
type DrawsPayload struct {
	White eventlog.DrawRecord `json:"white"`
	Black eventlog.DrawRecord `json:"black"`
}

func drawsNow(by [2]eventlog.DrawRecord) DrawsPayload {
	list := func(d eventlog.DrawRecord) eventlog.DrawRecord { // an empty list is no null
		return eventlog.DrawRecord{Offers: append([]int{}, d.Offers...), Refused: append([]article4.Refused{}, d.Refused...)}
	}
	return DrawsPayload{list(by[rules.White]), list(by[rules.Black])}
}

// SignedPayload says which result each player has signed, null for none, and whose
// signature is missing.
type SignedPayload struct {
	White   *string  `json:"white"`
	Black   *string  `json:"black"`
	Missing []string `json:"missing"`
}

// RulesPayload says by which rules the game is played, and what the edition requires of the
// arbiter when a round begins.
type RulesPayload struct {
	Laws       string               `json:"laws"`
	Mode       string               `json:"mode"` // standard, rapid or blitz
	Supervised bool                 `json:"supervised"`
	Brief      []article4.BriefLine `json:"brief"`
}

func rulesNow(s *eventlog.State) RulesPayload {
	rate := s.Rate()
	return RulesPayload{
		Laws: s.Opened.Laws.String(), Mode: rate.Mode.String(), Supervised: !rate.Unsupervised,
		Brief: article4.BriefOf(s.Opened.Laws, rate).Lines(),
	}
}

func deskPayload(s *eventlog.State) []byte {
	d := DeskPayload{
		head:    head{order{Version, s.Game, s.Changed.Desk.Seq}, s.Changed.Desk.At.Milliseconds(), utc(s.Changed.Desk.Time)},
		Actions: make([]eventlog.DoneAction, len(s.Desk.Actions)), Undoable: s.Desk.Undoable, Whole: s.Desk.Whole, Guide: make([]GuideStep, len(s.Desk.Guide)),
		Illegal: Illegal{s.Desk.Illegal[rules.White], s.Desk.Illegal[rules.Black]},
		Offer:   orNull(s.Desk.Offer), OfferBy: orNull(s.Desk.OfferBy), Draws: drawsNow(s.Desk.Draws), Sealing: orNull(s.Desk.Sealing), Spoken: s.Desk.Spoken, Signed: signedNow(s.Desk.Signed), Question: questionNow(s.Desk.Question), Rules: rulesNow(s), Ruling: s.Desk.Laws,
	}
	for i, a := range s.Desk.Actions {
		d.Actions[i] = *a
	}
	if d.Needs == nil {
		d.Needs = []string{}
	}
	for i, g := range s.Desk.Guide {
		d.Guide[i].Square = g.Square.String()
		if !g.Remove {
			d.Guide[i].Put = g.Put.String()
		}
	}
	return encode(d)
}

// DeskNow returns the payload of the topic desk, for a client of the local socket.
func DeskNow(s *eventlog.State) []byte { return deskPayload(s) }

// AlarmsNow returns the payload of the topic alarms, for the same purpose.
func AlarmsNow(s *eventlog.State) []byte { return ringingPayload(s) }

func signedNow(s eventlog.Signed) SignedPayload {
	payload := SignedPayload{White: orNull(s.By[rules.White]), Black: orNull(s.By[rules.Black]), Missing: []string{}}
	for _, by := range []rules.Color{rules.White, rules.Black} {
		if s.Missing[by] {
			payload.Missing = append(payload.Missing, by.String())
		}
	}
	return payload
}
