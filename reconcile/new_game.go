package reconcile

import (
	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// checkNewGame refuses a position that cannot be played from, and a start position of Chess960 that
// breaks its rules, unless the arbiter gives a reason (2009: F2, 2018: II.2).
func (g *Game) checkNewGame(c trace.Command) error {
	p, err := g.position(c)
	if err != nil || p.Variant() != rules.Chess960 || c.Why != "" {
		return err
	}
	switch rules.BreachOf960(p) {
	case rules.OtherMen960:
		return refusal.New("chess960-men", "new-game: in Chess960 each player has one king, one queen, two rooks, two bishops and two knights (2009: F2, 2018: II.2): correct fen, or give the reason as why")
	case rules.Unlike960:
		return refusal.New("chess960-unlike", "new-game: in Chess960 Black's pieces stand opposite White's of the same kind (2009: F2c, 2018: II.2): correct fen, or give the reason as why")
	case rules.KingBeside960:
		return refusal.New("chess960-king", "new-game: in Chess960 the king stands between the rooks (2009: F2a, 2018: II.2): correct fen, or give the reason as why")
	case rules.Bishops960:
		return refusal.New("chess960-bishops", "new-game: in Chess960 the bishops stand on squares of opposite colours (2009: F2b, 2018: II.2): correct fen, or give the reason as why")
	}
	return nil
}

// newGame puts the next game on the board, or replaces one that has not begun.
func (g *Game) newGame(c trace.Command) {
	game := &g.games[g.current]
	p, _ := g.position(c)
	g.decoder.NewGame(p)
	if KeptElsewhere(c) != "" {
		g.decoder.Standby() // another journal has what was played then
	}
	g.takeFindings()
	if game.Begun {
		g.addGame(Played{Start: p, Result: "*"})
	} else {
		*game = Played{Start: p, Result: "*"}
	}
	g.play = play{paired: namesPlayers(c)}
	g.decoder.Keep(g.paired)
	g.timing.rate = g.readRate(c)
	g.clockOf(c)
	g.await(c)
	var from int
	if _, err := c.Extra.Get("draw_from", &from); err == nil {
		g.laws.NoOffersBefore(from)
	}
}

// namesPlayers reports whether a new-game command names the players: then the game stays on the
// board, with its result, until the next such command.
func namesPlayers(c trace.Command) bool {
	for _, side := range sides {
		var player struct {
			Name string `json:"name"`
		}
		if _, err := c.Extra.Get(side, &player); err == nil && player.Name != "" {
			return true
		}
	}
	return false
}

// beginsUnseen reports whether a command is about a game even if the board has not shown its first position: it has a
// result, because a player did not come, or it is played without the sensors.
func beginsUnseen(c trace.Command) bool {
	return c.Do == trace.DoResign || c.Do == trace.DoCorrect || c.Do == trace.DoResult && c.Result != rules.Ongoing.String()
}

// beginUnseen begins a game that the board has not shown.
func (g *Game) beginUnseen() {
	g.decoder.BeginUnseen()
	g.takeFindings()
}
