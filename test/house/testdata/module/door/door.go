// Package door is measured by the test of package house.
package door

import "measured/sensors/trace"

type Door struct{}

func (Door) Take(c trace.Command) {
	_, _ = Form(c), Envelope(c)
	_ = Count(c)
	_ = Known(c)
	_ = Named("note")
}

// Form checks every command.
func Form(trace.Command) error { return nil }

// Envelope checks one command alone.
func Envelope(c trace.Command) error {
	if c.Do != trace.DoSeal {
		return nil
	}
	return nil
}

// Known checks every command and answers itself.
func Known(trace.Command) bool { return true }

// Count checks nothing.
func Count(trace.Command) int { return 1 }

// Named gets no command.
func Named(string) error { return nil }
