package setup_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"touchmove/configs"
	"touchmove/daemon/doctor"
	"touchmove/daemon/setup"
	"touchmove/internal/goldentest"
	"touchmove/rules"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

// computer is a simulated computer that a board is wired to; the zero value has neither buses nor
// lines.
type computer struct {
	model string
	twins *wiring.Twins
	opens string // what a running daemon has open: "/dev/i2c-1"; "" if none runs
	now   time.Duration
}

// pi returns a Raspberry Pi with the usual board of a driver; "" for no board.
func pi(t *testing.T, driver string) *computer {
	t.Helper()
	c := &computer{model: "Raspberry Pi 4 Model B Rev 1.5"}
	if driver == "" {
		return c
	}
	w, err := wiring.Usual(driver)
	if err != nil {
		t.Fatal(err)
	}
	if c.twins, err = wiring.NewTwins(w, scan.ClockLines{}, chips.NewBoard(), nil); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *computer) look() doctor.Survey { return doctor.Look(c.system(), nil) }

func (c *computer) system() doctor.System {
	files := fstest.MapFS{"proc/sys/kernel/osrelease": {Data: []byte("6.6.31\n")}}
	if c.model != "" {
		files["proc/device-tree/model"] = &fstest.MapFile{Data: []byte(c.model + "\x00")}
		files["dev/i2c-1"] = &fstest.MapFile{Mode: fs.ModeDevice}
		files["dev/gpiochip0"] = &fstest.MapFile{Mode: fs.ModeDevice}
		files["boot/firmware/config.txt"] = &fstest.MapFile{Data: []byte("dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n")}
	}
	if c.twins != nil && c.twins.Buses["3"] != nil {
		files["dev/i2c-3"] = &fstest.MapFile{Mode: fs.ModeDevice}
	}
	if c.opens != "" {
		files["proc/7/comm"] = &fstest.MapFile{Data: []byte("touchmove\n")}
		files["proc/7/cmdline"] = &fstest.MapFile{Data: []byte("touchmove\x00run\x00")}
		files["proc/7/fd/3"] = &fstest.MapFile{Data: []byte(c.opens), Mode: fs.ModeSymlink}
	}
	return doctor.System{
		FS: files,
		Bus: func(n int) (doctor.Bus, error) {
			var bus *chips.Bus
			if c.twins != nil {
				bus = c.twins.Buses[fmt.Sprint(n)]
			}
			if bus == nil {
				bus = chips.NewBus("nobody")
			}
			return wire{c, bus}, nil
		},
		Chip: func(string) (doctor.GPIOChip, error) {
			chip := doctor.GPIOChip{Name: "gpiochip0", Label: "pinctrl-bcm2711"}
			for n := range 28 {
				chip.Lines = append(chip.Lines, doctor.Line{Name: fmt.Sprintf("GPIO%d", n)})
			}
			return chip, nil
		},
		Open: func(string) error { return nil }, Write: func(string) error { return nil },
		Free:         func(string) (uint64, error) { return 8 << 30, nil },
		Synchronised: func() (bool, error) { return true, nil },
		Since:        func() time.Duration { return c.now },
		User:         doctor.User{Name: "pi", Groups: []string{"i2c", "gpio"}}, PID: 99,
	}
}

// wire is a bus on which a transfer takes some time.
type wire struct {
	c *computer
	*chips.Bus
}

func (w wire) Tx(addr uint16, out, in []byte) error {
	w.c.now += time.Millisecond
	return w.Bus.Tx(addr, out, in)
}

func (wire) Close() error { return nil }

// options returns the options of a setup in a directory of its own, with typed answers.
func (c *computer) options(t *testing.T, typed string, out io.Writer) setup.Options {
	t.Helper()
	t.Chdir(t.TempDir())
	return setup.Options{
		Look: c.look,
		Examine: func(config *configs.Config) []doctor.Finding {
			return doctor.Examine(c.system(), doctor.Request{Config: config})
		},
		In: strings.NewReader(typed), Out: out, Style: setup.Style{Echo: true},
		Place: setup.Place{Board: "board-1", Name: "touchmove"}, Secret: func() string { return "k7qf-2mxa-5trd" },
	}
}

// Every dialogue in testdata is what is printed and typed, and the file that results.
func TestDialogues(t *testing.T) {
	for _, c := range []struct {
		name, driver, typed string
		none                bool // the computer has neither buses nor lines
		file                bool // its name is fixed, as with --output
		there               string
		unplug              uint16
		serves              string // a square; its chip is unplugged
		opens               string // a daemon runs, and has this open
		err                 error
	}{
		{name: "first", driver: "mcp23008", typed: "\nkitchen\n\n\n\n\n"},
		{name: "alike", driver: "tca9555", typed: "2\n\n\nno\n\n"},
		{name: "colours", driver: "ads1115", typed: "\nshow-1\nfide-2018\n\nn\n\n"},
		{name: "nonsense", driver: "mcp23008", typed: "what?\n?\n\nKitchen Table\nkitchen\nfide-1066\n\nperhaps\nno\nx\n\n"},
		{name: "practice", none: true, typed: "3\n\n\nno\n\n"},
		{name: "another", driver: "mcp23008", typed: "o\nmagic\n" + numberOf("gpiomatrix") + "\n\n\n\n\n\nno\n\n"},
		{name: "matrix", driver: "mcpmatrix", typed: "\n\n\n\n\nno\n\n"},
		{name: "bare", driver: "mcpmatrix", typed: "\n\n\nno\ncrossed\nb\nno\n\n"},
		{name: "nobody", typed: "m\n\n\n\n\n\nno\n\n"},
		{name: "lines", typed: "m\n\n\n?\npin 11\n5 6 7\n5 5 6 7 8 9 10 11\n5 6 12 13 16 19 20 21\n21 4 17 27 22 23 24 25\ngpio4, 17,27,22,23,24,25,25\n4 17 27 22 23 24 GPIO25 gpiochip0:7\nnein\nnein\n\n"},
		{name: "select", driver: "cd74hc4067", typed: "\n\n\n5 6 13 19\n\nno\n\n"},
		{name: "asked", driver: "mcp23008", typed: "\n?\nKüche 1\nкухня\nkitchen\n?\n2018\n?\nja\n?\n\n?\n\n"},
		{name: "port", driver: "ads1115", serves: "a6", typed: "?\nc\n\n\n\nno\n\n"},
		{name: "running", driver: "ads1115", opens: "/dev/i2c-1", typed: "q\n", err: setup.ErrStopped},
		{name: "colours", driver: "ads1115", opens: "/dev/null", typed: "\nshow-1\nfide-2018\n\nn\n\n"}, // as before: it plays a simulated board
		{name: "there", driver: "mcp23008", file: true, there: mine, typed: "?\n\n", err: setup.ErrThere},
		{name: "anew", driver: "mcp23008", file: true, there: mine, typed: "a\n\n\n\nno\n\n"},
		{name: "missing", driver: "mcp23008", unplug: 0x25, typed: "c\n\n\nno\n\n"},
		{name: "aside", driver: "mcp23008", there: "[[board]]\nid = \"demo\"\nwiring = { driver = \"simulated\" }\n", typed: "\n\n\nno\n\n\n"},
		{name: "taken", driver: "mcp23008", there: "no TOML at all", typed: "\n\nboard-2\n\nno\n\n"},
		{name: "stopped", driver: "mcp23008", typed: "\nkitchen\nq\n", err: setup.ErrStopped},
		{name: "ended", driver: "mcp23008", typed: "\nkitchen\n", err: setup.ErrStopped},
	} {
		t.Run(c.name, func(t *testing.T) {
			on := pi(t, c.driver)
			if c.none {
				on = &computer{}
			}
			on.opens = c.opens
			switch {
			case c.serves != "":
				if err := on.twins.Unplug(square(t, c.serves)); err != nil {
					t.Fatal(err)
				}
			case c.unplug != 0:
				on.twins.Buses["1"].Unplug(c.unplug)
			}
			kept, err := filepath.Abs("testdata/" + c.name + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			o := on.options(t, c.typed, &out)
			if c.file {
				o.Place.File = "board-1.toml"
			}
			if c.there != "" {
				write(t, "board-1.toml", c.there)
			}
			path, err := setup.New(o).Configure(t.Context())
			if !errors.Is(err, c.err) {
				t.Fatalf("ended with %v, want %v, after\n%s", err, c.err, out.String())
			}
			got := out.String()
			if err != nil {
				got += fmt.Sprintf("ended: %v\n", err)
			} else {
				clean(t, path)
			}
			for _, name := range files(t) {
				if strings.HasSuffix(name, ".password") {
					got += fmt.Sprintf("--- %s (%v)\n", name, mode(t, name))
					continue
				}
				got += fmt.Sprintf("--- %s\n%s", name, read(t, name))
			}
			goldentest.Check(t, kept, got)
			for n, line := range strings.Split(out.String(), "\n") {
				line, _, _ = strings.Cut(line, "] ")                             // what is typed may be of any length
				if len([]rune(line)) > 80 && !strings.HasPrefix(line, "     ") { // lines of the file are shown as they are
					t.Errorf("line %d is %d characters wide: %s", n+1, len([]rune(line)), line)
				}
			}
		})
	}
}

// mine is the configuration of a real board.
const mine = "[[board]]\nid = \"mine\"\n[board.wiring]\ndriver = \"mcp23008\"\naddrs = [0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27]\n"

func square(t *testing.T, name string) rules.Square {
	t.Helper()
	sq, err := rules.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return sq
}

// numberOf returns the number under which setup offers a wiring.
func numberOf(driver string) string { return strconv.Itoa(slices.Index(wiring.Words(), driver) + 1) }

// An existing file is never overwritten, whatever it is; only a demonstration may be put aside.
func TestNeverOver(t *testing.T) {
	for _, there := range []string{"no TOML at all", mine} {
		var out bytes.Buffer
		o := pi(t, "mcp23008").options(t, "\n\n\nno\n\n\n", &out)
		o.Place.File = "board-1.toml" // as with --output
		write(t, "board-1.toml", there)
		if _, err := setup.New(o).Configure(t.Context()); !errors.Is(err, setup.ErrThere) || !strings.Contains(out.String(), "never overwritten") {
			t.Errorf("ended with %v, after %s", err, out.String())
		}
		o.Answers.Yes = true // nobody to ask
		if _, err := setup.New(o).Configure(t.Context()); err == nil || !strings.Contains(err.Error(), "never overwritten") {
			t.Errorf("ended with %v", err)
		}
		if got := read(t, "board-1.toml"); got != there || len(files(t)) != 1 {
			t.Errorf("left %q in %v", got, files(t))
		}
	}
	// Nor is an existing password: the new one gets another file.
	var out bytes.Buffer
	o := pi(t, "mcp23008").options(t, "\n\n\n\n\n\n", &out)
	write(t, "board-1.password", "mine")
	path, err := setup.New(o).Configure(t.Context())
	if err != nil || read(t, "board-1.password") != "mine" || mode(t, "board-1-2.password") != 0o600 || len(files(t)) != 3 {
		t.Fatalf("ended with %v, and %v is there", err, files(t))
	}
	if text := read(t, path); !strings.Contains(text, `password_file = "board-1-2.password"`) {
		t.Errorf("written\n%s", text)
	}
}

// An interrupted setup returns at once, although no more input comes.
func TestInterrupted(t *testing.T) {
	in, typed := io.Pipe()
	defer typed.Close()
	var out bytes.Buffer
	o := pi(t, "mcp23008").options(t, "", &out)
	o.In = in
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := setup.New(o).Configure(ctx); !errors.Is(err, setup.ErrStopped) || len(files(t)) > 0 {
		t.Errorf("ended with %v, and %v is there", err, files(t))
	}
}

// The page about a missing chip ends by itself when the chip answers.
func TestMended(t *testing.T) {
	whole, broken := pi(t, "mcp23008"), pi(t, "mcp23008")
	broken.twins.Buses["1"].Unplug(0x25)
	again := make(chan time.Time)
	in, typed := io.Pipe()
	var out bytes.Buffer
	o := broken.options(t, "", &out)
	o.In, o.Again = in, again
	looks := 0
	o.Look = func() doctor.Survey {
		if looks++; looks < 3 {
			return broken.look()
		}
		return whole.look()
	}
	go func() {
		again <- time.Time{}
		again <- time.Time{}
		io.WriteString(typed, "\n\n\nno\n\n")
	}()
	path, err := setup.New(o).Configure(t.Context())
	if err != nil {
		t.Fatal(err, out.String())
	}
	if text := read(t, path); !strings.Contains(text, "0x25") || looks < 3 {
		t.Errorf("after %d looks\n%s", looks, text)
	}
}

// The usual board of each kind is recognised, and the configuration written for it passes `check`
// and is read as that board again.
func TestRecognised(t *testing.T) {
	for _, driver := range append(wiring.Words(), wiring.Mixed{}.Driver()) {
		t.Run(driver, func(t *testing.T) {
			var out bytes.Buffer
			o := pi(t, driver).options(t, "", &out)
			o.Answers = setup.Answers{Yes: true, Driver: driver, Board: "b"}
			if driver == (wiring.Mixed{}).Driver() {
				o.Answers.Driver = "" // it has no name of its own
			}
			path, err := setup.New(o).Configure(t.Context())
			if err != nil {
				t.Fatal(err, out.String())
			}
			config := clean(t, path)
			usual, err := wiring.Usual(driver)
			if err != nil {
				t.Fatal(err)
			}
			if got := config.Boards[0].Wiring; got.Driver() != usual.Driver() || len(wiring.Served(got)) < 64 {
				t.Errorf("written as %v with %d channels, want %v", got, len(wiring.Served(got)), usual)
			}
		})
	}
}

// Flags are refused as answers are.
func TestBadAnswers(t *testing.T) {
	no := false
	for want, a := range map[string]setup.Answers{
		"these are 1 lines":       {Driver: "gpiomatrix", Rows: []string{"GPIO5"}},
		"is not a line":           {Driver: "cd74hc4067", Select: []string{"GPIO5", "GPIO6", "GPIO13", "pin 11"}},
		"is not a port":           {Driver: "mcpmatrix", Diodes: &no, RowsPort: "crossed"},
		"cannot be a name":        {Driver: "tca9555", Board: "My Board"},
		"is not an edition":       {Driver: "tca9555", Laws: "fide-1066"},
		"is not a wiring":         {Driver: "magic"},
		"no chip of a board":      {},
		"not a board to practise": {Practise: "magic"},
	} {
		var out bytes.Buffer
		o := pi(t, "").options(t, "", &out)
		o.Answers = a
		o.Answers.Yes = true
		if _, err := setup.New(o).Configure(t.Context()); err == nil || !strings.Contains(err.Error(), want) || len(files(t)) > 0 {
			t.Errorf("want %q: ended with %v, and %v is there", want, err, files(t))
		}
	}
}

// Five MCP23017 leave those pins free that the datasheet allows only as outputs.
func TestFiveMCP23017(t *testing.T) {
	on := pi(t, "mcp23017")
	chips.NewBoard().MCP23017s(on.twins.Buses["1"], wiring.Natural(0)[:16], 0x24)
	var out bytes.Buffer
	o := on.options(t, "", &out)
	o.Answers.Yes = true
	path, err := setup.New(o).Configure(t.Context())
	if err != nil {
		t.Fatal(err, out.String())
	}
	if advice := wiring.Advise(clean(t, path).Boards[0].Wiring); len(advice) > 0 {
		t.Errorf("%v, of\n%s", advice, read(t, path))
	}
}

// clean expects that a configuration has no errors.
func clean(t *testing.T, path string) *configs.Config {
	t.Helper()
	c, faults := configs.Parse(path, []byte(read(t, path)))
	if faults.Broken() {
		t.Fatal(faults)
	}
	return c
}

func files(t *testing.T) (names []string) {
	t.Helper()
	list, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		names = append(names, f.Name())
	}
	return names
}

func mode(t *testing.T, name string) fs.FileMode {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
