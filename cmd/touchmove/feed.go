package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"touchmove/broadcast"
	"touchmove/configs"
	"touchmove/daemon/hardware"
	"touchmove/daemon/resources"
	"touchmove/eventlog"
	"touchmove/internal/words"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/wiring"
)

// feed follows the entries of one board, as publishers do, and keeps what the terminal shows.
type feed struct {
	board  string
	texts  *words.Texts
	source *broadcast.Cursor
	state  eventlog.State
	delay  time.Duration           // from the release of the last move to its publication
	timed  bool                    // delay is known
	events []string                // the latest, in words
	wired  map[rules.Square]string // chip and pin of each square; nil if not known
}

// eventsKept is the number of lines of events that a feed keeps.
const eventsKept = 64

// catchUp takes the new entries. It returns the lines to print for them, and a channel that is
// closed when there are more.
func (f *feed) catchUp() (lines []string, more <-chan struct{}) {
	entries, more := f.source.Next()
	for _, t := range entries {
		if w, ok := t.What.(eventlog.Ringing); ok {
			for _, line := range rings(f.texts, f.state.Ringing.Alarms, w.Alarms, t.At) {
				f.list(t.At, line)
				lines = append(lines, f.board+": "+line)
			}
			f.state.Apply(t)
			continue
		}
		if line := f.apply(t); line != "" {
			lines = append(lines, f.board+": "+line)
		}
	}
	return lines, more
}

func (f *feed) apply(t eventlog.Entry) string {
	line := f.line(t)
	f.state.Apply(t)
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
		text = f.minor(t.What)
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

// line describes an entry that has not been taken yet: a move or a change to one, a result, or
// trouble with the board. It returns "" for everything else.
func (f *feed) line(t eventlog.Entry) string {
	switch w := t.What.(type) {
	case reconcile.Started:
		if w.FEN != rules.StartFEN {
			return f.texts.T("run.beginsfrom", "game", gameNumber(t.Game), "fen", w.FEN) + f.players()
		}
		return f.texts.T("run.begins", "game", gameNumber(t.Game)) + f.players()
	case reconcile.Made:
		return f.numbered(w.Ply, w.SAN)
	case reconcile.Amended:
		return f.texts.T("run.corrected", "a", f.numbered(w.Ply, w.SAN), "b", f.numbered(w.Ply, f.sanOf(w.Ply, w.Was)))
	case reconcile.Retracted:
		return f.texts.T("run.retracted", "a", f.numbered(w.Ply, f.sanOf(w.Ply, "")))
	case reconcile.ResultKnown:
		if w.Proposed {
			return f.texts.T("run.proposed", "a", w.Result, "b", reasonIn(f.texts, w.Reason))
		}
		return f.texts.T("run.result", "a", w.Result, "b", orWord(reasonIn(f.texts, w.Reason), f.texts.T("run.declared")))
	case reconcile.Displaced:
		return f.texts.T("run.differ", "a", squareNames(w.Squares))
	case reconcile.Restored:
		return f.texts.T("run.restored")
	case eventlog.Unread:
		switch {
		case f.state.Phase == eventlog.Playing: // during play, an event of the game reports it
			return ""
		case w.Squares == 0:
			return f.texts.T("run.allread")
		}
		return f.texts.T("run.noreading", "a", f.places(w.Squares))
	case reconcile.Fault:
		if w.Kind == reconcile.Trusted {
			return f.texts.T("run.trustedagain", "a", squareNames(w.Squares))
		}
		return f.texts.T("run.nottrusted", "a", f.places(w.Squares), "b", reasonIn(f.texts, w.Kind.String()))
	}
	return ""
}

// players names the players of the game, such as ": Réti – Tartakower".
func (f *feed) players() string {
	white, black := surname(f.state.Opened.Pairing.White), surname(f.state.Opened.Pairing.Black)
	if white == "" && black == "" {
		return ""
	}
	return ": " + orWord(white, f.texts.Colour(rules.White)) + " – " + orWord(black, f.texts.Colour(rules.Black))
}

// numbered returns a move with its number, in the language's letters.
func (f *feed) numbered(ply int, san string) string { return numbered(ply, f.texts.SAN(san)) }

// sanOf returns the move published for a ply, or otherwise if there is none.
func (f *feed) sanOf(ply int, otherwise string) string {
	for _, m := range f.state.Moves {
		if m.Ply == ply {
			return m.SAN
		}
	}
	return otherwise
}

// minor describes the events that appear only in the list of events.
func (f *feed) minor(what reconcile.What) string {
	t := f.texts
	switch w := what.(type) {
	case reconcile.Touched:
		return t.T("run.touched", "a", t.SAN(w.Piece.String()), "b", w.Square)
	case reconcile.Returned:
		return t.T("run.returned", "a", t.SAN(w.Piece.String()), "b", w.Square)
	case reconcile.Obliged:
		if w.Duty == nil {
			return t.T("run.free", "a", t.Colour(w.By))
		}
		return t.Colour(w.By) + " " + t.T("duty."+w.Duty.Kind, "s", strings.Join(w.Duty.Squares, " "))
	case reconcile.Completed:
		return t.T("run.completed", "n", w.Ply)
	case reconcile.IllegalMove:
		return t.T("run.illegal", "a", t.Colour(w.By))
	case reconcile.Breach:
		return t.T("run.breach", "a", w.Article, "b", t.Colour(w.By))
	case reconcile.Remark:
		return reasonIn(t, w.Remark)
	}
	return what.Name()
}

// position returns the current position, and whether the board has shown one yet.
func (f *feed) position() (rules.Position, bool) {
	if f.state.Phase == eventlog.Waiting {
		return rules.StartPosition(), false
	}
	p, err := readPosition(f.state.FEN(), f.state.Opened.Variant)
	if err != nil { // a Chess960 game whose variant was not given
		if p, err = readPosition(f.state.FEN(), rules.Chess960); err != nil {
			return rules.StartPosition(), false
		}
	}
	return p, true
}

func squareNames(squares rules.Squares) string {
	var names []string
	for sq := range squares.All() {
		names = append(names, sq.String())
	}
	return strings.Join(names, " ")
}

// wholeRanks shortens lists of squares: "a7-h7" for a whole rank.
var wholeRanks = func() *strings.Replacer {
	var pairs []string
	for rank := range 8 {
		first, last := rules.SquareAt(0, rank), rules.SquareAt(7, rank)
		var all rules.Squares
		for file := range 8 {
			all = all.With(rules.SquareAt(file, rank))
		}
		pairs = append(pairs, squareNames(all), first.String()+"-"+last.String())
	}
	return strings.NewReplacer(pairs...)
}()

// lost names every square whose sensor is not trusted or gives no reading, and what reads it: one
// text for each chip. Squares without a chip of their own share a text.
func (f *feed) lost() (texts []string) {
	squares := map[string]rules.Squares{}
	var chips []string
	for sq := range f.state.Faults().All() {
		chip, _, _ := strings.Cut(f.wired[sq], " pin ")
		if squares[chip] == 0 {
			chips = append(chips, chip)
		}
		squares[chip] = squares[chip].With(sq)
	}
	for _, chip := range chips {
		texts = append(texts, f.places(squares[chip]))
	}
	return texts
}

// places names squares and what reads them: chip and pin for one square, only the chips for
// several.
func (f *feed) places(squares rules.Squares) string {
	names := wholeRanks.Replace(squareNames(squares))
	var chips []string
	for sq := range squares.All() {
		at := f.wired[sq]
		if squares.Count() > 1 {
			at, _, _ = strings.Cut(at, " pin ")
		}
		if at != "" && !slices.Contains(chips, at) {
			chips = append(chips, at)
		}
	}
	if len(chips) == 0 || len(chips) > 4 {
		return names
	}
	return names + ", " + strings.Join(chips, ", ")
}

// wiredAt names the chip and the pin of every square, such as "chip 0x21 pin GPB2": from the wiring
// that a calibration found or, without one, from the configuration.
func wiredAt(b configs.Board, measured *resources.Sheet) map[rules.Square]string {
	w, err := hardware.TwinOf(b.Wiring)
	if err != nil || len(w.Parts()) == 0 {
		return nil
	}
	squares := wiring.Served(w)
	if measured != nil && len(measured.Wiring) == len(squares) {
		squares = measured.Wiring
	}
	at, names := map[rules.Square]string{}, wiring.NamesOf(w)
	for ch, sq := range squares {
		if sq == rules.NoSquare {
			continue
		}
		name := names.Long(ch)
		if i := strings.LastIndexByte(name, ' '); strings.Contains(name, "chip ") && i > 0 && !strings.Contains(name, "channel") {
			name = name[:i] + " pin" + name[i:]
		}
		at[sq] = name
	}
	return at
}
