package broker

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// After the first twenty, lines that strangers cause are written only now and then, with
// the number of those omitted.
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
