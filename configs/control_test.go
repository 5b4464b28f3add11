package configs_test

import (
	"os"
	"path/filepath"
	"testing"

	"touchmove/configs"
)

// The time control of the configuration is in the header of every journal.
func TestTimeControl(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hall.toml")
	text := "[game]\ntime_control = \"40/5400+30:1800+30\"\ntime_control_black = \"25 min + 5 sec delay\"\n\n[[board]]\nid = \"hall-7\"\n[board.wiring]\ndriver = \"simulated\"\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, faults, err := configs.Load(path)
	if err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
	if h := c.Header(c.Boards[0]); h.TimeControl != "40/5400+30:1800+30" || h.BlackControl != "25 min + 5 sec delay" {
		t.Errorf("the header says %q and %q", h.TimeControl, h.BlackControl)
	}
}
