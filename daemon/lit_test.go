package daemon_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"periph.io/x/conn/v3/spi"

	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/resources"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

// lamplit runs a daemon on twins of the example with lamps.
func lamplit(t *testing.T, change func(*wiring.Twins) resources.Hardware) (*chips.Board, *daemon.Board, wiring.SignalTwins) {
	t.Helper()
	config, _, err := configs.Load("../configs/lights.toml")
	if err != nil {
		t.Fatal(err)
	}
	config.State, config.Screen.Listen, config.MQTT.Listen, config.MQTT.WebSocket = t.TempDir(), "", "127.0.0.1:0", ""
	named, err := resources.Read(config, time.Now(), quiet)
	if err != nil {
		t.Fatal(err)
	}
	pins := chips.NewBoard()
	twins, err := wiring.NewTwins(config.Boards[0].Wiring, scan.ClockLines{}, pins, nil)
	if err != nil {
		t.Fatal(err)
	}
	lamps := twins.Signals(config.Boards[0].Signals())
	named.Hardware = change(twins)
	d, err := daemon.OpenResources(named, "test", quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return pins, d.Boards[0], lamps
}

// lampsUntil waits until lamps and buzzer are in a state.
func lampsUntil(t *testing.T, b *daemon.Board, what string, is func(lit rules.Squares, faults []string) bool) {
	t.Helper()
	late := time.After(2 * time.Minute)
	for {
		now, more := b.Signals.Now()
		if is(now.Frame.Lit(), now.Faults) {
			return
		}
		select {
		case <-more:
		case <-late:
			t.Fatalf("not %s: %v, %q", what, &now.Frame, now.Faults)
		}
	}
}

// While pieces are set up on a live board, its lamps show which are missing, through
// driver and LEDs.
func TestLampsOfALiveBoard(t *testing.T) {
	pins, b, lamps := lamplit(t, func(t *wiring.Twins) resources.Hardware { return t })
	var s sensors.Scan
	for sq := range s {
		if s[sq] = sensors.Empty; sq/8 < 2 || sq/8 > 5 && sq != int(rules.G8) {
			s[sq] = sensors.Occupied
		}
	}
	s[rules.B1], s[rules.E2] = sensors.Empty, sensors.Empty
	pins.Set(s)
	lampsUntil(t, b, "lit where pieces are missing", func(lit rules.Squares, _ []string) bool {
		return lit == rules.SquaresOf(rules.B1, rules.E2, rules.G8)
	})
	for _, sq := range []rules.Square{rules.B1, rules.E2, rules.G8} {
		pins.SetSquare(sq, sensors.Occupied)
	}
	lampsUntil(t, b, "dark when all stand", func(lit rules.Squares, _ []string) bool { return lit == 0 })
	if err := lamps.Strip.Err(); err != nil {
		t.Error(err)
	}
}

// hanging is hardware whose SPI port hangs for a while when it is opened.
type hanging struct {
	*wiring.Twins
	release chan struct{}
}

func (h hanging) Port(string) (spi.PortCloser, error) {
	<-h.release
	return nil, errors.New("SPI port 0.0 is gone")
}

// Lamps that hang, and then fail, do not hold up a game: it begins, and the fault is
// reported.
func TestLampsNeverStopABoard(t *testing.T) {
	h := hanging{release: make(chan struct{})}
	pins, b, _ := lamplit(t, func(t *wiring.Twins) resources.Hardware { h.Twins = t; return h })
	var s sensors.Scan
	for sq := range s {
		if s[sq] = sensors.Empty; sq/8 < 2 || sq/8 > 5 {
			s[sq] = sensors.Occupied
		}
	}
	pins.Set(s)
	live := b.History.Follow()
	defer live.Close()
	for begun := false; !begun; {
		entries, more := live.From(0)
		for _, e := range entries {
			begun = begun || e.What.Name() == "started"
		}
		if begun {
			break
		}
		select {
		case <-more:
		case <-time.After(2 * time.Minute):
			t.Fatal("the game does not begin while the lamps hang")
		}
	}
	close(h.release)
	lampsUntil(t, b, "told as a fault", func(_ rules.Squares, faults []string) bool {
		return len(faults) == 1 && faults[0] == "SPI port 0.0 is gone"
	})
}
