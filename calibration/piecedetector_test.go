package calibration_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// listen reads a board for a while and returns what the detector reported.
func listen(a *array, e *calibration.PieceDetector, d time.Duration) (notes []calibration.DetectorEvent, channels []int) {
	for end := a.at + d; a.at < end; {
		c := a.read()
		if n, ch := e.Feed(a.at, c); n != calibration.Silence {
			notes, channels = append(notes, n), append(channels, ch)
		}
	}
	return notes, channels
}

// Every piece that is put down and taken off is detected once, on its channel, in spite of
// noise and crosstalk; and what was read while it stood there is a capture.
func TestEarHears(t *testing.T) {
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 3))
		a := newArray(seed, chips.Field{NoiseMV: 3, Spread: 0.1, Beside: 0.15, Corner: 0.05}, shuffled(r, 5))
		e := calibration.NewPieceDetector()
		if notes, _ := listen(a, e, time.Second); len(notes) != 1 || notes[0] != calibration.Learned || !e.Ready() {
			t.Fatal(notes)
		}
		for range 25 {
			sq := rules.Square(r.IntN(64))
			want := a.wiring.Channel(sq)
			a.board.SetSquare(sq, []sensors.State{sensors.White, sensors.Black}[r.IntN(2)])
			if notes, chs := listen(a, e, 300*time.Millisecond); len(notes) != 1 || notes[0] != calibration.PutDown || chs[0] != want || e.Felt() != want {
				t.Fatalf("put on %v (channel %d): %v %v", sq, want, notes, chs)
			}
			listen(a, e, 400*time.Millisecond)
			a.board.SetSquare(sq, sensors.Empty)
			if notes, chs := listen(a, e, 300*time.Millisecond); len(notes) != 1 || notes[0] != calibration.TakenOff || chs[0] != want || e.Felt() != -1 {
				t.Fatalf("taken off %v: %v %v", sq, notes, chs)
			}
			k, ok := e.Alone()
			if !ok || !near(max(k.Channels[want].Level-halfway, halfway-k.Channels[want].Level), strong, 0.6*strong) {
				t.Fatalf("capture %v: %+v", ok, k.Channels)
			}
		}
	}
}

// A piece that slides from one square to the next is taken off one and put on the other. A
// very short knock is ignored; two pieces are reported.
func TestEarSlidesAndKnocks(t *testing.T) {
	a := newArray(1, chips.Field{NoiseMV: 2}, calibration.RowMajor())
	e := calibration.NewPieceDetector()
	listen(a, e, time.Second)
	a.board.SetSquare(rules.E4, sensors.White)
	listen(a, e, time.Second)
	a.board.SetSquare(rules.E4, sensors.Empty)
	a.board.SetSquare(rules.E5, sensors.White)
	notes, chs := listen(a, e, time.Second)
	if len(notes) != 2 || notes[0] != calibration.TakenOff || chs[0] != int(rules.E4) || notes[1] != calibration.PutDown || chs[1] != int(rules.E5) {
		t.Errorf("slide: %v %v", notes, chs)
	}
	a.board.SetSquare(rules.E5, sensors.Empty)
	listen(a, e, time.Second)
	a.board.SetSquare(rules.B2, sensors.Black)
	early, _ := listen(a, e, 60*time.Millisecond)
	a.board.SetSquare(rules.B2, sensors.Empty)
	if late, _ := listen(a, e, time.Second); len(early)+len(late) != 0 {
		t.Errorf("knock: %v %v", early, late)
	}
	a.board.SetSquare(rules.B2, sensors.Black)
	a.board.SetSquare(rules.G7, sensors.Black)
	if notes, _ := listen(a, e, time.Second); len(notes) != 1 || notes[0] != calibration.Several {
		t.Errorf("two pieces: %v", notes)
	}
}

// Digital inputs work too, whatever level they have without a piece. One that changes by
// itself, or gives no reading, is excluded and named.
func TestEarDigital(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	rest := make(sensors.Counts, 64)
	for ch := range rest {
		rest[ch] = int32(r.IntN(2))
	}
	rest[7] = sensors.Lost
	read := func(flip int) sensors.Counts {
		c := append(sensors.Counts{}, rest...)
		if flip >= 0 {
			c[flip] = 1 - c[flip]
		}
		if r.IntN(4) == 0 {
			c[9] = 1 - c[9]
		}
		return c
	}
	e := calibration.NewPieceDetector()
	at := time.Duration(0)
	for range 100 {
		at += 10 * time.Millisecond
		e.Feed(at, read(-1))
	}
	if deaf := e.Unstable(); len(deaf) != 2 || deaf[0] != 7 || deaf[1] != 9 {
		t.Errorf("deaf %v", deaf)
	}
	for ch := range rest {
		if ch == 7 || ch == 9 {
			continue
		}
		var heard []int
		for i := range 80 {
			at += 10 * time.Millisecond
			flip := ch
			if i > 40 {
				flip = -1
			}
			if n, on := e.Feed(at, read(flip)); n != calibration.Silence {
				heard = append(heard, int(n), on)
			}
		}
		if len(heard) != 4 || heard[0] != int(calibration.PutDown) || heard[1] != ch || heard[2] != int(calibration.TakenOff) || heard[3] != ch {
			t.Fatalf("channel %d: %v", ch, heard)
		}
	}
}
