package guide

import (
	"fmt"
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/lights"
)

// Step is a part of a calibration.
type Step uint8

// The steps, in their order.
const (
	StepWiring Step = iota
	StepLevels
	StepResult
)

// String returns "wiring", "levels" or "result".
func (s Step) String() string { return [...]string{"wiring", "levels", "result"}[s] }

// Key is an answer of a technician.
type Key uint8

// The answers: continue, undo, skip the square asked for, record what is missing as weak,
// finish with what has been measured so far, measure weak squares again.
const (
	KeyEnter Key = iota
	KeyUndo
	KeySkip
	KeyNote
	KeyFinish
	KeyAgain
)

// Line is one line of a report.
type Line struct {
	Kind string // "ask", "heard", "done", "warn", "note"
	Text string
}

// Ask is what the guide asks for now.
type Ask struct {
	Sentence string       // what to do, one sentence
	Hint     string       // additional information
	Square   rules.Square // to put a piece on, NoSquare if none
	Shown    sensors.Scan // what the board should show; Unknown squares do not matter
	Enter    bool         // nothing continues without KeyEnter
}

// Budget returns how long a calibration should take, at 2.5 s for a square of the wiring
// and 2 s for a piece of a position: four minutes, or six if the sensors distinguish
// colours.
func (g *Guide) Budget() time.Duration {
	if g.board.Sensing == sensors.Polarity {
		return 6 * time.Minute
	}
	return 4 * time.Minute
}

// Options say what a Guide should do.
type Options struct {
	Wiring  bool          // find the wiring
	Levels  bool          // measure levels
	Squares rules.Squares // measure only these; 0 is all
	// Save stores the result. It is called when the result is complete, and again after
	// squares were measured again.
	Save func(*calibration.Sheet) error
	Now  func() time.Time // gives the date of the calibration
	// Lamps is called with what the lamps of the board should show, whenever that changes;
	// nil if there are no lamps.
	Lamps func(lights.Frame)
}

// Guide leads through a calibration. It is for one goroutine.
type Guide struct {
	board  Board
	o      Options
	step   Step
	wiring *wiringStep
	levels *levelsStep
	before *calibration.Sheet // of the board, at the beginning
	sheet  *calibration.Sheet
	saved  error // error of the last Save
	began  time.Duration
	now    time.Duration
	took   time.Duration // from the first reading to the result
	first  bool
	lines  []Line
	asked  string

	lit     lights.Frame // what Lamps was last called with
	sounded int          // how much had been measured then
	chosen  int          // index among the squares that are not good
}

// NewGuide starts a calibration of a board.
func NewGuide(b Board, o Options) *Guide {
	g := &Guide{board: b, before: b.Sheet, o: o, first: true}
	if o.Wiring {
		g.wiring = newWiringStep(&g.board)
	} else {
		g.begin(StepLevels)
	}
	return g
}

// Step returns the current step.
func (g *Guide) Step() Step { return g.step }

// Steps returns the number of the current step, from 1, and how many steps there are.
func (g *Guide) Steps() (n, of int) {
	var steps []Step
	if g.o.Wiring {
		steps = append(steps, StepWiring)
	}
	if g.o.Levels {
		steps = append(steps, StepLevels)
	}
	steps = append(steps, StepResult)
	for i, s := range steps {
		if s == g.step {
			n = i + 1
		}
	}
	return n, len(steps)
}

// Done reports whether there is a result.
func (g *Guide) Done() bool { return g.step == StepResult }

// Result returns the measured sheet, or nil before it is complete, and the error of saving
// it.
func (g *Guide) Result() (*calibration.Sheet, error) { return g.sheet, g.saved }

// Elapsed returns the time that the calibration has taken.
func (g *Guide) Elapsed() time.Duration {
	if g.Done() {
		return g.took
	}
	return g.now - g.began
}

// Feed takes one reading.
func (g *Guide) Feed(f Frame) {
	if g.first {
		g.first, g.began = false, f.At
	}
	g.now = f.At
	switch g.step {
	case StepWiring:
		g.wiring.feed(f, g.report)
		if g.wiring.done() {
			g.next()
		}
	case StepLevels:
		g.levels.feed(f, g.report)
		if g.levels.done() {
			g.next()
		}
	}
	g.ask()
	g.light()
}

// Press takes an answer of a technician. It returns false if the answer makes no sense now.
func (g *Guide) Press(k Key) bool {
	ok := false
	switch g.step {
	case StepWiring:
		ok = g.wiring.press(k, g.report)
		if ok && g.wiring.done() {
			g.next()
		}
	case StepLevels:
		ok = g.levels.press(k, g.report)
		if !ok && k == KeyUndo && g.o.Wiring && g.o.Squares == 0 { // back from the first position to the wiring
			g.step, ok = StepWiring, true
			g.wiring.press(KeyUndo, g.report)
		}
		if ok && g.step == StepLevels && g.levels.done() {
			g.next()
		}
	case StepResult:
		if k == KeyAgain && g.poor() != 0 {
			g.o.Squares = g.poor()
			g.begin(StepLevels)
			ok = true
		}
	}
	g.ask()
	g.light()
	return ok
}

// poor returns the squares that can be measured again.
func (g *Guide) poor() (squares rules.Squares) {
	if g.sheet == nil || !g.o.Levels {
		return 0
	}
	for _, sq := range g.sheet.Poor() {
		if !g.sheet.Unwired.Has(sq) {
			squares = squares.With(sq)
		}
	}
	return squares
}

// next goes on to the next step.
func (g *Guide) next() {
	if g.step == StepWiring {
		g.board.Wiring = g.wiring.found()
		g.board.Sheet = g.rewired()
		if g.o.Levels {
			g.begin(StepLevels)
			return
		}
		g.finish(g.board.Sheet)
		return
	}
	s, err := g.levels.measure()
	if err != nil { // captures that do not fit the wiring: a bug of this program
		g.report("warn", "%v", err)
		return
	}
	s.WiringFound = g.wiring != nil || g.board.Sheet != nil && g.board.Sheet.WiringFound
	g.finish(s)
}

// rewired returns a sheet with the wiring that was found, and earlier measurements as far
// as they are still valid.
func (g *Guide) rewired() *calibration.Sheet {
	before := g.before
	if before == nil || len(before.Wiring) != len(g.board.Wiring) {
		before = calibration.NewSheet(calibration.Sensors{Sensing: g.board.Sensing, Linear: g.board.Linear, ActiveLow: g.board.ActiveLow}, g.board.Wiring)
	}
	s := before.Rewired(g.board.Wiring)
	s.WiringFound = true
	return s
}

func (g *Guide) begin(s Step) {
	g.step = s
	g.levels = newLevelsStep(&g.board, g.o.Squares, g.wiring)
}

// finish stores the result.
func (g *Guide) finish(s *calibration.Sheet) {
	s.Board, s.Program, s.Driver = g.board.ID, g.board.Program, g.board.Driver
	// The date is that of most measurements in the sheet.
	if before := g.before; before != nil && before.Measured() && (!g.o.Levels || g.o.Squares != 0) {
		s.Date = before.Date
	} else if g.o.Now != nil {
		s.Date = g.o.Now().UTC().Truncate(time.Second)
	}
	g.step, g.sheet, g.board.Sheet = StepResult, s, s
	g.took = g.now - g.began
	g.before = s
	if g.o.Save != nil {
		g.saved = g.o.Save(s)
	}
	if t, err := s.Table(); err == nil && s.Measured() {
		g.board.Table = t
	}
}

// Ask returns what the guide asks for now.
func (g *Guide) Ask() Ask {
	switch g.step {
	case StepWiring:
		return g.wiring.ask()
	case StepLevels:
		return g.levels.ask()
	}
	return Ask{Square: rules.NoSquare}
}

func (g *Guide) report(kind, format string, args ...any) {
	g.lines = append(g.lines, Line{kind, fmt.Sprintf(format, args...)})
}

// ask reports what the guide asks for, if that has changed.
func (g *Guide) ask() {
	if a := g.Ask(); a.Sentence != g.asked {
		g.asked = a.Sentence
		if a.Sentence != "" {
			n, of := g.Steps()
			g.report("ask", "%d/%d %v: %s", n, of, g.step, a.Sentence)
		}
	}
}

// Lines returns the lines to report since the last call.
func (g *Guide) Lines() []Line {
	lines := g.lines
	g.lines = nil
	return lines
}

// reporter reports a line.
type reporter func(kind, format string, args ...any)
