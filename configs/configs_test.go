package configs_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/configs"
	"touchmove/internal/topic"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/trace"
	"touchmove/sensors/wiring"
)

func load(t *testing.T, path string) *configs.Config {
	t.Helper()
	c, faults, err := configs.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Error(f)
	}
	return c
}

// The example files have no faults, and simulated.toml, which needs no hardware, is equal
// to the default configuration.
func TestSimulatedExampleIsTheDefault(t *testing.T) {
	got, want := load(t, "simulated.toml"), configs.Default()
	want.Path = "simulated.toml"
	if !reflect.DeepEqual(got, want) {
		t.Errorf("simulated.toml is\n%+v\nthe default is\n%+v", got, want)
	}
}

func TestMCP23017Example(t *testing.T) {
	c := load(t, "mcp23017.toml")
	if len(c.Boards) != 1 {
		t.Fatalf("%d boards", len(c.Boards))
	}
	b := c.Boards[0]
	if b.ID != "hall-7" || b.Event != "open-2026" || b.ScanHz != 200 || b.Period() != 5*time.Millisecond {
		t.Errorf("board %+v", b)
	}
	w, ok := b.Wiring.(wiring.Expanders)
	if !ok {
		t.Fatalf("wiring is %T", b.Wiring)
	}
	if !reflect.DeepEqual(w.Addrs, []uint16{0x20, 0x21, 0x22, 0x23, 0x24}) || w.ActiveHigh || w.Bus != "1" {
		t.Errorf("wiring %+v", w)
	}
	wired := slices.DeleteFunc(slices.Clone(w.Squares), func(sq rules.Square) bool { return sq == rules.NoSquare })
	if !reflect.DeepEqual(wired, wiring.Natural(0)) {
		t.Errorf("the list that is written out is not the natural order: %v", w.Squares)
	}
	if c.State != "/var/lib/touchmove" {
		t.Errorf("state %q", c.State)
	}
}

func TestHallExample(t *testing.T) {
	c := load(t, "hall.toml")
	if m := c.MQTT; m.Embedded() || m.Broker != "mqtts://broker.hall.example:8883" || m.Username != "touchmove" || m.Password.File != "/etc/touchmove/mqtt.password" || m.TLS.CA == "" {
		t.Errorf("broker %+v", m)
	}
	if len(c.Boards) != 2 || c.Boards[1].ID != "hall-8" || c.Control.Arbiters == "" {
		t.Errorf("boards %+v, control %+v", c.Boards, c.Control)
	}
}

// Six lines are enough for a board at home.
func TestHomeExample(t *testing.T) {
	text, err := os.ReadFile("home.toml")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n != 6 {
		t.Errorf("%d lines", n)
	}
	c := load(t, "home.toml")
	if w, ok := c.Boards[0].Wiring.(wiring.Expanders); !ok || w.Chip != "tca9555" || len(w.Addrs) != 4 || c.Screen.Listen != "0.0.0.0:8080" {
		t.Errorf("home.toml has %+v, want four tca9555 and a screen on 0.0.0.0:8080", c)
	}
}

// A name in the local network must be a single label. If no service can be reached under
// it, there is a warning.
func TestMDNS(t *testing.T) {
	const open = "[screen]\nlisten = \"0.0.0.0:8080\"\n[[board]]\nid = \"b\"\nwiring = { driver = \"simulated\" }\n"
	for name, want := range map[string]string{
		"touchmove": "", "Touch Move": "computer", "touchmove.local": `write name = "touchmove"`, "a.b": "computer",
	} {
		c, faults := configs.Parse("b.toml", []byte(open+"[mdns]\nname = \""+name+"\"\n"))
		switch {
		case want == "" && (len(faults) > 0 || c.MDNS.Name != name || !slices.Contains(c.Origins(), "http://touchmove.local:8080")):
			t.Errorf("%q: %v", name, faults)
		case want != "" && (len(faults) != 1 || !strings.Contains(strings.ReplaceAll(faults.Error(), "`", ""), want)):
			t.Errorf("%q: %v, want %s", name, faults, want)
		}
	}
	c, faults := configs.Parse("b.toml", []byte(strings.ReplaceAll(open, "0.0.0.0", "127.0.0.1")+"[mdns]\nname = \"touchmove\"\n"))
	if c == nil || len(faults) != 1 || !strings.Contains(faults[0].What, "can reach nothing") {
		t.Errorf("nothing is open: %v", faults)
	}
}

func TestGPIOMatrixExample(t *testing.T) {
	c := load(t, "gpiomatrix.toml")
	w, ok := c.Boards[0].Wiring.(wiring.GPIOMatrix)
	if !ok {
		t.Fatalf("wiring is %T", c.Boards[0].Wiring)
	}
	if len(w.Rows) != 8 || len(w.Columns) != 8 || w.Rows[0] != "GPIO5" || w.Columns[7] != "GPIO26" || w.Settle != 50*time.Microsecond {
		t.Errorf("wiring %+v", w)
	}
	if w.Squares[0] != rules.H8 || w.Squares[63] != rules.A1 {
		t.Errorf("turned by 180 degrees, channel 0 is %v and 63 is %v", w.Squares[0], w.Squares[63])
	}
	want := trace.Header{
		Board: "table-1", Sensing: sensors.Occupancy, Start: rules.StartPosition().FEN(), Laws: rules.FIDE2023,
		ScanHz: 250, Clock: trace.ClockNone, Mode: trace.Rapid, ModeGiven: true, Unsupervised: true, ClaimsDecided: true,
	}
	if h := c.Header(c.Boards[0]); !reflect.DeepEqual(h, want) {
		t.Errorf("header %+v, want %+v", h, want)
	}
}

// Every expander's example serves each square with one input.
func TestExpanderExamples(t *testing.T) {
	for _, c := range []struct {
		chip        string
		addrs       []uint16
		first, last rules.Square
	}{
		{"mcp23008", []uint16{0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27}, rules.A1, rules.H8},
		{"pcf8574", []uint16{0x20, 0x21, 0x22, 0x23, 0x38, 0x39, 0x3a, 0x3b}, rules.A1, rules.H8},
		{"pcf8575", []uint16{0x20, 0x21, 0x22, 0x23}, rules.A8, rules.H1},
		{"tca9555", []uint16{0x20, 0x21, 0x22, 0x23}, rules.A1, rules.H8},
	} {
		w, ok := load(t, c.chip+".toml").Boards[0].Wiring.(wiring.Expanders)
		if !ok || w.Driver() != c.chip || w.Bus != "1" || w.ActiveHigh || !reflect.DeepEqual(w.Addrs, c.addrs) {
			t.Errorf("%s: wiring %+v", c.chip, w)
			continue
		}
		if len(w.Squares) != 64 || w.Squares[0] != c.first || w.Squares[63] != c.last {
			t.Errorf("%s: squares %v", c.chip, w.Squares)
		}
	}
}

func TestMCPMatrixExample(t *testing.T) {
	b := load(t, "mcpmatrix.toml").Boards[0]
	want := wiring.MCPMatrix{Bus: "1", Addr: 0x20, Crossed: true, Settle: 100 * time.Microsecond, Squares: wiring.Natural(0)}
	if !reflect.DeepEqual(b.Wiring, want) || b.ScanHz != 100 {
		t.Errorf("board %+v", b)
	}
}

func TestADS1115Example(t *testing.T) {
	b := load(t, "ads1115.toml").Boards[0]
	want := wiring.Converters{Chip: "ads1115",
		Bus: "1", Bank: wiring.Bank{Mux: 0x70, Ports: []int{0, 1, 2, 3}, Addrs: []uint16{0x48, 0x49, 0x4a, 0x4b}},
		Levels: wiring.Levels{SupplyMV: 3300, EnterMV: 200, LeaveMV: 150}, Squares: wiring.Natural(0),
	}
	if !reflect.DeepEqual(b.Wiring, want) || b.ScanHz != 20 || b.Sensing != sensors.Polarity {
		t.Errorf("board %+v", b)
	}
}

// Each driver has exactly one example. The only others are those of a home, of a hall and
// of lamps. A board whose parts all have the same driver counts as an example of that
// driver.
func TestOneExampleForEachWiring(t *testing.T) {
	files, err := filepath.Glob("*.toml")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range files {
		for _, b := range load(t, f).Boards {
			name := b.Wiring.Driver()
			if parts := b.Wiring.Parts(); len(parts) > 0 && !slices.ContainsFunc(parts, func(p wiring.Part) bool { return p.Driver() != parts[0].Driver() }) {
				name = parts[0].Driver()
			}
			if f == "home.toml" || f == "hall.toml" || f == "lights.toml" || f == "lights-i2c.toml" {
				continue
			}
			seen[name] = true
			if f != name+".toml" {
				t.Errorf("%s has a board wired by %s", f, name)
			}
		}
	}
	want := map[string]bool{"simulated": true}
	for _, driver := range configs.Chips() { // including mixed
		want[driver] = true
	}
	if !reflect.DeepEqual(seen, want) {
		t.Errorf("examples for %v, want %v", seen, want)
	}
}

func TestNatural(t *testing.T) {
	for _, c := range []struct {
		turn       int
		a1, h1, a8 rules.Square // the squares of the channels that serve a1, h1 and a8 on a board that is not turned
	}{
		{0, rules.A1, rules.H1, rules.A8},
		{90, rules.A8, rules.A1, rules.H8},
		{180, rules.H8, rules.A8, rules.H1},
		{270, rules.H1, rules.H8, rules.A1},
	} {
		n := wiring.Natural(c.turn)
		if n[0] != c.a1 || n[7] != c.h1 || n[56] != c.a8 {
			t.Errorf("turned by %d: channels 0, 7 and 56 are %v, %v and %v, want %v, %v and %v", c.turn, n[0], n[7], n[56], c.a1, c.h1, c.a8)
		}
		var seen rules.Squares
		for _, s := range n {
			seen |= 1 << s
		}
		if seen != ^rules.Squares(0) {
			t.Errorf("turned by %d: squares %v", c.turn, seen)
		}
	}
}

func TestTurnAppliesToAList(t *testing.T) {
	const text = `
[[board]]
id = "b"
[board.wiring]
driver = "mcp23017"
addrs = [0x20, 0x21, 0x22, 0x23, 0x24]
turn = 90
squares = ["-", `
	var list strings.Builder
	for s := range rules.NoSquare {
		list.WriteString(`"` + s.String() + `",`)
	}
	c, faults := configs.Parse("x.toml", []byte(text+list.String()+"]"))
	if faults.Broken() {
		t.Fatal(faults)
	}
	w := c.Boards[0].Wiring.(wiring.Expanders)
	if len(w.Squares) != 80 || w.Squares[0] != rules.NoSquare || w.Squares[1] != rules.A8 || w.Squares[64] != rules.H1 || w.Squares[79] != rules.NoSquare {
		t.Errorf("squares %v", w.Squares)
	}
}

func TestPathsBeginAtTheFile(t *testing.T) {
	c, faults := configs.Parse("/etc/touchmove/hall.toml", []byte(`
state = "games"
[mqtt]
broker = "mqtts://b:8883"
username = "u"
password_file = "secret"
tls = { ca = "ca.pem", cert = "/abs/cert.pem", key = "key.pem" }
[[board]]
id = "b"
wiring = { driver = "simulated", pgn = "round1.pgn" }
`))
	if faults != nil {
		t.Fatal(faults)
	}
	got := []string{c.State, c.MQTT.Password.File, c.MQTT.TLS.CA, c.MQTT.TLS.Cert, c.MQTT.TLS.Key, c.Boards[0].Wiring.(configs.Simulated).PGN}
	want := []string{"/etc/touchmove/games", "/etc/touchmove/secret", "/etc/touchmove/ca.pem", "/abs/cert.pem", "/etc/touchmove/key.pem", "/etc/touchmove/round1.pgn"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("paths %q, want %q", got, want)
	}
}

func TestSecret(t *testing.T) {
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("pa ss\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TM_TEST_PASSWORD", "word")
	for _, c := range []struct {
		secret configs.Secret
		want   string
	}{{configs.Secret{File: file}, "pa ss"}, {configs.Secret{Env: "TM_TEST_PASSWORD"}, "word"}, {configs.Secret{}, ""}} {
		if got, err := c.secret.Read(); got != c.want || err != nil {
			t.Errorf("%+v reads %q, %v", c.secret, got, err)
		}
	}
	for _, s := range []configs.Secret{{File: file + "x"}, {Env: "TM_TEST_NOT_SET"}} {
		if _, err := s.Read(); err == nil || !strings.Contains(err.Error(), s.File+s.Env) {
			t.Errorf("%+v: error %v does not name it", s, err)
		}
	}
}

// An open broker without users works, but there is a warning with its line.
func TestOpenBrokerIsWarnedOf(t *testing.T) {
	c, faults := configs.Parse("hall.toml", []byte("[mqtt]\nlisten = \"0.0.0.0:1883\"\n[[board]]\nid = \"b\"\nwiring.driver = \"simulated\"\n"))
	if c == nil || len(faults) != 1 || !faults[0].Warning || faults[0].Line != 2 {
		t.Fatalf("config %v, faults %v", c, faults)
	}
	if faults.Broken() {
		t.Error("a warning breaks the configuration")
	}
}

// As an error, faults are a single line that a technician can act on.
func TestFaultsAsError(t *testing.T) {
	_, _, err := configs.Load("testdata/faulty/hall-3.toml")
	want := `testdata/faulty/hall-3.toml:7: "scan_hertz" is not a key here: did you mean scan_hz? (and 3 more errors: touchmove check testdata/faulty/hall-3.toml)`
	if err == nil || err.Error() != want {
		t.Errorf("error is\n%v\nwant\n%s", err, want)
	}
	if _, _, err := configs.Load("nowhere.toml"); err == nil || !strings.Contains(err.Error(), "nowhere.toml") {
		t.Errorf("error %v", err)
	}
}

// The default configuration is as valid as a file: its topic levels and its state directory
// are right on every computer.
func TestDefault(t *testing.T) {
	t.Setenv("STATE_DIRECTORY", "")
	t.Setenv("XDG_STATE_HOME", "/var/s")
	c := configs.Default()
	if c.State != "/var/s/touchmove" {
		t.Errorf("state %q", c.State)
	}
	if !topic.IsLevel(c.MQTT.Node) || !topic.IsLevel(c.Boards[0].ID) || !topic.IsLevel(c.Boards[0].Event) {
		t.Errorf("levels %q %q %q", c.MQTT.Node, c.Boards[0].Event, c.Boards[0].ID)
	}
	t.Setenv("STATE_DIRECTORY", "/var/lib/touchmove")
	if c := configs.Default(); c.State != "/var/lib/touchmove" {
		t.Errorf("under systemd, state is %q", c.State)
	}
}

func TestConverterExamples(t *testing.T) {
	for file, want := range map[string]configs.Board{
		"ads7828.toml": {ScanHz: 50, Wiring: wiring.Converters{
			Chip: "ads7828", Bus: "1", Bank: wiring.Bank{Mux: 0x70, Ports: []int{0, 1}, Addrs: []uint16{0x48, 0x49, 0x4a, 0x4b}},
			Levels: wiring.Levels{SupplyMV: 3300, EnterMV: 200, LeaveMV: 150}, Squares: wiring.Natural(0),
		}},
		"ads7138.toml": {ScanHz: 150, IdleScanHz: 10, IdleAfter: 2 * time.Minute, Wiring: wiring.Converters{
			Chip: "ads7138", Bus: "1", Bank: wiring.Bank{Addrs: []uint16{0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17}},
			Levels: wiring.Levels{SupplyMV: 3300, EnterMV: 200, LeaveMV: 150}, Squares: wiring.Natural(0),
		}},
		"cd74hc4067.toml": {ScanHz: 100, Clock: scan.ClockLines{Lever: "GPIO24", Debounce: 5 * time.Millisecond}, Wiring: wiring.Multiplexed{
			Converter: "ads7138", Bus: "1", Addr: 0x10, Inputs: []int{0, 1, 2, 3}, Select: []string{"GPIO17", "GPIO27", "GPIO22", "GPIO23"},
			Levels: wiring.Levels{SupplyMV: 3300, EnterMV: 200, LeaveMV: 150}, Squares: wiring.Natural(0),
		}},
	} {
		want.ID, want.Event, want.Sensing = "show-1", "club-evening", sensors.Polarity
		if b := load(t, file).Boards[0]; !reflect.DeepEqual(b, want) {
			t.Errorf("%s: board %+v, want %+v", file, b, want)
		}
	}
}

// A mixed board's parts serve each square once, and its clock sends presses.
func TestMixedExample(t *testing.T) {
	c := load(t, "mixed.toml")
	b := c.Boards[0]
	w, ok := b.Wiring.(wiring.Mixed)
	if !ok || len(w) != 3 || w.Driver() != "mixed" {
		t.Fatalf("wiring %+v", b.Wiring)
	}
	if e, ok := w[2].(wiring.Expanders); !ok || e.Chip != "mcp23008" || !e.ActiveHigh || len(e.Squares) != 8 || e.Squares[7] != rules.H1 {
		t.Errorf("third part %+v", w[2])
	}
	count := map[rules.Square]int{}
	for _, sq := range wiring.Served(w) {
		count[sq]++
	}
	if len(count) != 65 || count[rules.NoSquare] != 48+16+8-64 || count[rules.E4] != 1 {
		t.Errorf("served %v", count)
	}
	if want := (scan.ClockLines{White: "GPIO23", Black: "GPIO24", Debounce: 5 * time.Millisecond}); b.Clock != want || !b.Clock.Wired() {
		t.Errorf("clock %+v", b.Clock)
	}
	if h := c.Header(b); h.Clock != trace.ClockButtons {
		t.Errorf("header %+v", h)
	}
}

// A board has an idle scan period only if that is longer than its normal one.
func TestIdlePeriod(t *testing.T) {
	for idle, want := range map[float64]time.Duration{0: 0, 200: 0, 20: 50 * time.Millisecond} {
		b := configs.Board{ScanHz: 200, IdleScanHz: idle}
		if got := b.IdlePeriod(); got != want {
			t.Errorf("idle_scan_hz %v: %v, want %v", idle, got, want)
		}
	}
}

func TestCalibrationOf(t *testing.T) {
	c, faults := configs.Parse("/etc/tm/hall.toml", []byte("[[board]]\nid = \"a\"\nwiring.driver = \"simulated\"\n[[board]]\nid = \"b\"\ncalibration = \"old/b.toml\"\nwiring.driver = \"simulated\"\n"))
	if faults != nil {
		t.Fatal(faults)
	}
	for i, want := range []struct {
		path string
		must bool
	}{{"/etc/tm/a.levels.toml", false}, {"/etc/tm/old/b.toml", true}} {
		if path, must := c.CalibrationOf(c.Boards[i]); path != want.path || must != want.must {
			t.Errorf("the calibration of board %d is %s, required %v, want %s, %v", i+1, path, must, want.path, want.must)
		}
	}
	d := configs.Default()
	if path, must := d.CalibrationOf(d.Boards[0]); path != "" || must {
		t.Errorf("by default the calibration is %q, required %v, want none", path, must)
	}
	if _, faults := configs.Parse("x.toml", []byte("[[board]]\nid = \"a\"\ncalibration = \"\"\nwiring.driver = \"simulated\"\n")); len(faults) != 1 || faults[0].Line != 3 {
		t.Error(faults)
	}
}
