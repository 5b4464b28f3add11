package scan

import (
	"periph.io/x/conn/v3/i2c"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors/tca9548a"
)

// Driver prepares one wiring of a board. What it requests from the hardware is
// closed with the board.
type Driver func(on Hardware) (Unit, error)

// Unit is one wiring of a board, ready to be put on its bus.
type Unit struct {
	Bus        string         // "" for a unit with lines of its own
	Squares    []rules.Square // by channel, NoSquare for none
	ActiveHigh bool           // for digital inputs: a piece reads 1
	Linear     *Linear        // nil for digital inputs
	Groups     []Group
	// Make makes the driver. It is called first with a bus on which nothing is
	// sent, and again when the board is first read.
	Make func(*Segment) (Sensor, error)
}

// Linear says how to interpret the counts of linear sensors.
type Linear struct {
	SupplyMV, EnterMV, LeaveMV int // supply of the sensors; voltages at which a piece begins and ceases to be felt
	FullMV                     int // the voltage that reads as Counts
	Counts                     int
}

// Of converts a voltage in mV to counts.
func (l *Linear) Of(mv int) int32 { return int32(int64(mv) * int64(l.Counts) / int64(l.FullMV)) }

// Group is a group of channels that share a wire and may fail together.
type Group struct {
	Name     string // "row 3 (GPIO17)", "mcp23017 0x21 on bus 1"
	Channels []int  // of the unit; once the board is assembled, of the board
}

// Segment is one I2C bus as drivers see it, with the switches that they share.
type Segment struct {
	Bus      i2c.Bus
	switches map[uint16]*tca9548a.Dev
}

func newSegment(bus i2c.Bus) *Segment {
	return &Segment{Bus: bus, switches: map[uint16]*tca9548a.Dev{}}
}

// Behind returns the bus behind a port of the TCA9548A at the address mux, or for
// mux 0 the bus itself.
func (s *Segment) Behind(mux uint16, port int) (i2c.Bus, error) {
	if mux == 0 {
		return s.Bus, nil
	}
	if s.switches[mux] == nil {
		dev, err := tca9548a.New(s.Bus, mux)
		if err != nil {
			return nil, err
		}
		s.switches[mux] = dev
	}
	return s.switches[mux].Port(port)
}

// Each calls chip for every chip behind the ports of a switch, or on the bus
// itself.
func (s *Segment) Each(mux uint16, ports []int, addrs []uint16, chip func(i2c.Bus, uint16)) error {
	if mux == 0 {
		ports = []int{0}
	}
	for _, n := range ports {
		bus, err := s.Behind(mux, n)
		if err != nil {
			return err
		}
		for _, addr := range addrs {
			chip(bus, addr)
		}
	}
	return nil
}

// levels sets the levels that a configuration gives to all sensors of a unit.
func (u *Unit) levels(all *[64]calibration.Levels) {
	l := u.Linear
	for _, sq := range u.Squares {
		if sq != rules.NoSquare {
			all[sq] = calibration.Levels{
				Zero:  l.Of(l.SupplyMV) / 2,
				White: calibration.Threshold{Enter: l.Of(l.EnterMV), Leave: l.Of(l.LeaveMV)},
				Black: calibration.Threshold{Enter: -l.Of(l.EnterMV), Leave: -l.Of(l.LeaveMV)},
			}
		}
	}
}

// step is the level of a digital input with a piece, if it is read as a level.
const step = 1000

func (u *Unit) steps(all *[64]calibration.Levels) {
	for _, sq := range u.Squares {
		if sq != rules.NoSquare {
			all[sq] = calibration.Levels{White: calibration.Threshold{Enter: step / 2, Leave: step / 4}}
		}
	}
}

// span is the range of counts that a channel can have while its sensor is
// connected. The zero value means any.
type span struct{ low, high int32 }

// railMV is the distance from ground and supply, in mV, that the output of a linear
// Hall sensor always keeps: the DRV5055 stays 200 mV away, the SS49E more.
const railMV = 100

func (u *Unit) plausible() span {
	if u.Linear == nil {
		return span{}
	}
	return span{u.Linear.Of(railMV), u.Linear.Of(u.Linear.SupplyMV - railMV)}
}
