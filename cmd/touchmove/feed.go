package main

import (
	"fmt"
	"strings"
	"time"

	"touchmove/broadcast"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
)

// feed follows the entries of one board, as every publisher does, and keeps
// what the terminal shows.
type feed struct {
	board  string
	source *broadcast.Cursor
	score  eventlog.State
	delay  time.Duration // from the release of the last move to its publication
	timed  bool          // delay is known
	events []string      // the latest, for people
}

// eventsKept is how many lines of events a feed remembers.
const eventsKept = 64

// catchUp takes what is new and returns a line for each thing a follower of
// the game wants to read, and a channel that is closed when there is more.
func (f *feed) catchUp() (lines []string, more <-chan struct{}) {
	entries, more := f.source.Next()
	for _, t := range entries {
		if w, ok := t.What.(eventlog.Ringing); ok {
			for _, line := range rings(f.score.Ringing.Alarms, w.Alarms, t.At) {
				f.list(t.At, line)
				lines = append(lines, f.board+": "+line)
			}
			f.score.Take(t)
			continue
		}
		if line := f.take(t); line != "" {
			lines = append(lines, f.board+": "+line)
		}
	}
	return lines, more
}

func (f *feed) take(t eventlog.Entry) string {
	line := f.line(t)
	f.score.Take(t)
	switch w := t.What.(type) {
	case reconcile.Made:
		f.delay, f.timed = t.At-w.Released, true
	case reconcile.Amended, reconcile.Retracted:
		f.timed = false
	case eventlog.Opened:
		f.timed = false
		return line
	case eventlog.Unread:
		if line == "" {
			return ""
		}
	}
	text := line
	if text == "" {
		text = told(t.What)
	}
	f.list(t.At, text)
	return line
}

// list adds a line to the latest events.
func (f *feed) list(at time.Duration, text string) {
	f.events = append(f.events, fmt.Sprintf("%8.1f s  %s", at.Seconds(), text))
	if n := len(f.events) - eventsKept; n > 0 {
		f.events = f.events[n:]
	}
}

// line puts an entry into words, before it is taken: moves and what changes
// them, results, and the board's troubles; nothing for touches.
func (f *feed) line(t eventlog.Entry) string {
	switch w := t.What.(type) {
	case reconcile.Started:
		start := ""
		if w.FEN != rules.StartFEN {
			start = " from " + w.FEN
		}
		return "game " + gameNumber(t.Game) + " begins" + start + f.players()
	case reconcile.Made:
		return numbered(w.Ply, w.SAN)
	case reconcile.Amended:
		return fmt.Sprintf("corrected: %s, not %s", numbered(w.Ply, w.SAN), numbered(w.Ply, f.sanOf(w.Ply, w.Was)))
	case reconcile.Retracted:
		return fmt.Sprintf("taken back: %s", numbered(w.Ply, f.sanOf(w.Ply, "")))
	case reconcile.ResultKnown:
		if w.Proposed {
			return fmt.Sprintf("result %s proposed (%s)", w.Result, w.Reason)
		}
		return fmt.Sprintf("result %s (%s)", w.Result, orWord(w.Reason, "told"))
	case reconcile.Displaced:
		return "board and record differ on " + squareNames(w.Squares)
	case reconcile.Restored:
		return "the board shows the game again"
	case eventlog.Unread:
		switch {
		case f.score.Phase == eventlog.Playing: // the entry of the game says so
			return ""
		case w.Squares == 0:
			return "all squares are read"
		}
		return "no reading: " + squareNames(w.Squares)
	case reconcile.Fault:
		if w.Kind == reconcile.Trusted {
			return "trusted again: " + squareNames(w.Squares)
		}
		return fmt.Sprintf("not trusted: %s (%s)", squareNames(w.Squares), w.Kind)
	}
	return ""
}

// players are those of the game that is set up, as ": Réti – Tartakower".
func (f *feed) players() string {
	white, black := surname(f.score.Opened.Pairing.White), surname(f.score.Opened.Pairing.Black)
	if white == "" && black == "" {
		return ""
	}
	return ": " + orWord(white, "White") + " – " + orWord(black, "Black")
}

// sanOf is the move that was published for a ply.
func (f *feed) sanOf(ply int, otherwise string) string {
	for _, m := range f.score.Moves {
		if m.Ply == ply {
			return m.SAN
		}
	}
	return otherwise
}

// told words the events that are only for the list of events.
func told(what reconcile.What) string {
	switch w := what.(type) {
	case reconcile.Touched:
		return fmt.Sprintf("%s touched on %s", w.Piece, w.Square)
	case reconcile.Returned:
		return fmt.Sprintf("%s put back on %s", w.Piece, w.Square)
	case reconcile.Obliged:
		if w.Duty == nil {
			return w.By.String() + " is free to move"
		}
		return fmt.Sprintf("%s: %s %s", w.By, w.Duty.Kind, strings.Join(w.Duty.Squares, " "))
	case reconcile.Completed:
		return fmt.Sprintf("ply %d completed", w.Ply)
	case reconcile.IllegalMove:
		return fmt.Sprintf("illegal move by %s", w.By)
	case reconcile.Breach:
		return fmt.Sprintf("%s broken by %s", w.Article, w.By)
	case reconcile.Remark:
		return strings.ReplaceAll(w.Remark, "_", " ")
	}
	return what.Name()
}

// position is the current one of the game, and whether the board has shown one.
func (f *feed) position() (rules.Position, bool) {
	if f.score.Phase == eventlog.Waiting {
		return rules.StartPosition(), false
	}
	p, err := readPosition(f.score.FEN(), f.score.Opened.Variant)
	if err != nil { // of a Chess960 game whose variant was not given
		if p, err = readPosition(f.score.FEN(), rules.Chess960); err != nil {
			return rules.StartPosition(), false
		}
	}
	return p, true
}

func squareNames(squares rules.Squares) string {
	var names []string
	for sq := range rules.NoSquare {
		if squares.Has(sq) {
			if len(names) == 8 {
				return strings.Join(names, " ") + " ..."
			}
			names = append(names, sq.String())
		}
	}
	return strings.Join(names, " ")
}
