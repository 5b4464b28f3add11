package configs

import (
	"fmt"

	"touchmove/sensors/scan"
	"touchmove/sensors/wiring"
)

func (k *checker) clock(raw *clockTable, path string) scan.ClockLines {
	if !k.Written(path) && *raw == (clockTable{}) {
		return scan.ClockLines{}
	}
	l := scan.ClockLines{Lever: raw.Lever, White: raw.White, Black: raw.Black, Debounce: microseconds(defaultDebounce)}
	switch {
	case l.Lever != "" && (l.White != "" || l.Black != ""):
		k.Fault(path+".lever", "clock: both a lever and buttons", "keep lever, or white and black")
	case l.Lever == "" && (l.White == "" || l.Black == ""):
		k.Fault(path+".lever", "clock: no line is named", `write lever = "GPIO17", or the lines of two buttons: white = "GPIO17" and black = "GPIO27"`)
	case l.Lever == "" && onTwoChips(l.White, l.Black):
		k.Fault(path+".black", fmt.Sprintf("clock: %s and %s are on two chips", l.White, l.Black), "wire both buttons to lines of one chip: they are read together")
	case l.Lever == "" && l.White == l.Black:
		k.Fault(path+".black", fmt.Sprintf("clock: %s is there twice", l.Black), "give each button a line of its own")
	}
	for _, line := range []struct{ key, name string }{{"lever", l.Lever}, {"white", l.White}, {"black", l.Black}} {
		if line.name == "" {
			continue
		}
		if _, err := wiring.ParseLine(line.name); err != nil {
			k.Fault(path+"."+line.key, fmt.Sprintf("%s: %q is not a GPIO line", line.key, line.name), wiring.LineHelp)
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

// onTwoChips reports whether two lines are known to be on different chips.
func onTwoChips(a, b string) bool {
	la, err := wiring.ParseLine(a)
	lb, errB := wiring.ParseLine(b)
	return err == nil && errB == nil && la.Chip != "" && lb.Chip != "" && la.Chip != lb.Chip
}
