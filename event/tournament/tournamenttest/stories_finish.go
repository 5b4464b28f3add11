package tournamenttest

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// wander plays n half-moves without captures, checks and pawn moves, and repeats positions
// as seldom as possible.
func (p *play) wander(n int) {
	p.t.Helper()
	for range n {
		p.move(p.wandering())
	}
}

// wandering returns such a move, leading to the position that has occurred least often.
func (p *play) wandering() rules.Move {
	p.t.Helper()
	best, seldom := rules.NoMove, 0
	list := p.pos.LegalMoves(nil)
	from := p.dice.IntN(len(list))
	for i := range list {
		m := list[(from+i)%len(list)]
		if !p.isHarmless(p.pos, m) {
			continue
		}
		if n := p.stood(key(p.pos.After(m))); best == rules.NoMove || n < seldom {
			best, seldom = m, n
		}
	}
	if best == rules.NoMove {
		p.t.Fatalf("%s: nothing can go on for ever in %s", p.id, p.pos.FEN())
	}
	return best
}

// quiet50 returns the number of half-moves since the last capture or pawn move.
func (p *play) quiet50() int { return p.pos.HalfmoveClock() }

func fiftyMoves(p *play) {
	p.moves(min(len(p.plan), 30))
	p.plan, p.next = nil, 0
	p.wander(92 - p.quiet50())
	claimant := p.pos.Turn()
	p.stop("a claim")
	p.claim(trace.ClaimFiftyMoves)
	p.wait(time.Minute)
	p.say(p.arbiter(trace.DoVerdict, "what", "rejected"))
	p.watch.left[claimant.Other()] += 2 * time.Minute // 9.5.3
	p.start(claimant)
	p.wander(99 - p.quiet50())
	last := p.wandering()
	p.stop("a claim")
	p.claim(trace.ClaimFiftyMoves, "uci", last.UCI(rules.Standard))
	p.wait(time.Minute)
	p.watch.stop(p.at)
	p.confirm("1/2-1/2", "fifty_moves")
}

// hurry lets the player to move think until only a little time is left.
func (p *play) hurry(left time.Duration) {
	p.t.Helper()
	p.watch.tick(p.at)
	p.wait(p.watch.left[p.pos.Turn()] - left)
}

func quickplayDrawn(p *play) {
	p.moves(len(p.plan) / 2)
	by := p.pos.Turn()
	p.wait(10 * time.Second)
	p.refused(p.by(by.String(), trace.DoQuickplay, "what", "claim"), "less than two minutes")
	p.hurry(110 * time.Second)
	p.quickplay("claim")
	p.say(p.arbiter(trace.DoVerdict, "what", "rejected"))
	p.watch.left[by.Other()] += 2 * time.Minute // III.5.3
	p.start(by)
	p.wait(5 * time.Second)
	m := p.quiet()
	p.hand(m)
	p.played(m)
	p.settle()
	p.press(by)
	p.move(p.quiet())
	p.wait(5 * time.Second)
	p.quickplay("claim")
	p.say(p.arbiter(trace.DoVerdict, "what", "draw"))
	p.watch.stop(p.at)
	p.ends("1/2-1/2", "quickplay_finish")
}

func quickplayIncrement(p *play) {
	p.moves(len(p.plan) / 2)
	by := p.pos.Turn()
	p.hurry(100 * time.Second)
	p.quickplay("request-increment")
	p.say(p.arbiter(trace.DoVerdict, "what", "upheld")) // III.4
	p.watch.left[by.Other()] += 2 * time.Minute
	p.watch.left[by] += p.left(by) - p.watch.left[by] // the program says how much the new increment adds at once
	p.watch.left[by.Other()] += p.left(by.Other()) - p.watch.left[by.Other()]
	p.watch.each = 5 * time.Second
	p.start(by)
	for range 4 {
		p.wait(3 * time.Second)
		m := p.quiet()
		p.hand(m)
		p.played(m)
		p.settle()
		p.press(p.pos.Turn().Other())
	}
	p.resign(p.pos.Turn().Other())
}

// quickplay claims a draw under the quickplay finish, or requests an increment.
func (p *play) quickplay(what string) {
	p.t.Helper()
	p.say(p.by(p.pos.Turn().String(), trace.DoQuickplay, "what", what))
	p.watch.stop(p.at)
	p.wait(time.Minute)
}

// mistakenGame announces the next round's game at a board where a game is in progress. Its
// pieces are set up, a move is made, and all of it is undone.
func mistakenGame(p *play) {
	half := len(p.plan) / 2
	p.moves(half)
	by, stands := p.pos.Turn(), p.pos
	p.wait(10 * time.Second)
	p.say(p.arbiter(trace.DoNewGame, "white", map[string]any{"name": "Nobody, Ever"}, "round", "99"))
	p.watch.stop(p.at)
	p.setUp(rules.StartPosition())
	p.do(p.arbiter(trace.DoStartClocks))
	p.wait(20 * time.Second)
	first := rules.StartPosition()
	m, err := first.ParseUCI("d2d4")
	if err != nil {
		p.t.Fatal(err)
	}
	p.lift(m.From())
	p.wait(time.Second)
	p.place(m.To())
	p.wait(2 * time.Second)
	p.record(trace.Press{By: rules.White})
	p.wait(20 * time.Second)
	p.say(p.arbiter(trace.DoUndo, "action", 1))
	p.pos = stands
	p.putRight(time.Second)
	p.wait(10 * time.Second)
	p.start(by)
	p.moves(len(p.plan))
	p.resign(p.loser())
}
