package health_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"touchmove/daemon/health"
)

// The socket of systemd may have a name in the abstract namespace, with @ in place of its zero byte (sd_notify(3)).
func TestAbstractSocketIsNotified(t *testing.T) {
	name := fmt.Sprintf("@touchmove-notify-%d", os.Getpid())
	systemd, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer systemd.Close()
	t.Setenv("NOTIFY_SOCKET", name)
	var log bytes.Buffer
	health.Opening(time.Second, slog.New(slog.NewTextHandler(&log, nil)))
	message := make([]byte, 100)
	if err := systemd.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	n, err := systemd.Read(message)
	if got, want := string(message[:n]), "EXTEND_TIMEOUT_USEC=1000000\nWATCHDOG=1"; err != nil || got != want || log.Len() > 0 {
		t.Errorf("%q, %v, want %q: %s", got, err, want, &log)
	}
}

// A path that is too long for a socket is logged, and nothing waits for it. Without a socket nothing is said.
func TestSocketThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		socket string
		logged bool
	}{{"/run/" + strings.Repeat("n", 200), true}, {"", false}} {
		t.Setenv("NOTIFY_SOCKET", c.socket)
		var log bytes.Buffer
		health.Opening(time.Second, slog.New(slog.NewTextHandler(&log, nil)))
		if logged := strings.Contains(log.String(), "cannot notify systemd"); logged != c.logged {
			t.Errorf("%q is logged: %t: %s", c.socket, logged, &log)
		}
	}
}
