package physics

import (
	"cmp"
	"slices"

	"touchmove/rules"
	"touchmove/sensors"
)

// Change is a change of what a sensor reports, from a time on.
type Change struct {
	At int64 // in microseconds
	Is sensors.State
}

// The movement of pieces is followed in steps of a millisecond, or shorter if a
// piece moves more than 1.5 mm in that time, because the field changes sign within
// a few millimetres.
const (
	longest  = 1000               // in microseconds
	shortest = 100                // in microseconds
	stride   = 3 * Millimetre / 2 // in micrometres
)

// reach is the largest distance at which a sensor feels anything of a piece, in
// tenths of a square. Two squares away, the field is a few thousandths of that
// below the piece.
const reach = 21

// high is the height above the board from which a piece is not felt, in
// micrometres.
const high = 150 * Millimetre

// Sense computes what every sensor reports while pieces move: its state at time 0
// and every change of it, in order. White stands for the pole to which a unipolar
// switch responds. With poles, White's magnets have that pole down and Black's the
// other one; without, all magnets have that pole down. Sensors that do not
// distinguish the poles report White for both. draw supplies the random numbers for
// parts and magnets; it returns a number from 0 to n-1.
func (b *Board) Sense(pieces []Piece, poles bool, draw func(n int64) int64) (out [64][]Change) {
	c := chance(draw)
	w := &world{board: b, fields: b.of(), pieces: pieces}
	w.parts = b.parts(c, w.fields)
	w.magnets = make([]magnetised, len(pieces))
	for i, m := range pieces {
		strength := 1000 + c.upTo(b.Weaker)
		if poles && m.Color == rules.Black {
			strength = -strength
		}
		w.magnets[i] = magnetised{strength: strength, x: c.upTo(b.OffSeat), y: c.upTo(b.OffSeat)}
	}
	w.run()
	return w.out
}

// magnetised is the magnet of one piece, and what each sensor now feels of it.
type magnetised struct {
	strength, x, y int64
	share          [64]int64
	felt           rules.Squares
}

// stretch is the movement of a piece from one key to the next.
type stretch struct {
	piece, key int
	from, to   int64
}

type world struct {
	board   *Board
	fields  *fields
	parts   [64]part
	pieces  []Piece
	magnets []magnetised
	field   [64]int64
	state   [64]sensors.State
	looked  [64]int64 // number of the last measurement of a sensor that measures periodically
	out     [64][]Change
}

// run follows all movements in order of time.
func (w *world) run() {
	for s := range w.out {
		w.state[s] = sensors.Empty
		w.out[s] = []Change{{0, sensors.Empty}}
	}
	list := w.stretches()
	var active []stretch
	var changed rules.Squares // of sensors that measure periodically, since their last measurement
	var last int64
	for t := int64(0); len(list) > 0 || len(active) > 0; t += w.step(active) {
		if len(active) == 0 {
			changed = w.rest(t, list[0].from, changed)
			t = list[0].from
		}
		for len(list) > 0 && list[0].from <= t {
			active, list = append(active, list[0]), list[1:]
		}
		var touched rules.Squares
		for _, a := range active {
			touched |= w.move(a, t)
		}
		active = slices.DeleteFunc(active, func(a stretch) bool { return a.to <= t })
		w.look(t, touched)
		changed |= touched
		last = t
	}
	w.rest(last, 1<<61, changed)
}

// step returns the time until the fields must be computed again.
func (w *world) step(active []stretch) int64 {
	step := int64(longest)
	for _, a := range active {
		if a.key == 0 || a.to <= a.from {
			continue
		}
		p, q := w.pieces[a.piece].Keys[a.key-1].Pose.At, w.pieces[a.piece].Keys[a.key].Pose.At
		if way := max(abs(p.X-q.X), abs(p.Y-q.Y), abs(p.Z-q.Z)); way > 0 {
			step = min(step, (a.to-a.from)*stride/way)
		}
	}
	return max(step, shortest)
}

// stretches lists all movements by their beginnings. A piece that appears or is
// taken away moves in an instant.
func (w *world) stretches() (list []stretch) {
	for i, m := range w.pieces {
		for k := range m.Keys {
			switch {
			case k == 0:
				list = append(list, stretch{i, 0, m.Keys[0].At, m.Keys[0].At})
			case m.Keys[k].Pose != m.Keys[k-1].Pose || m.Gone && k == len(m.Keys)-1:
				list = append(list, stretch{i, k, m.Keys[k-1].At, m.Keys[k].At})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b stretch) int { return cmp.Compare(a.from, b.from) })
	return list
}

// move moves a piece up to time t, and returns the squares whose sensors feel a
// difference.
func (w *world) move(a stretch, t int64) (touched rules.Squares) {
	m := w.pieces[a.piece]
	pose := m.Keys[a.key].Pose
	if t < a.to {
		pose = between(m.Keys[a.key-1], m.Keys[a.key], t)
	}
	magnet := &w.magnets[a.piece]
	touched = magnet.felt
	var now rules.Squares
	gone := m.Gone && a.key == len(m.Keys)-1 && t >= a.to
	if !gone && pose.At.Z < high {
		now = w.near(pose.At)
	}
	pose.At.X += magnet.x
	pose.At.Y += magnet.y
	for s := range (touched | now).All() {
		var share int64
		if now.Has(s) {
			share = w.fields.felt(w.board, w.parts[s], m.Kind, magnet.strength, pose)
		}
		w.field[s] += share - magnet.share[s]
		magnet.share[s] = share
	}
	magnet.felt = now
	return touched | now
}

// near returns the squares within reach of a place.
func (w *world) near(p Point) (set rules.Squares) {
	size := w.board.Square
	far := reach * size / 10
	for rank := max(0, (p.Y-far+size-1)/size); rank <= min(7, (p.Y+far)/size); rank++ {
		for file := max(0, (p.X-far+size-1)/size); file <= min(7, (p.X+far)/size); file++ {
			set = set.With(rules.SquareAt(int(file), int(rank)))
		}
	}
	return set
}

// between returns where a piece is on its way from one key to the next.
func between(a, b Key, t int64) Pose {
	all := b.At - a.At
	if all <= 0 {
		return b.Pose
	}
	part := t - a.At
	mix := func(p, q int64) int64 { return p + (q-p)*part/all }
	pose := Pose{At: Point{mix(a.Pose.At.X, b.Pose.At.X), mix(a.Pose.At.Y, b.Pose.At.Y), mix(a.Pose.At.Z, b.Pose.At.Z)}, Axis: a.Axis}
	if a.Axis != b.Axis {
		axis := Point{mix(a.Axis.X, b.Axis.X), mix(a.Axis.Y, b.Axis.Y), mix(a.Axis.Z, b.Axis.Z)}
		if length := root(axis.X*axis.X + axis.Y*axis.Y + axis.Z*axis.Z); length > 0 {
			pose.Axis = Point{axis.X * one / length, axis.Y * one / length, axis.Z * one / length}
		}
	}
	return pose
}

// look lets the sensors of squares respond to what they feel.
func (w *world) look(t int64, squares rules.Squares) {
	for s := range squares.All() {
		at := t
		if every := w.board.Kind.Every; every > 0 && t > 0 {
			n := (t - w.parts[s].phase) / every
			if t < w.parts[s].phase || n == w.looked[s] {
				continue
			}
			w.looked[s], at = n, w.parts[s].phase+n*every
		}
		w.answer(at, s)
	}
}

// rest lets sensors that measure periodically make their next measurement of pieces
// at rest, if it comes before a time. It returns the squares of the other sensors.
func (w *world) rest(now, before int64, squares rules.Squares) (later rules.Squares) {
	every := w.board.Kind.Every
	if every == 0 {
		return 0
	}
	for s := range squares.All() {
		n := int64(0)
		if phase := w.parts[s].phase; now >= phase {
			n = (now-phase)/every + 1
		}
		if at := w.parts[s].phase + n*every; at < before {
			w.looked[s] = n
			w.answer(at, s)
		} else {
			later = later.With(s)
		}
	}
	return later
}

func (w *world) answer(at int64, s rules.Square) {
	p := &w.parts[s]
	is := p.answer(w.board, w.field[s], w.state[s])
	if is == w.state[s] {
		return
	}
	w.state[s] = is
	list := w.out[s]
	if list[len(list)-1].At >= at {
		list[len(list)-1].Is = is
	} else {
		list = append(list, Change{at, is})
	}
	w.out[s] = list
}

// answer returns what a sensor reports in a field, given what it reported before.
func (p *part) answer(b *Board, field int64, was sensors.State) sensors.State {
	if b.Kind.Response == Linear {
		n := b.counts(*p, field)
		switch {
		case n >= p.enter || was == sensors.White && n >= p.leave:
			return sensors.White
		case n <= -p.enter || was == sensors.Black && n <= -p.leave:
			return sensors.Black
		}
		return sensors.Empty
	}
	if b.Kind.Response == Omnipolar {
		field = abs(field)
	}
	if field >= p.operate || was == sensors.White && field > p.release {
		return sensors.White
	}
	return sensors.Empty
}
