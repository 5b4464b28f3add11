package doctor

import (
	"errors"
	"fmt"
	"io/fs"

	"touchmove/configs"
	"touchmove/sensors/wiring"
)

// spiPort is an SPI port that the lamps of a board need.
type spiPort struct{ board, port string }

// signals adds what a board's lamps and buzzer need.
func (w *wanted) signals(b configs.Board) {
	switch l := b.Lights; {
	case l.Wired() && l.Port != "":
		w.ports = append(w.ports, spiPort{b.ID, l.Port})
	case l.Wired():
		n := busNumber(l.Bus)
		w.buses = append(w.buses, n)
		w.chips = append(w.chips, place{board: b.ID, bus: n, addr: l.Addr, kind: l.Driver, lamps: true})
	}
	if b.Buzzer.Wired() {
		w.add(b.ID, []wiring.NeededLine{{Name: b.Buzzer.Line, Use: "the buzzer", Group: "buzzer"}})
	}
}

// linesAndPorts checks GPIO lines, and the SPI ports of lamps.
func (e *examination) linesAndPorts(r *report) {
	e.gpio(r)
	for _, p := range e.wanted.ports {
		path := "/dev/spidev" + p.port
		what := fmt.Sprintf("board %s: SPI port %s of its lamps", p.board, p.port)
		if !e.exists(path[1:]) {
			r.fault(what+" is not there", "switch SPI on and restart", "sudo raspi-config nonint do_spi 0", reboot)
			continue
		}
		switch err := e.Open(path); {
		case errors.Is(err, fs.ErrPermission):
			e.refused(r, "spi", "SPI ports", []string{path})
		case err != nil:
			r.fault(fmt.Sprintf("%s cannot be opened: %v", what, err), "look for it in the kernel's messages", "sudo dmesg | grep -i spi")
		default:
			r.ok(what + " can be opened")
		}
	}
}
