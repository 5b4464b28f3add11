package decoder

import (
	"fmt"
	"strings"
)

// Dump writes the best n stories in words.
func (d *Decoder) Dump(n int) string {
	var b strings.Builder
	for i, s := range d.beam {
		if i >= n {
			break
		}
		if i == 0 {
			fmt.Fprintf(&b, "phase %d told %d now %v unrest %v kingsUp %v\n", d.phase, d.pub.tail.ply, d.now, d.unrest(), d.kingsUp())
		}
		fmt.Fprintf(&b, "  %.2f paid %.2f ply %d dis %v distrust %v:", s.total, s.paid, s.tail.ply, s.dis, s.distrust)
		var ms []string
		for l := s.tail; l != nil && len(ms) < 6; l = l.prev {
			ms = append(ms, fmt.Sprintf("%v(%.1f,%x)", l.move, l.price, l.traits))
		}
		fmt.Fprintln(&b, strings.Join(ms, " "))
	}
	return b.String()
}

// Rank finds the best story that holds the n given moves and says how far its
// cost is behind the best; -1 when none does.
func (d *Decoder) Rank(moves []string) (rank int, behind float64) {
	for i, s := range d.beam {
		l := s.tail.at(len(moves) + d.rootPly)
		if l == nil {
			continue
		}
		ok := true
		for n := len(moves) - 1; n >= 0 && ok; n-- {
			ok = l.move.UCI(l.pos.Variant()) == moves[n]
			l = l.prev
		}
		if ok {
			return i, s.total - d.beam[0].total
		}
	}
	return -1, 0
}
