package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Class returns whether a time for sixty moves makes a game standard play, rapid or blitz. From
// 2014 ten minutes are still blitz; before that rapid begins with fifteen; up to 2005 sixty are
// still rapid (2005:B1, 2009:A1, B1, 2018:A.1, B.1). Editions before 1997 have only standard play.
func Class(l rules.Laws, estimate time.Duration) trace.Mode {
	switch e := &editions[l]; {
	case estimate < e.blitzUnder:
		return blitz
	case estimate < e.rapidUnder:
		return rapid
	}
	return std
}

// CanComplain reports whether a wrong clock setting may still be put right without a special reason after
// each player has made this many moves: in fast play without supervision only during the first moves
// (2009:A4a, 2018:A.4.1.1), otherwise at any time.
func CanComplain(l rules.Laws, r Rate, moves int) bool {
	limit := editions[l].setupMoves
	return !IsLoose(l, r) || limit == 0 || moves < limit
}

// IsLoose reports whether a game is rapid or blitz without adequate supervision, so that the
// arbiter acts mostly on claims only. Before 2009 this is true of every rapid and blitz game: those
// editions have no adequate supervision (2009:A3, B2).
func IsLoose(l rules.Laws, r Rate) bool {
	e := &editions[l]
	return r.Mode != std && e.rapidUnder > 0 && (r.Unsupervised || !e.supervisable)
}

// MayBeSupervised reports whether rapid and blitz can be adequately supervised, so that the
// competition rules apply (2009:A3, B2).
func MayBeSupervised(l rules.Laws) bool { return editions[l].supervisable }

// FollowsControl reports whether the time control decides if a game is standard play, rapid or
// blitz when the event does not say (2014:A.1, B.1).
func FollowsControl(l rules.Laws) bool { return editions[l].rateByControl }

// ReplaysSwapped reports whether a game that was begun with colours swapped is broken off and a new one
// played: from 2018 if both players have made fewer than ten moves (2018:7.3). Otherwise it goes on.
func ReplaysSwapped(l rules.Laws, plies int) bool {
	n := editions[l].newGameMoves
	return n > 0 && plies < 2*n
}

// OnSwapped returns the remark that says what an edition has done about swapped colours, after this
// many half-moves.
func OnSwapped(l rules.Laws, plies int) RemarkName {
	if ReplaysSwapped(l, plies) {
		return RemarkColoursNewGame
	}
	return RemarkColoursGoOn
}

// Recording holds what decides whether a player has to record the moves (8.4).
type Recording struct {
	Mode   trace.Mode
	Left   time.Duration // the player's remaining time
	Least  time.Duration // the least time the player has had left in this period
	Thirty bool          // thirty seconds or more are added with each move
}

// IsRelieved reports whether a player need not record: with less than five minutes and without
// thirty seconds a move, from 1997, and from 2009 for the rest of the period (8.4); in rapid and
// blitz at any time (2005:B3, 2009:A2, 2018:A.2). In 1953 it takes extreme time trouble, for which
// no number is given.
func IsRelieved(l rules.Laws, r Recording) bool {
	return !HasToRecord(l, r.Mode) || ShortOf(l, r.Left, r.Least) < ReliefUnder(l, r.Mode) && !r.Thirty
}

// ReliefUnder returns the time below which a player need not record any more (8.4). It is 0 where
// players do not record at this rate of play, and in 1953, which gives no number.
func ReliefUnder(l rules.Laws, m trace.Mode) time.Duration {
	if !HasToRecord(l, m) {
		return 0
	}
	return editions[l].reliefUnder
}

// HasToRecord reports whether the players record the moves at this rate of play (8.1):
// not in rapid and blitz (2005:B3, 2009:A2, 2018:A.2).
func HasToRecord(l rules.Laws, m trace.Mode) bool { return m == std || !editions[l].unrecorded }

// ShortOf returns the time that decides whether a player is relieved of recording: the time left
// or, in editions whose relief lasts, the least that was left in this period.
func ShortOf(l rules.Laws, left, least time.Duration) time.Duration {
	if editions[l].reliefLasts {
		return min(left, least)
	}
	return left
}

// AdjournsEarly reports whether a player who adjourns before the end of the session is
// charged with the time until then (2005:A1b, 2018:I.1.2).
func AdjournsEarly(l rules.Laws) bool { return editions[l].sealedOnBoard }

// SealedAsMeant reports whether a sealed move that is illegal, but of clear meaning, is replaced by
// another; otherwise it loses (1953:17c, 2018:I.5).
func SealedAsMeant(l rules.Laws) bool { return editions[l].sealedMeant }

// RequiresBothBoards reports whether, in a game with a visually impaired player, a move has to be
// made on both boards before the clock is pressed (2001:F2.3, 2009:E2.3, 2018:D.2.3).
func RequiresBothBoards(l rules.Laws) bool { return editions[l].bothBoards }

// HasAnnouncements reports whether moves are announced in the words that the Laws print (2001:F2.1,
// 2009:E2.1, 2018:D.2.1).
func HasAnnouncements(l rules.Laws) bool { return editions[l].announces }

// AnnouncesInSpanish reports whether those words are printed in Spanish instead of German (2005).
func AnnouncesInSpanish(l rules.Laws) bool { return editions[l].spokenSpanish }

// IsCompletedByNext reports whether a move without a press is completed by its player's next one
// (2014:6.2a).
func IsCompletedByNext(l rules.Laws) bool { return editions[l].overtaken }

// DefaultTime returns the time after which an absent player loses by the edition, and false when
// the event has to decide.
func DefaultTime(l rules.Laws) (time.Duration, bool) {
	m := editions[l].defaultTime
	return time.Duration(max(m, 0)) * time.Minute, m >= 0
}

// IllegalSeconds returns the time in seconds that the opponent gets for an illegal move; 0 means none.
func IllegalSeconds(l rules.Laws, m trace.Mode) int { return editions[l].seconds[m] }

// HasDeviceRule reports whether the edition says what happens when a player's device sounds or is
// found (2005:12.2b, 2018:11.3.2).
func HasDeviceRule(l rules.Laws) bool { return editions[l].device != noRule }

// AdjustsInOwnTime reports whether a player may adjust pieces only while their own clock runs
// (2018:6.2.5).
func AdjustsInOwnTime(l rules.Laws) bool { return editions[l].adjustOwnTime }

// RequiresSignatures reports whether an edition has both players sign the scoresheets (2001: 8.7).
func RequiresSignatures(l rules.Laws) bool { return editions[l].signed }
