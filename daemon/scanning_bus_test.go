package daemon_test

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c"

	"touchmove/broadcast"
	"touchmove/configs"
	"touchmove/daemon/health"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/internal/latency"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
	"touchmove/sensors/trace"
	"touchmove/sensors/wiring"
)

// flaky is hardware on whose buses every seventh transfer fails.
type flaky struct{ scan.Hardware }

func (f flaky) Bus(name string) (i2c.BusCloser, error) {
	bus, err := f.Hardware.Bus(name)
	return chiptest.Flaky(bus, 7), err
}

// run reads a board that is set up, on hardware made of its twins.
func run(t *testing.T, c configs.Board, wrap func(*wiring.Twins) scan.Hardware) *boardUnderTest {
	t.Helper()
	b := &boardUnderTest{config: c, pins: chips.NewBoard(), log: &strings.Builder{}}
	b.pins.Set(setUp(c))
	var err error
	if b.twins, err = wiring.NewTwins(c.Wiring, c.Clock, b.pins, nil); err != nil {
		t.Fatal(err)
	}
	hardware := scan.Hardware(b.twins)
	if wrap != nil {
		hardware = wrap(b.twins)
	}
	b.start(t, hardware, nil)
	return b
}

// A transfer that fails is repeated once: no reading is lost, nothing is reported, and
// it is counted.
func TestRetries(t *testing.T) {
	for name, config := range wirings(t) {
		if len(usedBuses(config.Wiring)) == 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				config.ScanHz = 20
				b := run(t, config, func(twins *wiring.Twins) scan.Hardware { return flaky{twins} })
				time.Sleep(3 * time.Second)
				b.stop()
				if text := b.log.String(); strings.Contains(text, "part=") {
					t.Error(text)
				}
				c := b.board.Stats.Snapshot()
				for _, bus := range c.Buses {
					if bus.Errors != 0 || bus.Retries < bus.Transfers/8 || bus.Retries == 0 || bus.Stuck {
						t.Errorf("a bus that fails now and then has errors, too few retries, or is stuck: %+v", bus)
					}
				}
				// Something that is due brings a scan forward.
				if c.Scans < 55 || c.Scans > 75 || c.Overruns != 0 || c.RateHz != 20 {
					t.Errorf("scans, overruns or rate are not those of 20 a second: %+v", c)
				}
			})
		})
	}
}

// usedBuses returns the I2C buses of a wiring.
func usedBuses(w wiring.Wiring) map[string]bool {
	twins, err := wiring.NewTwins(w, scan.ClockLines{}, chips.NewBoard(), nil)
	if err != nil {
		panic(err)
	}
	used := map[string]bool{}
	for name := range twins.Buses {
		used[name] = true
	}
	return used
}

// scanMetrics returns /metrics of a board that scans.
func scanMetrics(t *testing.T, scans *scan.Stats) string {
	t.Helper()
	status, err := health.Open(health.Options{}, []health.Board{{
		ID: "demo-1", Event: "local", Scans: scans, Syncs: new(latency.Histogram), State: func() eventlog.State { return eventlog.State{} },
		Published: func() broadcast.PublishCounts { return broadcast.PublishCounts{} }, Entries: func() uint64 { return 0 },
	}}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	page := httptest.NewRecorder()
	status.Handler().ServeHTTP(page, httptest.NewRequest("GET", "/metrics", nil))
	return page.Body.String()
}

// A bus is stuck from before the start: the daemon starts, the other bus is read,
// commands are answered, the daemon stops. If the bus is released while the daemon
// runs, its squares come back.
func TestBusStuckForEver(t *testing.T) {
	for _, letGo := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			config := wirings(t)["mixed"]
			free := make(chan struct{})
			b := run(t, config, func(twins *wiring.Twins) scan.Hardware {
				twins.Buses["1"].Hold(func() { <-free })
				return twins
			})
			time.Sleep(2 * time.Second)
			if all := b.board.Faults.All(); len(all) != 1 || all[0].Kind != scan.HeldBus || all[0].Part != "I2C1" {
				t.Errorf("told: %v", all)
			}
			if s := b.board.Stats.Snapshot(); !s.Buses[0].Stuck || s.Buses[1].Stuck || s.Scans < 100 || s.Buses[0].Stalls < 100 {
				t.Errorf("counted: %+v", s)
			}
			metrics := scanMetrics(t, b.board.Stats)
			for _, want := range []string{`touchmove_bus_stuck{board="demo-1",event="local",bus="I2C1"} 1`, `touchmove_bus_stuck{board="demo-1",event="local",bus="I2C3"} 0`} {
				if !strings.Contains(metrics, want) {
					t.Errorf("no %s in\n%s", want, metrics)
				}
			}
			asked := time.Now()
			answered := make(chan time.Duration, 1)
			b.requests <- broadcast.Request{
				Command: trace.Command{ID: "1", Do: trace.DoNote, What: "hello"},
				Answer:  func(broadcast.Answer) { answered <- time.Since(asked) },
			}
			if took := <-answered; took > 300*time.Millisecond {
				t.Errorf("a command waited %v", took)
			}
			if letGo {
				b.twins.Buses["1"].Hold(nil)
				close(free)
				time.Sleep(3 * time.Second)
				if all := b.board.Faults.All(); len(all) != 0 {
					t.Errorf("let go: %v", all)
				}
				if reconcileGames(b) != 1 {
					t.Error("no game has begun")
				}
				b.stop()
				return
			}
			b.pins.SetSquare(rules.A3, sensors.Occupied) // on the other bus
			time.Sleep(time.Second)
			stopped := time.Now()
			b.stop()
			if took := time.Since(stopped); took > time.Second {
				t.Errorf("to stop took %v", took)
			}
			_, kept, err := journal.Open(journal.OS{}, b.session.Store.Journal.Path())
			if err != nil {
				t.Fatal(err)
			}
			seen := false
			for _, r := range kept.Records {
				c, ok := r.What.(trace.Change)
				seen = seen || ok && c.Square == rules.A3 && c.Is == sensors.Occupied
			}
			if !seen {
				t.Error("the other bus was not read")
			}
			close(free) // a real process would be gone by now
		})
	}
}

// ailing is hardware whose buses do what fault does to each transfer.
type ailing struct {
	scan.Hardware
	fault func(n int, addr uint16, answer []byte) error
}

type ailingBus struct {
	i2c.BusCloser
	n     int
	fault func(n int, addr uint16, answer []byte) error
}

func (a ailing) Bus(name string) (i2c.BusCloser, error) {
	bus, err := a.Hardware.Bus(name)
	return &ailingBus{BusCloser: bus, fault: a.fault}, err
}

func (a *ailingBus) Tx(addr uint16, w, r []byte) error {
	if err := a.BusCloser.Tx(addr, w, r); err != nil {
		return err
	}
	a.n++
	return a.fault(a.n, addr, r)
}

// A bus that ails for hours, each way in which one does, takes neither the disk nor the
// memory, and rings for nobody again and again.
func TestAilingBusForHours(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	since := func() int64 { return time.Now().UnixMilli() }
	for name, fault := range map[string]func(n int, addr uint16, answer []byte) error{
		"hangs every other second": func(int, uint16, []byte) error {
			if since()/1000%2 == 0 {
				return chips.ErrNoAnswer
			}
			return nil
		},
		"chips plugged in and out by turns": func(_ int, addr uint16, _ []byte) error {
			if (since()/300+int64(addr))%2 == 0 {
				return chips.ErrNoAnswer
			}
			return nil
		},
		"now and then another answer": func(n int, _ uint16, answer []byte) error {
			for i := range answer {
				if n%97 == 0 {
					answer[i] ^= byte(n >> i)
				}
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				config := wirings(t)["mcp23017"]
				config.ScanHz = 20
				b := run(t, config, func(twins *wiring.Twins) scan.Hardware { return ailing{twins, fault} })
				time.Sleep(15 * time.Minute)
				before := b.session.Store.Journal.Length()
				time.Sleep(30 * time.Minute)
				grown := 2 * (b.session.Store.Journal.Length() - before)
				b.stop()
				rings := 0
				told, _ := b.session.History.From(0)
				for _, entry := range told {
					if _, ok := entry.What.(eventlog.Ringing); ok {
						rings++
					}
				}
				t.Logf("%d bytes an hour, %d entries, %d of them of what rings", grown, len(told), rings)
				if grown > 3<<20 {
					t.Errorf("the journal grows by %d bytes an hour", grown)
				}
				if rings > 10 {
					t.Errorf("what rings changes %d times in three quarters of an hour", rings)
				}
			})
		})
	}
}
