package decoder

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Sign is what showed that a move had come to its end, so that it could be
// told.
type Sign uint8

// NoSign says that a move is not over yet.
const (
	NoSign    Sign = iota
	Replied        // a later move stands on the board
	Pressed        // its player pressed the clock
	Touched        // the opponent took a piece of their own into the hand
	Quiet          // its squares have been still for long enough
	Commanded      // a person said so
	Settled        // the recording or the game ended
)

// Reason is why a move was told as it was. It is kept only after KeepReasons.
type Reason struct {
	Sign     Sign
	Wait     time.Duration // Quiet: how long the squares had to be still
	Lifted   time.Duration // when the piece left its square, as the hypothesis has it
	Landed   time.Duration // when the last piece of the move landed
	Silent   bool          // a capture whose square never read empty
	Blind    bool          // one end is on a sensor that is not trusted or gave no reading
	Guessed  bool          // a promotion whose piece nobody named
	Cost     float64       // what the hypothesis paid for the move
	Readings []Reading     // of the squares of the move, since the last move landed
	Rivals   []Rival       // what else was thought possible, likeliest first
	Open     rules.Squares // squares that the hypothesis could not explain then
}

// Reading is one change of one square.
type Reading struct {
	At     time.Duration
	Square rules.Square
	Is     sensors.State
}

// Rival is another explanation of the same readings.
type Rival struct {
	Move   rules.Move    // its move at this ply; NoMove when it has none yet
	Behind float64       // by how much it was dearer: one is a factor of e
	Open   rules.Squares // squares that it could not explain
}

const (
	rivalsMost   = 4
	readingsKept = 256
)

// log keeps the latest readings for explaining.
type log struct {
	ring [readingsKept]Reading
	n    int
}

func (l *log) add(r Reading) {
	l.ring[l.n%readingsKept] = r
	l.n++
}

// of returns the readings of the squares in set since a time, oldest first.
func (l *log) of(set rules.Squares, since time.Duration) (found []Reading) {
	for i := max(0, l.n-readingsKept); i < l.n; i++ {
		if r := l.ring[i%readingsKept]; r.At >= since && set.Has(r.Square) {
			found = append(found, r)
		}
	}
	return found
}

// KeepReasons makes the decoder keep, with each move told, why it was told. It is
// to be called before the first reading.
func (d *Decoder) KeepReasons() {
	if d.log == nil {
		d.log = new(log)
	}
}

// reason explains the move l of a hypothesis.
func (d *Decoder) reason(s *hypothesis, l *link, sign Sign) *Reason {
	if d.log == nil {
		return nil
	}
	r := &Reason{
		Sign: sign, Lifted: l.lifted, Landed: l.landed, Cost: l.price,
		Silent:  l.traits&silent != 0,
		Blind:   l.traits&blind != 0,
		Guessed: l.traits&promotion != 0 && !d.isPromotionNamed(l),
		Open:    s.mismatch &^ s.pending,
	}
	if sign == Quiet {
		r.Wait = d.wait(s, l)
	}
	since := time.Duration(0)
	set := rules.SquaresOf(l.move.From(), l.move.To())
	if l.prev != nil {
		since = min(l.prev.landed, l.lifted) - earlyBefore
		if l.traits&castling != 0 {
			a, b := l.prev.pos.CastlingTargets(l.move)
			set = set.With(a).With(b)
		}
		if l.traits&passant != 0 {
			set = set.With(rules.SquareAt(l.move.To().File(), l.move.From().Rank()))
		}
	}
	r.Readings = d.log.of(set, since)
	r.Rivals = d.rivals(s, l)
	return r
}

// rivals lists the best hypotheses that have another move, or none, where s has l.
func (d *Decoder) rivals(s *hypothesis, l *link) (rivals []Rival) {
	seen := map[rules.Move]bool{l.move: true}
	for _, o := range d.beam {
		m := rules.NoMove
		if on := o.tail.at(l.ply); on != nil {
			m = on.move
		}
		if seen[m] {
			continue
		}
		seen[m] = true
		rivals = append(rivals, Rival{Move: m, Behind: o.total - s.total, Open: o.mismatch &^ o.pending})
		if len(rivals) == rivalsMost {
			break
		}
	}
	return rivals
}
