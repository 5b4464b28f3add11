package daemon_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"touchmove/daemon"
	"touchmove/daemon/health"
)

// locked is a log that several goroutines write.
type locked struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// What listens in the place of systemd may be gone, or have stopped reading: the daemon begins, plays and stops all the
// same, and logs it once. A watchdog of a microsecond does not take a processor.
func TestSupervisorThatDoesNotListen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	systemd, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer systemd.Close()
	full, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	for err == nil { // nobody reads
		full.SetWriteDeadline(time.Now().Add(50 * time.Millisecond))
		_, err = full.Write([]byte("WATCHDOG=1"))
	}
	t.Setenv("WATCHDOG_USEC", "1")
	for _, socket := range []string{path, filepath.Join(t.TempDir(), "gone")} {
		t.Setenv("NOTIFY_SOCKET", socket)
		var log locked
		ended := make(chan error, 1)
		go func() {
			health.Reloading(quiet)
			health.Opening(time.Second, quiet)
			d, err := daemon.Open(small(t), "v1", slog.New(slog.NewTextHandler(&log, nil)))
			if err != nil {
				ended <- err
				return
			}
			ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
			defer stop()
			ended <- d.Run(ctx)
		}()
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s: the daemon does not end", socket)
		}
		if n := strings.Count(log.String(), "cannot notify systemd"); n != 1 {
			t.Errorf("%s: it is logged %d times: %s", socket, n, &log)
		}
	}
}
