package reconcile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"time"

	"touchmove/internal/refusal"
	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Commitment binds a sealed text without revealing it: it is the SHA-256, in hexadecimal, of the
// salt, a zero byte and the text. Resuming the game takes salt and text, which must give the
// commitment kept when the move was sealed.
func Commitment(salt, text string) string {
	sum := sha256.Sum256([]byte(salt + "\x00" + text))
	return hex.EncodeToString(sum[:])
}

// sealing is what a seal command contains: one of its three ways.
type sealing struct {
	text, envelope, commitment string
	paper                      bool
}

func sealingOf(c trace.Command) (s sealing, err error) {
	for key, into := range map[string]any{"text": &s.text, "envelope": &s.envelope, "commitment": &s.commitment, "paper": &s.paper} {
		if _, err := c.Extra.Get(key, into); err != nil {
			return s, fmt.Errorf("seal: %w", err)
		}
	}
	ways := 0
	for _, is := range []bool{s.text != "", s.envelope != "", s.paper} {
		if is {
			ways++
		}
	}
	switch {
	case ways == 0:
		return s, refusal.New("seal-what", "seal: write the move as text, or paper=true if it is in a paper envelope")
	case ways > 1:
		return s, refusal.New("seal-one-way", "seal: give only one of text, envelope and paper")
	case (s.envelope == "") != (s.commitment == ""):
		return s, refusal.New("seal-commitment", "seal: envelope and commitment belong together")
	}
	return s, nil
}

// openedOf reads the sealed move from the command that opens it, and checks that it is the one that
// was sealed. With a ruling (why) another move may replace it, if the envelope or its key is lost.
func (a *Adjournment) openedOf(c trace.Command) (string, error) {
	text, salt := c.UCI, ""
	for key, into := range map[string]*string{"text": &text, "salt": &salt} {
		if _, err := c.Extra.Get(key, into); err != nil {
			return "", fmt.Errorf("resume-adjourned: %w", err)
		}
	}
	switch {
	case a.Sealed == "text" && text == "":
		return a.text, nil
	case text == "":
		return "", refusal.New("resume-open-envelope", "resume-adjourned: open the envelope, and give the sealed move as text (and salt, of an encrypted one)")
	case a.Sealed == "envelope" && Commitment(salt, text) != a.Commitment && c.Why == "":
		return "", refusal.New("resume-not-sealed-so", "resume-adjourned: this is not what was sealed: give text and salt as `touchmove envelope open` prints them, or why, if the envelope or its key is lost")
	}
	return text, nil
}

// Adjourned returns the adjournment of the game on the board, and false when there
// is none.
func (g *Game) Adjourned() (Adjournment, bool) {
	if g.adjournment == nil {
		return Adjournment{}, false
	}
	return *g.adjournment, true
}

func (g *Game) checkAdjourn(c trace.Command) error {
	a, game := g.adjournment, &g.games[g.current]
	early, err := millis(c, "ms")
	switch {
	case err != nil:
		return err
	case early != nil && !article4.AdjournsEarly(g.header.Laws):
		return refusal.New("adjourn-early", "adjourn: by {laws} no time is charged for adjourning before the end of the session (2005: A1b): leave ms out", "laws", g.header.Laws)
	case early != nil && g.timing.ledger.Phase() == chessclock.Idle:
		return refusal.New("adjourn-no-clock", "adjourn: this board has no clock: change the times on the clock itself, and leave ms out")
	case early != nil && time.Duration(*early)*time.Millisecond >= g.timing.ledger.At(g.now).Left(g.Position().Turn()):
		return refusal.New("adjourn-too-long", "adjourn: the player has less time than that: the flag falls before the end of the session")
	case a != nil && !a.Done:
		return refusal.New("adjourned-already", "adjourn: the game is adjourned")
	case !game.Begun || game.Result != "*":
		return refusal.New("adjourn-no-game", "adjourn: no game is being played")
	}
	return nil
}

// adjourn freezes the board. A player who adjourns before the end of the session counts as having
// sealed at its end: the time until then is charged, and the clock is stopped (2005:A1b,
// 2018:I.1.2).
func (g *Game) adjourn(c trace.Command) {
	if g.laws.TellMade() {
		g.carryOutOrders() // the opponent has the move, and seals
	}
	p := g.Position()
	a := &Adjournment{Sealer: p.Turn(), Ply: len(g.games[g.current].Moves) + g.games[g.current].Ply, FEN: p.FEN()}
	if s := g.State(); s.DrawOffer != nil {
		a.Offer = *s.DrawOffer == "open"
	}
	g.adjournment = a
	if early, err := millis(c, "ms"); err == nil && early != nil {
		g.act(chessclock.Act{Do: chessclock.Pause, By: a.Sealer, Why: chessclock.WhyAdjourned})
		g.act(chessclock.Act{Do: chessclock.Add, By: a.Sealer, Amount: -time.Duration(*early) * time.Millisecond, Why: chessclock.WhyAdjourned})
		a.early = time.Duration(*early) * time.Millisecond
	}
	g.laws.Freeze(g.now)
	g.carryOutOrders()
}

func (g *Game) checkSeal(c trace.Command) error {
	a := g.adjournment
	by, err := rules.ParseColor(c.By)
	s, way := sealingOf(c)
	if _, played := g.laws.SealedOnBoard(); played && way != nil && s == (sealing{}) {
		way = nil // the sealed move is known from the board
	}
	switch {
	case a == nil || a.Done:
		return refusal.New("seal-not-adjourned", "seal: adjourn the game first")
	case a.Sealed != "":
		return refusal.New("sealed-already", "seal: a move is sealed already: undo that seal first, or resume the game")
	case err != nil || by != a.Sealer:
		return refusal.New("seal-other-player", "seal: {player} has the move and seals it", "player", a.Sealer)
	case way != nil:
		return way
	}
	return g.CheckSealed(s.text)
}

// CheckSealed refuses to seal another move than the one made on the board after the request: the
// player has to write that same move (2005: A1a, 2018: I.1). text is empty when it is not known,
// because it is in an envelope or on paper.
func (g *Game) CheckSealed(text string) error {
	played, ok := g.laws.SealedOnBoard()
	if !ok || text == "" {
		return nil
	}
	p := g.Position()
	if m, err := sealedMove(&p, text); err != nil || m != played {
		return refusal.New("seal-played", "seal: {san} was made on the board after the request to seal: it is the sealed move, and the player must write it down", "san", p.SAN(played))
	}
	return nil
}

func (g *Game) seal(c trace.Command) {
	a := g.adjournment
	s, err := sealingOf(c)
	a.played, _ = g.laws.SealedOnBoard()
	if err != nil {
		if a.played == rules.NoMove {
			return // checkSeal has already refused this
		}
		s = sealing{text: a.played.UCI(g.Position().Variant())}
	}
	a.closed = g.now
	a.text, a.Envelope, a.Commitment = s.text, s.envelope, s.commitment
	switch {
	case s.paper:
		a.Sealed = "paper"
	case s.envelope != "":
		a.Sealed = "envelope"
	default:
		a.Sealed = "text"
	}
	// The sealer's time runs until he stops the clock (I.1.2).
	g.act(chessclock.Act{Do: chessclock.Pause, By: a.Sealer, Why: chessclock.WhyAdjourned})
	if clock, ok := g.Clock(); ok {
		a.Timed = true
		for _, by := range []rules.Color{rules.White, rules.Black} {
			a.Left[by], a.Used[by] = clock.Left(by), clock.Account(by).Run
		}
	}
}

func (g *Game) checkResumeAdjourned(c trace.Command) error {
	a := g.adjournment
	switch {
	case a == nil || a.Done:
		return refusal.New("resume-not-adjourned", "resume-adjourned: no game is adjourned")
	case a.Sealed == "":
		return refusal.New("resume-nothing-sealed", "resume-adjourned: no move has been sealed")
	}
	_, err := a.openedOf(c)
	return err
}

// checkResumeUse refuses to open the envelope while the record, which was corrected since, says that the other player has
// the move.
func (g *Game) checkResumeUse(trace.Command) error {
	if by := g.adjournment.Sealer; g.Position().Turn() != by {
		return refusal.New("resume-other-player", "resume-adjourned: {player} has sealed, and in the record {other} has the move: correct the record, or undo seal", "player", by, "other", by.Other())
	}
	return nil
}

func (g *Game) resumeAdjourned(c trace.Command) {
	a := g.adjournment
	a.Done = true
	g.laws.Thaw(g.now, a.closed)
	g.carryOutOrders()
	text, err := a.openedOf(c)
	if err != nil {
		return // checkResumeAdjourned has already refused this
	}
	p := g.Position()
	m, err := sealedMove(&p, text)
	if _, illegal := p.Play(a.played); a.played != rules.NoMove && illegal == nil {
		m, err = a.played, nil // whatever was written
	}
	if err != nil {
		// An ambiguous, unreadable or illegal move loses; by the code of 1953 only one without a
		// clear meaning (1953:17c, 2018:I.5).
		if article4.SealedAsMeant(g.header.Laws) && isClear(text) && !errors.Is(err, rules.ErrAmbiguousMove) {
			g.remark(g.now, article4.RemarkSealedIllegal, a.Sealer) // its meaning is clear: the player makes another move
			return
		}
		g.propose(g.now, rules.WinFor(a.Sealer.Other()).String(), article4.SealedMove)
		return
	}
	g.carryOut(article4.Order{Do: article4.Correct, Ply: a.Ply + 1, Move: m})
	turn := a.Sealer.Other()
	g.act(chessclock.Act{Do: chessclock.Adjust, Set: &chessclock.Setting{Runs: &turn}, Why: chessclock.WhySealedMove})
}

// isClear reports whether a text names a move, legal or not: coordinates, castling, or a piece and
// its target.
func isClear(text string) bool { return aMove.MatchString(text) }

var aMove = regexp.MustCompile(`^([a-h][1-8][-x]?[a-h][1-8]=?[QRBNqrbn]?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=?[QRBN])?|[0O]-[0O](-[0O])?)[+#]?$`)

// sealedMove reads a sealed move: UCI, or SAN in English.
func sealedMove(p *rules.Position, text string) (rules.Move, error) {
	if m, err := p.ParseUCI(text); err == nil {
		return m, nil
	}
	return p.ParseSAN(text)
}
