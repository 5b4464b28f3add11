package sim

import (
	"fmt"
	"slices"

	"touchmove/rules"
)

// validate replays the touches and checks the board whenever a hand lets go and no
// other motion is in progress: the board must show the position of the truth,
// pieces and colours. It returns the number of checks. An error is a mistake of the
// simulation, never of the game.
func (p *Performance) validate() (checked int, err error) {
	var b physical
	i := 0
	times := make([]int64, 0, len(p.marks))
	for _, m := range p.marks {
		times = append(times, m.done)
	}
	slices.Sort(times)
	for _, t := range times {
		for ; i < len(p.touches) && p.touches[i].at <= t; i++ {
			if err := b.apply(p.touches[i]); err != nil {
				return checked, err
			}
		}
		pos, sure := p.shows(t)
		if !sure {
			continue
		}
		if wrong := b.differs(pos); len(wrong) > 0 {
			return checked, fmt.Errorf("sim: at %d us the board differs from %s on %v", t, pos.FEN(), wrong)
		}
		checked++
	}
	return checked, nil
}

// shows returns the position on the board at a time. sure is false while a motion
// is in progress, or while the board shows no position.
func (p *Performance) shows(t int64) (pos rules.Position, sure bool) {
	for _, m := range p.marks {
		if m.start <= t && t < m.contact {
			return pos, false
		}
		if m.contact <= t {
			pos, sure = m.pos, m.valid
		}
	}
	return pos, sure
}
