package article4

import (
	"slices"

	"touchmove/rules"
)

// obligationOf evaluates a turn: what was released takes precedence over what was touched.
func (e *edition) obligationOf(t *turn, r *reading, o *Options) obligation {
	out := e.touched(t, r)
	switch {
	case t.bound != nil:
		out.duty, out.forced = t.bound, t.sides.forced
		for _, f := range t.sides.forbidden {
			if !slices.Contains(out.forbidden, f) {
				out.forbidden = append(out.forbidden, f)
			}
		}
	default:
		if d := e.released(t, e.binding(t, r), o); d != nil {
			out.duty = d
		}
	}
	return out
}

// touched evaluates the touches only.
func (e *edition) touched(t *turn, r *reading) obligation {
	if len(r.touches) == 0 {
		return obligation{}
	}
	if e.firstTouchOnly {
		return obligation{duty: t.firstUsable(r.touches, nil)}
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

// pair finds the player's own and the opponent's touched piece that belong together. Until 2014 the
// text speaks of one piece of each colour: they are the only two touched, or the first two. From
// 2017 they are the first of each colour.
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
