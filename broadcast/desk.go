package broadcast

import (
	"encoding/json"
	"slices"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Desk stands in the history where what an arbiter's console lists of a
// board has changed: what was done in the game, what to put right on the board,
// and how often each player moved illegally. Like Unread it is no event; it is
// published on the topic desk, for those with a name.
type Desk struct {
	actions  []toldAction      // of the game on the board, the latest last
	Undoable int               // the number of the action that an undo takes back; 0 is none
	Whole    int               // that of the new-game whose undo goes back to the game before; 0 is none
	Guide    []reconcile.Guide // empty while the board agrees with the game
	Illegal  [2]int            // by player
	Offer    string            // of a draw: its state; empty when there is none
	Sealing  string            // "open": adjourned, and no move is sealed; "sealed"; else empty
	Spoken   *Announcement     // of the last move; nil in games of sighted players
	Signed   Signed            // who has confirmed the result
	Laws     Ruling            // what Article 4 and the claims ask of players and arbiter
}

// Name returns "console", as in the logs of earlier versions.
func (Desk) Name() string { return "console" }

// deskActions is how many of a game's latest actions are published.
const deskActions = 40

// Next is the desk of the game as it stands now; c is the one before, with
// which it shares what is the same. guided says that the board does not show the
// game's position, so that somebody has to put it right.
func (c Desk) Next(g *reconcile.Game, guided bool) Desk {
	next := Desk{Undoable: g.Undoable(), Whole: g.UndoableGame(), Illegal: g.Situation().Illegal}
	known := map[int]toldAction{}
	for _, a := range c.actions {
		known[a.Number] = a
	}
	games, all := g.Number(), g.Actions()
	for _, a := range all[max(0, len(all)-deskActions):] {
		if a.Game != games {
			continue
		}
		told, ok := known[a.Number]
		if !ok || told.game != a.Game {
			told = actionOf(a)
		}
		told.Undone = a.Undone
		next.actions = append(next.actions, told)
	}
	if guided {
		next.Guide = g.Guide()
	}
	state := g.State()
	if offer := state.DrawOffer; offer != nil {
		next.Offer = *offer
	}
	next.Laws, next.Spoken, next.Signed = rulingOf(g, state), announcementOf(g), signedOf(g)
	if a, ok := g.Adjourned(); ok && !a.Done {
		next.Sealing = "open"
		if a.Sealed != "" {
			next.Sealing = "sealed"
		}
	}
	return next
}

// Same says whether both list the same.
func (c Desk) Same(d Desk) bool {
	last := func(c Desk) int {
		if n := len(c.actions); n > 0 {
			return c.actions[n-1].Number
		}
		return 0
	}
	return last(c) == last(d) && len(c.actions) == len(d.actions) && c.Undoable == d.Undoable && c.Whole == d.Whole && c.Illegal == d.Illegal && c.Offer == d.Offer && c.Sealing == d.Sealing && c.Signed == d.Signed && slices.Equal(c.Guide, d.Guide) && c.Laws.same(d.Laws) && (c.Spoken == d.Spoken || c.Spoken != nil && d.Spoken != nil && *c.Spoken == *d.Spoken)
}

// toldAction is one action on the topic desk.
type toldAction struct {
	Number int             `json:"number"`
	AtMS   int64           `json:"at_ms"`
	Do     string          `json:"do"`
	By     string          `json:"by,omitempty"`
	Keys   json.RawMessage `json:"keys"`
	Before situation       `json:"before"`
	After  situation       `json:"after"`
	Undoes int             `json:"undoes,omitempty"`
	Undone int             `json:"undone,omitempty"`

	game int
}

type situation struct {
	Ply     int    `json:"ply"`
	Result  string `json:"result"`
	Illegal [2]int `json:"illegal"`
	WhiteMS *int64 `json:"white_ms"`
	BlackMS *int64 `json:"black_ms"`
}

func situationOf(s reconcile.Situation) situation {
	told := situation{Ply: s.Ply, Result: s.Result, Illegal: s.Illegal}
	if s.Timed {
		white, black := s.Times.Left[rules.White].Milliseconds(), s.Times.Left[rules.Black].Milliseconds()
		told.WhiteMS, told.BlackMS = &white, &black
	}
	return told
}

// actionOf tells an action without what nobody but the arbiters in the room is
// to read: private notes, and the move in the envelope.
func actionOf(a reconcile.Action) toldAction {
	c := a.Command
	told := toldAction{
		Number: a.Number, AtMS: a.At.Milliseconds(), Do: c.Do, By: c.By, Before: situationOf(a.Before), After: situationOf(a.After), Undoes: a.Undoes, game: a.Game,
	}
	keys := map[string]any{}
	if err := json.Unmarshal(c.AppendJSON(nil), &keys); err != nil {
		panic("broadcast: a command that was taken is no JSON: " + err.Error())
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
	told.Keys = encode(keys)
	return told
}

// guideStep is what to do with one square: put is the piece's letter as in FEN,
// empty when what stands there is to be taken off.
type guideStep struct {
	Square string `json:"square"`
	Put    string `json:"put"`
}

// deskPayload is the topic desk.
func (s *Score) deskPayload() []byte {
	actions := s.Desk.actions
	if actions == nil {
		actions = []toldAction{}
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
		Actions  []toldAction `json:"actions"`
		Undoable int          `json:"undoable"`
		Whole    int          `json:"undoable_game"`
		Guide    []guideStep  `json:"guide"`
		Illegal  struct {
			White int `json:"white"`
			Black int `json:"black"`
		} `json:"illegal"`
		Offer   *string       `json:"draw_offer"`
		Sealing *string       `json:"adjourned"`
		Spoken  *Announcement `json:"announcement"`
		Signed  toldSigned    `json:"signed"`
		Ruling
	}{
		head: head{order{Version, s.Game, s.deskSeq}, s.deskAt.Milliseconds(), utc(s.deskTime)}, Actions: actions, Undoable: s.Desk.Undoable, Whole: s.Desk.Whole, Guide: guide,
		Illegal: struct {
			White int `json:"white"`
			Black int `json:"black"`
		}{s.Desk.Illegal[rules.White], s.Desk.Illegal[rules.Black]},
		Offer: orNull(s.Desk.Offer), Sealing: orNull(s.Desk.Sealing), Spoken: s.Desk.Spoken, Signed: s.Desk.Signed.told(), Ruling: ruling,
	})
}

// DeskNow is the payload of the topic desk, for a client of the local socket.
func (s *Score) DeskNow() []byte { return s.deskPayload() }

// AlarmsNow is the payload of the topic alarms, likewise.
func (s *Score) AlarmsNow() []byte { return s.ringingPayload() }
