package setup

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"touchmove/configs"
	"touchmove/rules"
	"touchmove/sensors/wiring"
)

// The lines of the wiring plans of configs/gpiomatrix.toml and configs/cd74hc4067.toml.
var (
	planRows    = []string{"GPIO5", "GPIO6", "GPIO12", "GPIO13", "GPIO16", "GPIO19", "GPIO20", "GPIO21"}
	planColumns = []string{"GPIO4", "GPIO17", "GPIO27", "GPIO22", "GPIO23", "GPIO24", "GPIO25", "GPIO26"}
	planSelect  = []string{"GPIO17", "GPIO27", "GPIO22", "GPIO23"}
)

const (
	matrixSettle = 100 * time.Microsecond // the default of configs for the chip's own pull-ups
	linesSettle  = 50 * time.Microsecond  // and for reeds with resistors
)

// Choices are what goes into a configuration.
type Choices struct {
	State   string // directory of the journals; "" leaves it to the daemon
	Board   string // id
	Laws    rules.Laws
	Wiring  wiring.Wiring  // of a real board, or configs.Simulated to practise
	Rates   map[string]int // clock rates of buses in Hz, by their shortest names; without one, a Raspberry Pi's default
	Colours bool           // linear sensors: White's and Black's magnets lie opposite ways up
	Network bool           // computers in the local network may watch
	Name    string         // the name by which they find this one, as NAME.local; "" announces nothing
	// PasswordFile is the file with the hash of the arbiter's password, as the configuration
	// names it; with "" nobody can give commands over the network.
	PasswordFile string
	// Arbiters and Technicians are the groups that may give commands on this computer; "" means
	// the daemon's user alone.
	Arbiters, Technicians string
}

// Text returns the configuration. It has no errors.
func (c Choices) Text() []byte {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	if c.State != "" {
		line("state = %q\n", c.State)
	}
	if c.Laws != rules.InForce {
		line("[game]\nlaws = %q\n", c.Laws)
	}
	if c.Network {
		line("[mqtt]\nlisten = \"0.0.0.0:1883\"\n")
		if c.PasswordFile != "" {
			line("[[mqtt.user]]\nname = %q\nrole = \"arbiter\"\npassword_file = %q\n", ArbiterName, c.PasswordFile)
		}
		line("[screen]\nlisten = \"0.0.0.0:8080\"\n")
		if c.Name != "" {
			line("[mdns]\nname = %q\n", c.Name)
		}
	}
	if c.Arbiters != "" {
		line("[control]\narbiters = %q\ntechnicians = %q\n", c.Arbiters, c.Technicians)
	}
	line("[[board]]\nid = %q", c.Board)
	if c.Colours {
		line("sensing = \"polarity\"")
	}
	if hz := pace(c.Wiring, c.Rates); hz != 0 {
		line("scan_hz = %d", hz)
	}
	for _, l := range wired(c.Wiring) {
		line("%s", l)
	}
	return []byte(b.String())
}

// ArbiterName is the user who may give commands over the network.
const ArbiterName = "arbiter"

// busClock is the default clock rate of a Raspberry Pi's bus, in Hz.
const busClock = 100_000

// pace returns how often a board should be scanned if its chips are too slow for the usual 200
// times a second, and 0 if they are not. Scanning may take four fifths of the time.
func pace(w wiring.Wiring, rates map[string]int) int {
	const usual, least = 200, 5
	var took time.Duration
	for bus, e := range wiring.Efforts(w) {
		took = max(took, e.Took(cmp.Or(rates[bus], busClock)))
	}
	hz := math.Floor(0.8 / took.Seconds())
	if took == 0 || hz >= usual {
		return 0
	}
	for _, round := range []int{150, 100, 50, 25, 20, 10} {
		if int(hz) >= round {
			return round
		}
	}
	return least
}

// wired returns the tables of a wiring.
func wired(w wiring.Wiring) []string {
	if s, ok := w.(configs.Simulated); ok {
		return []string{"", "[board.wiring]", `driver = "simulated"`, fmt.Sprintf("chip = %q", s.Chip), fmt.Sprintf("style = %q", s.Style)}
	}
	parts := w.Parts()
	var lines []string
	for _, p := range parts {
		table := "[board.wiring]"
		if len(parts) > 1 {
			table = "[[board.part]]"
		}
		lines = append(lines, "", table, fmt.Sprintf("driver = %q", p.Driver()))
		lines = append(lines, part(p)...)
		if len(parts) > 1 || !natural(p.Served()) {
			lines = append(lines, squares(p.Served())...)
		}
	}
	return lines
}

// part returns the keys of one part.
func part(p wiring.Part) (lines []string) {
	line := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	switch w := p.(type) {
	case wiring.Expanders:
		line("bus = %q", w.Bus)
		line("addrs = %s", addresses(w.Addrs))
		if w.ActiveHigh {
			line(`active = "high"`)
		}
	case wiring.Converters:
		line("bus = %q", w.Bus)
		if w.Mux != 0 {
			line("mux = 0x%02x", w.Mux)
			line("ports = %s", list("%d", w.Ports))
		}
		line("addrs = %s", addresses(w.Addrs))
	case wiring.MCPMatrix:
		line("bus = %q", w.Bus)
		line("addr = 0x%02x", w.Addr)
		switch {
		case w.Crossed:
			line(`rows_port = "crossed"`)
		case w.RowsOnB:
			line(`rows_port = "b"`)
		}
		if w.Bare {
			line("diodes = false")
		}
	case wiring.GPIOMatrix:
		line("rows = %s", list("%q", w.Rows))
		line("columns = %s", list("%q", w.Columns))
		if w.Bare {
			line("diodes = false")
		}
	case wiring.Multiplexed:
		line("bus = %q", w.Bus)
		line("converter = %q", w.Converter)
		line("addr = 0x%02x", w.Addr)
		line("inputs = %s", list("%d", w.Inputs))
		line("select = %s", list("%q", w.Select))
	}
	return lines
}

// natural reports whether squares are wired in order, so that a file need not list them.
func natural(squares []rules.Square) bool {
	return slices.Equal(squares, wiring.Padded(wiring.Natural(0), len(squares)))
}

// squares lists the squares of inputs, eight per line, up to the last one that is wired.
func squares(all []rules.Square) []string {
	for len(all) > 0 && all[len(all)-1] == rules.NoSquare {
		all = all[:len(all)-1]
	}
	lines := []string{"squares = ["}
	for row := range slices.Chunk(all, 8) {
		var words []string
		for _, sq := range row {
			word := `"-"`
			if sq != rules.NoSquare {
				word = fmt.Sprintf("%q", sq)
			}
			words = append(words, word)
		}
		lines = append(lines, "  "+strings.Join(words, ", ")+",")
	}
	return append(lines, "]")
}

func addresses(addrs []uint16) string { return list("0x%02x", addrs) }

func list[T any](format string, values []T) string {
	var words []string
	for _, v := range values {
		words = append(words, fmt.Sprintf(format, v))
	}
	return "[" + strings.Join(words, ", ") + "]"
}
