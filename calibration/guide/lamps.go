package guide

import (
	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors/lights"
)

// Lamps returns what the lamps of the board show now, with a sound if something has just
// been measured. They show where a piece must be put or removed; at the end, the traffic
// light of every square, and white lines that cross at the chosen one.
func (g *Guide) Lamps() (f lights.Frame) {
	switch g.step {
	case StepWiring:
		g.wiring.lamps(&f)
	case StepLevels:
		g.levels.lamps(&f)
	case StepResult:
		g.results(&f)
	}
	return f
}

// Choose chooses one of the squares that are not good, by its number in the list of what to
// do; numbers beyond the end start again at the beginning.
func (g *Guide) Choose(n int) {
	g.chosen = n
	g.light()
}

// light calls the function for the lamps if they should show something else.
func (g *Guide) light() {
	if g.o.Lamps == nil {
		return
	}
	f, done := g.Lamps(), g.measured()
	if f == g.lit && done <= g.sounded {
		g.sounded = done
		return
	}
	g.lit = f
	if done > g.sounded {
		f.Sound = lights.Done
	}
	g.sounded = done
	g.o.Lamps(f)
}

// measured returns how much has been measured: squares found, positions, and the result.
func (g *Guide) measured() (n int) {
	if g.wiring != nil {
		n = len(g.wiring.assigned)
	}
	if g.levels != nil {
		n += len(g.levels.captures)
	}
	if g.Done() {
		n++
	}
	return n
}

// lamps lights the square asked for, and those that were found.
func (w *wiringStep) lamps(f *lights.Frame) {
	for _, a := range w.assigned {
		f.Squares[a.square] = lights.Lamp{Tone: lights.Green}
		if a.channel < 0 {
			f.Squares[a.square] = lights.Lamp{Tone: lights.Red}
		}
	}
	if sq := w.ask().Square; sq != rules.NoSquare {
		f.Squares[sq] = lights.Lamp{Tone: lights.White, Large: true}
	}
}

// lamps lights the squares where a piece is missing, and those with one too many. It lights
// nothing during a measurement, when hands must stay off the board.
func (l *levelsStep) lamps(f *lights.Frame) {
	if l.gather != nil || l.zero == nil {
		return
	}
	missing, extra := l.wrong()
	f.Set(extra, lights.Lamp{Tone: lights.White})
	f.Set(missing, lights.Lamp{Tone: lights.White, Large: true})
}

// results lights every square according to its grade.
func (g *Guide) results(f *lights.Frame) {
	if g.sheet == nil || !g.sheet.Measured() {
		return
	}
	chosen := rules.NoSquare
	if poor := g.sheet.Poor(); len(poor) > 0 {
		chosen = poor[g.chosen%len(poor)]
	}
	for sq := range rules.AllSquares.All() {
		lamp := lights.Lamp{Tone: lights.Green}
		switch g.sheet.Squares[sq].Grade {
		case calibration.Good:
			if chosen != rules.NoSquare && (sq.File() == chosen.File() || sq.Rank() == chosen.Rank()) {
				lamp = lights.Lamp{Tone: lights.White}
			}
		case calibration.Weak:
			lamp = lights.Lamp{Tone: lights.Amber, Large: true}
		default:
			lamp = lights.Lamp{Tone: lights.Red, Large: true}
		}
		f.Squares[sq] = lamp
	}
}
