package alarms

import (
	"strings"
	"time"

	"touchmove/internal/hms"
	"touchmove/internal/words"
	"touchmove/rules"
)

// Text is the alarm's text at the time now in a language, with the players' names if
// they are known. Languages without texts of their own get English.
func (a Alarm) Text(l rules.Language, now time.Duration) string {
	return strings.ReplaceAll(a.Template(l), "{t}", hms.Short(a.span(now).Round(time.Second)))
}

// Template is Text with {t} in place of a running time: how long the alarm has lasted or,
// for DefaultNear, until the player loses. The display must keep that time running.
func (a Alarm) Template(l rules.Language) string {
	w, _ := words.In(l)
	key := "alarm." + string(a.ID)
	player, what, span := a.Name, w.Reason(a.Why), "{t}"
	if player == "" {
		player = w.Colour(a.Player)
	}
	switch {
	case a.ID == Claim:
		what = w.Claim(a.Why)
	case a.ID == ClockDisagrees:
		span = hms.Short(a.Span.Round(time.Second))
	case a.ID == Flag && a.Needed == 0:
		key = "alarm.flag_all"
	case a.ID == MoveWithoutTime && a.Count > 1:
		key = "alarm.moves_without_time"
	}
	return w.T(key, "t", span, "why", what, "what", what, "result", a.Result, "n", (a.Ply+1)/2, "san", w.SAN(a.SAN), "squares", strings.Join(a.Squares, " "),
		"player", player, "owed", a.owed(w), "k", a.Count, "moves", a.Moves, "needed", a.Needed)
}

// owed is what a breach of Article 4 left undone, after a comma: the duty with its squares,
// or the move that was released first. It is empty if unknown.
func (a Alarm) owed(w *words.Texts) string {
	switch {
	case a.UCI != "":
		return ", " + w.T("owed.stands", "m", a.UCI)
	case a.Duty != "" && len(a.Squares) > 0:
		return ", " + w.T("owed."+a.Duty, "s", strings.Join(a.Squares, ", "), "a", a.Squares[0], "b", a.Squares[len(a.Squares)-1])
	}
	return ""
}

// OfPlayer reports whether an alarm is about one of the players.
func (a Alarm) OfPlayer() bool { return rowOf(a.ID).player }

// span returns the time that {t} stands for: how long the alarm has lasted, or how much
// time is left.
func (a Alarm) span(now time.Duration) time.Duration {
	if a.ID == DefaultNear {
		return max(a.Span-now, 0)
	}
	return max(now-a.Since, 0)
}
