package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"syscall"
	"time"

	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/health"
	"touchmove/daemon/resources"
)

// errStopped is returned when the program is to end while journals are still being read.
var errStopped = errors.New("stopped while the journals were being read")

// A journal of an evening is read at once. One of days, in which a contact chattered, takes minutes on a small
// computer: until then systemd is asked for more time every openingTick, but not for longer than openingMost. A
// stop is waited for as long as openingGrace, and after that the program ends in the middle of reading.
const (
	openingTick  = 5 * time.Second
	openingMost  = 30 * time.Minute
	openingGrace = 3 * time.Second
)

// openDaemon opens the devices, ports and directories that the configuration names. If a port is in
// use, the error also says which flag chooses another one. It returns errStopped if ctx ends first.
func openDaemon(ctx context.Context, r *resources.Resources, log *slog.Logger) (*daemon.Daemon, error) {
	config := r.Config
	ticker := time.NewTicker(openingTick)
	defer ticker.Stop()
	end := time.Now().Add(openingMost)
	d, err := wait(ctx, opener{
		open:  func() (*daemon.Daemon, error) { return daemon.OpenResources(r, programVersion(), log) },
		ticks: ticker.C,
		more: func(now time.Time) {
			if now.Before(end) {
				health.Opening(2*openingTick, log)
			}
		},
		grace: func() <-chan time.Time { return time.After(openingGrace) },
	})
	return d, otherAddress(err, config)
}

// otherAddress adds to an error about an address that is in use the flag that chooses another one, if there is one.
func otherAddress(err error, config *configs.Config) error {
	in := func(address string) bool {
		return errors.Is(err, syscall.EADDRINUSE) && address != "" && strings.Contains(err.Error(), address+":") // not one that only begins like it
	}
	switch {
	case in(config.MQTT.Listen):
		return fmt.Errorf("%w, for example with --listen 127.0.0.1:1884", err)
	case in(config.Screen.Listen):
		return fmt.Errorf("%w, for example with --screen 127.0.0.1:8090", err)
	}
	return err
}

// opener opens something that may take long.
type opener struct {
	open  func() (*daemon.Daemon, error)
	ticks <-chan time.Time
	more  func(now time.Time)     // asks for more time at each tick
	grace func() <-chan time.Time // when a stop waits no longer
}

// wait waits until everything is open. If ctx ends and it is not open soon, it returns errStopped and leaves it
// alone: what is on the disk is as after a power cut at that moment, which the next start takes up.
func wait(ctx context.Context, o opener) (*daemon.Daemon, error) {
	type opened struct {
		d   *daemon.Daemon
		err error
	}
	done := make(chan opened, 1)
	go func() {
		d, err := o.open()
		done <- opened{d, err}
	}()
	stopped, late := ctx.Done(), (<-chan time.Time)(nil)
	for {
		select {
		case is := <-done:
			return is.d, is.err
		case now := <-o.ticks:
			o.more(now)
		case <-stopped:
			stopped, late = nil, o.grace()
		case <-late:
			return nil, errStopped
		}
	}
}
