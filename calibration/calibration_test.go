package calibration_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

func table(t testing.TB, b calibration.Board) *calibration.Table {
	t.Helper()
	tab, err := calibration.NewTable(b)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

var ready = map[string]struct {
	wiring  calibration.Wiring
	corners [4]rules.Square // squares of channels 0, 7, 8 and 63
}{
	"row-major":  {calibration.RowMajor(), [4]rules.Square{rules.A1, rules.H1, rules.A2, rules.H8}},
	"serpentine": {calibration.Serpentine(), [4]rules.Square{rules.A1, rules.H1, rules.H2, rules.A8}},
}

func TestReady(t *testing.T) {
	for name, want := range ready {
		w := want.wiring
		for i, ch := range []int{0, 7, 8, 63} {
			if w[ch] != want.corners[i] {
				t.Errorf("%s: channel %d is %v, want %v", name, ch, w[ch], want.corners[i])
			}
		}
		table(t, calibration.Board{Wiring: w})
	}
}

// Seen from above with a1 at the bottom left, a quarter turn moves the bottom left corner
// to the top left.
func TestTurnedAndMirrored(t *testing.T) {
	w := calibration.RowMajor() // channel 0 is under a1, channel 7 under h1
	for _, c := range []struct {
		name    string
		wiring  calibration.Wiring
		zero    rules.Square
		seventh rules.Square
	}{
		{"as it is", w.Turned(0), rules.A1, rules.H1},
		{"quarter", w.Turned(1), rules.A8, rules.A1},
		{"half", w.Turned(2), rules.H8, rules.A8},
		{"three quarters", w.Turned(3), rules.H1, rules.H8},
		{"quarter back", w.Turned(-1), rules.H1, rules.H8},
		{"mirrored", w.Mirrored(), rules.H1, rules.A1},
		{"mirrored, quarter", w.Mirrored().Turned(1), rules.A1, rules.A8},
	} {
		if c.wiring[0] != c.zero || c.wiring[7] != c.seventh {
			t.Errorf("%s: channels 0 and 7 are %v and %v, want %v and %v", c.name, c.wiring[0], c.wiring[7], c.zero, c.seventh)
		}
	}
}

// shuffled returns a random wiring: some channels are unused, the others in any order.
func shuffled(r *rand.Rand, unused int) calibration.Wiring {
	w := make(calibration.Wiring, 64+unused)
	for i := range w {
		w[i] = rules.NoSquare
	}
	for i := range 64 {
		w[i] = rules.Square(i)
	}
	r.Shuffle(len(w), func(i, j int) { w[i], w[j] = w[j], w[i] })
	return w
}

func TestTurningProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 50 {
		w := shuffled(r, r.IntN(20))
		if !slices.Equal(w.Turned(1).Turned(1).Turned(1).Turned(1), w) || !slices.Equal(w.Turned(4), w) {
			t.Fatal("four quarters are not a full turn")
		}
		if !slices.Equal(w.Mirrored().Mirrored(), w) {
			t.Fatal("mirrored twice is not as before")
		}
		if !slices.Equal(w.Turned(3), w.Turned(-1)) || !slices.Equal(w.Turned(1).Turned(1), w.Turned(2)) {
			t.Fatal("quarters do not add up")
		}
		if !slices.Equal(w.Mirrored().Turned(1).Mirrored(), w.Turned(-1)) {
			t.Fatal("a turn in the mirror is not a turn back")
		}
		seen := map[string]bool{}
		for q := range 4 {
			for _, o := range []calibration.Wiring{w.Turned(q), w.Mirrored().Turned(q)} {
				table(t, calibration.Board{Wiring: o})
				seen[string(bytesOf(o))] = true
				for ch, sq := range o {
					if (sq == rules.NoSquare) != (w[ch] == rules.NoSquare) {
						t.Fatalf("channel %d became %v from %v", ch, sq, w[ch])
					}
					if sq != rules.NoSquare && o.Channel(sq) != ch {
						t.Fatalf("%v has channel %d, want %d", sq, o.Channel(sq), ch)
					}
				}
			}
		}
		if len(seen) != 8 {
			t.Fatalf("%d ways to lay a board instead of 8", len(seen))
		}
	}
}

func bytesOf(w calibration.Wiring) []byte {
	b := make([]byte, len(w))
	for i, sq := range w {
		b[i] = byte(sq)
	}
	return b
}

// Every position is read correctly through every wiring, and turning board and wiring
// together changes nothing.
func TestDigitalRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 100 {
		w := shuffled(r, r.IntN(16))
		activeLow := r.IntN(2) == 0
		tab := table(t, calibration.Board{Wiring: w, ActiveLow: activeLow})
		var want sensors.Scan
		counts := make(sensors.Counts, tab.Channels())
		for ch := range counts {
			counts[ch] = int32(r.IntN(2))
		}
		for sq := range want {
			want[sq] = sensors.State(r.IntN(3))
			n := int32(0)
			if (want[sq] == sensors.Occupied) != activeLow {
				n = 1 + int32(r.IntN(5))
			}
			if want[sq] == sensors.Unknown {
				n = sensors.Lost
			}
			counts[w.Channel(rules.Square(sq))] = n
		}
		if got := tab.Scan(counts, sensors.Scan{}); got != want {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

func TestNewTableRefuses(t *testing.T) {
	twice := calibration.RowMajor()
	twice[9] = rules.E4
	short := calibration.RowMajor()[:61]
	beyond := calibration.RowMajor()
	beyond[3] = 70
	levels := func(change func(*calibration.Levels)) *[64]calibration.Levels {
		var all [64]calibration.Levels
		for sq := range all {
			all[sq] = calibration.Levels{Zero: 500, White: calibration.Threshold{Enter: 80, Leave: 50}, Black: calibration.Threshold{Enter: -80, Leave: -50}}
		}
		change(&all[rules.D4])
		return &all
	}
	type l = calibration.Levels
	type th = calibration.Threshold
	polarity := sensors.Polarity
	for _, c := range []struct {
		board calibration.Board
		want  string
	}{
		{calibration.Board{Wiring: twice}, "wiring: square e4 is wired to channel 9 and to channel 28"},
		{calibration.Board{Wiring: short}, "wiring: no channel serves {f8 g8 h8}"},
		{calibration.Board{}, "wiring: no channel serves {a1 b1"},
		{calibration.Board{Wiring: short, Unwired: rules.SquaresOf(rules.F8, rules.G8, rules.H8, rules.A1)}, "wiring: square a1 is called unwired and has channel 0"},
		{calibration.Board{Wiring: beyond}, "wiring: channel 3 is wired to square number 70"},
		{calibration.Board{Wiring: calibration.RowMajor(), Sensing: polarity}, "digital inputs cannot tell white from black"},
		{calibration.Board{Wiring: calibration.RowMajor(), ActiveLow: true, Levels: levels(func(*l) {})}, "active low is for digital inputs"},
		{calibration.Board{Wiring: calibration.RowMajor(), Levels: levels(func(x *l) { x.White, x.Black = th{}, th{} })}, "levels: square d4 (channel 27): no level at which a piece is detected"},
		{calibration.Board{Wiring: calibration.RowMajor(), Levels: levels(func(x *l) { x.White.Leave = 80 })}, "levels: square d4 (channel 27): white: leave +80 must lie nearer to zero than enter +80"},
		{calibration.Board{Wiring: calibration.RowMajor(), Levels: levels(func(x *l) { x.Black.Leave = -90 })}, "black: leave -90 must lie nearer to zero than enter -80"},
		{calibration.Board{Wiring: calibration.RowMajor(), Levels: levels(func(x *l) { x.White.Leave = -50 })}, "white: enter +80 and leave -50 must both lie above zero, or both below"},
		{calibration.Board{Wiring: calibration.RowMajor(), Levels: levels(func(x *l) { x.White.Leave = 0 })}, "white: enter +80 and leave +0 must both"},
		{calibration.Board{Wiring: calibration.RowMajor(), Levels: levels(func(x *l) { x.Zero = math.MinInt32 })}, "zero is -2147483648, farther"},
		{calibration.Board{Wiring: calibration.RowMajor(), Levels: levels(func(x *l) { x.White.Enter = math.MaxInt32 })}, "white: enter is +2147483647, farther"},
		{calibration.Board{Wiring: calibration.RowMajor(), Sensing: polarity, Levels: levels(func(x *l) { x.Black = th{} })}, "only one colour has levels"},
		{calibration.Board{Wiring: calibration.RowMajor(), Sensing: polarity, Levels: levels(func(x *l) { x.Black = th{90, 60} })}, "white at +80 and black at +90 lie on the same side of zero"},
	} {
		if _, err := calibration.NewTable(c.board); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

func TestUnwiredAndLost(t *testing.T) {
	w := calibration.RowMajor()
	w[0], w[63] = rules.NoSquare, rules.NoSquare
	tab := table(t, calibration.Board{Wiring: w, Unwired: rules.SquaresOf(rules.A1, rules.H8), ActiveLow: true})
	if tab.Unwired() != rules.SquaresOf(rules.A1, rules.H8) || tab.Channels() != 64 || tab.Channel(rules.B1) != 1 || tab.Channel(rules.A1) != -1 {
		t.Errorf("unwired %v, %d channels, b1 at %d, a1 at %d, want {a1 h8}, 64, 1, -1", tab.Unwired(), tab.Channels(), tab.Channel(rules.B1), tab.Channel(rules.A1))
	}
	counts := make(sensors.Counts, 64)
	counts[5] = sensors.Lost
	got := tab.Scan(counts, sensors.Scan{})
	if got.Unknown() != rules.SquaresOf(rules.A1, rules.F1, rules.H8) || got.Full() != ^got.Unknown() {
		t.Error(got)
	}
	// If a reading is too short, the other squares are unknown.
	if got := tab.Scan(counts[:8], sensors.Scan{}); got.Unknown() != ^rules.SquaresOf(rules.B1, rules.C1, rules.D1, rules.E1, rules.G1, rules.H1) {
		t.Error(got)
	}
}

func linear(s sensors.Sensing, l calibration.Levels) calibration.Board {
	var all [64]calibration.Levels
	for sq := range all {
		all[sq] = l
	}
	return calibration.Board{Sensing: s, Wiring: calibration.RowMajor(), Levels: &all}
}

// A magnet approaches and leaves in small steps; the result depends on the direction.
func TestHysteresis(t *testing.T) {
	both := calibration.Levels{Zero: 2048, White: calibration.Threshold{Enter: 80, Leave: 50}, Black: calibration.Threshold{Enter: -90, Leave: -40}}
	one := calibration.Levels{Zero: -300, White: calibration.Threshold{Enter: -80, Leave: -50}}
	const e, o, w, b, u = sensors.Empty, sensors.Occupied, sensors.White, sensors.Black, sensors.Unknown
	lost := int32(sensors.Lost)
	for _, c := range []struct {
		name    string
		sensing sensors.Sensing
		levels  calibration.Levels
		counts  []int32
		want    []sensors.State
	}{
		{"white comes, trembles, goes", sensors.Polarity, both,
			[]int32{2048, 2127, 2128, 2098, 2097, 2127, 2098, 2200},
			[]sensors.State{e, e, w, w, e, e, e, w}},
		{"black comes, trembles, goes", sensors.Polarity, both,
			[]int32{2048, 1959, 1958, 2008, 2009, 1960, 1958},
			[]sensors.State{e, e, b, b, e, e, b}},
		{"a black piece takes a white one", sensors.Polarity, both,
			[]int32{2200, 1900, 2200}, []sensors.State{w, b, w}},
		{"white gone, black not yet there", sensors.Polarity, both,
			[]int32{2200, 1980, 1958}, []sensors.State{w, e, b}},
		{"lost, and anew between the levels", sensors.Polarity, both,
			[]int32{2200, 2110, lost, 2110, 2128}, []sensors.State{w, w, u, e, w}},
		{"either pole is a piece", sensors.Occupancy, both,
			[]int32{2048, 2128, 2098, 2097, 1958, 2008, 2009}, []sensors.State{e, o, o, e, o, o, e}},
		{"one pole, downwards", sensors.Occupancy, one,
			[]int32{-300, -379, -380, -350, -349, -200}, []sensors.State{e, e, o, o, e, e}},
		{"ends of the scale", sensors.Polarity, both,
			[]int32{math.MaxInt32, math.MinInt32 + 1, math.MaxInt32}, []sensors.State{w, b, w}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := table(t, linear(c.sensing, c.levels))
			if tab.Sensing() != c.sensing {
				t.Error(tab.Sensing())
			}
			counts := make(sensors.Counts, 64)
			var last sensors.Scan
			for i, n := range c.counts {
				counts[rules.E4] = n
				if last = tab.Scan(counts, last); last[rules.E4] != c.want[i] {
					t.Errorf("step %d, %d counts: %v, want %v", i, n, last[rules.E4], c.want[i])
				}
			}
		})
	}
}

// Noise smaller than the distance between the two levels never makes a square flicker: in a
// random walk the state changes only when the other level is reached.
func TestNoFlickerBetweenLevels(t *testing.T) {
	l := calibration.Levels{White: calibration.Threshold{Enter: 80, Leave: 50}, Black: calibration.Threshold{Enter: -80, Leave: -50}}
	tab := table(t, linear(sensors.Polarity, l))
	r := rand.New(rand.NewPCG(5, 5))
	for _, start := range []int32{0, 100, -100} {
		counts := make(sensors.Counts, 64)
		for ch := range counts {
			counts[ch] = start
		}
		last := tab.Scan(counts, sensors.Scan{})
		first := last
		for range 500 {
			for ch := range counts {
				switch start {
				case 0:
					counts[ch] = int32(r.IntN(159) - 79)
				case 100:
					counts[ch] = int32(r.IntN(100) + 50)
				default:
					counts[ch] = -int32(r.IntN(100) + 50)
				}
			}
			if last = tab.Scan(counts, last); last != first {
				t.Fatalf("from %d: %v became %v", start, first, last)
			}
		}
	}
}

func TestScanDoesNotAllocate(t *testing.T) {
	l := calibration.Levels{White: calibration.Threshold{Enter: 80, Leave: 50}, Black: calibration.Threshold{Enter: -80, Leave: -50}}
	for _, b := range []calibration.Board{{Wiring: calibration.RowMajor()}, linear(sensors.Polarity, l)} {
		tab := table(t, b)
		counts := make(sensors.Counts, 64)
		var last sensors.Scan
		if n := testing.AllocsPerRun(100, func() { last = tab.Scan(counts, last) }); n != 0 {
			t.Errorf("%v allocations a scan", n)
		}
	}
}

func BenchmarkScan(b *testing.B) {
	l := calibration.Levels{White: calibration.Threshold{Enter: 80, Leave: 50}, Black: calibration.Threshold{Enter: -80, Leave: -50}}
	for name, board := range map[string]calibration.Board{"digital": {Wiring: calibration.RowMajor()}, "linear": linear(sensors.Polarity, l)} {
		b.Run(name, func(b *testing.B) {
			tab := table(b, board)
			counts := make(sensors.Counts, 64)
			var last sensors.Scan
			b.ReportAllocs()
			for b.Loop() {
				last = tab.Scan(counts, last)
			}
		})
	}
}
