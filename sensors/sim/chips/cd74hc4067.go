package chips

import "sync"

// Multiplexers are CD74HC4067, multiplexers of sixteen analogue channels
// (SCHS209D), side by side: their select pins S0 to S3 hang together on four
// lines, their enable pins are tied to ground, and the common pin of each goes
// to one input of a converter. It is the circuit of a GPIO port of four lines
// and the Analog of a converter.
type Multiplexers struct {
	mu      sync.Mutex
	rows    []*Hall // by multiplexer: the sensors at I0 to I15
	lines   *GPIO
	faults  [4]Fault
	address int
}

// NewMultiplexers makes one multiplexer for each row of sensors. Lines returns
// the port that selects.
func NewMultiplexers(rows ...*Hall) *Multiplexers {
	m := &Multiplexers{rows: rows}
	m.lines = NewGPIO(m, 4)
	return m
}

// Lines returns the port on whose lines the select pins hang, S0 first.
func (m *Multiplexers) Lines() *GPIO { return m.lines }

// BreakSelect gives a select line a fault, or mends it with Whole. Behind a
// broken line the pins float; here they then read low.
func (m *Multiplexers) BreakSelect(line int, f Fault) {
	m.mu.Lock()
	m.faults[line] = f
	m.mu.Unlock()
	m.lines.settle()
}

// Levels implements Circuit: what the port reads on its lines. What comes to
// the pins of the multiplexers is the address from now on.
func (m *Multiplexers) Levels(drive []Drive, level []bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.address = 0
	for line, f := range m.faults {
		at := f.through(drive[line]).level()
		if at {
			m.address |= 1 << line
		}
		if level[line] = at; f == Open {
			level[line] = drive[line].level()
		}
	}
}

// Millivolts implements Analog: the sensor that is switched through.
func (m *Multiplexers) Millivolts(input int) float64 {
	m.lines.settle()
	m.mu.Lock()
	address := m.address
	m.mu.Unlock()
	if input >= len(m.rows) {
		return 0
	}
	return m.rows[input].Millivolts(address)
}

// Silent implements Analog: a square that is switched through is Unknown.
func (m *Multiplexers) Silent() bool {
	m.lines.settle()
	m.mu.Lock()
	address := m.address
	m.mu.Unlock()
	for _, row := range m.rows {
		if row.silent(address) {
			return true
		}
	}
	return false
}
