package doctor

import (
	"fmt"
	"slices"
	"touchmove/sensors/wiring"
)

// behind looks at the chips behind the switches of the configuration. To reach them it
// must set the switch, which would disturb a running daemon; it sets it back
// afterwards.
func (e *examination) behind(r *report, b Bus, n int, found []answer) {
	var muxes []uint16
	for _, p := range e.wanted.chips {
		if p.bus == n && p.mux != 0 && !slices.Contains(muxes, p.mux) {
			muxes = append(muxes, p.mux)
		}
	}
	for _, mux := range muxes {
		there := slices.ContainsFunc(found, func(a answer) bool { return a.addr == mux && slices.Contains(a.kinds, wiring.SwitchDriver) })
		switch {
		case !there:
		case e.busy.uses(n):
			r.note(fmt.Sprintf("bus %d: the chips behind the switch 0x%02x are not examined while touchmove runs", n, mux))
		default:
			e.ports(r, b, n, mux)
		}
	}
}

func (e *examination) ports(r *report, b Bus, n int, mux uint16) {
	before := make([]byte, 1)
	if err := b.Tx(mux, nil, before); err != nil {
		r.warn(fmt.Sprintf("bus %d: the switch 0x%02x answers only now and then: %v", n, mux, err), "check its plug and its supply")
		return
	}
	answered, expected := 0, 0
	for _, p := range e.wanted.chips {
		if p.bus != n || p.mux != mux {
			continue
		}
		expected++
		where := fmt.Sprintf(", port %d of the switch 0x%02x,", p.port, mux)
		began := e.Since()
		err := b.Tx(mux, []byte{1 << p.port}, nil)
		if err == nil {
			err = b.Tx(p.addr, nil, make([]byte, 1))
		}
		switch {
		case err == nil:
			answered++
			e.other(r, p, answer{addr: p.addr, kinds: identify(b, p.addr)})
		case e.Since()-began >= slow:
			r.add(Finding{
				Level: Fault, What: fmt.Sprintf("board %s: port %d of the switch 0x%02x on bus %d is held down", p.board, p.port, mux, n),
				Remedy: "unplug the chips of this port one by one until it is free", Squares: squareNames(p.squares),
			})
		default:
			e.silent(r, p, where)
		}
	}
	if err := b.Tx(mux, before, nil); err != nil {
		r.warn(fmt.Sprintf("bus %d: the switch 0x%02x cannot be set back: %v", n, mux, err), "check its plug and its supply")
	}
	if answered > 0 {
		r.ok(fmt.Sprintf("%d of %d chips behind the switch 0x%02x on bus %d answer", answered, expected, mux, n))
	}
}
