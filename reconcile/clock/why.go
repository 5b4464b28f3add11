package clock

// Why is the code for which a clock was stopped, set or started: one of these, or one of
// the Laws' (article4.TimeChange), or else what a person has written. It never changes.
type Why = string

// What the game itself does to its clock.
const (
	WhyPressed         Why = "pressed"           // the first press started it
	WhyExternal        Why = "external clock"    // a clock that is read stands
	WhyUndo            Why = "undo"              // an action was taken back
	WhyResultTakenBack Why = "result taken back" // the game goes on
	WhyPenalty         Why = "penalty"
	WhyRestoring       Why = "restoring" // an earlier position is being put up
	WhyRestored        Why = "restored to an earlier position"
	WhyAdjourned       Why = "adjourned"
	WhySealedMove      Why = "sealed move made"
	WhyAnnulled        Why = "annulled"     // the game does not count
	WhyAnotherGame     Why = "another game" // one was on the board meanwhile
)
