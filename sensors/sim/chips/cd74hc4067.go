package chips

import "sync"

// Multiplexers is a group of CD74HC4067, multiplexers of sixteen analogue channels
// (SCHS209D). Their select pins S0 to S3 are connected to the same four lines,
// their enable pins are tied to ground, and the common pin of each goes to one
// input of a converter. For a GPIO port of four lines it is the Circuit, for a
// converter the Analog.
type Multiplexers struct {
	mu      sync.Mutex
	rows    []*Hall // by multiplexer: the sensors at I0 to I15
	lines   *GPIO
	faults  [4]Fault
	address int
}

// NewMultiplexers makes one multiplexer for each row of sensors. Lines returns the
// port with the select lines.
func NewMultiplexers(rows ...*Hall) *Multiplexers {
	m := &Multiplexers{rows: rows}
	m.lines = NewGPIO(m, 4)
	return m
}

// Lines returns the port whose lines are the select pins, S0 first.
func (m *Multiplexers) Lines() *GPIO { return m.lines }

// BreakSelect gives a select line a fault; Whole repairs it. The pins behind a
// broken line float; here they read low.
func (m *Multiplexers) BreakSelect(line int, f Fault) {
	m.mu.Lock()
	m.faults[line] = f
	m.mu.Unlock()
	m.lines.settle()
}

// Levels implements Circuit: it returns what the port reads on its lines. The
// levels that reach the multiplexers' pins become the address.
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

// Millivolts implements Analog: it returns the voltage of the selected sensor.
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

// Silent implements Analog: it reports whether a selected square is Unknown.
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
