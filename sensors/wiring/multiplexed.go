package wiring

import (
	"fmt"
	"time"

	"touchmove/rules"
	"touchmove/sensors/cd74hc4067"
	"touchmove/sensors/internal/converter"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
)

// Multiplexed is a wiring of linear Hall sensors behind CD74HC4067 multiplexers,
// sixteen sensors each. Their common pins go to inputs of one converter, and their
// select pins to four GPIO lines. Channel 16n+a is channel a of the multiplexer at
// Inputs[n].
type Multiplexed struct {
	Converter string // the word of a row of the table of converters, such as "ads7138"
	Bus       string
	Addr      uint16        // of the converter
	Inputs    []int         // its inputs; for an ADS1115 all four
	Select    []string      // S0 to S3, such as "GPIO17"
	Settle    time.Duration // from setting an address to converting; whole microseconds
	Levels
	Squares []rules.Square // by channel; NoSquare if nothing is wired
}

// CD74HC4067 is the driver's word for multiplexers.
const CD74HC4067 = "cd74hc4067"

// usualMultiplexed returns the wiring of a whole board, with the squares in order.
func usualMultiplexed(squares []rules.Square) Wiring {
	return Multiplexed{
		Converter: UsualMultiplexed, Bus: usualBuses[0], Addr: ConverterOf(UsualMultiplexed).Usual.Addrs[0], Inputs: []int{0, 1, 2, 3},
		Select: gpioLines(4, 4), Levels: UsualLevels, Squares: squares,
	}
}

// UsualMultiplexed is the usual converter behind multiplexers.
const UsualMultiplexed = "ads7138"

// Driver returns "cd74hc4067".
func (Multiplexed) Driver() string { return CD74HC4067 }

// String says how many multiplexers there are and which converter follows them.
func (w Multiplexed) String() string { return w.what() + w.where() }

// Parts returns the wiring itself.
func (w Multiplexed) Parts() []Part { return []Part{w} }

// Served returns Squares.
func (w Multiplexed) Served() []rules.Square { return w.Squares }

// Linear returns true.
func (w Multiplexed) Linear() bool { return true }

// Chips returns the converter.
func (w Multiplexed) Chips() []Chip {
	return []Chip{{Driver: w.Converter, Bus: w.Bus, Addr: w.Addr, Key: "addr", Squares: w.Squares}}
}

// Lines returns the select lines.
func (w Multiplexed) Lines() []NeededLine {
	return lines(w.Select, "select", "select line S%d", func(int) []rules.Square { return w.Squares })
}

// Effort returns the cost of sixteen addresses, with a conversion of every input at
// each.
func (w Multiplexed) Effort() (e Effort) {
	e.call(16 + 2) // setting the addresses, and reading the lines back twice
	e.wait(16, w.Settle)
	if kind := ConverterOf(w.Converter); kind != nil {
		for range 16 {
			kind.behind(&e, len(w.Inputs))
		}
	}
	return e
}

func (w Multiplexed) what() string {
	part := w.Converter
	if kind := ConverterOf(w.Converter); kind != nil {
		part = kind.Part
	}
	return fmt.Sprintf("%s into %s %s", times(len(w.Inputs), "CD74HC4067"), Article(part), part)
}

func (w Multiplexed) where() string { return " on I2C bus " + w.Bus }

func (w Multiplexed) on() string { return w.Bus }

func (w Multiplexed) name(ch int) (long, short string) {
	if ch/16 >= len(w.Inputs) {
		return fmt.Sprintf("channel %d", ch), fmt.Sprint(ch)
	}
	input := w.Inputs[ch/16]
	at := fmt.Sprintf("input %d", input)
	if kind := ConverterOf(w.Converter); kind != nil {
		at = fmt.Sprintf("%s%d", kind.Input, input)
	}
	return fmt.Sprintf("multiplexer at %s, I%d", at, ch%16), fmt.Sprintf("%d.%d", input, ch%16)
}

// alikeMV is how close two linear sensors may be to each other by chance, in mV.
const alikeMV = 4

func (w Multiplexed) unit(on scan.Hardware) (scan.Unit, error) {
	kind := ConverterOf(w.Converter)
	if kind == nil {
		return scan.Unit{}, fmt.Errorf("no converter is called %q", w.Converter)
	}
	selects, err := on.Outputs(w.Select)
	if err != nil {
		return scan.Unit{}, fmt.Errorf("select lines: %w", err)
	}
	linear := kind.linear(w.Levels)
	return scan.Unit{Bus: w.Bus, Squares: w.Squares, Linear: linear, Make: func(s *scan.Segment) (scan.Sensor, error) {
		from := converters{chips: []converter.Chip{{Bus: s.Bus, Addr: w.Addr}}, fullScaleMV: linear.FullMV, sleep: on.Sleep}
		if !kind.AllInputs {
			from.inputs = w.Inputs
		}
		adc, err := kind.open(from)
		if err != nil {
			return nil, err
		}
		return cd74hc4067.New(selects, adc, cd74hc4067.Opts{Settle: w.Settle, Alike: linear.Of(alikeMV), Sleep: on.Sleep, LineNames: w.Select})
	}}, nil
}

func (w Multiplexed) solder(t *Twins, squares []rules.Square) error {
	kind := ConverterOf(w.Converter)
	if kind == nil {
		return fmt.Errorf("no simulated chip is called %q", w.Converter)
	}
	rows := make([]*chips.Hall, 8) // by the converter's input
	for n, input := range w.Inputs {
		behind := squares[16*n : 16*n+16]
		rows[input] = t.pins.Hall(behind, float64(w.SupplyMV))
		spread(rows[input], behind, w.SupplyMV)
		t.wired(behind, rows[input].Break)
	}
	for input := range rows {
		if rows[input] == nil {
			rows[input] = t.pins.Hall(nil, float64(w.SupplyMV))
		}
	}
	t.Selector = chips.NewMultiplexers(rows...)
	t.name(t.Selector.Lines(), w.Select...)
	t.bus(w.Bus).Attach(w.Addr, t.converter(kind, t.Selector, w.SupplyMV))
	t.Chips = append(t.Chips, Twin{Bus: t.bus(w.Bus), Addr: w.Addr, Squares: squares})
	return nil
}

// unevenMV is the range over which the zeros of a board's linear sensors are
// spread, in mV. On a real board they differ too; behind multiplexers the
// differences show which sensor is which.
const unevenMV = 60

// spread gives each sensor its own zero, always the same for the same square.
func spread(h *chips.Hall, squares []rules.Square, supplyMV int) {
	for n, sq := range squares {
		off := float64(int(sq)*37%64)/64 - 0.5
		h.Tune(n, float64(supplyMV)/2+unevenMV*off, float64(supplyMV)/8)
	}
}
