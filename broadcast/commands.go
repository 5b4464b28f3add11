package broadcast

import "touchmove/sensors/trace"

// CommandKinds lists every command: those that are records of the game, in the order of
// docs/trace.md, then DoRaw.
func CommandKinds() []trace.CommandKind { return append(trace.Commands(), rawKind) }
