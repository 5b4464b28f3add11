package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/resources"
)

// TestStopWhileOpening: a start that takes long asks for more time at each tick, and a stop ends it unless it is
// done soon.
func TestStopWhileOpening(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	ticks, late := make(chan time.Time), make(chan time.Time)
	opened, asked, stopping := make(chan *daemon.Daemon), make(chan time.Time, 1), make(chan struct{})
	failed := errors.New("the journal is damaged")
	start := func() <-chan error {
		ended := make(chan error, 1)
		go func() {
			_, err := wait(ctx, opener{
				open: func() (*daemon.Daemon, error) {
					if d := <-opened; d != nil {
						return d, nil
					}
					return nil, failed
				},
				ticks: ticks,
				more:  func(now time.Time) { asked <- now },
				grace: func() <-chan time.Time { close(stopping); return late },
			})
			ended <- err
		}()
		return ended
	}

	ended := start()
	for _, at := range []time.Time{time.Unix(5, 0), time.Unix(10, 0)} {
		ticks <- at
		if now := <-asked; !now.Equal(at) {
			t.Errorf("more time was asked for at %v, want %v", now, at)
		}
	}
	opened <- nil
	if err := <-ended; !errors.Is(err, failed) {
		t.Errorf("got error %v, want that of opening", err)
	}

	ended = start()
	stop()
	<-stopping
	opened <- new(daemon.Daemon) // within the grace
	if err := <-ended; err != nil {
		t.Errorf("what was open in time after a stop was not taken: %v", err)
	}

	stopping = make(chan struct{})
	ended = start()
	<-stopping
	late <- time.Unix(20, 0)
	if err := <-ended; !errors.Is(err, errStopped) {
		t.Errorf("a stop in the middle of opening: got error %v, want errStopped", err)
	}
	close(opened)
}

// An address that is in use is named, with the flag that chooses another one for it, and not with that for another address.
func TestAddressInUse(t *testing.T) {
	used, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer used.Close()
	address := used.Addr().String()
	for flag, set := range map[string]func(c *configs.Config){
		"--listen": func(c *configs.Config) { c.MQTT.Listen = address },
		"--screen": func(c *configs.Config) { c.Screen.Listen = address },
		"":         func(c *configs.Config) { c.Metrics.Listen = address },
	} {
		c := configs.Default()
		c.State, c.Screen.Listen = t.TempDir(), ""
		c.MQTT.Listen, c.MQTT.WebSocket = broadcasttest.FreeAddress(t), broadcasttest.FreeAddress(t)
		set(c)
		r, err := resources.Read(c, time.Now(), slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		_, err = openDaemon(t.Context(), r, slog.New(slog.DiscardHandler))
		if !errors.Is(err, syscall.EADDRINUSE) || !strings.Contains(err.Error(), address) {
			t.Errorf("%s: %v", flag, err)
		} else if _, example, _ := strings.Cut(err.Error(), "for example with "); !strings.HasPrefix(example, flag) || flag == "" && example != "" {
			t.Errorf("%s: %v", flag, err)
		}
	}
}
