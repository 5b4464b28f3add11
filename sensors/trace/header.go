package trace

import (
	"fmt"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Version is the trace format that this package reads and writes.
const Version = 1

// Header is a trace's first line: which board it was, what stood on it, and under
// which Laws it was played. Make one with DefaultHeader and change what is
// different: the zero value means the Laws of 1953 and no start position.
type Header struct {
	Board         string          // the board's id
	Sensing       sensors.Sensing // what the sensors distinguish
	Variant       rules.Variant   // standard or chess960
	Start         string          // FEN of the position set up when the trace begins; never empty once read
	Laws          rules.Laws      // edition of the Laws in force; FIDE 2009 by default
	ScanHz        float64         // scans per second of the recording board; 0 if not given
	Clock         Clock           // whether presses are in the trace
	Mode          Mode            // standard, rapid or blitz
	ModeGiven     bool            // Mode was given, even if as standard; otherwise the time control decides whether standard play is meant (package reconcile)
	Publish       Publish         // how soon moves are published: sure or quick
	TimeControl   string          // time_control, as in PGN or in the words of a tournament report; empty if not given
	BlackControl  string          // time_control_black, if Black's differs
	Unsupervised  bool            // rapid or blitz without adequate supervision
	Quickplay     bool            // quickplay: the guidelines on games without increment were announced beforehand
	Tactile       bool            // board_kind tactile: the board of a visually impaired player
	TactileOppo   bool            // opponent_board tactile
	TwoBoards     bool            // two_boards: the game is also played on a second board, as with visually impaired players
	ClaimsDecided bool            // claims_decided: the arbiter decides a claim of a draw if the edition says so. Journals of earlier versions lack this key: in them a correct claim ended the game. It is true in a trace that names no program
	Names         string          // announcements: the language in which moves are announced aloud; empty means that of the edition
	History       []string        // UCI moves already played from Start, before the trace begins
	Setup         Before          // what happened before the trace
	Journal       string          // journal: the name under which a journal was begun, without its suffix; empty for other traces
	After         []Link          // after: the journals that a journal was begun after. Nil in other traces and in journals of earlier versions; empty, not nil, in the first journal of a board
	WrittenBy     string          // "version": the program that wrote the trace
	Began         time.Time       // began: the moment of At 0, in the time zone that the hall had then; zero if not known
}

// Link names a journal, and a line of it that was stored when the link was written. Lines are
// bound to the ones before them, so the journal is unchanged up to that line as long as it
// has a line with this checksum.
type Link struct {
	Journal string // its name without its suffix
	CRC     string // of the line (Writer.LastCRC), eight hexadecimal digits; empty if its lines are not bound
}

// ScanTime returns the usual time from one scan of the recording board to the next, and 0 if it is not known.
func (h *Header) ScanTime() time.Duration {
	if h.ScanHz <= 0 {
		return 0
	}
	return time.Duration(float64(time.Second) / h.ScanHz)
}

// DefaultHeader returns the header that is meant if only the version is given:
// occupancy sensing and the standard starting position under the Laws of 2009.
func DefaultHeader() Header {
	return Header{Start: rules.StartFEN, Laws: rules.FIDE2009}
}

// Clock says whether clock presses can be expected in a trace.
type Clock uint8

// ClockUnknown is the default: there is no clock until a press is seen.
const (
	ClockUnknown Clock = iota
	ClockButtons
	ClockNone
)

var clockWords = [...]string{"", "buttons", "none"}

// String returns "buttons" or "none", or "" for ClockUnknown.
func (c Clock) String() string {
	if int(c) < len(clockWords) {
		return clockWords[c]
	}
	return fmt.Sprintf("Clock(%d)", uint8(c))
}

// ParseClock parses "buttons" or "none".
func ParseClock(word string) (Clock, error) {
	switch word {
	case "buttons":
		return ClockButtons, nil
	case "none":
		return ClockNone, nil
	}
	return ClockUnknown, fmt.Errorf("%q is not a clock: write buttons or none", word)
}

// Mode is the rate of play (Laws 2009, appendices A and B).
type Mode uint8

// Standard play is the default; rapid and blitz have their own rules on illegal
// moves and claims.
const (
	StandardPlay Mode = iota
	Rapid
	Blitz
)

var modeWords = [...]string{"standard", "rapid", "blitz"}

// String returns "standard", "rapid" or "blitz".
func (m Mode) String() string {
	if int(m) < len(modeWords) {
		return modeWords[m]
	}
	return fmt.Sprintf("Mode(%d)", uint8(m))
}

// ParseMode parses a word as String prints it.
func ParseMode(word string) (Mode, error) {
	for i, w := range modeWords {
		if w == word {
			return Mode(i), nil
		}
	}
	return StandardPlay, fmt.Errorf("%q is not a rate of play: write standard, rapid or blitz", word)
}

// Publish says how soon moves are published.
type Publish uint8

// Sure, the default, publishes a move once no other is likely. Quick publishes it
// as early as possible and amends more often.
const (
	Sure Publish = iota
	Quick
)

var publishWords = [...]string{"sure", "quick"}

// String returns "sure" or "quick".
func (p Publish) String() string {
	if int(p) < len(publishWords) {
		return publishWords[p]
	}
	return fmt.Sprintf("Publish(%d)", uint8(p))
}

// ParsePublish parses "sure" or "quick".
func ParsePublish(word string) (Publish, error) {
	for i, w := range publishWords {
		if w == word {
			return Publish(i), nil
		}
	}
	return Sure, fmt.Errorf("%q is not a way to publish moves: write sure or quick", word)
}

// Before holds what happened in the game before the trace began.
type Before struct {
	Illegal          [2]int // illegal moves already counted, by rules.Color
	ControlMovesLeft [2]int // moves still to be made before the time control, by rules.Color; 0 if not given
}
