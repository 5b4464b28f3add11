package reconcile

import (
	"slices"

	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// effect is what a command does to the game, in addition to what the Laws do with it (package
// article4), and when it is refused.
type effect struct {
	check func(*Game, trace.Command) error // why it cannot be carried out; nil: it always can
	use   func(*Game, trace.Command) error // why it is of no use, or does harm; not asked of old journals; nil: it never is
	do    func(*Game, trace.Command)       // nil: only the Laws handle it
	own   bool                             // the Laws do not get it: it changes the recorded game, not the play
}

// effects has the commands that change the game. The others are only for the Laws, or only
// recorded. The other half of the definition of a command is in sensors/trace/command_table.go.
var effects = map[string]effect{
	trace.DoPromote:         {check: (*Game).checkLaws, use: (*Game).checkLawsUse, do: (*Game).promote},
	trace.DoAnnounce:        {check: (*Game).checkLaws, do: (*Game).announce},
	trace.DoAdjust:          {check: (*Game).checkLaws},
	trace.DoSay:             {check: (*Game).checkLaws},
	trace.DoNote:            {check: checkNote},
	trace.DoTouch:           {check: (*Game).checkLaws},
	trace.DoAttribute:       {check: (*Game).checkLaws, use: (*Game).checkLawsUse},
	trace.DoIrregularity:    {check: (*Game).checkLaws},
	trace.DoOfferDraw:       {check: (*Game).checkLaws},
	trace.DoAcceptDraw:      {check: (*Game).checkLaws},
	trace.DoDeclineDraw:     {check: (*Game).checkLaws, use: (*Game).checkLawsUse},
	trace.DoResign:          {check: (*Game).checkLaws},
	trace.DoClaim:           {check: (*Game).checkLaws},
	trace.DoSecondBoard:     {check: (*Game).checkSecond, do: (*Game).secondBoard, own: true},
	trace.DoSign:            {check: (*Game).checkSign, use: (*Game).checkSignUse, do: (*Game).sign},
	trace.DoTakeBack:        {check: (*Game).checkTakeBack, use: (*Game).checkTakeBackUse, do: (*Game).takeBack, own: true},
	trace.DoAnswer:          {check: (*Game).checkAnswer, do: (*Game).answer, own: true},
	trace.DoCorrect:         {check: (*Game).checkCorrect, do: (*Game).correct, own: true},
	trace.DoSetPosition:     {check: (*Game).checkPosition, use: (*Game).checkAgain, do: (*Game).setPosition, own: true},
	trace.DoNewGame:         {check: (*Game).checkNewGame, do: (*Game).newGame, own: true},
	trace.DoRestore:         {check: (*Game).checkRestore, use: (*Game).checkAgain, do: (*Game).restore},
	trace.DoPress:           {do: (*Game).pressByMessage, own: true},
	trace.DoStopClocks:      {do: (*Game).stopClocks},
	trace.DoStartClocks:     {check: (*Game).checkStartClocks, do: (*Game).startClocks},
	trace.DoSetClock:        {check: (*Game).checkSetClock, use: (*Game).checkSetClockUse, do: (*Game).setClocks},
	trace.DoClockReading:    {check: checkReading, do: (*Game).takeReading},
	trace.DoPresent:         {check: (*Game).checkPresent, do: (*Game).present},
	trace.DoPenalty:         {check: (*Game).checkPenalty, use: (*Game).checkPenaltyUse, do: (*Game).penalize},
	trace.DoIllegal:         {check: (*Game).checkLaws, do: (*Game).ruleOnIllegal},
	trace.DoVerdict:         {check: (*Game).checkLaws},
	trace.DoDrawRule:        {check: (*Game).checkLaws, use: (*Game).checkLawsUse},
	trace.DoResult:          {check: (*Game).checkResult, use: (*Game).checkAgain},
	trace.DoFlag:            {check: (*Game).checkLaws},
	trace.DoQuickplay:       {check: (*Game).checkQuickplay},
	trace.DoAdjourn:         {check: (*Game).checkAdjourn, do: (*Game).adjourn},
	trace.DoSeal:            {check: (*Game).checkSeal, do: (*Game).seal},
	trace.DoResumeAdjourned: {check: (*Game).checkResumeAdjourned, use: (*Game).checkResumeUse, do: (*Game).resumeAdjourned},
	trace.DoUndo:            {check: (*Game).checkUndo, use: (*Game).checkUndoUse}, // runLogged undoes
}

// checkCommand refuses a command that does not fit the current state of the game, and one that would
// be of no use or do harm.
func (g *Game) checkCommand(c trace.Command) error {
	if err := g.checkPossible(c); err != nil {
		return err
	}
	if key, word, is := c.Idle(); is {
		return refusal.New("key-idle", "{do}: {key} does nothing with {word}: leave it out", "do", c.Do, "key", key, "word", word)
	}
	if !g.games[g.current].Begun && isAboutPlay(c) {
		return refusal.New("no-game", "{do}: no game has begun: set up the pieces (result, resign and correct begin it without them)", "do", c.Do)
	}
	if use := effects[c.Do].use; use != nil {
		return use(g, c)
	}
	return nil
}

// isAboutPlay reports whether a command is about the moves or the result of a game that has begun: before that, nothing
// would come of it. What only enters the log, or concerns the clock, can be entered before as well.
func isAboutPlay(c trace.Command) bool {
	switch c.Do {
	case trace.DoClaim, trace.DoOfferDraw, trace.DoFlag, trace.DoTouch, trace.DoAttribute, trace.DoPromote, trace.DoRestore:
		return true
	case trace.DoResult:
		return c.Result == rules.Ongoing.String()
	case trace.DoIrregularity:
		return c.What == "two-hands" || c.What == "colours-swapped"
	case trace.DoPenalty:
		return slices.Contains([]string{"loss", "both-lose", "exclude", "device"}, c.Word("kind"))
	}
	return false
}

// Refuses returns why a command would be refused now, and nil if it would be carried out. It changes
// nothing.
func (g *Game) Refuses(c trace.Command) error {
	if err := c.Validate(); err != nil {
		return err
	}
	return g.checkCommand(c)
}

// checkPossible refuses a command that cannot be carried out in the current state of the game.
func (g *Game) checkPossible(c trace.Command) error {
	if check := effects[c.Do].check; check != nil {
		return check(g, c)
	}
	return nil
}

// command carries out a command that checkCommand has accepted.
func (g *Game) command(c trace.Command) {
	e := effects[c.Do]
	if e.do != nil {
		e.do(g, c)
	}
	if !e.own {
		g.laws.Command(c, g.now)
	}
}

// checkLaws asks the Laws whether a command can be given now.
func (g *Game) checkLaws(c trace.Command) error { return g.laws.Check(c) }

// checkLawsUse asks the Laws whether a command would change anything.
func (g *Game) checkLawsUse(c trace.Command) error { return g.laws.CheckUse(c) }
