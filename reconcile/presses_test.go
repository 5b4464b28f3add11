package reconcile_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// TestEachMoveIsCountedOnce: presses by mistake that are pressed back, presses that come after the
// reply, and time given back because pieces stand wrongly. Whatever people do with the lever, each
// move is counted once, and each press that completed a move brought its increment (2009: 6.2,
// 6.7).
func TestEachMoveIsCountedOnce(t *testing.T) {
	moves := []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "d2d3", "d7d6", "b1c3", "g8f6", "a2a3", "a7a6", "h2h3", "h7h6"}
	for seed := uint64(1); seed <= 60; seed++ {
		r := rand.New(rand.NewPCG(seed, 7))
		laws := []rules.Laws{rules.FIDE1997, rules.FIDE2001, rules.FIDE2009, rules.FIDE2014}[r.IntN(4)]
		b := sit(t, timed("5400+30", laws))
		b.do(start())
		b.wait(time.Second)
		var done []string
		pause := func() { b.wait(time.Duration(1200+r.IntN(2000)) * time.Millisecond) }
		giveBack := func(first, second rules.Color) { // first presses without a move, second presses back
			b.press(first)
			pause()
			b.press(second)
			pause()
			done = append(done, "for nothing "+first.String())
		}
		late := false // the previous move still has no press
		for i, uci := range moves {
			by := rules.Color(i % 2)
			if !late && r.IntN(4) == 0 {
				giveBack(by, by.Other())
			}
			b.move(uci)
			done = append(done, uci)
			pause()
			if late {
				b.press(by.Other()) // the opponent's late press, then this player's own
				done = append(done, "late "+by.Other().String())
				pause()
				late = false
			} else if r.IntN(3) == 0 && i+1 < len(moves) {
				late = true
				continue
			}
			b.press(by)
			pause()
			if r.IntN(6) == 0 {
				giveBack(by.Other(), by)
			}
		}
		b.wait(3 * time.Second)
		c, _ := b.g.Clock()
		if w, bl := c.Moves(rules.White), c.Moves(rules.Black); w != 7 || bl != 7 || len(b.g.Games()[0].Moves) != len(moves) {
			t.Errorf("seed %d, %v: White has completed %d moves and Black %d, of %d half-moves: %v\n%v", seed, laws, w, bl, len(b.g.Games()[0].Moves), done, b.changes())
		}
		for _, by := range []rules.Color{rules.White, rules.Black} {
			if got := c.Account(by).Bonuses; got != 8*30*time.Second { // including that of the first move
				t.Errorf("seed %d, %v: %v got %v of increments, want those of seven moves and the next: %v", seed, laws, by, got, done)
			}
		}
	}
}

// TestNoPressCountsWhileTheClocksStand: while the clocks are stopped, no press is an illegal move
// (2018: 6.11.3, 7.5.3).
func TestNoPressCountsWhileTheClocksStand(t *testing.T) {
	for seed := uint64(1); seed <= 20; seed++ {
		r := rand.New(rand.NewPCG(seed, 11))
		b := sit(t, timed("5400+30", rules.FIDE2023))
		b.do(start())
		b.turn("e2e4")
		b.do(trace.Command{Do: trace.DoStopClocks, By: "arbiter", Why: "a question"})
		for range 6 {
			b.press(rules.Color(r.IntN(2)))
			b.wait(time.Duration(300+r.IntN(2000)) * time.Millisecond)
		}
		b.do(start())
		b.wait(time.Second)
		b.turn("e7e5")
		c, _ := b.g.Clock()
		if got := b.g.Situation(); got.Illegal != [2]int{} || c.Moves(rules.White) != 1 || c.Moves(rules.Black) != 1 || b.remarks("clock_without_move")+b.remarks("clock_wrong_side") != 0 {
			t.Errorf("seed %d: illegal %v, moves %d and %d: %v", seed, got.Illegal, c.Moves(rules.White), c.Moves(rules.Black), b.changes())
		}
	}
}
