package setup

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"touchmove/daemon/doctor"
	"touchmove/internal/terminal"
	"touchmove/rules"
	"touchmove/sensors/wiring"
)

// mend says what to try if chips are missing, and looks again until they answer.
func (s *Session) mend(ctx context.Context, g Guess) (again bool, err error) {
	all := g.Wiring.Parts()[0].Chips()
	for _, c := range g.Missing {
		p := doctor.Part{Addr: c.Addr, Kinds: []string{c.Driver}}
		s.printf("  %s    0x%02x%s      %-9s no answer\n", paint(s.style.Bad, "✖"), c.Addr, behind(c.Mux, c.Port), jumpers(p))
	}
	s.printf("\n  %d of the %d chips of a whole board answer.\n\n", len(all)-len(g.Missing), len(all))
	first := g.Missing[0]
	s.printf("  Try in this order\n")
	for i, advice := range try(first) {
		s.printf("  %d  %s\n", i+1, strings.Join(terminal.Wrap(advice, 74), "\n     "))
	}
	s.printf("\n  It is checked every second; setup continues once it answers.\n")
	left := 64
	for _, c := range g.Missing {
		for _, one := range all {
			if one.Mux == c.Mux && one.Port == c.Port && one.Addr == c.Addr {
				left -= served(one)
			}
		}
	}
	s.keys("c", fmt.Sprintf("continue with %d squares", left), "o", "it is another", "r", "look again", "?", "help", "q", "stop")
	if s.yes {
		return false, fmt.Errorf("chip 0x%02x%s does not answer: see `touchmove doctor`, or name the wiring with --driver %s", first.Addr, behind(first.Mux, first.Port), g.Driver)
	}
	before := len(g.Missing)
	for {
		key, looked, err := s.key(ctx, helpMend, s.Again, "c", "o", "r", "")
		switch {
		case err != nil:
			return false, err
		case looked:
			s.survey = s.Look()
			if now := Recognise(s.survey); len(now) > 0 && len(now[0].Missing) == before && now[0].Driver == g.Driver {
				continue
			}
			return true, nil
		case key == "c":
			s.choices.Wiring = g.Wiring
			return false, nil
		case key == "o":
			return false, s.another(ctx)
		}
		return true, nil
	}
}

const helpMend = "A chip that is missing takes its squares with it: moves there are worked out from the others, and the arbiter is asked more often. " +
	"The file names the chip all the same, so that its squares come back by themselves once it answers."

// try lists what to look at if a chip does not answer, in this order.
func try(c wiring.Chip) []string {
	list := []string{
		"Has the chip its supply? Its supply pin to 3V3, its GND to GND.",
		addressAdvice(c) + " Two chips with the same address answer as one.",
	}
	if c.Mux != 0 {
		return append(list, fmt.Sprintf("Are SDA and SCL of port %d of the switch 0x%02x through to it, and not exchanged?", c.Port, c.Mux),
			fmt.Sprintf("Has port %d two resistors of 4.7 kΩ, from SDA and SCL to 3V3?", c.Port))
	}
	return append(list, "If it has a RESET pin: is that at 3V3?", "Are SDA and SCL through to it, and not exchanged?")
}

// addressAdvice asks about the pins that give a chip its address.
func addressAdvice(c wiring.Chip) string {
	var a wiring.Addresses
	if e := wiring.ExpanderOf(c.Driver); e != nil {
		a = e.Addrs
	} else if k := wiring.ConverterOf(c.Driver); k != nil {
		a = k.Addrs
	}
	var pins []string
	for _, strap := range a.Straps(c.Addr) {
		if strap.To == "" {
			strap.To = "nothing"
		}
		pins = append(pins, strap.Pin+" to "+strap.To)
	}
	if pins == nil {
		return fmt.Sprintf("Is it wired for the address 0x%02x?", c.Addr)
	}
	return "Are its address pins wired for it: " + strings.Join(pins, ", ") + "?"
}

// served returns the number of squares that a chip reads.
func served(c wiring.Chip) (n int) {
	for _, sq := range c.Squares {
		if sq != rules.NoSquare {
			n++
		}
	}
	return n
}

// nobody says what to do if no board answers: what the doctor finds, or that a matrix cannot
// answer.
func (s *Session) nobody(ctx context.Context) (again bool, err error) {
	s.printf("\n  %s\n", s.noBoard())
	for _, f := range s.Examine(nil) {
		if f.Level == doctor.Fault || f.Level == doctor.Warning && f.Check != "disk" && f.Check != "clock" {
			s.finding(f)
		}
	}
	s.printf("\n")
	s.say("A matrix on the computer’s own lines has no chip that could answer: m takes it.")
	if s.yes {
		return false, fmt.Errorf("no chip of a board answers: name its wiring with --driver, or practise with --practise tca9555")
	}
	s.keys("Enter", "look again", "m", "matrix on GPIO", "o", "another", "p", "practise", "q", "stop")
	key, looked, err := s.key(ctx, helpConnected, s.Again, "", "m", "o", "p")
	for before := s.survey; looked && err == nil; { // the page stays until something changes
		if s.survey = s.Look(); !reflect.DeepEqual(s.survey, before) {
			return true, nil
		}
		key, looked, err = s.key(ctx, helpConnected, s.Again, "", "m", "o", "p")
	}
	switch {
	case err != nil:
		return false, err
	case key == "m":
		return false, s.named(wiring.GPIOMatrix{}.Driver())
	case key == "o":
		return false, s.another(ctx)
	case key == "p":
		return false, s.practice(ctx)
	}
	return true, nil
}

// noBoard says why what answers is no board.
func (s *Session) noBoard() string {
	known, unseen := false, false
	for _, b := range s.survey.Buses {
		unseen = unseen || len(b.Unseen) > 0
		for _, p := range b.Parts {
			known = known || len(p.Kinds) > 0
		}
	}
	switch {
	case unseen:
		return "What is behind the switch was not looked at, because touchmove runs here.\n  Stop it first, in another window: sudo systemctl stop touchmove"
	case known:
		return "What answers is not enough for a board of 64 squares."
	}
	return "No chips of a board answer."
}

// finding prints a finding of the doctor, what to do about it and what to type.
func (s *Session) finding(f doctor.Finding) {
	sign := paint(s.style.Warn, "▲")
	if f.Level == doctor.Fault {
		sign = paint(s.style.Bad, "✖")
	}
	for i, line := range terminal.Wrap(f.What, 74) {
		if i > 0 {
			sign = " "
		}
		s.printf("  %s %s\n", sign, line)
	}
	if f.Remedy != "" {
		s.printf("    %s\n", strings.Join(terminal.Wrap(f.Remedy, 74), "\n    "))
	}
	for _, command := range f.Type {
		s.printf("       %s\n", paint(s.style.Info, command))
	}
}

// practice offers simulated boards if there is no real one.
func (s *Session) practice(ctx context.Context) error {
	s.page("practice", "no board connected")
	s.say("This computer has no I2C bus and no GPIO lines that a board could be on. That is not a fault: everything can be tried on a simulated board.")
	s.printf("\n")
	kinds := []string{"tca9555", wiring.GPIOMatrix{}.Driver(), "ads1115"}
	for i, note := range []string{"the usual first board", "no chips, 64 diodes", "tells White from Black"} {
		what := [...]string{"Four TCA9555 and 64 switches", "Reed switches in an 8 x 8 matrix", "Linear Hall sensors on ADS1115"}[i]
		s.printf("  %d  %-42s %s\n", i+1, what, note)
	}
	s.printf("\n")
	s.say("Simulated hands do what you are asked to. Everything else is the real program: file, calibration, screen and broker. Faults can be practised as well, with touchmove calibrate --faults (see its -h).")
	s.printf("\n  On a Raspberry Pi whose board is not found, switch I2C on and restart:\n     %s\n", paint(s.style.Info, "sudo raspi-config nonint do_i2c 0 && sudo reboot"))
	if s.yes {
		return fmt.Errorf("no board is connected to this computer: practise with --practise %s, or name the wiring with --driver", kinds[0])
	}
	s.keys("1 2 3", "choose", "Enter", "1", "q", "leave")
	key, _, err := s.key(ctx, helpConnected, nil, "", "1", "2", "3")
	if err != nil {
		return err
	}
	n := 0
	if key != "" {
		n = int(key[0] - '1')
	}
	return s.practiseOn(kinds[n])
}
