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

// load is what boards ask of one bus, or of lines that no bus is on.
type load struct {
	name   string // "bus 1"; "the lines of board table-1"
	bus    int    // -1 for lines
	boards []share
}

// share is what one board asks: a scan so often.
type share struct {
	board  string
	hz     float64
	effort wiring.Effort
}

// loadOf is what the configuration asks of a bus.
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

// loadsOfLines are those of the boards that are read on lines alone.
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

// busy is the part of the time for which it is used, 1 for all of it.
func (l load) busy(hz int) (part float64) {
	for _, s := range l.boards {
		part += s.hz * s.effort.Took(hz).Seconds()
	}
	return part
}

// full is as busy as a bus may be: a transfer may have to be tried again.
const full = 0.95

func (l load) reached(hz int) bool { return l.busy(hz) <= full }

// needed says from which clock rate on the scans fit, for a bus that does not
// tell its own.
func (l load) needed() string {
	if len(l.boards) == 0 {
		return ""
	}
	if !l.reached(fast) {
		return fmt.Sprintf(", and %s cannot be had even at %s", l.asked(), kHz(fast))
	}
	hz := fast
	for hz > 10_000 && l.reached(hz-10_000) {
		hz -= 10_000
	}
	return fmt.Sprintf(": %s need %s or more", l.asked(), kHz(hz))
}

// asked are the scans that are asked for, in words.
func (l load) asked() string {
	var words []string
	for _, s := range l.boards {
		words = append(words, fmt.Sprintf("%g scans a second of board %s", s.hz, s.board))
	}
	return strings.Join(words, " and ")
}

// most is how often a board can be scanned when all that share its bus slow
// down alike, in whole scans.
func (l load) most(s share, hz int) int {
	return int(math.Floor(s.hz / l.busy(hz)))
}

// slower is a rate that is surely reached, easy to remember.
func (l load) slower(s share, hz int) int {
	n := int(s.hz * full / l.busy(hz))
	for _, step := range []int{100, 50, 10, 5} {
		if n >= 10*step {
			return n / step * step
		}
	}
	return max(n, 5) // the least that a configuration may ask for
}

// reach says whether boards can be scanned as often as the configuration asks,
// and what to type if not.
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
			r.ok(fmt.Sprintf("board %s: scan_hz = %g can be had: a scan takes %s%s", s.board, s.hz, ms(s.effort.Took(hz)), l.beside(s, hz)))
		}
		return
	}
	quick := l.bus >= 0 && hz < fast && l.reached(fast)
	for i, s := range l.boards {
		what := fmt.Sprintf("board %s: scan_hz = %g cannot be had: a scan takes %s%s%s", s.board, s.hz, ms(s.effort.Took(hz)), at, l.beside(s, hz))
		rate := l.slower(s, hz)
		switch commands := e.faster(l.bus); {
		case quick && i == 0:
			r.warn(what, fmt.Sprintf("set %s to %d and restart: a scan takes %s then; long cables may need less. Or write scan_hz = %d", l.name, fast, ms(s.effort.Took(fast)), rate), commands...)
		case quick:
			r.warn(what, fmt.Sprintf("as above; or write scan_hz = %d", rate))
		case l.bus >= 0 && hz < fast: // both are needed
			rate = l.slower(s, fast)
			r.warn(what, fmt.Sprintf("set %s to %d and restart, and write scan_hz = %d: that is what can be had then", l.name, fast, rate), commands...)
			w.lower(s.board, rate)
		default:
			r.warn(what, fmt.Sprintf("write scan_hz = %d; scans that are late are left out until then", rate))
			w.lower(s.board, rate)
		}
	}
}

// beside is what there is at most, and who shares the bus.
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

// rates are what boards' scan_hz are to be.
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

// write tells what to type for the configuration to ask for these rates: one
// command for all of them, as a line that is added moves those after it.
func (e *examination) write(r *report, w rates) {
	if len(w.boards) == 0 || !strings.HasPrefix(e.Config.Path, "/") {
		return
	}
	text, err := fs.ReadFile(e.FS, strings.TrimPrefix(e.Config.Path, "/"))
	if err != nil {
		return // what it is to be has been said
	}
	command := "sudo sed -i"
	for i, board := range w.boards {
		edit, ok := e.edit(strings.Split(string(text), "\n"), board, w.hz[i])
		if !ok {
			return
		}
		command += " -e '" + edit + "'"
	}
	r.warn(e.Config.Path+" asks for more scans than there can be", "this writes the rates said above", command+" "+e.Config.Path)
}

// edit is the change of a file in which a board's scan_hz becomes another: of the
// line that has it, or below the line where the board's table begins. It is
// false where the file is written otherwise.
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
