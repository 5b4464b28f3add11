package tournamenttest

import (
	"strings"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// claim makes the player to move claim.
func (p *play) claim(what string, keys ...any) {
	p.t.Helper()
	p.wait(15 * time.Second)
	p.say(p.by(p.pos.Turn().String(), trace.DoClaim, append([]any{"what", what}, keys...)...))
}

func wrongClaim(p *play) {
	p.moves(len(p.plan) - 4)
	claimant := p.pos.Turn()
	p.stop("a claim") // 6.11.2: to seek the arbiter's assistance
	p.claim(trace.ClaimRepetition)
	p.wait(2 * time.Minute)
	p.say(p.arbiter(trace.DoVerdict, "what", "rejected"))
	p.watch.left[claimant.Other()] += 2 * time.Minute // 9.5.3
	p.start(claimant)
	p.moves(len(p.plan))
	p.resign(p.loser())
}

// shuttle returns four moves, one there and one back for each player, that repeat a
// position any number of times.
func (p *play) shuttle() [4]rules.Move {
	p.t.Helper()
	for _, a := range p.pos.LegalMoves(nil) {
		if !p.isHarmless(p.pos, a) {
			continue
		}
		one := p.pos.After(a)
		for _, b := range one.LegalMoves(nil) {
			if !p.isHarmless(one, b) {
				continue
			}
			two := one.After(b)
			back, ok := reverse(two, a)
			if !ok {
				continue
			}
			three := two.After(back)
			if home, ok := reverse(three, b); ok && key(three.After(home)) == strings.Replace(key(p.pos), enPassant(p.pos), "-", 1) {
				return [4]rules.Move{a, b, back, home}
			}
		}
	}
	p.t.Fatalf("%s: nothing can go to and fro in %s", p.id, p.pos.FEN())
	return [4]rules.Move{}
}

// enPassant returns the square on which a pawn can be captured en passant, as in the FEN.
func enPassant(p rules.Position) string { return strings.Fields(p.FEN())[3] }

// isHarmless reports whether a move is that of a knight, bishop or queen, and neither a
// capture nor a check.
func (p *play) isHarmless(at rules.Position, m rules.Move) bool {
	kind := at.At(m.From()).Kind()
	return at.Captured(m) == rules.NoSquare && !m.IsCastling() && kind != rules.Pawn && kind != rules.King && kind != rules.Rook && !at.After(m).InCheck() && !at.InCheck()
}

func reverse(p rules.Position, m rules.Move) (rules.Move, bool) {
	for _, back := range p.LegalMoves(nil) {
		if back.From() == m.To() && back.To() == m.From() && p.Captured(back) == rules.NoSquare {
			return back, true
		}
	}
	return rules.NoMove, false
}

// quiet returns a move that captures nothing.
func (p *play) quiet() rules.Move {
	p.t.Helper()
	spare := rules.NoMove
	for _, m := range p.pos.LegalMoves(nil) {
		if p.isHarmless(p.pos, m) {
			return m
		}
		if p.pos.Captured(m) == rules.NoSquare && !m.IsCastling() && m.Promotion() == rules.NoKind {
			spare = m
		}
	}
	if spare != rules.NoMove {
		return spare
	}
	p.t.Fatalf("%s: no quiet move in %s", p.id, p.pos.FEN())
	return rules.NoMove
}

// stood returns how often a position has occurred.
func (p *play) stood(k string) (n int) {
	for _, other := range p.keys {
		if other == k {
			n++
		}
	}
	return n
}

func repetition(p *play) {
	p.moves(len(p.plan))
	to := p.shuttle()
	for i := 0; p.stood(key(p.pos.After(to[i%4]))) < 2; i++ {
		p.move(to[i%4])
	}
	last := to[(len(p.truth.Moves)-len(p.plan))%4]
	p.stop("a claim")
	p.claim(trace.ClaimRepetition, "uci", last.UCI(rules.Standard))
	p.wait(time.Minute)
	p.watch.stop(p.at)
	p.confirm("1/2-1/2", "threefold_repetition")
}

func fivefold(p *play) {
	p.moves(len(p.plan))
	to := p.shuttle()
	for i := 0; ; i++ {
		m := to[i%4]
		if p.stood(key(p.pos.After(m))) == 4 {
			p.think()
			p.hand(m)
			p.played(m)
			p.watch.stop(p.at)
			p.truth.After = append(p.truth.After, p.watch.left)
			p.wait(5 * time.Second)
			p.confirm("1/2-1/2", "fivefold_repetition")
			return
		}
		p.move(m)
	}
}
