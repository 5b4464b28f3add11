package broadcast

import "touchmove/sensors/trace"

// CommandKinds lists every command: those that are records of the game in the
// order of docs/trace.md, then DoRaw.
func CommandKinds() []trace.CommandKind { return append(trace.Commands(), rawKind) }

// CommandKindOf returns the command with this name; false if there is none.
func CommandKindOf(name string) (*trace.CommandKind, bool) {
	if name == DoRaw {
		return &rawKind, true
	}
	return trace.CommandKindOf(name)
}
