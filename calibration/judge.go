package calibration

import (
	"math"
	"slices"

	"touchmove/rules"
	"touchmove/sensors"
)

// grade sets the measurements of a square, its levels and its grade.
func (f *field) grade(q *Square, sq rules.Square) {
	q.Zero = int32(math.Round(f.zero[sq]))
	q.Noise = round(f.noise[sq], 2)
	q.White, q.Black = whole(median(f.white[sq])), whole(median(f.black[sq]))
	q.Near = slices.Clone(f.near[sq])
	if len(f.white[sq]) == 0 && len(f.black[sq]) == 0 {
		q.Grade, q.Cause = Untried, ""
		return
	}
	if f.gradeInsensitive(q, sq) {
		return
	}
	f.levels(q, sq)
	wandered, far := f.drift(q, sq), f.far(sq)
	q.Margin = round(min(f.margin(q, sq), 999), 1)
	from, part := f.strongest(sq)
	blame := func(g Grade, c Cause, share float64) {
		q.Grade = max(q.Grade, g)
		if q.Cause == "" {
			q.Cause, q.Share = c, round(share, 3)
		}
	}
	switch {
	case q.Margin < Needed:
		q.Grade = max(q.Grade, Bad)
	case q.Margin < Wanted:
		q.Grade = max(q.Grade, Weak)
	}
	strength := f.strength(sq)
	switch {
	case far > 0.05:
		blame(Bad, Chatters, far)
	case far > 0.005:
		blame(Weak, Chatters, far)
	case strength < 0.2*f.usual:
		blame(Bad, Faint, strength/f.usual)
	case strength < faintPart*f.usual:
		blame(Weak, Faint, strength/f.usual)
	case q.Grade == Good:
	case f.noise[sq] > 3*f.quiet:
		blame(Weak, Noisy, f.noise[sq]/f.quiet)
	case part > 0.08:
		blame(Weak, Crosstalk, part)
	case wandered:
		blame(Weak, Drifts, 0)
	default:
		blame(Weak, ThinMargin, 0)
	}
	if q.Cause == "" && part > 0.1 && part > 2*f.second(sq, from) {
		blame(Weak, Crosstalk, part)
	}
	if q.Cause == "" && wandered {
		blame(Weak, Drifts, 0)
	}
	if q.Cause == "" && f.isUpsideDown(sq) {
		q.Cause = UpsideDown
	}
	if q.Cause == Crosstalk {
		q.From = from
	}
}

// gradeInsensitive grades a sensor that feels nothing, or only one pole. It returns false if neither is
// the case.
func (f *field) gradeInsensitive(q *Square, sq rules.Square) bool {
	came := len(f.white[sq]) + len(f.black[sq])
	for i := range f.captures {
		if k := &f.captures[i]; k.shown[sq].Full() {
			came = max(came, k.read[sq].Came)
		}
	}
	least := max(deafPart*f.usual, 6*uncertain(f.noise[sq], came))
	white, black := math.Abs(median(f.white[sq])), math.Abs(median(f.black[sq]))
	q.Grade = max(q.Grade, Bad)
	switch {
	case f.usual <= 6*f.quiet, white < least && black < least:
		switch off := f.off(sq); {
		case off > 2*f.usual && f.usual > 6*f.quiet:
			q.Cause = NoOutput
		case off > f.usual/2 && f.usual > 6*f.quiet:
			q.Cause = StuckOn
		default:
			q.Cause = StuckOff
		}
		return true
	case f.m.Sensing == sensors.Occupancy:
	case len(f.white[sq]) == 0 || len(f.black[sq]) == 0:
	case min(white, black) < least, median(f.white[sq]) > 0 == (median(f.black[sq]) > 0):
		// A sensor that always reads a piece still feels the other pole.
		if q.Cause = OnePole; f.off(sq) > f.usual/2 {
			q.Cause = StuckOn
		}
		return true
	}
	q.Grade = Good
	if q.Cause == DropsOut {
		q.Grade = Weak
		if q.Share > 0.2 {
			q.Grade = Bad
		}
	}
	return false
}

// off returns how far a sensor's zero is from that of the others.
func (f *field) off(sq rules.Square) float64 {
	var zeros []float64
	for other := range f.tried.All() {
		zeros = append(zeros, f.zero[other])
	}
	return math.Abs(f.zero[sq] - median(zeros))
}

// levels puts the two levels of each pole between zero and the weakest piece measured. If a
// colour never stood on the square, its levels mirror those of the other colour.
func (f *field) levels(q *Square, sq rules.Square) {
	white, black := f.white[sq], f.black[sq]
	if f.m.Sensing == sensors.Occupancy {
		var above, below []float64
		for _, v := range white {
			if v >= 0 {
				above = append(above, v)
			} else {
				below = append(below, v)
			}
		}
		if white, black = above, below; len(above) == 0 {
			white, black = below, nil
		}
	}
	q.AtW, q.AtB = between(white), between(black)
	if f.m.Sensing == sensors.Polarity {
		switch {
		case len(white) == 0:
			q.AtW = Threshold{-q.AtB.Enter, -q.AtB.Leave}
		case len(black) == 0:
			q.AtB = Threshold{-q.AtW.Enter, -q.AtW.Leave}
		}
	}
}

// between puts two levels between zero and the change by pieces of one pole.
func between(pieces []float64) Threshold {
	if len(pieces) == 0 {
		return Threshold{}
	}
	weakest := pieces[0]
	for _, v := range pieces[1:] {
		if math.Abs(v) < math.Abs(weakest) {
			weakest = v
		}
	}
	if m := median(pieces); (m > 0) != (weakest > 0) || math.Abs(weakest) < math.Abs(m)/2 {
		weakest = m / 2 // the weakest piece was not quite on its square
	}
	t := Threshold{whole(enterPart * weakest), whole(leavePart * weakest)}
	if t.Enter == t.Leave { // there are too few counts for two levels
		if t.Enter += sign(t.Enter); t.Leave == 0 {
			t.Leave = sign(t.Enter)
			t.Enter = 2 * t.Leave
		}
	}
	return t
}

func sign(v int32) int32 {
	if v < 0 {
		return -1
	}
	return 1
}

// margin returns the distance, in standard deviations, between what a square reads and the
// level that it must not cross, whichever is nearer: for a piece that is Enter, since its
// strength varies from placing to placing; for the empty square it is Leave, since there is
// noise and remaining crosstalk.
func (f *field) margin(q *Square, sq rules.Square) float64 {
	rest := 0.0
	n := 0
	for i := range f.captures {
		if k := &f.captures[i]; k.read[sq].Came > 0 && k.shown[sq] == sensors.Empty {
			from := f.own[i][sq]
			rest, n = rest+from*from, n+1
		}
	}
	empty := math.Hypot(f.noise[sq], math.Sqrt(rest/float64(max(n, 1))))
	least := math.Inf(1)
	look := func(pieces []float64, t Threshold) {
		if len(pieces) == 0 || t == (Threshold{}) {
			return
		}
		level := math.Abs(median(pieces))
		full := math.Hypot(empty, f.placed*level)
		least = min(least, (level-math.Abs(float64(t.Enter)))/full, math.Abs(float64(t.Leave))/empty)
	}
	if f.m.Sensing == sensors.Occupancy && q.AtB != (Threshold{}) {
		for _, v := range f.white[sq] {
			t := q.AtW
			if (v > 0) != (t.Enter > 0) {
				t = q.AtB
			}
			look([]float64{v}, t)
		}
		return least
	}
	look(f.white[sq], q.AtW)
	look(f.black[sq], q.AtB)
	return least
}

// drift sets the drift of a zero, and reports whether it is too much. Captures of a single
// piece are short and many; all count the same.
func (f *field) drift(q *Square, sq rules.Square) (wandered bool) {
	var at, zero []float64
	for i := range f.captures {
		if k := &f.captures[i]; k.read[sq].Came > 0 && k.shown[sq] == sensors.Empty {
			at, zero = append(at, k.mid), append(zero, f.own[i][sq])
		}
	}
	if len(at) < 3 {
		return false
	}
	hourly := slope(at, zero)
	over := math.Abs(hourly) * (slices.Max(at) - slices.Min(at))
	if over < f.noise[sq] {
		return false // too little to be measured
	}
	q.Drift = round(hourly, 1)
	return over > max(6*f.noise[sq], 0.1*f.usual)
}

// far returns the share of a sensor's readings that were far from the others while the
// board was at rest.
func (f *field) far(sq rules.Square) float64 {
	var far, came [2]int // without a piece, and with one
	for i := range f.captures {
		k := &f.captures[i]
		if k.one {
			continue // a hand may be near
		}
		full := 0
		if k.shown[sq].Full() {
			full = 1
		}
		far[full], came[full] = far[full]+k.read[sq].Far, came[full]+k.read[sq].Came
	}
	return max(float64(far[0])/float64(max(came[0], 1)), float64(far[1])/float64(max(came[1], 1)))
}

// strongest returns the neighbour whose piece a sensor feels most, as a part of what it
// feels of a piece on its own square.
func (f *field) strongest(sq rules.Square) (from rules.Square, part float64) {
	from = rules.NoSquare
	for _, n := range f.near[sq] {
		if p := f.partOf(sq, n); p > part {
			from, part = n.Square, p
		}
	}
	return from, part
}

// partOf returns the part of a neighbour's piece that is felt, for two pieces that are
// equally strong: if the neighbour's sensor is lifted, its piece only seems weak.
func (f *field) partOf(sq rules.Square, n Near) float64 {
	return math.Abs(n.Part) * f.gain[n.Square] / f.gain[sq]
}

// second returns the largest part felt of any other neighbour.
func (f *field) second(sq, but rules.Square) float64 {
	second := 0.0
	for _, n := range f.near[sq] {
		if n.Square != but {
			second = max(second, f.partOf(sq, n))
		}
	}
	return second
}

func whole(v float64) int32 { return int32(math.Round(v)) }
