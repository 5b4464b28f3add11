package doctor

import (
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"strings"
	"time"

	"touchmove/sensors/wiring"
)

// load is the traffic of all boards on one bus, or on the lines of a board without a
// bus.
type load struct {
	name   string // "bus 1"; "the lines of board table-1"
	bus    int    // -1 for lines
	boards []share
}

// share is the part of one board: the effort of a scan, and the scans per second.
type share struct {
	board  string
	hz     float64
	effort wiring.Effort
}

// loadOf returns the configured load of a bus.
func (e *examination) loadOf(n int) load {
	l := load{name: fmt.Sprintf("bus %d", n), bus: n}
	if e.Config == nil {
		return l
	}
	for _, b := range e.Config.Boards {
		s := share{board: b.ID, hz: b.ScanHz}
		for name, effort := range wiring.Efforts(b.Wiring) {
			if name != "" && busNumber(name) == n {
				s.effort = s.effort.And(effort)
			}
		}
		if s.effort.Rest > 0 {
			l.boards = append(l.boards, s)
		}
	}
	return l
}

// loadsOfLines returns the loads of the boards that are read through GPIO lines only.
func (e *examination) loadsOfLines() (all []load) {
	if e.Config == nil {
		return nil
	}
	for _, b := range e.Config.Boards {
		if effort, ok := wiring.Efforts(b.Wiring)[""]; ok {
			all = append(all, load{name: "the lines of board " + b.ID, bus: -1, boards: []share{{b.ID, b.ScanHz, effort}}})
		}
	}
	return all
}

// busy returns the part of the time for which the bus is in use, 1 for all of it.
func (l load) busy(hz int) (part float64) {
	for _, s := range l.boards {
		part += s.hz * s.effort.Took(hz).Seconds()
	}
	return part
}

// full is how busy a bus may be. The rest is for transfers that must be repeated.
const full = 0.95

func (l load) reached(hz int) bool { return l.busy(hz) <= full }

// needed says which clock rate the scans need, for a bus whose own rate is unknown.
func (l load) needed() string {
	if len(l.boards) == 0 {
		return ""
	}
	if !l.reached(fast) {
		return fmt.Sprintf(", and %s are too many even at %s", l.asked(), kHz(fast))
	}
	hz := fast
	for hz > 10_000 && l.reached(hz-10_000) {
		hz -= 10_000
	}
	return fmt.Sprintf(": %s need %s or more", l.asked(), kHz(hz))
}

// asked lists the configured scan rates in words.
func (l load) asked() string {
	var words []string
	for _, s := range l.boards {
		words = append(words, fmt.Sprintf("%g scans a second of board %s", s.hz, s.board))
	}
	return strings.Join(words, " and ")
}

// most is how often a board can be scanned, in whole scans per second, if all boards on
// its bus slow down by the same factor.
func (l load) most(s share, hz int) int {
	return int(math.Floor(s.hz / l.busy(hz)))
}

// slower returns a round rate that is certain to be reached.
func (l load) slower(s share, hz int) int {
	n := int(s.hz * full / l.busy(hz))
	for _, step := range []int{100, 50, 10, 5} {
		if n >= 10*step {
			return n / step * step
		}
	}
	return max(n, 5) // the lowest rate that a configuration may have
}

// reach checks whether boards can be scanned as often as configured, and says what to
// type if not.
func (e *examination) reach(r *report, l load, hz int, from string, w *rates) {
	if len(l.boards) == 0 {
		return
	}
	at := ""
	if l.bus >= 0 {
		at = fmt.Sprintf(" at %s (%s)", kHz(hz), from)
	}
	if l.reached(hz) {
		for _, s := range l.boards {
			r.ok(fmt.Sprintf("board %s: scan_hz = %g is possible: a scan takes %s%s", s.board, s.hz, ms(s.effort.Took(hz)), l.beside(s, hz)))
		}
		return
	}
	quick := l.bus >= 0 && hz < fast && l.reached(fast)
	for i, s := range l.boards {
		what := fmt.Sprintf("board %s: scan_hz = %g is too fast: a scan takes %s%s%s", s.board, s.hz, ms(s.effort.Took(hz)), at, l.beside(s, hz))
		rate := l.slower(s, hz)
		switch commands := e.faster(l.bus); {
		case quick && i == 0:
			r.warn(what, fmt.Sprintf("set %s to %d and restart: a scan takes %s then; long cables may need less. Or write scan_hz = %d", l.name, fast, ms(s.effort.Took(fast)), rate), commands...)
		case quick:
			r.warn(what, fmt.Sprintf("as above; or write scan_hz = %d", rate))
		case l.bus >= 0 && hz < fast: // needs both
			rate = l.slower(s, fast)
			r.warn(what, fmt.Sprintf("set %s to %d and restart, and write scan_hz = %d: that is possible then", l.name, fast, rate), commands...)
			w.lower(s.board, rate)
		default:
			r.warn(what, fmt.Sprintf("write scan_hz = %d; late scans are skipped until then", rate))
			w.lower(s.board, rate)
		}
	}
}

// beside says what the maximum is, and which boards share the bus.
func (l load) beside(s share, hz int) string {
	text := fmt.Sprintf(", %d a second at most", l.most(s, hz))
	if len(l.boards) > 1 {
		text += fmt.Sprintf(" beside %d more boards on %s", len(l.boards)-1, l.name)
		if len(l.boards) == 2 {
			text = strings.Replace(text, "1 more boards", "1 more board", 1)
		}
	}
	return text
}

func ms(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
	}
	return fmt.Sprintf("%.0f ms", float64(d)/float64(time.Millisecond))
}

// rates holds new values of boards' scan_hz.
type rates struct {
	boards []string
	hz     []int
}

func (w *rates) lower(board string, hz int) {
	w.boards, w.hz = append(w.boards, board), append(w.hz, hz)
}

var (
	boardTable = regexp.MustCompile(`^\s*\[\[\s*board\s*\]\]`)
	scanKey    = regexp.MustCompile(`^\s*scan_hz\s*=`)
	anyTable   = regexp.MustCompile(`^\s*\[`)
)

// write says what to type to put these rates into the configuration. It is a single
// command, as an added line changes the numbers of those after it.
func (e *examination) write(r *report, w rates) {
	if len(w.boards) == 0 || !strings.HasPrefix(e.Config.Path, "/") {
		return
	}
	text, err := fs.ReadFile(e.FS, strings.TrimPrefix(e.Config.Path, "/"))
	if err != nil {
		return // the values have been reported already
	}
	command := "sudo sed -i"
	for i, board := range w.boards {
		edit, ok := e.edit(strings.Split(string(text), "\n"), board, w.hz[i])
		if !ok {
			return
		}
		command += " -e '" + edit + "'"
	}
	r.warn(e.Config.Path+" asks for more scans than the bus allows", "this writes the rates given above", command+" "+e.Config.Path)
}

// edit returns the sed command that sets a board's scan_hz: in the line that has it, or
// in a new line at the beginning of the board's table. It returns false if the file is
// not laid out like that.
func (e *examination) edit(lines []string, board string, hz int) (string, bool) {
	table, begins := -1, 0
	for n, line := range lines {
		switch {
		case boardTable.MatchString(line):
			if table++; begins > 0 {
				return fmt.Sprintf("%da scan_hz = %d", begins, hz), true
			}
			if table < len(e.Config.Boards) && e.Config.Boards[table].ID == board {
				begins = n + 1
			}
		case begins > 0 && scanKey.MatchString(line):
			return fmt.Sprintf("%ds/=[^#]*/= %d /", n+1, hz), true
		case begins > 0 && anyTable.MatchString(line):
			return fmt.Sprintf("%da scan_hz = %d", begins, hz), true
		}
	}
	return fmt.Sprintf("%da scan_hz = %d", begins, hz), begins > 0
}
