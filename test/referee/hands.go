package main

import (
	"math/rand/v2"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// hands write the script of one case.
type hands struct {
	r     *rand.Rand
	pos   rules.Position
	legal []rules.Move
	board board
	at    time.Duration
	acts  []act
	tries string     // what they try to do, as a row of the table
	later rules.Kind // kind of a promoted piece, to be entered after the press
}

func newHands(r *rand.Rand, p rules.Position) *hands {
	return &hands{r: r, pos: p, legal: p.LegalMoves(nil), board: setUp(p), at: 2 * time.Second}
}

func (h *hands) mover() rules.Color { return h.pos.Turn() }

// wait lets a random time between the two durations pass.
func (h *hands) wait(least, most time.Duration) {
	h.at += least + time.Duration(h.r.Int64N(int64(most-least))).Round(time.Millisecond)
}

// pace is the time between two acts: never so short that a board cannot distinguish a lift
// from a dropout, nor so long that a piece that is only passing counts as released.
func (h *hands) pace() { h.wait(350*time.Millisecond, 800*time.Millisecond) }

// linger is long enough to count as a release.
func (h *hands) linger() { h.wait(1600*time.Millisecond, 3200*time.Millisecond) }

func (h *hands) add(a act) {
	a.at = h.at
	h.board.carryOut(a)
	h.acts = append(h.acts, a)
}

func (h *hands) lift(sq rules.Square) *man {
	h.pace()
	return h.liftNow(sq)
}

func (h *hands) liftNow(sq rules.Square) *man {
	m := h.board[sq]
	h.add(act{do: lifts, by: h.mover(), sq: sq, man: m})
	return m
}

func (h *hands) put(m *man, sq rules.Square) {
	h.pace()
	h.add(act{do: puts, by: h.mover(), sq: sq, man: m})
}

func (h *hands) lay(m *man) {
	h.wait(50*time.Millisecond, 200*time.Millisecond)
	h.add(act{do: lays, by: h.mover(), sq: rules.NoSquare, man: m})
}

// off lifts a piece and puts it beside the board.
func (h *hands) off(sq rules.Square) { h.lay(h.lift(sq)) }

// bring puts a piece from beside the board on a square.
func (h *hands) bring(piece rules.Piece, sq rules.Square) {
	h.put(&man{piece, rules.NoSquare}, sq)
}

func (h *hands) say(d action, by rules.Color, sq rules.Square, k rules.Kind) {
	h.pace()
	h.add(act{do: d, by: by, sq: sq, kind: k})
}

func (h *hands) press(by rules.Color) { h.add(act{do: presses, by: by}) }

// chance is true once in n times.
func (h *hands) chance(n int) bool { return h.r.IntN(n) == 0 }

func pick[T any](h *hands, list []T) T { return list[h.r.IntN(len(list))] }

// squares returns the squares of a set for which ok holds.
func squares(set rules.Squares, ok func(rules.Square) bool) (list []rules.Square) {
	for sq := range set.All() {
		if ok == nil || ok(sq) {
			list = append(list, sq)
		}
	}
	return list
}

func (h *hands) own() rules.Squares   { return h.pos.Of(h.mover()) }
func (h *hands) enemy() rules.Squares { return h.pos.Of(h.mover().Other()) }
func (h *hands) free() rules.Squares  { return ^h.pos.Occupied() }

// goes reports whether a legal move leads from one square to the other, by the square on
// which the moving piece ends.
func (h *hands) goes(from, to rules.Square) bool {
	for _, m := range h.legal {
		end := m.To()
		if m.IsCastling() {
			end, _ = h.pos.CastlingTargets(m)
		}
		if m.From() == from && end == to {
			return true
		}
	}
	return false
}

// perform writes a whole case.
func perform(r *rand.Rand) *hands { return performIn(r, position) }

// performIn writes a whole case in one of these positions.
func performIn(r *rand.Rand, positions func(*rand.Rand) rules.Position) *hands {
	h := newHands(r, positions(r))
	if h.chance(2) {
		h.touch()
	}
	if !h.chance(3) || !h.unlawful() {
		h.lawful()
	}
	h.clock()
	return h
}

// touch makes hands touch pieces and put them back before the move.
func (h *hands) touch() {
	for range 1 + h.r.IntN(3) {
		set := h.own()
		if h.chance(3) {
			set = h.enemy()
		}
		sq := pick(h, squares(set, nil))
		switch h.r.IntN(9) {
		case 0:
			by := h.mover()
			if h.chance(4) {
				by = by.Other()
			}
			h.say(adjusts, by, rules.NoSquare, rules.NoKind)
			h.put(h.lift(sq), sq)
		case 1:
			h.say(feels, h.mover(), sq, rules.NoKind)
		case 2: // the other player's hand, according to the arbiter
			h.put(h.lift(sq), sq)
			for i := range h.acts {
				if i >= len(h.acts)-2 {
					h.acts[i].by = h.mover().Other()
				}
			}
			h.say(attributes, h.mover().Other(), sq, rules.NoKind)
		case 3: // king and rook, in either order
			h.touchToCastle()
		case 4: // two pieces at once
			// With two own pieces nobody could say which was the first.
			if set == h.enemy() {
				continue
			}
			other := pick(h, squares(h.enemy(), nil))
			a := h.lift(sq)
			b := h.liftNow(other)
			h.put(a, sq)
			h.put(b, other)
		case 5: // knocked over
			men := squares(h.pos.Occupied(), nil)
			h.r.Shuffle(len(men), func(i, j int) { men[i], men[j] = men[j], men[i] })
			if len(men) < 4 {
				continue
			}
			h.pace()
			var up []*man
			for _, sq := range men[:3] {
				up = append(up, h.liftNow(sq))
			}
			for i, sq := range men[:3] {
				h.put(up[i], sq)
			}
		default:
			h.put(h.lift(sq), sq)
		}
	}
}

func (h *hands) touchToCastle() {
	rooks := squares(h.pos.Castling()&h.own(), nil)
	if len(rooks) == 0 {
		return
	}
	pair := []rules.Square{h.pos.King(h.mover()), pick(h, rooks)}
	if h.chance(2) {
		pair[0], pair[1] = pair[1], pair[0]
	}
	for _, sq := range pair {
		h.put(h.lift(sq), sq)
	}
}

// clock presses the clock, or not, at the end of the move.
func (h *hands) clock() {
	h.wait(400*time.Millisecond, 1500*time.Millisecond)
	switch h.r.IntN(12) {
	case 0: // forgotten
	case 1: // pressed twice
		h.press(h.mover())
		h.wait(250*time.Millisecond, 900*time.Millisecond)
		h.press(h.mover())
	case 2: // by the other side
		h.press(h.mover().Other())
	default:
		h.press(h.mover())
	}
	if h.later != rules.NoKind {
		h.say(names, h.mover(), rules.NoSquare, h.later)
	}
}

// claims returns the opponent's acts after the press: a claim of a breach of Article 4, at
// once or after touching a piece.
func (h *hands) claims() []act {
	done := len(h.acts)
	by := h.mover().Other()
	h.wait(3*time.Second, 6*time.Second)
	var men []rules.Square
	for sq, m := range h.board {
		if m != nil && m.piece.Color() == by {
			men = append(men, rules.Square(sq))
		}
	}
	if h.chance(2) && len(men) > 0 {
		sq := pick(h, men)
		h.put(h.lift(sq), sq)
		h.acts[len(h.acts)-2].by, h.acts[len(h.acts)-1].by = by, by
		h.pace()
	}
	h.add(act{do: claims, by: by, what: trace.ClaimTouchedPiece})
	return h.acts[done:]
}
