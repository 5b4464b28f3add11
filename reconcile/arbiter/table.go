package arbiter

import (
	"slices"
	"strings"

	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Row is one thing that can be done: a command, or a command with one of its
// words.
type Row struct {
	Do     string   // the command
	Words  []string // of its "what" or "kind" that the row is about; nil: all that have no row of their own
	Who    []Role
	When   string // what must be the case
	Game   string // what it does to the game
	Clock  string // to the clock
	Record string // to the record
	Undo   string // how it is taken back
	Twice  bool   // shown before it is confirmed: it ends a game, changes time or takes back moves
	// Articles of 1953, 1997, 2001, 2005, 2009, 2014, 2018 and 2023; "-" has none.
	Articles string
}

var (
	arbiters = []Role{Assistant, Chief}
	chief    = []Role{Chief}
	anyone   = []Role{Player, Assistant, Chief}
	everyone = []Role{Player, Assistant, Chief, Technician}
)

// table has a row for every command, in the order of docs/trace.md.
var table = []Row{
	{Do: trace.DoAdjust, Who: anyone, When: "any time", Game: "touches after it bind nobody until the next made move; the mover's alone", Undo: "-", Articles: "8 4.2 4.2 4.2 4.2 4.2 4.2.1 4.2.1"},
	{Do: trace.DoPromote, Who: anyone, When: "a pawn on the last rank", Game: "the piece is known; none reports a pawn left standing", Record: "the move, or an illegal one", Undo: "yes", Articles: "7d 4.7 4.7 4.4d 4.4d 4.4d 4.4.4 4.4.4"},
	{Do: trace.DoSay, Who: anyone, When: "any time", Game: "castling was meant (4.4c)", Undo: "-", Articles: "6 4.4 4.4 4.4 4.4 4.4 4.4 4.4"},
	{Do: trace.DoTouch, Who: arbiters, When: "any time", Game: "a duty, as after a lift", Undo: "yes", Articles: "8 4.3 4.3 4.3 4.3 4.3 4.3 4.3"},
	{Do: trace.DoAttribute, Who: arbiters, When: "after a touch", Game: "the touch and its duty go to that player", Record: "touch_reattributed", Undo: "yes", Articles: "8 4.3 4.3 4.3 4.3 4.3 4.3 4.3"},
	{Do: trace.DoAnnounce, Who: anyone, When: "a tactile board", Game: "the move is executed", Undo: "-", Articles: "- - F2 F2 E2 D.2 D.2 D.2"},
	{Do: trace.DoSecondBoard, Who: arbiters, When: "a game on two boards, after that half-move", Game: "the move stands on both boards: pressed for, it is completed", Undo: "-", Articles: "- - F2 F2 E2 D.2 D.2 D.2"},
	{Do: trace.DoOfferDraw, Who: anyone, When: "the event allows it; after the own move and before the press, else noted (1953: none)", Game: "open until declined", Record: "(=) at the move", Undo: "yes", Articles: "18.1 9.1 9.1 9.1 9.1 9.1 9.1.2.1 9.1.2.1"},
	{Do: trace.DoAcceptDraw, Who: anyone, When: "the opponent's offer is open; from 2018 after a move of each", Game: "drawn", Clock: "stops", Record: "result", Undo: "yes", Twice: true, Articles: "12.2 5.3 5.2c 5.2c 5.2c 5.2c 5.2.3 5.2.3"},
	{Do: trace.DoDeclineDraw, Who: anyone, When: "an offer is open; not by who made it", Game: "declined", Undo: "yes", Articles: "18.1 9.1 9.1 9.1 9.1 9.1 9.1.2.1 9.1.2.1"},
	{Do: trace.DoResign, Who: anyone, When: "a game", Game: "lost; from 2023 drawn if the opponent cannot mate", Clock: "stops", Record: "result", Undo: "yes", Twice: true, Articles: "11.2 5.1b 5.1b 5.1b 5.1b 5.1b 5.1.2 5.1.2"},
	{Do: trace.DoClaim, Words: []string{trace.ClaimRepetition, trace.ClaimFiftyMoves}, Who: anyone, When: "the claimant has the move and has not touched (until 2005: not moved)", Game: "right: drawn; wrong: goes on, a move announced is bound", Clock: "right: stops; wrong: with the verdict", Record: "appearances, or the counter", Undo: "yes", Articles: "12.3 9.2 9.2 9.2 9.2 9.2 9.2 9.2"},
	{Do: trace.DoClaim, Words: []string{trace.ClaimTouchedPiece, trace.ClaimRookFirst, trace.ClaimReleasedPiece, trace.ClaimPromotionChoice}, Who: anyone, When: "before the claimant touches a piece", Game: "upheld: back, and the duty binds", Record: "the move is taken back or replaced", Undo: "yes", Articles: "8 4.6 4.6 4.7 4.7 4.8 4.8 4.8"},
	{Do: trace.DoClaim, Words: []string{trace.ClaimIllegal}, Who: anyone, When: "rapid and blitz without supervision, before the own move (2001: touch)", Game: "the illegal move is put right, or loses", Record: "the move is taken back", Undo: "yes", Articles: "- C3 C3 C3 B3c A.4b A.4.2 A.5.2"},
	{Do: trace.DoClaim, Words: []string{trace.ClaimTime}, Who: anyone, When: "the opponent's flag has fallen", Game: "lost, or drawn with proof, proposed", Undo: "yes", Articles: "17a 6.8 6.9 6.9 6.8 6.8 6.8 6.8"},
	{Do: trace.DoFlag, Who: arbiters, When: "a game", Game: "lost, or drawn with proof, proposed", Undo: "yes", Twice: true, Articles: "17a 6.8 6.9 6.9 6.8 6.8 6.8 6.8"},
	{Do: trace.DoStopClocks, Who: anyone, When: "time runs; a player with a reason", Clock: "stands", Record: "why", Undo: "yes", Articles: "- 6.12 6.13 6.13 6.12 6.11 6.11 6.11"},
	{Do: trace.DoStartClocks, Who: arbiters, When: "the clocks stand and the game is not over", Clock: "runs, for whom the command names, else who was to run", Undo: "yes", Articles: "14 6.5 6.5 6.5 6.5 6.6 6.11.3 6.11.3"},
	{Do: trace.DoRestore, Who: arbiters, When: "any time", Game: "the readings are the position; with ply: cut after that half-move, and the board is put right square by square", Clock: "with ply: counters of then, and the times unless they are kept; stands", Record: "moves cut stay in the log", Undo: "yes", Twice: true, Articles: "9.1 7.4 7.4 7.4 7.4a 7.5a 7.5.1 7.5.1"},
	{Do: trace.DoCorrect, Who: arbiters, When: "the half-move is in the game", Game: "that move is another one", Clock: "untouched", Record: "amended", Undo: "yes", Twice: true, Articles: "- 8.1 8.1 8.1 8.1 8.1 8.1 8.1"},
	{Do: trace.DoTakeBack, Who: arbiters, When: "so many half-moves are there", Game: "taken back", Clock: "untouched", Record: "retracted", Undo: "yes", Twice: true, Articles: "9.1 7.4 7.4 7.4 7.4 7.5 7.5 7.5"},
	{Do: trace.DoSetPosition, Who: arbiters, When: "any time", Game: "goes on from there", Clock: "untouched", Record: "begins anew", Undo: "yes", Twice: true, Articles: "9.1 7.5 7.5 7.5 7.5 7.6 7.6 7.6"},
	{Do: trace.DoResult, Who: arbiters, When: "any time", Game: "over; * takes a result back", Clock: "stops; after * it stands until it is started", Record: "result", Undo: "yes", Twice: true, Articles: "- - 8.7 8.7 8.7 8.7 8.7 8.7"},
	{Do: trace.DoSign, Who: anyone, When: "a result is told or proposed, or both players sign the same", Game: "over once both have signed; the arbiter may change it", Clock: "stops", Record: "who signed", Undo: "yes", Twice: true, Articles: "- - 8.7 8.7 8.7 8.7 8.7 8.7"},
	{Do: trace.DoNewGame, Who: arbiters, When: "any time", Game: "the next game, with players, control, default time and rule on offers", Clock: "set", Record: "tags", Undo: "yes", Twice: true, Articles: "9.4 7.1 7.1 7.1 7.1 7.2 7.2 7.2"},
	{Do: trace.DoPress, Who: anyone, When: "any time", Clock: "as a press of the lever", Undo: "-", Articles: "14 6.7 6.7 6.8 6.7 6.2 6.2.1 6.2.1"},
	{Do: trace.DoClockReading, Who: everyone, When: "an external clock keeps the time", Clock: "is followed", Undo: "-", Articles: "- 6.10 6.11 6.11 6.10 6.10 6.10 6.10"},
	{Do: trace.DoSetClock, Who: arbiters, When: "any time; another control only before the start", Clock: "new times, counters, periods, who is to run", Record: "both sets of times", Undo: "yes", Twice: true, Articles: "14.5 6.10 6.11 6.11 6.10b 6.10 6.10.2 6.10.2"},
	{Do: trace.DoPresent, Who: arbiters, When: "any time", Game: "the default time of that player ends", Undo: "yes", Articles: "17b 6.6 6.7 6.7 6.6a 6.7 6.7.1 6.7.1"},
	{Do: trace.DoPenalty, Words: []string{"warning", "add-opponent", "take", "extra-time", "points", "fine", "device"}, Who: arbiters, When: "any time", Clock: "by kind; the amount of the edition and rate of play where none is told", Record: "the log, not the PGN", Undo: "yes", Twice: true, Articles: "20 13.4 13.4 13.4 13.4 12.9 12.9 12.9"},
	{Do: trace.DoPenalty, Words: []string{"loss", "both-lose", "exclude"}, Who: chief, When: "any time", Game: "lost, by one or both", Clock: "stops", Record: "result", Undo: "yes", Twice: true, Articles: "20 13.4 13.4 13.4 13.4 12.9 12.9 12.9"},
	{Do: trace.DoIllegal, Who: arbiters, When: "an illegal move was found", Game: "confirmed, or not counted after all", Clock: "the opponent gets the time, or it is taken back", Record: "the count", Undo: "yes", Twice: true, Articles: "9.1 7.4 7.4b 7.4b 7.4b 7.5b 7.5.5 7.5.5"},
	{Do: trace.DoIrregularity, Who: arbiters, When: "any time", Game: "two hands: counts as an illegal move from 2018; else the log alone", Undo: "yes", Articles: "- 6.7b 6.7b 6.8b 6.7b 6.2 7.5.4 7.5.4"},
	{Do: trace.DoVerdict, Who: arbiters, When: "a claim waits for one", Game: "drawn, or goes on", Clock: "a wrong claim brings and takes time by edition and rate of play", Record: "who ruled", Undo: "yes", Twice: true, Articles: "- 9.5 9.5 9.5 9.5 9.5 9.5 9.5"},
	{Do: trace.DoQuickplay, Who: anyone, When: "under two minutes, the last period, no increment; from 2001 the claimant has the move", Game: "waits for the verdict: draw, postpone, rejected; upheld for a request", Clock: "stands", Record: "the claim", Undo: "yes", Articles: "- 10.2 10.2 10.2 10.2 G III.4 III.4"},
	{Do: trace.DoAdjourn, Who: arbiters, When: "a game is played", Game: "frozen until it is resumed", Clock: "the sealer's runs until he seals", Record: "the envelope's data", Undo: "before the sealing", Twice: true, Articles: "15 - - A A E I.1 I.1"},
	{Do: trace.DoSeal, Who: anyone, When: "adjourned, by the player having the move", Clock: "stands", Record: "the envelope, encrypted", Undo: "before the opening", Articles: "15 - - A A E I.1 I.1"},
	{Do: trace.DoResumeAdjourned, Who: arbiters, When: "adjourned and sealed; with what was sealed", Game: "the sealed move is made; ambiguous, unclear or illegal: lost, proposed (1953: unclear)", Clock: "the opponent's is to run", Record: "the move", Undo: "-", Twice: true, Articles: "16 - - A A E I.6 I.6"},
	{Do: trace.DoUndo, Who: arbiters, When: "the action is one of the last 32, and nothing since depends on it", Game: "as before the action, with duties and counts", Clock: "as before, standing", Record: "a new entry; the action stays, marked", Undo: "-", Twice: true, Articles: "- - - - - - - -"},
	{Do: trace.DoAcknowledge, Who: arbiters, When: "that alarm rings", Record: "who has seen it; it stays until its cause ends", Undo: "-", Articles: "- - - - - - - -"},
	{Do: trace.DoNote, Who: everyone, When: "any time", Record: "the log; private ones are never published", Undo: "marked, when it is named", Articles: "- - - - - - - -"},
}

// Table returns every row. The slices are the caller's own.
func Table() []Row {
	rows := slices.Clone(table)
	for i := range rows {
		rows[i].Who, rows[i].Words = slices.Clone(rows[i].Who), slices.Clone(rows[i].Words)
	}
	return rows
}

// Of returns the row of a command, and false when there is none.
func Of(c trace.Command) (Row, bool) {
	word := c.What
	if c.Do == trace.DoPenalty {
		word = ""
		if _, err := c.Extra.Get("kind", &word); err != nil {
			return Row{}, false
		}
	}
	for _, r := range table {
		if r.Do == c.Do && (r.Words == nil || slices.Contains(r.Words, word)) {
			return r, true
		}
	}
	return Row{}, false
}

// May returns nil when the role may give the command. player is the side of a
// Player. The error says who may.
func May(role Role, player rules.Color, c trace.Command) error {
	row, ok := Of(c)
	if !ok {
		return refusal.New("nobody-may", "{do}: nobody gives such a command", "do", c.Do)
	}
	if !slices.Contains(row.Who, role) {
		var who []string
		for _, r := range row.Who {
			who = append(who, r.String())
		}
		return refusal.New("not-your-role", "{do} is not for a {role}: it takes {roles}", "do", c.Do, "role", role, "roles", strings.Join(who, ", "))
	}
	if role == Player && c.By != player.String() {
		return refusal.New("own-side-only", "{do}: a player speaks for the own side: by must be {player}", "do", c.Do, "player", player)
	}
	return nil
}

// Article is the article of an edition that the row rests on, empty when the
// edition has none.
func (r Row) Article(l rules.Laws) string {
	fields := strings.Fields(r.Articles)
	if int(l) >= len(fields) || fields[l] == "-" {
		return ""
	}
	return fields[l]
}
