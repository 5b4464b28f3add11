package wiring

import (
	"fmt"

	"touchmove/rules"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
)

// Expanders is a wiring with one input per square on a row of I2C port expanders. A
// channel is an input of a chip, in the order of Addrs and, within a chip, of its
// pins.
type Expanders struct {
	Chip       string         // the word of a row of the table, such as "mcp23017"
	Bus        string         // as periph names it: "1" or "/dev/i2c-1"
	Addrs      []uint16       // each once; addresses that the chip can have
	ActiveHigh bool           // a piece reads 1; by default it pulls the input to 0
	Squares    []rules.Square // by channel; NoSquare if nothing is wired
}

// Driver returns Chip.
func (w Expanders) Driver() string { return w.Chip }

// String says how many chips there are and on which bus.
func (w Expanders) String() string { return w.what() + w.where() }

// Parts returns the row itself.
func (w Expanders) Parts() []Part { return []Part{w} }

// Served returns Squares.
func (w Expanders) Served() []rules.Square { return w.Squares }

// Linear returns false.
func (w Expanders) Linear() bool { return false }

// Chips returns the chips of the row.
func (w Expanders) Chips() []Chip { return row(w.Chip, w.Bus, 0, nil, w.Addrs, w.inputs(), w.Squares) }

// Lines returns none.
func (w Expanders) Lines() []NeededLine { return nil }

// Effort returns one transfer per chip.
func (w Expanders) Effort() (e Effort) {
	if kind := ExpanderOf(w.Chip); kind != nil {
		e.Transfer(len(w.Addrs), kind.Writes, kind.Reads)
	}
	return e
}

// inputs returns the number of inputs of a chip, or 1 for an unknown kind.
func (w Expanders) inputs() int {
	if kind := ExpanderOf(w.Chip); kind != nil {
		return kind.Inputs
	}
	return 1
}

func (w Expanders) what() string {
	part := w.Chip
	if kind := ExpanderOf(w.Chip); kind != nil {
		part = kind.Part
	}
	return times(len(w.Addrs), part)
}

func (w Expanders) where() string { return " on I2C bus " + w.Bus }

func (w Expanders) on() string { return w.Bus }

func (w Expanders) name(ch int) (long, short string) {
	kind := ExpanderOf(w.Chip)
	if kind == nil || ch/kind.Inputs >= len(w.Addrs) {
		return fmt.Sprintf("channel %d", ch), fmt.Sprint(ch)
	}
	chip, pin := ch/kind.Inputs, ch%kind.Inputs
	return fmt.Sprintf("chip 0x%02x %s", w.Addrs[chip], kind.Pin(pin)), fmt.Sprintf("%d.%d", chip, pin)
}

func (w Expanders) unit(scan.Hardware) (scan.Unit, error) {
	kind := ExpanderOf(w.Chip)
	if kind == nil {
		return scan.Unit{}, fmt.Errorf("no port expander is called %q", w.Chip)
	}
	return scan.Unit{
		Bus: w.Bus, Squares: w.Squares, ActiveHigh: w.ActiveHigh, Groups: chipGroups(w.Chip, w.Bus, w.Addrs, kind.Inputs),
		Make: func(s *scan.Segment) (scan.Sensor, error) { return kind.open(s.Bus, w) },
	}, nil
}

func (w Expanders) solder(t *Twins, squares []rules.Square) error {
	kind := ExpanderOf(w.Chip)
	if kind == nil {
		return fmt.Errorf("no simulated chip is called %q", w.Chip)
	}
	bus := t.bus(w.Bus)
	for n, addr := range w.Addrs {
		served := stretch(squares, n*kind.Inputs, kind.Inputs)
		contacts := t.pins.Contacts(served)
		circuit := chips.Circuit(contacts)
		switch {
		case w.ActiveHigh:
			circuit = chips.PushPull(contacts)
		case kind.Resistors:
			circuit = chips.PulledUp(contacts)
		}
		bus.Attach(addr, kind.twin(circuit))
		t.wired(served, contacts.Break)
		t.Chips = append(t.Chips, Twin{Bus: bus, Addr: addr, Squares: served})
	}
	return nil
}
