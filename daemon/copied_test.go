package daemon_test

import (
	"context"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/internal/livetest"
)

// A copy whose directory anybody can read is named at the start if the broadcast is delayed. If
// the state directory is lost between two runs, play goes on, an alarm rings at once, and the log
// names the journals that only the copy knows.
func TestStartWithACopy(t *testing.T) {
	t.Parallel() // it mostly waits
	c := small(t)
	c.Broadcast = configs.Broadcast{Delay: time.Hour, Base: "touchmove/v1-delayed"}
	c.Journal.Copy.Dir = t.TempDir()
	if err := os.Chmod(c.Journal.Copy.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	run := func(until func(d *daemon.Daemon, log string) bool) {
		t.Helper()
		var log livetest.Output
		d, err := daemon.Open(c, "v1", slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- d.Run(ctx) }()
		broadcasttest.Eventually(t, "what the log must say", func() bool { return until(d, log.String()) })
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	var journals []string
	run(func(d *daemon.Daemon, log string) bool {
		journals = nil
		for _, b := range d.Boards {
			journals = append(journals, strings.TrimSuffix(b.History.Last().Game, "-1")[len(b.Config.ID)+1:])
		}
		return strings.Contains(log, "chmod 700")
	})
	if err := os.RemoveAll(c.State); err != nil {
		t.Fatal(err)
	}
	run(func(d *daemon.Daemon, log string) bool {
		for i, b := range d.Boards {
			if !slices.Contains(ringing(b.History), "copy_behind") || !strings.Contains(log, journals[i]) {
				return false
			}
		}
		return strings.Contains(log, "touchmove restore")
	})
}
