package health

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"time"

	sd "github.com/coreos/go-systemd/v22/daemon"
)

// Supervise reports to systemd (sd_notify(3)): ready once every board has been scanned,
// alive while every board is, and stopping. While a board's scanning is stalled it
// reports nothing, so that the unit's watchdog restarts the daemon; the game then
// continues from the journal. Without systemd it does nothing.
func (s *Status) Supervise(ctx context.Context) {
	interval, err := sd.SdWatchdogEnabled(false)
	if err != nil || interval <= 0 {
		interval = 4 * time.Second
	}
	interval = max(interval, shortestWatchdog)
	tick := time.NewTicker(min(interval/4, 5*time.Millisecond)) // until it is ready
	defer tick.Stop()
	ready, reported, pet := false, "", time.Time{}
	for {
		now := time.Now()
		begun, ills := s.check(now)
		ill := strings.Join(s.named(ills), "; ")
		if begun && !ready {
			ready = true
			s.say(sd.SdNotifyReady)
			s.log.Info("all boards are being scanned", "boards", s.playing())
			tick.Reset(interval / 4)
		}
		if ill == "" && now.Sub(pet) >= interval/4 {
			pet = now
			s.say(sd.SdNotifyWatchdog)
		}
		if ill != reported {
			if reported = ill; ill != "" {
				s.log.Error("scanning has stalled: watchdog notifications are withheld", "boards", ill)
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

// ErrReload is the cause of a context that ends because the daemon reopens everything
// with another configuration.
var ErrReload = errors.New("the configuration is read again")

// Reloading reports to systemd that the configuration is being read again. Supervise
// reports when the daemon is ready again.
func Reloading(log *slog.Logger) {
	if err := notify(sd.SdNotifyReloading + "\n" + sd.SdNotifyMonotonicUsec()); err != nil {
		log.Warn("cannot notify systemd", "state", sd.SdNotifyReloading, "error", err)
	}
}

// Opening asks systemd for this much more time until the daemon is ready (EXTEND_TIMEOUT_USEC, sd_notify(3)), since
// long journals are still being read. At a reload it also says that the daemon is alive: nobody else does meanwhile.
func Opening(more time.Duration, log *slog.Logger) {
	state := fmt.Sprintf("EXTEND_TIMEOUT_USEC=%d\n%s", more.Microseconds(), sd.SdNotifyWatchdog)
	if err := notify(state); err != nil {
		log.Warn("cannot notify systemd", "state", state, "error", err)
	}
}

// named puts the name of the board in front of each fault.
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

// say tells systemd something. Where nobody listens, that is logged once, not every second.
func (s *Status) say(state string) {
	if err := notify(state); s.unsaid.New(err) {
		s.log.Warn("cannot notify systemd", "state", state, "error", err)
	}
}

// Bounds for what the environment brings: a shorter watchdog would take a whole processor, and a
// listener that has stopped reading may never read again.
const (
	shortestWatchdog = 100 * time.Millisecond
	notifyLimit      = 200 * time.Millisecond
)

// notify sends a message to the socket that systemd, or what is in its place, has named in the environment
// (sd_notify(3)). Without one it does nothing. It waits no longer than notifyLimit.
func notify(state string) error {
	to := net.UnixAddr{Name: os.Getenv("NOTIFY_SOCKET"), Net: "unixgram"}
	if to.Name == "" {
		return nil
	}
	conn, err := net.DialUnix(to.Net, nil, &to)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetWriteDeadline(time.Now().Add(notifyLimit)); err != nil {
		return err
	}
	_, err = conn.Write([]byte(state))
	return err
}
