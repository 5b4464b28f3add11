package decoder

import (
	"time"

	"touchmove/rules"
)

// KeepReasons makes the decoder store, with each published move, why it was published. Call it
// before the first reading.
func (d *Decoder) KeepReasons() {
	if d.out.log == nil {
		d.out.log = new(log)
	}
}

// reason explains the move l of a hypothesis.
func (d *Decoder) reason(s *hypothesis, l *link, sign Sign) *Reason {
	if d.out.log == nil {
		return nil
	}
	r := &Reason{
		Sign: sign, Lifted: l.lifted, Landed: l.landed,
		Silent:  l.traits&silent != 0,
		Blind:   l.traits&blind != 0,
		Guessed: l.traits&promotion != 0 && !d.isPromotionNamed(l),
		Open:    s.mismatch &^ s.pending,
	}
	if sign == Quiet {
		r.Wait = d.now - d.lastChange(l)
	}
	since := time.Duration(0)
	set := rules.SquaresOf(l.move.From(), l.move.To())
	if l.prev != nil {
		since = min(l.prev.landed, l.lifted) - d.times[earlyBefore]
		if l.traits&castling != 0 {
			a, b := l.prev.pos.CastlingTargets(l.move)
			set = set.With(a).With(b)
		}
		if l.traits&passant != 0 {
			set = set.With(rules.SquareAt(l.move.To().File(), l.move.From().Rank()))
		}
	}
	r.Readings = d.out.log.of(set, since)
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
