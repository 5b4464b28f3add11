package scan_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
)

// A fault is reported once when it begins and once when it is over, a second after it
// was last seen. So a loose plug does not fill the log.
func TestFaultsAreToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rig := newRig()
		b := rig.open(t, rig)
		var told []string
		began := time.Now()
		b.Faults.Notify(func(f scan.Fault, over bool) {
			told = append(told, fmt.Sprintf("%v %s over=%v", time.Since(began).Round(100*time.Millisecond), f.Kind, over))
		})
		r := read(t, b)
		r.during(time.Second)
		for range 20 { // the plug makes contact twice per second
			rig.buses["1"].Unplug(0x21)
			r.during(300 * time.Millisecond)
			rig.buses["1"].Plug(0x21)
			r.during(200 * time.Millisecond)
		}
		r.during(3 * time.Second)
		want := []string{"1s silent over=false", "11.8s silent over=true"}
		if !slices.Equal(told, want) {
			t.Errorf("told %q, want %q", told, want)
		}
		r.well(t, "at the end")
	})
}

// The text of a fault names the part and the squares, and neither of them twice.
func TestFaultString(t *testing.T) {
	for _, c := range []struct {
		fault scan.Fault
		want  string
	}{
		{scan.Fault{Part: "I2C1", Detail: "held"}, "I2C1: held"},
		{scan.Fault{Part: "e4", Squares: rules.SquaresOf(rules.E4), Detail: "stuck"}, "e4: stuck"},
		{scan.Fault{Part: "row 3 (GPIO17)", Squares: rules.SquaresOf(rules.A4, rules.B4), Detail: "open"}, "row 3 (GPIO17) (a4 b4): open"},
		{scan.Fault{Part: "I2C1", Squares: rules.AllSquares, Detail: "held"}, "I2C1 (all squares): held"},
	} {
		if got := c.fault.String(); got != c.want {
			t.Errorf("%+v reads %q, want %q", c.fault, got, c.want)
		}
	}
}

// Every cause has its own text, and the text contains the detail reported.
func TestCausesHaveWords(t *testing.T) {
	said := map[string]scan.Cause{}
	for _, cause := range []scan.Cause{
		scan.Reported, scan.NeverAnswered, scan.AnsweredBefore, scan.EndlessTransfers, scan.AtGround, scan.AtSupply, scan.Rectangle,
		scan.AllStandElsewhere, scan.MissingAtSetUp, scan.MissingInPlay, scan.BelowLevel, scan.AllGone, scan.Unreadable,
	} {
		text := scan.Fault{Cause: cause, Detail: "I/O error", Percent: 60}.Text()
		if other, taken := said[text]; taken {
			t.Errorf("%q and %q both read %q", cause, other, text)
		}
		said[text] = cause
	}
}

// playing is a game whose position and moves are set by a test.
type playing struct {
	on     rules.Squares
	begun  bool
	moves  int // moves made after any time asked about
	waits  rules.Squares
	nobody bool
}

// Expected implements scan.Game.
func (p *playing) Expected() (scan.Expected, bool) {
	return scan.Expected{On: p.on, Begun: p.begun, Promotes: p.waits}, !p.nobody
}

// MovesSince implements scan.Game.
func (p *playing) MovesSince(time.Duration) int { return p.moves }

// Faults that no driver can see: what sensors show does not fit what must be there.
func TestSuspicions(t *testing.T) {
	setUp := rules.RankSquares(0) | rules.RankSquares(1) | rules.RankSquares(6) | rules.RankSquares(7)
	for _, c := range []struct {
		name  string
		game  playing
		does  func(rig *rig, r *reading)
		kind  scan.FaultKind // "" means none
		where rules.Squares
	}{
		{"a board that is set up", playing{on: setUp}, func(*rig, *reading) {}, "", 0},
		{"a piece too many", playing{on: setUp}, func(rig *rig, _ *reading) { rig.pins.SetSquare(rules.E4, sensors.Occupied) }, scan.StuckSquare, rules.SquaresOf(rules.E4)},
		{"a piece too few before the game", playing{on: setUp}, func(rig *rig, _ *reading) { rig.pins.SetSquare(rules.E2, sensors.Empty) }, scan.NoPiece, rules.SquaresOf(rules.E2)},
		{"a piece in the hand", playing{on: setUp, begun: true}, func(rig *rig, _ *reading) { rig.pins.SetSquare(rules.E2, sensors.Empty) }, "", 0},
		{"a piece without which two moves are made", playing{on: setUp, begun: true, moves: 2}, func(rig *rig, _ *reading) { rig.pins.SetSquare(rules.E2, sensors.Empty) }, scan.NoPiece, rules.SquaresOf(rules.E2)},
		{"a move that is not told yet", playing{on: setUp, begun: true, moves: 2}, func(rig *rig, _ *reading) {
			rig.pins.SetSquare(rules.E2, sensors.Empty)
			rig.pins.SetSquare(rules.E4, sensors.Occupied)
		}, "", 0},
		{"a new queen before her pawn is gone", playing{on: setUp, begun: true, waits: rules.SquaresOf(rules.E4)}, func(rig *rig, _ *reading) { rig.pins.SetSquare(rules.E4, sensors.Occupied) }, "", 0},
		{"the pieces of a chip at once", playing{on: setUp, begun: true}, func(rig *rig, _ *reading) {
			var none sensors.Scan
			now := rig.pins.Scan()
			copy(none[:], now[:])
			for sq := rules.A1; sq <= rules.H2; sq++ {
				none[sq] = sensors.Empty
			}
			rig.pins.Set(none)
		}, scan.OpenLine, rules.RankSquares(0) | rules.RankSquares(1)},
		{"a board after its game", playing{on: setUp, nobody: true}, func(rig *rig, _ *reading) { rig.pins.SetSquare(rules.E4, sensors.Occupied) }, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rig := newRig()
				b, err := scan.Open(rig, scan.Config{}, grouped(expanders("1", squaresFrom(0, 32))), grouped(expanders("3", squaresFrom(32, 32))))
				if err != nil {
					t.Fatal(err)
				}
				r := read(t, b)
				r.game = &c.game
				for sq := range setUp.All() {
					rig.pins.SetSquare(sq, sensors.Occupied)
				}
				r.during(2 * time.Second)
				r.well(t, "before it")
				c.does(rig, r)
				r.during(2 * time.Second)
				if c.kind == "" {
					r.well(t, "with "+c.name)
					return
				}
				if f := r.fault(t); f.Kind != c.kind || f.Squares != c.where {
					t.Errorf("the fault is %+v, want %s of %v", f, c.kind, c.where)
				}
				for sq := range rules.AllSquares.All() {
					if is := sensors.Empty; setUp.Has(sq) {
						rig.pins.SetSquare(sq, sensors.Occupied)
					} else {
						rig.pins.SetSquare(sq, is)
					}
				}
				r.during(3 * time.Second)
				r.well(t, "mended,")
			})
		})
	}
}

// A piece that a linear sensor feels below the level at which a piece counts is a weak one: from
// half of that level on if it has not counted yet, and until the level itself if it has. With less
// than half, the square counts as empty.
func TestWeakPiece(t *testing.T) {
	const enter = 200 * 4096 / supply // counts: the level at which a piece counts, as linear has it
	for _, c := range []struct {
		counted bool // at full strength first
		counts  int
		kind    scan.FaultKind // "" means none
		percent int
	}{
		{false, enter/2 - 1, scan.NoPiece, 0},
		{false, enter / 2, scan.WeakPiece, 50},
		{false, enter - 1, scan.WeakPiece, 90},
		{false, enter, "", 0},
		{true, enter - 1, scan.WeakPiece, 90},
		{true, enter, "", 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			rig := newRig()
			hall := linearBank(t, rig)
			b, err := scan.Open(rig, scan.Config{}, linear("5", squaresFrom(0, 64)))
			if err != nil {
				t.Fatal(err)
			}
			r := read(t, b)
			r.game = &playing{on: rules.SquaresOf(rules.E4)}
			rig.pins.SetSquare(rules.E4, sensors.White)
			if c.counted {
				r.during(2 * time.Second)
				r.well(t, "at full strength")
			}
			hall[3].Tune(4, supply/2, (float64(c.counts)+0.25)*supply/4096)
			r.during(2 * time.Second)
			if c.kind == "" {
				r.well(t, fmt.Sprintf("%d counts of %d, counted before: %v,", c.counts, enter, c.counted))
				return
			}
			if f := r.fault(t); f.Kind != c.kind || f.Squares != rules.SquaresOf(rules.E4) || f.Percent != c.percent {
				t.Errorf("%d counts of %d, counted before: %v: the fault is %+v, want %s with %d percent", c.counts, enter, c.counted, f, c.kind, c.percent)
			}
		})
	}
}

// grouped changes a driver so that each of its chips has a wire of its own.
func grouped(d scan.Driver) scan.Driver {
	return func(on scan.Hardware) (scan.Unit, error) {
		u, err := d(on)
		for chip := range 2 {
			g := scan.Group{Name: fmt.Sprintf("chip %d", chip)}
			for ch := range 16 {
				g.Channels = append(g.Channels, 16*chip+ch)
			}
			u.Groups = append(u.Groups, g)
		}
		return u, err
	}
}

// The presses of a clock come in the order of their times. Lines whose levels make no
// sense are a fault until they do.
func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rig := newRig()
		b, err := scan.Open(rig, scan.Config{Clock: scan.ClockLines{White: "white", Black: "black", Debounce: 5 * time.Millisecond}}, rig.drivers()...)
		if err != nil {
			t.Fatal(err)
		}
		woken := 0
		ctx, stop := context.WithCancel(t.Context())
		b.Clock.Start(ctx, b.Faults, func() { woken++ })
		time.Sleep(time.Second)
		began := time.Now()
		for _, by := range []rules.Color{rules.White, rules.Black, rules.White} {
			for _, closed := range []bool{true, false, true} { // it bounces
				rig.clock.Contact(int(by), closed)
				time.Sleep(time.Millisecond)
			}
			time.Sleep(199 * time.Millisecond)
			rig.clock.Contact(int(by), false)
			time.Sleep(798 * time.Millisecond)
		}
		for n, by := range []rules.Color{rules.White, rules.Black, rules.White} {
			select {
			case p := <-b.Clock.Presses():
				if at := p.At.Sub(began); p.By != by || at != time.Duration(n)*time.Second {
					t.Errorf("press %d is of %v at %v, want %v at its first edge", n, p.By, at, by)
				}
			default:
				t.Fatalf("press %d is not there", n)
			}
		}
		if woken != 3 {
			t.Errorf("whoever takes presses was woken %d times for three", woken)
		}
		rig.clock.Contact(0, true)
		rig.clock.Contact(1, true)
		time.Sleep(time.Second)
		if all := b.Faults.All(); len(all) != 1 || all[0].Kind != scan.HeldLine || !strings.Contains(all[0].Text(), "both are held down") {
			t.Errorf("both buttons are down, and the faults are %v", all)
		}
		rig.clock.Contact(0, false)
		rig.clock.Lines().Busy(1, true)
		time.Sleep(3 * time.Second)
		if all := b.Faults.All(); len(all) != 1 || !strings.Contains(all[0].Text(), "is another program using it?") {
			t.Errorf("a line is taken, and the faults are %v", all)
		}
		rig.clock.Lines().Busy(1, false)
		rig.clock.Contact(1, false)
		time.Sleep(3 * time.Second)
		if all := b.Faults.All(); len(all) != 0 {
			t.Errorf("mended, and the faults are %v", all)
		}
		stop()
		if err := b.Close(); err != nil || rig.opened != 0 {
			t.Errorf("closed: %v, and %d buses and lines are open", err, rig.opened)
		}
	})
}

// If the line of a linear sensor is at a rail, it is open or shorted, whatever stands
// on the square: the square gives no reading.
func TestOutOfRange(t *testing.T) {
	for _, c := range []struct {
		line chips.Fault
		says string
	}{{chips.Open, "open or shorted to ground"}, {chips.StuckHigh, "shorted to the supply"}} {
		synctest.Test(t, func(t *testing.T) {
			rig := newRig()
			hall := linearBank(t, rig)
			b, err := scan.Open(rig, scan.Config{}, linear("5", squaresFrom(0, 64)))
			if err != nil {
				t.Fatal(err)
			}
			r := read(t, b)
			r.during(time.Second)
			r.well(t, "before it")
			hall[3].Break(4, c.line) // e4
			r.during(time.Second)
			if f := r.fault(t); f.Kind != scan.OutOfRange || f.Part != "e4" || !strings.Contains(f.Text(), c.says) || r.unknown() != rules.SquaresOf(rules.E4) {
				t.Errorf("the fault is %+v, and unknown is %v", f, r.unknown())
			}
			hall[3].Break(4, chips.Whole)
			r.during(3 * time.Second)
			r.well(t, "mended,")
		})
	}
}
