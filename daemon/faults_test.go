package daemon_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/hardware"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

// wirings returns the example boards, and boards with multiplexers in front of the
// other converters.
func wirings(t *testing.T) map[string]configs.Board {
	t.Helper()
	files, err := filepath.Glob("../configs/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	all := map[string]configs.Board{}
	for _, file := range files {
		c, _, err := configs.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, simulated := c.Boards[0].Wiring.(configs.Simulated); !simulated {
			all[strings.TrimSuffix(filepath.Base(file), ".toml")] = c.Boards[0]
		}
	}
	for _, converter := range []string{"ads1115", "ads7828"} {
		b := all["cd74hc4067"]
		w := b.Wiring.(wiring.Multiplexed)
		w.Converter, w.Addr = converter, 0x48
		b.Wiring = w
		all["cd74hc4067 before "+converter] = b
	}
	return all
}

// boardUnderTest is a board of simulated chips, with its pieces set up and read by the
// real drivers.
type boardUnderTest struct {
	config   configs.Board
	pins     *chips.Board
	twins    *wiring.Twins
	board    hardware.Board
	session  *daemon.Session
	requests chan broadcast.Request
	log      *strings.Builder
	from     string // a first position other than the usual one, as FEN
	stop     func()
}

// setUp returns the starting position as the sensors read it.
func setUp(c configs.Board) (s sensors.Scan) {
	p := rules.StartPosition()
	for sq := range s {
		s[sq] = sensors.Empty
		if piece := p.At(rules.Square(sq)); p.Occupied().Has(rules.Square(sq)) {
			s[sq] = sensors.Occupied
			if c.Sensing == sensors.Polarity {
				s[sq] = map[rules.Color]sensors.State{rules.White: sensors.White, rules.Black: sensors.Black}[piece.Color()]
			}
		}
	}
	return s
}

// begin runs the board for a while. before may break something first.
func begin(t *testing.T, c configs.Board, before func(*boardUnderTest)) *boardUnderTest {
	t.Helper()
	c.ScanHz, c.IdleScanHz = 10, 0
	b := &boardUnderTest{config: c, pins: chips.NewBoard(), log: &strings.Builder{}}
	b.pins.Set(setUp(c))
	var err error
	if b.twins, err = wiring.NewTwins(c.Wiring, c.Clock, b.pins, nil); err != nil {
		t.Fatal(err)
	}
	if before != nil {
		before(b)
	}
	b.start(t, b.twins, nil)
	return b
}

// start opens the board's drivers and runs it until stop. change may change the board
// before.
func (b *boardUnderTest) start(t *testing.T, on scan.Hardware, change func(*hardware.Board)) {
	t.Helper()
	c := b.config
	var err error
	if b.board, err = hardware.OpenOn(on, c, hardware.Played{}); err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&b.board)
	}
	b.requests = make(chan broadcast.Request, 1)
	h := header
	h.Sensing, h.ScanHz = c.Sensing, c.ScanHz
	if b.from != "" {
		h.Start = b.from
	}
	log := slog.New(slog.NewTextHandler(b.log, nil))
	if b.session, err = daemon.OpenSession(t.TempDir(), c.ID, h, time.Now(), log); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		done <- b.session.Loop.Run(daemon.NewLive(b.board, 0, nil, b.requests).Records(ctx, b.session.Loop))
	}()
	b.stop = func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := b.board.Close(); err != nil {
			t.Error(err)
		}
		b.session.Store.Journal.Close()
	}
}

// fault is something that breaks, and the report it must cause.
type fault struct {
	breaks, mends func(*boardUnderTest)
	atStart       bool // whether it breaks before the game, not in the middle of it
	kind          scan.FaultKind
	part          string        // part of the name
	squares       rules.Squares // all of them
	says          string        // part of the text
	never         string        // instead of all others: why the fault does not exist, or how it shows
}

// The faults of the matrix, with what each wiring can know of them: a fault that cannot
// be distinguished from another has that one's name, and one that does not exist says
// why.
var matrix = []struct {
	name string
	of   func(b *boardUnderTest) fault
}{
	{"chip silent", chipSilent},
	{"line stuck", lineStuck},
	{"row open", rowOpen},
	{"sensor stuck on", func(b *boardUnderTest) fault {
		return fault{
			breaks: func(b *boardUnderTest) { b.pins.Ail(rules.E4, chips.StuckOn) },
			mends:  func(b *boardUnderTest) { b.pins.Ail(rules.E4, chips.Well) },
			kind:   scan.StuckSquare, part: "e4", squares: rules.SquaresOf(rules.E4), says: "stuck",
		}
	}},
	// During a game a piece that is not detected may be in somebody's hand, until moves
	// are made without it: TestSensorDiesInPlay.
	{"sensor stuck off", func(b *boardUnderTest) fault {
		return fault{
			breaks:  func(b *boardUnderTest) { b.pins.Ail(rules.E2, chips.StuckOff) },
			mends:   func(b *boardUnderTest) { b.pins.Ail(rules.E2, chips.Well) },
			atStart: true, kind: scan.NoPiece, part: "e2", squares: rules.SquaresOf(rules.E2), says: "sensor or its line is dead",
		}
	}},
	{"weak magnet", weakMagnet},
	{"address conflict", conflict},
	{"bus stuck", func(b *boardUnderTest) fault {
		var squares rules.Squares
		for _, c := range b.twins.Chips {
			if len(b.twins.Buses) == 1 || c.Bus == b.twins.Buses["1"] {
				squares |= rules.SquaresOf(c.Squares...)
			}
		}
		squares &= rules.AllSquares
		if len(b.twins.Buses) == 0 {
			return fault{never: "no bus: each line is driven and read by the computer itself"}
		}
		return fault{
			breaks: func(b *boardUnderTest) { b.twins.Buses["1"].Hold(func() { time.Sleep(time.Second) }) },
			mends:  func(b *boardUnderTest) { b.twins.Buses["1"].Hold(nil) },
			kind:   scan.HeldBus, part: "I2C1", squares: squares, says: "a line is held down",
		}
	}},
}

func chipSilent(b *boardUnderTest) fault {
	if len(b.twins.Chips) == 0 { // the nearest equivalent: another program owns the lines
		return fault{
			breaks: func(b *boardUnderTest) { b.twins.Lines[0].Busy(3, true) },
			mends:  func(b *boardUnderTest) { b.twins.Lines[0].Busy(3, false) },
			kind:   scan.HeldLine, part: "row 3 (GPIO13)", squares: rules.RankSquares(4), says: "busy",
		}
	}
	last := b.twins.Chips[len(b.twins.Chips)-1]
	return fault{
		breaks: func(*boardUnderTest) { last.Bus.Unplug(last.Addr) },
		mends:  func(*boardUnderTest) { last.Bus.Plug(last.Addr) },
		kind:   scan.SilentChip, part: "0x" + hex(last.Addr), squares: squaresOf(last.Squares), says: "check its plug and its supply",
	}
}

func lineStuck(b *boardUnderTest) fault {
	e4 := rules.SquaresOf(rules.E4)
	switch w := b.config.Wiring.(type) {
	case wiring.GPIOMatrix, wiring.MCPMatrix:
		column, file := 4, rules.FileSquares(4)
		if wiring.Served(w)[0] == rules.H8 { // a turned part
			file = rules.FileSquares(3)
		}
		return fault{
			breaks: func(b *boardUnderTest) { b.twins.Matrix.BreakColumn(column, chips.StuckLow) },
			mends:  func(b *boardUnderTest) { b.twins.Matrix.BreakColumn(column, chips.Whole) },
			kind:   scan.HeldLine, part: "column 4", squares: file, says: "low with no row driven",
		}
	case wiring.Multiplexed:
		var half rules.Squares
		for ch, sq := range w.Squares {
			if ch>>2&1 != 0 {
				half = half.With(sq)
			}
		}
		return fault{
			breaks: func(b *boardUnderTest) { b.twins.Selector.BreakSelect(2, chips.StuckLow) },
			mends:  func(b *boardUnderTest) { b.twins.Selector.BreakSelect(2, chips.Whole) },
			kind:   scan.HeldLine, part: "select line S2 (GPIO22)", squares: half, says: "low while it is driven high",
		}
	case wiring.Converters:
		return fault{
			breaks: func(b *boardUnderTest) { b.twins.Break(rules.E4, chips.StuckHigh) },
			mends:  func(b *boardUnderTest) { b.twins.Break(rules.E4, chips.Whole) },
			kind:   scan.OutOfRange, part: "e4", squares: e4, says: "shorted to the supply",
		}
	}
	return fault{ // one input per square: its line is its sensor's
		breaks: func(b *boardUnderTest) { b.twins.Break(rules.E4, chips.StuckLow) },
		mends:  func(b *boardUnderTest) { b.twins.Break(rules.E4, chips.Whole) },
		kind:   scan.StuckSquare, part: "e4", squares: e4, says: "its line is stuck",
	}
}

func rowOpen(b *boardUnderTest) fault {
	switch w := b.config.Wiring.(type) {
	case wiring.GPIOMatrix, wiring.MCPMatrix:
		rank := rules.RankSquares(0)
		if wiring.Served(w)[0] == rules.H8 {
			rank = rules.RankSquares(7)
		}
		return fault{
			breaks: func(b *boardUnderTest) { b.twins.Matrix.BreakRow(0, chips.Open) },
			mends:  func(b *boardUnderTest) { b.twins.Matrix.BreakRow(0, chips.Whole) },
			kind:   scan.OpenLine, part: "row 0", squares: rank, says: "broken wire",
		}
	case wiring.Multiplexed:
		return fault{
			breaks: func(b *boardUnderTest) { b.twins.Selector.BreakSelect(3, chips.Open) },
			mends:  func(b *boardUnderTest) { b.twins.Selector.BreakSelect(3, chips.Whole) },
			kind:   scan.HeldLine, part: "select line S3 (GPIO23)", squares: rules.AllSquares, says: "broken wire",
		}
	case wiring.Converters: // the sensors of a row share no line: the line of one sensor
		return fault{
			breaks: func(b *boardUnderTest) { b.twins.Break(rules.E4, chips.Open) },
			mends:  func(b *boardUnderTest) { b.twins.Break(rules.E4, chips.Whole) },
			kind:   scan.OutOfRange, part: "e4", squares: rules.SquaresOf(rules.E4), says: "open or shorted to ground",
		}
	}
	// One input per square: what a row shares is the ground wire of the sensors on one
	// chip.
	chip := b.twins.Chips[0]
	set := func(f chips.Fault) func(*boardUnderTest) {
		return func(b *boardUnderTest) {
			for _, sq := range chip.Squares {
				if sq != rules.NoSquare {
					b.twins.Break(sq, f)
				}
			}
		}
	}
	return fault{
		breaks: set(chips.Open), mends: set(chips.Whole),
		kind: scan.OpenLine, part: "0x" + hex(chip.Addr), squares: squaresOf(chip.Squares), says: "broken wire",
	}
}

func weakMagnet(b *boardUnderTest) fault {
	f := fault{
		breaks: func(b *boardUnderTest) { b.pins.Lift(rules.E2, 0.35) },
		mends:  func(b *boardUnderTest) { b.pins.Lift(rules.E2, 1) },
		kind:   scan.WeakPiece, part: "e2", squares: rules.SquaresOf(rules.E2), says: "the magnet is weak",
	}
	switch b.config.Wiring.(type) {
	case wiring.Converters, wiring.Multiplexed:
		return f
	}
	// A contact is closed or open: a magnet too weak for it counts as none, which shows
	// when the board is set up.
	f.breaks = func(b *boardUnderTest) { b.pins.Ail(rules.E2, chips.StuckOff) }
	f.mends = func(b *boardUnderTest) { b.pins.Ail(rules.E2, chips.Well) }
	f.atStart, f.kind, f.says = true, scan.NoPiece, "its magnet is weak"
	return f
}

// zeros is another maker's part, which answers everything with 0.
type zeros struct{}

func (zeros) Write([]byte) error { return nil }
func (zeros) Read(r []byte) error {
	clear(r)
	return nil
}

func conflict(b *boardUnderTest) fault {
	all := b.twins.Chips
	if len(all) == 0 {
		return fault{never: "no addresses: a line that is named twice is refused by `check`"}
	}
	last := all[len(all)-1]
	if len(all) > 1 && all[len(all)-2].Bus == last.Bus {
		other := all[len(all)-2].Addr
		return fault{ // two chips at one address: the other address is silent
			breaks:  func(*boardUnderTest) { last.Bus.Jumper(last.Addr, other) },
			mends:   func(*boardUnderTest) { last.Bus.Jumper(last.Addr, last.Addr) },
			atStart: true, kind: scan.SilentChip, part: "0x" + hex(last.Addr), squares: squaresOf(last.Squares), says: "two chips may have the same",
		}
	}
	f := fault{ // a single chip, and a part of another kind at its address
		breaks:  func(*boardUnderTest) { last.Bus.Attach(0x09, zeros{}); last.Bus.Jumper(0x09, last.Addr) },
		mends:   func(*boardUnderTest) { last.Bus.Jumper(0x09, 0x09) },
		atStart: true, kind: scan.SilentChip, part: "0x" + hex(last.Addr), squares: squaresOf(last.Squares), says: "is it a",
	}
	if w, ok := b.config.Wiring.(wiring.Multiplexed); ok && w.Converter == "ads7828" {
		// It has no registers to recognise it by, but its readings are impossible.
		f.kind, f.part, f.squares, f.says = scan.OutOfRange, "a1", rules.SquaresOf(rules.A1), "at ground"
	}
	return f
}

func hex(addr uint16) string {
	const digits = "0123456789abcdef"
	return string([]byte{digits[addr>>4&15], digits[addr&15]})
}

func squaresOf(list []rules.Square) (set rules.Squares) {
	for _, sq := range list {
		if sq != rules.NoSquare {
			set = set.With(sq)
		}
	}
	return set
}

// A sensor that dies under a piece during a game shows when two moves are made without
// that piece. It is reported within two seconds of the second one.
func TestSensorDiesInPlay(t *testing.T) {
	for _, name := range []string{"mcp23017", "mcpmatrix", "ads7138"} {
		config := wirings(t)[name]
		synctest.Test(t, func(t *testing.T) {
			b := begin(t, config, nil)
			defer b.stop()
			piece := func(from, to rules.Square) {
				is := b.pins.Scan()[from]
				b.pins.SetSquare(from, sensors.Empty)
				time.Sleep(700 * time.Millisecond)
				b.pins.SetSquare(to, is)
				time.Sleep(2 * time.Second)
			}
			time.Sleep(2 * time.Second)
			piece(rules.G1, rules.F3)
			piece(rules.G8, rules.F6)
			b.pins.Ail(rules.E2, chips.StuckOff)
			time.Sleep(30 * time.Second) // as if somebody held it and thought
			if all := b.board.Faults.All(); len(all) > 0 {
				t.Errorf("%s: a piece in the hand, and told: %v", name, all)
			}
			piece(rules.D2, rules.D4)
			piece(rules.D7, rules.D5)
			for len(made(b.session.History)) < 4 {
				time.Sleep(100 * time.Millisecond)
			}
			time.Sleep(2 * time.Second)
			all := b.board.Faults.All()
			if len(all) != 1 || all[0].Kind != scan.NoPiece || all[0].Squares != rules.SquaresOf(rules.E2) || !strings.Contains(all[0].Text(), "play continues without it") {
				t.Errorf("%s: told: %v", name, all)
			}
			b.pins.Ail(rules.E2, chips.Well)
			time.Sleep(3 * time.Second)
			if all := b.board.Faults.All(); len(all) > 0 {
				t.Errorf("%s: mended, and told: %v", name, all)
			}
		})
	}
}

// A row that was open before the board was set up is reported once there was time to
// set it up.
func TestRowOpenAtSetUp(t *testing.T) {
	for _, name := range []string{"gpiomatrix", "mcpmatrix", "tca9555"} {
		config := wirings(t)[name]
		synctest.Test(t, func(t *testing.T) {
			var f fault
			b := begin(t, config, func(b *boardUnderTest) { f = rowOpen(b); f.breaks(b) })
			defer b.stop()
			time.Sleep(5 * time.Second)
			if all := b.board.Faults.All(); len(all) > 0 {
				t.Errorf("%s: nobody has had time to set the row up, and told: %v", name, all)
			}
			time.Sleep(7 * time.Second)
			all := b.board.Faults.All()
			if len(all) != 1 || all[0].Kind != scan.OpenLine || !strings.Contains(all[0].Part, f.part) || all[0].Squares != f.squares {
				t.Errorf("%s: told: %v", name, all)
			}
			f.mends(b)
			time.Sleep(3 * time.Second)
			if all := b.board.Faults.All(); len(all) > 0 {
				t.Errorf("%s: mended, and told: %v", name, all)
			}
		})
	}
}

// Every single fault of every wiring is reported within two seconds, with exactly the
// squares that it affects, is logged once, and ends some seconds after it was repaired.
func TestEveryFault(t *testing.T) {
	for name, config := range wirings(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, f := range matrix {
				t.Run(f.name, func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) { testFault(t, config, f.of) })
				})
			}
		})
	}
}

func testFault(t *testing.T, config configs.Board, of func(*boardUnderTest) fault) {
	var f fault
	b := begin(t, config, func(b *boardUnderTest) {
		if f = of(b); f.atStart && f.never == "" {
			f.breaks(b)
		}
	})
	defer b.stop()
	if f.never != "" {
		t.Log("cannot happen:", f.never)
		return
	}
	const limit = 2 * time.Second
	if !f.atStart {
		time.Sleep(1500 * time.Millisecond)
		if all := b.board.Faults.All(); len(all) > 0 {
			t.Fatalf("a whole board: %v", all)
		}
		f.breaks(b)
	}
	time.Sleep(limit)
	found := false
	for _, trouble := range b.board.Faults.All() {
		switch {
		case trouble.Kind == f.kind && strings.Contains(trouble.Part, f.part) && trouble.Squares == f.squares && strings.Contains(trouble.Text(), f.says):
			found = true
			t.Log(trouble)
		case trouble.Kind != f.kind:
			t.Errorf("told too: %s, %v", trouble.Kind, trouble)
		}
	}
	if !found {
		t.Errorf("not told: %s of %s (%v): %q; told: %v", f.kind, f.part, f.squares, f.says, b.board.Faults.All())
	}
	if n := strings.Count(b.log.String(), "part="); found && n != len(b.board.Faults.All()) {
		t.Errorf("the log tells %d times of %d faults:\n%s", n, len(b.board.Faults.All()), b.log)
	}
	f.mends(b)
	time.Sleep(4 * time.Second)
	if all := b.board.Faults.All(); len(all) > 0 {
		t.Errorf("mended, and still told: %v", all)
	}
	if games := reconcileGames(b); games == 0 {
		t.Error("no game has begun on the mended board")
	}
}

// reconcileGames counts the games that have begun in the board's history.
func reconcileGames(b *boardUnderTest) (n int) {
	told, _ := b.session.History.From(0)
	for _, entry := range told {
		if _, ok := entry.What.(reconcile.Started); ok {
			n++
		}
	}
	return n
}
