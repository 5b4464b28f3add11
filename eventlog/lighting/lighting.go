package lighting

import (
	"slices"

	"touchmove/eventlog"
	"touchmove/eventlog/alarms"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/lights"
	"touchmove/sensors/trace"
)

// Settings are what the configuration of a board allows.
type Settings struct {
	Training bool // lamps may help the players during a game
	Sounds   bool // the buzzer may sound during a game
}

// Lighting follows the log of a board. Make it with New; another journal needs another one.
// It is for one goroutine.
type Lighting struct {
	settings Settings
	state    eventlog.State
	mending  bool // an arbiter is having the position set up again, and it is not complete
	acted    int  // number of the latest action that was examined
	cleared  bool // the board of an adjourned game was cleared
	last     lights.Frame
	asked    bool // whether the last frame asked for a piece
}

// New returns the lighting of a board before the first entry of its journal.
func New(s Settings) *Lighting { return &Lighting{settings: s} }

// Apply takes the next entry of the log.
func (l *Lighting) Apply(e eventlog.Entry) {
	game := l.state.Game
	l.state.Apply(e)
	if game != l.state.Game {
		l.mending, l.acted, l.cleared = false, 0, false
	}
	if desk, ok := e.What.(eventlog.Desk); ok {
		for _, a := range desk.Actions {
			if a.Number > l.acted && slices.Contains(putsRight, a.Do) {
				l.mending = true
			}
			l.acted = max(l.acted, a.Number)
		}
		l.mending = l.mending && len(desk.Guide) > 0
		l.cleared = l.cleared && desk.Sealing != ""
	}
}

// putsRight are the arbiters' commands after which a position has to be set up again.
var putsRight = []string{trace.DoRestore, trace.DoTakeBack, trace.DoSetPosition, trace.DoIllegal, trace.DoUndo, trace.DoResumeAdjourned}

// Frame returns what the lamps should show now. shown is the latest reading; known is false
// if there was none. A frame has a sound if what it says has just begun or ended, so sound
// each frame once.
func (l *Lighting) Frame(shown sensors.Scan, known bool) lights.Frame {
	f := lights.Frame{Edge: l.edge()}
	asks := false
	if known {
		asks = l.squares(&f, shown)
	}
	switch {
	case l.state.Phase == eventlog.Playing && !l.settings.Sounds:
	case f.Edge.Lit() && f.Edge != l.last.Edge:
		f.Sound = lights.Call
	case l.asked && !asks && known && l.complete(shown):
		f.Sound = lights.Done
	}
	l.last, l.asked = f, asks
	l.last.Sound = lights.Silence
	return f
}

// edge returns the lamp at the edge of the board: violet for a question, red or amber for a
// fault.
func (l *Lighting) edge() lights.Lamp {
	lamp := lights.Lamp{}
	for _, a := range l.state.Alarms() {
		switch a.ID {
		case alarms.DiskFull, alarms.NotKept, alarms.BoardMissing:
			return lights.Lamp{Tone: lights.Red, Large: true}
		case alarms.SensorFault:
			lamp = lights.Lamp{Tone: lights.Amber, Large: true}
		}
	}
	if l.state.Desk.Question != nil {
		return lights.Lamp{Tone: lights.Violet, Large: true}
	}
	return lamp
}

// squares lights the squares, and reports whether they ask for a piece to be put down or
// taken off.
func (l *Lighting) squares(f *lights.Frame, shown sensors.Scan) bool {
	switch {
	case l.state.Phase == eventlog.Waiting:
		return setUp(f, l.missing(l.state.Start, shown))
	case l.state.Phase == eventlog.Over:
		return l.state.Handling == settingUp && setUp(f, l.missing(l.state.Start, shown))
	case l.state.Desk.Sealing != "":
		return l.resumed(f, shown)
	case l.mending && !l.state.Clock.Running(), l.settings.Training && l.state.Differ != 0:
		return pair(f, l.state.Desk.Guide)
	}
	return false
}

// settingUp is the handling of a board on which hands put the pieces into the position where
// a game begins (see reconcile.Displaced).
const settingUp = "setting-up"

// complete reports whether the board shows the position that lamps asked for.
func (l *Lighting) complete(shown sensors.Scan) bool {
	position := l.state.FEN()
	if l.state.Phase != eventlog.Playing {
		position = l.state.Start
	}
	d := l.missing(position, shown)
	return d.ok && d.put == [2]rules.Squares{} && d.take == 0
}

// resumed lights the squares of the pieces of an adjourned game, once its board was cleared:
// White's first, then Black's.
func (l *Lighting) resumed(f *lights.Frame, shown sensors.Scan) bool {
	d := l.missing(l.state.FEN(), shown)
	if missing := (d.put[rules.White] | d.put[rules.Black]).Count(); d.ok && 2*missing > d.pieces {
		l.cleared = true
	}
	if !l.cleared {
		return false
	}
	if d.put[rules.White] != 0 {
		d.put[rules.Black] = 0
	}
	return setUp(f, d)
}
