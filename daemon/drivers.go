package daemon

import (
	"fmt"
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
	"touchmove/sensors/scan"
	"touchmove/sensors/tca9555"
)

// driver is the one list of all drivers that touchmove knows.
func driver(w configs.Wiring) scan.Driver {
	return func(on scan.Hardware) (scan.Unit, error) { return unit(w, on) }
}

func unit(w configs.Wiring, on scan.Hardware) (u scan.Unit, err error) {
	u.Squares = configs.Served(w)
	switch w := w.(type) {
	case configs.MCP23017:
		u.Bus, u.ActiveHigh, u.Groups = w.Bus, w.ActiveHigh, chipGroups("mcp23017", w.Bus, w.Addrs, 16)
		u.Make = func(s *scan.Segment) (scan.Sensor, error) {
			return mcp23017.New(s.Bus, mcp23017.Opts{Addrs: w.Addrs, Outputs: spare(w)})
		}
	case configs.Expanders:
		u.Bus, u.ActiveHigh, u.Groups = w.Bus, w.ActiveHigh, chipGroups(w.Chip, w.Bus, w.Addrs, len(u.Squares)/len(w.Addrs))
		u.Make = func(s *scan.Segment) (scan.Sensor, error) { return expanders(s.Bus, w) }
	case configs.MCPMatrix:
		u.Bus = w.Bus
		u.Groups = matrixGroups(pinNames(w.RowsOnB), pinNames(!w.RowsOnB), fmt.Sprintf(" of mcpmatrix 0x%02x on bus %s", w.Addr, w.Bus))
		u.Make = func(s *scan.Segment) (scan.Sensor, error) {
			return mcpmatrix.New(s.Bus, mcpmatrix.Opts{Addr: w.Addr, RowsOnB: w.RowsOnB, Diodes: !w.Bare, Settle: w.Settle, Sleep: on.Sleep})
		}
	case configs.ADS1115:
		u.Bus, u.Linear = w.Bus, ads1115Levels(w.Supply, w.Enter, w.Leave)
		u.Make = func(s *scan.Segment) (scan.Sensor, error) {
			opts := ads1115.Opts{FullScale: u.Linear.Full, Sleep: on.Sleep}
			err := s.Each(w.Mux, w.Ports, w.Addrs, func(bus i2c.Bus, addr uint16) {
				opts.Chips = append(opts.Chips, ads1115.Chip{Bus: bus, Addr: addr})
			})
			if err != nil {
				return nil, err
			}
			return ads1115.New(opts)
		}
	case configs.Converters:
		u.Bus, u.Linear = w.Bus, ratiometric(w.Supply, w.Enter, w.Leave)
		u.Make = func(s *scan.Segment) (scan.Sensor, error) {
			var chips []ads7828.Chip // the same type as ads7138.Chip
			err := s.Each(w.Mux, w.Ports, w.Addrs, func(bus i2c.Bus, addr uint16) {
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
		u.Bus, u.Linear = w.Bus, ratiometric(w.Supply, w.Enter, w.Leave)
		if w.Converter == "ads1115" {
			u.Linear = ads1115Levels(w.Supply, w.Enter, w.Leave)
		}
		lines, err := on.Outputs(w.Select)
		if err != nil {
			return scan.Unit{}, fmt.Errorf("select lines: %w", err)
		}
		u.Make = func(s *scan.Segment) (scan.Sensor, error) {
			adc, err := converter(s.Bus, w, u.Linear.Full, on.Sleep)
			if err != nil {
				return nil, err
			}
			return cd74hc4067.New(lines, adc, cd74hc4067.Opts{Settle: w.Settle, Alike: u.Linear.Of(alike), Sleep: on.Sleep, LineNames: w.Select})
		}
	case configs.GPIOMatrix:
		u.ActiveHigh, u.Groups = w.ActiveHigh, matrixGroups(w.Rows, w.Columns, "")
		dev, err := gpioMatrix(w, on)
		if err != nil {
			return scan.Unit{}, err
		}
		u.Make = func(*scan.Segment) (scan.Sensor, error) { return dev, nil }
	default:
		return scan.Unit{}, fmt.Errorf("no driver is called %q", w.Driver())
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

func expanders(bus i2c.Bus, w configs.Expanders) (scan.Sensor, error) {
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
func gpioMatrix(w configs.GPIOMatrix, on scan.Hardware) (scan.Sensor, error) {
	pull := gpio.PullUp
	if w.ActiveHigh {
		pull = gpio.PullDown
	}
	opts := gpiomatrix.Opts{
		ActiveHigh: w.ActiveHigh, Diodes: !w.Bare, Settle: w.Settle, Sleep: on.Sleep, RowNames: w.Rows, ColumnNames: w.Columns,
	}
	var rows gpiomatrix.Rows
	if w.Bare {
		pins, err := on.Pins(w.Rows)
		if err != nil {
			return nil, fmt.Errorf("rows: %w", err)
		}
		if rows, err = gpiomatrix.NewRowPins([8]gpiomatrix.RowPin(pins), w.ActiveHigh); err != nil {
			return nil, err
		}
	} else {
		lines, err := on.Outputs(w.Rows)
		if err != nil {
			return nil, fmt.Errorf("rows: %w", err)
		}
		rows = lines
	}
	columns, err := on.Inputs(w.Columns, pull, false)
	if err != nil {
		return nil, fmt.Errorf("columns: %w", err)
	}
	return gpiomatrix.New(rows, columns, opts)
}

// ads1115Levels picks the converter's range: the one that holds what a sensor on
// 3.3 V can give, and for more supply than that the next.
func ads1115Levels(supply, enter, leave int) *scan.Linear {
	l := &scan.Linear{Supply: supply, Enter: enter, Leave: leave, Full: 4096, Counts: 32768}
	if supply > 4096 {
		l.Full = 6144
	}
	return l
}

// ratiometric is a converter whose reference is the supply of the sensors.
func ratiometric(supply, enter, leave int) *scan.Linear {
	return &scan.Linear{Supply: supply, Enter: enter, Leave: leave, Full: supply, Counts: 4096}
}

// chipGroups are the channels that share a chip, and with it the wire to their
// sensors' supply.
func chipGroups(part, bus string, addrs []uint16, width int) (groups []scan.Group) {
	for n, addr := range addrs {
		g := scan.Group{Name: fmt.Sprintf("%s 0x%02x on bus %s", part, addr, bus)}
		for ch := n * width; ch < (n+1)*width; ch++ {
			g.Channels = append(g.Channels, ch)
		}
		groups = append(groups, g)
	}
	return groups
}

// matrixGroups are the channels that share a row or a column; of is what follows
// their names.
func matrixGroups(rows, columns []string, of string) []scan.Group {
	groups := make([]scan.Group, 16)
	for n := range 8 {
		groups[n].Name = fmt.Sprintf("row %d (%s)%s", n, rows[n], of)
		groups[8+n].Name = fmt.Sprintf("column %d (%s)%s", n, columns[n], of)
	}
	for ch := range 64 {
		row, column := &groups[ch/8], &groups[8+ch%8]
		row.Channels = append(row.Channels, ch)
		column.Channels = append(column.Channels, ch)
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
