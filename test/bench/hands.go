package main

import (
	"math/rand/v2"
	"slices"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// hands touch a board after the last move that counts. They write the resulting readings
// and commands.
type hands struct {
	dice    *rand.Rand
	now     time.Duration
	at      rules.Position // the position that the game ended in
	colors  bool           // the sensors distinguish the colours
	stuck   rules.Squares  // sensors that do not show what stands there
	up      rules.Squares  // pieces that were taken off
	others  rules.Squares  // squares on which a king has been put since
	held    time.Duration  // for which each king is held at least on its way to the centre
	records []trace.Record
}

// wait lets a random time between the two pass.
func (h *hands) wait(from, to time.Duration) {
	h.now += from + time.Duration(h.dice.Int64N(int64(to-from)+1))
}

func (h *hands) read(sq rules.Square, is sensors.State) {
	if !h.stuck.Has(sq) {
		h.records = append(h.records, trace.Record{At: h.now, What: trace.Change{Square: sq, Is: is}})
	}
}

func (h *hands) lift(sq rules.Square) {
	h.up = h.up.With(sq)
	h.read(sq, sensors.Empty)
}

func (h *hands) put(sq rules.Square, c rules.Color) {
	h.up = h.up.Without(sq)
	switch {
	case !h.colors:
		h.read(sq, sensors.Occupied)
	case c == rules.White:
		h.read(sq, sensors.White)
	default:
		h.read(sq, sensors.Black)
	}
}

func (h *hands) say(c trace.Command) {
	h.records = append(h.records, trace.Record{At: h.now, What: c})
}

// pieces lists the pieces on the board in random order, without the kings.
func (h *hands) pieces() []rules.Square {
	var pieces []rules.Square
	for sq := range (h.at.Occupied() &^ (h.up | h.others | h.stuck)).All() {
		if h.at.At(sq).Kind() != rules.King {
			pieces = append(pieces, sq)
		}
	}
	h.dice.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
	return pieces
}

// clear takes n pieces off the board one after another, or all of them if n < 0.
func (h *hands) clear(n int) {
	pieces := h.pieces()
	if n < 0 || n > len(pieces) {
		n = len(pieces)
	}
	for _, sq := range pieces[:n] {
		h.lift(sq)
		h.wait(150*time.Millisecond, 900*time.Millisecond)
	}
}

// sweep takes everything off the board, kings too.
func (h *hands) sweep() {
	h.clear(-1)
	for _, c := range []rules.Color{rules.White, rules.Black} {
		if sq := h.at.King(c); !h.up.Has(sq) {
			h.lift(sq)
			h.wait(150*time.Millisecond, 600*time.Millisecond)
		}
	}
}

// putHome puts one of the pieces taken off on an empty square where such a piece begins a
// game. It does nothing if there is none.
func (h *hands) putHome(start *rules.Position) {
	for sq := range h.up.All() {
		for home := range start.Of(h.at.At(sq).Color()).All() {
			if start.At(home) == h.at.At(sq) && home != sq && !h.at.Occupied().Has(home) {
				h.put(home, h.at.At(sq).Color())
				return
			}
		}
	}
}

// setUp sets up the first position of a game on an empty board.
func (h *hands) setUp(start *rules.Position) {
	var pieces []rules.Square
	for sq := range start.Occupied().All() {
		pieces = append(pieces, sq)
	}
	h.dice.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
	for _, sq := range pieces {
		h.put(sq, start.At(sq).Color())
		h.wait(150*time.Millisecond, 800*time.Millisecond)
	}
}

// kings puts the kings in the centre for a result, the second one pace later than the
// first. Pieces that stand there are taken off first. Between the two kings it calls
// between.
func (h *hands) kings(result string, pace time.Duration, between func()) {
	squares := map[string][2]rules.Square{
		"1-0": {rules.E4, rules.D5}, "0-1": {rules.E5, rules.D4}, "1/2-1/2": {rules.E4, rules.E5},
	}[result]
	order := []rules.Color{rules.White, rules.Black}
	if h.dice.IntN(2) == 0 {
		order[0], order[1] = order[1], order[0]
	}
	for i, c := range order {
		from, to := h.at.King(c), squares[c]
		if i == 1 {
			between()
		}
		if from == to {
			continue
		}
		if other := h.at.At(to); other != rules.NoPiece && other.Kind() != rules.King && !h.up.Has(to) {
			h.lift(to)
			h.wait(150*time.Millisecond, 500*time.Millisecond)
		}
		if !h.up.Has(from) && !h.others.Has(from) { // otherwise it has made room before
			h.lift(from)
			h.wait(250*time.Millisecond+h.held, 600*time.Millisecond+h.held)
		}
		if to == h.at.King(c.Other()) && !h.up.Has(to) {
			h.lift(to) // the other king makes room
			h.wait(150*time.Millisecond, 500*time.Millisecond)
		}
		h.put(to, c)
		h.others = h.others.With(to)
		if i == 0 {
			h.wait(pace, pace+pace/8)
		}
	}
}

// knockOver makes a piece fall onto an empty square next to its own.
func (h *hands) knockOver() {
	for _, sq := range h.pieces() {
		for _, to := range []rules.Square{sq + 1, sq - 1, sq + 8, sq - 8} {
			if to > rules.H8 || to.File()-sq.File() > 1 || sq.File()-to.File() > 1 || h.at.Occupied().Has(to) || centre.Has(to) {
				continue
			}
			h.lift(sq)
			h.wait(30*time.Millisecond, 200*time.Millisecond)
			h.put(to, h.at.At(sq).Color())
			h.wait(200*time.Millisecond, time.Second)
			return
		}
	}
}

// sweepWithArm pushes everything off the board, one file after another, in about a second. What is
// pushed passes the next file.
func (h *hands) sweepWithArm() {
	right, left := h.dice.IntN(2) == 0, h.at.Occupied()&^h.up
	left |= h.others
	for i := range 8 {
		file, next := i, i+1
		if !right {
			file, next = 7-i, 6-i
		}
		for _, rank := range h.dice.Perm(8) {
			sq := rules.SquareAt(file, rank)
			if !left.Has(sq) {
				continue
			}
			left = left.Without(sq)
			h.lift(sq)
			h.wait(0, 25*time.Millisecond)
			if next < 0 || next > 7 || h.dice.IntN(3) == 0 {
				continue
			}
			if beside := rules.SquareAt(next, rank); !left.Has(beside) {
				left = left.With(beside)
				h.put(beside, rules.Color(h.dice.IntN(2)))
			}
		}
		h.wait(40*time.Millisecond, 150*time.Millisecond)
	}
}

// scatter takes n pieces off, and puts about half of them on empty squares anywhere.
func (h *hands) scatter(n int) {
	pieces := h.pieces()
	for _, sq := range pieces[:min(n, len(pieces))] {
		h.lift(sq)
		h.wait(150*time.Millisecond, 900*time.Millisecond)
		to := rules.Square(h.dice.IntN(64))
		if h.dice.IntN(2) == 0 || h.at.Occupied().Has(to) || h.others.Has(to) {
			continue
		}
		h.put(to, h.at.At(sq).Color())
		h.others = h.others.With(to)
		h.wait(150*time.Millisecond, 900*time.Millisecond)
	}
}

// layDownKing lays a king down: on its own square, where it may not be detected, or across the next one.
func (h *hands) layDownKing(c rules.Color) {
	sq := h.at.King(c)
	h.lift(sq)
	h.wait(100*time.Millisecond, 700*time.Millisecond)
	switch h.dice.IntN(3) {
	case 0:
		h.put(sq, c)
	case 1:
		to := sq + 1
		if sq.File() == 7 {
			to = sq - 1
		}
		if !h.at.Occupied().Has(to) {
			h.put(to, c)
		}
	}
}

// analyse makes n moves on the board, some of them taken back.
func (h *hands) analyse(n int) {
	make, p := func(p *rules.Position, m rules.Move) {
		h.wait(500*time.Millisecond, 3*time.Second)
		if p.At(m.To()) != rules.NoPiece && !m.IsCastling() {
			h.lift(m.To())
			h.wait(100*time.Millisecond, 400*time.Millisecond)
		}
		h.lift(m.From())
		h.wait(150*time.Millisecond, 900*time.Millisecond)
		h.put(m.To(), p.Turn())
	}, h.at
	for range n {
		var plain []rules.Move
		for _, m := range p.LegalMoves(nil) {
			if !m.IsCastling() && !m.IsEnPassant() {
				plain = append(plain, m)
			}
		}
		if len(plain) == 0 {
			break
		}
		m := plain[h.dice.IntN(len(plain))]
		make(&p, m)
		if h.dice.IntN(4) == 0 && p.At(m.To()) == rules.NoPiece { // taken back
			h.wait(500*time.Millisecond, 2*time.Second)
			h.lift(m.To())
			h.wait(150*time.Millisecond, 600*time.Millisecond)
			h.put(m.From(), p.Turn())
			continue
		}
		p = p.After(m)
	}
	h.wait(time.Second, 4*time.Second)
	h.at, h.up = p, 0
}

// setUpAgain sets up the first position of a game from where the pieces stand, each put on its square
// in turn, in random order; what is captured lies beside the board.
func (h *hands) setUpAgain(start *rules.Position) {
	var board [64]rules.Piece
	for sq := range (h.at.Occupied() &^ h.up).All() {
		board[sq] = h.at.At(sq)
	}
	var homes []rules.Square
	for sq := range start.Occupied().All() {
		homes = append(homes, sq)
	}
	h.dice.Shuffle(len(homes), func(i, j int) { homes[i], homes[j] = homes[j], homes[i] })
	take := func(sq rules.Square) {
		h.lift(sq)
		board[sq] = rules.NoPiece
		h.wait(150*time.Millisecond, 600*time.Millisecond)
	}
	for _, home := range homes {
		want := start.At(home)
		if board[home] == want {
			continue
		}
		if board[home] != rules.NoPiece {
			take(home)
		}
		for sq := range rules.Square(64) {
			if board[sq] == want && start.At(sq) != want {
				take(sq)
				break
			}
		}
		board[home] = want
		h.put(home, want.Color())
		h.wait(150*time.Millisecond, 800*time.Millisecond)
	}
	for sq := range rules.Square(64) {
		if board[sq] != rules.NoPiece && start.At(sq) == rules.NoPiece {
			take(sq)
		}
	}
}

var centre = rules.SquaresOf(rules.D4, rules.E4, rules.D5, rules.E5)

// levers puts the clock straight while pieces are being set up: both levers are pressed somewhere in the second half of
// what hands have done since a record.
func (h *hands) levers(from int) {
	by := rules.Color(h.dice.IntN(2))
	for _, by := range []rules.Color{by, by.Other()} {
		n := len(h.records) - from
		if n == 0 {
			return
		}
		from += n/2 + h.dice.IntN(n-n/2)
		h.records = slices.Insert(h.records, from, trace.Record{At: h.records[from].At, What: trace.Press{By: by}})
	}
}
