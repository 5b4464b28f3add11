package eventlog

import (
	"touchmove/event/spoken"
	"touchmove/reconcile"
)

// Announcement is the last move in the words in which it is announced aloud in the game
// of a visually impaired player, for the assistant who says or hears it.
type Announcement struct {
	Language string `json:"language"` // of the names: de, es, en or pt
	Ply      int    `json:"ply"`      // 0 before the first move
	UCI      string `json:"uci"`
	Text     string `json:"text"`
}

// announcementOf returns nil for a game between sighted players, and for editions
// without announcements.
func announcementOf(g *reconcile.Game) *Announcement {
	h := g.Header()
	if !h.Tactile && !h.TactileOppo && !h.TwoBoards || !spoken.Announced(h.Laws) {
		return nil
	}
	set := spoken.Of(h.Laws)
	if local, err := spoken.ParseSet(h.Names); h.Names != "" && err == nil {
		set = local
	}
	a := &Announcement{Language: set.String()}
	game := g.Playing()
	if n := len(game.Moves); n > 0 {
		m, before := game.Moves[n-1], game.Start
		if n > 1 {
			before = game.Moves[n-2].After
		}
		a.Ply, a.UCI = game.Ply+n, m.UCI
		if !m.Illegal {
			a.Text = set.Say(before, m.Move)
		}
	}
	return a
}
