package article4

import (
	"slices"

	"touchmove/rules"
)

// kind is what a duty asks.
type kind uint8

// In the order of precedence, but that between move and capture the first
// touch that can be used decides.
const (
	promote     kind = iota // to promote the pawn on that square (2009:4.6c)
	castle                  // to castle on that side (4.4a, 4.6b)
	finish                  // to finish a move of which a part is made
	captureWith             // to capture the piece touched with the one touched (4.3c)
	moveIt                  // to move the piece touched (4.3a)
	capture                 // to capture the piece touched (4.3b)
)

func (k kind) String() string {
	return [...]string{"promote", "castle", "finish", "capture_with", "move", "capture"}[k]
}

// duty is what Article 4 asks of the player having the move.
type duty struct {
	kind    kind
	squares []rules.Square
	allowed []rules.Move
}

func (d *duty) allows(m rules.Move) bool { return slices.Contains(d.allowed, m) }

// told gives the duty as the state prints it.
func (d *duty) told(by rules.Color, v rules.Variant) *Duty {
	if d == nil {
		return nil
	}
	out := &Duty{By: by.String(), Kind: d.kind.String(), Squares: names(d.squares), Allowed: moves(d.allowed, v)}
	return out
}

func names(squares []rules.Square) []string {
	out := make([]string, len(squares))
	for i, sq := range squares {
		out[i] = sq.String()
	}
	return out
}

func moves(ms []rules.Move, v rules.Variant) []string {
	out := make([]string, len(ms))
	for i, m := range ms {
		out[i] = m.UCI(v)
	}
	slices.Sort(out)
	return out
}

// owed is what a turn's acts oblige to, with what they did to castling.
type owed struct {
	duty      *duty
	forced    byte   // g or c (4.4a); 0 is none
	forbidden []byte // g, c (4.4b, 4.4c)
}

// owes judges a turn: what was released goes first, then what was touched.
func (e *edition) owes(t *turn, r *reading, o *Options) owed {
	out := e.touched(t, r)
	switch {
	case t.bound != nil:
		out.duty = t.bound
	case t.void:
	default:
		if d := e.released(t, r, o); d != nil {
			out.duty = d
		}
	}
	return out
}

// touched judges the touches alone.
func (e *edition) touched(t *turn, r *reading) owed {
	if len(r.touches) == 0 {
		return owed{}
	}
	if e.firstTouchOnly {
		return owed{duty: t.firstUsable(r.touches, nil)}
	}
	out, barred, done := t.castlingTouches(r)
	if done {
		return out
	}
	if a, b, ok := e.pair(r.touches); ok {
		if d := t.captureWith(a, b); d != nil {
			out.duty = d
			return out
		}
	}
	out.duty = t.firstUsable(r.touches, barred)
	return out
}

// pair finds the own and the enemy piece that belong together. Until 2014 the
// text speaks of one piece of each colour: they are the only two, or were the
// first two. From 2017 they are the first of each colour.
func (e *edition) pair(touches []touch) (own, enemy rules.Square, ok bool) {
	own, enemy = rules.NoSquare, rules.NoSquare
	distinct := rules.Squares(0)
	for _, t := range touches {
		if !e.pairOfSeveral && distinct.Count() == 2 && !distinct.Has(t.sq) {
			break
		}
		distinct = distinct.With(t.sq)
		if t.own && own == rules.NoSquare {
			own = t.sq
		}
		if !t.own && enemy == rules.NoSquare {
			enemy = t.sq
		}
	}
	return own, enemy, own != rules.NoSquare && enemy != rules.NoSquare
}

// captureWith is the duty to take the man on enemy with the piece on own, or nil
// when that is not legal.
func (t *turn) captureWith(own, enemy rules.Square) *duty {
	d := &duty{kind: captureWith, squares: []rules.Square{own, enemy}}
	for _, m := range t.legalMoves() {
		if m.From() == own && t.pos.Captured(m) == enemy {
			d.allowed = append(d.allowed, m)
		}
	}
	if d.allowed == nil {
		return nil
	}
	return d
}

// firstUsable is the duty of the first piece touched that can be moved or
// captured; nil when none can (4.5). Castling moves in barred do not count.
func (t *turn) firstUsable(touches []touch, barred []rules.Move) *duty {
	for _, touched := range touches {
		if d := t.usable(touched, barred); d != nil {
			return d
		}
	}
	return nil
}

func (t *turn) usable(touched touch, barred []rules.Move) *duty {
	d := &duty{kind: capture, squares: []rules.Square{touched.sq}}
	if touched.own {
		d.kind = moveIt
	}
	for _, m := range t.legalMoves() {
		if touched.own && (m.From() == touched.sq || t.rookOnly(m, touched.sq)) && !slices.Contains(barred, m) ||
			!touched.own && t.pos.Captured(m) == touched.sq {
			d.allowed = append(d.allowed, m)
		}
	}
	if d.allowed == nil {
		return nil
	}
	return d
}
