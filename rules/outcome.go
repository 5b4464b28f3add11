package rules

import "fmt"

// A Termination is why a game ended, or could end by a claim. Article gives the article for each
// reason; NoTermination is the zero value.
type Termination uint8

// The reasons. Those of the first group end a game automatically as soon as the move is made; those
// of the second only when the player having the move claims it; those of the third never show on
// the board but come from players, clock or arbiter.
const (
	NoTermination       Termination = iota
	Checkmate                       // the player to move is checkmated
	Stalemate                       // the player to move has no legal move and is not in check
	DeadPosition                    // neither player can checkmate by any series of legal moves (from 1997)
	FivefoldRepetition              // the position for the fifth time (from 2014)
	SeventyFiveMoves                // 75 moves each without capture and pawn move (from 2014)
	ThreefoldRepetition             // the position for the third time
	FiftyMoves                      // 50 moves each without capture and pawn move
	Resignation                     // a player resigned
	Agreement                       // the players agreed on a draw
	FlagFall                        // a player's time ran out; a draw if the opponent cannot checkmate (from 1997)
	IllegalMoves                    // too many illegal moves; a draw if the opponent cannot checkmate (from 2009)
	terminationsEnd
)

var terminationNames = [terminationsEnd]string{"none", "checkmate", "stalemate", "dead_position",
	"fivefold_repetition", "seventy_five_moves", "threefold_repetition", "fifty_moves",
	"resignation", "agreement", "flag_fall", "illegal_moves"}

// articles is, for each reason and edition, the article of the Laws; empty where the edition has no
// such rule. The code of 1953 is printed without numbers; those here follow its cross references.
var articles = [terminationsEnd][Editions]string{
	//                    1953    1997    2001    2005    2009    2014    2018     2023
	Checkmate:           {"11.1", "5.1a", "5.1a", "5.1a", "5.1a", "5.1a", "5.1.1", "5.1.1"},
	Stalemate:           {"12.1", "5.2", "5.2a", "5.2a", "5.2a", "5.2a", "5.2.1", "5.2.1"},
	DeadPosition:        {"", "9.6", "5.2b", "5.2b", "5.2b", "5.2b", "5.2.2", "5.2.2"},
	FivefoldRepetition:  {"", "", "", "", "", "9.6a", "9.6.1", "9.6.1"},
	SeventyFiveMoves:    {"", "", "", "", "", "9.6b", "9.6.2", "9.6.2"},
	ThreefoldRepetition: {"12.3", "9.2", "9.2", "9.2", "9.2", "9.2", "9.2", "9.2"},
	FiftyMoves:          {"12.4", "9.3", "9.3", "9.3", "9.3", "9.3", "9.3", "9.3"},
	Resignation:         {"11.2", "5.1b", "5.1b", "5.1b", "5.1b", "5.1b", "5.1.2", "5.1.2"},
	Agreement:           {"12.2", "5.3", "5.2c", "5.2c", "5.2c", "5.2c", "5.2.3", "5.2.3"},
	FlagFall:            {"17a", "6.9", "6.10", "6.10", "6.9", "6.9", "6.9", "6.9"},
	IllegalMoves:        {"", "", "7.4b", "7.4b", "7.4b", "7.5b", "7.5.5", "7.5.5"},
}

// counting reports how an edition counts repetitions and moves, where editions differ.
var counting = [Editions]struct {
	fiftyOnBoard   bool // fifty moves are claimed for the position on the board, never with an announced move (1953)
	fivefoldInARow bool // the five appearances have to be consecutive (2014: 9.6a)
}{
	FIDE1953: {fiftyOnBoard: true},
	FIDE2014: {fivefoldInARow: true},
}

// FivefoldInARow reports whether the five appearances that end a game automatically have to be
// consecutive, at every second move of both players, as only the edition of 2014 requires (9.6a).
func FivefoldInARow(l Laws) bool { return counting[l].fivefoldInARow }

// Article is the article of an edition of the Laws about this reason; empty if the edition has
// none.
func (t Termination) Article(l Laws) string {
	if t >= terminationsEnd || int(l) >= len(articles[t]) {
		return ""
	}
	return articles[t][l]
}

// Automatic reports whether the reason ends a game automatically in an edition of the Laws, without
// a claim, a player's word or the clock.
func (t Termination) Automatic(l Laws) bool {
	return t >= Checkmate && t <= SeventyFiveMoves && t.Article(l) != ""
}

// ByPosition reports whether the position alone is the reason, so that the move that led to it ends
// the game: mate, stalemate or a dead position.
func (t Termination) ByPosition() bool { return t == Checkmate || t == Stalemate || t == DeadPosition }

// Claimable reports whether the reason ends a game only when claimed by the player having the move.
func (t Termination) Claimable() bool { return t == ThreefoldRepetition || t == FiftyMoves }

// String is the reason's name in small letters, as in "fifty_moves".
func (t Termination) String() string {
	if t >= terminationsEnd {
		return fmt.Sprintf("Termination(%d)", uint8(t))
	}
	return terminationNames[t]
}

// ParseTermination reads a reason's name as String writes it.
func ParseTermination(s string) (Termination, error) {
	for t := Checkmate; t < terminationsEnd; t++ {
		if terminationNames[t] == s {
			return t, nil
		}
	}
	return NoTermination, fmt.Errorf("%q is not a reason for a game to end", s)
}

// An Outcome is the end of a game: the result and the reason. The zero value is a game in progress.
type Outcome struct {
	Result      Result
	Termination Termination
}

// String is the result and the reason, as in "1-0 checkmate".
func (o Outcome) String() string {
	if o.Termination == NoTermination {
		return o.Result.String()
	}
	return o.Result.String() + " " + o.Termination.String()
}

// Outcome reports whether the position ends the game automatically in an edition of the Laws:
// checkmate, stalemate or, from 1997, too little material for anyone to mate. Repetition and
// counted moves need the game's History; any other dead position needs a proof, see Winnable.
func (p Position) Outcome(l Laws) (Outcome, bool) {
	if !p.HasLegalMove() {
		if p.InCheck() {
			return Outcome{WinFor(p.turn.Other()), Checkmate}, true
		}
		return Outcome{Drawn, Stalemate}, true
	}
	if DeadPosition.Automatic(l) && p.InsufficientMaterial() {
		return Outcome{Drawn, DeadPosition}, true
	}
	return Outcome{}, false
}

// InsufficientMaterial reports whether the pieces left cannot give checkmate in any position: bare
// kings, a single knight or bishop besides, or nothing but bishops of one square colour. It
// promises no more: knight against knight and knight against bishop allow mates, and a position may
// be dead for other reasons.
func (p Position) InsufficientMaterial() bool {
	if p.pawns()|p.straight() != 0 {
		return false
	}
	minors := p.occupied() &^ p.kings()
	if p.knights() != 0 {
		return !minors.more()
	}
	return minors&lightSquares == 0 || minors&darkSquares == 0
}
