package configs

import (
	"fmt"
	"time"
)

// Lines is how a chess clock's lever or its two buttons are wired to GPIO lines.
// The zero value is a clock that the daemon does not see.
type Lines struct {
	// Lever is the line of a lever, or of a contact under one end of it: active
	// when White's side is down, which is after White has pressed.
	Lever string
	// White and Black are the lines of two buttons, active while pressed.
	White, Black string
	ActiveHigh   bool          // by default a contact pulls its line to ground
	Debounce     time.Duration // for how long a line must stay, in whole microseconds
}

// Wired says that there is something to read.
func (l Lines) Wired() bool { return l != Lines{} }

// apart says whether two lines are known to be on two chips.
func apart(a, b string) bool {
	la, err := ParseLine(a)
	lb, errB := ParseLine(b)
	return err == nil && errB == nil && la.Chip != "" && lb.Chip != "" && la.Chip != lb.Chip
}

type clockTable struct {
	Lever      string  `toml:"lever"`
	White      string  `toml:"white"`
	Black      string  `toml:"black"`
	Active     *string `toml:"active"`
	DebounceUS *int64  `toml:"debounce_us"`
}

func (k *checker) clock(raw *clockTable, path string) Lines {
	if !k.Written(path) && *raw == (clockTable{}) {
		return Lines{}
	}
	l := Lines{Lever: raw.Lever, White: raw.White, Black: raw.Black, Debounce: microseconds(defaultDebounce)}
	switch {
	case l.Lever != "" && (l.White != "" || l.Black != ""):
		k.Fault(path+".lever", "clock: both a lever and buttons", "keep lever, or white and black")
	case l.Lever == "" && (l.White == "" || l.Black == ""):
		k.Fault(path+".lever", "clock: no line to read", `write lever = "GPIO17", or the lines of two buttons: white = "GPIO17" and black = "GPIO27"`)
	case l.Lever == "" && apart(l.White, l.Black):
		k.Fault(path+".black", fmt.Sprintf("clock: %s and %s are on two chips", l.White, l.Black), "wire both buttons to lines of one chip: they are read at one moment")
	case l.Lever == "" && l.White == l.Black:
		k.Fault(path+".black", fmt.Sprintf("clock: %s is there twice", l.Black), "give each button a line of its own")
	}
	for _, line := range []struct{ key, name string }{{"lever", l.Lever}, {"white", l.White}, {"black", l.Black}} {
		if line.name == "" {
			continue
		}
		if _, err := ParseLine(line.name); err != nil {
			k.Fault(path+"."+line.key, fmt.Sprintf("%s: %q is not a GPIO line", line.key, line.name), noLine)
		}
	}
	if raw.Active != nil {
		l.ActiveHigh = k.Choice(path+".active", "active", *raw.Active, []string{"low", "high"}) == 1
	}
	if us := raw.DebounceUS; us != nil {
		if *us < 100 || *us > 200000 {
			k.Fault(path+".debounce_us", fmt.Sprintf("debounce_us: %d", *us), "write 100 to 200000 microseconds; 5000 suits levers and buttons")
		}
		l.Debounce = microseconds(min(max(*us, 100), 200000))
	}
	return l
}
