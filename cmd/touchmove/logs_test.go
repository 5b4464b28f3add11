package main

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/configs"
)

// Lines for systemd's journal begin with their level and have no time. Lines for
// anything else have a time and no level in front.
func TestJournaldLevels(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	info, err := w.Stat()
	if err != nil {
		t.Fatal(err)
	}
	stat := info.Sys().(*syscall.Stat_t)
	t.Setenv("JOURNAL_STREAM", fmt.Sprintf("%d:%d", stat.Dev, stat.Ino))
	for _, json := range []bool{false, true} {
		log := slog.New(logHandler(w, configs.Log{Level: "debug", JSON: json})).With("board", "hall-7")
		log.Debug("a")
		log.Info("b")
		log.Warn("c")
		log.Error("d")
	}
	var other bytes.Buffer
	slog.New(logHandler(&other, configs.Log{Level: "warn"})).Warn("to a file")
	w.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != 8 {
		t.Fatalf("%d lines:\n%s", len(lines), text)
	}
	for i, line := range lines {
		if want := []string{"<7>", "<6>", "<4>", "<3>"}[i%4]; !strings.HasPrefix(line, want) || strings.Contains(line, "time") || !strings.Contains(line, "hall-7") {
			t.Errorf("line %q, want it to begin with %s and no time", line, want)
		}
	}
	if !strings.HasPrefix(other.String(), "time=") {
		t.Errorf("to a file: %q", other.String())
	}
}

// A message that repeats all the time is written ten times, then once a minute with
// the number held back. Other messages are not affected.
func TestLogRate(t *testing.T) {
	var out bytes.Buffer
	h := logHandler(&out, configs.Log{Level: "info"}).(*limited)
	now := time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
	h.state.now = func() time.Time { return now }
	seven, eight := slog.New(h).With("board", "hall-7"), slog.New(h).With("board", "hall-8")
	count := func(what string) int {
		defer out.Reset()
		return strings.Count(out.String(), what)
	}
	for i := range 1000 {
		seven.Warn("a cable", "n", i)
	}
	eight.Warn("a cable")
	seven.Warn("something else")
	text := out.String()
	if n := count("hall-7 n="); n != 10 || !strings.Contains(text, "hall-8") || !strings.Contains(text, "something else") {
		t.Errorf("%d lines of 1000:\n%s", n, text)
	}
	for range 5 {
		now = now.Add(time.Minute)
		for range 100 {
			seven.Warn("a cable")
		}
	}
	text = out.String()
	if n := count("hall-7"); n != 5 || !strings.Contains(text, "more_like_this=990") || !strings.Contains(text, "more_like_this=99") {
		t.Errorf("%d lines in 5 minutes:\n%s", n, text)
	}
	now = now.Add(10 * time.Minute)
	for i := range 20 {
		now = now.Add(time.Minute)
		seven.Warn("now and then", "n", i)
	}
	if n := count("now and then"); n != 20 {
		t.Errorf("%d lines of 20 that came one a minute", n)
	}
}
