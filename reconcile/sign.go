package reconcile

import (
	"time"

	"touchmove/internal/refusal"
	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// checkSign refuses a signature for an open result, or for another result than the published one.
func (g *Game) checkSign(c trace.Command) error {
	game := &g.games[g.current]
	open := rules.Ongoing.String()
	switch {
	case article4.CheckScore(g.header.Laws, c) != nil:
		return article4.CheckScore(g.header.Laws, c)
	case !game.Begun:
		return refusal.New("sign-no-game", "sign: no game has begun")
	case c.Result == open:
		return refusal.New("sign-open", "sign: give the result that both agree on, not {result}", "result", open)
	case game.Result != open && game.Result != c.Result:
		return refusal.New("sign-other-result", "sign: the result is {result}: a player who disputes it calls the arbiter", "result", game.Result)
	}
	return nil
}

// checkSignUse refuses to sign a result that the player has signed.
func (g *Game) checkSignUse(c trace.Command) error {
	by, err := rules.ParseColor(c.By)
	if err != nil {
		return nil
	}
	if result, _, ok := g.games[g.current].Signature(by); ok && result == c.Result {
		return refusal.New("signed-already", "sign: {player} has signed {result} already", "player", by, "result", result)
	}
	return nil
}

// sign records that a player confirms a result. Once both have signed the same one it is final
// (2009: 8.7), with the reason of the proposal; the arbiter may change it.
func (g *Game) sign(c trace.Command) {
	by, err := rules.ParseColor(c.By)
	if err != nil {
		return
	}
	game := &g.games[g.current]
	game.signed[by] = signature{c.Result, len(game.Moves), g.now}
	g.remark(g.now, article4.RemarkResultSigned, by)
	if both, result := game.Signed(); both == [2]bool{true, true} && game.Result == rules.Ongoing.String() {
		reason := article4.BothSigned
		if was := game.proposed; was.result == result && was.moves == len(game.Moves) {
			reason = was.reason
		}
		if claimed, ok := g.laws.ClaimedDraw(); ok && result == rules.Drawn.String() {
			reason = claimed
		}
		g.carryOut(article4.Order{Do: article4.Finish, Result: result, Reason: reason})
	}
}

// valid reports whether a signature still holds: no move was made or taken back since, and
// no other result declared.
func (p *Played) valid(s signature) bool {
	return s.result != "" && s.moves == len(p.Moves) && (p.Result == rules.Ongoing.String() || s.result == p.Result)
}

// Signature returns the result that a player has confirmed, and when; false when the player has
// not, or when the confirmation is void.
func (p *Played) Signature(by rules.Color) (result string, at time.Duration, ok bool) {
	s := p.signed[by]
	if !p.valid(s) {
		return "", 0, false
	}
	return s.result, s.at, true
}

// Unsigned returns the players who still have to sign. Players sign if the edition requires it,
// once the result of a game with at least one move is declared (2001: 8.7).
func (p *Played) Unsigned(l rules.Laws) (by [2]bool) {
	if !article4.RequiresSignatures(l) || p.Result == rules.Ongoing.String() || p.Result == "" || p.Ply+len(p.Moves) == 0 {
		return by
	}
	for c := range by {
		by[c] = !p.valid(p.signed[c])
	}
	return by
}

// Signed returns the players who have confirmed the game's result or, while it is open, the same
// result. Moves made or taken back since make a signature void.
func (p *Played) Signed() (by [2]bool, result string) {
	for i, s := range p.signed {
		if !p.valid(s) {
			continue
		}
		if result != "" && s.result != result {
			return [2]bool{}, ""
		}
		by[i], result = true, s.result
	}
	return by, result
}
