package doctor_test

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"touchmove/configs"
	"touchmove/daemon/doctor"
	"touchmove/internal/goldentest"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

// Every archive in testdata is a computer: its files, a board.toml, what is on its
// buses ("machine"), and the expected findings ("findings").
func TestComputers(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no computers: ", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			m := newMachine(t)
			var request doctor.Request
			want := -1
			for i, f := range a.Files {
				switch f.Name {
				case "machine":
					m.read(string(f.Data))
				case "board.toml", "etc/touchmove/board.toml":
					m.files[f.Name] = &fstest.MapFile{Data: f.Data}
					c, faults := configs.Parse("/etc/touchmove/board.toml", f.Data)
					if c == nil {
						t.Fatal(faults)
					}
					request.Config = c
				case "findings":
					want = i
				default:
					m.files[f.Name] = &fstest.MapFile{Data: f.Data}
				}
			}
			if want < 0 {
				a.Files = append(a.Files, txtar.File{Name: "findings"})
				want = len(a.Files) - 1
			}
			request.Buses = m.look
			got := tell(doctor.Examine(m.system(), request))
			if goldentest.Updating() {
				a.Files[want].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if got != string(a.Files[want].Data) {
				t.Errorf("found\n%s\nwant\n%s", got, a.Files[want].Data)
			}
			// What a check finds does not depend on the other checks.
			var apart []doctor.Finding
			for _, name := range doctor.Names() {
				request.Only = name
				found := doctor.Examine(m.system(), request)
				if len(found) == 0 {
					t.Errorf("%s says nothing", name)
				}
				apart = append(apart, found...)
			}
			if tell(apart) != got {
				t.Errorf("check by check it finds\n%s", tell(apart))
			}
			m.unchanged()
		})
	}
}

// tell writes findings as text that a person can check.
func tell(found []doctor.Finding) string {
	var b strings.Builder
	for _, f := range found {
		fmt.Fprintf(&b, "%s %s: %s\n", f.Level, f.Check, f.What)
		if len(f.Squares) > 0 {
			fmt.Fprintf(&b, "\tsquares %s\n", strings.Join(f.Squares, " "))
		}
		if f.Remedy != "" {
			fmt.Fprintf(&b, "\tdo %s\n", f.Remedy)
		}
		for _, command := range f.Type {
			fmt.Fprintf(&b, "\ttype %s\n", command)
		}
	}
	return b.String()
}

// machine is a simulated computer from an archive.
type machine struct {
	t       *testing.T
	files   fstest.MapFS
	board   *chips.Board
	buses   map[int]*wire
	gpio    map[string]*doctor.GPIOChip
	refused map[string]bool
	user    doctor.User
	look    []int
	synced  bool
	free    uint64
	write   error
	now     time.Duration
	muxes   []*chips.TCA9548A
}

// wire is a bus of chips that notices harmful writes.
type wire struct {
	m    *machine
	bus  *chips.Bus
	held bool // every transfer takes a second and fails
	busy map[uint16]bool
}

func newMachine(t *testing.T) *machine {
	return &machine{
		t: t, files: fstest.MapFS{}, board: chips.NewBoard(), buses: map[int]*wire{}, gpio: map[string]*doctor.GPIOChip{},
		refused: map[string]bool{}, user: doctor.User{Name: "pi"}, synced: true, free: 8 << 30,
	}
}

// read reads the lines of "machine".
func (m *machine) read(text string) {
	m.t.Helper()
	number := func(s string) int {
		n, err := strconv.ParseInt(s, 0, 32)
		if err != nil {
			m.t.Fatal(err)
		}
		return int(n)
	}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		if len(f) == 0 {
			continue
		}
		switch f[0] {
		case "bus": // bus N [held]
			n := number(f[1])
			m.buses[n] = &wire{m: m, bus: chips.NewBus("I2C" + f[1]), held: len(f) > 2, busy: map[uint16]bool{}}
			m.files[fmt.Sprintf("dev/i2c-%d", n)] = &fstest.MapFile{Mode: fs.ModeDevice}
		case "clock": // clock N HZ, as the device tree has it
			m.files[fmt.Sprintf("sys/bus/i2c/devices/i2c-%s/of_node/clock-frequency", f[1])] = &fstest.MapFile{
				Data: binary.BigEndian.AppendUint32(nil, uint32(number(f[2]))),
			}
		case "chip": // chip BUS ADDR KIND [behind MUX PORT]
			m.chip(m.buses[number(f[1])], uint16(number(f[2])), f[3:])
		case "kernel": // kernel BUS ADDR: a driver of the kernel owns it, and nobody else may access it
			m.buses[number(f[1])].busy[uint16(number(f[2]))] = true
		case "gpio": // gpio CHIP LABEL FROM TO: lines GPIOn
			c := &doctor.GPIOChip{Name: f[1], Label: f[2]}
			for n := number(f[3]); n <= number(f[4]); n++ {
				c.Lines = append(c.Lines, doctor.Line{Name: fmt.Sprintf("GPIO%d", n)})
			}
			m.chipFile(f[1], c)
		case "adapter": // adapter CHIP LABEL LINES: without names
			m.chipFile(f[1], &doctor.GPIOChip{Name: f[1], Label: f[2], Lines: make([]doctor.Line, number(f[3]))})
		case "alias": // alias NAME CHIP: a second device file of a chip
			m.chipFile(f[1], m.gpio["/dev/"+f[2]])
		case "used": // used CHIP LINE [CONSUMER]
			c := m.gpio["/dev/"+f[1]]
			for i := range c.Lines {
				if c.Lines[i].Name == f[2] {
					c.Lines[i].Used, c.Lines[i].Consumer = true, strings.Join(f[3:], " ")
				}
			}
		case "refused":
			m.refused[f[1]] = true
		case "user": // user NAME GROUP...
			m.user = doctor.User{Name: f[1], Root: f[1] == "root", Groups: f[2:]}
		case "look":
			m.look = append(m.look, number(f[1]))
		case "unsynchronised":
			m.synced = false
		case "free": // megabytes
			m.free = uint64(number(f[1])) << 20
		case "write": // write denied | read-only
			m.write = map[string]error{"denied": fs.ErrPermission, "read-only": errors.New("read-only file system")}[f[1]]
		default:
			m.t.Fatalf("a machine has no %q", f[0])
		}
	}
}

func (m *machine) chip(w *wire, addr uint16, kind []string) {
	bus := w.bus
	if len(kind) == 4 { // behind MUX PORT
		port, err := strconv.Atoi(kind[3])
		if err != nil {
			m.t.Fatal(err)
		}
		bus = m.muxes[len(m.muxes)-1].Port(port)
	}
	now := func() time.Duration { return m.now }
	switch kind[0] {
	case "mcp23017":
		m.board.MCP23017s(bus, wiring.Natural(0)[:16], addr)
	case "mcp23008":
		m.board.MCP23008s(bus, wiring.Natural(0)[:8], addr)
	case "pcf8574":
		m.board.PCF8574s(bus, wiring.Natural(0)[:8], addr)
	case "pcf8575":
		m.board.PCF8575s(bus, wiring.Natural(0)[:16], addr)
	case "tca9555":
		m.board.TCA9555s(bus, wiring.Natural(0)[:16], addr)
	case "ads1115":
		bus.Attach(addr, chips.NewADS1115(m.board.Hall(wiring.Natural(0)[:4], 3300), now))
	case "ads7828":
		bus.Attach(addr, chips.NewADS7828(m.board.Hall(wiring.Natural(0)[:8], 3300), 3300))
	case "ads7138":
		bus.Attach(addr, chips.NewADS7138(m.board.Hall(wiring.Natural(0)[:8], 3300), 3300))
	case "tca9548a":
		mux := chips.NewTCA9548A("tca9548a")
		m.muxes = append(m.muxes, mux)
		bus.Attach(addr, mux)
	case "display":
		bus.Attach(addr, display{})
	default:
		m.t.Fatalf("no twin of %q", kind[0])
	}
}

// display is some other part: it acknowledges, and its bytes mean nothing here.
type display struct{}

func (display) Write([]byte) error { return nil }
func (display) Read(r []byte) error {
	for i := range r {
		r[i] = byte(i*i + 1)
	}
	return nil
}

func (m *machine) chipFile(name string, c *doctor.GPIOChip) {
	m.gpio["/dev/"+name] = c
	m.files["dev/"+name] = &fstest.MapFile{Mode: fs.ModeDevice}
}

func (m *machine) system() doctor.System {
	return doctor.System{
		FS: m.files,
		Bus: func(n int) (doctor.Bus, error) {
			if m.refused[fmt.Sprintf("/dev/i2c-%d", n)] {
				return nil, fs.ErrPermission
			}
			return m.buses[n], nil
		},
		Chip: func(path string) (doctor.GPIOChip, error) {
			if m.refused[path] {
				return doctor.GPIOChip{}, fs.ErrPermission
			}
			return *m.gpio[path], nil
		},
		Open: func(path string) error {
			if m.refused[path] {
				return &fs.PathError{Op: "open", Path: path, Err: fs.ErrPermission}
			}
			return nil
		},
		Write:        func(string) error { return m.write },
		Free:         func(string) (uint64, error) { return m.free, nil },
		Synchronised: func() (bool, error) { return m.synced, nil },
		Since:        func() time.Duration { return m.now },
		User:         m.user, PID: 99,
	}
}

// Tx implements doctor.Bus.
func (w *wire) Tx(addr uint16, out, in []byte) error {
	if w.busy[addr] {
		w.m.t.Errorf("0x%02x is asked, and belongs to the kernel", addr)
	}
	// A write to a port expander may set the levels of its pins.
	if expander := addr >= 0x20 && addr <= 0x27 || addr >= 0x38 && addr <= 0x3f; expander && len(out) > 0 {
		w.m.t.Errorf("% x is written to a port expander at 0x%02x", out, addr)
	}
	if w.held {
		w.m.now += time.Second
		return chips.ErrStuck
	}
	w.m.now += time.Millisecond
	return w.bus.Tx(addr, out, in)
}

// Close implements doctor.Bus.
func (w *wire) Close() error { return nil }

// unchanged checks that the switch is as it was after power-on: all ports off.
func (m *machine) unchanged() {
	for _, w := range m.buses {
		var r [1]byte
		if w.bus.Tx(0x70, nil, r[:]) == nil && r[0] != 0 {
			m.t.Errorf("the switch is left at %08b", r[0])
		}
	}
}

// For every example configuration doctor knows which squares are lost if none of its
// parts answer, and finds no fault with its lines if they exist.
func TestExamples(t *testing.T) {
	examples, err := filepath.Glob("../../configs/*.toml")
	if err != nil || len(examples) == 0 {
		t.Fatal("no examples: ", err)
	}
	for _, path := range examples {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			c, faults := configs.Parse(path, text)
			if c == nil {
				t.Fatal(faults)
			}
			m := newMachine(t)
			m.read("bus 0\nbus 1\nbus 3\nbus 4\nbus 5\nbus 6\ngpio gpiochip0 pinctrl 0 57")
			m.files["dev/spidev0.0"] = &fstest.MapFile{Mode: fs.ModeDevice}
			lost := map[string]bool{}
			for _, f := range doctor.Examine(m.system(), doctor.Request{Config: c}) {
				for _, sq := range f.Squares {
					lost[sq] = true
				}
				if f.Level == doctor.Fault && f.Check != "chips" {
					t.Errorf("a fault that only the chips have: %+v", f)
				}
			}
			want := 0
			for _, b := range c.Boards {
				switch b.Wiring.(type) {
				case configs.Simulated, wiring.GPIOMatrix:
				default:
					want = 64
				}
			}
			if len(lost) != want {
				t.Errorf("%d squares are lost, want %d", len(lost), want)
			}
		})
	}
}
