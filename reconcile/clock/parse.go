package clock

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"touchmove/internal/refusal"
)

// Parse reads a time control. It accepts the notation of PGN's tag TimeControl (PGN standard,
// 9.6.1), "40/5400+30:1800+30", in seconds; the words of a tournament report, "90 min/40 moves + 30
// min + 30 sec increment per move starting from move 1"; and in words also "5 sec delay" and "5 sec
// bronstein", for which PGN has no notation. "?", "-" and the empty text name no control, and give
// one that is not Known. Anything else is an error: Parse never guesses.
func Parse(text string) (Control, error) {
	text = strings.TrimSpace(text)
	switch text {
	case "", "?", "-":
		return Control{}, nil
	}
	var c Control
	var err error
	if strings.ContainsAny(text, " m") {
		c, err = parseWords(text)
	} else {
		c, err = parsePGN(text)
	}
	if err != nil {
		return Control{}, refusal.New("time-control", "time control {text:q}: {why}", "text", text, "why", err)
	}
	return c, nil
}

// ParseDelay is Parse for a control with a separate delay, as in the tag TimeDelay, in seconds. An
// empty delay means none.
func ParseDelay(text, delay string) (Control, error) {
	c, err := Parse(text)
	if err != nil || delay == "" || !c.Known() {
		return c, err
	}
	each, err := seconds(delay)
	if err != nil {
		return Control{}, refusal.New("time-delay", "time delay {text:q}: {why}", "text", delay, "why", err)
	}
	for i := range c.Periods {
		if c.Periods[i].Bonus != NoBonus {
			return Control{}, refusal.New("increment-and-delay", "time control {text:q} has an increment, and there is also a delay of {delay} s: give only one of them", "text", text, "delay", delay)
		}
		c.Periods[i].Bonus, c.Periods[i].Each = Delay, each
	}
	return c, nil
}

// maxPeriods is more periods than any control has.
const maxPeriods = 16

func parsePGN(text string) (Control, error) {
	if rest, ok := strings.CutPrefix(text, "*"); ok {
		each, err := seconds(rest)
		if err != nil {
			return Control{}, err
		}
		return Control{Periods: []Period{{Time: each, Bonus: Hourglass}}}, nil
	}
	var c Control
	fields := strings.Split(text, ":")
	if len(fields) > maxPeriods {
		return Control{}, fmt.Errorf("more than %d periods", maxPeriods)
	}
	for i, field := range fields {
		var p Period
		rest := field
		if moves, of, ok := strings.Cut(rest, "/"); ok {
			n, err := count(moves)
			if err != nil {
				return Control{}, fmt.Errorf("period %q: %w", field, err)
			}
			p.Moves, rest = n, of
		} else if i < len(fields)-1 {
			return Control{}, fmt.Errorf("period %q is not the last and names no moves: write it as 40/%s", field, field)
		}
		main, bonus, ok := strings.Cut(rest, "+")
		var err error
		if p.Time, err = seconds(main); err != nil {
			return Control{}, fmt.Errorf("period %q: %w", field, err)
		}
		if ok {
			if p.Each, err = seconds(bonus); err != nil {
				return Control{}, fmt.Errorf("period %q: %w", field, err)
			}
			if p.Each > 0 {
				p.Bonus = Fischer
			}
		}
		c.Periods = append(c.Periods, p)
	}
	return c, c.check()
}

// parseWords reads "90 min/40 moves + 30 min + 30 sec increment per move starting
// from move 1".
func parseWords(text string) (Control, error) {
	var c Control
	bonus, each := NoBonus, time.Duration(0)
	parts := strings.Split(text, "+")
	if len(parts) > maxPeriods {
		return Control{}, fmt.Errorf("more than %d parts", maxPeriods)
	}
	for _, part := range parts {
		words := strings.Fields(strings.ReplaceAll(strings.ToLower(part), "/", " / "))
		if len(words) < 2 {
			return Control{}, fmt.Errorf("%q: write a number and its unit, such as 90 min", strings.TrimSpace(part))
		}
		d, err := amount(words[0], words[1])
		if err != nil {
			return Control{}, err
		}
		switch rest := strings.Join(words[2:], " "); {
		case rest == "":
			c.Periods = append(c.Periods, Period{Time: d})
		case strings.HasPrefix(rest, "/ ") && len(words) == 5 && strings.HasPrefix(words[4], "move"):
			n, err := count(words[3])
			if err != nil {
				return Control{}, err
			}
			c.Periods = append(c.Periods, Period{Moves: n, Time: d})
		default:
			kind, ok := map[string]Bonus{
				"increment per move starting from move 1": Fischer, "increment per move": Fischer, "increment": Fischer,
				"delay": Delay, "delay per move": Delay, "bronstein": Bronstein, "bronstein per move": Bronstein,
			}[rest]
			if !ok {
				return Control{}, fmt.Errorf("%q is not understood: write increment per move starting from move 1, delay or bronstein", rest)
			}
			if bonus != NoBonus || d == 0 {
				return Control{}, fmt.Errorf("%q: write one bonus, above 0", strings.TrimSpace(part))
			}
			bonus, each = kind, d
		}
	}
	for i := range c.Periods {
		c.Periods[i].Bonus, c.Periods[i].Each = bonus, each
		if i < len(c.Periods)-1 && c.Periods[i].Moves == 0 {
			return Control{}, fmt.Errorf("period %d is not the last and names no moves: write it as 90 min/40 moves", i+1)
		}
	}
	return c, c.check()
}

func amount(number, unit string) (time.Duration, error) {
	switch strings.TrimSuffix(unit, ".") {
	case "h", "hour", "hours":
		n, err := count(number)
		if err == nil && n > 100 {
			err = tooLong(number)
		}
		return time.Duration(n) * time.Hour, err
	case "min", "mins", "minute", "minutes":
		n, err := count(number)
		if err == nil && n > 6000 {
			err = tooLong(number)
		}
		return time.Duration(n) * time.Minute, err
	case "s", "sec", "secs", "second", "seconds":
		return seconds(number)
	}
	return 0, fmt.Errorf("%q is not a unit of time: write min or sec", unit)
}

func tooLong(number string) error { return fmt.Errorf("%s is more than a game lasts", number) }

// maxTime is longer than any game.
const maxTime = 100 * time.Hour

// seconds reads a number of seconds, to the millisecond.
func seconds(text string) (time.Duration, error) {
	if text == "" || strings.Trim(text, "0123456789.") != "" {
		return 0, fmt.Errorf("%q is not a number of seconds", text)
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(n) {
		return 0, fmt.Errorf("%q is not a number of seconds", text)
	}
	if n > maxTime.Seconds() {
		return 0, tooLong(text)
	}
	return time.Duration(math.Round(n*1000)) * time.Millisecond, nil
}

func count(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 10000 || text[0] == '+' {
		return 0, fmt.Errorf("%q is not a number of 1 or more", text)
	}
	return n, nil
}

// check refuses a control without time.
func (c Control) check() error {
	if len(c.Periods) == 0 {
		return fmt.Errorf("names no time")
	}
	for i, p := range c.Periods {
		if p.Time == 0 && (p.Each == 0 || i > 0 || p.Moves > 0) {
			return fmt.Errorf("period %d has no time", i+1)
		}
	}
	return nil
}

// MeantInMinutes reports whether the figures of a control can only have been meant as minutes, such as 90+30 for 90
// minutes and 30 seconds a move: read as seconds, they leave less than a minute, or less than the bonus of ten moves.
// It returns what they say, in words, and the control with its times as minutes, as in PGN.
func MeantInMinutes(text string) (says, meant string, ok bool) {
	c, err := Parse(text)
	if err != nil || !c.Known() || strings.ContainsFunc(text, unicode.IsLetter) {
		return "", "", false
	}
	if p := c.Periods[0]; p.Bonus == Hourglass || p.Time >= max(time.Minute, 10*p.Each) {
		return "", "", false
	}
	minutes := Control{Periods: slices.Clone(c.Periods)}
	for i := range minutes.Periods {
		minutes.Periods[i].Time *= 60
	}
	meant, _ = minutes.PGN()
	return c.Words(), meant, true
}
