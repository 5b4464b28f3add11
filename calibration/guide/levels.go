package guide

import (
	"fmt"
	"math"
	"slices"
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

// levelsStep measures positions one after the other.
type levelsStep struct {
	board        *Board
	squares      rules.Squares // those to measure; 0 is all
	positions    []position
	captures     []calibration.Capture // of positions, in order
	singles      []calibration.Capture // of single pieces, from finding the wiring
	zero         []float64             // by channel, when known
	noise        []float64
	pieceChange  float64 // the change of a reading by a piece; 0 if it is not known yet
	activity     *activity
	noted        rules.Squares // squares that need not show what they should
	moving       rules.Squares
	unsteady     rules.Squares // squares that are never at rest
	fewSince     time.Duration // since when the same few squares move; -1 if none do
	few          rules.Squares // those squares
	manySince    time.Duration // since when more than a few squares move although the position is right; -1 if not
	manyReported bool          // that was reported
	right        time.Duration // since when everything is right; -1 if not
	forced       bool
	gather       *calibration.Gather
	finished     bool
	at           time.Duration
}

const (
	stillFor    = 700 * time.Millisecond // how long a position must be at rest before it is measured
	measureFor  = 3 * time.Second
	ignoreAfter = 3 * time.Second // after which a few squares that are never at rest are ignored
	mostIgnored = 3               // how many these may be
	reportAfter = 6 * time.Second // after which it is reported that more squares move
)

func newLevelsStep(b *Board, squares rules.Squares, w *wiringStep) *levelsStep {
	l := &levelsStep{board: b, squares: squares, positions: positions(b.Sensing, squares), activity: newActivity(b), right: -1, fewSince: -1, manySince: -1}
	if sheet := b.Sheet; sheet != nil && squares != 0 {
		var strong []float64
		for sq := range sheet.Squares {
			if q := &sheet.Squares[sq]; q.Grade == calibration.Good && q.White != 0 {
				strong = append(strong, math.Abs(float64(q.White)))
			}
		}
		l.pieceChange = median(strong)
	}
	if w != nil && squares == 0 {
		l.singles = w.captures()
		if l.walked() {
			l.positions = positionsAfter(b.Sensing)
		}
		l.zero = w.detector.Empty()
		l.noise = slices.Clone(w.detector.Noise())
		var strong []float64
		for _, c := range l.singles {
			ch := b.wired().Channel(c.Shown.Full().First())
			strong = append(strong, math.Abs(c.Channels[ch].Level-l.zero[ch]))
			for i := range l.noise {
				l.noise[i] = max(l.noise[i], c.Channels[i].Noise)
			}
		}
		l.pieceChange = median(strong)
	}
	return l
}

// walked reports whether one piece stood alone on every square.
func (l *levelsStep) walked() bool {
	var full rules.Squares
	for _, c := range l.singles {
		full |= c.Shown.Full()
	}
	return full == rules.AllSquares
}

// recolour changes the positions so that White, not Black, is measured on every square, if
// the piece that found the wiring turns out to have been black.
func (l *levelsStep) recolour(report reporter) {
	c := &l.captures[len(l.captures)-1]
	if len(l.captures) != 2 || !l.walked() || l.board.Sensing != sensors.Polarity {
		return
	}
	same := 0
	for _, alone := range l.singles {
		sq := alone.Shown.Full().First()
		if ch := l.board.wired().Channel(sq); c.Shown[sq] == sensors.Black {
			if (alone.Channels[ch].Level > l.zero[ch]) == (c.Channels[ch].Level > l.zero[ch]) {
				same++
			} else {
				same--
			}
		}
	}
	if same > 0 {
		report("note", "the piece that found the wiring was a black one: White is measured on every square, too")
		l.positions = append(l.positions[:2:2], positionsAfterBlack()...)
	}
}

// median returns the median, or 0 if there are no values.
func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	s := slices.Clone(v)
	slices.Sort(s)
	return s[len(s)/2]
}

// wanted returns the position to set up, or nil if there is none.
func (l *levelsStep) wanted() *position {
	if n := len(l.captures); n < len(l.positions) && !l.finished {
		return &l.positions[n]
	}
	return nil
}

func (l *levelsStep) ask() Ask {
	a := Ask{Square: rules.NoSquare}
	p := l.wanted()
	switch {
	case p == nil:
		return a
	case l.gather != nil:
		a.Sentence, a.Hint = "Measuring: keep your hands off.", "It starts again automatically when something moves."
	default:
		a.Sentence, a.Hint = p.ask, "Measuring starts automatically once the position is right and at rest."
		if n := p.shown.Full().Count(); n > 1 {
			a.Hint = fmt.Sprintf("Measuring starts automatically when %d pieces stand still.", n)
		}
		if a.Enter = l.zero == nil; a.Enter {
			a.Hint = "Press Enter when it is done: what an empty square reads is not known yet."
		}
	}
	a.Shown = p.shown
	return a
}

// detected returns the squares on which a piece is detected in the window. Before the zeros are
// known, the board's present levels decide.
func (l *levelsStep) detected() (squares rules.Squares) {
	if l.zero == nil {
		return l.activity.last.Full()
	}
	least := l.least()
	for ch, sq := range l.board.wired() {
		if mean, ok := l.activity.mean(ch); ok && sq != rules.NoSquare && math.Abs(mean-l.zero[ch]) > least(ch) {
			squares = squares.With(sq)
		}
	}
	return squares
}

// least returns the smallest change of a channel that counts as a piece.
func (l *levelsStep) least() func(channel int) float64 { return l.change(6, 0.25) }

// change returns a change in counts: a number of deviations of noise, or a part of what a
// piece changes, whichever is more.
func (l *levelsStep) change(deviations, part float64) func(channel int) float64 {
	if !l.board.Linear {
		return func(int) float64 { return 0.5 }
	}
	strong := l.pieceChange
	if strong == 0 {
		strong = l.estimateChange()
	}
	return func(ch int) float64 {
		noise := 0.5
		if l.noise != nil {
			noise = max(noise, l.noise[ch])
		}
		return max(deviations*noise, part*strong)
	}
}

// estimateChange estimates what a piece changes, from the sixteen channels that change most.
func (l *levelsStep) estimateChange() float64 {
	var all []float64
	for ch := range l.board.wired() {
		if mean, ok := l.activity.mean(ch); ok && l.zero != nil {
			all = append(all, math.Abs(mean-l.zero[ch]))
		}
	}
	slices.Sort(all)
	return median(all[max(0, len(all)-16):])
}

// wrong returns the squares where a piece is missing and those with one too many.
func (l *levelsStep) wrong() (missing, extra rules.Squares) {
	p := l.wanted()
	if p == nil {
		return 0, 0
	}
	detected := l.detected()
	for sq := range rules.AllSquares.All() {
		switch full := detected.Has(sq); {
		case l.noted.Has(sq) || p.shown[sq] == sensors.Unknown:
		case p.shown[sq].Full() && !full:
			missing = missing.With(sq)
		case !p.shown[sq].Full() && full:
			extra = extra.With(sq)
		}
	}
	return missing, extra
}

func (l *levelsStep) feed(f Frame, report reporter) {
	l.at = f.At
	l.activity.feed(f)
	p := l.wanted()
	if p == nil || !l.activity.isFull() {
		return
	}
	l.ignoreUnsteady(report)
	missing, extra := l.wrong()
	fits := missing == 0 && extra == 0 && (l.zero != nil || l.activity.isEmpty())
	still := l.moving&^l.unsteady == 0
	if l.gather != nil {
		if !still || !fits && !l.forced {
			report("note", "something moved: measured again")
			l.gather, l.right, l.forced = nil, -1, false
			return
		}
		l.gather.Add(f.At, f.Counts)
		if l.gather.For() >= measureFor {
			l.keep(report)
		}
		return
	}
	switch {
	case !still || !fits && !l.forced:
		l.right = -1
	case l.right < 0:
		l.right = f.At
	}
	if l.right >= 0 && f.At-l.right >= stillFor {
		l.gather = calibration.NewGather()
	}
}

// ignoreUnsteady finds out which squares move, and ignores a few that are never at rest.
func (l *levelsStep) ignoreUnsteady(report reporter) {
	l.moving = l.activity.moving(l.change(9, 0.2))
	if p := l.wanted(); l.squares != 0 {
		for sq := range l.moving.All() { // hands on other squares do not matter
			if p.shown[sq] == sensors.Unknown {
				l.moving = l.moving.Without(sq)
			}
		}
	}
	if l.zero == nil && l.board.Linear {
		l.moving = 0 // the noise is not known yet
	}
	left := l.moving &^ l.unsteady
	l.reportUnrest(left, report)
	if left.Count() == 0 || left.Count() > mostIgnored {
		l.fewSince = -1
		return
	}
	if l.few &= left; l.fewSince < 0 || l.few == 0 { // other squares than before: a hand
		l.fewSince, l.few = l.at, left
	}
	if missing, extra := l.wrong(); l.at-l.fewSince >= ignoreAfter && (missing|extra)&^left == 0 {
		does, it := "does", "it is"
		if l.few.Count() > 1 {
			does, it = "do", "they are"
		}
		report("warn", "%s %s not stand still: measured as %s", squareNames(l.few), does, it)
		l.unsteady |= l.few
		l.noted |= l.few
		l.fewSince = -1
	}
}

// reportUnrest reports a board that does not come to rest although no piece is missing. The
// guide waits for it, and without a report nobody would know why.
func (l *levelsStep) reportUnrest(left rules.Squares, report reporter) {
	if left.Count() <= mostIgnored {
		l.manySince, l.manyReported = -1, false
		return
	}
	if missing, extra := l.wrong(); (missing|extra).Count() > mostIgnored || l.manySince < 0 {
		l.manySince = l.at
		return
	}
	if l.at-l.manySince >= reportAfter && !l.manyReported {
		l.manyReported = true
		report("warn", "%s do not stand still: is a hand on the board? else look for a loose supply or ground, and for cables beside a motor or a lamp", count(left.Count(), "square"))
	}
}

// keep ends the measurement of a position.
func (l *levelsStep) keep(report reporter) {
	p := l.wanted()
	c := l.gather.Capture(p.shown)
	l.gather, l.right, l.forced = nil, -1, false
	l.captures = append(l.captures, c)
	if p.shown.Full() == 0 {
		l.zero, l.noise = nil, nil
		for _, r := range c.Channels {
			l.zero, l.noise = append(l.zero, r.Level), append(l.noise, r.Noise)
		}
	} else if l.pieceChange == 0 {
		l.pieceChange = l.estimateChange()
	}
	report("done", "%s: %s", p.name, l.learned(len(l.captures)-1))
	l.recolour(report)
	l.noted &= l.unsteady
}

// learned says what a position has shown.
func (l *levelsStep) learned(i int) string {
	c := &l.captures[i]
	wired := l.board.wired()
	silent, n := 0, 0
	var noise []float64
	worst, at := 0.0, rules.NoSquare
	for ch, sq := range wired {
		if sq == rules.NoSquare || c.Shown[sq] == sensors.Unknown {
			continue
		}
		r := &c.Channels[ch]
		if n++; r.Came == 0 {
			silent++
			continue
		}
		noise = append(noise, r.Noise)
		if r.Noise > worst {
			worst, at = r.Noise, sq
		}
	}
	var text string
	switch {
	case c.Shown.Full() != 0:
		text = fmt.Sprintf("%s measured", count(c.Shown.Full().Count(), "piece"))
	case l.board.Linear && at != rules.NoSquare:
		text = fmt.Sprintf("%d zeros, noise %.1f typical, %.1f at %v", n-silent, median(noise), worst, at)
	default:
		text = fmt.Sprintf("%s read", count(n-silent, "square"))
	}
	if silent > 0 {
		text += fmt.Sprintf(", %d without answer", silent)
	}
	return text
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func (l *levelsStep) press(k Key, report reporter) bool {
	p := l.wanted()
	if p == nil {
		return false
	}
	switch k {
	case KeyEnter:
		if l.gather != nil || l.forced {
			return false
		}
		l.forced, l.right = true, -1
	case KeyUndo:
		if l.gather != nil {
			l.gather, l.right, l.forced = nil, -1, false
			return true
		}
		n := len(l.captures)
		if n == 0 {
			return false
		}
		report("note", "%s is taken back", l.positions[n-1].name)
		if l.captures = l.captures[:n-1]; n == 1 && len(l.singles) == 0 {
			l.zero, l.noise = nil, nil
		}
		l.right, l.forced, l.noted, l.unsteady = -1, false, 0, 0
		if n <= 2 && len(l.singles) == 0 && l.squares == 0 {
			l.pieceChange = 0
		}
	case KeyNote:
		missing, extra := l.wrong()
		if missing|extra == 0 {
			return false
		}
		l.noted |= missing | extra
		report("note", "%s noted as weak", squareNames(missing|extra))
	case KeyFinish:
		if !l.hasEnough() {
			return false
		}
		l.finished = true
	default:
		return false
	}
	return true
}

// hasEnough reports whether every square has been empty and has carried a piece.
func (l *levelsStep) hasEnough() bool {
	var empty, full rules.Squares
	for _, c := range slices.Concat(l.captures, l.singles) {
		full |= c.Shown.Full()
		for sq, is := range c.Shown {
			if is == sensors.Empty {
				empty = empty.With(rules.Square(sq))
			}
		}
	}
	want := rules.AllSquares
	if l.squares != 0 {
		want = l.squares
	}
	want &^= l.silent()
	return want&^empty == 0 && want&^full == 0
}

// silent returns the squares without a channel.
func (l *levelsStep) silent() (squares rules.Squares) {
	squares = rules.AllSquares
	for _, sq := range l.board.wired() {
		squares = squares.Without(sq)
	}
	return squares
}

func (l *levelsStep) done() bool { return l.wanted() == nil }

// measure makes the calibration sheet from all captures.
func (l *levelsStep) measure() (*calibration.Sheet, error) {
	m := calibration.Measurement{
		Sensing: l.board.Sensing, Linear: l.board.Linear, ActiveLow: l.board.ActiveLow,
		Wiring: l.board.wired(), Unwired: l.silent(), Captures: slices.Concat(l.singles, l.captures),
	}
	if l.squares != 0 {
		m.Before, m.Only = l.board.Sheet, l.squares
	}
	return calibration.Measure(m)
}
