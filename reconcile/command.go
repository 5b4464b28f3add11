package reconcile

import (
	"fmt"

	"touchmove/internal/refusal"
	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

func (g *Game) checkTakeBack(c trace.Command) error {
	n := len(g.games[g.current].Moves)
	if !isFromOther(c) {
		waiting, _ := g.decoder.Unpublished()
		n += waiting
		if g.laws.ShowsIllegal() {
			n++
		}
	}
	if c.Plies > n {
		return refusal.New("take-back-too-many", "take-back: {plies} plies cannot be taken back, the game has {last}", "plies", c.Plies, "last", n)
	}
	return nil
}

// checkTakeBackUse refuses to take moves back while it is not known how many were made.
func (g *Game) checkTakeBackUse(c trace.Command) error {
	game := &g.games[g.current]
	if waiting, more := g.decoder.Unpublished(); more && !isFromOther(c) && !g.laws.ShowsIllegal() {
		last := game.Ply + len(game.Moves) + waiting
		return refusal.New("take-back-unseen", "take-back: after half-move {last} moves were made that the sensors have not shown: say after which half-move play goes on (restore, with ply), or enter them (correct)", "last", last)
	}
	return nil
}

// takeBack takes back the last moves made on the board: what waits only to be published is published
// first. An illegal move that stands on the board, and is no move of the record, is the first of them.
func (g *Game) takeBack(c trace.Command) {
	plies, shown := c.Plies, false
	if !isFromOther(c) {
		g.decoder.TellMade()
		g.takeFindings()
		shown = g.laws.ShowsIllegal()
	}
	if shown {
		plies--
	}
	g.decoder.TakeBack(plies)
	g.takeFindings()
	g.laws.AccountForPresses()
	if shown {
		game := &g.games[g.current]
		g.laws.GoBack(game.Ply+len(game.Moves), g.now)
		g.carryOutOrders()
	}
}

// checkPosition refuses a position that cannot be played from.
func (g *Game) checkPosition(c trace.Command) error {
	_, err := g.position(c)
	return err
}

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

// position reads the position that a command sets.
func (g *Game) position(c trace.Command) (rules.Position, error) {
	fen, variant := c.FEN, g.header.Variant
	if fen == "" {
		fen = g.header.Start
	}
	if c.Variant != "" {
		v, err := rules.ParseVariant(c.Variant)
		if err != nil {
			return rules.Position{}, fmt.Errorf("%s: %w", c.Do, err)
		}
		variant = v
	}
	var number int
	if numbered, err := c.Extra.Get("start", &number); err != nil {
		return rules.Position{}, fmt.Errorf("%s: %w", c.Do, err)
	} else if numbered {
		if number < 0 || number > 960 {
			return rules.Position{}, refusal.New("chess960-number", "{do}: start is {value} and must be from 1 to 960", "do", c.Do, "value", number)
		}
		if c.FEN != "" || variant != rules.Chess960 {
			return rules.Position{}, refusal.New("chess960-start", "{do}: start is the number of a Chess960 start position: write variant=chess960, and no fen", "do", c.Do)
		}
		return rules.Chess960Start(number % 960)
	}
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		return rules.Position{}, fmt.Errorf("%s: %w", c.Do, err)
	}
	p, err := rules.NewPosition(setup, variant)
	if err != nil {
		return rules.Position{}, fmt.Errorf("%s: %w", c.Do, err)
	}
	return p, nil
}

// corrected reads the move of a correction and the position before it.
func (g *Game) corrected(c trace.Command) (rules.Position, rules.Move, error) {
	game := &g.games[g.current]
	n := c.Ply - 1 - game.Ply
	if n < 0 || n > len(game.Moves) {
		return rules.Position{}, rules.NoMove, refusal.New("ply-not-in-game", "correct: ply {ply} is not in the game, which has plies {first} to {last}", "ply", c.Ply, "first", game.Ply+1, "last", game.Ply+len(game.Moves))
	}
	before := game.Start
	if n > 0 {
		before = game.Moves[n-1].After
	}
	m, err := before.ParseUCI(c.UCI)
	if err != nil {
		return rules.Position{}, rules.NoMove, fmt.Errorf("correct: ply %d: %w", c.Ply, err)
	}
	return before, m, nil
}

// checkCorrect refuses what cannot be played, and the move that is recorded and beyond doubt.
func (g *Game) checkCorrect(c trace.Command) error {
	_, m, err := g.corrected(c)
	if err != nil {
		return err
	}
	game := &g.games[g.current]
	n := c.Ply - 1 - game.Ply
	if n == len(game.Moves) || game.Moves[n].Move != m || game.Moves[n].Illegal || g.laws.IsHeld() {
		return nil
	}
	if q := g.Question(); q != nil && q.Ply == c.Ply {
		return nil // this answers it
	}
	if was := &game.Moves[n]; was.How == Corrected || was.Confidence >= Certain && m.Promotion() == rules.NoKind {
		return refusal.New("correct-same", "correct: {san} is recorded at ply {ply} already", "san", was.SAN, "ply", c.Ply)
	}
	return nil
}

func (g *Game) correct(c trace.Command) {
	before, m, _ := g.corrected(c)
	game := &g.games[g.current]
	from, squares := max(c.Ply, game.Ply+len(game.Moves)), article4.Footprint(&before, m)
	was := rules.NoMove
	if c.Ply-game.Ply <= len(game.Moves) {
		was = game.Moves[c.Ply-game.Ply-1].Move
		squares |= article4.Footprint(&before, was)
	}
	g.decoder.Correct(c.Ply, m, before)
	g.takeFindings()
	if was != rules.NoMove {
		g.laws.Corrected(c.Ply, was)
		g.carryOutOrders()
	}
	if q := g.Question(); q != nil && q.Ply == c.Ply {
		g.endQuestion(g.now, c.Ply, AnsweredByPerson)
	}
	g.watchContradiction(squares, from)
}

func (g *Game) promote(c trace.Command) {
	kind, err := rules.ParseKind(c.Piece)
	if err != nil {
		return
	}
	if by, err := rules.ParseColor(c.By); err == nil && g.laws.NamesAhead(by) {
		g.decoder.PromoteAhead(kind, by)
		return
	}
	g.decoder.Promote(kind)
}

// pressByMessage handles a press of the clock that came as a command, not from a lever.
func (g *Game) pressByMessage(c trace.Command) {
	if by, err := rules.ParseColor(c.By); err == nil {
		g.press(by)
	}
}

func (g *Game) setPosition(c trace.Command) {
	p, _ := g.position(c)
	g.decoder.SetPosition(p)
	g.takeFindings()
	g.games[g.current] = Played{Start: p, Begun: true, Result: "*"}
	g.second = second{}
	g.emit(g.now, Started{FEN: p.FEN(), Variant: p.Variant()})
	g.restart(p)
}

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

// beginUnseen begins a game that the board has not shown yet, because the game has a result: a
// player did not come, or it is played without the sensors.
func (g *Game) beginUnseen() {
	game := &g.games[g.current]
	p := game.Start
	g.decoder.SetPosition(p)
	g.takeFindings()
	game.Begun = true
	g.emit(g.now, Started{FEN: p.FEN(), Variant: p.Variant()})
	g.restart(p)
}

// announce enters the piece of a promotion announced aloud.
func (g *Game) announce(c trace.Command) {
	m, err := g.Position().ParseUCI(c.UCI)
	if err == nil && m.Promotion() != rules.NoKind {
		g.decoder.Promote(m.Promotion())
	}
}
