package daemon

import (
	"fmt"
	"time"

	"periph.io/x/conn/v3/i2c"

	"touchmove/calibration"
	"touchmove/configs"
	"touchmove/sensors/ads1115"
	"touchmove/sensors/mcp23008"
	"touchmove/sensors/mcp23017"
	"touchmove/sensors/mcpmatrix"
	"touchmove/sensors/pcf857x"
	"touchmove/sensors/tca9548a"
	"touchmove/sensors/tca9555"
)

// use makes a driver the board's only one. err is that of making it.
func (b *Board) use(dev Sensor, err error, wiring calibration.Board) error {
	if err != nil {
		return err
	}
	b.Buses = []Bus{{dev}}
	b.Table, err = calibration.NewTable(wiring)
	return err
}

func (b *Board) readMCP23017(bus i2c.Bus, w configs.MCP23017, c configs.Board) error {
	dev, err := mcp23017.New(bus, mcp23017.Opts{Addrs: w.Addrs})
	return b.use(dev, err, calibration.Board{Sensing: c.Sensing, Wiring: w.Squares, ActiveLow: !w.ActiveHigh})
}

func (b *Board) readExpanders(bus i2c.Bus, w configs.Expanders, c configs.Board) error {
	var dev Sensor
	var err error
	switch w.Chip {
	case "mcp23008":
		dev, err = mcp23008.New(bus, mcp23008.Opts{Addrs: w.Addrs})
	case "pcf8574":
		dev, err = pcf857x.New(bus, pcf857x.Opts{Model: pcf857x.PCF8574, Addrs: w.Addrs})
	case "pcf8575":
		dev, err = pcf857x.New(bus, pcf857x.Opts{Model: pcf857x.PCF8575, Addrs: w.Addrs})
	case "tca9555":
		dev, err = tca9555.New(bus, tca9555.Opts{Addrs: w.Addrs})
	default:
		err = fmt.Errorf("no port expander is called %q", w.Chip)
	}
	return b.use(dev, err, calibration.Board{Sensing: c.Sensing, Wiring: w.Squares, ActiveLow: !w.ActiveHigh})
}

func (b *Board) readMCPMatrix(bus i2c.Bus, w configs.MCPMatrix, c configs.Board, sleep func(time.Duration)) error {
	dev, err := mcpmatrix.New(bus, mcpmatrix.Opts{Addr: w.Addr, RowsOnB: w.RowsOnB, Diodes: true, Settle: w.Settle, Sleep: sleep})
	return b.use(dev, err, calibration.Board{Sensing: c.Sensing, Wiring: w.Squares, ActiveLow: true})
}

// fullScale is the converters' range in mV: it holds what a sensor on 3.3 V can
// give, and more supply than that takes the next one.
func fullScale(w configs.ADS1115) int {
	if w.Supply > 4096 {
		return 6144
	}
	return 4096
}

func (b *Board) readADS1115(bus i2c.Bus, w configs.ADS1115, c configs.Board, sleep func(time.Duration)) error {
	mux, err := tca9548a.New(bus, w.Mux)
	if err != nil {
		return err
	}
	opts := ads1115.Opts{FullScale: fullScale(w), Sleep: sleep}
	for _, n := range w.Ports {
		port, err := mux.Port(n)
		if err != nil {
			return err
		}
		for _, addr := range w.Addrs {
			opts.Chips = append(opts.Chips, ads1115.Chip{Bus: port, Addr: addr})
		}
	}
	dev, err := ads1115.New(opts)
	counts := func(mv int) int32 { return int32(mv * 32768 / opts.FullScale) }
	level := calibration.Levels{
		Zero:  counts(w.Supply) / 2,
		White: calibration.Threshold{Enter: counts(w.Enter), Leave: counts(w.Leave)},
		Black: calibration.Threshold{Enter: -counts(w.Enter), Leave: -counts(w.Leave)},
	}
	var levels [64]calibration.Levels
	for sq := range levels {
		levels[sq] = level
	}
	return b.use(dev, err, calibration.Board{Sensing: c.Sensing, Wiring: w.Squares, Levels: &levels})
}
