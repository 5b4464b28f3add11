package broadcast

import (
	"slices"

	"touchmove/reconcile/arbiter"
	"touchmove/sensors/trace"
)

// CommandKind is one command that a board takes, described for people and for
// machines: help texts, completions and the JSON Schema are made of it.
type CommandKind struct {
	Name string
	Help string       // what it does, in a line
	Keys []CommandKey // those it takes beside id, if_seq and expires; needed ones first
}

// CommandKey is one key of a command.
type CommandKey struct {
	Name   string
	Kind   KeyKind
	Words  []string // of a KeyWord: what it may be
	Max    int64    // of a KeyCount or KeyTime; 0 is no limit
	Help   string
	Needed bool
}

// KeyKind is what a key holds.
type KeyKind uint8

// The kinds of keys.
const (
	KeyText   KeyKind = iota
	KeyWord           // one of a few words
	KeyCount          // a whole number from 1
	KeyTime           // a whole number from 0, mostly milliseconds
	KeyTruth          // true or false
	KeySquare         // as e4
	KeyUCI            // a move, as e2e4 or a7a8q
	KeyPlayer         // an object of name, fide_id, title, rating and federation
)

// helps says in a line what each command does and which keys it takes beside
// those it needs. A command that is missing here still works: it is then listed
// with the keys that it needs alone.
var helps = map[string]struct {
	text string
	also []string
}{
	trace.DoAdjust:          {"\"j'adoube\" was announced (Art. 4.2)", nil},
	trace.DoPromote:         {"what a pawn became; none is a pawn left on the last rank (7.4a)", nil},
	trace.DoSay:             {"an intent was spoken", nil},
	trace.DoTouch:           {"a finger touched a piece without lifting it (4.3)", nil},
	trace.DoAttribute:       {"whose the last touch of a square was", nil},
	trace.DoAnnounce:        {"a move was said aloud (appendix E)", nil},
	trace.DoSecondBoard:     {"the other board of the game shows the position after that half-move (appendix E)", nil},
	trace.DoOfferDraw:       {"a draw is offered (9.1)", nil},
	trace.DoAcceptDraw:      {"the offer is accepted (9.1)", nil},
	trace.DoDeclineDraw:     {"the offer is declined (9.1)", nil},
	trace.DoResign:          {"a player resigns (5.1)", nil},
	trace.DoClaim:           {"a player claims something; uci is an intended move", []string{"uci"}},
	trace.DoFlag:            {"whose flag fell (6.9)", nil},
	trace.DoStopClocks:      {"the clocks are stopped (6.12)", []string{"why"}},
	trace.DoStartClocks:     {"the clocks go on (6.12)", []string{"runs", "scheduled", "default_ms", "default"}},
	trace.DoRestore:         {"what the board shows now is the position put back; with ply the game goes back to that half-move", []string{"ply", "keep_times"}},
	trace.DoCorrect:         {"the record is corrected: this half-move was that move", nil},
	trace.DoTakeBack:        {"so many half-moves are taken back", nil},
	trace.DoSetPosition:     {"the game goes on from a position", nil},
	trace.DoResult:          {"the result; * takes one back", []string{"why"}},
	trace.DoSign:            {"a player confirms the result; once both have, it is final (8.7)", nil},
	trace.DoNewGame:         {"the next game, from the standard position unless told", []string{"fen", "variant", "event", "site", "round", "white", "black", "time_control", "time_control_black", "time_delay", "starts_at", "add", "after_flag", "default_ms", "default", "draw_from"}},
	trace.DoPress:           {"the clock was pressed, told by message instead of a lever", nil},
	trace.DoClockReading:    {"what an external clock shows", []string{"white_ms", "black_ms", "runs", "flag"}},
	trace.DoSetClock:        {"the clock is set: times, and who is to run", []string{"white_ms", "black_ms", "white_moves", "black_moves", "white_period", "black_period", "runs", "time_control", "time_control_black", "time_delay", "why"}},
	trace.DoPresent:         {"a player has arrived at the board", []string{"player"}},
	trace.DoPenalty:         {"a penalty", []string{"player", "kind", "ms", "article", "why"}},
	trace.DoIllegal:         {"an illegal move is confirmed, rejected or not counted", []string{"what"}},
	trace.DoIrregularity:    {"two hands, another hand, hovering or handling of the clock", []string{"what", "player"}},
	trace.DoVerdict:         {"the arbiter's answer to a claim", []string{"what", "kind"}},
	trace.DoQuickplay:       {"a request or claim of the quickplay finish", []string{"by", "what"}},
	trace.DoAdjourn:         {"the game is broken off", nil},
	trace.DoSeal:            {"the sealed move, kept encrypted: as text, in an envelope that was closed before, or on paper", []string{"by", "text", "envelope", "commitment", "paper"}},
	trace.DoResumeAdjourned: {"the adjourned game goes on; uci, or text and salt, is the sealed move as it was opened, where the daemon has no key", []string{"uci", "text", "salt", "why"}},
	trace.DoUndo:            {"takes an action back: the one with this number, or of the command with this id, else the latest", []string{"action", "what", "why"}},
	trace.DoAcknowledge:     {"an alarm was seen; it sounds no more and stays until its cause ends", []string{"cause"}},
	trace.DoNote:            {"a remark for the record; private ones are never published", []string{"what", "text", "private"}},
}

// keyKinds says what the keys hold whose kind does not depend on the command,
// and what they mean.
var keyKinds = map[string]CommandKey{
	"piece":              {Kind: KeyWord, Words: trace.Promotions(), Help: "the new piece"},
	"square":             {Kind: KeySquare, Help: "a square, as e4"},
	"to":                 {Kind: KeyWord, Words: []string{"white", "black"}, Help: "the player to whom it is attributed"},
	"uci":                {Kind: KeyUCI, Help: "a move, as e2e4 or a7a8q"},
	"ply":                {Kind: KeyCount, Help: "a half-move, counted from 1"},
	"plies":              {Kind: KeyCount, Help: "how many half-moves"},
	"fen":                {Kind: KeyText, Help: "a position"},
	"variant":            {Kind: KeyWord, Words: []string{"standard", "chess960"}, Help: "of chess"},
	"result":             {Kind: KeyWord, Words: trace.Results(), Help: "the result"},
	"why":                {Kind: KeyText, Help: "the reason, in words"},
	"what":               {Kind: KeyText, Help: "what it is"},
	"text":               {Kind: KeyText, Help: "in words"},
	"player":             {Kind: KeyWord, Words: []string{"white", "black"}, Help: "which player"},
	"kind":               {Kind: KeyText, Help: "which penalty"},
	"article":            {Kind: KeyText, Help: "the article of the Laws"},
	"ms":                 {Kind: KeyTime, Help: "milliseconds"},
	"white_ms":           {Kind: KeyTime, Help: "White's time in milliseconds"},
	"black_ms":           {Kind: KeyTime, Help: "Black's time in milliseconds"},
	"white_moves":        {Kind: KeyTime, Help: "how many moves White has completed"},
	"black_moves":        {Kind: KeyTime, Help: "how many moves Black has completed"},
	"white_period":       {Kind: KeyCount, Help: "the number of White's period, from 1"},
	"black_period":       {Kind: KeyCount, Help: "the number of Black's period, from 1"},
	"time_control_black": {Kind: KeyText, Help: "Black's, where it is another one"},
	"time_delay":         {Kind: KeyText, Help: "a delay in seconds, beside a control that has none"},
	"add":                {Kind: KeyWord, Words: []string{"at-zero", "at-move"}, Help: "when the next period's time is added"},
	"after_flag":         {Kind: KeyWord, Words: []string{"freeze", "run"}, Help: "what the clocks do after a flag"},
	"default_ms":         {Kind: KeyTime, Help: "after how many milliseconds an absent player loses"},
	"default":            {Kind: KeyTruth, Help: "an absent player loses after the time of the edition"},
	"draw_from":          {Kind: KeyCount, Help: "the move from which a draw may be offered"},
	"keep_times":         {Kind: KeyTruth, Help: "the clock keeps its times"},
	"cause":              {Kind: KeyText, Help: "which one, where several of that name ring"},
	"action":             {Kind: KeyCount, Help: "the number of an action"},
	"scheduled":          {Kind: KeyText, Help: "when it was to begin (RFC 3339), for the log"},
	"runs":               {Kind: KeyWord, Words: []string{"white", "black", "none"}, Help: "whose clock runs"},
	"flag":               {Kind: KeyWord, Words: []string{"white", "black"}, Help: "whose flag fell"},
	"private":            {Kind: KeyTruth, Help: "not to be published"},
	"envelope":           {Kind: KeyText, Help: "as touchmove envelope close prints it"},
	"commitment":         {Kind: KeyText, Help: "likewise: binds the text"},
	"salt":               {Kind: KeyText, Help: "as touchmove envelope open prints it"},
	"paper":              {Kind: KeyTruth, Help: "it is in an envelope of paper"},
	"event":              {Kind: KeyText, Help: "the tournament's name, as PGN has it"},
	"site":               {Kind: KeyText, Help: "where it is played"},
	"round":              {Kind: KeyText, Help: "the round"},
	"starts_at":          {Kind: KeyText, Help: "when it is to begin (RFC 3339)"},
	"time_control":       {Kind: KeyText, Help: "as PGN writes it"},
	"white":              {Kind: KeyPlayer, Help: "who plays White: name, fide_id, title, rating, federation"},
	"black":              {Kind: KeyPlayer, Help: "who plays Black: name, fide_id, title, rating, federation"},
}

// CommandKinds lists every command: those that are records of the game in the
// order of docs/trace.md, then DoRaw.
func CommandKinds() []CommandKind {
	var list []CommandKind
	for _, f := range trace.Forms() {
		help := helps[f.Do]
		kind := CommandKind{Name: f.Do, Help: help.text}
		needs := slices.Clone(f.Need)
		if f.ByNeed {
			needs = append([]string{"by"}, needs...)
		}
		for _, name := range needs {
			kind.Keys = append(kind.Keys, keyOf(f, name, true))
		}
		for _, name := range help.also {
			if !slices.Contains(needs, name) {
				kind.Keys = append(kind.Keys, keyOf(f, name, false))
			}
		}
		list = append(list, kind)
	}
	return append(list, rawKind())
}

func keyOf(f trace.Form, name string, needed bool) CommandKey {
	key := keyKinds[name]
	switch {
	case name == "by":
		key = CommandKey{Kind: KeyWord, Words: f.By, Help: "who"}
	case name == "kind" && f.Do == trace.DoPenalty:
		key = CommandKey{Kind: KeyWord, Words: penalties(), Help: "which penalty"}
	case name == "what" && f.What != nil:
		key = CommandKey{Kind: KeyWord, Words: f.What, Help: "which of these"}
	}
	key.Name, key.Needed = name, needed
	return key
}

// penalties are the kinds of penalty, those of the assistant arbiters first.
func penalties() (words []string) {
	for _, row := range arbiter.Table() {
		if row.Do == trace.DoPenalty {
			words = append(words, row.Words...)
		}
	}
	return words
}
