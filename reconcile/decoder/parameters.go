package decoder

import (
	"math"
	"time"
)

// A Parameter is one number that says what is likely: a cost, a time, or a share.
type Parameter uint8

// ParameterCount is the number of parameters.
const ParameterCount = int(parameterCount)

// Parameters is a value for each Parameter: costs are natural logarithms, times are in seconds.
type Parameters [ParameterCount]float64

// Unit is the unit of a Parameter.
type Unit uint8

// The units of parameters.
const (
	Logarithm Unit = iota // a cost, as a natural logarithm
	Seconds               // a time
	Share                 // a factor from 0 to 1
)

// entry is a line of the table of parameters.
type entry struct {
	name   string
	unit   Unit
	value  float64
	origin string
}

// DefaultParameters returns the values that a Decoder uses if its Config has none.
func DefaultParameters() *Parameters {
	var all Parameters
	for p := range all {
		all[p] = table[p].value
	}
	return &all
}

// String returns the name of p in docs/reconstruction.md.
func (p Parameter) String() string { return table[p].name }

// Unit returns the unit of p.
func (p Parameter) Unit() Unit { return table[p].unit }

// IsOfPublishing reports whether p does not say what is likely, but when a move is published.
func (p Parameter) IsOfPublishing() bool { return p >= publishing }

// ParameterByName returns the parameter of this name in docs/reconstruction.md, and false if there is none.
func ParameterByName(name string) (Parameter, bool) {
	for p := range parameterCount {
		if table[p].name == name {
			return p, true
		}
	}
	return 0, false
}

// Origin says where the default value of p comes from.
func (p Parameter) Origin() string { return table[p].origin }

// times are the parameters as durations. Entries of parameters that are not times have no meaning.
type times [ParameterCount]time.Duration

func (p *Parameters) times() (all times) {
	for i := range all {
		all[i] = time.Duration(math.Round(p[i] * float64(time.Second)))
	}
	return all
}

// curves returns the costs of mismatches, by their class.
func (p *Parameters) curves() [classes]curve {
	t := p.times()
	of := func(most, scale, once Parameter) curve { return curve{p[most], t[scale], p[once], t[bounce]} }
	return [classes]curve{
		missingMover: of(moverMost, moverScale, moverOnce),
		missingOther: of(otherMost, otherScale, otherOnce),
		extra:        of(extraMost, extraScale, extraOnce),
	}
}
