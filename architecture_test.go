package touchmove_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// order says which package may import which within the project: those on the lines above
// its own. A name ending in /... stands for all packages below it too. docs/architecture.md
// gives the reasons.
var order = [][]string{
	{"rules/...", "internal/atomicfile", "internal/certainty", "internal/goldentest", "internal/hms", "internal/latency", "internal/livetest", "internal/markup", "internal/openfiles", "internal/origin", "internal/plaintext", "internal/regularfile", "internal/repeats", "internal/sleep", "internal/terminal", "internal/webserver"},
	{"sensors", "sensors/lights", "internal/refusal", "internal/topic", "internal/strict", "internal/words", "broadcast/analysis/uci/..."},
	{"sensors/trace", "sensors/lights/lightstest", "internal/strict/stricttest"},
	{"calibration/file", "calibration", "daemon/journal", "reconcile/...", "sensors/sim/...", "sensors/trace/tracetest"},
	{"sensors/scan", "event/spoken"},
	{"sensors/wiring"},
	{"sensors/wiring/plan"},
	{"configs"},
	{"eventlog/...", "sensors/scan/gpiochip", "sensors/scan/host"},
	{"event/sheets"},
	{"broadcast/broker/guard"},
	{"broadcast", "broadcast/broadcasttest", "broadcast/contract", "broadcast/contract/schemas"},
	{"broadcast/analysis", "broadcast/broker", "broadcast/feeds", "event/entrants", "internal/envelope", "screen/...", "daemon/doctor"},
	{"daemon/control", "daemon/copies", "daemon/hardware", "daemon/discovery", "daemon/health", "daemon/pairing", "daemon/sealed", "daemon/setup", "daemon/signals", "daemon/store", "daemon/web"},
	{"daemon/resources"},
	{"daemon"},
	{"calibration/guide"},
	{"event/tournament/..."},
	{"event/site"},
	{"cmd/...", "examples/go", "test/..."},
}

// within lists allowed imports between packages of one line, which order alone would
// refuse.
var within = map[string][]string{
	"rules/pgn":                  {"rules"},
	"internal/webserver":         {"internal/openfiles", "internal/sleep"},
	"reconcile":                  {"reconcile/article4", "reconcile/asking", "reconcile/clock", "reconcile/decoder"},
	"reconcile/article4":         {"reconcile/halfmove"},
	"reconcile/decoder":          {"reconcile/asking", "reconcile/halfmove", "reconcile/policy", "reconcile/release", "reconcile/reroute"},
	"reconcile/release":          {"reconcile/policy"},
	"reconcile/reroute":          {"reconcile/policy"},
	"reconcile/explain":          {"reconcile", "reconcile/decoder"},
	"sensors/sim/...":            {"sensors/sim/..."},
	"sensors/sim/simboard":       {"calibration"},
	"cmd/...":                    {"cmd/..."},
	"test/...":                   {"test/..."},
	"broadcast":                  {"broadcast/contract", "broadcast/contract/schemas"},
	"broadcast/contract/schemas": {"broadcast/contract"},
	"screen":                     {"screen/preview"},
	"broadcast/broadcasttest":    {"broadcast", "broadcast/contract", "broadcast/contract/schemas"},
	"eventlog/...":               {"eventlog/..."},
	"sensors/scan/host":          {"sensors/scan/gpiochip"},
	"event/tournament/...":       {"event/tournament/..."},
	"internal/strict":            {"internal/topic"},
	"calibration/file":           {"calibration"},
	"configs":                    {"reconcile/article4", "reconcile/clock"},
}

// without lists packages that may not be imported although they stand above; within lists
// the exceptions.
var without = map[string][]string{
	"sensors/wiring": {"reconcile/...", "calibration/..."},
	"configs":        {"reconcile/...", "calibration/..."},
}

// driver reports whether a package reads a chip or a wiring. Each is a package directly
// below sensors that knows channels and counts, and nothing of chess. The same rule holds
// for what several drivers share, in sensors/internal, and for the drivers of lights, below
// sensors/lights.
func driver(path string) bool {
	if strings.HasPrefix(path, "sensors/internal/") || strings.HasPrefix(path, "sensors/lights/") && path != "sensors/lights/lightstest" {
		return true
	}
	return strings.Count(path, "/") == 1 && strings.HasPrefix(path, "sensors/") && path != "sensors/trace" && path != "sensors/sim" && path != "sensors/scan" && path != "sensors/wiring" && path != "sensors/lights"
}

type pkg struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

const module = "touchmove"

func packages(t *testing.T) map[string]pkg {
	t.Helper()
	all, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// go list takes a second of processor time.
var listed = sync.OnceValues(func() (map[string]pkg, error) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "./...").Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return nil, fmt.Errorf("go list: %w\n%s", err, exit.Stderr)
		}
		return nil, err
	}
	all := map[string]pkg{}
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		if path, ok := strings.CutPrefix(p.ImportPath, module+"/"); ok {
			all[path] = p
		}
	}
})

func matches(pattern, path string) bool {
	if root, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == root || strings.HasPrefix(path, root+"/")
	}
	return pattern == path
}

func lineOf(path string) int {
	for i, line := range order {
		if slices.ContainsFunc(line, func(p string) bool { return matches(p, path) }) {
			return i
		}
	}
	return -1
}

func mayImport(from, to string) bool {
	if strings.HasSuffix(to, "test") {
		return false // helps tests, which are not checked here
	}
	if strings.Contains(to, "/internal/") && strings.HasPrefix(from, to[:strings.Index(to, "/internal/")]) {
		return true
	}
	if driver(from) {
		return to == "sensors" || to == from || strings.HasPrefix(to, "sensors/internal/")
	}
	a, b := lineOf(from), lineOf(to)
	if driver(to) {
		return from == "sensors/wiring" || matches("sensors/scan/...", from) || strings.HasPrefix(from, "cmd/") || strings.HasPrefix(from, "test/bench") || strings.HasPrefix(from, "sensors/sim") || from == "event/tournament/tournamenttest"
	}
	barred := slices.ContainsFunc(without[from], func(p string) bool { return matches(p, to) })
	if b < a && !barred {
		return true
	}
	for pattern, siblings := range within {
		if matches(pattern, from) && slices.ContainsFunc(siblings, func(s string) bool { return matches(s, to) }) {
			return true
		}
	}
	return false
}

// The rules below refuse what they should.
func TestMayImport(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"sensors", "rules", true},
		{"rules", "sensors", false},
		{"rules", "rules/internal/magicgen", true},
		{"rules/pgn", "rules", true},
		{"rules", "rules/pgn", false},
		{"reconcile", "sensors/trace", true},
		{"reconcile", "reconcile/decoder", true},
		{"reconcile", "reconcile/article4", true},
		{"reconcile/decoder", "reconcile", false},
		{"reconcile/explain", "reconcile", true},
		{"reconcile", "reconcile/explain", false},
		{"reconcile/decoder", "reconcile/article4", false},
		{"reconcile/article4", "reconcile/decoder", false},
		{"reconcile/article4", "sensors/trace", true},
		{"reconcile/scenario", "sensors/trace", true},
		{"reconcile/scenario", "reconcile", false},
		{"broadcast/broadcasttest", "broadcast", true},
		{"broadcast", "broadcast/broadcasttest", false},
		{"daemon", "broadcast/broadcasttest", false},
		{"sensors/sim/score", "reconcile", false},
		{"reconcile", "sensors/sim", false},
		{"reconcile", "broadcast", false},
		{"sensors/sim", "reconcile", false},
		{"sensors/sim/score", "sensors/sim", true},
		{"sensors/sim", "sensors/mcp23017", true},
		{"sensors/mcp23017", "sensors", true},
		{"sensors/mcp23017", "rules", false},
		{"sensors/wiring", "sensors/lights/ws2812b", true},
		{"sensors/lights/ws2812b", "sensors", true},
		{"sensors/lights/ws2812b", "sensors/lights", false},
		{"daemon", "sensors/lights/ws2812b", false},
		{"daemon", "sensors/lights", true},
		{"sensors/mcp23017", "sensors/trace", false},
		{"sensors/mcp23017", "sensors/internal/expander", true},
		{"sensors/mcp23017", "sensors/pcf8575", false},
		{"reconcile", "sensors/internal/expander", false},
		{"configs", "reconcile", false},
		{"configs", "internal/strict", true},
		{"configs", "calibration", false},
		{"calibration/file", "calibration", true},
		{"calibration", "calibration/file", false},
		{"calibration", "configs", false},
		{"calibration/guide", "daemon", true},
		{"daemon", "calibration/guide", false},
		{"broadcast", "reconcile", true},
		{"broadcast", "daemon", false},
		{"broadcast/broker", "broadcast", true},
		{"broadcast/broker", "broadcast/broker/guard", true},
		{"broadcast", "broadcast/broker", false},
		{"sensors/wiring", "sensors/mcp23017", true},
		{"daemon", "sensors/mcp23017", false},
		{"configs", "sensors/wiring", true},
		{"sensors/wiring", "configs", false},
		{"reconcile", "sensors/mcp23017", false},
		{"sensors/scan", "sensors/tca9548a", true},
		{"sensors/scan", "calibration", true},
		{"sensors/scan", "broadcast", false},
		{"sensors/scan", "daemon", false},
		{"sensors/scan", "sensors/scan/host", false},
		{"sensors/tca9548a", "sensors/scan", false},
		{"daemon", "cmd/touchmove", false},
		{"cmd/touchmove", "daemon", true},
	} {
		if got := mayImport(c.from, c.to); got != c.want {
			t.Errorf("may %s import %s: %v, want %v", c.from, c.to, got, c.want)
		}
	}
}

// Imports within the project follow the order above.
func TestImportOrder(t *testing.T) {
	for path, p := range packages(t) {
		if !driver(path) && lineOf(path) < 0 {
			t.Errorf("%s has no place in the order of imports: add it to the list, and to docs/architecture.md", path)
		}
		for _, imported := range p.Imports {
			if to, ok := strings.CutPrefix(imported, module+"/"); ok && !mayImport(path, to) {
				t.Errorf("%s imports %s, which is not below it", path, to)
			}
		}
	}
}

// The simulated hands are an independent source of truth: not even the simulation's tests
// import the reconstruction.
func TestHandsNeverSeeTheReconstruction(t *testing.T) {
	for path, p := range packages(t) {
		if !matches("sensors/...", path) && !matches("rules/...", path) {
			continue
		}
		for _, imported := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if to, ok := strings.CutPrefix(imported, module+"/"); ok && matches("reconcile/...", to) {
				t.Errorf("%s or its tests import %s", path, imported)
			}
		}
	}
}

// outside lists who may import which outside packages: hardware, network, and command line.
var outside = []struct {
	prefix  string
	allowed func(path string) bool
}{
	{"periph.io/x/host/", func(p string) bool { return p == "sensors/scan/host" || strings.HasPrefix(p, "cmd/") }},
	{"periph.io/x/conn/", func(p string) bool {
		return driver(p) || strings.HasPrefix(p, "sensors/sim") || matches("sensors/scan/...", p) || p == "sensors/wiring" || p == "test/bench/scan" || strings.HasPrefix(p, "cmd/")
	}},
	{"periph.io/x/devices/", func(string) bool { return false }},
	{"html/template", func(string) bool { return false }}, // internal/markup gives the reason
	{"text/template", func(string) bool { return false }},
	{"github.com/warthog618/go-gpiocdev", func(p string) bool { return p == "sensors/scan/gpiochip" }},
	{"github.com/eclipse/paho", func(p string) bool {
		return matches("broadcast/...", p) || p == "daemon" || p == "test/bench/attack" || p == "test/bench/daemon" || p == "test/evening/spectator" || p == "examples/go"
	}},
	{"github.com/hashicorp/mdns", func(string) bool { return false }}, // only tests: its DNS library would add 0.6 MB
	{"github.com/nats-io", func(p string) bool { return p == "daemon/copies" }},
	{"github.com/mochi-mqtt", func(p string) bool { return p == "broadcast/broker" }},
	{"github.com/pelletier/go-toml", func(p string) bool { return p == "internal/strict" }},
	{"github.com/spf13/cobra", func(p string) bool { return strings.HasPrefix(p, "cmd/") }},
	{"github.com/charmbracelet", func(p string) bool {
		return strings.HasPrefix(p, "cmd/") || p == "calibration/guide" || p == "internal/terminal"
	}},
	{"charm.land", func(p string) bool { return strings.HasPrefix(p, "cmd/") || p == "calibration/guide" }},
}

// Only the outermost packages touch hardware, network and terminal.
func TestOutsideImports(t *testing.T) {
	for path, p := range packages(t) {
		for _, imported := range p.Imports {
			for _, rule := range outside {
				if strings.HasPrefix(imported, rule.prefix) && !rule.allowed(path) {
					t.Errorf("%s imports %s, which is not for it", path, imported)
				}
			}
		}
	}
}

// pure lists the packages that contain only values and functions.
var pure = []string{"rules", "sensors/lights", "sensors", "sensors/trace", "calibration", "reconcile/...", "eventlog/..."}

func purePackages(t *testing.T) []pkg {
	t.Helper()
	var list []pkg
	for path, p := range packages(t) {
		if slices.ContainsFunc(pure, func(pattern string) bool { return matches(pattern, path) }) {
			list = append(list, p)
		}
	}
	for _, needed := range []string{"rules", "sensors", "sensors/trace", "calibration", "reconcile", "reconcile/decoder", "reconcile/article4", "reconcile/scenario"} {
		if !slices.ContainsFunc(list, func(p pkg) bool { return p.ImportPath == module+"/"+needed }) {
			t.Errorf("%s is not among the pure packages", needed)
		}
	}
	return list
}

// The packages that decide moves read no clock, open no file, start no process, use no
// random numbers and log nothing, so that a replay gives the same result on every machine.
// (They may import "time" for its durations; TestPureSource finds uses of the clock.)
func TestPureImports(t *testing.T) {
	forbidden := []string{"os", "os/exec", "os/signal", "io/ioutil", "log", "log/slog", "math/rand", "math/rand/v2", "crypto/rand", "net", "net/http", "syscall", "sync", "sync/atomic", "unsafe", "runtime"}
	for _, p := range purePackages(t) {
		for _, imported := range p.Imports {
			if slices.Contains(forbidden, imported) {
				t.Errorf("%s imports %s: it is to be the same on every machine", p.ImportPath, imported)
			}
			if strings.Contains(imported, ".") {
				t.Errorf("%s imports %s: it is our own code, on the standard library", p.ImportPath, imported)
			}
		}
	}
}

// The pure packages use no function of package time that reads the clock or waits, and
// start no goroutine.
func TestPureSource(t *testing.T) {
	for _, p := range purePackages(t) {
		files, err := filepath.Glob(strings.TrimPrefix(p.ImportPath, module+"/") + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				checkSource(t, file)
			}
		}
	}
}
