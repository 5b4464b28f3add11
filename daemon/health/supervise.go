package health

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	sd "github.com/coreos/go-systemd/v22/daemon"
)

// Supervise tells systemd how the daemon is (sd_notify(3)): that it is ready
// once every board has been scanned, that it lives while every board is, and
// that it stops. While a board's scanning stands still nothing is said, so that
// the watchdog of the unit starts the daemon anew; from the journal the game
// goes on where it stood. Without systemd it says nothing to nobody.
func (s *Status) Supervise(ctx context.Context) {
	interval, err := sd.SdWatchdogEnabled(false)
	if err != nil || interval <= 0 {
		interval = 4 * time.Second
	}
	tick := time.NewTicker(min(interval/4, 5*time.Millisecond)) // until it is ready
	defer tick.Stop()
	ready, told, pet := false, "", time.Time{}
	for {
		now := time.Now()
		begun, ills := s.look(now)
		ill := strings.Join(s.named(ills), "; ")
		if begun && !ready {
			ready = true
			s.say(sd.SdNotifyReady)
			s.log.Info("every board is scanned", "boards", s.playing())
			tick.Reset(interval / 4)
		}
		if ill == "" && now.Sub(pet) >= interval/4 {
			pet = now
			s.say(sd.SdNotifyWatchdog)
		}
		if ill != told {
			if told = ill; ill != "" {
				s.log.Error("scanning stands still: the watchdog is not told that we live", "boards", ill)
			}
			s.say("STATUS=" + ill)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			if !errors.Is(context.Cause(ctx), ErrReload) {
				s.say(sd.SdNotifyStopping)
			}
			return
		}
	}
}

// ErrReload is the cause with which a context ends when the daemon only opens
// everything anew, under another configuration.
var ErrReload = errors.New("the configuration is read again")

// Reloading tells systemd that the configuration is being read again. Supervise says
// when it is ready again.
func Reloading(log *slog.Logger) {
	if _, err := sd.SdNotify(false, sd.SdNotifyReloading+"\n"+sd.SdNotifyMonotonicUsec()); err != nil {
		log.Warn("systemd cannot be told", "state", sd.SdNotifyReloading, "error", err)
	}
}

// named puts the board before each fault.
func (s *Status) named(ills []string) (list []string) {
	for i, ill := range ills {
		if ill != "" {
			list = append(list, s.boards[i].ID+": "+ill)
		}
	}
	return list
}

// playing counts the boards that play.
func (s *Status) playing() (n int) {
	for _, b := range s.boards {
		if !b.Damaged {
			n++
		}
	}
	return n
}

func (s *Status) say(state string) {
	if _, err := sd.SdNotify(false, state); err != nil {
		s.log.Warn("systemd cannot be told", "state", state, "error", err)
	}
}
