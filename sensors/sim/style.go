package sim

import (
	"fmt"

	"touchmove/rules"
	"touchmove/sensors/sim/physics"
)

// Style is how a game is played and what board it is played on: a level. All
// chances are in thousandths; those of hands are for each ply.
type Style struct {
	Name string
	What string // one line: what is in it

	Room
	Manners
	Hurry
	Mishaps
	Ends
	Placing
	Board Board
}

// Room is the board's surroundings.
type Room struct {
	Paces    []string      // one is drawn for a trace
	ScanHz   []int         // whole scans a second; one is drawn
	Clock    int           // that presses are in the trace
	Lever    int           // that the clock has a lever, which is felt only when it goes over
	Commands int           // that commands may be in the trace
	Polarity bool          // sensors distinguish white from black
	Games    int           // games in one trace
	Variant  rules.Variant // only games of it suit
	Promotes bool          // only games with a promotion suit
}

// Manners are how moves are carried out.
type Manners struct {
	Quiet     []Way
	Captures  []Way
	EnPassant []Way
	Castling  []Way
	Promotion []Way
	Rest      Spread // a hesitation's rest; zero is the usual (up to 3 s)
	Settle    int    // that any other move ends with a wiggle

	LateExchange   int // of slow exchanges: the opponent replies while the pawn is still there
	PromoteCommand int // that a promotion is entered, where commands are
}

// Hurry is two pairs of hands that do not wait for each other.
type Hurry struct {
	Overlap        int // the reply begins before the mover has let go
	LandsFirst     int // ... and lands before the mover's piece does
	PressForgotten int
	PressEarly     int // the clock is pressed, by the other hand, before the piece is released
}

// Mishaps are what else hands do before the next ply.
type Mishaps struct {
	Adjust          int // pieces straightened
	Announced       int // ... saying so, where commands are
	Wiggle          int // a piece brushed in passing
	OpponentTouches int
	TouchBroken     int // a piece is touched, another moved
	StrayPress      int // a clock pressed by somebody who has not just moved
	Illegal         int // an illegal move, put right
	IllegalPressed  int // ... after the clock was pressed
	IllegalCapture  int // ... of which captures
	KnockOver       int
	KnockedMost     int // pieces at most
	KnockDuring     int // of knock-overs: while a move is being made; above 0, pieces also come back to wrong squares first
	Sleeve          int // a sleeve brushes a row of squares
	TakeBack        int // plies played and taken back
	TakeBackMost    int // plies at most
	Stands          int // of games: an illegal move goes unnoticed, and the game continues from there
}

// Ends are what happens before and after a game.
type Ends struct {
	SetUp         int // the trace begins with the pieces still being set up
	Kings         int // kings are put on the centre squares at the end
	PostMortem    int // when the result was entered: the players play on, for themselves
	ResultEntered int // resignation, draw or result is entered, where commands are given
	SweptByArm    int // between games: the pieces are swept together, not lifted one by one
	SetUpAround   int // between games: pieces already at home stay there
}

// Board is how good the sensors are. Chances are in thousandths.
type Board struct {
	Bounce      int    // that a contact bounces when made or broken
	BounceGap   Spread // microseconds (not milliseconds) between toggles
	BounceMost  int64  // pairs of toggles at most
	Weak        [2]int // squares whose sensor drops out now and then: least, most
	WeakMinutes Spread // hundredths of drop-outs a minute
	Crosstalk   [2]int // squares that feel a neighbour's magnet
	Unknown     [2]int // rows that cannot be read for a while
	Stuck       [2]int // sensors stuck on or off
	Recovers    int    // ... that a stuck sensor recovers
	Chatter     [2]int // sensors that chatter for a while
	FullScans   int    // that whole scans come regularly
	Gaps        [2]int // stretches without any scan: a stalled bus, a busy machine
	Skew        bool   // rows are scanned one after the other

	Physics *physics.Board // what the sensors feel follows from fields; nil: they feel what is over them
}

// Suits reports whether a game is one for this level: of its variant, and with a
// promotion where it is about promotions.
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

// StyleByName finds a level. The error lists the names.
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
