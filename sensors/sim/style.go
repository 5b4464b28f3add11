package sim

import (
	"fmt"

	"touchmove/rules"
	"touchmove/sensors/sim/physics"
)

// Style is a level: how a game is played, and on what board. All chances are in
// thousandths; those of hands are per ply.
type Style struct {
	Name string
	What string // what the level contains, in one line

	Room
	Manners
	Hurry
	Mishaps
	Ends
	Placing
	Board Board
}

// Room describes what surrounds the game.
type Room struct {
	Paces    []string      // one is drawn for each trace
	ScanHz   []int         // whole scans per second; one is drawn
	Clock    int           // chance that presses are in the trace
	Lever    int           // chance that the clock has a lever, so that only a change of side is noticed
	Commands int           // chance that commands may be in the trace
	Polarity bool          // sensors distinguish White's pieces from Black's
	Games    int           // number of games in one trace
	Variant  rules.Variant // only games of this variant suit
	Promotes bool          // only games with a promotion suit
}

// Manners says how moves are carried out.
type Manners struct {
	Quiet     []Way
	Captures  []Way
	EnPassant []Way
	Castling  []Way
	Promotion []Way
	Rest      Spread // duration of a hesitation; zero means the usual one (up to 3 s)
	Settle    int    // chance that a move of another kind ends with a wiggle

	LateExchange   int // of slow exchanges: chance that the opponent replies while the pawn is still there
	PromoteCommand int // chance that a promotion is entered, if commands are given
}

// Hurry describes two players who do not wait for each other.
type Hurry struct {
	Overlap        int // the reply begins before the mover has released the piece
	LandsFirst     int // ... and lands before the mover's piece does
	PressForgotten int
	PressEarly     int // the other hand presses the clock before the piece is released
}

// Mishaps says what else hands do before the next ply.
type Mishaps struct {
	Adjust          int // pieces are straightened
	Announced       int // ... with an announcement, if commands are given
	Wiggle          int // a piece is brushed in passing
	OpponentTouches int
	TouchBroken     int // a piece is touched and another one moved
	StrayPress      int // a player who has not just moved presses the clock
	Illegal         int // an illegal move that is corrected
	IllegalPressed  int // ... after the clock was pressed
	IllegalCapture  int // ... share of captures among these
	KnockOver       int
	KnockedMost     int // largest number of pieces
	KnockDuring     int // of knock-overs: while a move is being made; if above 0, pieces are also put back on wrong squares first
	Sleeve          int // a sleeve brushes a row of squares
	TakeBack        int // plies are played and taken back
	TakeBackMost    int // largest number of plies
	Stands          int // of games: an illegal move goes unnoticed, and the game continues from there
}

// Ends says what happens before and after a game.
type Ends struct {
	SetUp         int // the trace begins with the pieces still being set up
	Kings         int // the kings are put on the centre squares at the end
	PostMortem    int // after the result was entered, the players play on for themselves
	ResultEntered int // a resignation, draw or result is entered, if commands are given
	SweptByArm    int // between games: the pieces are swept together, not lifted one by one
	SetUpAround   int // between games: pieces already at home stay there
}

// Board says how good the sensors are. Chances are in thousandths.
type Board struct {
	Bounce      int    // chance that a contact bounces when it opens or closes
	BounceGap   Spread // microseconds (not milliseconds) between toggles
	BounceMost  int64  // largest number of pairs of toggles
	Weak        [2]int // number of squares whose sensor drops out now and then: minimum, maximum
	WeakMinutes Spread // drop-outs per minute, in hundredths
	Crosstalk   [2]int // number of squares that feel a neighbour's magnet
	Unknown     [2]int // number of rows that cannot be read for a while
	Stuck       [2]int // number of sensors stuck on or off
	Recovers    int    // ... chance that a stuck sensor recovers
	Chatter     [2]int // number of sensors that chatter for a while
	FullScans   int    // chance that whole scans come regularly
	Gaps        [2]int // number of stretches without any scan: a stalled bus, a busy machine
	Skew        bool   // rows are read one after the other

	Physics *physics.Board // computes what the sensors feel from fields; nil: they feel what is over them
}

// Suits reports whether a game suits this level: it has the level's variant, and a
// promotion if the level requires one.
func (s Style) Suits(g Game) bool {
	if s.Variant != g.Start.Variant() {
		return false
	}
	if !s.Promotes {
		return true
	}
	for _, m := range g.Moves {
		if m.Promotion() != rules.NoKind {
			return true
		}
	}
	return false
}

func (s Style) restOr(usual Spread) Spread {
	if s.Rest == (Spread{}) {
		return usual
	}
	return s.Rest
}

// StyleByName finds a level by name. The error lists the names.
func StyleByName(name string) (Style, error) {
	var names []string
	for _, s := range Styles() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Style{}, fmt.Errorf("sim: there is no level %q: choose one of %v", name, names)
}
