package daemon

import (
	"log/slog"

	"touchmove/sensors/scan"
)

// faultWords are the log messages for the beginning and the end of each kind of fault.
var faultWords = map[scan.FaultKind]struct{ begun, over string }{
	scan.SilentChip:   {"sensors do not answer: play goes on without them", "sensors answer again"},
	scan.HeldBus:      {"a bus is held down: play goes on without its sensors", "a bus is free again"},
	scan.HeldLine:     {"a line does not follow: play goes on without it", "a line follows again"},
	scan.OpenLine:     {"a line is open, as it seems", "a line is whole again"},
	scan.OutOfRange:   {"a sensor's line is open or shorted: play goes on without it", "a sensor's line is whole again"},
	scan.WeakPiece:    {"a piece is hardly felt", "the piece is felt well, or gone"},
	scan.StuckSquare:  {"a piece is felt where none should stand", "the square reads as it should"},
	scan.NoPiece:      {"no piece is felt where one should stand", "the square reads as it should"},
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
