package calibration

import (
	"fmt"
	"strings"
)

// Grade is the traffic light of a sensor.
type Grade uint8

// A sensor is good; weak, which works but may err; bad, which must not be trusted; silent,
// if it gives no reading; or untried, if no piece stood on its square.
const (
	Good Grade = iota
	Weak
	Bad
	Silent
	Untried
)

var grades = [...]string{"good", "weak", "bad", "silent", "untried"}

// String returns "good", "weak", "bad", "silent" or "untried".
func (g Grade) String() string {
	if int(g) < len(grades) {
		return grades[g]
	}
	return fmt.Sprintf("Grade(%d)", uint8(g))
}

// ParseGrade parses a grade as String writes it.
func ParseGrade(word string) (Grade, error) {
	for i, w := range grades {
		if w == word {
			return Grade(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not a grade: write %s", word, strings.Join(grades[:], ", "))
}

// Cause is the reason for a sensor's grade, as one word. It is empty if there is none.
type Cause string

// The causes, the most certain first.
const (
	NoAnswer   Cause = "no-answer"   // no reading ever came
	DropsOut   Cause = "drops-out"   // some readings did not come
	NoOutput   Cause = "no-output"   // a linear sensor at the end of its range
	StuckOn    Cause = "stuck-on"    // detects a piece that is not there
	StuckOff   Cause = "stuck-off"   // detects no piece
	OnePole    Cause = "one-pole"    // feels only one colour
	Chatters   Cause = "chatters"    // changes while the board is untouched
	Faint      Cause = "faint"       // feels half of what the others feel, or less
	Noisy      Cause = "noisy"       // more noise than the others
	Crosstalk  Cause = "crosstalk"   // feels a neighbour's piece
	Drifts     Cause = "drifts"      // its zero moves
	ThinMargin Cause = "thin-margin" // none of these, but too small a margin
	UpsideDown Cause = "upside-down" // its poles are opposite to the others': taken as it is
	Inverted   Cause = "inverted"    // a digital input that reads the opposite: taken as it is
)

var causes = []Cause{
	"", NoAnswer, DropsOut, NoOutput, StuckOn, StuckOff, OnePole, Chatters, Faint, Noisy, Crosstalk, Drifts, ThinMargin, UpsideDown, Inverted,
}

// ParseCause parses the word of a cause.
func ParseCause(word string) (Cause, error) {
	for _, c := range causes {
		if string(c) == word {
			return c, nil
		}
	}
	return "", fmt.Errorf("%q is not a cause", word)
}

// The margins that decide a grade, in standard deviations: below Wanted a sensor is weak,
// below Needed it is bad.
const (
	Wanted = 6.0
	Needed = 3.0
)

// Says describes briefly what is wrong with a square's sensor, or returns "" if nothing is.
// Values are as measured.
func (q *Square) Says() string {
	switch q.Cause {
	case NoAnswer:
		return "no answer"
	case DropsOut:
		return fmt.Sprintf("%s of its readings lost", percent(q.Share))
	case NoOutput:
		return fmt.Sprintf("reads %+d counts whatever is there", q.Zero)
	case StuckOn:
		return "detects a piece that is not there"
	case StuckOff:
		return "detects no piece"
	case OnePole:
		if abs(q.White) < abs(q.Black) {
			return "detects black pieces only"
		}
		return "detects white pieces only"
	case Chatters:
		return fmt.Sprintf("comes and goes while the board is untouched, %s of the time", percent(q.Share))
	case Faint:
		return q.ofNeeded() + ": less sensitive to pieces than the others"
	case Noisy:
		return fmt.Sprintf("%s: %.0f times the noise of the others", q.ofNeeded(), q.Share)
	case Crosstalk:
		if q.Margin == 0 {
			return "detects a piece on " + q.From.String()
		}
		says := fmt.Sprintf("also detects pieces on %v, at %s of their level there", q.From, percent(q.Share))
		if q.Margin < Wanted {
			says = q.ofNeeded() + ": " + says
		}
		return says
	case Drifts:
		return fmt.Sprintf("zero wanders by %+.0f counts an hour", q.Drift)
	case ThinMargin:
		return q.ofNeeded()
	case UpsideDown:
		return "lies upside down: taken as it is"
	case Inverted:
		return "reads the other way round: taken as it is"
	}
	if q.Grade == Untried {
		return "no piece stood on it"
	}
	return ""
}

// Cure says what to do about it, or returns "" if there is nothing to do.
func (q *Square) Cure() string {
	switch q.Cause {
	case NoAnswer:
		return "check its plug and the chip's supply"
	case DropsOut:
		return "loose plug or wire: press it home"
	case NoOutput:
		return "no supply, or wire off: check its three legs"
	case StuckOn:
		return "take everything off the square; then replace the sensor"
	case StuckOff:
		return "wire off, sensor broken or piece without a magnet: try another piece first"
	case OnePole:
		return "try another piece; then replace the sensor"
	case Chatters:
		return "loose wire or a worn reed: solder it again, or replace it"
	case Faint:
		return "magnet weak or sensor lifted: try another piece, or press the sensor down"
	case Noisy:
		return "loose ground or a power supply beside it: check its three legs"
	case Crosstalk:
		if q.Margin == 0 {
			return "sensor shifted towards " + q.From.String() + ", or magnets too strong"
		}
		return "harmless alone; magnets too strong, or the sensor is shifted"
	case Drifts:
		return "let the board warm up for ten minutes, then measure again"
	case ThinMargin:
		return "try a stronger magnet, or press the sensor down"
	}
	if q.Grade == Untried {
		return "measure it: put a piece on it when asked"
	}
	return ""
}

// Percent returns how good a linear sensor is, as a percentage of what it needs to be good:
// its margin relative to Wanted or, for a faint sensor, what it feels relative to half of
// what the others feel, whichever is less. Below 100 a square is weak, below 50 bad. It is
// 0 on digital inputs, and on sensors that feel nothing.
func (q *Square) Percent() int {
	part := q.Margin / Wanted
	if q.Cause == Faint {
		part = min(part, q.Share/faintPart)
	}
	return min(int(100*part), mostPercent)
}

// mostPercent is the largest percentage shown.
const mostPercent = 999

// ofNeeded describes the percentage.
func (q *Square) ofNeeded() string { return fmt.Sprintf("%d %% of what is needed", q.Percent()) }

func percent(part float64) string {
	if part > 0 && part < 0.01 {
		return fmt.Sprintf("%.1f %%", 100*part)
	}
	return fmt.Sprintf("%.0f %%", 100*part)
}

func abs(v int32) int32 { return max(v, -v) }
