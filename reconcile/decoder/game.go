package decoder

import (
	"time"

	"touchmove/rules"
)

// game is what a Decoder knows of the game on the board.
type game struct {
	rootPly   int
	began     time.Duration    // when the game began
	press     [2]time.Duration // each player's last press of the clock; -1 before the first
	pressed   [2]time.Duration // and the one before it
	promote   choice
	pub       publisher
	takenBack takenBack
	stray     stray

	sealed      seal
	asking      asking
	forked      *fork // nil: no answer can be undone
	fallback    fallback
	agreedSince time.Duration // since when the best hypothesis agrees with the whole board; 0 is not
	rests       rests
	ending      ending
	decided     bool // see Decide
}

// choice is the piece that a command named for a promotion.
type choice struct {
	kind rules.Kind
	at   time.Duration
}

// takenBack is where a command took moves back to; to is nil before.
type takenBack struct {
	to    *link
	at    time.Duration
	move  rules.Move    // the first of those taken back
	shown time.Duration // when the board first showed the position again; 0 is not yet
}

// setUp is the evidence that a game begins: its first position on the board.
type setUp struct {
	near         rules.Squares // the few squares that still differ
	nearSince    time.Duration
	newGameSince time.Duration // since when the board shows the first position of a new game; 0 is not
	mustChange   bool          // a game begins only once the pieces have stood otherwise
	unmoved      bool          // a game ended in the first position, which stands there still
}

// stray is whether pieces stand where no hypothesis has them.
type stray struct {
	since time.Duration // since when too much of the board is unexplained; 0 is not
	home  time.Duration // since when all of it is explained again; 0 is not
	told  bool

	handling  Handling      // as it was told
	otherwise time.Duration // since when it seems to be another one; 0 is not
}

// A fallback is a copy of a hypothesis that agreed with the whole board for a while,
// kept outside the beam. When a knocked board or an illegal move has been put right,
// the true hypothesis may long have been given up for others that explain the mess by
// moves. So when the board again shows the position of the fallback, or one move from
// it, the fallback is put back at a flat price: an accident put right costs the same
// however long it took.
type fallback struct {
	hypothesis *hypothesis
	paid       float64       // what it had paid when it was taken
	open       float64       // and what its broken sensors cost then, paid with it
	lost       time.Duration // since when the board differs from it by more than a move; 0 is not
	near       time.Duration // since when it differs by no more again; 0 is not
}

// rests are the hypotheses that were last at rest: agreeing with what was told and,
// but for a square, with the whole board.
type rests struct {
	last         *hypothesis
	before       *hypothesis   // the one before it
	since        time.Duration // when last became it
	restingSince time.Duration // since when the best one that agrees with what was told has been at rest; 0 is not
}

// ending is the evidence that a game is over: both kings in the centre.
type ending struct {
	centreSince time.Duration // since when they stand there; 0 is not
	resumeSince time.Duration // since when the board shows the position before again; 0 is not
	proposed    bool          // the end is only a sign on the board
	result      string        // that the sign says
	sweptSince  time.Duration // since when the board has been swept, until that was told; 0 is not
}

// A Line is a suspended game as far as it was told. Reopen goes back to it.
type Line struct {
	tail  *link
	start rules.Position // in which games began then
	ply   int
	began time.Duration
	phase phase

	takenBack takenBack
	sealed    seal
	verdicts  [window]verdict
}
