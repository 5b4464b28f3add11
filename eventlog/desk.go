package eventlog

import (
	"encoding/json"
	"slices"

	"touchmove/reconcile"
	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Desk is the entry for a change of what an arbiter's console lists: the actions of the
// game, what to put right on the board, and how often each player moved illegally. Like
// Unread it is not an event; it is published on the topic desk, which needs a login.
type Desk struct {
	Actions  []*DoneAction       // of the game on the board, the latest last; desks share them, so that none may be changed
	Undoable int                 // number of the action that an undo takes back; 0: none
	Whole    int                 // number of the new-game whose undo returns to the previous game; 0: none
	Guide    []reconcile.Guide   // empty while the board agrees with the game
	Illegal  [2]int              // by player
	Draws    [2]DrawRecord       // by player
	Offer    string              // state of the draw offer; empty when there is none
	OfferBy  string              // white or black: who made it
	Sealing  string              // "open": adjourned without a sealed move; "sealed"; otherwise empty
	Spoken   *Announcement       // of the last move; nil in games of sighted players
	Signed   Signed              // who has confirmed the result
	Question *reconcile.Question // which move a person is asked about; nil if there is no question
	Rate     article4.Rate       // of play, as the latest action left it
	Offered  []trace.Command     // the rulings, verdicts and signatures that are waited for and would be accepted
	Laws     Ruling              // what Article 4 and the claims require of players and arbiter
}

// DrawRecord is what a player has offered and claimed in the game, the latest 100 of each. Unreasonable offers and
// claims may be penalised as a distraction (2009: 12.6, 2018: 11.5).
type DrawRecord struct {
	Offers  []int              `json:"offers"`         // of a draw, valid or not: the half-moves after which they were made
	Refused []article4.Refused `json:"refused_claims"` // in order
}

func (d DrawRecord) same(o DrawRecord) bool {
	return slices.Equal(d.Offers, o.Offers) && slices.Equal(d.Refused, o.Refused)
}

// Name returns "console", as in the logs of earlier versions.
func (Desk) Name() string { return "console" }

// deskActions is how many of a game's latest actions are published.
const deskActions = 40

// Next returns the desk of the game as it is now. c is the previous one, and both share
// what has not changed. guided means that the board does not show the game's position,
// so somebody must put it right unless the game is over.
func (c Desk) Next(g *reconcile.Game, guided bool) Desk {
	next := Desk{Question: g.Question(), Undoable: g.Undoable(), Whole: g.UndoableGame(), Illegal: g.Situation().Illegal, Rate: g.Rate()}
	known := map[int]*DoneAction{}
	for _, a := range c.Actions {
		known[a.Number] = a
	}
	games, all := g.Number(), g.Actions()
	for _, a := range all[max(0, len(all)-deskActions):] {
		if a.Game != games {
			continue
		}
		action, ok := known[a.Number]
		if !ok || action.game != a.Game {
			action = actionOf(a)
		}
		if action.Undone != a.Undone {
			again := *action
			again.Undone, action = a.Undone, &again
		}
		next.Actions = append(next.Actions, action)
	}
	if guided && g.Playing().Result == "*" {
		next.Guide = g.Guide()
	}
	state := g.State()
	over := g.Playing().Result != rules.Ongoing.String()
	if offer := state.DrawOffer; offer != nil && !(over && *offer == "open") {
		next.Offer = *offer
		if by, ok := g.OfferedBy(); ok {
			next.OfferBy = by.String()
		}
	}
	counts := g.Counts()
	for by := range next.Draws {
		next.Draws[by] = DrawRecord{counts.Offers[by], counts.Refused[by]}
	}
	next.Laws, next.Spoken, next.Signed = rulingOf(g, state), announcementOf(g), signedOf(g)
	if a, ok := g.Adjourned(); ok && !a.Done {
		next.Sealing = "open"
		if a.Sealed != "" {
			next.Sealing = "sealed"
		}
	}
	if c := next.Laws.Claim; c != nil && over && !c.Right {
		c.Waits = false // the game has ended in another way
	}
	next.Offered = offeredOn(&next, g)
	return next
}

// Same reports whether both desks have the same content.
func (c Desk) Same(d Desk) bool {
	last := func(c Desk) int {
		if n := len(c.Actions); n > 0 {
			return c.Actions[n-1].Number
		}
		return 0
	}
	return last(c) == last(d) && len(c.Actions) == len(d.Actions) && c.Undoable == d.Undoable && c.Whole == d.Whole && c.Illegal == d.Illegal && c.Offer == d.Offer && c.OfferBy == d.OfferBy && c.Sealing == d.Sealing && c.Signed == d.Signed && c.Draws[0].same(d.Draws[0]) && c.Draws[1].same(d.Draws[1]) && c.Question == d.Question && slices.Equal(c.Guide, d.Guide) && slices.Equal(c.Offered, d.Offered) && c.Laws.same(d.Laws) && (c.Spoken == d.Spoken || c.Spoken != nil && d.Spoken != nil && *c.Spoken == *d.Spoken)
}

// DoneAction is an action of the game in the form of the topic desk.
type DoneAction struct {
	Number int             `json:"number"`
	AtMS   int64           `json:"at_ms"`
	Do     string          `json:"do"`
	By     string          `json:"by,omitempty"`
	Keys   json.RawMessage `json:"keys"`
	Before Situation       `json:"before"`
	After  Situation       `json:"after"`
	Undoes int             `json:"undoes,omitempty"`
	Undone int             `json:"undone,omitempty"`

	game int
}

// Situation is the state of the game before or after an action.
type Situation struct {
	Ply     int    `json:"ply"`
	Result  string `json:"result"`
	Illegal [2]int `json:"illegal"`
	WhiteMS *int64 `json:"white_ms"`
	BlackMS *int64 `json:"black_ms"`
}

func situationOf(s reconcile.Situation) Situation {
	situation := Situation{Ply: s.Ply, Result: s.Result, Illegal: s.Illegal}
	if s.Timed {
		white, black := s.Times.Left[rules.White].Milliseconds(), s.Times.Left[rules.Black].Milliseconds()
		situation.WhiteMS, situation.BlackMS = &white, &black
	}
	return situation
}

// actionOf converts an action, without what only the arbiters in the room may read:
// private notes, and the move in the envelope.
func actionOf(a reconcile.Action) *DoneAction {
	c := a.Command
	action := &DoneAction{
		Number: a.Number, AtMS: a.At.Milliseconds(), Do: c.Do, By: c.By, Before: situationOf(a.Before), After: situationOf(a.After), Undoes: a.Undoes, game: a.Game,
	}
	keys := map[string]any{}
	if err := json.Unmarshal(c.AppendJSON(nil), &keys); err != nil {
		panic("eventlog: a command that was taken is no JSON: " + err.Error())
	}
	for _, key := range []string{"id", "do", "by", "v"} {
		delete(keys, key)
	}
	private, marked := keys["private"]
	if c.Do == trace.DoSeal || c.Do == trace.DoNote && marked && private != false {
		for _, key := range []string{"text", "what", "why", "uci"} {
			delete(keys, key)
		}
	}
	text, err := json.Marshal(keys)
	if err != nil {
		panic("eventlog: keys of a command are no JSON: " + err.Error())
	}
	action.Keys = text
	return action
}
