// Package room is measured by the test of package house.
package room

// A needs B, and B needs A.
type A struct {
	x, y int
	b    *B
}
