package reconcile

import (
	"errors"
	"fmt"
	"time"

	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Adjournment is a game broken off (2018: guidelines I).
type Adjournment struct {
	At     time.Duration
	Sealer rules.Color // who has the move
	Sealed string      // the sealed move as it was entered; encrypted by whoever takes commands in, until it is opened
	Ply    int         // half-moves before the sealed move
	FEN    string      // the position before it
	Used   [2]time.Duration
	Left   [2]time.Duration
	Timed  bool
	Offer  bool // an offer of a draw stands
	Done   bool // play has been resumed
}

// Adjourned returns the adjournment of the game on the board, and false when there
// is none.
func (g *Game) Adjourned() (Adjournment, bool) {
	if g.adjournment == nil {
		return Adjournment{}, false
	}
	return *g.adjournment, true
}

func (g *Game) checkAdjourned(c trace.Command) error {
	a := g.adjournment
	game := &g.games[len(g.games)-1]
	switch c.Do {
	case trace.DoAdjourn:
		switch {
		case a != nil && !a.Done:
			return errors.New("adjourn: the game is adjourned")
		case !game.Begun || game.Result != "*":
			return errors.New("adjourn: no game is being played")
		}
	case trace.DoSeal:
		by, err := rules.ParseColor(c.By)
		var text string
		switch found, readErr := c.Extra.Get("text", &text); {
		case a == nil || a.Done:
			return errors.New("seal: adjourn the game first")
		case a.Sealed != "":
			return errors.New("seal: a move is sealed: undo the adjournment, or resume it")
		case err != nil || by != a.Sealer:
			return fmt.Errorf("seal: %v has the move and seals it", a.Sealer)
		case readErr != nil:
			return fmt.Errorf("seal: %w", readErr)
		case !found || text == "":
			return errors.New("seal: write the move as text")
		}
	case trace.DoResumeAdjourned:
		switch {
		case a == nil || a.Done:
			return errors.New("resume-adjourned: no game is adjourned")
		case a.Sealed == "":
			return errors.New("resume-adjourned: no move has been sealed")
		}
	}
	return nil
}

func (g *Game) adjourned(c trace.Command) {
	switch c.Do {
	case trace.DoAdjourn:
		p := g.Position()
		a := &Adjournment{At: g.now, Sealer: p.Turn(), Ply: len(g.games[len(g.games)-1].Moves) + g.games[len(g.games)-1].Ply, FEN: p.FEN()}
		if s := g.State(); s.DrawOffer != nil {
			a.Offer = *s.DrawOffer == "open"
		}
		g.adjournment = a
		g.laws.Freeze(g.now)
		g.obey()
	case trace.DoSeal:
		a := g.adjournment
		if _, err := c.Extra.Get("text", &a.Sealed); err != nil {
			return // checkAdjourned has looked at it
		}
		// The sealer's time runs until he stops the clock (I.1.2).
		g.act(chessclock.Act{Do: chessclock.Pause, By: a.Sealer, Why: "adjourned"})
		if clock, ok := g.Clock(); ok {
			a.Timed = true
			for _, by := range []rules.Color{rules.White, rules.Black} {
				a.Left[by], a.Used[by] = clock.Left(by), clock.Account(by).Run
			}
		}
	case trace.DoResumeAdjourned:
		a := g.adjournment
		a.Done = true
		g.laws.Thaw(g.now)
		g.obey()
		text := a.Sealed
		if c.UCI != "" {
			text = c.UCI // as it was opened
		}
		p := g.Position()
		m, err := sealedMove(&p, text)
		if err != nil {
			// Ambiguous, unreadable or illegal: lost; by the code of 1953 only what has
			// no clear meaning (1953:17c, 2018:I.5).
			if g.header.Laws == rules.FIDE1953 && len(text) >= 4 && text[0] >= 'a' && text[0] <= 'h' && text[2] >= 'a' && text[2] <= 'h' {
				g.emit(g.now, Remark{Remark: "sealed_move_illegal", By: a.Sealer}) // its meaning is clear: another is made
				return
			}
			g.propose(g.now, rules.WinFor(a.Sealer.Other()).String(), "sealed_move")
			return
		}
		g.carryOut(article4.Order{Do: article4.Correct, Ply: a.Ply + 1, Move: m})
		turn := a.Sealer.Other()
		g.act(chessclock.Act{Do: chessclock.Adjust, Set: &chessclock.Setting{Runs: &turn}, Why: "sealed move made"})
	}
}

// sealedMove reads a sealed move: UCI, or SAN in English.
func sealedMove(p *rules.Position, text string) (rules.Move, error) {
	if m, err := p.ParseUCI(text); err == nil {
		return m, nil
	}
	return p.ParseSAN(text)
}
