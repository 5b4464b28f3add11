package main

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// stuck is a sensor that always reads the same: no piece, or one, of this colour.
type stuck struct {
	sq   rules.Square
	full bool
	as   rules.Color
}

// read returns what a board with this broken sensor reads; nil is a board without one.
func (s *stuck) read(b *board, sensing sensors.Sensing) sensors.Scan {
	scan := b.feel(sensing)
	switch {
	case s == nil:
	case !s.full:
		scan[s.sq] = sensors.Empty
	case sensing == sensors.Occupancy:
		scan[s.sq] = sensors.Occupied
	case s.as == rules.White:
		scan[s.sq] = sensors.White
	default:
		scan[s.sq] = sensors.Black
	}
	return scan
}

// feel returns what sensors read of a board.
func (b *board) feel(sensing sensors.Sensing) sensors.Scan {
	var scan sensors.Scan
	for sq, m := range b {
		switch {
		case m == nil:
			scan[sq] = sensors.Empty
		case sensing == sensors.Occupancy:
			scan[sq] = sensors.Occupied
		case m.piece.Color() == rules.White:
			scan[sq] = sensors.White
		default:
			scan[sq] = sensors.Black
		}
	}
	return scan
}

// records returns what a board and a clock report of the acts, with an end after a
// time.
func records(p rules.Position, acts []act, sensing sensors.Sensing, rest time.Duration, broken *stuck) []trace.Record {
	b := setUp(p)
	now := broken.read(&b, sensing)
	out := []trace.Record{{What: trace.Scan{Board: now}}}
	for i, a := range acts {
		b.carryOut(a)
		if i+1 == len(acts) || acts[i+1].at > a.at {
			is := broken.read(&b, sensing)
			for sq := range is {
				if is[sq] != now[sq] {
					out = append(out, trace.Record{At: a.at, What: trace.Change{Square: rules.Square(sq), Is: is[sq]}})
				}
			}
			now = is
		}
		if w := a.command(); w != nil {
			out = append(out, trace.Record{At: a.at, What: w})
		}
	}
	last := time.Duration(0)
	if len(acts) > 0 {
		last = acts[len(acts)-1].at
	}
	return append(out, trace.Record{At: last + rest, What: trace.Scan{Board: now}})
}

// command returns the record of an act that sensors do not detect.
func (a act) command() trace.What {
	switch a.do {
	case adjusts:
		return trace.Command{Do: trace.DoAdjust, By: a.by.String()}
	case feels:
		return trace.Command{Do: trace.DoTouch, By: a.by.String(), Square: a.sq.String()}
	case attributes:
		return trace.Command{Do: trace.DoAttribute, Square: a.sq.String(), To: a.by.String()}
	case names:
		return trace.Command{Do: trace.DoPromote, By: a.by.String(), Piece: word(a.kind)}
	case presses:
		return trace.Press{By: a.by}
	case claims:
		return trace.Command{Do: trace.DoClaim, By: a.by.String(), What: a.what}
	}
	return nil
}
