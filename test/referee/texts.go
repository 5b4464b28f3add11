package main

import "touchmove/rules"

// text is an edition's rules about hands, as far as this test plays them. Each field
// names the article that has the rule, and is empty if the edition does not have it.
type text struct {
	laws rules.Laws

	firstAlone     string // the first touched piece, of whatever colour, that can be moved or captured
	severalPairs   string // if many were touched, the first own and the first enemy piece are a pair
	castlingTouch  string // touching king and rook obliges to castle, and rook before king bars it
	choiceAtTouch  string // the promoted piece is chosen when it touches the square
	atRelease      string // a move is complete when the hand releases the piece, whether or not the clock is pressed
	halfIsNoMove   string // castling, capture or promotion half done is no move yet
	pawnIsQueen    string // a pawn left on the last rank becomes a queen
	pressIsIllegal string // a press without a move is an illegal move
	releaseBinds   string // a release also binds the move that replaces an illegal one
	claimRapid     string // in rapid without supervision an illegal move must be claimed
	claimBlitz     string // the same in blitz without supervision
	unasked        string // there the arbiter acts without a claim if both kings are in check, or a pawn was left
	turnByPress    string // the turn passes when the opponent has pressed the clock
	releaseOpen    string // no limit is printed for claims about a release: until the opponent has moved
	ownTime        string // a piece is adjusted only while the player's own time runs
}

// texts are the editions that are tested.
var texts = []text{
	{laws: rules.FIDE1953, firstAlone: "8", atRelease: "7a", halfIsNoMove: "7b-d"},
	{laws: rules.FIDE1997, turnByPress: "1.1", claimBlitz: "C3", castlingTouch: "4.4a, b", releaseOpen: "4.7"},
	{laws: rules.FIDE2001, claimRapid: "B5b", claimBlitz: "C3", castlingTouch: "4.4a, b", releaseOpen: "4.7"},
	{laws: rules.FIDE2005, turnByPress: "1.1", claimRapid: "B6", claimBlitz: "C3", unasked: "B6", castlingTouch: "4.4a, b", choiceAtTouch: "4.4d", releaseOpen: "4.6"},
	{laws: rules.FIDE2009, claimRapid: "A4c", claimBlitz: "B3c", unasked: "A4c", castlingTouch: "4.4a, b", choiceAtTouch: "4.4d", releaseBinds: "7.4a"},
	{laws: rules.FIDE2014, claimRapid: "A.4b", claimBlitz: "B.4", castlingTouch: "4.4a, b", choiceAtTouch: "4.4d", releaseBinds: "7.5a", pawnIsQueen: "7.5a"},
	{
		laws: rules.FIDE2018, ownTime: "6.2.5", claimRapid: "A.4.2", claimBlitz: "B.4", castlingTouch: "4.4.1, 4.4.2", choiceAtTouch: "4.4.4", releaseBinds: "7.5.1",
		pawnIsQueen: "7.5.2", severalPairs: "4.3.3", pressIsIllegal: "7.5.3",
	},
	{
		laws: rules.FIDE2023, ownTime: "6.2.5", claimRapid: "A.5.2", claimBlitz: "B.3", castlingTouch: "4.4.1, 4.4.2", choiceAtTouch: "4.4.4", releaseBinds: "7.5.1",
		pawnIsQueen: "7.5.2", severalPairs: "4.3.3", pressIsIllegal: "7.5.3",
	},
}

// losing is the number of the illegal move of a player that loses the game; in the other editions none does.
var losing = map[rules.Laws]int{
	rules.FIDE2001: 3, rules.FIDE2005: 3, rules.FIDE2009: 3, rules.FIDE2014: 2, rules.FIDE2018: 2, rules.FIDE2023: 2,
}

// asStandard are the articles by which rapid and blitz under supervision follow the rules of standard play.
var asStandard = map[rules.Laws]string{
	rules.FIDE2009: "A3, B2", rules.FIDE2014: "A.3, B.3", rules.FIDE2018: "A.3, B.3", rules.FIDE2023: "A.4, B.2",
}
