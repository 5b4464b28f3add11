package decoder

import (
	"slices"

	"touchmove/reconcile/asking"
	"touchmove/rules"
)

// Explains reports whether m is possible at this ply, after the same moves as in the published or likeliest
// line, as a move made while or soon after a chip was silent. Then Choose takes it, even if no question
// names it: more moves may be possible than a question can hold.
func (d *Decoder) Explains(ply int, m rules.Move) bool {
	l := d.pub.tail.at(ply)
	if l == nil {
		l = d.beam[0].tail.at(ply)
	}
	if d.phase == settingUp || ply <= d.root.ply || l == nil {
		return false
	}
	found, all := d.candidates(l)
	for _, c := range found {
		all += c.mass
	}
	held := slices.ContainsFunc(found, func(c candidate) bool {
		return c.link.move == m && c.link.traits&unlit != 0 && c.mass >= asking.Unlikely*all
	})
	if along := d.along(l.prev, nil); !held && along != nil {
		return len(routes(d, l.prev, m, along)) > 0
	}
	return held
}

// Unchoose makes a move that Choose or Impose has made certain as sure as it was before. It returns
// false, and changes nothing, if the move of this ply is not certain by a person's word. The
// hypotheses without it stay dropped.
func (d *Decoder) Unchoose(ply int, sure float64) bool {
	l := d.pub.tail.at(ply)
	if l == nil || l.traits&forced == 0 {
		return false
	}
	l.traits &^= forced
	if v := &d.pub.verdicts[ply%window]; v.link == l {
		v.sure = sure
	}
	return true
}
