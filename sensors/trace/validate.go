package trace

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/rules"
)

// by says who may stand in a command's "by".
type by uint8

const (
	anybody  by = iota // white, black or arbiter, if told
	somebody           // white, black or arbiter
	aPlayer            // white or black
)

// form is what one command takes.
type form struct {
	do   string
	by   by
	need []string // keys that must be set
	what []string // the words that "what" may be; nil lets every text stand
}

// forms has a line for every command, in the order of docs/trace.md.
var forms = [...]form{
	{do: DoAdjust, by: somebody},
	{do: DoPromote, need: []string{"piece"}},
	{do: DoSay, by: aPlayer, need: []string{"what"}, what: []string{"castle", "king", "queen", "rook", "bishop", "knight", "pawn"}},
	{do: DoTouch, by: aPlayer, need: []string{"square"}},
	{do: DoAttribute, need: []string{"square", "to"}},
	{do: DoAnnounce, need: []string{"uci"}},
	{do: DoSecondBoard, need: []string{"ply"}},
	{do: DoOfferDraw, by: aPlayer},
	{do: DoAcceptDraw, by: aPlayer},
	{do: DoDeclineDraw, by: aPlayer},
	{do: DoResign, by: aPlayer},
	{do: DoClaim, by: aPlayer, need: []string{"what"}, what: []string{
		ClaimRepetition, ClaimFiftyMoves, ClaimTouchedPiece, ClaimRookFirst, ClaimReleasedPiece, ClaimPromotionChoice,
		ClaimIllegal, ClaimTime,
	}},
	{do: DoFlag, by: aPlayer},
	{do: DoStopClocks},
	{do: DoStartClocks},
	{do: DoRestore},
	{do: DoCorrect, need: []string{"ply", "uci"}},
	{do: DoTakeBack, need: []string{"plies"}},
	{do: DoSetPosition, need: []string{"fen"}},
	{do: DoResult, need: []string{"result"}},
	{do: DoSign, by: aPlayer, need: []string{"result"}},
	{do: DoNewGame},
	{do: DoPress, by: aPlayer},
	{do: DoClockReading},
	{do: DoSetClock},
	{do: DoPresent},
	{do: DoPenalty},
	{do: DoIllegal, what: []string{"confirm", "reject", "not-counted"}},
	{do: DoIrregularity, what: []string{"two-hands", "other-hand", "hovering", "clock-handling", "colours-swapped"}},
	{do: DoVerdict, what: []string{"upheld", "rejected", "draw", "postpone"}},
	{do: DoQuickplay, by: aPlayer, what: []string{"claim", "request-increment"}},
	{do: DoAdjourn},
	{do: DoSeal, by: aPlayer},
	{do: DoResumeAdjourned},
	{do: DoUndo},
	{do: DoAcknowledge, need: []string{"what"}},
	{do: DoNote},
}

// Results that a command may enter.
var results = []string{"1-0", "0-1", "1/2-1/2", "0-0", "*"}

// Pieces that a promotion may name; none is a pawn left standing.
var promotions = []string{"queen", "rook", "bishop", "knight", "none"}

// Validate says whether the command is one that a trace may hold: a known Do
// with the keys it needs, and no key with a value that means nothing. The
// error names the command and the key and says what may stand there. Whether
// the command fits the game is not its business.
func (c Command) Validate() error {
	at := slices.IndexFunc(forms[:], func(f form) bool { return f.do == c.Do })
	if c.Do == "" {
		return fmt.Errorf("command without a \"do\": write what is done, one of %s", allDo())
	}
	if at < 0 {
		return fmt.Errorf("do %q is not known: write one of %s", c.Do, allDo())
	}
	f := forms[at]
	if err := f.checkBy(c.By); err != nil {
		return err
	}
	for _, key := range f.need {
		if !c.has(key) {
			return fmt.Errorf("%s without a %q: add it", c.Do, key)
		}
	}
	if err := c.checkValues(f); err != nil {
		return fmt.Errorf("%s: %w", c.Do, err)
	}
	return nil
}

func (f form) checkBy(word string) error {
	switch {
	case word == "" && (f.by == anybody):
		return nil
	case word == "" && f.by == aPlayer:
		return fmt.Errorf("%s without a \"by\": add white or black", f.do)
	case word == "":
		return fmt.Errorf("%s without a \"by\": add white, black or arbiter", f.do)
	case word == "white" || word == "black":
		return nil
	case f.by == aPlayer:
		return fmt.Errorf("%s: by is %q and must be the player, white or black", f.do, word)
	case word != "arbiter":
		return fmt.Errorf("%s: by is %q and must be white, black or arbiter", f.do, word)
	}
	return nil
}

func (c *Command) has(key string) bool {
	switch key {
	case "ply":
		return c.Ply != 0
	case "plies":
		return c.Plies != 0
	}
	return *c.texts()[slices.Index(commandKeys[:], key)] != ""
}

// checkValues looks at every key that is set, whether the command needs it or
// not, so that no command carries nonsense into the journal.
func (c Command) checkValues(f form) error {
	if err := oneOf("what", c.What, f.what); err != nil {
		return err
	}
	if err := oneOf("piece", c.Piece, promotions); err != nil {
		return err
	}
	if err := oneOf("result", c.Result, results); err != nil {
		return err
	}
	if c.Square != "" {
		if _, err := rules.ParseSquare(c.Square); err != nil {
			return fmt.Errorf("square: %w", err)
		}
	}
	if c.To != "" {
		if _, err := rules.ParseColor(c.To); err != nil {
			return fmt.Errorf("to: %w", err)
		}
	}
	if c.UCI != "" {
		if err := checkUCI(c.UCI); err != nil {
			return fmt.Errorf("uci: %w", err)
		}
	}
	if c.Ply < 0 || c.Plies < 0 {
		return fmt.Errorf("half-moves are counted from 1, not %d", min(c.Ply, c.Plies))
	}
	if c.FEN != "" {
		if _, err := rules.ParseFEN(c.FEN); err != nil {
			return fmt.Errorf("fen: %w", err)
		}
	}
	if c.Variant != "" {
		if _, err := rules.ParseVariant(c.Variant); err != nil {
			return fmt.Errorf("variant: %w", err)
		}
	}
	return c.Extra.check()
}

func oneOf(key, word string, words []string) error {
	if word == "" || words == nil || slices.Contains(words, word) {
		return nil
	}
	return fmt.Errorf("%s is %q and must be one of %s", key, word, strings.Join(words, ", "))
}

// checkUCI says whether the text has the form of a move; whether the move is
// legal only the game can say.
func checkUCI(text string) error {
	ok := len(text) == 4 || len(text) == 5 && strings.IndexByte("qrbn", text[4]) >= 0
	if ok {
		_, from := rules.ParseSquare(text[:2])
		_, to := rules.ParseSquare(text[2:4])
		ok = from == nil && to == nil && text[:2] != text[2:4]
	}
	if !ok {
		return fmt.Errorf("%q is not a move: write from and to, as e2e4, and the new piece of a promotion, as a7a8q", text)
	}
	return nil
}

// allDo lists the commands for an error message.
func allDo() string {
	names := make([]string, len(forms))
	for i, f := range forms {
		names[i] = f.do
	}
	return strings.Join(names, ", ")
}
