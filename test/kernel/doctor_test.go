//go:build linux

package kernel

import (
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"

	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

// finding is a finding of doctor in JSON.
type finding struct {
	Check, Level, What, Remedy string
	Squares, Type              []string
}

// examine runs doctor, expects this exit status, and returns the findings.
func examine(t *testing.T, want int, args ...string) []finding {
	t.Helper()
	status, stdout, stderr := call(t, append([]string{"doctor", "--json"}, args...)...)
	var d struct {
		Faults   int
		Findings []finding
	}
	if err := json.Unmarshal([]byte(stdout), &d); err != nil {
		t.Fatalf("doctor %v: exit status %d: %v\n%s%s", args, status, err, stdout, stderr)
	}
	if status != want || (d.Faults > 0) != (want == 1) {
		t.Errorf("doctor %v: exit status %d, %d faults, want %d\n%s", args, status, d.Faults, want, stdout)
	}
	return d.Findings
}

// finds expects a finding of this level whose text contains these words, and returns
// it.
func finds(t *testing.T, list []finding, level, what string) finding {
	t.Helper()
	for _, f := range list {
		if f.Level == level && strings.Contains(f.What, what) {
			return f
		}
	}
	t.Errorf("no %s that says %q among\n%+v", level, what, list)
	return finding{}
}

// On a real kernel doctor finds a bus and the chips on it, lists the squares of a chip
// that does not answer, and says what a user who may not open the bus must type.
func TestInsideDoctor(t *testing.T) {
	inMachine(t)
	file := write(t, "none.toml", config("0", "/var/lib/touchmove"))
	none := examine(t, 1, "--config", file)
	finds(t, none, "fault", "there is no I2C bus 0, nor any other")

	board, bus := expanders()
	number, gpiochip := plug(t, "hall-7", bus, nil, 0)
	file = write(t, "hall-7.toml", config(number, "/var/lib/touchmove"))
	well := examine(t, 0, "--config", file)
	finds(t, well, "ok", "I2C buses: "+number+" (CP2112 SMBus Bridge on hidraw")
	finds(t, well, "ok", "root may use the I2C buses: /dev/i2c-"+number)
	finds(t, well, "ok", "0x20 mcp23017, 0x21 mcp23017, 0x22 mcp23017, 0x23 mcp23017")
	finds(t, well, "ok", strings.TrimPrefix(gpiochip, "/dev/")+" (cp2112_gpio, 8 lines)")
	finds(t, well, "ok", "/var/lib/touchmove can be written")
	finds(t, well, "warning", "the clock is not synchronised over the network")

	bus.Unplug(0x22)
	bus.Attach(0x27, chips.NewMCP23008(board.Contacts(nil)))
	ailing := examine(t, 1, "--config", file, "--only", "chips")
	silent := finds(t, ailing, "fault", "mcp23017 0x22 on bus "+number+" does not answer")
	var want []string
	for _, sq := range wiring.Natural(0)[32:48] {
		want = append(want, sq.String())
	}
	if !slices.Equal(silent.Squares, want) {
		t.Errorf("0x22 serves %v, want %v", silent.Squares, want)
	}
	finds(t, ailing, "warning", "0x27 answers as mcp23008, and the configuration does not name it")
	bus.Plug(0x22)

	// It does not disturb a daemon that runs at the same time.
	board.Set(perform(t).First())
	daemon := start(t, "run", "--plain", "--config", file)
	eventually(t, "the daemon scans", func() bool { return bus.Wire().Transactions > 100 })
	finds(t, examine(t, 0, "--config", file), "note", "touchmove runs here")
	before := bus.Wire().Transactions
	eventually(t, "the daemon scans on", func() bool { return bus.Wire().Transactions > before+100 })
	if status := daemon.ends(t, syscall.SIGTERM); status != 0 || strings.Contains(daemon.err.String(), "level=ERROR") {
		t.Errorf("the daemon beside a doctor: exit status %d\n%s", status, daemon.err.String())
	}
	denied(t, number, file)
}

// denied runs doctor as a user who is in no group.
func denied(t *testing.T, number, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const readable = "/tmp/hall-7.toml"
	if err := os.WriteFile(readable, text, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/touchmove", "doctor", "--json", "--only", "permissions", "--config", readable)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 1000, Gid: 1000}}
	out, err := cmd.Output()
	if cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("doctor of a user: %v\n%s", err, out)
	}
	var d struct{ Findings []finding }
	if err := json.Unmarshal(out, &d); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f := finds(t, d.Findings, "fault", "pi may not use the I2C buses: permission denied for /dev/i2c-"+number)
	if !slices.Contains(f.Type, "sudo usermod -aG i2c pi") {
		t.Errorf("what to type: %q", f.Type)
	}
}
