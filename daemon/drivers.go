package daemon

import (
	"fmt"
	"io"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"

	"touchmove/configs"
	"touchmove/rules"
	"touchmove/sensors/ads1115"
	"touchmove/sensors/ads7138"
	"touchmove/sensors/ads7828"
	"touchmove/sensors/cd74hc4067"
	"touchmove/sensors/gpiomatrix"
	"touchmove/sensors/mcp23008"
	"touchmove/sensors/mcp23017"
	"touchmove/sensors/mcpmatrix"
	"touchmove/sensors/pcf857x"
	"touchmove/sensors/tca9548a"
	"touchmove/sensors/tca9555"
)

// unit is one wiring of a board, ready to be put on its bus.
type unit struct {
	bus        string // "" for what has lines of its own
	squares    []rules.Square
	activeHigh bool    // of digital inputs
	linear     *linear // nil for digital inputs
	groups     []group
	make       func(*segment) (Sensor, error)
}

// linear is how the counts of linear sensors are to be read.
type linear struct {
	supply, enter, leave int // in mV
	full                 int // in mV, of which counts are the value
	counts               int
}

// in gives a voltage in counts.
func (l *linear) in(mv int) int32 { return int32(int64(mv) * int64(l.counts) / int64(l.full)) }

// group is channels that share a wire, so that they may fail together.
type group struct {
	name     string // "row 3 (GPIO17)", "mcp23017 0x21 on bus 1"
	channels []int  // of the unit; of the board, once it is put together
}

// segment is one I2C bus as the drivers on it see it, with the switches that
// they share.
type segment struct {
	bus      i2c.Bus
	switches map[uint16]*tca9548a.Dev
}

// behind returns the bus itself, or that behind a port of a switch.
func (s *segment) behind(mux uint16, port int) (i2c.Bus, error) {
	if mux == 0 {
		return s.bus, nil
	}
	if s.switches[mux] == nil {
		dev, err := tca9548a.New(s.bus, mux)
		if err != nil {
			return nil, err
		}
		s.switches[mux] = dev
	}
	return s.switches[mux].Port(port)
}

// each calls back for every chip behind the ports of a switch, or on the bus
// itself.
func (s *segment) each(mux uint16, ports []int, addrs []uint16, chip func(i2c.Bus, uint16)) error {
	if mux == 0 {
		ports = []int{0}
	}
	for _, n := range ports {
		bus, err := s.behind(mux, n)
		if err != nil {
			return err
		}
		for _, addr := range addrs {
			chip(bus, addr)
		}
	}
	return nil
}

// unit is the one list of all drivers that touchmove knows.
func (a *assembly) unit(w configs.Wiring) (u unit, err error) {
	u.squares = configs.Served(w)
	switch w := w.(type) {
	case configs.MCP23017:
		u.bus, u.activeHigh, u.groups = w.Bus, w.ActiveHigh, chipGroups("mcp23017", w.Bus, w.Addrs, 16)
		u.make = func(s *segment) (Sensor, error) {
			return mcp23017.New(s.bus, mcp23017.Opts{Addrs: w.Addrs, Outputs: spare(w)})
		}
	case configs.Expanders:
		u.bus, u.activeHigh, u.groups = w.Bus, w.ActiveHigh, chipGroups(w.Chip, w.Bus, w.Addrs, len(u.squares)/len(w.Addrs))
		u.make = func(s *segment) (Sensor, error) { return expanders(s.bus, w) }
	case configs.MCPMatrix:
		u.bus = w.Bus
		u.groups = matrixGroups(pinNames(w.RowsOnB), pinNames(!w.RowsOnB), fmt.Sprintf(" of mcpmatrix 0x%02x on bus %s", w.Addr, w.Bus))
		u.make = func(s *segment) (Sensor, error) {
			return mcpmatrix.New(s.bus, mcpmatrix.Opts{Addr: w.Addr, RowsOnB: w.RowsOnB, Diodes: !w.Bare, Settle: w.Settle, Sleep: a.on.Sleep})
		}
	case configs.ADS1115:
		u.bus, u.linear = w.Bus, ads1115Levels(w.Supply, w.Enter, w.Leave)
		u.make = func(s *segment) (Sensor, error) {
			opts := ads1115.Opts{FullScale: u.linear.full, Sleep: a.on.Sleep}
			err := s.each(w.Mux, w.Ports, w.Addrs, func(bus i2c.Bus, addr uint16) {
				opts.Chips = append(opts.Chips, ads1115.Chip{Bus: bus, Addr: addr})
			})
			if err != nil {
				return nil, err
			}
			return ads1115.New(opts)
		}
	case configs.Converters:
		u.bus, u.linear = w.Bus, ratiometric(w.Supply, w.Enter, w.Leave)
		u.make = func(s *segment) (Sensor, error) {
			var chips []ads7828.Chip // the same type as ads7138.Chip
			err := s.each(w.Mux, w.Ports, w.Addrs, func(bus i2c.Bus, addr uint16) {
				chips = append(chips, ads7828.Chip{Bus: bus, Addr: addr})
			})
			if err != nil {
				return nil, err
			}
			if w.Chip == "ads7138" {
				return ads7138.New(ads7138.Opts{Chips: chips})
			}
			return ads7828.New(ads7828.Opts{Chips: chips})
		}
	case configs.Multiplexed:
		u.bus, u.linear = w.Bus, ratiometric(w.Supply, w.Enter, w.Leave)
		if w.Converter == "ads1115" {
			u.linear = ads1115Levels(w.Supply, w.Enter, w.Leave)
		}
		lines, err := a.lines(a.on.Outputs(w.Select))
		if err != nil {
			return unit{}, fmt.Errorf("select lines: %w", err)
		}
		u.make = func(s *segment) (Sensor, error) {
			adc, err := converter(s.bus, w, u.linear.full, a.on.Sleep)
			if err != nil {
				return nil, err
			}
			return cd74hc4067.New(lines, adc, cd74hc4067.Opts{Settle: w.Settle, Alike: u.linear.in(alike), Sleep: a.on.Sleep, LineNames: w.Select})
		}
	case configs.GPIOMatrix:
		u.activeHigh, u.groups = w.ActiveHigh, matrixGroups(w.Rows, w.Columns, "")
		dev, err := a.gpioMatrix(w)
		if err != nil {
			return unit{}, err
		}
		u.make = func(*segment) (Sensor, error) { return dev, nil }
	default:
		return unit{}, fmt.Errorf("no driver is called %q", w.Driver())
	}
	return u, nil
}

// alike is how near two linear sensors may come to each other by chance, in mV.
const alike = 4

// spare returns GPA7 and GPB7 as outputs if no square is wired to either on any
// chip: what newer datasheets of the MCP23017 ask for, where a board heeds it.
func spare(w configs.MCP23017) uint16 {
	for n := range w.Addrs {
		for _, pin := range []int{7, 15} {
			if ch := 16*n + pin; ch < len(w.Squares) && w.Squares[ch] != rules.NoSquare {
				return 0
			}
		}
	}
	return 0x8080
}

func expanders(bus i2c.Bus, w configs.Expanders) (Sensor, error) {
	switch w.Chip {
	case "mcp23008":
		return mcp23008.New(bus, mcp23008.Opts{Addrs: w.Addrs})
	case "pcf8574":
		return pcf857x.New(bus, pcf857x.Opts{Model: pcf857x.PCF8574, Addrs: w.Addrs})
	case "pcf8575":
		return pcf857x.New(bus, pcf857x.Opts{Model: pcf857x.PCF8575, Addrs: w.Addrs})
	case "tca9555":
		return tca9555.New(bus, tca9555.Opts{Addrs: w.Addrs})
	}
	return nil, fmt.Errorf("no port expander is called %q", w.Chip)
}

// converter is what stands behind multiplexers.
func converter(bus i2c.Bus, w configs.Multiplexed, fullScale int, sleep func(time.Duration)) (cd74hc4067.Converter, error) {
	switch w.Converter {
	case "ads1115":
		return ads1115.New(ads1115.Opts{Chips: []ads1115.Chip{{Bus: bus, Addr: w.Addr}}, FullScale: fullScale, Sleep: sleep})
	case "ads7828":
		return ads7828.New(ads7828.Opts{Chips: []ads7828.Chip{{Bus: bus, Addr: w.Addr}}, Inputs: w.Inputs})
	case "ads7138":
		return ads7138.New(ads7138.Opts{Chips: []ads7138.Chip{{Bus: bus, Addr: w.Addr}}, Inputs: w.Inputs})
	}
	return nil, fmt.Errorf("no converter is called %q", w.Converter)
}

// gpioMatrix takes the lines of a matrix. Rows of one without diodes have to
// float while another is driven, which only single lines can.
func (a *assembly) gpioMatrix(w configs.GPIOMatrix) (Sensor, error) {
	pull := gpio.PullUp
	if w.ActiveHigh {
		pull = gpio.PullDown
	}
	opts := gpiomatrix.Opts{
		ActiveHigh: w.ActiveHigh, Diodes: !w.Bare, Settle: w.Settle, Sleep: a.on.Sleep, RowNames: w.Rows, ColumnNames: w.Columns,
	}
	var rows gpiomatrix.Rows
	if w.Bare {
		pins, err := a.on.Pins(w.Rows)
		if err != nil {
			return nil, fmt.Errorf("rows: %w", err)
		}
		for _, p := range pins {
			if line, ok := p.(io.Closer); ok { // of a simulated port it is none
				a.closers = append(a.closers, line.Close)
			}
		}
		if rows, err = gpiomatrix.NewRowPins([8]gpiomatrix.RowPin(pins), w.ActiveHigh); err != nil {
			return nil, err
		}
	} else {
		lines, err := a.lines(a.on.Outputs(w.Rows))
		if err != nil {
			return nil, fmt.Errorf("rows: %w", err)
		}
		rows = lines
	}
	columns, err := a.lines(a.on.Inputs(w.Columns, pull, false))
	if err != nil {
		return nil, fmt.Errorf("columns: %w", err)
	}
	return gpiomatrix.New(rows, columns, opts)
}

// ads1115Levels picks the converter's range: the one that holds what a sensor on
// 3.3 V can give, and for more supply than that the next.
func ads1115Levels(supply, enter, leave int) *linear {
	l := &linear{supply: supply, enter: enter, leave: leave, full: 4096, counts: 32768}
	if supply > 4096 {
		l.full = 6144
	}
	return l
}

// ratiometric is a converter whose reference is the supply of the sensors.
func ratiometric(supply, enter, leave int) *linear {
	return &linear{supply: supply, enter: enter, leave: leave, full: supply, counts: 4096}
}

// chipGroups are the channels that share a chip, and with it the wire to their
// sensors' supply.
func chipGroups(part, bus string, addrs []uint16, width int) (groups []group) {
	for n, addr := range addrs {
		g := group{name: fmt.Sprintf("%s 0x%02x on bus %s", part, addr, bus)}
		for ch := n * width; ch < (n+1)*width; ch++ {
			g.channels = append(g.channels, ch)
		}
		groups = append(groups, g)
	}
	return groups
}

// matrixGroups are the channels that share a row or a column; of is what follows
// their names.
func matrixGroups(rows, columns []string, of string) []group {
	groups := make([]group, 16)
	for n := range 8 {
		groups[n].name = fmt.Sprintf("row %d (%s)%s", n, rows[n], of)
		groups[8+n].name = fmt.Sprintf("column %d (%s)%s", n, columns[n], of)
	}
	for ch := range 64 {
		row, column := &groups[ch/8], &groups[8+ch%8]
		row.channels = append(row.channels, ch)
		column.channels = append(column.channels, ch)
	}
	return groups
}

// pinNames are those of a port of an MCP23017.
func pinNames(b bool) (names []string) {
	for n := range 8 {
		names = append(names, fmt.Sprintf("GP%c%d", map[bool]byte{false: 'A', true: 'B'}[b], n))
	}
	return names
}
