package doctor_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"touchmove/configs"
	"touchmove/daemon/doctor"
)

// The command that doctor suggests leads to a configuration that it no longer objects
// to: the test runs it.
func TestWritingScanHz(t *testing.T) {
	if _, err := exec.LookPath("sed"); err != nil {
		t.Skip("there is no sed")
	}
	path := filepath.Join(t.TempDir(), "hall.toml")
	text := `[[board]] # far
id = "a"
[board.wiring]
driver = "ads1115"
mux = 0x70 # scan_hz = 1
[[board]]
scan_hz = 400 # fast
id = "b"
wiring = { driver = "ads7138", bus = "3" }
[[board]]
id = "c"
scan_hz=30
wiring = { driver = "ads7828", bus = "4" }
`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	examine := func() (c *configs.Config, slow []doctor.Finding) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c, faults := configs.Parse(path, text)
		if c == nil {
			t.Fatalf("%v\n%s", faults, text)
		}
		m := newMachine(t)
		m.read("user pi pi i2c gpio\nbus 1\nbus 3\nbus 4\nclock 1 400000\nclock 3 400000\nclock 4 400000")
		m.files[strings.TrimPrefix(path, "/")] = &fstest.MapFile{Data: text}
		for _, f := range doctor.Examine(m.system(), doctor.Request{Config: c, Only: "speed"}) {
			if f.Level != doctor.OK {
				slow = append(slow, f)
			}
		}
		return c, slow
	}
	_, slow := examine()
	if len(slow) != 3 || len(slow[2].Type) != 1 {
		t.Fatalf("slow are %+v", slow)
	}
	if out, err := exec.Command("sh", "-c", strings.TrimPrefix(slow[2].Type[0], "sudo ")).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", slow[2].Type[0], err, out)
	}
	c, slow := examine()
	if len(slow) != 0 || c.Boards[0].ScanHz != 25 || c.Boards[1].ScanHz != 220 || c.Boards[2].ScanHz != 30 {
		now, _ := os.ReadFile(path)
		t.Errorf("slow still are %+v\n%s", slow, now)
	}
}
