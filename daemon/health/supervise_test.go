package health_test

import (
	"log/slog"
	"net"
	"path/filepath"
	"testing"
	"time"

	"touchmove/daemon/health"
)

// TestOpening: while journals are read, systemd gives more time and does not take the daemon for dead.
func TestOpening(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	systemd, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer systemd.Close()
	t.Setenv("NOTIFY_SOCKET", path)
	health.Opening(10*time.Second, slog.New(slog.DiscardHandler))
	buf := make([]byte, 256)
	n, err := systemd.Read(buf)
	if want := "EXTEND_TIMEOUT_USEC=10000000\nWATCHDOG=1"; err != nil || string(buf[:n]) != want {
		t.Errorf("systemd was told %q, want %q (error %v)", buf[:n], want, err)
	}
}
