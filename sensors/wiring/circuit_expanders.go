package wiring

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/rules"
)

// partAt returns the part at an address of a kind of chip, and its pins.
func (a Addresses) partAt(addr uint16, part string, pins Package) (string, Package) {
	r := a.within(addr)
	if r.Part != "" {
		part = r.Part
	}
	if r.Package != nil {
		pins = *r.Package
	}
	return part, pins
}

func (w Expanders) circuit(s *soldering) {
	kind := ExpanderOf(w.Chip)
	if kind == nil {
		return
	}
	for n, addr := range w.Addrs {
		part, pins := kind.Addrs.partAt(addr, kind.Part, kind.Package)
		inputs := map[string]Pin{}
		for i := range kind.Inputs {
			if pin, ok := s.input(w.Squares, kind.Inputs*n+i); ok {
				inputs[kind.Pin(i)] = pin
			}
		}
		s.device(Device{Part: part, Bus: w.Bus, Where: fmt.Sprintf("address 0x%02x", addr)}, pins, kind.Addrs.Straps(addr), func(pin string) (Pin, bool) {
			if in, ok := inputs[pin]; ok {
				return in, true
			}
			return bus(pin, "SDA", "SCL")
		})
	}
	pullUps := kind.PullUps
	if slices.ContainsFunc(w.Addrs, func(addr uint16) bool { return kind.Addrs.within(addr).Bare }) {
		pullUps = ""
	}
	s.sensors(SensorKind{ActiveHigh: w.ActiveHigh, SupplyMV: 3300, PullUps: pullUps}, w.Squares)
}

func (w Expanders) serving(squares []rules.Square) Part { w.Squares = squares; return w }

func (w MCPMatrix) circuit(s *soldering) {
	kind := ExpanderOf(MatrixChip)
	rows, columns := w.rowPins(), w.columnPins()
	g := s.grid(Grid{Diodes: !w.Bare}, rows, columns, w.Squares)
	lines := map[string]Pin{}
	for n := range 8 {
		lines[rows[n]] = Pin{Role: Crossing, Wire: g.Rows[n].Wire, To: g.RowName(n), Square: rules.NoSquare}
		lines[columns[n]] = Pin{Role: Crossing, Wire: g.Columns[n].Wire, To: g.ColumnName(n), Square: rules.NoSquare}
	}
	s.device(Device{Part: kind.Part, Bus: w.Bus, Where: fmt.Sprintf("address 0x%02x", w.Addr)}, kind.Package, kind.Addrs.Straps(w.Addr), func(pin string) (Pin, bool) {
		if line, ok := lines[pin]; ok {
			return line, true
		}
		return bus(pin, "SDA", "SCL")
	})
	s.sensors(SensorKind{SupplyMV: 3300, PullUps: kind.PullUps}, w.Squares)
}

func (w MCPMatrix) serving(squares []rules.Square) Part { w.Squares = squares; return w }

func (w GPIOMatrix) circuit(s *soldering) {
	g := s.grid(Grid{Diodes: !w.Bare, ActiveHigh: w.ActiveHigh}, w.Rows, w.Columns, w.Squares)
	for n := range 8 {
		s.Lines = append(s.Lines, HeaderLine{Name: w.Rows[n], Use: g.RowName(n)})
	}
	for n := range 8 {
		s.Lines = append(s.Lines, HeaderLine{Name: w.Columns[n], Use: g.ColumnName(n)})
	}
	s.sensors(SensorKind{SupplyMV: 3300, PullUps: w.pullUps()}, w.Squares)
	s.resistors = append(s.resistors, Need{16, "resistor 220 Ω", "one in each row and column, in case two lines touch"})
	if w.byNumber() {
		s.resistors = append(s.resistors, Need{8, "resistor 10 kΩ", "one at each column: see the notes"})
	}
}

// byNumber reports whether columns are lines of a chip that need not be the Raspberry Pi's, and so may lack resistors of
// its own.
func (w GPIOMatrix) byNumber() bool {
	return slices.ContainsFunc(w.Columns, func(line string) bool { return strings.Contains(line, ":") })
}

// pullUps says where the resistors are that hold the columns while no switch is closed.
func (w GPIOMatrix) pullUps() string {
	switch {
	case !w.byNumber():
		return "inside the Raspberry Pi, 50 kΩ, switched on by the program"
	case w.ActiveHigh:
		return "10 kΩ from each column to GND, as not every chip has its own"
	}
	return "10 kΩ from each column to 3V3, as not every chip has its own"
}

func (w GPIOMatrix) serving(squares []rules.Square) Part { w.Squares = squares; return w }

// RowName names a row by its squares: "rank 1" or "file a", or "row 0" if they are
// not a line of the board.
func (g *Grid) RowName(n int) string {
	return lineName("row", n, func(i int) rules.Square { return g.Squares[8*n+i] })
}

// ColumnName names a column in the same way.
func (g *Grid) ColumnName(n int) string {
	return lineName("column", n, func(i int) rules.Square { return g.Squares[8*i+n] })
}

func lineName(kind string, n int, at func(int) rules.Square) string {
	rank, file := true, true
	for i := range 8 {
		if at(i) >= rules.NoSquare {
			return fmt.Sprintf("%s %d", kind, n)
		}
		rank = rank && at(i).Rank() == at(0).Rank()
		file = file && at(i).File() == at(0).File()
	}
	switch {
	case rank:
		return fmt.Sprintf("rank %d", at(0).Rank()+1)
	case file:
		return fmt.Sprintf("file %c", 'a'+at(0).File())
	}
	return fmt.Sprintf("%s %d", kind, n)
}
