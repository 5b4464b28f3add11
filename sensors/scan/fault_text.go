package scan

import "fmt"

// deadSensor says what may be wrong if a piece is not felt.
const deadSensor = "if it is there, its magnet is weak, or the sensor or its line is dead"

// Text says what is wrong and what to do, in English: for a technician's log.
func (f Fault) Text() string {
	switch f.Cause {
	case NeverAnswered:
		return f.Detail + ": it has not answered since the start: check its plug, its supply and its address (two chips may have the same); `touchmove doctor` lists who answers"
	case AnsweredBefore:
		return f.Detail + ": it answered before: check its plug and its supply"
	case EndlessTransfers:
		return "its transfers do not end, as when a line is held down: unplug its chips one by one; switching their supply off frees a chip that hangs"
	case AtGround:
		return "its sensor's output is at ground, where none can be: its line is open or shorted to ground, or the sensor has no supply"
	case AtSupply:
		return "its sensor's output is at its supply, where none can be: its line is shorted to the supply, or the sensor has no ground"
	case Rectangle:
		return "there are pieces on the corners of a rectangle, and no diodes: three show as four, and one lifted from them is not missed; a diode at every switch mends it"
	case AllStandElsewhere:
		return "it shows a piece, and every piece of the position is on its square: the sensor or its line is stuck, or something lies there"
	case MissingAtSetUp:
		return "no piece is detected, and all others stand: put it there; " + deadSensor
	case MissingInPlay:
		return "no piece is detected, and play continues without it: " + deadSensor
	case BelowLevel:
		return fmt.Sprintf("it reads %d%% of the level that counts: the magnet is weak, the piece far off its centre, or the sensor lifted", f.Percent)
	case AllGone:
		return "all its pieces are gone at once: look for a broken wire or a loose plug there"
	case Unreadable:
		return "cannot be read: " + f.Detail + ": is another program using it?"
	}
	return f.Detail
}
