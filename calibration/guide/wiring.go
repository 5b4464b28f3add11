package guide

import (
	"slices"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

// wiringStep finds the wiring with one piece that is put on each square in turn.
type wiringStep struct {
	board      *Board
	configured calibration.Wiring
	finder     *calibration.Finder
	detector   *calibration.PieceDetector
	activity   *activity // until the board is known to be empty
	started    bool
	assigned   []assignment // in order
	alone      map[int]calibration.Capture
	said       []string // differences of the wiring, as last reported
}

// assignment is one square and the channel assigned to it.
type assignment struct {
	square  rules.Square
	channel int // -1 if it was skipped
	sure    bool
}

func newWiringStep(b *Board) *wiringStep {
	return &wiringStep{
		board: b, configured: b.Wiring, finder: calibration.NewFinder(b.Wiring), detector: calibration.NewPieceDetector(), activity: newActivity(b), alone: map[int]calibration.Capture{},
	}
}

func (w *wiringStep) ask() Ask {
	a := Ask{Square: rules.NoSquare}
	if !w.started {
		a.Sentence, a.Hint, a.Enter = "Take everything off the board, then press Enter.", "It continues automatically when no piece is detected.", true
		a.Shown = blank(sensors.Empty)
		return a
	}
	if !w.detector.Ready() {
		a.Sentence, a.Hint = "Keep your hands off the empty board for a moment.", "It listens to what the sensors read of nothing."
		a.Shown = blank(sensors.Empty)
		return a
	}
	if sq := w.finder.Next(); sq != rules.NoSquare {
		a.Square = sq
		a.Sentence = "Put " + w.seeker() + " on " + sq.String() + ", then take it off again."
		a.Hint = "Any order is fine: another square is recognised too."
		if w.finder.Orderless() {
			a.Hint = "The wiring follows no known order: keep to the square that is asked for."
		}
		return a
	}
	a.Sentence, a.Hint = "Take the piece off the board.", "Every square was assigned or skipped."
	a.Shown = blank(sensors.Empty)
	return a
}

// seeker returns the name of the piece that finds the wiring. If the sensors distinguish
// colours, it should be white, so that only Black's pieces remain to be measured; with a
// black one the calibration takes a minute longer.
func (w *wiringStep) seeker() string {
	if w.board.Sensing == sensors.Polarity {
		return "a white piece"
	}
	return "one piece"
}

func (w *wiringStep) feed(f Frame, report reporter) {
	if !w.started {
		if w.activity.feed(f); w.activity.isEmpty() {
			w.started = true
		}
		return
	}
	note, ch := w.detector.Feed(f.At, f.Counts)
	switch note {
	case calibration.Learned:
		for _, ch := range w.detector.Unstable() {
			report("warn", "%s does not stand still or gives no reading: its square cannot be found", w.board.Names.Long(ch))
		}
	case calibration.Several:
		report("warn", "several channels detect a piece, %s most: take all but one off; if there is only one, two wires touch", w.board.Names.Long(ch))
	case calibration.PutDown:
		w.assign(ch, report)
	case calibration.TakenOff:
		if c, ok := w.detector.Alone(); ok {
			w.alone[ch] = c
		}
	}
}

func (w *wiringStep) assign(ch int, report reporter) {
	asked := w.finder.Next()
	if asked == rules.NoSquare {
		return
	}
	sq, sure := w.finder.Assign(ch)
	w.assigned = append(w.assigned, assignment{sq, ch, sure})
	if sure {
		report("heard", "%v is %s", sq, w.board.Names.Long(ch))
	} else {
		report("heard", "%v is %s; if the piece is on %v, put it there once more", sq, w.board.Names.Long(ch), asked)
	}
	w.compare(report)
}

// compare reports how the wiring differs from the configuration, as soon as that is
// visible.
func (w *wiringStep) compare(report reporter) {
	found, _ := w.finder.Wiring()
	for ch, sq := range found { // only assigned channels
		if sq != rules.NoSquare && w.finder.Channel(sq) != ch {
			found[ch] = rules.NoSquare
		}
	}
	says := calibration.Compare(found, w.configured)
	if w.finder.Done() < 8 {
		says = nil
	}
	for _, s := range says {
		if !slices.Contains(w.said, s) {
			report("note", "%s Accepted as it is: no rewiring needed.", s)
		}
	}
	w.said = says
}

func (w *wiringStep) press(k Key, report reporter) bool {
	switch k {
	case KeyEnter:
		if w.started {
			return false
		}
		w.started = true
	case KeyUndo:
		if !w.finder.Undo() {
			return false
		}
		last := w.assigned[len(w.assigned)-1]
		w.assigned = w.assigned[:len(w.assigned)-1]
		report("note", "%v is taken back", last.square)
		w.compare(report)
	case KeySkip:
		sq := w.finder.Next()
		if !w.detector.Ready() || sq == rules.NoSquare {
			return false
		}
		w.finder.Skip()
		w.assigned = append(w.assigned, assignment{sq, -1, true})
		report("note", "%v is skipped; it is reported at the end", sq)
	default:
		return false
	}
	return true
}

func (w *wiringStep) done() bool {
	return w.started && w.detector.Ready() && w.finder.Next() == rules.NoSquare && w.detector.Felt() < 0
}

// found returns the wiring that was found. Squares without a channel are unwired.
func (w *wiringStep) found() calibration.Wiring {
	wiring, _ := w.finder.Wiring()
	return wiring
}

// captures returns the captures of a single piece on each square.
func (w *wiringStep) captures() (list []calibration.Capture) {
	for ch, sq := range w.found() {
		c, ok := w.alone[ch]
		if !ok || sq == rules.NoSquare {
			continue
		}
		c.Shown = blank(sensors.Empty)
		c.Shown[sq] = sensors.Occupied
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b calibration.Capture) int { return int(a.From - b.From) })
	return list
}

// blank returns a scan with the same state on all squares.
func blank(s sensors.State) (scan sensors.Scan) {
	for sq := range scan {
		scan[sq] = s
	}
	return scan
}
