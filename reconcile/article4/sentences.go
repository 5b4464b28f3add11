package article4

import (
	"strings"

	"touchmove/rules"
)

// Sentence is something that an edition of the Laws says and that the program carries out in the
// same way in every edition that says it. Where editions differ it is a Topic.
type Sentence struct {
	Says     string                 // what the Laws say, in a few words
	Does     string                 // what the program does about it
	Articles [rules.Editions]string // empty where the edition does not say it
	Tests    []string               // the ids of scenarios, and the names of tests, that prove it
}

// Sentences lists the sentences in the order of the articles of 2023.
func Sentences() []Sentence {
	list := make([]Sentence, len(sentences))
	for i, s := range sentences {
		list[i] = Sentence{Says: s.says, Does: s.does, Tests: strings.Fields(s.tests)}
		for l, article := range strings.Fields(s.articles) {
			if article != "-" {
				list[i].Articles[l] = article
			}
		}
	}
	return list
}

// The articles are those of 1953, 1997, 2001, 2005, 2009, 2014, 2018 and 2023; "-" means none.
// TestLawsShown checks that the scenarios exist and play every edition.
var sentences = []struct{ says, articles, does, tests string }{
	{"a pawn captures en passant at once or not at all", "6 3.4d 3.4d 3.7d 3.7d 3.7d 3.7.4 3.7.4",
		"recognised in whatever order the pieces are handled; illegal one move later", "A4-020 A4-021 A4-025 TI-112"},
	{"a pawn that reaches the last rank is exchanged for a piece", "6 3.4e 3.4e 3.7e 3.7e 3.7e 3.7.5 3.7.5",
		"the move is open until the piece is known (promote)", "A4-049 A4-054 A4-055"},
	{"castling", "6 3.5a 3.5a 3.8ii 3.8ii 3.8b 3.8.2 3.8.2",
		"king and rook make one move", "A4-026 A4-027"},
	{"castling that is not allowed", "6 3.5b 3.5b 3.8ii 3.8ii 3.8b 3.8.2 3.8.2",
		"an illegal move once it is pressed for", "FU-200 A4-047 A4-048 FU-012"},
	{"no move may leave one's own king in check", "10 3.6 3.6 3.9 3.9 3.9 3.9.2 3.9.2",
		"an illegal move once it is pressed for", "TI-010 TI-020"},
	{"pieces may be adjusted after saying so", "8 4.2 4.2 4.2 4.2 4.2 4.2.1 4.2.1",
		"after adjust, touches of pieces that come back to their squares bind nobody until the next move", "AUD-001 A4-060 A4-062"},
	{"any contact that is not clearly accidental counts", "- - - - - - 4.2.2 4.2.2",
		"the arbiter enters a touch that was not a lift (touch), or gives one to the other player (attribute)", "A4-071 A4-078"},
	{"own pieces touched: the first that can move must move", "8 4.3a 4.3a 4.3a 4.3a 4.3a 4.3.1 4.3.1",
		"a duty; a move that breaks it stands, and may be claimed", "A4-065 A4-066 A4-070"},
	{"the opponent's pieces touched: the first that can be captured must be", "8 4.3a 4.3b 4.3b 4.3b 4.3b 4.3.2 4.3.2",
		"a duty; any piece may capture it", "A4-074 A4-076 AUD-002"},
	{"a piece of each colour touched", "8 4.3b 4.3c 4.3c 4.3c 4.3c 4.3.3 4.3.3",
		"that capture if it is legal (1953: the first piece alone counts), otherwise the first piece that can be moved or captured", "A4-080 A4-082 A4-083 A4-084"},
	{"the king touched, then a rook", "- 4.4a 4.4a 4.4a 4.4a 4.4a 4.4.1 4.4.1",
		"castling on that side is owed if it is legal", "A4-034 AUD-004 AUD-005 FU-106"},
	{"a rook touched, then the king", "- 4.4b 4.4b 4.4b 4.4b 4.4b 4.4.2 4.4.2",
		"castling on that side is barred; if it is played all the same, the opponent may claim", "A4-039 A4-040 AUD-010 FU-105"},
	{"castling intended that is not legal", "- 4.4c 4.4c 4.4c 4.4c 4.4c 4.4.3 4.4.3",
		"the king must move; if it cannot, nothing is owed", "A4-044 A4-045 REL-040 FU-050"},
	{"nothing touched can be moved or captured", "8 4.5 4.5 4.5 4.5 4.5 4.5 4.5",
		"any legal move may be played", "AUD-003 A4-089 A4-068 A4-077"},
	{"the pawn and the new piece are handled in any order", "- - - - - 4.6 4.6.1 4.6.1",
		"the pawn need not be placed on the last rank", "A4-050 A4-054"},
	{"a piece released on a square where it makes a legal move", "7a 4.7 4.7 4.6 4.6 4.7 4.7 4.7",
		"the move is made; if the piece is then moved on legally, its final square is recorded, and the opponent may claim; otherwise the press is for an illegal move", "REL-020 REL-022 VAR-007 A4-011"},
	{"a capture released", "7b 4.7 4.7 4.6a 4.6a 4.7a 4.7.1 4.7.1",
		"made once the captured piece has been removed and the other released on its square", "A4-015 A4-017 AUD-012"},
	{"castling begun with the king", "7c 4.7 4.7 4.6b 4.6b 4.7b 4.7.2 4.7.2",
		"once the king has been released two squares on, castling is owed if it is legal", "A4-028 A4-029 AUD-009"},
	{"a pawn released on the last rank", "7d 4.7 4.7 4.6c 4.6c 4.7c 4.7.3 4.7.3",
		"it promotes there; if it ends on another square, the opponent may claim", "A4-051 REL-001 REL-002"},
	{"the right to claim is lost by touching a piece", "8 4.6 4.6 4.7 4.7 4.8 4.8 4.8",
		"the breach lapses, and a claim is rejected", "A4-091 A4-092 A4-093"},
	{"the clock is started for White", "14 6.5 6.5 6.5 6.5 6.6 6.6 6.6",
		"start-clocks, or Black's press", "PR-025 PR-026 FU-203"},
	{"the press may come after the opponent's move", "- - - - 6.7a 6.2a 6.2.2 6.2.2",
		"it completes the move; a press without a move does not count", "PR-010 PR-011 FU-110 FU-111"},
	{"the hand that made the move presses the clock", "- 6.7b 6.8b 6.8b 6.7b 6.2b 6.2.3 6.2.3",
		"irregularity other-hand or hovering enters the log", "TestEveryRulingCanBeEntered TestNotesAreKept"},
	{"the clock is handled properly", "- 6.7c 6.8c 6.8c 6.7c 6.2c 6.2.4 6.2.4",
		"irregularity clock-handling enters the log", "TestEveryRulingCanBeEntered"},
	{"an assistant operates the clock", "- - - - - - 6.2.6 6.2.6",
		"the assistant presses by message if there is no lever; set-clock adjusts the player's time", "WL-430 WL-431"},
	{"periods with a number of moves", "14 6.2 6.2 6.2a 6.2a 6.3a 6.3.1 6.3.1",
		"completed moves are counted, and the time of the next period is added", "FU-202 PR-004 TestClock"},
	{"increments and delays", "- 6.2 6.2 6.2b 6.2b 6.3b 6.3.2 6.3.2",
		"added at the press, or before the move", "AUD-030 PR-105 TestBronsteinAndDelayEndTogether"},
	{"moves are counted when a flag falls", "- 6.3 6.3 6.3 6.3 6.4 6.4 6.4",
		"a flag is reported only if moves are missing", "PR-004 TestFlagFall"},
	{"a player who arrives too late", "17b 6.6 6.7 6.7 6.6a 6.7 6.7.1 6.7.1",
		"a loss is proposed; result declares it, or 0-0 if neither player came", "ABS-001 END-081 END-082"},
	{"a flag has fallen once this is observed or claimed", "17a 6.8 6.9 6.9 6.8 6.8 6.8 6.8",
		"the loss is proposed", "CLM-058 AUD-031 AUD-033"},
	{"a wrong setting of the clock", "14.5 - - 6.11 6.10b 6.10b 6.10.2 6.10.2",
		"set-clock: times, counters, another control", "PR-100 PR-101 AUD-037 FU-201"},
	{"the clocks are stopped for the arbiter", "- 6.12b 6.13b 6.13b 6.12b 6.11b 6.11.2 6.11.2",
		"stop-clocks, by a player with a reason; the arbiter alone starts them", "AUD-034 FU-160 PR-020"},
	{"no claim rests on a display", "- 6.14 6.15 6.15 6.14 6.12 6.12.2 6.12.2",
		"the scoresheet says so", "TestScoresheetForms"},
	{"clock times and counters when a position is restored", "- 6.13 6.14 6.14 6.13 7.1 7.1 7.1",
		"restore proposes those that stood at that position", "TI-090 TI-092 TestRestoreToAnEarlierPly"},
	{"the initial position was wrong", "9.4 7.1a 7.1a 7.1a 7.1a 7.2a 7.2.1 7.2.1",
		"reported before play; the game is cancelled with new-game", "AUD-110 TestSetUpIsChecked"},
	{"the board was placed the wrong way round", "9.5 7.1b 7.1b 7.1b 7.1b 7.2b 7.2.2 7.2.2",
		"reported before play; the game is transferred to a board placed correctly", "TestSetUpIsChecked"},
	{"displaced pieces", "9.2 7.3 7.3 7.3 7.3 7.4 7.4 7.4",
		"reported with their squares; they count as no move; restore returns to the position", "DSP-001 DSP-003 AUD-045"},
	{"an illegal move is corrected, and replaced", "9.1 7.4 7.4a 7.4a 7.4a 7.5a 7.5.1 7.5.1",
		"found at the press, or entered; the position before it is restored, and the touched piece binds", "TI-001 TI-042 TI-043 AUD-044"},
	{"the board is found to show another position", "9.2 7.4 7.4 7.5 7.5 7.6 7.6 7.6",
		"restore goes back to the last position known; set-position continues from another one", "TI-091 TI-092 TestEveryRulingCanBeEntered"},
	{"relief from recording", "- 8.4 8.4 8.4 8.4 8.4 8.4 8.4",
		"the alarm time_trouble", "TestRelief TestReliefHolds"},
	{"only the number of moves is recorded in extreme time trouble", "13.2 - - - - - - -",
		"no alarm, since the text gives no number: the arbiter decides", "TestRelief ALM-016"},
	{"neither player has to record, and the number of moves cannot be proved", "- 8.6 8.6 8.6 8.6 8.6 8.6 8.6",
		"the arbiter sets moves and period (set-clock)", "TestArbiterAtTheClock"},
	{"the event's rules on draw offers", "- - - - 9.1a 9.1a 9.1.1 9.1.1",
		"draw_from bars offers before that move", "AUD-105"},
	{"a draw is offered after the move and before the press", "18.1 9.1 9.1 9.1a 9.1b1 9.1b1 9.1.2.1 9.1.2.1",
		"an offer at another moment is noted (1953: void)", "AUD-106 AUD-107 VAR-064"},
	{"an offer cannot be withdrawn", "- 9.1 9.1 9.1a 9.1b1 9.1b1 9.1.2.1 9.1.2.1",
		"it stays open until the opponent declines it", "AUD-053"},
	{"an offer is noted", "- 9.1 9.1 9.1b 9.1b2 9.1b2 9.1.2.2 9.1.2.2",
		"(=) at the move", "TestScoresheetForms"},
	{"a position appears for the third time", "12.3 9.2 9.2 9.2 9.2 9.2 9.2 9.2",
		"claimed when it has just appeared, or with an announced move", "ART-025 A4-124 VAR-051 AUD-055"},
	{"fifty moves without a capture or a pawn move", "12.4 9.3 9.3 9.3 9.3 9.3 9.3 9.3",
		"claimed, and from 1997 with an announced move", "TM-007 AUD-054 DRR-001"},
	{"a draw claim is found correct", "- 9.5a 9.5a 9.5a 9.5a 9.5a 9.5.2 9.5.2",
		"verdict upheld", "DRW-001 DRW-003 TestEveryRulingInEveryEdition"},
	{"a draw claim is found incorrect", "- 9.5b 9.5b 9.5b 9.5b 9.5b 9.5.3 9.5.3",
		"verdict rejected: the opponent receives time, and the announced move binds", "END-072 WL-158 TestWrongClaimTakesByTheRest"},
	{"gaps in the claimant's scoresheet", "13.2 - - - - - - -",
		"draw-rule gap bars a claim of repetition", "DRR-004 DRR-005"},
	{"the quickplay finish is claimed", "- 10.2 10.2 10.2 10.2 G.5 III.5 III.5",
		"quickplay claim stops the clocks; verdict draw ends the game", "CLM-004 PR-122 TestEveryRulingInEveryEdition"},
	{"the decision on such a claim is postponed", "- 10.2 10.2a 10.2a 10.2a G.5 III.5.2 III.5.2",
		"verdict postpone: play continues, even after a flag", "END-087 TestEveryRulingInEveryEdition"},
	{"such a claim is rejected", "- - 10.2b 10.2b 10.2b G.5 III.5.3 III.5.3",
		"verdict rejected: the opponent receives two minutes", "AUD-063 TestEveryRulingInEveryEdition"},
	{"the quickplay finish applies only if the event announced it", "- - - - - G.2 III.2.1 III.2.1",
		"quickplay is refused unless the configuration allows it", "PR-120 PR-121 PR-122"},
	{"there is no quickplay finish with an increment", "- - - - - G.2 III.2.2 III.2.2",
		"quickplay is refused", "CLM-037 CLM-005"},
	{"the points for a game", "- 11.1 11.1 11.1 11.1 10.1 10.1 10.1",
		"result: 1, 1/2 or 0 for each player", "TI-100 TI-101"},
	{"both players lose", "- - - 12.9 12.9 11.7 11.7 11.7",
		"penalty both-lose, or result 0-0", "AUD-060"},
	{"the opponent's points when a player is declared to have lost", "- - - 12.8 12.8 12.8 12.9 12.9",
		"penalty loss with points; result: half a point for only one player", "TI-100 TI-102"},
	{"the opponent's points are raised", "- - 13.4 13.4f 13.4f 12.9 - -",
		"result: more than one point between the players", "DRR-020 VAR-066"},
	{"extra time after a disturbance", "- - 13.5 13.5 13.5 12.5 12.5 12.5",
		"penalty extra-time", "FU-204 TestPenalties"},
	{"nobody informs the players of a breach", "- 13.6 13.6 13.6 13.6 12.6 12.6 12.6",
		"duties, alarms and presses without effect are hidden from players' logins", "TestRingingIsPrivate TestAccess"},
	{"penalties", "- - 13.4 13.4 13.4 12.9 12.9 12.9",
		"penalty: a warning, time, points, the game, exclusion", "AUD-062 TI-102 TI-103 TestPenalties"},
	{"players need not record in fast play", "- - - B3 A2 A.2 A.2 A.2",
		"no time_trouble", "TestReliefHolds"},
	{"notation", "13 E E E C C C C",
		"piece letters of each language, captures, checks, e.p., (=)", "TestNotationOfTheLaws TestNotationOfSampleGames"},
	{"a move for a visually impaired player", "- - F2.3 F2.3 E2.3 D.2 D.2.3 D.2.3",
		"executed once the piece is in its hole and the move has been announced; lifting a piece counts as touching it", "AUD-090 AUD-091 AUD-092"},
	{"a start position of Chess960", "- - - - F2 F2 II.2 II.2",
		"a position that breaks the rules needs a reason", "960-001 960-002 960-003 960-005 960-006 960-007"},
	{"castling in Chess960", "- - - - F3 F3 II.3 II.3",
		"recognised however it is made; a king's move of one square waits for the rook or the press", "AUD-080 AUD-081 VAR-071 VAR-074"},
	{"a player adjourns before the session ends", "- - - A1b G1b E I.1.2 I.1.2",
		"adjourn with ms: the rest of the session is charged", "DRR-010 DRR-012"},
	{"the envelope is lost", "- - - A G11 E I.12.1 I.12.1",
		"the arbiter decides (resume-adjourned with uci and why), and the decision enters the log", "TestSealedInAnEnvelope"},
	{"the sealed move cannot be played", "17c - - A8 G8 E I I",
		"a loss is proposed (1953: only if its meaning is unclear)", "ADJ-010 TestSealedMovesByEdition"},
}
