package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Class reports whether a time for sixty moves makes a game standard play, rapid or
// blitz. From 2014 ten minutes are still blitz; before that rapid begins with
// fifteen; by the code of 2005 and before sixty are still rapid (2005:B1, 2009:A1,
// B1, 2018:A.1, B.1). Editions before 1997 know standard play alone.
func Class(l rules.Laws, estimate time.Duration) trace.Mode {
	switch e := &editions[l]; {
	case estimate < e.blitzUnder:
		return blitz
	case estimate < e.rapidUnder:
		return rapid
	}
	return std
}

// CanComplain reports whether a wrong set-up, orientation or setting of the clock may
// still be put right after so many moves of each: in fast play without supervision
// only at first (2009:A4a, 2018:A.4.1), else at any time.
func CanComplain(l rules.Laws, r Rate, moves int) bool {
	limit := editions[l].setupMoves
	return !IsLoose(l, r) || limit == 0 || moves < limit
}

// IsLoose reports whether a game is rapid or blitz without adequate supervision, so that
// the arbiter acts, for the most part, on claims alone. Before 2009 every game of
// rapid and blitz is: those editions know no adequate supervision (2009:A3, B2).
func IsLoose(l rules.Laws, r Rate) bool {
	e := &editions[l]
	return r.Mode != std && e.rapidUnder > 0 && (r.Unsupervised || !e.supervisable)
}

// MayBeSupervised reports whether rapid and blitz can be adequately supervised, so that the
// competition rules apply (2009:A3, B2).
func MayBeSupervised(l rules.Laws) bool { return editions[l].supervisable }

// FollowsControl reports whether a game is standard play, rapid or blitz by its time
// control where nobody has said which (2014:A.1, B.1).
func FollowsControl(l rules.Laws) bool { return editions[l].rateByControl }

// ReplaysSwapped reports whether a game that was begun with the colours swapped is to be
// played anew: from 2018 when fewer than ten moves have been made by both
// (2018:7.3); else it goes on.
func ReplaysSwapped(l rules.Laws, plies int) (anew bool) {
	n := editions[l].newGameMoves
	return n > 0 && plies < 2*n
}

// Recording is what decides whether a player has to record the moves (8.4).
type Recording struct {
	Mode   trace.Mode
	Left   time.Duration // that the player has
	Least  time.Duration // that the player has had in this period
	Thirty bool          // with each move thirty seconds or more are added
}

// IsRelieved reports whether a player need not record: with less than five minutes and
// without thirty seconds a move, from 1997 on, and from 2009 on for the rest of the period
// (8.4); in rapid and blitz at any time (2005:B3, 2009:A2, 2018:A.2). In 1953 it takes
// extreme time trouble, which no number tells.
func IsRelieved(l rules.Laws, r Recording) bool {
	return !HasToRecord(l, r.Mode) || ShortOf(l, r.Left, r.Least) < editions[l].reliefUnder && !r.Thirty
}

// HasToRecord reports whether the players record the moves at this rate of play (8.1):
// not in rapid and blitz (2005:B3, 2009:A2, 2018:A.2).
func HasToRecord(l rules.Laws, m trace.Mode) bool { return m == std || !editions[l].unrecorded }

// ShortOf is the time by which a player is relieved of recording, of what is left and the
// least that was left in this period.
func ShortOf(l rules.Laws, left, least time.Duration) time.Duration {
	if editions[l].reliefLasts {
		return min(left, least)
	}
	return left
}

// AdjournsEarly reports whether a player who adjourns before the end of the session is
// charged with the time until then (2005:A1b, 2018:I.1.2).
func AdjournsEarly(l rules.Laws) bool { return editions[l].sealedOnBoard }

// SealedAsMeant reports whether a sealed move that is illegal, but whose meaning is
// clear, is replaced by another; else it loses (1953:17c, 2018:I.5).
func SealedAsMeant(l rules.Laws) bool { return editions[l].sealedMeant }

// RequiresBothBoards reports whether, in a game with a visually impaired player, a move is set
// on both boards before the clock is pressed for it (2001:F2.3, 2009:E2.3,
// 2018:D.2.3).
func RequiresBothBoards(l rules.Laws) bool { return editions[l].bothBoards }

// HasAnnouncements reports whether moves are announced in the words that the Laws print
// (2001:F2.1, 2009:E2.1, 2018:D.2.1), and whether those are printed in Spanish
// instead of German (2005).
func HasAnnouncements(l rules.Laws) (is, spanish bool) {
	return editions[l].announces, editions[l].spokenSpanish
}

// IsCompletedByNext reports whether a move that was not pressed for is completed by its
// player's next one (2014:6.2a).
func IsCompletedByNext(l rules.Laws) bool { return editions[l].overtaken }

// DefaultTime is after how long an absent player loses by the edition, and false
// when the event has to say.
func DefaultTime(l rules.Laws) (time.Duration, bool) {
	m := editions[l].defaultTime
	return time.Duration(max(m, 0)) * time.Minute, m >= 0
}

// IllegalSeconds is what an illegal move brings the opponent; 0 is nothing.
func IllegalSeconds(l rules.Laws, m trace.Mode) int { return editions[l].seconds[m] }

// HasDeviceRule reports whether the edition says what becomes of a game in which a player's
// device sounds or is found (2005:12.2b, 2018:11.3.2).
func HasDeviceRule(l rules.Laws) bool { return editions[l].device != noRule }

// RequiresSignatures reports whether both players sign the scoresheets by an edition (2001: 8.7).
func RequiresSignatures(l rules.Laws) bool { return editions[l].signed }
