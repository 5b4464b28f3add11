package hardware_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/configs"
	"touchmove/daemon/hardware"
)

// What is no file in the place of a script is refused at once: reading a pipe would wait for whoever
// writes into it, and meanwhile no board would play.
func TestScriptThatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe, text := filepath.Join(dir, "pipe"), filepath.Join(dir, "hands.txt")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(text, []byte("-e2 +e4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct{ path, want string }{
		{pipe, "a pipe"}, {dir, "a directory"}, {"/dev/zero", "a device"}, {filepath.Join(dir, "none"), "no such file"}, {text, ""},
	} {
		done := make(chan error, 1)
		go func() {
			b, err := hardware.Open(configs.Board{ID: "b", ScanHz: 100, Wiring: configs.Simulated{Chip: "mcp23017", Hands: one.path}}, hardware.Played{})
			if err == nil {
				err = b.Close()
			}
			done <- err
		}()
		select {
		case err := <-done:
			if one.want == "" && err != nil || one.want != "" && (err == nil || !strings.Contains(err.Error(), one.want)) {
				t.Errorf("%s: %v", one.path, err)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s: the board is still being opened", one.path)
		}
	}
}
