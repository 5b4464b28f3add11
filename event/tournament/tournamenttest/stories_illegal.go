package tournamenttest

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// wrong returns an illegal move of a piece to an empty square. The piece is one that cannot
// capture anything: otherwise the move would be published as the capture until the board
// shows otherwise.
func (p *play) wrong() (from, to rules.Square, ok bool) {
	legal := map[[2]rules.Square]bool{}
	movable, takes := map[rules.Square]bool{}, map[rules.Square]bool{}
	for _, m := range p.pos.LegalMoves(nil) {
		legal[[2]rules.Square{m.From(), m.To()}] = true
		movable[m.From()] = true
		takes[m.From()] = takes[m.From()] || p.pos.Captured(m) != rules.NoSquare
	}
	for sq := range rules.Square(64) {
		if at := p.pos.At(sq); !movable[sq] || takes[sq] || at.Color() != p.pos.Turn() || at.Kind() == rules.Pawn {
			continue
		}
		for to := rules.SquareAt(0, 2); to < rules.SquareAt(0, 6); to++ {
			if p.pos.At(to) == rules.NoPiece && !legal[[2]rules.Square{sq, to}] {
				return sq, to, true
			}
		}
	}
	return 0, 0, false
}

// errs makes an illegal move, presses the clock, and has the arbiter put it right. It
// returns the square of the piece.
func (p *play) errs() rules.Square {
	p.t.Helper()
	by := p.pos.Turn()
	from, to, ok := p.wrong()
	if !ok {
		p.t.Fatalf("%s: no illegal move in %s", p.id, p.pos.FEN())
	}
	p.think()
	p.lift(from)
	p.wait(600 * time.Millisecond)
	p.place(to)
	p.settle()
	p.record(trace.Press{By: by})
	p.watch.tick(p.at)
	p.watch.runs = by.Other() // it is not a move, so there is no increment
	p.wait(8 * time.Second)
	p.stop("an illegal move")
	p.say(p.arbiter(trace.DoIllegal, "what", "confirm"))
	p.wait(20 * time.Second)
	p.lift(to)
	p.wait(time.Second)
	p.place(from)
	p.wait(3 * time.Second)
	return from
}

// withTouched plays a move with the piece on a square, as 7.5.1 requires, and the planned
// move if it is one of these.
func (p *play) withTouched(from rules.Square) {
	p.t.Helper()
	m := rules.NoMove
	for _, legal := range p.pos.LegalMoves(nil) {
		if legal.From() == from && (m == rules.NoMove || p.next < len(p.plan) && p.plan[p.next] == legal) {
			m = legal
		}
	}
	p.move(m)
}

func illegalOnce(p *play) {
	p.moves(len(p.plan) / 2)
	p.untilWrong()
	by := p.pos.Turn()
	from := p.errs()
	p.watch.left[by.Other()] += 2 * time.Minute // 7.5.5
	p.start(by)
	p.withTouched(from)
	p.wait(time.Minute)
	p.resign(by)
}

// untilWrong plays moves until the player to move can make an illegal one.
func (p *play) untilWrong() {
	p.t.Helper()
	for _, _, ok := p.wrong(); !ok; _, _, ok = p.wrong() {
		p.moves(1)
	}
}

func illegalTwice(p *play) {
	p.moves(len(p.plan) / 2)
	p.untilWrong()
	by := p.pos.Turn()
	from := p.errs()
	p.watch.left[by.Other()] += 2 * time.Minute
	p.start(by)
	p.withTouched(from)
	p.move(p.quiet())
	p.errs()
	p.confirm(rules.WinFor(by.Other()).String(), "illegal_moves")
}

func pressedWithoutMove(p *play) {
	p.moves(len(p.plan) / 2)
	by := p.pos.Turn()
	p.think()
	p.record(trace.Press{By: by}) // 7.5.3
	p.watch.tick(p.at)
	p.watch.runs = by.Other()
	p.wait(10 * time.Second)
	p.stop("a press without a move")
	p.say(p.arbiter(trace.DoIllegal, "what", "confirm"))
	p.watch.left[by.Other()] += 2 * time.Minute
	p.wait(30 * time.Second)
	p.start(by)
	p.moves(len(p.plan))
	p.resign(p.loser())
}
