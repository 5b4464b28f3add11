package daemon

import (
	"cmp"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"touchmove/rules"
)

// Kind is what sort of thing is wrong with a board's sensing.
type Kind string

// The kinds of trouble. Where two faults look alike to whatever can be measured
// they have one kind, and the text names both.
const (
	SilentChip   Kind = "silent"   // a chip does not answer, or not as it should
	HeldBus      Kind = "bus"      // a line of a bus is held down
	HeldLine     Kind = "line"     // a row, column, select or clock line is held at a level
	OpenLine     Kind = "open"     // all pieces on one line, or chip, are gone at once
	OutOfRange   Kind = "range"    // a linear sensor gives what none can give
	WeakPiece    Kind = "weak"     // a piece is felt, and not enough
	StuckSquare  Kind = "stuck-on" // a piece is felt where none can stand
	NoPiece      Kind = "nothing"  // no piece is felt where one must stand
	GhostSquares Kind = "ghosts"   // a matrix without diodes shows a rectangle
)

// Trouble is one thing wrong with a board's sensing, as it stands.
type Trouble struct {
	Kind    Kind
	Part    string        // what is meant: "mcp23017 0x21 on I2C1", "row 3 (GPIO17)", "e4"
	Squares rules.Squares // that it takes, or makes doubtful
	Text    string        // what is wrong and what to do
	Since   time.Duration // the time of the record, or of the scan, that first showed it
}

// String names part, squares, what is wrong and what to do.
func (t Trouble) String() string {
	if t.Squares == 0 || t.Part == t.Squares.First().String() {
		return t.Part + ": " + t.Text
	}
	return t.Part + " (" + named(t.Squares) + "): " + t.Text
}

// named lists squares without braces, "all squares" for all.
func named(s rules.Squares) string {
	if s == rules.AllSquares {
		return "all squares"
	}
	return strings.Trim(s.String(), "{}")
}

// steady is how long a part must be without fault before it is told that it is
// well again: a loose plug would fill the disk otherwise.
const steady = time.Second

// source is who watches: each clears only what it has told itself.
type source uint8

const (
	fromBuses source = iota
	fromWatch
	fromClock
)

// Troubles is what is wrong with a board's sensing now. It is told to the log
// once when it begins, changes or ends. The zero value is ready; All is for any
// goroutine.
type Troubles struct {
	mu  sync.Mutex
	all []*trouble
	log *slog.Logger
}

type trouble struct {
	Trouble
	from source
	seen bool          // in the round under way
	well bool          // no longer seen, and not yet for long
	at   time.Duration // since when it is well, or when it was told last
}

// All returns what is wrong now, oldest first.
func (t *Troubles) All() []Trouble {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]Trouble, len(t.all))
	for i, one := range t.all {
		list[i] = one.Trouble
	}
	slices.SortStableFunc(list, func(a, b Trouble) int { return cmp.Compare(a.Since, b.Since) })
	return list
}

// none says, without a lock's cost for those who ask at every scan, that a
// source has nothing to end.
func (t *Troubles) none(from source) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !slices.ContainsFunc(t.all, func(one *trouble) bool { return one.from == from })
}

// begin begins a round of a source: what is not noted until end is over.
func (t *Troubles) begin(from source) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, one := range t.all {
		if one.from == from {
			one.seen = false
		}
	}
}

// note says that something is wrong now.
func (t *Troubles) note(from source, at time.Duration, now Trouble) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, one := range t.all {
		if one.from != from || one.Kind != now.Kind || one.Part != now.Part {
			continue
		}
		one.seen, one.well = true, false
		if one.Text != now.Text && at-one.at >= steady || one.Squares != now.Squares && at-one.at >= steady {
			now.Since, one.at = one.Since, at
			if one.Trouble = now; now.Kind != GhostSquares { // rectangles change with every move
				t.tell(one)
			}
		}
		return
	}
	now.Since = at
	one := &trouble{Trouble: now, from: from, seen: true, at: at}
	t.all = append(t.all, one)
	t.tell(one)
}

// end ends a round.
func (t *Troubles) end(from source, at time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = slices.DeleteFunc(t.all, func(one *trouble) bool {
		if one.from != from || one.seen {
			return false
		}
		if !one.well {
			one.well, one.at = true, at
			return false
		}
		if at-one.at < steady {
			return false
		}
		if t.log != nil {
			t.log.Info(ended[one.Kind], "part", one.Part)
		}
		return true
	})
}

// began and ended are what the log says of each kind.
var (
	began = map[Kind]string{
		SilentChip:   "sensors do not answer: play goes on without them",
		HeldBus:      "a bus is held down: play goes on without its sensors",
		HeldLine:     "a line does not follow: play goes on without it",
		OpenLine:     "a line is open, as it seems",
		OutOfRange:   "a sensor's line is open or shorted: play goes on without it",
		WeakPiece:    "a piece is hardly felt",
		StuckSquare:  "a piece is felt where none should stand",
		NoPiece:      "no piece is felt where one should stand",
		GhostSquares: "pieces may be shown that are not there",
	}
	ended = map[Kind]string{
		SilentChip: "sensors answer again", HeldBus: "a bus is free again", HeldLine: "a line follows again", OpenLine: "a line is whole again",
		OutOfRange: "a sensor's line is whole again", WeakPiece: "the piece is felt well, or gone", StuckSquare: "the square reads as it should",
		NoPiece: "the square reads as it should", GhostSquares: "no more rectangles",
	}
)

func (t *Troubles) tell(one *trouble) {
	if t.log == nil {
		return
	}
	say := t.log.Warn
	if one.Kind == SilentChip || one.Kind == HeldBus || one.Kind == HeldLine {
		say = t.log.Error
	}
	squares := "not known"
	if one.Squares != 0 {
		squares = named(one.Squares)
	}
	say(began[one.Kind], "part", one.Part, "squares", squares, "error", one.Text)
}

// advice is what to do about a chip's error, by what the kernel's text says.
func advice(text string, answered bool) string {
	silent := strings.Contains(text, "I/O error") || strings.Contains(text, "timed out")
	switch {
	case !answered && silent:
		return fmt.Sprintf("%s: it has not answered since the start: check its plug, its supply and its address (two chips may have the same); `touchmove doctor` lists who answers", text)
	case silent:
		return text + ": it answered before: check its plug and its supply"
	}
	return text
}
