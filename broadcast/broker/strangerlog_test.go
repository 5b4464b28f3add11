package broker

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// Lines that strangers cause come one by one after the first twenty, and the next one says
// how many were left out.
func TestStrangerLog(t *testing.T) {
	var out bytes.Buffer
	l := newStrangerLog(slog.New(slog.NewTextHandler(&out, nil)))
	now := l.last
	l.now = func() time.Time { return now }
	for range 1000 {
		l.Warn("login refused")
	}
	if n := strings.Count(out.String(), "\n"); n != strangerLines {
		t.Errorf("%d lines at once, want %d", n, strangerLines)
	}
	now = now.Add(strangerEvery)
	out.Reset()
	l.Warn("login refused")
	l.Warn("login refused")
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "left_out=980") {
		t.Errorf("after a while the log says %s", got)
	}
	now = now.Add(24 * time.Hour)
	out.Reset()
	for range 1000 {
		l.Info("cut off")
	}
	if n := strings.Count(out.String(), "\n"); n != strangerLines {
		t.Errorf("%d lines after a day, want %d", n, strangerLines)
	}
}
