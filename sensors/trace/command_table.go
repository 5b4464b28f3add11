package trace

// The values of Do in a Command. What each does, and its keys, are in commandTable.
const (
	DoAdjust          = "adjust"
	DoPromote         = "promote"
	DoSay             = "say"
	DoTouch           = "touch"
	DoAttribute       = "attribute"
	DoAnnounce        = "announce"
	DoSecondBoard     = "second-board"
	DoOfferDraw       = "offer-draw"
	DoAcceptDraw      = "accept-draw"
	DoDeclineDraw     = "decline-draw"
	DoResign          = "resign"
	DoClaim           = "claim"
	DoFlag            = "flag"
	DoStopClocks      = "stop-clocks"
	DoStartClocks     = "start-clocks"
	DoRestore         = "restore"
	DoAnswer          = "answer"
	DoCorrect         = "correct"
	DoTakeBack        = "take-back"
	DoSetPosition     = "set-position"
	DoResult          = "result"
	DoSign            = "sign"
	DoNewGame         = "new-game"
	DoPress           = "press"
	DoClockReading    = "clock-reading"
	DoSetClock        = "set-clock"
	DoPresent         = "present"
	DoPenalty         = "penalty"
	DoIllegal         = "illegal"
	DoIrregularity    = "irregularity"
	DoVerdict         = "verdict"
	DoDrawRule        = "draw-rule"
	DoQuickplay       = "quickplay"
	DoAdjourn         = "adjourn"
	DoSeal            = "seal"
	DoResumeAdjourned = "resume-adjourned"
	DoUndo            = "undo"
	DoAcknowledge     = "acknowledge"
	DoNote            = "note"
)

// commandTable has a row for every command, in the order of docs/trace.md. Everything
// that depends on the kind of command reads it: the checks of a trace, the schema of
// commands over MQTT, permissions, undo, the alarms that a command ends, the help of
// touchmove ctl, the forms of the arbiter's page and the table of docs/arbiter.md. What
// a command does to the game is in package reconcile (effects).
var commandTable = []CommandKind{
	{
		Name: DoAdjust, Page: "moves", Help: "Record that \"j'adoube\" was said (4.2)", Done: "{by}: j'adoube.", By: Everybody, Spoken: true,
		Cases: []Case{{
			Who: anyone, When: "any time", Game: "touches of pieces that come back to their squares do not bind until the next move is made; only the player having the move may adjust, from 2018 while their time runs",
			Articles: "8 4.2 4.2 4.2 4.2 4.2 4.2.1 4.2.1",
		}},
	},
	{
		Name: DoPromote, Page: "moves", Help: "Name the piece that a pawn became; none: it was left as a pawn on the last rank",
		Done: "Promotion: {piece}.", Undoable: true,
		Keys: []Key{keyPiece.needed()},
		Cases: []Case{{
			Who: anyone, When: "a pawn on the last rank", Game: "the piece is known; none: the pawn was left standing",
			Record: "the move, or an illegal one", Articles: "7d 4.7 4.7 4.4d 4.4d 4.4d 4.4.4 4.4.4",
		}},
	},
	{
		Name: DoSay, Page: "moves", Help: "Record what a player said: castling, or the name of a piece (4.4)", Done: "{by} said {what}.", By: Players, Spoken: true,
		Keys:  []Key{keyWhat.oneOf("castle", "king", "queen", "rook", "bishop", "knight", "pawn").needed()},
		Cases: []Case{{Who: anyone, When: "any time", Game: "castling was intended (4.4c)", Articles: "6 4.4 4.4 4.4 4.4 4.4 4.4 4.4"}},
	},
	{
		Name: DoTouch, Page: "moves", Help: "Record that a finger touched a piece without lifting it (4.3)",
		Done: "{by} touched {square}.", By: Players, Undoable: true,
		Keys:  []Key{keySquare.needed()},
		Cases: []Case{{Who: arbiters, When: "any time", Game: "a duty, as after a lift", Articles: "8 4.3 4.3 4.3 4.3 4.3 4.3 4.3"}},
	},
	{
		Name: DoAttribute, Page: "moves", Help: "Decide which player last touched a square (4.3)",
		Done: "The touch of {square} counts for {to}.", Undoable: true,
		Keys: []Key{keySquare.needed(), keyTo.needed()},
		Cases: []Case{{
			Who: arbiters, When: "after a touch", Game: "the touch and its duty go to that player", Record: "touch_reattributed",
			Articles: "8 4.3 4.3 4.3 4.3 4.3 4.3 4.3",
		}},
	},
	{
		Name: DoAnnounce, Page: "moves", Help: "Enter a move that was announced aloud (visually impaired play)", Done: "Announced: {uci}.", Spoken: true,
		Example: "uci=e2e4",
		Keys:    []Key{keyUCI.needed()},
		Cases:   []Case{{Who: anyone, When: "a tactile board", Game: "the move is executed", Articles: "- - F2 F2 E2 D.2 D.2 D.2"}},
	},
	{
		Name: DoSecondBoard, Page: "moves", Help: "Record that the other board of the game shows the position after a half-move (visually impaired play)",
		Done: "The second board shows half-move {ply}.", Unlogged: true,
		Keys: []Key{keyPly.needed()},
		Cases: []Case{{
			Who: arbiters, When: "a game on two boards, after that half-move",
			Game: "the move stands on both boards: once pressed, it is completed", Articles: "- - F2 F2 E2 D.2 D.2 D.2",
		}},
	},
	{
		Name: DoOfferDraw, Page: "claims", Help: "Offer a draw (9.1)", Done: "{by} offered a draw.", By: Players, Undoable: true,
		Cases: []Case{{
			Who: anyone, When: "the event allows it; after the player's move and before the press, otherwise noted (1953: void)",
			Game: "open until declined", Record: "(=) at the move", Articles: "18.1 9.1 9.1 9.1 9.1 9.1 9.1.2.1 9.1.2.1",
		}},
	},
	{
		Name: DoAcceptDraw, Page: "claims", Help: "Accept the opponent's offer of a draw (9.1)", Done: "{by} accepted the draw.", By: Players, Undoable: true,
		Cases: []Case{{
			Who: anyone, When: "the opponent's offer is open; from 2018 only after a move by each player", Game: "drawn", Clock: "stops",
			Record: "result", Confirm: true, Articles: "12.2 5.3 5.2c 5.2c 5.2c 5.2c 5.2.3 5.2.3",
		}},
	},
	{
		Name: DoDeclineDraw, Page: "claims", Help: "Decline the opponent's offer of a draw (9.1)",
		Done: "{by} declined the draw.", By: Players, Undoable: true,
		Cases: []Case{{
			Who: anyone, When: "an offer is open; not by the player who made it", Game: "declined",
			Articles: "18.1 9.1 9.1 9.1 9.1 9.1 9.1.2.1 9.1.2.1",
		}},
	},
	{
		Name: DoResign, Page: "result", Help: "Resign the game (5.1)", Done: "{by} resigned.", By: Players, Undoable: true,
		Cases: []Case{{
			Who: anyone, When: "a game is on the board", Game: "lost; from 2023 drawn if the opponent cannot mate", Clock: "stops", Record: "result",
			Confirm: true, Articles: "11.2 5.1b 5.1b 5.1b 5.1b 5.1b 5.1.2 5.1.2",
		}},
	},
	{
		Name: DoClaim, Page: "claims", Help: "Enter a player's claim; uci is the move that the player means to make",
		Done: "{by} claimed {what}.", By: Players, Undoable: true,
		Example: "by=white what=repetition uci=g1f3",
		Keys: []Key{
			keyWhat.oneOf(ClaimRepetition, ClaimFiftyMoves, ClaimTouchedPiece, ClaimRookFirst, ClaimReleasedPiece, ClaimPromotionChoice, ClaimIllegal, ClaimTime).needed(),
			keyUCI,
		},
		Cases: []Case{
			{
				Words: []string{ClaimRepetition}, Who: anyone,
				When: "the claimant has the move and has not touched (until 2005: not moved)",
				Game: "right: drawn, proposed to the arbiter (1953: over); wrong: continues, an announced move is binding", Clock: "stops; 2009, 2014: runs on unless the claimant stops it, 1953: runs on; time changes with the verdict",
				Record: "where the position occurred", Articles: "12.3 9.2 9.2 9.2 9.2 9.2 9.2 9.2",
			},
			{
				Words: []string{ClaimFiftyMoves}, Who: anyone,
				When: "the claimant has the move and has not touched (until 2005: not moved)",
				Game: "right: drawn, proposed to the arbiter (1953: over); wrong: continues, an announced move is binding", Clock: "stops; 2009, 2014: runs on unless the claimant stops it, 1953: runs on; time changes with the verdict",
				Record: "the counter", Articles: "12.4 9.3 9.3 9.3 9.3 9.3 9.3 9.3",
			},
			{
				Words: []string{ClaimTouchedPiece, ClaimRookFirst, ClaimReleasedPiece, ClaimPromotionChoice}, Who: anyone,
				When: "before the claimant touches a piece", Game: "upheld: the move is taken back, and the duty binds",
				Record: "the move is taken back or replaced", Articles: "8 4.6 4.6 4.7 4.7 4.8 4.8 4.8", Guide: true,
			},
			{
				Words: []string{ClaimIllegal}, Who: anyone, When: "rapid and blitz without supervision, before the claimant's move (2001: touch)",
				Game: "the illegal move is corrected, or loses", Record: "the move is taken back", Articles: "- C3 C3 C3 B3c A.4b A.4.2 A.5.2",
				Guide: true,
			},
			{
				Words: []string{ClaimTime}, Who: anyone, When: "the opponent's flag has fallen", Game: "lost, or drawn with proof, proposed",
				Clock: "rapid and blitz without supervision, until 2014: stops", Articles: "17a 6.8 6.9 6.9 6.8 6.8 6.8 6.8",
			},
		},
	},
	{
		Name: DoFlag, Page: "clock", Help: "Record that a player's flag has fallen", Done: "{by}'s flag has fallen.", By: Players, Undoable: true,
		Keys: []Key{keyWhy},
		Cases: []Case{{
			Who: arbiters, When: "a game; where only players call flags, after a claim or with a reason", Game: "lost, or drawn with proof, proposed; a second flag changes nothing, or draws where only players call flags", Confirm: true,
			Articles: "17a 6.8 6.9 6.9 6.8 6.8 6.8 6.8",
		}},
		AnswersClaims: true,
	},
	{
		Name: DoStopClocks, Page: "clock", Help: "Stop the clocks", Done: "Clocks stopped.", Undoable: true,
		Example: `why="fetching a second queen"`,
		Keys:    []Key{keyWhy},
		Cases: []Case{{
			Who: anyone, When: "time runs; a player with a reason", Clock: "stopped", Record: "why",
			Articles: "- 6.12 6.13 6.13 6.12 6.11 6.11 6.11",
		}},
		Ends: []Ending{{Alarm: "clock_paused", If: func(c Command) bool { return c.Why != "" && c.Why != WhyRestart }}},
	},
	{
		Name: DoStartClocks, Page: "clock", Help: "Start the clocks, or start them again", Done: "Clocks started.", Undoable: true,
		Example: "runs=black",
		Keys:    []Key{keyRuns, keyScheduled, keyDefaultMS, keyDefault},
		Cases: []Case{{
			Who: arbiters, When: "the clocks are stopped and the game is not over", Clock: "runs for the player that the command names, otherwise for the one whose clock was due to run",
			Articles: "14 6.5 6.5 6.5 6.5 6.6 6.11.3 6.11.3",
		}},
	},
	{
		Name: DoRestore, Page: "moves", Help: "Declare that the board now shows the right position; with ply, go back to the position after that half-move",
		Done: "Position restored.", Undoable: true,
		Example: "ply=40",
		Keys:    []Key{keyPlyFrom0, keyKeepTimes},
		Cases: []Case{{
			Who: arbiters, When: "any time",
			Game:  "the readings are the position; with ply: cut after that half-move, and the board is corrected square by square",
			Clock: "with ply: counters as they were then, and times too unless they are kept; stopped", Record: "cut moves stay in the log",
			Confirm: true, Articles: "9.1 7.4 7.4 7.4 7.4a 7.5a 7.5.1 7.5.1", Guide: true,
		}},
		Ends: []Ending{{Alarm: "error_reconstructing_game"}, {Alarm: "illegal_position"}, {Alarm: "wrong_setup"}}, AnswersClaims: true,
	},
	{
		Name: DoCorrect, Page: "moves", Help: "Correct the record: which move was really made at a half-move",
		Done: "Half-move {ply} is now {uci}.", Undoable: true,
		Keys: []Key{keyPly.needed(), keyUCI.needed()},
		Cases: []Case{{
			Who: arbiters, When: "the half-move is in the game", Game: "that move is replaced", Clock: "untouched", Record: "amended",
			Confirm: true, Articles: "- 8.1 8.1 8.1 8.1 8.1 8.1 8.1", Guide: true,
		}},
		Ends: []Ending{{Alarm: "guessed_move", Key: "ply"}}, AnswersClaims: true,
	},
	{
		Name: DoAnswer, Page: "moves", Help: "Answer the open question: the move in SAN or UCI, or its letter, such as a; none if there was no further move",
		Done: "It was {what}.", Undoable: true,
		Example: "Nxg7",
		Keys:    []Key{keyWhat.needed().means("the move in SAN or UCI, or the letter of an answer; none: there was no further move"), keyPly},
		Cases: []Case{{
			Who: arbiters, When: "a question about a move is open; with ply: about that half-move",
			Game: "that move is made, or replaced; later ones stay where they can be played", Clock: "untouched", Record: "amended",
			Articles: "- 8.1 8.1 8.1 8.1 8.1 8.1 8.1",
		}},
	},
	{
		Name: DoTakeBack, Page: "moves", Help: "Take back this many half-moves", Done: "Half-moves taken back: {plies}.", Undoable: true,
		Keys: []Key{keyPlies.needed()},
		Cases: []Case{{
			Who: arbiters, When: "the game has that many half-moves", Game: "taken back", Clock: "untouched", Record: "retracted", Confirm: true,
			Articles: "9.1 7.4 7.4 7.4 7.4 7.5 7.5 7.5", Guide: true,
		}},
		AnswersClaims: true,
	},
	{
		Name: DoSetPosition, Page: "moves", Help: "Set another position, from which the game continues", Done: "Position set.", Undoable: true,
		Keys: []Key{keyFEN.needed()},
		Cases: []Case{{
			Who: arbiters, When: "any time", Game: "continues from there", Clock: "untouched", Record: "restarts", Confirm: true,
			Articles: "9.1 7.5 7.5 7.5 7.5 7.6 7.6 7.6", Guide: true,
		}},
		Ends: []Ending{{Alarm: "error_reconstructing_game"}, {Alarm: "illegal_position"}, {Alarm: "wrong_setup"}}, AnswersClaims: true,
	},
	{
		Name: DoResult, Page: "result", Help: "Enter the result; * takes one back", Done: "Result: {result}.", Undoable: true,
		Example: `result=1/2-1/2 why="agreed"`,
		Keys:    []Key{keyResult.needed(), keyWhy},
		Cases: []Case{{
			Who: arbiters, When: "any time", Game: "over; * takes a result back", Clock: "stops; after * it stands until started, unless the result was only proposed",
			Record: "result", Confirm: true, Articles: "- - 8.7 8.7 8.7 8.7 8.7 8.7",
		}},
	},
	{
		Name: DoSign, Page: "result", Help: "Confirm the result as a player; once both have, it is final (8.7)",
		Done: "{by} signed {result}.", By: Players, Undoable: true,
		Keys: []Key{keyResult.needed()},
		Cases: []Case{{
			Who: anyone, When: "a result is known or proposed, or both players sign the same",
			Game: "over once both have signed; the arbiter may change it", Clock: "stops", Record: "who signed", Confirm: true,
			Articles: "- - 8.7 8.7 8.7 8.7 8.7 8.7",
		}},
	},
	{
		Name: DoNewGame, Page: "game", Help: "Begin the next game, from the standard position unless another is given", Done: "New game.", Undoable: true,
		Example: `round=3 white="Berg, Bo" black="Lind, Ida" time_control=5400+30`,
		Keys: []Key{
			keyFEN, keyVariant, keyEvent, keySite, keyRound, keyWhite, keyBlack, keyTimeControl, keyTimeControlBlack, keyTimeDelay,
			keyMode, keySupervised, keyStartsAt, keyAdd, keyAfterFlag, keyDefaultMS, keyDefault, keyDrawFrom, keyStart, keyWhy,
		},
		Cases: []Case{{
			Who: arbiters, When: "any time; in Chess960 from a start position of its rules, or with a reason",
			Game: "the next game, with players, control, rate of play, default time and rule on offers", Clock: "set",
			Record: "tags", Confirm: true, Articles: "9.4 7.1 7.1 7.1 7.1 7.2 7.2 7.2",
		}},
	},
	{
		Name: DoPress, Page: "clock", Help: "Press the clock by message, as a player would press its lever",
		Done: "{by} pressed the clock.", By: Players, Unlogged: true,
		Cases: []Case{{
			Who: anyone, When: "any time", Clock: "as a press of the lever", Articles: "14 6.7 6.7 6.8 6.7 6.2 6.2.1 6.2.1",
		}},
	},
	{
		Name: DoClockReading, Page: "clock", Help: "Report what an external clock shows", Done: "Clock reading entered.", Unlogged: true, Fleeting: true,
		Example: "white_ms=3540000 black_ms=3600000 runs=white",
		Keys:    []Key{keyWhiteMS, keyBlackMS, keyRuns, keyFlag},
		Cases: []Case{{
			Who: everyone, When: "an external clock keeps the time", Clock: "takes these times over", Articles: "- 6.10 6.11 6.11 6.10 6.10 6.10 6.10",
		}},
	},
	{
		Name: DoSetClock, Page: "clock", Help: "Set the clock: times, and whose clock runs", Done: "Clock set.", Undoable: true,
		Example: `white_ms=5400000 black_ms=5400000 runs=white why="set wrongly"`,
		Keys: []Key{
			keyWhiteMS, keyBlackMS, keyWhiteMoves, keyBlackMoves, keyWhitePeriod, keyBlackPeriod, keyRuns, keyTimeControl,
			keyTimeControlBlack, keyTimeDelay, keyWhy,
		},
		Cases: []Case{{
			Who: arbiters, When: "any time; another control in rapid and blitz without supervision: the first moves, or with a reason", Clock: "new times, counters, periods, whose clock runs; with another control, times that are not given stay",
			Record: "both sets of times", Confirm: true, Articles: "14.5 6.10 6.11 6.11 6.10b 6.10 6.10.2 6.10.2",
		}},
		Ends: []Ending{{Alarm: "clock_disagrees"}},
	},
	{
		Name: DoPresent, Page: "clock", Help: "Record that a player has arrived at the board", Done: "{player} is at the board.", Undoable: true,
		Example: "player=black",
		Keys:    []Key{keyPlayer},
		Cases: []Case{{
			Who: arbiters, When: "any time", Game: "the default time of that player ends", Articles: "17b 6.6 6.7 6.7 6.6a 6.7 6.7.1 6.7.1",
		}},
		Ends: []Ending{{Alarm: "default_near", Key: "player"}},
	},
	{
		Name: DoPenalty, Page: "illegal", Help: "Enter a penalty", Done: "Penalty entered: {kind}.", Undoable: true,
		Example: `player=white kind=add-opponent ms=120000 why="spoke to the opponent"`,
		Keys: []Key{
			keyPlayer.of("warning", "add-opponent", "take", "extra-time", "points", "opponent-points", "fine", "device", "loss", "exclude"),
			keyKind.oneOf("warning", "add-opponent", "take", "extra-time", "points", "opponent-points", "fine", "device", "loss", "both-lose", "exclude"),
			keyMS.of("add-opponent", "take", "extra-time"), keyPoints.of("points", "opponent-points", "loss", "exclude"), keyArticle, keyWhy,
		},
		Cases: []Case{
			{
				Words: []string{"warning", "add-opponent", "take", "points", "opponent-points", "fine"}, Who: arbiters, When: "any time",
				Clock: "by kind; by default the time of the edition and rate of play", Record: "the log, not the PGN", Confirm: true,
				Articles: "20 13.4 13.4 13.4 13.4 12.9 12.9 12.9",
			},
			{
				Words: []string{"extra-time"}, Who: arbiters, When: "any time", Clock: "the player gets the time", Record: "the log, not the PGN", Confirm: true,
				Articles: "- - 13.5 13.5 13.5 12.5 12.5 12.5",
			},
			{
				Words: []string{"device"}, Who: arbiters, When: "a game without a result, from 2005", Game: "what the edition says is proposed: a loss, 2009 a draw if the opponent cannot mate",
				Record: "the log, not the PGN", Confirm: true, Articles: "- - - 12.2b 12.3b 11.3 11.3.2 11.3.2",
			},
			{
				Words: []string{"both-lose"}, Who: chief, When: "any time", Game: "lost by both players", Clock: "stops", Record: "result", Confirm: true,
				Articles: "- - - 12.9 12.9 11.7 11.7 11.7",
			},
			{
				Words: []string{"loss", "exclude"}, Who: chief, When: "any time", Game: "lost; points says what the opponent scores", Clock: "stops",
				Record: "result", Confirm: true, Articles: "20 13.4 13.4 13.4 13.4 12.9 12.9 12.9",
			},
		},
		AnswersClaims: true,
	},
	{
		Name: DoIllegal, Page: "illegal", Help: "Rule on an illegal move: confirm, reject or not count it; or enter one that was not found",
		Done: "Ruling on the illegal move: {what}.", Undoable: true,
		Example: "what=confirm",
		Keys:    []Key{keyWhat.oneOf("confirm", "reject", "not-counted", "enter"), keyPlayer, keyPly, keyUCI, keyKeepTimes, keyWhy},
		Cases: []Case{
			{
				Words: []string{"confirm", "reject", "not-counted"}, Who: arbiters, When: "an illegal move was found", Game: "confirmed, or not counted",
				Clock: "the opponent gets the time, or it is taken back; confirm, not-counted: stops if the opponent's runs and no move was pressed for in place of the illegal one", Record: "the count", Confirm: true,
				Articles: "9.1 7.4 7.4b 7.4b 7.4b 7.5b 7.5.5 7.5.5", Guide: true,
			},
			{
				Words: []string{"enter"}, Who: arbiters, When: "an illegal move was not found; without supervision before the reply",
				Game: "counted and confirmed; the position before it is set up again", Clock: "the opponent gets the time; times and counters go back to that half-move",
				Record: "the count; cut moves stay in the log", Confirm: true, Articles: "9.1 7.4 7.4b 7.4b 7.4b 7.5b 7.5.5 7.5.5", Guide: true,
			},
		},
		Ends: []Ending{{Alarm: "illegal_move"}}, AnswersClaims: true,
	},
	{
		Name: DoIrregularity, Page: "illegal", Help: "Record an irregularity: two hands, another hand, hovering, handling of the clock, colours swapped",
		Done: "Irregularity entered: {what}.", Undoable: true,
		Example: "what=two-hands player=white",
		Keys:    []Key{keyWhat.oneOf("two-hands", "other-hand", "hovering", "clock-handling", "colours-swapped"), keyPlayer},
		Cases: []Case{
			{
				Words: []string{"two-hands"}, Who: arbiters, When: "any time",
				Game:     "an illegal move from 2018, counted once the clock is pressed for it (rapid and blitz without supervision: until the reply); before 2018 only the log",
				Articles: "- 4.1 4.1 4.1 4.1 4.1 7.5.4 7.5.4",
			},
			{Words: []string{"other-hand", "hovering"}, Who: arbiters, When: "any time", Record: "the log", Articles: "- 6.7b 6.8b 6.8b 6.7b 6.2b 6.2.3 6.2.3"},
			{Words: []string{"clock-handling"}, Who: arbiters, When: "any time", Record: "the log", Articles: "- 6.7c 6.8c 6.8c 6.7c 6.2c 6.2.4 6.2.4"},
			{
				Words: []string{"colours-swapped"}, Who: arbiters, When: "any time", Record: "the log, with what the edition says: play goes on, or a new game is begun",
				Articles: "- 7.2 7.2 7.2 7.2 7.3 7.3 7.3",
			},
		},
	},
	{
		Name: DoVerdict, Page: "claims", Help: "Answer a claim", Done: "Verdict: {what}.", Undoable: true,
		Example: "what=rejected",
		Keys:    []Key{keyWhat.oneOf("upheld", "rejected", "draw", "postpone"), keyGranted.of("upheld")},
		Cases: []Case{{
			Who: arbiters, When: "a claim is waiting for one", Game: "drawn, or continues",
			Clock: "after a wrong claim, time is added and deducted as the edition and rate of play say", Record: "who ruled", Confirm: true,
			Articles: "- 9.5 9.5 9.5 9.5 9.5 9.5 9.5", Guide: true,
		}},
		Ends: []Ending{{Alarm: "claim", If: func(c Command) bool { return c.What != "postpone" }}}, AnswersClaims: true,
	},
	{
		Name: DoDrawRule, Page: "claims", Help: "Change what may be claimed under the code of 1953: more moves needed for a draw, or gaps in a player's scoresheet",
		Done: "Rule on claims entered: {what}.", Undoable: true,
		Example: "what=moves moves=75",
		Keys:    []Key{keyWhat.oneOf("moves", "gap").needed(), keyMoves.of("moves"), keyPlayer.of("gap")},
		Cases: []Case{{
			Who: arbiters, When: "the code of 1953", Game: "moves: a claim of fifty moves needs that number; gap: the player cannot claim a repetition",
			Record: "the log", Articles: "12.4 - - - - - - -",
		}},
	},
	{
		Name: DoQuickplay, Page: "claims", Help: "Enter a claim or a request in a quickplay finish",
		Done: "Quickplay finish, {by}: {what}.", By: Players, Undoable: true,
		Example: "by=black what=claim",
		Keys:    []Key{keyWhat.oneOf("claim", "request-increment", "conclude")},
		Cases: []Case{{
			Who: anyone, When: "in the last period, with less than two minutes left and before the flag falls; from 2001 the claimant has the move, from 2014 without an increment and where it was announced",
			Game: "awaits the verdict: draw, postpone or rejected; upheld for a request; conclude (from 2005, without an arbiter present): the game is over, and an arbiter decides it later", Clock: "stopped", Record: "the claim",
			Articles: "- 10.2 10.2 10.2 10.2 G III.4 III.4",
		}},
	},
	{
		Name: DoAdjourn, Page: "game", Help: "Adjourn the game", Done: "Game adjourned.", Undoable: true,
		Keys: []Key{keySessionMS},
		Cases: []Case{{
			Who: arbiters, When: "a game is in progress", Game: "frozen until it is resumed", Clock: "the sealer's runs until the move is sealed; before the end of the session, ms is deducted and it stops",
			Record: "the envelope's data", Undo: "until the move is sealed", Confirm: true, Articles: "15 - - A G E I.1 I.1",
		}},
	},
	{
		Name: DoSeal, Page: "game", Help: "Seal a move: as text, which is stored encrypted, in an envelope closed beforehand, or on paper",
		Done: "{by} sealed a move.", By: Players, Undoable: true,
		Example: `by=white text="Nf3"`,
		Keys:    []Key{keyText.means("the move, as the player wrote it"), keyEnvelope, keyCommitment, keyPaper},
		Cases: []Case{{
			Who: anyone, When: "adjourned, by the player having the move", Clock: "stopped", Record: "the envelope, encrypted",
			Undo: "until it is opened", Articles: "15 - - A G E I.1 I.1",
		}},
	},
	{
		Name: DoResumeAdjourned, Page: "game", Help: "Resume the adjourned game; where the daemon has no key, give the sealed move as uci, or as text and salt",
		Done: "Adjourned game resumed.", Final: true,
		Example: "uci=g1f3",
		Keys:    []Key{keyUCI, keyText.means("the text of the envelope, as touchmove envelope open prints it"), keySalt, keyWhy},
		Cases: []Case{{
			Who: arbiters, When: "adjourned and sealed; with what was sealed",
			Game:  "the sealed move is made; if ambiguous, unclear or illegal (1953: unclear), a loss is proposed",
			Clock: "the opponent's starts next", Record: "the move", Confirm: true, Articles: "16 - - A G E I.6 I.6", Guide: true,
		}},
	},
	{
		Name: DoUndo, Help: "Undo an action: by its number (action), by the id of its command (what), or the latest",
		Done:    "Action undone.",
		Example: "action=12",
		Keys:    []Key{keyAction, keyWhat.means("the id of the command that is undone"), keyWhy},
		Cases: []Case{{
			Who: arbiters, When: "the action is one of the last 32, and nothing since depends on it",
			Game: "as before the action, with duties and counts", Clock: "as before, stopped",
			Record: "a new entry; the action stays, marked", Confirm: true, Guide: true,
		}},
	},
	{
		Name: DoAcknowledge, Help: "Acknowledge an alarm: it goes silent, and stays in the list until its cause ends",
		Done:    "Alarm acknowledged: {what}.",
		Example: `what=claim cause="white 1"`,
		Keys:    []Key{keyWhat.needed().means("the name of the alarm, such as claim; touchmove ctl alarms shows it"), keyCause},
		Cases:   []Case{{Who: arbiters, When: "that alarm rings", Record: "who has seen it; it stays until its cause ends"}},
	},
	{
		Name: DoNote, Page: "game", Help: "Add a remark to the record; private ones are never published", Done: "Note entered.",
		Example: `private=true text="asked about the flag"`,
		Keys:    []Key{keyWhat.means("what the note is about, in a word"), keyText.means("the note"), keyPrivate},
		Cases: []Case{{
			Who: everyone, When: "any time", Record: "the log; private ones are never published", Undo: "if named: it stays, marked as undone",
		}},
	},
}
