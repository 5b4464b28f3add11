package room

// C needs B, which does not need C.
func C(b B) int { return b.X() }

// D has five fields: three of A, one of B, and its own.
type D struct {
	A
	*B
	z int
}
