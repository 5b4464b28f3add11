package decoder

import (
	"time"

	"touchmove/rules"
)

// game is what a Decoder knows about the game on the board.
type game struct {
	root     root
	players  [2]player
	pub      publisher
	stray    stray
	asking   questions
	fallback fallback
	rests    rests
	ending   ending
}

// root is where a game begins.
type root struct {
	ply   int
	began time.Duration
}

// illegalStood is a press for an illegal move from a position; at is 0 when there was none.
type illegalStood struct {
	to *link
	at time.Duration
}

// takenBack is the position to which a command took moves back; to is nil before that.
type takenBack struct {
	to    *link
	at    time.Duration
	move  rules.Move    // the first of the moves taken back
	shown time.Duration // when the board first showed the position again; 0 if it has not yet
	stood illegalStood
}

// setUp is the evidence that a game begins: its first position on the board.
type setUp struct {
	near         rules.Squares // the few squares that still differ
	nearSince    time.Duration
	newGameSince time.Duration // since when the board shows the first position of a new game; 0 if it does not
	mustChange   bool          // a new game begins only after the pieces have been moved from there
	awaySince    time.Duration // since when the board does not show the first position; 0 while it does
	unmoved      bool          // a game ended in the first position, and the board still shows it, or has yet to show it again
	out          bool          // pieces that were off their squares when that game ended are not all back yet
	keeps        bool          // see Keep
	suspended    Line          // the game before the one that began when the pieces were set up
}

// stray reports whether pieces stand where no hypothesis has them.
type stray struct {
	since time.Duration // since when too much of the board is unexplained; 0 if it is not
	home  time.Duration // since when all of it is explained again; 0 if it is not
	told  bool

	handling  Handling      // the handling last reported
	otherwise time.Duration // since when it seems to be a different one; 0 if it does not
}

// A fallback is a copy, kept outside the beam, of a hypothesis that agreed with the whole board for
// a while. By the time pieces knocked over or an illegal move have been put right, the true
// hypothesis may have been dropped in favour of others that explain the mess by moves. When the
// board again shows the position of the fallback, or one move from it, the fallback is therefore
// restored at a flat price: an accident that was put right costs the same however long it took.
type fallback struct {
	hypothesis *hypothesis
	paid       float64       // what it had paid when it was copied
	open       float64       // what its broken sensors cost then, paid with it
	lost       time.Duration // since when the board differs from it by more than a move; 0 if it does not
	near       time.Duration // since when it again differs by no more than that; 0 if it does not

	agreedSince time.Duration // since when the best hypothesis agrees with the whole board; 0 if it does not
}

// rests are the hypotheses that were last at rest: they agreed with the published moves and, except
// for one square, with the whole board.
type rests struct {
	last         *hypothesis
	before       *hypothesis   // the one before it
	restingSince time.Duration // since when the best hypothesis that agrees with the published moves has been at rest; 0 if it is not
}

// A Line is a suspended game as far as it was published. Reopen goes back to it.
type Line struct {
	tail  *link
	start rules.Position // the position in which games began then
	ply   int
	began time.Duration
	phase phase

	takenBack takenBack
	sealed    seal
	verdicts  [window]verdict
}
