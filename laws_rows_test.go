package touchmove_test

import (
	"slices"
	"strings"
	"testing"

	"touchmove/reconcile/scenario"
	"touchmove/rules"
)

// lawsRow is a rule of the Laws that is easily got wrong, with what shows that it is kept.
type lawsRow struct {
	rule      string
	editions  string // that have it, by year
	scenarios string // which together play it in each of them
	live      string // the script in which it is given at a live board, and a part of the comment above it
	tests     string // of what no scenario can show
}

const (
	every     = "1953 1997 2001 2005 2009 2014 2018 2023"
	from97    = "1997 2001 2005 2009 2014 2018 2023"
	from01    = "2001 2005 2009 2014 2018 2023"
	from05    = "2005 2009 2014 2018 2023"
	from09    = "2009 2014 2018 2023"
	from14    = "2014 2018 2023"
	from18    = "2018 2023"
	handsOf   = "hands_2009: "
	handsLate = "hands_2023: "
)

// lawsRows are the rules that audits of the program against the texts of all editions were about.
var lawsRows = []lawsRow{
	{"a press that only gives the time back completes no move", from97, "PR-001 FU-001 FU-003", "ctl_press: gives the time back, and neither press counts", ""},
	{"an illegal move is found at the press, also by a piece that could capture", every, "TI-001", handsOf + "A pawn that could have captured goes two squares", ""},
	{"the arbiter enters an illegal move that nobody found", every, "TI-042 FU-020", "ctl_illegal: What nobody found is entered", ""},
	{"a pawn released on the last rank promotes there", every, "REL-001 MEC-026", handsOf + "The pawn is released on a8 and promotes on b8", ""},
	{"a piece released goes to no other square, to capture either", from97, "REL-020 MEC-031", handsOf + "A queen released on e5 goes on", ""},
	{"illegal castling put back binds the king alone", from97, "REL-040 FU-050", handsOf + "Castling through a check", ""},
	{"until 2001 the new piece is chosen when the hand lets go of it", "1953 1997 2001", "MEC-037 REL-060", "hands_1997: The choice of the piece", ""},
	{"a claim of a draw stops both clocks", "1997 2001 2005", "PR-030 PR-031", "ctl_press: 2005: a claim stops the clocks too", ""},
	{"in blitz the arbiter acts on claims alone", "2005 2009", "CLM-040", "ctl_laws: the arbiter calls no flag without a claim", ""},
	{"blitz has no quickplay finish", from97, "CLM-001 CLM-002", "ctl_laws: No quickplay finish in blitz", ""},
	{"a claim of the quickplay finish is an offer of a draw", "2005 2009", "CLM-010 CLM-011", "hands_2005: A claim of the quickplay finish", ""},
	{"in blitz two knights win nothing against a bare king", "1997", "CLM-060 MEC-039", "hands_1997: Blitz is not won by two knights", ""},
	{"a wrong setting of the clock is put right in play", from97, "PR-100 MEC-040", "ctl_press: A wrong setting of the clock is put right in play", ""},
	{"taking the king is an illegal move", every, "MEC-041 MEC-043", "hands_2005: The king is taken", ""},
	{"a promotion that is not carried out is an illegal move", from01, "MEC-045 MEC-046", handsOf + "The new queen stands on a8, and the pawn still on a7", ""},
	{"the arbiter decides that an illegal move which loses does not count", from01, "MEC-048 ORD-164", "ctl_illegal: unless the arbiter decides otherwise", ""},
	{"the position before the first move is restored", every, "TI-090 MEC-050", "ctl_illegal: Back to before the first move", ""},
	{"a move made on the board after the request to seal is the sealed move", from05, "ADJ-001 ADJ-004", handsOf + "the request to seal is the sealed move", ""},
	{"the quickplay finish is claimed before the flag has fallen", "1997 2001 2005 2009", "PR-040 CLM-030", "ctl_press: but not after the flag", ""},
	{"a board turned by a quarter is told", every, "ALM-001", handsOf + "The board is turned by a quarter", "TestReplayAlarmsOfTheSetUp"},
	{"the arbiter decides the score of each player", every, "TI-100 MEC-052", "ctl_illegal: half a point for one player alone", ""},
	{"nobody has to record in rapid and blitz", from97, "ALM-012 ALM-013", "ctl_press: Nobody records in rapid", ""},
	{"a start position of Chess960 keeps its rules, or the arbiter gives a reason", from09, "960-001 960-002 960-003 960-004 960-005", "ctl_laws: A start position of Chess960", ""},
	{"a rook released on a legal square has been moved", from97, "REL-080 MEC-053 FU-100", handsOf + "A rook released on f1 has been moved", ""},
	{"a press after the reply is good for the move before it", from97, "PR-010 PR-013 MEC-062", "ctl_press: that is a late press", ""},
	{"a press while the clocks stand is nothing", from18, "FU-160", "ctl_press: While the clocks stand a press is nothing", ""},
	{"the arbiter acts on an illegal move observed before the reply", from14, "TI-060 MEC-069 MEC-070", "hands_2018: The arbiter observes an illegal move", ""},
	{"a mate by a move that broke Article 4 may be claimed", from14, "REL-100 MEC-073", "ctl_laws: Mate by a move that broke touch-move", ""},
	{"the clocks have to be paused at a claim", from18, "PR-030", "ctl_press: a claim of a draw stops the clocks (9.5.1)", ""},
	{"an illegal position after the next move is a draw", from14, "CLM-070 CLM-074", "hands_2018: after the next move a draw is proposed", ""},
	{"a pawn left on the last rank is a queen when it is claimed", from18, "TI-070 MEC-076", "hands_2018: it is a queen and its move stands", ""},
	{"two hands count with the press, in fast play until the reply", from18, "PR-060 FU-140", "ctl_press: Two hands count with the press", ""},
	{"a request for five seconds is an offer of a draw", from14, "CLM-014", "hands_2018: A request for five seconds", ""},
	{"the rate of play follows from the time control", from14, "PR-118", "ctl_press: Three minutes and two seconds a move is blitz", ""},
	{"who is relieved of recording is so for the rest of the period", from09, "ALM-014", "ctl_press: need not record to the end of the period", ""},
	{"only the player whose clock runs adjusts pieces", from18, "AUD-104 PR-050", "ctl_press: adjusts without effect", ""},
	{"articles have the numbers of the edition", every, "SHW-030 SHW-031 SHW-032 SHW-033 SHW-034", "ctl_laws: the arbiter is told what its edition asks", ""},
	{"the number of moves for a claim of fifty moves is raised", "1953", "DRR-002 DRR-003", "ctl_answer: by the code of 1953, what changes claims of a draw", ""},
	{"gaps in the claimant's sheet bar a claim of repetition", "1953", "DRR-004 DRR-005", "ctl_answer: by the code of 1953, what changes claims of a draw", ""},
	{"whoever adjourns early is charged the time of the session", from05, "DRR-010 DRR-012", "ctl_acts: An adjournment", ""},
	{"a player who has not come in time is noted", every, "ABS-001", "ctl_acts: The clock", ""},
	{"a right claim of a draw is proposed, and the arbiter decides", from97, "DRW-001 DRW-003 DRW-006", "ctl_answers: A claim is answered with what the record says", ""},
	{"until 2005 there is no adequate supervision of fast play", "2001 2005", "CLM-050 CLM-051", "hands_1997: Blitz is not won by two knights", ""},
	{"until 2009 a quickplay finish may have increments", "1997 2001 2005 2009", "CLM-036", "ctl_press: the quickplay finish is an article of the Laws", ""},
	{"a flag that only players call needs the arbiter's second word", "2001 2005 2009 2014", "CLM-054 CLM-055", "ctl_laws: the arbiter calls no flag without a claim", ""},
	{"where no arbiter is there the claim of the quickplay finish ends play", from05, "CON-001a CON-001b CON-002a CON-002b", handsOf + "Where no arbiter is there", "TestEveryRulingInEveryEdition"},
	{"an answer to no offer is refused, and the desk says whose an offer is", every, "STR-028 AUD-050", "ctl_answers: an offer says whose it is", ""},
	{"nothing is resigned, offered or claimed after the end", every, "STR-057 AUD-025", "ctl_answers: nothing more is claimed", ""},
	{"a breach and its alarm name the square and what was owed", every, "ALM-021", "ctl_answers: A breach: the desk and its alarm name the square", ""},
	{"after mate the result is to be confirmed, and no piece to be put back", every, "ALM-026 REL-109", "ctl_answers: nobody is asked to put pieces back", ""},
	{"a piece held while another one moves, and put back, was touched", every, "ACT-001 ACT-002 ACT-013", handsLate + "A knight held while a pawn is moved", ""},
	{"an illegal move stays counted while its pieces are put back one by one", from97, "ACT-016 ACT-020", handsLate + "Illegal castling put back, the king first", ""},
	{"a rook touched before the king forbids castling, also when the king was released", from97, "ACT-022 ACT-023 ACT-025", handsLate + "The rook was touched first", ""},
	{"a king beside the other one is in check", from01, "ACT-028 ACT-029 ACT-030", handsLate + "Kings side by side (3.9)", ""},
	{"a pawn left on the last rank becomes no other piece than a queen", from14, "ACT-033 ACT-036", handsLate + "A pawn left on a8 is a queen, and no knight", ""},
	{"a promoted piece that has stood on its square is chosen for good", every, "ACT-039 ACT-040", handsLate + "A queen stood on a8 and was taken back", ""},
	{"a piece that was knocked over is put up again and not released", every, "ACT-043 ACT-044", handsLate + "Three pawns knocked over", ""},
	{"castling that was made is restored", every, "ACT-047 ACT-048", handsLate + "Castling was made, then taken back", ""},
	{"a release before an illegal move binds the move replacing it", from09, "ACT-052 ACT-053", handsLate + "Released on e4 before an illegal move", ""},
	{"an illegal move that is not pressed for is the last one to take back", every, "NAC-040 NAC-041 NAC-042", handsLate + "An illegal move that is not pressed for", ""},
	{"a press with a piece in the hand that might have captured is told when it comes down", every, "NAC-060 NAC-061", handsLate + "The pressed clock, and the queen still in the hand", ""},
	{"a pawn left on the last rank is entered when play has gone on", every, "NAC-020", handsLate + "A pawn left on the last rank is reported when play has gone on", ""},
	{"a touch after a word of adjusting is its player's", every, "NAC-001 NAC-002", handsLate + "A touch after a word of adjusting", ""},
	{"each player's promotion has the piece named for it", every, "NAC-010 NAC-013 NAC-050 NAC-051", handsLate + "Each player's promotion has the piece named for it", ""},
	{"in fast play without supervision the clock is set otherwise in the first moves", from97, "NAC-030 NAC-031 NAC-032 NAC-033", handsLate + "the clock is set for another control", ""},
	{"a sealed move that is illegal is on record", "1953", "ADJ-010", "ctl_answer: A sealed move of clear meaning that is illegal", ""},
	{"the quickplay finish is for events that announced it", from14, "PR-120 PR-121", "ctl_press: The quickplay finish was not announced", ""},
}

// TestLawsRows checks that each row is played in every edition that has the rule, and what it names
// exists.
func TestLawsRows(t *testing.T) {
	editions := map[string][]string{} // of each scenario
	scripts := map[string]string{}
	for path, text := range testTexts(t) {
		switch {
		case strings.Contains(path, "testdata/laws/") && strings.HasSuffix(path, ".jsonl"):
			list, err := scenario.Read(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			for _, s := range list {
				editions[s.ID] = s.Editions
			}
		case strings.HasSuffix(path, ".txtar"):
			name := strings.TrimSuffix(path[strings.LastIndexByte(path, '/')+1:], ".txtar")
			scripts[name] = strings.Join(strings.Fields(strings.ReplaceAll(text, "\n# ", " ")), " ")
		}
	}
	exists := testNames(t)
	for _, row := range lawsRows {
		var played []string
		for _, id := range strings.Fields(row.scenarios) {
			if editions[id] == nil {
				t.Errorf("%s: there is no scenario %s", row.rule, id)
			}
			played = append(played, editions[id]...)
		}
		for _, year := range strings.Fields(row.editions) {
			if edition := "fide-" + year; row.tests == "" && !slices.Contains(played, edition) {
				t.Errorf("%s: no scenario plays %s", row.rule, edition)
			} else if _, err := rules.ParseLaws(edition); err != nil {
				t.Errorf("%s: %v", row.rule, err)
			}
		}
		for _, name := range strings.Fields(row.tests) {
			if !exists[name] {
				t.Errorf("%s: there is no %s", row.rule, name)
			}
		}
		if script, comment, ok := strings.Cut(row.live, ": "); ok && !strings.Contains(scripts[script], comment) {
			t.Errorf("%s: %s.txtar has no %q", row.rule, script, comment)
		}
		if row.live == "" {
			t.Errorf("%s: given at no live board", row.rule)
		}
	}
}
