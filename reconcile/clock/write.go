package clock

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// PGN writes the control as the tag TimeControl and its delay as the tag TimeDelay, which is empty
// when there is none: the PGN standard has no delay. A control that is not known is "?".
func (c Control) PGN() (control, delay string) {
	if !c.Known() {
		return "?", ""
	}
	var b strings.Builder
	for i, p := range c.Periods {
		if i > 0 {
			b.WriteByte(':')
		}
		if p.Bonus == Hourglass {
			b.WriteByte('*')
		}
		if p.Moves > 0 {
			fmt.Fprintf(&b, "%d/", p.Moves)
		}
		b.WriteString(inSeconds(p.Time))
		switch p.Bonus {
		case Fischer:
			b.WriteString("+" + inSeconds(p.Each))
		case Delay, Bronstein:
			delay = inSeconds(p.Each)
		}
	}
	return b.String(), delay
}

// String writes the control so that Parse reads it again: as in PGN, or in words where PGN has no
// notation.
func (c Control) String() string {
	control, delay := c.PGN()
	if delay != "" {
		return c.Words()
	}
	return control
}

// Words writes the control as in a tournament report (TRF, line 122), empty when it is not known.
// The bonus is written once, after the periods; if it differs between periods, only the first is
// written.
func (c Control) Words() string {
	var parts []string
	for _, p := range c.Periods {
		part := inWords(p.Time)
		if p.Moves > 0 {
			part += fmt.Sprintf("/%d moves", p.Moves)
		}
		parts = append(parts, part)
	}
	if !c.Known() {
		return ""
	}
	each := inSeconds(c.Periods[0].Each) + " sec "
	switch c.Periods[0].Bonus {
	case Fischer:
		parts = append(parts, each+"increment per move starting from move 1")
	case Delay:
		parts = append(parts, each+"delay")
	case Bronstein:
		parts = append(parts, each+"bronstein")
	}
	return strings.Join(parts, " + ")
}

func inSeconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

func inWords(d time.Duration) string {
	if d%time.Minute == 0 {
		return fmt.Sprintf("%d min", d/time.Minute)
	}
	return inSeconds(d) + " sec"
}
