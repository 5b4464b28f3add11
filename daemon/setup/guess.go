package setup

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"touchmove/daemon/doctor"
	"touchmove/rules"
	"touchmove/sensors/wiring"
)

// Guess is a wiring that fits the parts that answer on the buses.
type Guess struct {
	Driver string        // its name in the configuration
	Wiring wiring.Wiring // of a whole board, including chips that are missing
	// Missing are chips that a whole board of this kind needs and that do not answer; nil if none
	// are missing.
	Missing []wiring.Chip
}

// Whole reports whether all parts that the wiring needs answer.
func (g Guess) Whole() bool { return len(g.Missing) == 0 }

// String describes the wiring in words: "4×TCA9555 on I2C bus 1".
func (g Guess) String() string {
	if m, ok := g.Wiring.(wiring.Mixed); ok {
		var words []string
		for _, p := range m.Parts() {
			words = append(words, p.String())
		}
		return strings.Join(words, ", ")
	}
	return g.Wiring.String()
}

// row is the chips of one kind on one bus, or behind the ports of one switch.
type row struct {
	driver string
	bus    string
	mux    uint16
	ports  []int
	addrs  []uint16
	behind []place // of the switch, each chip
}

// place is a port of a switch and an address behind it.
type place struct {
	port int
	addr uint16
}

// Recognise lists what a board can be, the likeliest first: whole boards before those with missing
// chips. Kinds of chips that cannot be distinguished give a guess each. A matrix on GPIO lines is
// never guessed, as it has no part that answers.
func Recognise(s doctor.Survey) []Guess {
	var guesses []Guess
	add := func(g Guess, ok bool) {
		if ok && !slices.ContainsFunc(guesses, func(o Guess) bool { return o.Driver == g.Driver }) {
			guesses = append(guesses, g)
		}
	}
	for _, driver := range wiring.Words() {
		if e := wiring.ExpanderOf(driver); e != nil {
			add(expanders(e, rowsOf(s, driver)))
		} else if c := wiring.ConverterOf(driver); c != nil {
			add(converters(c, rowsOf(s, driver)))
		}
	}
	add(matrix(rowsOf(s, wiring.MatrixChip)))
	for _, driver := range wiring.ConverterWords() {
		add(multiplexed(driver, rowsOf(s, driver)))
	}
	if !slices.ContainsFunc(guesses, Guess.Whole) {
		add(several(s))
	}
	slices.SortStableFunc(guesses, func(a, b Guess) int {
		return cmp.Or(cmp.Compare(len(a.Missing), len(b.Missing)), cmp.Compare(preference(a.Driver), preference(b.Driver)))
	})
	return guesses
}

// preference orders kinds that cannot be distinguished: recommended ones come first.
func preference(driver string) int {
	return cmp.Or(slices.Index([]string{"tca9555", "mcp23017", "pcf8575"}, driver)+1, 9)
}

// rowsOf returns the chips that can be of a kind, bus by bus.
func rowsOf(s doctor.Survey, driver string) (rows []row) {
	for _, bus := range s.Buses {
		at := row{driver: driver, bus: strconv.Itoa(bus.Number)}
		behind := map[uint16]*row{}
		var muxes []uint16
		for _, p := range bus.Parts {
			if !slices.Contains(p.Kinds, driver) {
				continue
			}
			if p.Mux == 0 {
				at.addrs = append(at.addrs, p.Addr)
				continue
			}
			r := behind[p.Mux]
			if r == nil {
				r = &row{driver: driver, bus: at.bus, mux: p.Mux}
				behind[p.Mux], muxes = r, append(muxes, p.Mux)
			}
			r.behind = append(r.behind, place{p.Port, p.Addr})
			if !slices.Contains(r.ports, p.Port) {
				r.ports = append(r.ports, p.Port)
			}
			if !slices.Contains(r.addrs, p.Addr) {
				r.addrs = append(r.addrs, p.Addr)
			}
		}
		if len(at.addrs) > 0 {
			rows = append(rows, at)
		}
		for _, mux := range muxes {
			slices.Sort(behind[mux].addrs)
			rows = append(rows, *behind[mux])
		}
	}
	return rows
}

// count returns the number of chips.
func (r row) count() int { return len(r.addrs) * max(1, len(r.ports)) }

// expanders guesses port expanders with one input per square.
func expanders(e *wiring.Expander, rows []row) (Guess, bool) {
	have := 0
	rows = slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.mux != 0 })
	for _, r := range rows {
		have += r.count()
	}
	g := Guess{Driver: e.Driver}
	switch {
	case have == 0 || have == 1 && e.Driver == wiring.MatrixChip: // a single one can only be a matrix
		return g, false
	case len(e.OutputOnly) > 0 && have > e.Fewest() && len(rows) == 1:
		g.Wiring = sparing(e, rows[0])
		return g, true
	case have < e.Fewest():
		rows, g.Missing = complete(e, rows, e.Fewest()-have)
		if g.Missing == nil {
			return g, false
		}
	}
	g.Wiring = inputs(e, rows)
	return g, true
}

// complete adds the missing chips, at the lowest unused addresses.
func complete(e *wiring.Expander, rows []row, n int) ([]row, []wiring.Chip) {
	var missing []wiring.Chip
	if len(rows) != 1 {
		return rows, nil
	}
	r := rows[0]
	r.addrs = slices.Clone(r.addrs)
	for _, usual := range e.Usual[0] {
		if n > 0 && !slices.Contains(r.addrs, usual) {
			r.addrs = append(r.addrs, usual)
			missing = append(missing, wiring.Chip{Driver: e.Driver, Bus: r.bus, Addr: usual})
			n--
		}
	}
	if n > 0 {
		return rows, nil
	}
	slices.Sort(r.addrs)
	return []row{r}, missing
}

// inputs wires the squares in order to the inputs of the chips.
func inputs(e *wiring.Expander, rows []row) wiring.Wiring {
	left := wiring.Natural(0)
	var parts wiring.Mixed
	for _, r := range rows {
		addrs := r.addrs[:min(len(r.addrs), (len(left)+e.Inputs-1)/e.Inputs)]
		if len(addrs) == 0 {
			break
		}
		n := min(len(left), e.Inputs*len(addrs))
		parts = append(parts, wiring.Expanders{Chip: e.Driver, Bus: r.bus, Addrs: addrs, Squares: wiring.Padded(left[:n], e.Inputs*len(addrs))})
		left = left[n:]
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return parts
}

// sparing wires one chip more than the minimum, so that the pins that the datasheet allows only as
// outputs stay free.
func sparing(e *wiring.Expander, r row) wiring.Wiring {
	w := wiring.Expanders{Chip: e.Driver, Bus: r.bus, Addrs: r.addrs[:e.Fewest()+1]}
	left := wiring.Natural(0)
	for ch := range len(w.Addrs) * e.Inputs {
		if len(left) == 0 || slices.Contains(e.OutputOnly, ch%e.Inputs) {
			w.Squares = append(w.Squares, rules.NoSquare)
			continue
		}
		w.Squares, left = append(w.Squares, left[0]), left[1:]
	}
	return w
}

// converters guesses converters with one input per square. Behind a switch, the same addresses are
// expected at every port.
func converters(c *wiring.Converter, rows []row) (Guess, bool) {
	g := Guess{Driver: c.Driver}
	for _, r := range rows {
		if (r.mux != 0) != (c.Usual.Mux != 0) {
			continue // no board has so many on the bus itself
		}
		there := func(port int, addr uint16) bool { return slices.Contains(r.behind, place{port, addr}) }
		if r.mux == 0 {
			direct := slices.Clone(r.addrs)
			there = func(_ int, addr uint16) bool { return slices.Contains(direct, addr) }
		}
		r = enough(c, r)
		ports := r.ports
		if r.mux == 0 {
			ports = []int{0}
		}
		for _, port := range ports {
			for _, addr := range r.addrs {
				if !there(port, addr) {
					g.Missing = append(g.Missing, wiring.Chip{Driver: c.Driver, Bus: r.bus, Mux: r.mux, Port: port, Addr: addr})
				}
			}
		}
		if (r.count()-len(g.Missing))*c.Inputs >= 64 {
			g.Missing = nil // those that answer are enough
		}
		bank := wiring.Bank{Mux: r.mux, Ports: r.ports, Addrs: r.addrs}
		g.Wiring = wiring.Converters{Chip: c.Driver, Bus: r.bus, Bank: bank, Levels: wiring.UsualLevels, Squares: wiring.Padded(wiring.Natural(0), r.count()*c.Inputs)}
		return g, true
	}
	return g, false
}

// enough adds the addresses and ports that a whole board needs, those of the usual board first.
func enough(c *wiring.Converter, r row) row {
	r.ports, r.addrs = slices.Clone(r.ports), slices.Clone(r.addrs)
	for _, addr := range c.Usual.Addrs {
		if r.count()*c.Inputs < 64 && len(r.addrs) < len(c.Usual.Addrs) && !slices.Contains(r.addrs, addr) {
			r.addrs = append(r.addrs, addr)
		}
	}
	for _, port := range append(slices.Clone(c.Usual.Ports), 0, 1, 2, 3, 4, 5, 6, 7) {
		if r.mux != 0 && r.count()*c.Inputs < 64 && !slices.Contains(r.ports, port) {
			r.ports = append(r.ports, port)
		}
	}
	slices.Sort(r.ports)
	slices.Sort(r.addrs)
	return r
}

// matrix guesses a matrix on the two ports of one chip.
func matrix(rows []row) (Guess, bool) {
	g := Guess{Driver: wiring.MCPMatrix{}.Driver()}
	if len(rows) != 1 || rows[0].mux != 0 || rows[0].count() != 1 {
		return g, false
	}
	usual, err := wiring.Usual(g.Driver)
	if err != nil {
		return g, false
	}
	w := usual.(wiring.MCPMatrix)
	w.Bus, w.Addr, w.Settle = rows[0].bus, rows[0].addrs[0], matrixSettle
	g.Wiring = w
	return g, true
}

// multiplexed guesses four multiplexers in front of a single converter. The lines that select their
// inputs cannot be detected, so those of the wiring plan are taken.
func multiplexed(driver string, rows []row) (Guess, bool) {
	g := Guess{Driver: wiring.CD74HC4067}
	if len(rows) != 1 || rows[0].mux != 0 || rows[0].count() != 1 {
		return g, false
	}
	usual, err := wiring.Usual(g.Driver)
	if err != nil {
		return g, false
	}
	w := usual.(wiring.Multiplexed)
	w.Converter, w.Bus, w.Addr, w.Select = driver, rows[0].bus, rows[0].addrs[0], planSelect
	g.Wiring = w
	return g, true
}

// several guesses a board of port expanders of more than one kind. Of kinds that cannot be
// distinguished it takes the recommended one.
func several(s doctor.Survey) (Guess, bool) {
	left := wiring.Natural(0)
	var parts wiring.Mixed
	for _, bus := range s.Buses {
		for _, p := range bus.Parts {
			if p.Mux != 0 || len(p.Kinds) == 0 || len(left) == 0 {
				continue
			}
			e := wiring.ExpanderOf(slices.MinFunc(p.Kinds, func(a, b string) int { return cmp.Compare(preference(a), preference(b)) }))
			if e == nil {
				continue
			}
			n := min(len(left), e.Inputs)
			parts = append(parts, wiring.Expanders{
				Chip: e.Driver, Bus: strconv.Itoa(bus.Number), Addrs: []uint16{p.Addr}, Squares: wiring.Padded(left[:n], e.Inputs),
			})
			left = left[n:]
		}
	}
	return Guess{Driver: parts.Driver(), Wiring: parts}, len(left) == 0 && len(parts) > 1
}

// Describe describes a kind of wiring to a person: "64 linear Hall sensors on ADS7138".
func Describe(driver string) string {
	switch e, c := wiring.ExpanderOf(driver), wiring.ConverterOf(driver); {
	case e != nil:
		return "an input for each square, on " + e.Part
	case c != nil:
		return "64 linear Hall sensors on " + c.Part
	case driver == wiring.CD74HC4067:
		return "64 linear Hall sensors behind four CD74HC4067"
	case driver == (wiring.MCPMatrix{}).Driver():
		return "an 8 x 8 matrix on one MCP23017"
	case driver == (wiring.GPIOMatrix{}).Driver():
		return "an 8 x 8 matrix on GPIO lines of the computer"
	}
	return "a board of several kinds of chips"
}
