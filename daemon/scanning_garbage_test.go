package daemon_test

import (
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

// A chip that answers anything in the middle of a game, for ten seconds or half a minute, or a bus that hangs, makes no
// move and takes none back. A move made meanwhile is recognised once the board can be read again, and play goes on.
func TestChipAnswersAnythingInPlay(t *testing.T) {
	for name, c := range map[string]struct {
		length time.Duration
		fault  func(dice *rand.Rand, addr uint16, answer []byte) error
	}{
		"one chip, garbage": {10 * time.Second, func(dice *rand.Rand, addr uint16, answer []byte) error {
			for i := range answer {
				if addr == 0x21 {
					answer[i] = byte(dice.Uint32())
				}
			}
			return nil
		}},
		"all chips, garbage": {10 * time.Second, func(dice *rand.Rand, _ uint16, answer []byte) error {
			for i := range answer {
				answer[i] = byte(dice.Uint32())
			}
			return nil
		}},
		"all zeros": {30 * time.Second, func(_ *rand.Rand, _ uint16, answer []byte) error { clear(answer); return nil }},
		"all ones": {30 * time.Second, func(_ *rand.Rand, _ uint16, answer []byte) error {
			for i := range answer {
				answer[i] = 0xff
			}
			return nil
		}},
		"slow garbage": {30 * time.Second, func(_ *rand.Rand, _ uint16, answer []byte) error {
			dice := rand.New(rand.NewPCG(uint64(time.Now().UnixMilli()/3000), 1))
			for i := range answer {
				answer[i] = byte(dice.Uint32())
			}
			return nil
		}},
		"one chip slow garbage": {30 * time.Second, func(_ *rand.Rand, addr uint16, answer []byte) error {
			dice := rand.New(rand.NewPCG(uint64(time.Now().UnixMilli()/3000), 1))
			for i := range answer {
				if addr == 0x22 {
					answer[i] = byte(dice.Uint32())
				}
			}
			return nil
		}},
		"hangs": {30 * time.Second, func(*rand.Rand, uint16, []byte) error { return chips.ErrNoAnswer }},
		"garbage and errors": {30 * time.Second, func(dice *rand.Rand, _ uint16, answer []byte) error {
			if dice.IntN(2) == 0 {
				return chips.ErrNoAnswer
			}
			for i := range answer {
				answer[i] = byte(dice.Uint32())
			}
			return nil
		}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var ill atomic.Bool
				dice := rand.New(rand.NewPCG(1, 2))
				config := wirings(t)["mcp23017"]
				b := run(t, config, func(twins *wiring.Twins) scan.Hardware {
					return ailing{twins, func(n int, addr uint16, answer []byte) error {
						if !ill.Load() {
							return nil
						}
						return c.fault(dice, addr, answer)
					}}
				})
				time.Sleep(5 * time.Second)
				move := func(uci string) {
					sq := func(s string) rules.Square { return rules.SquareAt(int(s[0]-'a'), int(s[1]-'1')) }
					b.pins.SetSquare(sq(uci[:2]), sensors.Empty)
					time.Sleep(400 * time.Millisecond)
					b.pins.SetSquare(sq(uci[2:]), sensors.Occupied)
					time.Sleep(3 * time.Second)
				}
				for _, m := range []string{"e2e4", "e7e5", "g1f3", "b8c6"} {
					move(m)
				}
				before := strings.Join(made(b.session.History), " ")
				ill.Store(true)
				time.Sleep(c.length / 2)
				if got := strings.Join(made(b.session.History), " "); got != before {
					t.Errorf("nobody has touched the board, and the moves %s have become %s", before, got)
				}
				move("f1b5")
				time.Sleep(c.length / 2)
				ill.Store(false)
				time.Sleep(10 * time.Second)
				move("a7a6")
				time.Sleep(5 * time.Second)
				got, state := strings.Join(made(b.session.History), " "), b.session.History.State()
				b.stop()
				if want := before + " f1b5 a7a6"; before != "e2e4 e7e5 g1f3 b8c6" || got != want || state.Phase != eventlog.Playing {
					t.Errorf("%v after %s, want %s", state.Phase, got, want)
				}
			})
		})
	}
}
