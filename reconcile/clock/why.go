package clock

// Why is the code of the reason for which a clock was stopped, set or started: one of these, one of
// the Laws' (article4.TimeChange), or a text that a person has written. Codes never change.
type Why = string

// The reasons that come from the game itself.
const (
	WhyPressed         Why = "pressed"           // the first press started it
	WhyExternal        Why = "external clock"    // an external clock that is read has stopped
	WhyUndo            Why = "undo"              // an action was undone
	WhyResultTakenBack Why = "result taken back" // the game goes on
	WhyPenalty         Why = "penalty"
	WhyRestoring       Why = "restoring" // an earlier position is being set up
	WhyRestored        Why = "restored to an earlier position"
	WhyAdjourned       Why = "adjourned"
	WhySealedMove      Why = "sealed move made"
	WhyAnnulled        Why = "annulled"     // the game does not count
	WhyAnotherGame     Why = "another game" // another game was on the board in between
)
