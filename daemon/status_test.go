package daemon

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/configs"
	"touchmove/sensors/trace"
)

// systemd is the other end of a notify socket. It collects the messages.
func systemd(t *testing.T) (told <-chan string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notify")
	c, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	t.Setenv("NOTIFY_SOCKET", path)
	lines := make(chan string, 10000)
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := c.Read(buf)
			if err != nil {
				return
			}
			lines <- string(buf[:n])
		}
	}()
	return lines
}

// untilTold returns the messages that came before this one.
func untilTold(t *testing.T, told <-chan string, want string) (before []string) {
	t.Helper()
	limit := time.After(time.Minute)
	for {
		select {
		case line := <-told:
			if strings.HasPrefix(line, want) {
				return before
			}
			before = append(before, line)
		case <-limit:
			t.Fatalf("systemd was never told %s, but %v", want, before)
		}
	}
}

// The daemon tells systemd when it is ready, that it is alive, and that it stops. While
// the scanning of a board is stalled it sends nothing, so that the watchdog restarts
// it, and /healthz and /metrics say why.
func TestSupervision(t *testing.T) {
	t.Setenv("WATCHDOG_USEC", "80000")
	told := systemd(t)
	c := configs.Default()
	c.State, c.Screen.Listen, c.MQTT.Listen, c.MQTT.WebSocket, c.Metrics.Listen = t.TempDir(), "", "127.0.0.1:0", "", "127.0.0.1:0"
	h, err := Open(c, "v1", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	h.status.Limit(300 * time.Millisecond)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.Run(ctx) }()
	for _, line := range untilTold(t, told, "READY=1") {
		if line != "WATCHDOG=1" {
			t.Errorf("before it was ready: %q", line)
		}
	}
	for range 3 {
		untilTold(t, told, "WATCHDOG=1")
	}
	get := func(path string) (int, string) {
		t.Helper()
		r, err := http.Get("http://" + h.StatusAddr() + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r.StatusCode, string(text)
	}
	var health struct {
		OK     bool
		Boards []struct {
			Board, Scanning string
			OK, Kept        bool
		}
	}
	read := func() int {
		t.Helper()
		status, text := get("/healthz")
		if err := json.Unmarshal([]byte(text), &health); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		return status
	}
	if status := read(); status != 200 || !health.OK || len(health.Boards) != 1 || !health.Boards[0].Kept || health.Boards[0].Scanning != "ok" {
		t.Errorf("health %d %+v", status, health)
	}
	_, metrics := get("/metrics")
	for _, want := range []string{`touchmove_scans_total{board="demo-1",event="local"} `, `touchmove_scan_stalled{board="demo-1",event="local"} 0`, `touchmove_not_kept{board="demo-1",event="local"} 0`, `touchmove_embedded_clients{kind="readers"} 0`, "touchmove_embedded_logins_refused_total 0", "process_resident_memory_bytes "} {
		if !strings.Contains(metrics, want) {
			t.Errorf("no %s in\n%s", want, metrics)
		}
	}
	if status, _ := get("/secrets"); status != 404 {
		t.Errorf("/secrets is there: %d", status)
	}

	// The loop of a board is stalled, here by an answer that does not return.
	hold := make(chan struct{})
	h.Boards[0].requests <- broadcast.Request{
		Command: trace.Command{ID: "1", Do: trace.DoRestore}, Expires: time.Unix(1, 0), Answer: func(broadcast.Answer) { <-hold },
	}
	untilTold(t, told, "STATUS=demo-1: no scan")
	for len(told) > 0 {
		<-told
	}
	if status := read(); status != 503 || health.OK || !strings.HasPrefix(health.Boards[0].Scanning, "no scan") {
		t.Errorf("health of a board that stands still: %d %+v", status, health)
	}
	if _, metrics := get("/metrics"); !strings.Contains(metrics, `touchmove_scan_stalled{board="demo-1",event="local"} 1`) {
		t.Error("the metrics do not tell that the board stands still")
	}
	if len(told) > 0 {
		t.Errorf("the watchdog was told %q while the board stood still", <-told)
	}
	close(hold)
	untilTold(t, told, "WATCHDOG=1")
	if status := read(); status != 200 {
		t.Errorf("health of a board that goes on: %d", status)
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	untilTold(t, told, "STOPPING=1")
}
