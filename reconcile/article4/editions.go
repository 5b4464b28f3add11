package article4

import (
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// edition is what one edition of the Laws says, as far as this package acts on
// it. Where the texts leave something open the reading taken is named in
// docs/laws.md.
type edition struct {
	turnByPress       bool // the turn passes when the opponent's move is completed (1997:1.1)
	completeAtRelease bool // a move is complete at the release (1953:7)
	overtaken         bool // a move not pressed for is complete when its player has made the next (2014:6.2a)
	firstTouchOnly    bool // the first piece touched that can be used decides, of whatever colour (1953:8)
	pairOfSeveral     bool // of many touched, the first of each colour make the pair (2017:4.3.3)
	promotionFinal    bool // the first piece on the square is final (2005:4.4d)
	releaseUntilMove  bool // no limit is printed for claims about releases: until the opponent's move (1997:4.7)
	releaseBindsAgain bool // a release binds the move that replaces an illegal one (2009:7.4a)
	pawnBecomesQueen  bool // a pawn left on the last rank is a queen (2014:7.5a)
	pressCounts       bool // a press without a move is an illegal move (2018:7.5.3)
	loseAt            int  // this illegal move loses the game; 0 is never
	drawIfNoMate      bool // but draws if the opponent cannot mate (2009:7.4b)
	claimLostByTouch  bool // a draw claim is forfeited by touching (2009:9.4)
	claimIsOffer      bool // a draw claim is an offer of a draw (2005:9.1)
	offerLostByTouch  bool // an offer is declined by touching a piece (2001:9.1)
	agreeAfterMove    bool // a draw is agreed only after a move of each (2018:5.2.3)
	resignMayDraw     bool // resigning to a player who cannot mate draws (2023:5.1.2)

	seconds [3]int  // what an illegal move brings the opponent, by trace.Mode
	loose   [3]fast // rapid and blitz without adequate supervision, by trace.Mode
}

// fast is how illegal moves are dealt with where no arbiter watches every game.
type fast struct {
	claim   bool // an illegal move stands until it is claimed
	byTouch bool // the claim lapses by touching a piece, else by making a move
	loses   bool // an illegal move claimed loses, or draws if the claimant cannot mate
}

const std, rapid, blitz = trace.StandardPlay, trace.Rapid, trace.Blitz

// editions has one row an edition; a row names only what is the case.
var editions = [...]edition{
	rules.FIDE1953: {
		completeAtRelease: true, firstTouchOnly: true,
	},
	rules.FIDE1997: {
		turnByPress: true, releaseUntilMove: true,
		loose: [3]fast{blitz: {claim: true, loses: true}},
	},
	rules.FIDE2001: {
		releaseUntilMove: true, offerLostByTouch: true, loseAt: 3,
		seconds: [3]int{std: 120, rapid: 120, blitz: 120},
		loose:   [3]fast{rapid: {claim: true, byTouch: true}, blitz: {claim: true, loses: true}},
	},
	rules.FIDE2005: {
		releaseUntilMove: true, offerLostByTouch: true, promotionFinal: true, claimIsOffer: true, loseAt: 3,
		seconds: [3]int{std: 120, rapid: 120, blitz: 120},
		loose:   [3]fast{rapid: {claim: true}, blitz: {claim: true, loses: true}},
	},
	rules.FIDE2009: {
		offerLostByTouch: true, promotionFinal: true, claimIsOffer: true,
		releaseBindsAgain: true, claimLostByTouch: true, loseAt: 3, drawIfNoMate: true,
		seconds: [3]int{std: 120, rapid: 120, blitz: 120},
		loose:   [3]fast{rapid: {claim: true}, blitz: {claim: true, loses: true}},
	},
	rules.FIDE2014: {
		overtaken: true, offerLostByTouch: true, promotionFinal: true, claimIsOffer: true,
		releaseBindsAgain: true, claimLostByTouch: true, loseAt: 2, drawIfNoMate: true,
		pawnBecomesQueen: true,
		seconds:          [3]int{std: 120, rapid: 120, blitz: 60},
		loose:            [3]fast{rapid: {claim: true, loses: true}, blitz: {claim: true, loses: true}},
	},
	rules.FIDE2018: {
		overtaken: true, offerLostByTouch: true, promotionFinal: true, claimIsOffer: true,
		releaseBindsAgain: true, claimLostByTouch: true, loseAt: 2, drawIfNoMate: true,
		pawnBecomesQueen: true, pressCounts: true, pairOfSeveral: true, agreeAfterMove: true,
		seconds: [3]int{std: 120, rapid: 120, blitz: 60},
		loose:   [3]fast{rapid: {claim: true}, blitz: {claim: true}},
	},
	rules.FIDE2023: {
		overtaken: true, offerLostByTouch: true, promotionFinal: true, claimIsOffer: true,
		releaseBindsAgain: true, claimLostByTouch: true, loseAt: 2, drawIfNoMate: true,
		pawnBecomesQueen: true, pressCounts: true, pairOfSeveral: true, agreeAfterMove: true,
		resignMayDraw: true,
		seconds:       [3]int{std: 120, rapid: 60, blitz: 60},
		loose:         [3]fast{rapid: {claim: true}, blitz: {claim: true}},
	},
}

// article gives the article that a rule of conduct comes from, in the numbers of
// an edition. 1953 is printed without numbers; those here follow its cross
// references.
func (r rule) article(l rules.Laws) string {
	row := articles[r]
	switch {
	case l >= rules.FIDE2018:
		return row[3]
	case l >= rules.FIDE2005:
		if l == rules.FIDE2014 && row[2][:3] == "4.6" {
			return "4.7" + row[2][3:]
		}
		return row[2]
	case l >= rules.FIDE1997:
		return row[1]
	}
	return row[0]
}

// articles of 1953; 1997 and 2001; 2005 and 2009; 2018 and 2023. What 2014 has
// otherwise is in rule.article.
var articles = map[rule][4]string{
	promotionChoice:  {"7d", "4.7", "4.4d", "4.4.4"},
	promotionRelease: {"7d", "4.7", "4.6c", "4.7.3"},
	castlingRelease:  {"7c", "4.7", "4.6b", "4.7.2"},
	releasedPiece:    {"7a", "4.7", "4.6a", "4.7.1"},
	rookFirst:        {"8", "4.4b", "4.4b", "4.4.2"},
	castlingTouch:    {"8", "4.4a", "4.4a", "4.4.1"},
	touchedPiece:     {"8", "4.3", "4.3", "4.3"},
}
