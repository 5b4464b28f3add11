package article4

import (
	"fmt"
	"strings"

	"touchmove/rules"
)

// Topic is a subject on which editions of the Laws may differ, with the article of each edition
// that has one and a short description of what the edition says.
type Topic struct {
	Name     string
	Articles [rules.Editions]string // empty where the edition has none
	Says     [rules.Editions]string
	Tests    []string // what proves it: scenarios by their ids, and tests
}

// Difference is a topic on which two editions differ.
type Difference struct {
	Name     string
	Articles [2]string
	Says     [2]string
}

// topics are in the order of the articles of 2009. Each reads the tables that the game reads, and
// does not compare editions itself.
var topics = []struct {
	name     string
	articles string // of 1953, 1997, 2001, 2005, 2009, 2014, 2018, 2023; "-" means none
	says     func(e *edition, l rules.Laws) string
}{
	{"the turn passes with", "- 1.1 1.1 1.1 1.1 1.1 1.3 1.3", func(e *edition, _ rules.Laws) string {
		return either(e.turnByPress, "the opponent's press", "the opponent's release")
	}},
	{"who may adjust pieces", "8 4.2 4.2 4.2 4.2 4.2 6.2.5 6.2.5", func(e *edition, _ rules.Laws) string {
		return either(e.adjustOwnTime, "the player to move, while their clock runs", "the player to move")
	}},
	{"touched pieces", "8 4.3 4.3 4.3 4.3 4.3 4.3 4.3", func(e *edition, _ rules.Laws) string {
		switch {
		case e.firstTouchOnly:
			return "the first that can be moved or captured, of either colour"
		case e.pairOfSeveral:
			return "castling; then a pair, the first piece of each colour; then the first that can be moved or captured"
		}
		return "castling; then a pair; then the first that can be moved or captured"
	}},
	{"choice of the promoted piece is final", "7d 4.7 4.7 4.4d 4.4d 4.4d 4.4.4 4.4.4", func(e *edition, _ rules.Laws) string {
		return either(e.promotionFinal, "when it touches the square", "when it is released")
	}},
	{"claims about a release lapse", "8 4.6 4.6 4.7 4.7 4.8 4.8 4.8", func(e *edition, _ rules.Laws) string {
		return either(e.releaseUntilMove, "when the opponent has moved", "when the opponent touches a piece")
	}},
	{"the right to claim is lost", "8 4.6 4.6 4.7 4.7 4.8 4.8 4.8", func(e *edition, _ rules.Laws) string {
		return either(e.claimLostByHand, "by touching any piece, even to adjust it", "by touching a piece to move or capture it")
	}},
	{"a move is completed", "7 6.7a 6.8a 6.8a 6.7a 6.2a 6.2.1 6.2.1", func(e *edition, _ rules.Laws) string {
		switch {
		case e.completeAtRelease:
			return "at the release; the last move before a time control, with the press"
		case e.overtaken:
			return "with the press, by ending the game, or when its player has made the next one"
		}
		return "with the press, or by ending the game"
	}},
	{"mate and stalemate end the game", "11.1 5.1a 5.1a 5.1a 5.1a 5.1a 5.1.1 5.1.1", func(e *edition, _ rules.Laws) string {
		return either(e.endsInOrder, "if the move complied with Articles 3 and 4.2 to 4.7; otherwise the result is proposed while the opponent may claim", "if the move was legal")
	}},
	{"dead position ends the game", "- 9.6 5.2b 5.2b 5.2b 5.2b 5.2.2 5.2.2", func(_ *edition, l rules.Laws) string {
		return either(rules.DeadPosition.Automatic(l), "yes", "no")
	}},
	{"resigning", "11.2 5.1b 5.1b 5.1b 5.1b 5.1b 5.1.2 5.1.2", func(e *edition, _ rules.Laws) string {
		return either(e.resignMayDraw, "loses; a draw if the opponent cannot mate", "loses")
	}},
	{"agreeing to a draw", "12.2 5.3 5.2c 5.2c 5.2c 5.2c 5.2.3 5.2.3", func(e *edition, _ rules.Laws) string {
		return either(e.agreeAfterMove, "after a move by each player", "at any time")
	}},
	{"default time", "17b 6.6 6.7 6.7 6.6a 6.7 6.7.1 6.7.1", func(e *edition, _ rules.Laws) string {
		if e.defaultTime < 0 {
			return "the event must set it"
		}
		return fmt.Sprintf("%d min, unless the event sets another", e.defaultTime)
	}},
	{"neither player present at the start", "- - 6.6 6.6 6.6 6.7 6.7.2 6.7.2", func(e *edition, _ rules.Laws) string {
		return either(e.whiteAlone, "White's time runs", "not said")
	}},
	{"a flag falls, and the opponent cannot mate", "17a 6.9 6.10 6.10 6.9 6.9 6.9 6.9", func(e *edition, _ rules.Laws) string {
		return either(e.flagMayDraw, "a draw", "loses")
	}},
	{"both flags fallen, unclear which fell first", "- 6.11 6.12 6.12 6.11 6.11 III.3.1 III.3.1", func(e *edition, _ rules.Laws) string {
		return either(e.bothFlagsDraw, "play continues; in the last period a draw", "play continues")
	}},
	{"colours swapped", "- 7.2 7.2 7.2 7.2 7.3 7.3 7.3", func(e *edition, _ rules.Laws) string {
		if e.newGameMoves > 0 {
			return fmt.Sprintf("a new game before each player has made %d moves; afterwards play continues", e.newGameMoves)
		}
		return "play continues, unless the arbiter decides otherwise"
	}},
	{"after an illegal move a release binds", "9.1 7.4 7.4 7.4 7.4a 7.5a 7.5.1 7.5.1", func(e *edition, _ rules.Laws) string {
		return either(e.releaseBindsAgain, "yes", "no")
	}},
	{"a pawn left on the last rank, and the clock pressed", "7d 7.4 7.4 7.4 7.4a 7.5a 7.5.2 7.5.2", func(e *edition, _ rules.Laws) string {
		switch {
		case e.completeAtRelease:
			return "no move yet"
		case e.pawnBecomesQueen:
			return "illegal; the pawn becomes a queen"
		}
		return "illegal; the pawn goes back"
	}},
	{"a press without a move", "- 6.7 6.8 6.8 6.7 6.2 7.5.3 7.5.3", func(e *edition, _ rules.Laws) string {
		return either(e.pressCounts, "counts as an illegal move", "a remark")
	}},
	{"two hands used for one move", "- 4.1 4.1 4.1 4.1 4.1 7.5.4 7.5.4", func(e *edition, _ rules.Laws) string {
		return either(e.pressCounts, "counts as an illegal move once pressed", "the arbiter's to judge")
	}},
	{"the opponent receives for an illegal move", "9.1 7.4 7.4b 7.4b 7.4b 7.5b 7.5.5 7.5.5", func(e *edition, _ rules.Laws) string { return byMode(e.seconds) }},
	{"illegal moves lose the game", "- - 7.4b 7.4b 7.4b 7.5b 7.5.5 7.5.5", func(e *edition, _ rules.Laws) string {
		if e.loseAt == 0 {
			return "never"
		}
		return fmt.Sprintf("at the %s%s", [...]string{"", "first", "second", "third"}[e.loseAt], either(e.drawIfNoMate, "; a draw if the opponent cannot mate", ""))
	}},
	{"rapid without supervision: illegal moves", "- - B5 B6 A4c A.4b A.4.2 A.5.2", func(e *edition, _ rules.Laws) string { return e.loose[rapid].words() }},
	{"blitz without supervision: illegal moves", "- C3 C3 C3 B3c B.4 B.4 B.3", func(e *edition, _ rules.Laws) string { return e.loose[blitz].words() }},
	{"a king captured, a promotion not carried out", "9.1 7.4 7.4 7.4a 7.4a 7.5 7.5.1 7.5.1", func(*edition, rules.Laws) string {
		return "illegal moves"
	}},
	{"an illegal move noticed later", "9.1 7.4 7.4 7.4 7.4a 7.5a 7.5.1 7.5.1", func(*edition, rules.Laws) string {
		return "the arbiter enters it; the position before it is restored"
	}},
	{"fast play without supervision: the arbiter acts", "- C3 C3 C3 B3c A.4b A.4.2 A.5.2", func(e *edition, _ rules.Laws) string {
		return either(e.observed, "on what they observe, until the reply", "only if it is claimed")
	}},
	{"fast play without supervision: both kings in check", "- - - B6 A4c A.4b A.4.4 A.5.4", func(e *edition, _ rules.Laws) string {
		said := [...]string{"only if it is claimed", "the arbiter acts at once", "the arbiter waits for one more move, then it is a draw"}
		if e.unasked[rapid] != e.unasked[blitz] {
			return "rapid: " + said[e.unasked[rapid]] + "; blitz: " + said[e.unasked[blitz]]
		}
		return said[e.unasked[rapid]]
	}},
	{"fast play without supervision: flags", "- B B7 B7 A4d A.4d A.4.5 A.5.5", func(e *edition, _ rules.Laws) string {
		return either(e.flagsSeen, "called by the players or the arbiter", "called only by the players")
	}},
	{"fast play: a wrong setting of the clock is corrected", "- B5 B5 B5 A4a A.4a A.4.1 A.5.1", func(e *edition, _ rules.Laws) string {
		if e.setupMoves == 0 {
			return "not said"
		}
		return fmt.Sprintf("without supervision until each player has made %d moves, later for a reason", e.setupMoves)
	}},
	{"the scoresheet after a flag", "13 8.5 8.5 8.5 8.5 8.5 8.5 8.5", func(e *edition, _ rules.Laws) string {
		return either(e.relief, "is brought up to date before a piece is moved", "is brought up to date")
	}},
	{"the scoresheets are signed", "- - 8.7 8.7 8.7 8.7 8.7 8.7", func(e *edition, _ rules.Laws) string { return either(e.signed, "by both players", "not said") }},
	{"a draw offer is declined", "18.1 9.1 9.1 9.1 9.1 9.1 9.1 9.1", func(e *edition, _ rules.Laws) string {
		return either(e.offerLostByTouch, "in words, by touching a piece or by moving", "in words or by moving")
	}},
	{"a draw claim counts as an offer", "- - - 9.1 9.1 9.1 9.1 9.1", func(e *edition, _ rules.Laws) string { return either(e.claimIsOffer, "yes", "no") }},
	{"the right to claim a draw is lost", "12.3 9.4 9.4 9.4 9.4 9.4 9.4 9.4", func(e *edition, _ rules.Laws) string {
		return either(e.claimLostByTouch, "by touching a piece", "by moving")
	}},
	{"a player who claims a draw", "18.2 9.5 9.5 9.5 9.5 9.5 9.5.1 9.5.1", func(e *edition, _ rules.Laws) string {
		switch {
		case e.mustStop:
			return "must stop the clocks"
		case e.claimRunsOn:
			return "leaves the clocks running"
		}
		return "may stop the clocks"
	}},
	{"a correct draw claim", "12.3 9.5a 9.5a 9.5a 9.5a 9.5 9.5.2 9.5.2", func(e *edition, _ rules.Laws) string {
		return either(e.claimFound, "is proposed as a draw; the arbiter decides", "ends the game")
	}},
	{"the opponent receives for a wrong draw claim", "- 9.5b 9.5b 9.5b 9.5b 9.5b 9.5.3 9.5.3", func(e *edition, _ rules.Laws) string { return byMode(e.claimSeconds) }},
	{"the claimant loses for a wrong draw claim", "- 9.5b 9.5b 9.5b 9.5b 9.5b 9.5.3 9.5.3", func(e *edition, _ rules.Laws) string {
		return [...]string{"nothing", "half of the time left, at most 3 min", "with more than 2 min left, half of it, at most 3 min; with 1 to 2 min, all but 1 min"}[e.claimTakes]
	}},
	{"a move announced with a draw claim", "- 9.5 9.5 9.5 9.5 9.5 9.5.3 9.5.3", func(e *edition, _ rules.Laws) string {
		return either(e.claimBinds, "must then be played", "does not exist")
	}},
	{"a position for the fifth time", "- - - - - 9.6a 9.6.1 9.6.1", func(_ *edition, l rules.Laws) string {
		switch {
		case !rules.FivefoldRepetition.Automatic(l):
			return "play continues"
		case rules.FivefoldInARow(l):
			return "a draw, if in consecutive moves"
		}
		return "a draw"
	}},
	{"75 moves without a capture or a pawn move", "- - - - - 9.6b 9.6.2 9.6.2", func(_ *edition, l rules.Laws) string {
		return either(rules.SeventyFiveMoves.Automatic(l), "a draw", "play continues")
	}},
	{"quickplay finish", "- 10.2 10.2 10.2 10.2 G III.4 III.4", func(e *edition, _ rules.Laws) string {
		return [...]string{"none", "claimed under 2 min", "claimed under 2 min by the player to move; if rejected, 2 min for the opponent",
			"if announced: claimed under 2 min by the player to move, after a request for a delay or an increment of 5 s",
			"if announced: claimed under 2 min by the player to move, after a request for an increment of 5 s"}[e.quickplay]
	}},
	{"standard play, rapid or blitz", "- B1 B1 B1 A1 A.1 A.1 A.1", func(e *edition, _ rules.Laws) string {
		switch {
		case e.rapidUnder == 0:
			return "always standard play"
		case e.rateByControl:
			return "by main time plus sixty increments, unless the event says"
		}
		return "as the event says"
	}},
	{"a move made on the board after the request to seal", "15 - - A1a G1a E I.1 I.1", func(e *edition, _ rules.Laws) string {
		return either(e.sealedOnBoard, "is the sealed move", "is not the sealed move: the envelope counts")
	}},
	{"a phone that sounds", "- - - 12.2b 12.3b 11.3 11.3.2 11.3.2", func(e *edition, _ rules.Laws) string {
		return [...]string{"not said", "loses; the arbiter decides the opponent's score", "loses; a draw if the opponent cannot mate", "loses"}[e.device]
	}},
}

func either(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// byMode gives the times, by rate of play where they differ.
func byMode(seconds [3]int) string {
	minutes := func(s int) string { return fmt.Sprintf("%d min", s/60) }
	switch {
	case seconds == [3]int{}:
		return "nothing"
	case seconds[std] == seconds[rapid] && seconds[std] == seconds[blitz]:
		return minutes(seconds[std])
	case seconds[rapid] == seconds[blitz]:
		return minutes(seconds[std]) + ", rapid and blitz " + minutes(seconds[blitz])
	}
	return minutes(seconds[std]) + ", blitz " + minutes(seconds[blitz])
}

func (f fast) words() string {
	switch {
	case !f.claim:
		return "as with supervision"
	case f.loses:
		return "claimed before the reply: a loss, or a draw if the opponent cannot mate"
	case f.byTouch:
		return "claimed before touching a piece: as with supervision"
	}
	return "claimed before the reply: as with supervision"
}

// Topics lists all topics with what each edition says.
func Topics() []Topic {
	list := make([]Topic, len(topics))
	for i, t := range topics {
		list[i].Name, list[i].Tests = t.name, strings.Fields(evidence[t.name])
		for l, article := range strings.Fields(t.articles) {
			if article != "-" {
				list[i].Articles[l] = article
			}
			list[i].Says[l] = t.says(&editions[l], rules.Laws(l))
		}
	}
	return list
}

// Diff lists the topics on which two editions say different things; different numbers of the same
// articles do not count.
func Diff(a, b rules.Laws) []Difference {
	var list []Difference
	for _, t := range Topics() {
		if t.Says[a] != t.Says[b] {
			list = append(list, Difference{t.Name, [2]string{t.Articles[a], t.Articles[b]}, [2]string{t.Says[a], t.Says[b]}})
		}
	}
	return list
}
