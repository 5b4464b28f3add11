package daemon_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/configs"
	"touchmove/daemon/journal"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/trace"
)

// The clock's lever and its buttons: presses come with the moves, at the time of their
// first edge, however the contacts bounce.
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
				piece := func(from, to rules.Square) {
					is := b.pins.Scan()[from]
					b.pins.SetSquare(from, sensors.Empty)
					time.Sleep(700 * time.Millisecond)
					b.pins.SetSquare(to, is)
					time.Sleep(300 * time.Millisecond)
				}
				time.Sleep(2 * time.Second)
				piece(rules.E2, rules.E4)
				press(rules.White)
				time.Sleep(3 * time.Second)
				piece(rules.E7, rules.E5)
				press(rules.Black)
				time.Sleep(3 * time.Second)
				piece(rules.G1, rules.F3)
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
				_, kept, err := journal.Open(journal.OS{}, b.session.Store.Journal.Path())
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

// A button that hangs, and lines that another program uses, are reported.
func TestClockFaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := run(t, wirings(t)["mixed"], nil)
		time.Sleep(time.Second)
		b.twins.Clock.Contact(0, true)
		b.twins.Clock.Contact(1, true)
		time.Sleep(time.Second)
		if all := b.board.Faults.All(); len(all) != 1 || all[0].Kind != scan.HeldLine || !strings.Contains(all[0].String(), "clock's button of White (GPIO23) and clock's button of Black (GPIO24): both are held down") {
			t.Errorf("told: %v", all)
		}
		b.twins.Clock.Contact(0, false)
		b.twins.Clock.Lines().Busy(1, true)
		time.Sleep(3 * time.Second)
		if all := b.board.Faults.All(); len(all) != 1 || !strings.Contains(all[0].Text(), "busy: is another program using it?") {
			t.Errorf("told: %v", all)
		}
		b.twins.Clock.Lines().Busy(1, false)
		b.twins.Clock.Contact(1, false)
		time.Sleep(3 * time.Second)
		if all := b.board.Faults.All(); len(all) != 0 {
			t.Errorf("mended: %v", all)
		}
		b.stop()
	})
}

// A lever whose contact chatters, or whose line picks up the mains, does not fill the disk. On
// record, the clock ends up as its lever stands, whichever presses were left out.
func TestClockThatChatters(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	for _, stands := range []rules.Color{rules.White, rules.Black} {
		t.Run(stands.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := run(t, wirings(t)["cd74hc4067"], nil)
				time.Sleep(2 * time.Second)
				for n := range 12_000 {
					b.twins.Clock.Contact(0, n%2 == 0)
					time.Sleep(10 * time.Millisecond)
				}
				b.twins.Clock.Contact(0, stands == rules.White)
				time.Sleep(3 * time.Second)
				b.stop()
				_, kept, err := journal.Open(journal.OS{}, b.session.Store.Journal.Path())
				if err != nil {
					t.Fatal(err)
				}
				presses, last := 0, rules.Color(0)
				for _, record := range kept.Records {
					if p, ok := record.What.(trace.Press); ok {
						presses, last = presses+1, p.By
					}
				}
				length := b.session.Store.Journal.Length()
				t.Logf("%d presses, %d bytes", presses, length)
				if presses < 600 || presses > 800 {
					t.Errorf("%d presses are recorded: players need 600, and a minute has 60 more", presses)
				}
				if length > 100<<10 {
					t.Errorf("the journal has %d bytes", length)
				}
				if last != stands {
					t.Errorf("the clock is pressed by %v, and by %v on record", stands, last)
				}
				if text := b.log.String(); !strings.Contains(text, "pressed again and again") {
					t.Errorf("nobody is told:\n%s", text)
				}
			})
		})
	}
}
