package daemon

import (
	"log/slog"

	"touchmove/sensors/scan"
)

// faultWords are the log messages for the beginning and the end of each kind of fault.
var faultWords = map[scan.FaultKind]struct{ begun, over string }{
	scan.SilentChip:   {"sensors do not answer: play continues without them", "sensors answer again"},
	scan.HeldBus:      {"a bus is held down: play continues without its sensors", "a bus is free again"},
	scan.HeldLine:     {"a line does not respond: play continues without it", "a line responds again"},
	scan.OpenLine:     {"a line seems to be open", "a line is sound again"},
	scan.OutOfRange:   {"a sensor's line is open or shorted: play continues without it", "a sensor's line is sound again"},
	scan.WeakPiece:    {"a piece is hardly detected", "the piece is detected well, or gone"},
	scan.StuckSquare:  {"a piece is detected where none should stand", "the square reads as it should"},
	scan.NoPiece:      {"no piece is detected where one should stand", "the square reads as it should"},
	scan.GhostSquares: {"pieces may be shown that are not there", "no more rectangles"},
}

// logFaults returns the function for scan.Faults.Notify that logs a board's faults.
func logFaults(log *slog.Logger) func(f scan.Fault, over bool) {
	return func(f scan.Fault, over bool) {
		words := faultWords[f.Kind]
		if over {
			log.Info(words.over, "part", f.Part)
			return
		}
		say := log.Warn
		if f.Kind.Unread() {
			say = log.Error
		}
		squares := f.Where()
		if squares == "" {
			squares = "not known"
		}
		say(words.begun, "part", f.Part, "squares", squares, "error", f.Text())
	}
}
