package explain

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// between returns the readings from one time to another, both included.
func (w *words) between(from, to time.Duration) []decoder.Reading {
	i, _ := slices.BinarySearchFunc(w.readings, from, func(r decoder.Reading, at time.Duration) int {
		if r.At < at {
			return -1
		}
		return 1
	})
	j := i
	for j < len(w.readings) && w.readings[j].At <= to {
		j++
	}
	return w.readings[i:j]
}

// evidence returns the readings on which a statement rests: those of its squares, and all others
// from the lift of its piece until it was published.
func (w *words) evidence(t statement) []decoder.Reading {
	list := slices.Clone(t.reason.Readings)
	for _, r := range w.between(t.reason.Lifted, t.at) {
		if !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b decoder.Reading) int { return cmp.Compare(a.At, b.At) })
	return list
}

// table writes readings, with a bouncing contact in one line, and the role of each square in the
// move or in the game.
func (w *words) table(indent string, list []decoder.Reading, t statement) {
	type row struct {
		decoder.Reading
		first   sensors.State
		changes int
		last    time.Duration
	}
	own := moveSquares(t.position, t.move.Move)
	crowd := map[time.Duration]int{} // other squares that changed in the same reading
	for _, r := range list {
		if !slices.Contains(own, r.Square) {
			crowd[r.At]++
		}
	}
	var rows []row
	latest := map[rules.Square]int{}
	for _, r := range list {
		if n := crowd[r.At]; n > atOnceMost && !slices.Contains(own, r.Square) {
			if len(rows) == 0 || rows[len(rows)-1].Square != rules.NoSquare || rows[len(rows)-1].At != r.At {
				rows = append(rows, row{Reading: decoder.Reading{At: r.At, Square: rules.NoSquare, Is: r.Is}, changes: n})
			}
			continue
		}
		if i, ok := latest[r.Square]; ok && r.At-rows[i].last <= bounceGap {
			rows[i].changes, rows[i].last, rows[i].Is = rows[i].changes+1, r.At, r.Is
			continue
		}
		latest[r.Square] = len(rows)
		rows = append(rows, row{r, r.Is, 1, r.At})
	}
	if len(rows) == 0 {
		w.line("%snothing", indent)
	}
	for i, r := range rows {
		if i == readingsShown/2 && len(rows) > readingsShown {
			w.line("%s... %d more", indent, len(rows)-readingsShown)
		}
		if i >= readingsShown/2 && i < len(rows)-readingsShown/2 {
			continue
		}
		if r.Square == rules.NoSquare {
			what := "changed"
			if r.Is == sensors.Unknown {
				what = "stopped giving readings"
			}
			w.line("%s%s  %d other squares %s, all at once", indent, clock(r.At), r.changes, what)
			continue
		}
		is := r.Is.String()
		switch {
		case r.changes == 2:
			is = fmt.Sprintf("%s, and %s again %s later", r.first, r.Is, seconds(r.last-r.At))
		case r.changes > 2:
			is += fmt.Sprintf(" (%d changes in %s)", r.changes, seconds(r.last-r.At))
		}
		if role := w.role(t, r.Square, r.At); role != "" {
			is += ": " + role
		}
		w.line("%s%s  %s %s", indent, clock(r.At), r.Square, is)
	}
}

// role returns the role of a square in a move, or the piece that stands there in the game at that
// time.
func (w *words) role(t statement, sq rules.Square, when time.Duration) string {
	m, p := t.move.Move, t.position
	at, victim := captured(p, m)
	switch {
	case sq == at && victim != rules.NoPiece:
		return "where " + the(victim) + " was taken"
	case sq == m.From() || m.IsCastling() && sq == m.To():
		return "where " + the(p.At(sq)) + " stood"
	case sq == m.To():
		return "where the " + p.At(m.From()).Kind().String() + " went"
	}
	if m.IsCastling() {
		switch king, rook := p.CastlingTargets(m); sq {
		case king:
			return "where the king went"
		case rook:
			return "where the rook went"
		}
	}
	if when > t.move.Released {
		p = t.move.After
		for _, later := range w.Explainer.game.Games()[t.game-1].Moves {
			if later.Released > t.move.Released && later.Released < when {
				p = later.After
			}
		}
	}
	if p.At(sq) == rules.NoPiece {
		return ""
	}
	return the(p.At(sq))
}
