// Package trace is measured by the test of package house.
package trace

type Command struct{ Do string }

const (
	DoNote = "note"
	DoSeal = "seal"
)
