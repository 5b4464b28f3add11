package daemon_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c"

	"touchmove/broadcast"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/trace"
)

// flaky loses transfers: one of every few fails, and the next does not.
type flaky struct {
	daemon.Hardware
	every int
}

type flakyBus struct {
	i2c.BusCloser
	every, n int
}

func (f flaky) Bus(name string) (i2c.BusCloser, error) {
	bus, err := f.Hardware.Bus(name)
	return &flakyBus{BusCloser: bus, every: f.every}, err
}

func (f *flakyBus) Tx(addr uint16, w, r []byte) error {
	if f.n++; f.n%f.every == 0 {
		return chips.ErrNoAnswer
	}
	return f.BusCloser.Tx(addr, w, r)
}

// run reads a board that is set up, on hardware made of its twins.
func run(t *testing.T, c configs.Board, wrap func(*daemon.Twins) daemon.Hardware) *boardUnderTest {
	t.Helper()
	b := &boardUnderTest{config: c, pins: chips.NewBoard(), log: &strings.Builder{}}
	b.pins.Set(setUp(c))
	var err error
	if b.twins, err = daemon.NewTwins(c.Wiring, c.Clock, b.pins, nil); err != nil {
		t.Fatal(err)
	}
	hardware := daemon.Hardware(b.twins)
	if wrap != nil {
		hardware = wrap(b.twins)
	}
	b.start(t, hardware, nil)
	return b
}

// A transfer that fails is tried once more: nothing is lost, nobody is told, and
// it is counted.
func TestRetries(t *testing.T) {
	for name, config := range wirings(t) {
		if len(usedBuses(config.Wiring)) == 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				config.ScanHz = 20
				b := run(t, config, func(twins *daemon.Twins) daemon.Hardware { return flaky{twins, 7} })
				time.Sleep(3 * time.Second)
				b.stop()
				if text := b.log.String(); strings.Contains(text, "part=") {
					t.Error(text)
				}
				c := b.board.Stats.Snapshot()
				for _, bus := range c.Buses {
					if bus.Errors != 0 || bus.Retries < bus.Transfers/8 || bus.Retries == 0 || bus.Stuck {
						t.Errorf("%+v", bus)
					}
				}
				if c.Scans < 55 || c.Scans > 62 || c.Overruns != 0 || c.RateHz != 20 {
					t.Errorf("%+v", c)
				}
			})
		})
	}
}

// usedBuses are the I2C buses of a wiring.
func usedBuses(w configs.Wiring) map[string]bool {
	twins, err := daemon.NewTwins(w, configs.Lines{}, chips.NewBoard(), nil)
	if err != nil {
		panic(err)
	}
	used := map[string]bool{}
	for name := range twins.Buses {
		used[name] = true
	}
	return used
}

// A bus that is stuck for ever, from before the start: the daemon starts, the
// other bus is read, commands are answered, the daemon stops; and when the bus
// is let go while it runs, its squares come back.
func TestBusStuckForEver(t *testing.T) {
	for _, letGo := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			config := wirings(t)["mixed"]
			free := make(chan struct{})
			b := run(t, config, func(twins *daemon.Twins) daemon.Hardware {
				twins.Buses["1"].Hold(func() { <-free })
				return twins
			})
			time.Sleep(2 * time.Second)
			if all := b.board.Troubles.All(); len(all) != 1 || all[0].Kind != daemon.HeldBus || all[0].Part != "I2C1" {
				t.Errorf("told: %v", all)
			}
			if s := b.board.Stats.Snapshot(); !s.Buses[0].Stuck || s.Buses[1].Stuck || s.Scans < 100 || s.Buses[0].Stalls < 100 {
				t.Errorf("counted: %+v", s)
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
				if all := b.board.Troubles.All(); len(all) != 0 {
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
			_, kept, err := journal.Open(journal.OS{}, b.session.Journal.Path())
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
			close(free) // the process would be gone by now
		})
	}
}

// While nobody touches the board it is scanned slowly; a touch, a press or a
// command makes it fast again.
func TestIdleRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config := wirings(t)["mcp23017"]
		config.ScanHz, config.IdleScanHz, config.IdleAfter = 100, 10, 20*time.Second
		b := run(t, config, nil)
		rate := func() float64 { return b.board.Stats.Snapshot().RateHz }
		time.Sleep(10 * time.Second)
		if hz := rate(); hz != 100 {
			t.Errorf("after ten seconds: %v scans a second", hz)
		}
		time.Sleep(20 * time.Second)
		before := b.board.Stats.Snapshot().Scans
		time.Sleep(10 * time.Second)
		if n := b.board.Stats.Snapshot().Scans - before; n != 100 || rate() != 10 {
			t.Errorf("idle: %d scans in ten seconds, %v a second", n, rate())
		}
		b.pins.SetSquare(rules.E2, sensors.Empty)
		time.Sleep(150 * time.Millisecond)
		if hz := rate(); hz != 100 {
			t.Errorf("touched: %v scans a second", hz)
		}
		b.pins.SetSquare(rules.E2, sensors.Occupied)
		time.Sleep(time.Minute)
		if rate() != 10 {
			t.Errorf("idle again: %v", rate())
		}
		asked := time.Now()
		answered := make(chan time.Duration, 1)
		b.requests <- broadcast.Request{
			Command: trace.Command{ID: "1", Do: trace.DoNote, What: "hello"},
			Answer:  func(broadcast.Answer) { answered <- time.Since(asked) },
		}
		if took := <-answered; took > 20*time.Millisecond {
			t.Errorf("a command waited %v for an idle board", took)
		}
		b.stop()
	})
}

// slowly is a sensor that takes its time.
type slowly struct {
	daemon.Sensor
	took time.Duration
}

func (s slowly) Read(into sensors.Counts) error {
	time.Sleep(s.took)
	return s.Sensor.Read(into)
}

// Scans that take longer than their period are counted, and how long and how
// late they were.
func TestOverruns(t *testing.T) {
	for _, c := range []struct {
		took     time.Duration
		overruns func(scans uint64) uint64
	}{
		{2 * time.Millisecond, func(uint64) uint64 { return 0 }},
		{7 * time.Millisecond, func(scans uint64) uint64 { return scans }},
	} {
		synctest.Test(t, func(t *testing.T) {
			_, board := newHall(t)
			board.Buses[0][0] = slowly{board.Buses[0][0], c.took}
			board.Stats = &daemon.ScanStats{}
			s := open(t, t.TempDir(), header, quiet)
			ctx, stop := context.WithCancel(t.Context())
			done := make(chan error)
			go func() { done <- s.Run(daemon.NewLive(board, 0, nil, nil).Records(ctx, s.Daemon)) }()
			time.Sleep(time.Second)
			stop()
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			s.Journal.Close()
			time.Sleep(time.Second) // the reading that was under way
			n := board.Stats.Snapshot()
			if n.Scans == 0 || n.Overruns != c.overruns(n.Scans) || n.TookMax != c.took || n.TookP50 < c.took*3/4 || n.TookP50 > c.took || n.TookP99 > n.TookMax {
				t.Errorf("%v: %+v", c.took, n)
			}
			if late := n.LateMax > 0; late != (c.took > 5*time.Millisecond) {
				t.Errorf("%v: %+v", c.took, n)
			}
		})
	}
}

// A scan of a healthy board allocates nothing: driver, bus, table, watch, counts
// and game.
func TestScanDoesNotAllocate(t *testing.T) {
	for name, config := range wirings(t) {
		t.Run(name, func(t *testing.T) {
			config.ScanHz, config.Clock = 1e6, configs.Lines{} // as fast as it goes
			b := &boardUnderTest{config: config, pins: chips.NewBoard(), log: &strings.Builder{}}
			b.pins.Set(setUp(config))
			var err error
			if b.twins, err = daemon.NewTwins(config.Wiring, config.Clock, b.pins, nil); err != nil {
				t.Fatal(err)
			}
			const window, windows = 60, 6 // the first one warms up
			n, before, fewest := 0, uint64(0), uint64(1<<63)
			var stats runtime.MemStats
			done := make(chan struct{})
			b.start(t, b.twins, func(board *daemon.Board) {
				board.Table = counting{board.Table, func() {
					if n++; n%window != 0 || n > window*windows {
						return
					}
					runtime.ReadMemStats(&stats)
					if n > window { // whatever else runs in this process does not always allocate
						fewest = min(fewest, stats.Mallocs-before)
					}
					runtime.ReadMemStats(&stats)
					if before = stats.Mallocs; n == window*windows {
						close(done)
					}
				}}
			})
			<-done
			b.stop()
			if fewest > 2 { // the scheduler's own lists grow now and then
				t.Errorf("%d allocations in %d scans", fewest, window)
			}
		})
	}
}

// mix is a wiring nobody ever built: any chips at any addresses on any buses,
// each serving squares in any order, some inputs left free.
func mix(r *rand.Rand) configs.Mixed {
	squares := r.Perm(64)
	taken := map[string]bool{}
	var w configs.Mixed
	take := func(channels int) []rules.Square {
		list := make([]rules.Square, channels)
		for i := range list {
			list[i] = rules.NoSquare
			if len(squares) > 0 && r.IntN(5) > 0 {
				list[i], squares = rules.Square(squares[0]), squares[1:]
			}
		}
		return list
	}
	for len(squares) > 0 {
		bus := []string{"1", "3", "i2c-5"}[r.IntN(3)]
		free := func(low, high uint16) (uint16, bool) {
			for range 20 {
				a := low + uint16(r.IntN(int(high-low)+1))
				if key := fmt.Sprint(bus, a); !taken[key] {
					taken[key] = true
					return a, true
				}
			}
			return 0, false
		}
		high := r.IntN(2) == 0
		var part configs.Wiring
		switch r.IntN(8) {
		case 0:
			if a, ok := free(0x20, 0x27); ok {
				part = configs.MCP23017{Bus: bus, Addrs: []uint16{a}, ActiveHigh: high, Squares: take(16)}
			}
		case 1:
			if a, ok := free(0x20, 0x27); ok {
				part = configs.Expanders{Chip: "mcp23008", Bus: bus, Addrs: []uint16{a}, ActiveHigh: high, Squares: take(8)}
			}
		case 2:
			if a, ok := free(0x38, 0x3f); ok {
				part = configs.Expanders{Chip: "pcf8574", Bus: bus, Addrs: []uint16{a}, ActiveHigh: high, Squares: take(8)}
			}
		case 3:
			if a, ok := free(0x20, 0x27); ok {
				part = configs.Expanders{Chip: "pcf8575", Bus: bus, Addrs: []uint16{a}, ActiveHigh: high, Squares: take(16)}
			}
		case 4:
			if a, ok := free(0x74, 0x77); ok {
				part = configs.Expanders{Chip: "tca9555", Bus: bus, Addrs: []uint16{a}, ActiveHigh: high, Squares: take(16)}
			}
		case 5:
			if a, ok := free(0x48, 0x4b); ok {
				part = configs.ADS1115{Bus: bus, Addrs: []uint16{a}, Supply: 5000, Enter: 200, Leave: 150, Squares: take(4)}
			}
		case 6:
			if a, ok := free(0x48, 0x4b); ok {
				part = configs.Converters{Chip: "ads7828", Bus: bus, Mux: 0x70, Ports: []int{r.IntN(8)}, Addrs: []uint16{a}, Supply: 3300, Enter: 200, Leave: 150, Squares: take(8)}
			}
		case 7:
			if a, ok := free(0x10, 0x17); ok {
				part = configs.Converters{Chip: "ads7138", Bus: bus, Addrs: []uint16{a}, Supply: 3300, Enter: 200, Leave: 150, Squares: take(8)}
			}
		}
		if part != nil {
			w.Parts = append(w.Parts, part)
		}
	}
	return w
}

// Whatever is mixed, every square shows what stands on it.
func TestMixes(t *testing.T) {
	for seed := range uint64(12) {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 4))
			w := mix(r)
			b := run(t, configs.Board{ID: "b", Event: "e", ScanHz: 20, Wiring: w}, nil)
			var want sensors.Scan
			for range 8 {
				for sq := range want {
					want[sq] = sensors.Empty + sensors.State(r.IntN(2))
				}
				b.pins.Set(want)
				time.Sleep(500 * time.Millisecond)
			}
			b.stop()
			_, kept, err := journal.Open(journal.OS{}, b.session.Journal.Path())
			if err != nil {
				t.Fatal(err)
			}
			var shown sensors.Scan
			for _, r := range kept.Records {
				switch w := r.What.(type) {
				case trace.Scan:
					shown = w.Board
				case trace.Change:
					shown[w.Square] = w.Is
				}
			}
			if shown != want {
				t.Errorf("seed %d: shown %v, stands %v\n%+v", seed, shown, want, w)
			}
			if text := b.log.String(); strings.Contains(text, "level=ERROR") {
				t.Errorf("seed %d: %s", seed, text)
			}
		})
	}
}

// What a configuration cannot have is refused when the board is opened, though
// nothing is sent yet.
func TestOpenOnRefuses(t *testing.T) {
	squares := configs.Natural(0)
	for want, w := range map[string]configs.Wiring{
		"0x19 is not an address this chip can have": configs.MCP23017{Bus: "1", Addrs: []uint16{0x19, 0x20, 0x21, 0x22}, Squares: squares},
		"part 2: ads7138: no chip given":            configs.Mixed{Parts: []configs.Wiring{configs.MCP23017{Bus: "1", Addrs: []uint16{0x20}, Squares: squares[:16]}, configs.Converters{Chip: "ads7138", Bus: "1"}}},
		"no driver is called \"simulated\"":         configs.Simulated{},
		"no channel serves":                         configs.MCP23017{Bus: "1", Addrs: []uint16{0x20}, Squares: squares[:16]},
	} {
		_, _, err := daemon.OpenOn(anyBus{}, configs.Board{ID: "b", ScanHz: 50, Wiring: w})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "board b") {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// anyBus has every bus, and no line.
type anyBus struct{ daemon.Hardware }

func (anyBus) Bus(name string) (i2c.BusCloser, error) { return nobody{chips.NewBus(name)}, nil }

// nobody is a bus on which nothing may be sent.
type nobody struct{ *chips.Bus }

func (nobody) Close() error                    { return nil }
func (nobody) Tx(uint16, []byte, []byte) error { panic("something was sent") }

// The clock's lever and its buttons: presses come with the moves, however the
// contacts bounce, at the time of their first edge.
func TestClockLines(t *testing.T) {
	for name, config := range map[string]configs.Board{"lever": wirings(t)["cd74hc4067"], "buttons": wirings(t)["mixed"]} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := run(t, config, nil)
				r := rand.New(rand.NewPCG(1, 1))
				bounce := func(n int, closed bool) {
					for range 1 + 2*r.IntN(4) {
						b.twins.Clock.Contact(n, closed)
						closed = !closed
						time.Sleep(time.Duration(r.IntN(900)) * time.Microsecond)
					}
					b.twins.Clock.Contact(n, !closed)
				}
				var pressed []time.Duration
				began := time.Now()
				press := func(by rules.Color) {
					pressed = append(pressed, time.Since(began))
					if name == "lever" {
						bounce(0, by == rules.White)
						return
					}
					bounce(int(by), true)
					time.Sleep(200 * time.Millisecond)
					bounce(int(by), false)
				}
				man := func(from, to rules.Square) {
					is := b.pins.Scan()[from]
					b.pins.SetSquare(from, sensors.Empty)
					time.Sleep(700 * time.Millisecond)
					b.pins.SetSquare(to, is)
					time.Sleep(300 * time.Millisecond)
				}
				time.Sleep(2 * time.Second)
				man(rules.E2, rules.E4)
				press(rules.White)
				time.Sleep(3 * time.Second)
				man(rules.E7, rules.E5)
				press(rules.Black)
				time.Sleep(3 * time.Second)
				man(rules.G1, rules.F3)
				press(rules.White)
				time.Sleep(3 * time.Second)
				b.stop()
				told, _ := b.session.History.From(0)
				completed := 0
				for _, entry := range told {
					if _, ok := entry.What.(reconcile.Completed); ok {
						completed++
					}
				}
				if moves := made(b.session.History); strings.Join(moves, " ") != "e2e4 e7e5 g1f3" || completed != 3 {
					t.Errorf("%v, %d completed", moves, completed)
				}
				_, kept, err := journal.Open(journal.OS{}, b.session.Journal.Path())
				if err != nil {
					t.Fatal(err)
				}
				var by []rules.Color
				for _, record := range kept.Records {
					if p, ok := record.What.(trace.Press); ok {
						if late := record.At - pressed[min(len(by), len(pressed)-1)]; late < 0 || late > config.Period() {
							t.Errorf("press %d is told %v after its first edge", len(by), late)
						}
						by = append(by, p.By)
					}
				}
				if fmt.Sprint(by) != fmt.Sprint([]rules.Color{rules.White, rules.Black, rules.White}) {
					t.Errorf("pressed by %v", by)
				}
				if text := b.log.String(); strings.Contains(text, "part=") {
					t.Error(text)
				}
			})
		})
	}
}

// A button that hangs, or lines that another program has, are told of.
func TestClockTroubles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := run(t, wirings(t)["mixed"], nil)
		time.Sleep(time.Second)
		b.twins.Clock.Contact(0, true)
		b.twins.Clock.Contact(1, true)
		time.Sleep(time.Second)
		if all := b.board.Troubles.All(); len(all) != 1 || all[0].Kind != daemon.HeldLine || !strings.Contains(all[0].String(), "clock's button of White (GPIO23) and clock's button of Black (GPIO24): both are held down") {
			t.Errorf("told: %v", all)
		}
		b.twins.Clock.Contact(0, false)
		b.twins.Clock.Lines().Busy(1, true)
		time.Sleep(3 * time.Second)
		if all := b.board.Troubles.All(); len(all) != 1 || !strings.Contains(all[0].Text, "busy: is another program using it?") {
			t.Errorf("told: %v", all)
		}
		b.twins.Clock.Lines().Busy(1, false)
		b.twins.Clock.Contact(1, false)
		time.Sleep(3 * time.Second)
		if all := b.board.Troubles.All(); len(all) != 0 {
			t.Errorf("mended: %v", all)
		}
		b.stop()
	})
}

// A matrix without diodes says where it may show pieces that are not there, once
// for as long as there is a rectangle.
func TestGhostsAreTold(t *testing.T) {
	for _, name := range []string{"gpiomatrix", "mcpmatrix"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				config := wirings(t)[name]
				config.ScanHz = 20
				switch w := config.Wiring.(type) {
				case configs.GPIOMatrix:
					w.Bare = true
					config.Wiring = w
				case configs.MCPMatrix:
					w.Bare = true
					config.Wiring = w
				}
				b := run(t, config, nil)
				time.Sleep(3 * time.Second)
				start := rules.StartPosition().Occupied()
				if all := b.board.Troubles.All(); len(all) != 1 || all[0].Kind != daemon.GhostSquares || all[0].Squares != start {
					t.Errorf("told: %v", all)
				}
				if b.twins.Matrix.Shorts() > 0 {
					t.Error("lines were driven against each other")
				}
				var diagonal sensors.Scan
				for sq := range diagonal {
					diagonal[sq] = sensors.Empty
				}
				diagonal[rules.A1], diagonal[rules.B2] = sensors.Occupied, sensors.Occupied
				b.pins.Set(diagonal)
				time.Sleep(3 * time.Second)
				for _, trouble := range b.board.Troubles.All() {
					if trouble.Kind == daemon.GhostSquares {
						t.Errorf("no rectangle, and told: %v", trouble)
					}
				}
				b.stop()
				if n := strings.Count(b.log.String(), "pieces may be shown that are not there"); n != 1 {
					t.Errorf("told %d times:\n%s", n, b.log)
				}
			})
		})
	}
}

// GPA7 and GPB7 become outputs on a board that leaves them free on every chip,
// as newer datasheets of the MCP23017 want it, and stay inputs where a square is
// wired to one of them.
func TestSparePinsOfAnMCP23017(t *testing.T) {
	free := wirings(t)["mixed"]
	used := wirings(t)["mcp23017"]
	for _, c := range []struct {
		config configs.Board
		want   byte // IODIRA and IODIRB
	}{{free, 0x7f}, {used, 0xff}} {
		synctest.Test(t, func(t *testing.T) {
			b := run(t, c.config, nil)
			time.Sleep(time.Second)
			var direction [2]byte
			if err := b.twins.Buses["1"].Tx(0x20, []byte{0x00}, direction[:]); err != nil || direction != [2]byte{c.want, c.want} {
				t.Errorf("IODIR is % x, %v, want %x", direction, err, c.want)
			}
			b.stop()
		})
	}
}
