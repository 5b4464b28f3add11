package article4

import (
	"time"

	"touchmove/rules"
)

// editions has one row for each edition; a row names only the fields that differ from zero.
var editions = [...]edition{
	rules.FIDE1953: {
		touching: touching{completeAtRelease: true, firstTouchOnly: true, claimLostByHand: true},
		drawing:  drawing{claimRunsOn: true, claimRules: true},
		timing:   timing{defaultTime: 60},
		conduct:  conduct{sealedMeant: true},
	},
	rules.FIDE1997: {
		touching: touching{turnByPress: true, releaseUntilMove: true, claimLostByHand: true},
		illegality: illegality{
			loose: [3]fast{blitz: {claim: true, loses: true}}, matingForce: true,
		},
		drawing: drawing{
			claimSeconds: [3]int{180, 180, 180}, claimTakes: takesHalf, claimFound: true, claimBinds: true, mustStop: true,
			quickplay: anyTurn, noQuickplay: [3]quickplayBar{blitz: barredAlways},
		},
		timing: timing{
			blitzUnder: 15 * time.Minute, rapidUnder: time.Hour + moment, flagMayDraw: true, defaultTime: 60,
		},
		conduct: conduct{setupMoves: 3, sealedOnBoard: true, unrecorded: true, reliefUnder: 5 * time.Minute},
	},
	rules.FIDE2001: {
		touching: touching{releaseUntilMove: true, claimLostByHand: true},
		illegality: illegality{
			loseAt: 3, seconds: [3]int{std: 120, rapid: 120, blitz: 120},
			loose: [3]fast{rapid: {claim: true, byTouch: true, putBack: true}, blitz: {claim: true, loses: true}},
		},
		drawing: drawing{
			offerLostByTouch: true, claimSeconds: [3]int{180, 180, 180}, claimTakes: takesByRest, claimFound: true, claimBinds: true,
			mustStop: true, quickplay: onTurn,
			noQuickplay: [3]quickplayBar{blitz: barredAlways},
		},
		timing: timing{
			blitzUnder: 15 * time.Minute, rapidUnder: time.Hour + moment, flagMayDraw: true, defaultTime: 60,
			whiteAlone: true,
		},
		conduct: conduct{
			setupMoves: 3, signed: true, relief: true, unrecorded: true, reliefUnder: 5 * time.Minute, sealedOnBoard: true, bothBoards: true, announces: true,
		},
	},
	rules.FIDE2005: {
		touching: touching{promotionFinal: true, releaseUntilMove: true, claimLostByHand: true},
		illegality: illegality{
			loseAt: 3, seconds: [3]int{std: 120, rapid: 120, blitz: 120},
			loose:   [3]fast{rapid: {claim: true, putBack: true}, blitz: {claim: true, loses: true}},
			unasked: [3]unasked{rapid: actsAtOnce},
		},
		drawing: drawing{
			claimIsOffer: true, offerLostByTouch: true, claimSeconds: [3]int{180, 180, 180}, claimTakes: takesByRest,
			claimFound: true, claimBinds: true, mustStop: true, quickplay: onTurn,
			quickplayOffers: true, unattended: true, noQuickplay: [3]quickplayBar{blitz: barredAlways},
		},
		timing: timing{
			blitzUnder: 15 * time.Minute, rapidUnder: time.Hour + moment, flagMayDraw: true, bothFlagsDraw: true,
			defaultTime: 60, whiteAlone: true,
		},
		conduct: conduct{
			setupMoves: 3, device: losesScoreOpen, signed: true, relief: true, unrecorded: true, reliefUnder: 5 * time.Minute,
			sealedOnBoard: true, bothBoards: true, announces: true, spokenSpanish: true,
		},
	},
	rules.FIDE2009: {
		touching: touching{promotionFinal: true, releaseBindsAgain: true, claimLostByHand: true},
		illegality: illegality{
			loseAt: 3, drawIfNoMate: true, seconds: [3]int{std: 120, rapid: 120, blitz: 120},
			loose:   [3]fast{rapid: {claim: true, putBack: true}, blitz: {claim: true, loses: true}},
			unasked: [3]unasked{rapid: actsAtOnce}, supervisable: true,
		},
		drawing: drawing{
			claimLostByTouch: true, claimIsOffer: true, offerLostByTouch: true, claimSeconds: [3]int{180, 180, 180},
			claimFound: true, claimBinds: true, quickplay: onTurn,
			quickplayOffers: true, unattended: true, noQuickplay: [3]quickplayBar{blitz: barredLoose},
		},
		timing: timing{
			blitzUnder: 15 * time.Minute, rapidUnder: time.Hour, flagMayDraw: true, bothFlagsDraw: true,
			whiteAlone: true,
		},
		conduct: conduct{
			setupMoves: 3, device: losesOrDraws, signed: true, relief: true, unrecorded: true, reliefLasts: true, reliefUnder: 5 * time.Minute,
			sealedOnBoard: true, bothBoards: true, announces: true,
		},
	},
	rules.FIDE2014: {
		touching: touching{overtaken: true, promotionFinal: true, releaseBindsAgain: true, endsInOrder: true},
		illegality: illegality{
			observed: true, pawnBecomesQueen: true, loseAt: 2, drawIfNoMate: true, seconds: [3]int{std: 120, rapid: 120, blitz: 60},
			loose:   [3]fast{rapid: {claim: true, loses: true, putBack: true}, blitz: {claim: true, loses: true, putBack: true}},
			unasked: [3]unasked{rapid: drawsAfterNext, blitz: drawsAfterNext}, supervisable: true,
		},
		drawing: drawing{
			claimLostByTouch: true, claimIsOffer: true, offerLostByTouch: true, claimSeconds: [3]int{120, 120, 60},
			claimFound: true, claimBinds: true, quickplay: delayRequest,
			requestOffers: true, unattended: true, noQuickplay: [3]quickplayBar{blitz: barredAlways}, quickplayBare: true, announced: true,
		},
		timing: timing{
			blitzUnder: 10*time.Minute + moment, rapidUnder: time.Hour, rateByControl: true, flagMayDraw: true, bothFlagsDraw: true,
			defaultTime: -1, whiteAlone: true,
		},
		conduct: conduct{
			setupMoves: 10, device: losesAlways, signed: true, relief: true, unrecorded: true, reliefLasts: true, reliefUnder: 5 * time.Minute,
			sealedOnBoard: true, bothBoards: true, announces: true,
		},
	},
	rules.FIDE2018: {
		touching: touching{
			overtaken: true, pairOfSeveral: true, promotionFinal: true, releaseBindsAgain: true, endsInOrder: true,
			adjustOwnTime: true,
		},
		illegality: illegality{
			observed: true, pawnBecomesQueen: true, pressCounts: true, loseAt: 2, drawIfNoMate: true,
			seconds: [3]int{std: 120, rapid: 120, blitz: 60},
			loose:   [3]fast{rapid: {claim: true, putBack: true}, blitz: {claim: true, putBack: true}},
			unasked: [3]unasked{rapid: drawsAfterNext, blitz: drawsAfterNext}, supervisable: true,
		},
		drawing: drawing{
			claimLostByTouch: true, claimIsOffer: true, offerLostByTouch: true, agreeAfterMove: true,
			claimSeconds: [3]int{120, 120, 60}, claimFound: true, claimBinds: true, mustStop: true, quickplay: bonusRequest,
			requestOffers: true, unattended: true, noQuickplay: [3]quickplayBar{blitz: barredAlways}, quickplayBare: true, announced: true,
		},
		timing: timing{
			blitzUnder: 10*time.Minute + moment, rapidUnder: time.Hour, rateByControl: true, flagMayDraw: true, bothFlagsDraw: true,
			flagsSeen: true, whiteAlone: true,
		},
		conduct: conduct{
			setupMoves: 10, pointAtMost: true, newGameMoves: 10, device: losesAlways, signed: true, relief: true,
			unrecorded: true, reliefLasts: true, reliefUnder: 5 * time.Minute, sealedOnBoard: true, bothBoards: true, announces: true,
		},
	},
	rules.FIDE2023: {
		touching: touching{
			overtaken: true, pairOfSeveral: true, promotionFinal: true, releaseBindsAgain: true, endsInOrder: true,
			adjustOwnTime: true,
		},
		illegality: illegality{
			observed: true, pawnBecomesQueen: true, pressCounts: true, loseAt: 2, drawIfNoMate: true,
			seconds: [3]int{std: 120, rapid: 60, blitz: 60},
			loose:   [3]fast{rapid: {claim: true, putBack: true}, blitz: {claim: true, putBack: true}},
			unasked: [3]unasked{rapid: drawsAfterNext, blitz: drawsAfterNext}, supervisable: true,
		},
		drawing: drawing{
			claimLostByTouch: true, claimIsOffer: true, offerLostByTouch: true, agreeAfterMove: true,
			resignMayDraw: true, claimSeconds: [3]int{120, 60, 60}, claimFound: true, claimBinds: true, mustStop: true, quickplay: bonusRequest,
			requestOffers: true, unattended: true, noQuickplay: [3]quickplayBar{blitz: barredAlways}, quickplayBare: true, announced: true,
		},
		timing: timing{
			blitzUnder: 10*time.Minute + moment, rapidUnder: time.Hour, rateByControl: true, flagMayDraw: true, bothFlagsDraw: true,
			flagsSeen: true, whiteAlone: true,
		},
		conduct: conduct{
			setupMoves: 10, pointAtMost: true, newGameMoves: 10, device: losesAlways, signed: true, relief: true,
			unrecorded: true, reliefLasts: true, reliefUnder: 5 * time.Minute, sealedOnBoard: true, bothBoards: true, announces: true,
		},
	},
}
