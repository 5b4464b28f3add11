package alarms_test

import (
	"testing"
	"time"

	"touchmove/eventlog/alarms"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// If an action is undone, what it revealed stops ringing; if a ruling is undone, its
// alarm rings again at once, and what is entered again after an undo does too.
func TestUndoneRings(t *testing.T) {
	h := trace.DefaultHeader()
	h.Sensing, h.Start, h.Laws = sensors.Polarity, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKN1R w KQkq - 2 3", rules.FIDE2018
	game, err := reconcile.NewGame(h)
	if err != nil {
		t.Fatal(err)
	}
	r := &room{t: t, board: alarms.NewBoard(h), game: game}
	p := game.Position()
	for sq := range r.scan {
		switch piece := p.At(rules.Square(sq)); {
		case piece == rules.NoPiece:
			r.scan[sq] = sensors.Empty
		case piece.Color() == rules.White:
			r.scan[sq] = sensors.White
		default:
			r.scan[sq] = sensors.Black
		}
	}
	r.take(trace.Scan{Board: r.scan})
	r.wait(time.Second)
	put := func(sq rules.Square, is sensors.State, after time.Duration) {
		r.at += after
		r.scan[sq] = is
		r.take(trace.Change{Square: sq, Is: is})
	}
	put(rules.F1, sensors.Empty, time.Second)
	put(rules.B5, sensors.White, time.Second)
	r.at += 2 * time.Second
	r.take(trace.Press{By: rules.White})
	r.wait(2 * time.Second)
	r.rings(alarms.IllegalMove)
	r.command(trace.Command{Do: trace.DoIllegal, What: "reject"})
	r.rings()
	r.wait(time.Second)
	r.command(trace.Command{Do: trace.DoUndo})
	r.rings(alarms.IllegalMove)
	for range 2 { // proposed, taken back and proposed again
		r.command(trace.Command{Do: trace.DoFlag, By: "white"})
		r.rings(alarms.IllegalMove, alarms.GameFinished)
		r.command(trace.Command{Do: trace.DoUndo})
		r.rings(alarms.IllegalMove)
		r.wait(time.Second)
	}
	r.command(trace.Command{Do: trace.DoClaim, By: "black", What: trace.ClaimRepetition})
	r.rings(alarms.IllegalMove, alarms.Claim)
	r.command(trace.Command{Do: trace.DoUndo})
	r.rings(alarms.IllegalMove)
}

// TestUndoneRulingRings: an undone ruling on a claimable illegal move lets its alarm ring again; that of one on which the
// arbiter has ruled stays silent when another action is undone.
func TestUndoneRulingRings(t *testing.T) {
	for _, fast := range []bool{true, false} {
		h := trace.DefaultHeader()
		h.Laws, h.Clock = rules.FIDE2023, trace.ClockButtons
		if fast {
			h.Mode, h.Unsupervised = trace.Rapid, true
		}
		game, err := reconcile.NewGame(h)
		if err != nil {
			t.Fatal(err)
		}
		r := &room{t: t, board: alarms.NewBoard(h), game: game}
		for sq := range r.scan {
			if r.scan[sq] = sensors.Empty; game.Position().At(rules.Square(sq)) != rules.NoPiece {
				r.scan[sq] = sensors.Occupied
			}
		}
		r.take(trace.Scan{Board: r.scan})
		r.wait(2 * time.Second)
		r.at += time.Second
		r.take(trace.Change{Square: rules.F1, Is: sensors.Empty})
		r.at += time.Second
		r.take(trace.Change{Square: rules.F4, Is: sensors.Occupied})
		r.scan[rules.F1], r.scan[rules.F4] = sensors.Empty, sensors.Occupied
		r.at += 2 * time.Second
		r.take(trace.Press{By: rules.White})
		r.wait(2 * time.Second)
		r.rings(alarms.IllegalMove)
		r.command(trace.Command{Do: trace.DoIllegal, By: "arbiter", What: "confirm"})
		r.rings()
		r.wait(time.Second)
		r.command(trace.Command{Do: trace.DoPenalty, By: "arbiter", Extra: `{"kind":"warning","player":"white"}`})
		r.command(trace.Command{Do: trace.DoUndo})
		r.rings() // the ruling stands
		r.wait(time.Second)
		r.command(trace.Command{Do: trace.DoUndo})
		r.rings(alarms.IllegalMove)
	}
}
